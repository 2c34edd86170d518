// A game tree as a picture that can be walked through with the arrow keys.

import { h, svg } from "./dom.js";
import { miniBoard, regionOf } from "./mini_board.js";
import { other } from "./game.js";
import { sideName } from "./opponents.js";
import { inTree } from "./score.js";
import { lookOf, stone } from "./stone.js";
import { branchesOf, fold, OPENED_MOVES } from "./tree_branches.js";
import { layOut } from "./tree_layout.js";
import { Lens } from "./tree_lens.js";

/** @import { FullRules, TreeAnswer } from "./types.d.ts" */
/** @import { Branch } from "./tree_branches.js" */
/** @import { Knowledge, Place, Sizes } from "./tree_layout.js" */

/** How a value that is only a bound is written. */
export const BOUND = { "exact": "", "at-least": "≥", "at-most": "≤" };

/** The least and the largest scale at which the picture is drawn at first: its boards and values can be read; that limits how much is drawn. */
const READABLE = { least: 0.9, most: 1.5 };
/** How far apart layers stand at least, and at most where the frame has room for it, in pixels. */
const RISE = { least: 40, most: 180 };
const FOLD_WIDTH = 44;

/** The picture of one tree. */
export class TreePicture {
    /** @type {Map<string, HTMLElement>} */
    elements = new Map();
    /** @type {Map<string, Place>} */
    places = new Map();
    /** @type {Map<string, SVGElement>} */
    edges = new Map();
    /** How many moves the visitor has opened below a branch. @type {Map<string, number>} */
    opened = new Map();
    /** @type {readonly Knowledge[]} */
    known = [];
    chosen = "0";
    scale = 1;

    /**
     * @param {FullRules} rules
     * @param {TreeAnswer} tree
     * @param {TreeAnswer | null} whole The tree of minimax, whose other nodes stand behind as a shadow.
     * @param {(branch: Branch) => void} onChoose
     */
    constructor(rules, tree, whole, onChoose) {
        this.rules = rules;
        this.tree = tree;
        this.onChoose = onChoose;
        this.branches = branchesOf(tree, whole);
        const stones = [...tree.position.board].flatMap((stone, cell) => (stone === "." ? [] : [cell]));
        this.region = regionOf(rules, [...stones, ...tree.nodes.flatMap(node => node.move?.cell ?? [])]);
        const board = Math.min(112, Math.max(60, this.region.width * 9));
        const width = board + 12;
        /** @type {Sizes} */
        this.sizes = {
            width: branch => (branch.kind === "fold" ? FOLD_WIDTH : width),
            height: Math.round(board / this.region.width * this.region.height) + 32, gap: 8, rise: RISE.least,
        };
        this.canvas = svg("svg", { class: "edges", "aria-hidden": "true" });
        this.root = h("div", { class: "tree", role: "tree", "aria-label": "Game tree, layer by layer" });
        this.layers = h("div", { class: "layers", "aria-hidden": "true" });
        this.field = h("div", { class: "tree-field" }, this.canvas, this.root);
        this.scroll = h("div", { class: "tree-scroll" }, this.layers, this.field);
        this.lens = new Lens(this.scroll, [this.field, this.layers]);
        this.root.addEventListener("keydown", event => this.onKey(event));
        this.root.addEventListener("focusin", event => {
            const id = /** @type {HTMLElement} */ (event.target).dataset["id"] ?? "";
            if (id !== this.chosen) this.choose(id, false);
        });
    }

    /** Draws as much as the frame has room for, and all that was opened; then it fits, or is as large as it was. @param {boolean} fits */
    draw(fits) {
        const room = Math.max(200, this.lens.room) / READABLE.least;
        const root = fold(this.branches, { width: this.sizes.width, gap: this.sizes.gap, room }, this.opened);
        if (fits) this.spread(layOut(root, { ...this.sizes, rise: RISE.least }));
        const { places, plies, width, height } = layOut(root, this.sizes);
        for (const all of [this.elements, this.places, this.edges]) all.clear();
        this.root.replaceChildren();
        this.canvas.replaceChildren();
        this.canvas.setAttribute("width", String(width));
        this.canvas.setAttribute("height", String(height));
        this.layers.replaceChildren(...Array.from({ length: plies }, (_, ply) => {
            const layer = h("span", {}, h("i", { class: "tiny-disc" }, stone(this.side(ply % 2 ? "MIN" : "MAX"), lookOf(this.rules))), this.called(ply % 2 ? "MIN" : "MAX"), h("small", {}, ply % 2 ? "MIN" : "MAX"));
            layer.style.top = `${ply * (this.sizes.height + this.sizes.rise)}px`;
            layer.style.height = `${this.sizes.height}px`;
            return layer;
        }));
        for (const part of [this.field, this.layers]) part.style.height = `${height}px`;
        this.field.style.width = `${width}px`;
        for (const place of places) this.add(place);
        this.width = width;
        this.choose(this.shownAt(this.chosen), false);
        this.show(this.known);
        if (fits) this.fit();
    }

