// How a search thinks: its tree as a picture, moment by moment, with what was cut off and why, and minimax beside it.

import { ask } from "./api.js";
import { field, h, number, select } from "./dom.js";
import { inWords, Refusal } from "./link.js";
import { heuristicMenu } from "./players.js";
import { describe, grouped, signed } from "./score.js";
import { sumTable } from "./sum.js";
import { knowledge, moments, mostNodes } from "./tree_layout.js";
import { BOUND, miniBoard, TreePicture } from "./tree_picture.js";

/** @import { TreeAnswer, TreeBound, TreeNode } from "./types.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Catalogue } from "./catalogue.js" */

/** More are not asked for. */
const NODES_ASKED_MAX = 10_000;
/** Boards smaller than this part of their size cannot be read. */
const READABLE = 0.6;
/** Between two moments when they play by themselves, in milliseconds. */
const MOMENT_MS = 350;

/** @typedef {"alpha-beta" | "minimax"} Algorithm */

/** The trees of the position on the board. */
export class TreeView {
    depth = 2;
    heuristic = "lines";
    /** @type {Algorithm} */
    algorithm = "alpha-beta";
    /** @type {Record<Algorithm, TreeAnswer | null>} */
    trees = { "alpha-beta": null, "minimax": null };
    /** The position of the trees. @type {Session["now"] | null} */
    step = null;
    /** @type {TreePicture | null} */
    picture = null;
    passed = 0;
    scale = 1;
    /** @type {import("./tree_layout.js").Moment[] | undefined} */
    timeline;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    clock;

    /**
     * @param {HTMLElement} place
     * @param {Session} session
     * @param {Catalogue} catalogue
     */
    constructor(place, session, catalogue) {
        this.session = session;
        this.nodesMax = Math.min(NODES_ASKED_MAX, catalogue.games.limits.treeNodesMax);
        const again = () => void this.grow();
        this.depthInput = number(this.depth, 1, 6, value => { this.depth = value; again(); }, { id: "tree-depth" });
        const heuristic = heuristicMenu(catalogue, this.heuristic, value => { this.heuristic = value; again(); }, "the game’s default");
        const algorithm = select([["alpha-beta", "alpha-beta"], ["minimax", "minimax"]], this.algorithm, value => {
            this.algorithm = /** @type {Algorithm} */ (value);
            this.draw();
        });
        this.options = h("div", { class: "options" },
            field("Depth", this.depthInput), field("Heuristic", heuristic), field("Picture of", algorithm));
        this.compare = h("div", { class: "compare" });
        this.sizes = h("div", { class: "stepper sizes", role: "group", "aria-label": "Size of the picture" },
            this.button("−", "Smaller", () => this.resize(this.scale / 1.4)), this.button("+", "Larger", () => this.resize(this.scale * 1.4)),
            h("button", { click: () => this.resize(0) }, "Whole tree"));
        this.folded = h("p", { class: "folded" });
        this.stage = h("div", { class: "tree-stage" });
        this.detail = h("div", { class: "node-detail", "aria-live": "polite" });
        this.slider = h("input", {
            type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the search", input: () => this.goTo(Number(this.slider.value)),
        });
        this.counter = h("output", {});
        this.playing = h("button", { click: () => this.play() }, "Play");
        this.moments = h("div", { class: "stepper", role: "group", "aria-label": "Moments of the search" },
            this.button("«", "To the beginning", () => this.goTo(1)), this.button("‹", "One moment back", () => this.goTo(this.passed - 1)),
            this.slider, this.button("›", "One moment forward", () => this.goTo(this.passed + 1)),
            this.button("»", "To the end", () => this.goTo(Infinity)), this.playing, this.counter);
        place.append(this.options, this.compare, this.moments, this.sizes, this.stage, this.folded, this.detail);
    }

    /**
     * @param {string} sign
     * @param {string} label
     * @param {() => void} click
     */
    button(sign, label, click) {
        return h("button", { "aria-label": label, click }, sign);
    }

    /** The panel is seen, or the position has changed while it is. */
    follow() {
        if (this.step !== this.session.now && this.session.info) void this.grow();
    }

