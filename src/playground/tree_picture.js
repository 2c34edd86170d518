// A game tree as a picture that can be walked through with the arrow keys.

import { h, svg } from "./dom.js";
import { describe } from "./score.js";
import { layOut } from "./tree_layout.js";

/** @import { FullRules, TreeAnswer, TreeNode } from "./types.d.ts" */
/** @import { Knowledge, Place } from "./tree_layout.js" */

/** How a value that is only a bound is written. */
export const BOUND = { "exact": "", "at-least": "≥", "at-most": "≤" };

/** A picture wider than this has fewer siblings, in pixels at full size. */
const WIDTH_MAX = 6000;
/** How small and how large a picture may be drawn. */
const [SCALE_MIN, SCALE_MAX] = [0.05, 1.5];

/**
 * A board in a few strokes: the move that led here is marked, the moves that were cut off are crossed out.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {number | null} last
 * @param {readonly number[]} [cut]
 * @param {readonly (readonly number[])[]} [lines]
 */
export function miniBoard(rules, board, last, cut = [], lines = []) {
    const { width, height } = rules;
    const at = (/** @type {number} */ cell) => [cell % width, Math.floor(cell / width)];
    const grid = [
        ...Array.from({ length: width - 1 }, (_, i) => `M${i + 1} 0V${height}`),
        ...Array.from({ length: height - 1 }, (_, i) => `M0 ${i + 1}H${width}`),
    ].join("");
    let [xs, os] = ["", ""];
    [...board].forEach((stone, cell) => {
        const [x = 0, y = 0] = at(cell);
        if (stone === "X") xs += `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5`;
        if (stone === "O") os += `M${x + 0.2} ${y + 0.5}a.3 .3 0 1 0 .6 0a.3 .3 0 1 0 -.6 0`;
    });
    const dots = cut.map(cell => {
        const [x = 0, y = 0] = at(cell);
        return `M${x + 0.3} ${y + 0.5}h.4`;
    }).join("");
    const [lastX = 0, lastY = 0] = at(last ?? 0);
    return svg("svg", { class: "mini", viewBox: `-0.05 -0.05 ${width + 0.1} ${height + 0.1}`, "aria-hidden": "true" },
        last !== null && svg("rect", { class: "mini-last", x: lastX, y: lastY, width: 1, height: 1 }),
        svg("path", { class: "mini-grid", d: grid }),
        svg("path", { class: "mini-x", d: xs }), svg("path", { class: "mini-o", d: os }),
        cut.length > 0 && svg("path", { class: "mini-cut", d: dots }),
        ...lines.map(line => {
            const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [at(line[0] ?? 0), at(line.at(-1) ?? 0)];
            return svg("line", { class: "mini-won", x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 });
        }));
}

/** The picture of one tree. */
export class TreePicture {
    /** @type {Map<string, HTMLElement>} */
    elements = new Map();
    /** @type {Map<string, Place>} */
    places = new Map();
    /** @type {Map<string, SVGElement>} */
    edges = new Map();
    chosen = "0";

    /**
     * @param {FullRules} rules
     * @param {TreeAnswer} tree
     * @param {(node: TreeNode, isCut: boolean) => void} onChoose
     */
    constructor(rules, tree, onChoose) {
        this.rules = rules;
        this.tree = tree;
        this.onChoose = onChoose;
        const board = Math.min(112, Math.max(46, rules.width * 7));
        const boardHeight = Math.round(board / rules.width * rules.height);
        const sizes = { width: board + 12, height: boardHeight + 32, gap: 8, rise: 40 };
        // Wider trees are drawn with fewer siblings, so that one still sees how they belong together.
        let laidOut = layOut(tree.nodes, sizes);
        for (let most = 12; laidOut.width > WIDTH_MAX && most > 0; most--) laidOut = layOut(tree.nodes, sizes, most);
        const { places, width, height, plies } = laidOut;
        this.width = width;
        this.hidden = tree.nodes.length - places.filter(place => !place.isCut).length;
        const canvas = svg("svg", { class: "edges", "aria-hidden": "true", width, height });
        this.root = h("div", { class: "tree", role: "tree", "aria-label": "Game tree, layer by layer" });
        const layers = h("div", { class: "layers", "aria-hidden": "true" });
        for (let ply = 0; ply < plies; ply++) {
            const layer = h("span", {}, tree.nodes.find(node => node.ply === ply)?.player ?? (ply % 2 ? "MIN" : "MAX"));
            layer.style.top = `${ply * (sizes.height + sizes.rise)}px`;
            layer.style.height = `${sizes.height}px`;
            layers.append(layer);
        }
        const field = h("div", { class: "tree-field" }, canvas, this.root);
        this.field = field;
        this.layers = layers;
        this.scroll = h("div", { class: "tree-scroll" }, field);
        this.frame = h("div", { class: "tree-frame" }, layers, this.scroll);
        this.drag();
        for (const part of [field, layers]) part.style.height = `${height}px`;
        field.style.width = `${width}px`;
        for (const place of places) this.add(place, sizes, canvas);
        this.root.addEventListener("keydown", event => this.onKey(event));
        this.elements.get("0")?.setAttribute("tabindex", "0");
    }

    /** A mouse moves the picture by dragging it; fingers do so anyway. */
    drag() {
        const { scroll } = this;
        scroll.addEventListener("pointerdown", event => {
            if (event.pointerType !== "mouse" || event.button !== 0) return;
            const moves = new AbortController();
            addEventListener("pointermove", move => scroll.scrollBy(-move.movementX, -move.movementY), { signal: moves.signal });
            addEventListener("pointerup", () => moves.abort(), { once: true });
        });
    }