    /** The size that the picture has at first, and how far apart its layers stand: a frame of its own is filled. @param {{ width: number, height: number, plies: number }} picture */
    spread({ width, height, plies }) {
        const { lens } = this;
        const high = lens.ownsWheel ? lens.high : 0;
        this.scale = Math.min(lens.room / width, Math.max(1, Math.min(READABLE.most, high / height)));
        this.sizes.rise = Math.min(RISE.most, Math.max(RISE.least, RISE.least + (high / this.scale - height) / Math.max(1, plies - 1)));
    }

    /** The whole picture in the frame. */
    fit() {
        this.lens.set(Math.min(this.scale, this.lens.room / (this.width ?? 1)));
        this.center();
    }

    /** The name of the side that plays for the highest or the lowest value. @param {"MAX" | "MIN"} player */
    called(player) {
        return sideName(lookOf(this.rules), this.side(player));
    }

    /** @param {"MAX" | "MIN"} player */
    side(player) {
        const { turn } = this.tree.position;
        return player === "MAX" ? turn : other(turn);
    }

    /** Brings the chosen node to the middle. */
    center() {
        const place = this.places.get(this.chosen);
        if (place) this.scroll.scrollLeft = (place.x + place.width / 2) * this.lens.scale - this.scroll.clientWidth / 2;
    }

    /** The part of the picture that stands for a branch: itself, or the fold that holds it. @param {string} id */
    shownAt(id) {
        if (this.places.has(id)) return id;
        for (let branch = this.branches.get(id)?.parent; branch; branch = branch.parent) {
            if (this.places.has(`fold-${branch.id}`)) return `fold-${branch.id}`;
            if (this.places.has(branch.id)) return branch.id;
        }
        return "0";
    }

    /** @param {Place} place */
    add(place) {
        const { branch: { id, kind, node, ply, parent, folded }, x, y, width } = place;
        this.places.set(id, place);
        const untried = kind === "cut" ? node.cutoff?.untried ?? [] : [];
        const isNode = kind === "node" || kind === "shadow";
        const mini = kind !== "fold" && miniBoard(this.rules, node.board, {
            last: isNode ? node.move?.cell ?? null : null, cut: untried.map(move => move.cell),
            lines: isNode ? node.result?.winningLines ?? [] : [], region: this.region,
        });
        const click = () => (kind === "fold" ? this.open(id.replace(/^fold-/, "")) : this.choose(id, true));
        const element = h("div", {
            class: `node ${kind} ${isNode ? `${node.player.toLowerCase()} ${node.kind}` : ""}`, role: "treeitem", tabindex: -1,
            "data-id": id, "aria-level": ply + 1, "aria-selected": "false", click,
        }, mini, kind === "fold" ? h("span", {}, `+${folded} more`) : h("span", { class: "caption", "data-move": isNode && node.move ? node.move.name : null }, h("span", { class: "worth" })));
        for (const [name, value] of Object.entries({ left: x, top: y, width, height: this.sizes.height })) {
            element.style.setProperty(name, `${value}px`);
        }
        this.elements.set(id, element);
        this.root.append(element);
        const above = parent && this.places.get(parent.id);
        if (!above) return;
        const [x1, y1, x2] = [above.x + above.width / 2, above.y + this.sizes.height, x + width / 2];
        const edge = svg("path", { class: `edge to-${kind}`, d: `M${x1} ${y1}C${x1} ${(y1 + y) / 2} ${x2} ${(y1 + y) / 2} ${x2} ${y}` });
        this.edges.set(id, edge);
        this.canvas.append(edge);
    }