    async grow() {
        const step = this.session.now;
        this.step = step;
        this.stop();
        if (this.session.isOver) return this.refuse("The game is over: there is nothing to search. Undo a move, or start a new game.");
        const empties = step.board.split(".").length - 1;
        const { rules } = this.session;
        const most = mostNodes(rules, empties, this.depth);
        const grow = async (/** @type {Algorithm} */ algorithm) => {
            // What cannot be drawn is not asked for: even the best order leaves about twice the root of all nodes.
            const least = algorithm === "minimax" ? most : 2 * Math.sqrt(most);
            if (least > this.nodesMax) return null;
            const fields = {
                ...this.session.fields, algorithm, depth: this.depth, ...(this.heuristic && { heuristic: this.heuristic }),
                maxNodes: this.nodesMax, trace: algorithm === "alpha-beta",
            };
            return /** @type {TreeAnswer} */ (await ask("/v1/tree", fields, { method: "POST" }));
        };
        try {
            const [whole, pruned] = await Promise.all([grow("minimax"), grow("alpha-beta")]);
            if (this.step !== step) return;
            this.trees = { "alpha-beta": pruned, "minimax": whole };
            this.showComparison(most);
            this.draw();
        } catch (fault) {
            const isTooLarge = fault instanceof Refusal && fault.problem.errors?.some(({ pointer }) => pointer === "/maxNodes");
            if (!isTooLarge) return this.refuse(inWords(fault));
            this.refuse(`A tree of depth ${this.depth} is too large for a picture here.`, this.shallower());
        }
    }

    /** The way on where a tree is too large. */
    shallower() {
        if (this.depth === 1) return null;
        return h("button", {
            click: () => {
                this.depth -= 1;
                this.depthInput.value = String(this.depth);
                void this.grow();
            },
        }, `Show depth ${this.depth - 1}`);
    }

    /** @param {number} scale */
    resize(scale) {
        if (this.picture) this.scale = this.picture.resize(scale);
    }

    /**
     * @param {string} text
     * @param {HTMLElement | null} [way]
     */
    refuse(text, way = null) {
        this.sizes.hidden = true;
        this.folded.textContent = "";
        this.picture = null;
        this.moments.hidden = true;
        this.compare.replaceChildren();
        this.detail.replaceChildren();
        this.stage.replaceChildren(h("div", { class: "empty" }, h("p", {}, text), way));
    }

    /** @param {number} most */
    showComparison(most) {
        const [pruned, whole] = [this.trees["alpha-beta"]?.search?.nodes, this.trees["minimax"]?.search?.nodes];
        const longest = Math.max(whole ?? most, pruned ?? 0);
        const bar = (/** @type {string} */ name, /** @type {number | undefined} */ nodes, /** @type {string} */ unknown) => {
            const fill = h("span", { class: `bar ${name}` });
            fill.style.width = `${(nodes ?? longest) / longest * 100}%`;
            const text = nodes === undefined ? unknown : `${grouped(nodes)} nodes`;
            return h("div", { class: "bar-row" }, h("span", {}, name), h("span", { class: "track" }, fill), h("b", {}, text));
        };
        const saved = pruned && whole && whole > pruned ? `Alpha-beta finds the same value with ${Math.round((1 - pruned / whole) * 100)} % fewer nodes.` : null;
        this.compare.replaceChildren(bar("alpha-beta", pruned, "too many to draw"), bar("minimax", whole, `up to ${grouped(most)} nodes`),
            ...(saved ? [h("p", {}, saved)] : []));
    }

    draw() {
        this.stop();
        const tree = this.trees[this.algorithm];
        if (!tree) {
            this.picture = null;
            this.moments.hidden = true;
            this.sizes.hidden = true;
            this.folded.textContent = "";
            this.detail.replaceChildren();
            this.stage.replaceChildren(h("div", { class: "empty" }, h("p", {}, `${this.algorithm} at depth ${this.depth} is too much for a picture.`), this.shallower()));
            return;
        }
        this.picture = new TreePicture(this.session.rules, tree, (node, isCut) => this.showNode(node, isCut));
        this.timeline = moments(tree);
        this.slider.max = String(this.timeline.length);
        this.moments.hidden = false;
        this.stage.replaceChildren(this.picture.frame);
        this.goTo(Infinity);
        this.picture.choose("0", false);
        this.sizes.hidden = false;
        const { hidden } = this.picture;
        this.folded.textContent = hidden ? `${grouped(hidden)} of ${grouped(tree.nodes.length)} nodes are folded away: of each position the first moves and the best one are drawn.` : "";
        // Whole if one can still read it, else at a size at which one can.
        this.resize(0);
        if (this.scale < READABLE) this.resize(READABLE);
    }