    /**
     * Shows the picture at this size and returns the size taken; 0 stands for one that fits the panel.
     *
     * @param {number} wanted
     */
    resize(wanted) {
        const room = this.scroll.clientWidth - 26;
        const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, wanted || Math.min(1, room / this.width)));
        for (const part of [this.field, this.layers]) part.style.zoom = String(scale);
        const place = this.places.get(this.chosen) ?? this.places.get("0");
        if (place) this.scroll.scrollLeft = (place.x + 30) * scale - this.scroll.clientWidth / 2;
        return scale;
    }

    /**
     * @param {Place} place
     * @param {import("./tree_layout.js").Sizes} sizes
     * @param {SVGElement} canvas
     */
    add(place, sizes, canvas) {
        const { node, isCut, x, y } = place;
        this.places.set(place.id, place);
        const untried = isCut ? node.cutoff?.untried ?? [] : [];
        const mini = miniBoard(this.rules, node.board, isCut ? null : node.move?.cell ?? null, untried.map(move => move.cell),
            isCut ? [] : node.result?.winningLines);
        const element = h("div", {
            class: `node ${isCut ? "cut" : `${node.player.toLowerCase()} ${node.kind}`}`, role: "treeitem", tabindex: -1,
            "aria-level": node.ply + (isCut ? 2 : 1), "aria-selected": "false", click: () => this.choose(place.id, true),
        }, mini, h("span", { class: "worth" }));
        element.style.left = `${x}px`;
        element.style.top = `${y}px`;
        element.style.width = `${sizes.width}px`;
        element.style.height = `${sizes.height}px`;
        this.elements.set(place.id, element);
        this.root.append(element);
        const above = place.parent === null ? null : this.places.get(place.parent);
        if (!above) return;
        const [x1, y1, x2] = [above.x + sizes.width / 2, above.y + sizes.height, x + sizes.width / 2];
        const edge = svg("path", { class: isCut ? "edge cut" : "edge", d: `M${x1} ${y1}C${x1} ${y1 + 22} ${x2} ${y - 22} ${x2} ${y}` });
        this.edges.set(place.id, edge);
        canvas.append(edge);
    }

    /**
     * Shows what is known by now.
     *
     * @param {readonly Knowledge[]} known
     */
    show(known) {
        for (const [id, element] of this.elements) {
            const place = /** @type {Place} */ (this.places.get(id));
            const { node, isCut } = place;
            const { state, score } = known[node.id] ?? { state: "ahead", score: null };
            const shown = isCut ? (state === "left" ? "left" : "ahead") : state;
            element.classList.toggle("ahead", shown === "ahead");
            element.classList.toggle("open", shown === "open");
            const value = /** @type {HTMLElement} */ (element.lastElementChild);
            const words = score && describe(score);
            const bound = state === "left" ? BOUND[node.exactness] : node.player === "MAX" ? "≥" : "≤";
            value.textContent = isCut ? `${node.cutoff?.untried.length} cut` : words ? bound + words.text : state === "open" ? "…" : "";
            value.className = `worth ${isCut ? "" : words?.kind ?? ""}`;
            element.setAttribute("aria-label", this.label(place, shown, words?.long ?? "", bound));
            const best = !isCut && node.parent !== null && known[node.parent]?.state === "left"
                && this.tree.nodes[node.parent]?.best === node.id;
            element.classList.toggle("best", best);
            this.edges.get(id)?.classList.toggle("best", best);
            this.edges.get(id)?.classList.toggle("ahead", shown === "ahead");
        }
    }

    /**
     * @param {Place} place
     * @param {string} state
     * @param {string} value
     * @param {string} bound
     */
    label({ node, isCut }, state, value, bound) {
        if (isCut) return `${node.cutoff?.untried.length} cut off: ${(node.cutoff?.untried ?? []).map(move => move.name).join(", ")}`;
        const move = node.move ? `${node.move.name}, ` : "position on the board, ";
        const sign = { "≥": "at least ", "≤": "at most ", "": "" }[bound] ?? "";
        return `${move}${node.player}, ${state === "ahead" ? "not visited yet" : value ? sign + value : "being searched"}`;
    }

    /**
     * @param {string} id
     * @param {boolean} focus
     */
    choose(id, focus) {
        const [before, now, place] = [this.elements.get(this.chosen), this.elements.get(id), this.places.get(id)];
        if (!now || !place) return;
        before?.setAttribute("tabindex", "-1");
        before?.setAttribute("aria-selected", "false");
        now.setAttribute("tabindex", "0");
        now.setAttribute("aria-selected", "true");
        this.chosen = id;
        if (focus) now.focus();
        this.onChoose(place.node, place.isCut);
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        const mine = this.places.get(this.chosen);
        if (!mine) return;
        const layer = [...this.places.values()].filter(place => place.y === mine.y);
        const index = layer.indexOf(mine);
        const below = [...this.places.values()].find(place => place.parent === mine.id);
        /** @type {Record<string, string | null | undefined>} */
        const targets = {
            ArrowLeft: layer[index - 1]?.id, ArrowRight: layer[index + 1]?.id, ArrowUp: mine.parent, ArrowDown: below?.id,
            Home: layer[0]?.id, End: layer.at(-1)?.id,
        };
        if (event.key === "Enter" || event.key === " ") this.choose(this.chosen, true);
        else if (!(event.key in targets)) return;
        event.preventDefault();
        const target = targets[event.key];
        if (target) this.choose(target, true);
    }
}