    /** Shows more moves below a branch. @param {string} above Its id. */
    open(above) {
        const branch = this.places.get(above)?.branch;
        const all = this.branches.get(above)?.children ?? [];
        if (!branch) return;
        // Nodes that are shown stay, even without room.
        for (const place of this.places.values()) {
            this.opened.set(place.branch.id, place.branch.children.filter(child => child.kind !== "fold" && child.kind !== "cut").length);
        }
        const shown = new Set(branch.children.map(child => child.id));
        this.opened.set(above, all.filter(child => child.kind !== "cut" && shown.has(child.id)).length + OPENED_MOVES);
        this.draw(false);
        const first = this.places.get(above)?.branch.children.find(child => !shown.has(child.id));
        this.choose(first?.id ?? above, true);
    }

    /**
     * Shows the knowledge at this moment.
     *
     * @param {readonly Knowledge[]} known
     */
    show(known) {
        this.known = known;
        for (const [id, element] of this.elements) {
            const { branch } = /** @type {Place} */ (this.places.get(id));
            const { kind, node } = branch;
            const look = this.looks(branch);
            const value = element.querySelector(".worth");
            if (value) {
                value.textContent = look.text;
                value.className = `worth ${look.kind}`;
            }
            element.setAttribute("aria-label", look.label);
            for (const state of ["ahead", "open"]) element.classList.toggle(state, look.state === state);
            const above = node.parent === null ? null : this.tree.nodes[node.parent];
            const best = kind === "node" && above?.best === node.id && known[above.id]?.state === "left";
            for (const one of [element, this.edges.get(id)]) one?.classList.toggle("best", best);
            this.edges.get(id)?.classList.toggle("ahead", look.state === "ahead");
        }
    }

    /**
     * The state of a part of the picture, its text, the kind of its score, and all of it in words.
     *
     * @param {Branch} branch
     * @returns {{ state: string, text: string, kind: string, label: string }}
     */
    looks({ id, kind, node, folded }) {
        const { state, score } = this.known[node.id] ?? { state: "left", score: node.score };
        if (kind === "cut") {
            const untried = node.cutoff?.untried ?? [];
            return { state: state === "left" ? "left" : "ahead", text: `${untried.length} cut`, kind: "", label: `${untried.length} cut off: ${untried.map(move => move.name).join(", ")}` };
        }
        const move = node.move ? `${node.move.name}, ` : "position on the board, ";
        if (kind === "fold") {
            const isOpen = this.branches.get(node.id.toString())?.children.some(child =>
                child.kind === "node" && !this.places.has(child.id) && this.known[child.node.id]?.state === "open");
            const isShadow = id.startsWith("fold-shadow");
            return { state: isOpen ? "open" : "left", text: "", kind: "", label: `+${folded} more after ${move}${isShadow ? "of minimax, " : ""}open with Enter` };
        }
        if (kind === "shadow") {
            const { text, long, kind: sort } = inTree(node.score, this.rules.misere);
            return { state: "left", text, kind: sort, label: `${move}${this.called(node.player)}, only minimax looks here: ${long}` };
        }
        const words = score && inTree(score, this.rules.misere);
        const bound = state === "left" ? BOUND[node.exactness] : node.player === "MAX" ? "≥" : "≤";
        const sign = { "≥": "at least ", "≤": "at most ", "": "" }[bound] ?? "";
        const value = state === "ahead" ? "not visited yet" : words ? sign + words.long : "being searched";
        return { state, text: words ? bound + words.text : state === "open" ? "…" : "", kind: words?.kind ?? "", label: `${move}${this.called(node.player)}, ${value}` };
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
        this.onChoose(place.branch);
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        const mine = this.places.get(this.chosen);
        if (!mine || event.altKey || event.ctrlKey || event.metaKey) return;
        const layer = [...this.places.values()].filter(place => place.y === mine.y).sort((a, b) => a.x - b.x);
        const index = layer.indexOf(mine);
        /** @type {Record<string, string | null | undefined>} */
        const targets = {
            ArrowLeft: layer[index - 1]?.branch.id, ArrowRight: layer[index + 1]?.branch.id, ArrowUp: mine.branch.parent?.id,
            ArrowDown: mine.branch.children[0]?.id, Home: layer[0]?.branch.id, End: layer.at(-1)?.branch.id,
        };
        if (event.key === "Enter" || event.key === " ") this.elements.get(this.chosen)?.click();
        else if (!(event.key in targets)) return;
        event.preventDefault();
        const target = targets[event.key];
        if (target) this.choose(target, true);
    }
}