    /** @param {number} passed */
    goTo(passed) {
        const tree = this.trees[this.algorithm];
        if (!tree || !this.timeline) return;
        this.passed = Math.max(1, Math.min(passed, this.timeline.length));
        this.slider.value = String(this.passed);
        this.counter.textContent = `${this.passed} of ${this.timeline.length}`;
        this.picture?.show(knowledge(tree, this.timeline, this.passed));
        if (passed === Infinity) return;
        const moment = this.timeline[this.passed - 1];
        if (moment) this.picture?.choose(String(moment.id), false);
    }

    play() {
        if (this.clock !== undefined) return this.stop();
        if (this.passed === this.timeline?.length) this.goTo(1);
        this.playing.textContent = "Pause";
        this.clock = setInterval(() => {
            this.goTo(this.passed + 1);
            this.picture?.elements.get(this.picture.chosen)?.scrollIntoView({ block: "nearest", inline: "nearest" });
            if (this.passed === this.timeline?.length) this.stop();
        }, MOMENT_MS);
    }

    stop() {
        clearInterval(this.clock);
        this.clock = undefined;
        this.playing.textContent = "Play";
    }

    /**
     * @param {TreeNode} node
     * @param {boolean} isCut
     */
    showNode(node, isCut) {
        const { rules } = this.session;
        const mini = () => miniBoard(rules, node.board, isCut ? null : node.move?.cell ?? null, [], isCut ? [] : node.result?.winningLines);
        const board = h("div", { class: "node-board" }, mini());
        const text = h("div", { class: "node-text" },
            h("h3", {}, isCut ? "Cut off" : `${node.move ? node.move.name : "The position on the board"} · ${node.player}`),
            ...(isCut ? [] : this.facts(node).map(fact => h("p", {}, fact))),
            node.cutoff && h("p", { class: "why" }, this.reason(node)));
        this.detail.replaceChildren(board, text);
        if (isCut || !node.static) return;
        const max = this.trees[this.algorithm]?.position.turn ?? "X";
        if (this.algorithm === "minimax") {
            text.append(h("p", {}, `Static value ${signed(node.static.value)}.`));
            return;
        }
        text.append(sumTable(rules, node.static.lines, node.static.value, `MAX (${max})`, cells =>
            board.replaceChildren(cells.length ? miniBoard(rules, node.board, null, [], [cells]) : mini())));
    }

    /** @param {TreeNode} node */
    facts(node) {
        const score = describe(node.score);
        const value = `${{ "": "Value", "≥": "Value at least", "≤": "Value at most" }[BOUND[node.exactness]]}: ${score.long.replace(/^value /, "")}, for MAX.`;
        const end = (/** @type {TreeBound | null} */ bound, /** @type {string} */ infinite) =>
            bound ? `${describe(bound.score).text} (from ${this.nameNode(bound.by)})` : infinite;
        const window = `Window on entry: α ${end(node.window.alpha, "−∞")}, β ${end(node.window.beta, "+∞")}.`;
        const turn = `${node.player} plays ${node.turn} and wants the ${node.player === "MAX" ? "highest" : "lowest"} value.`;
        const kinds = {
            inner: `${turn} Best is ${node.best === null ? "nothing" : this.nameNode(node.best)}.`,
            leaf: "The horizon: the heuristic speaks, by the sum of these lines.",
            finished: node.result?.winner ? `The game is over: ${node.result.winner} has won.` : "The game is over: a draw.",
            transposition: "This position was met before; its value is taken from there.",
        };
        return this.algorithm === "minimax" ? [value, kinds[node.kind]] : [value, kinds[node.kind], window];
    }

    /**
     * Why the rest of a node was not looked at.
     *
     * @param {TreeNode} node
     */
    reason(node) {
        if (!node.cutoff) return "";
        const [holder, other, sign, bound] = node.player === "MIN" ? ["MIN", "MAX", "≤", "α"] : ["MAX", "MIN", "≥", "β"];
        const { untried, bound: { score, by } } = node.cutoff;
        return `Not looked at: ${untried.map(move => move.name).join(", ")}. ${holder} already has ${describe(node.score).text} here, `
            + `and ${other} has ${describe(score).text} elsewhere (${this.nameNode(by)}): ${describe(node.score).text} ${sign} ${bound}. `
            + `Whatever these moves bring, ${other} will not let the game come here.`;
    }

    /** A node by the moves that lead to it. @param {number} id */
    nameNode(id) {
        const nodes = this.trees[this.algorithm]?.nodes ?? [];
        const path = [];
        for (let node = nodes[id]; node?.move; node = nodes[node.parent ?? 0]) path.unshift(node.move.name);
        return path.join(" ") || "the root";
    }
}
