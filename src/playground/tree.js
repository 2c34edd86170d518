// How a search thinks: its tree as a picture, moment by moment, with the cuts and their reasons, and minimax behind it.

import { closeDialog, openDialog } from "./dialog.js";
import { field, h, number, select } from "./dom.js";
import { inWords } from "./refusal_words.js";
import { miniBoard } from "./mini_board.js";
import { grouped } from "./score.js";
import { heuristicMenu } from "./search_fields.js";
import { sumTable } from "./sum.js";
import { knowledge, moments } from "./tree_layout.js";
import { TreePicture } from "./tree_picture.js";
import { growTrees } from "./tree_request.js";
import { account } from "./tree_words.js";

/** @import { Branch } from "./tree_branches.js" */
/** @import { Algorithm, Grown } from "./tree_request.js" */
/** @import { Session } from "./session.js" */
/** @import { Catalogue } from "./catalogue.js" */

/** The largest tree that the page asks for, in nodes. */
const NODES_ASKED_MAX = 10_000;
const DEPTH_MAX = 6;
/** The time from one moment to the next while they play, in milliseconds. */
const MOMENT_MS = 350;
/** The factor by which one click zooms. */
const STEP = 1.4;

/** The tree that is drawn: one of the algorithms', or alpha-beta's with minimax behind it. @typedef {Algorithm | "both"} Drawn */

/** The trees of the position on the board. */
export class TreeView {
    depth = 2;
    heuristic = "lines";
    /** @type {Drawn} */
    drawn = "both";
    /** @type {Grown | null} */
    grown = null;
    /** The position of the trees. @type {Session["now"] | null} */
    step = null;
    /** The request that counts. */
    asked = 0;
    /** @type {TreePicture | null} */
    picture = null;
    passed = 0;
    /** @type {import("./tree_layout.js").Moment[]} */
    timeline = [];
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
        const depth = number(this.depth, 1, DEPTH_MAX, value => { this.depth = value; again(); }, { id: "tree-depth" });
        const heuristic = heuristicMenu(catalogue, this.heuristic, value => { this.heuristic = value; again(); }, "the game’s default");
        const drawn = select([["both", "both"], ["alpha-beta", "alpha-beta"], ["minimax", "minimax"]], this.drawn, value => {
            this.drawn = /** @type {Drawn} */ (value);
            this.draw();
        });
        this.compare = h("div", { class: "compare" });
        this.chosenMoves = h("p", { class: "candidates" });
        this.stage = h("div", { class: "tree-stage" });
        this.detail = h("div", { class: "node-detail", "aria-live": "polite" });
        this.slider = h("input", {
            type: "range", min: 1, max: 1, value: 1, "aria-label": "Moment of the search", input: () => this.goTo(Number(this.slider.value)),
        });
        this.counter = h("output", {});
        this.playing = h("button", { click: () => this.play() }, "Play");
        const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ click) => h("button", { "aria-label": label, title: label, click }, sign);
        this.moments = h("div", { class: "stepper moments", role: "group", "aria-label": "Moments of the search" },
            button("«", "To the beginning", () => this.goTo(1)), button("‹", "One moment back", () => this.goTo(this.passed - 1)),
            this.slider, button("›", "One moment forward", () => this.goTo(this.passed + 1)),
            button("»", "To the end", () => this.goTo(Infinity)), this.playing, this.counter);
        const zoom = (/** @type {number} */ by) => this.picture?.lens.zoom(this.picture.lens.scale * by);
        this.wide = h("button", { class: "widen", click: () => this.widen() }, "Open wide");
        const sizes = h("div", { class: "stepper sizes", role: "group", "aria-label": "Size of the picture" },
            button("−", "Smaller", () => zoom(1 / STEP)), button("+", "Larger", () => zoom(STEP)),
            h("button", { click: () => this.picture?.fit() }, "Fit"), this.wide);
        this.body = h("div", { class: "tree-body without-picture" }, sizes, this.stage, this.moments, this.detail);
        const head = h("div", { class: "panel-head" }, h("h2", { id: "tree-wide" }, "How a search thinks"), h("button", { click: () => void closeDialog(this.dialog) }, "Close"));
        this.dialog = h("dialog", { class: "tree-dialog", "aria-labelledby": "tree-wide", close: () => this.narrow() }, head);
        place.append(h("div", { class: "options" }, field("Depth", depth), field("Heuristic", heuristic), field("Picture of", drawn)),
            this.compare, this.chosenMoves, this.body, this.dialog);
        this.place = place;
        // A panel that was hidden or narrower has room for more, or for less.
        let width = 0;
        new ResizeObserver(() => {
            const now = this.stage.clientWidth;
            if (now && Math.abs(now - width) > 40) this.picture?.draw(true);
            width = now || width;
        }).observe(this.stage);
    }

    /** The panel is seen, or the position has changed while it is. */
    follow() {
        if (this.step !== this.session.now && this.session.info) void this.grow();
    }

    async grow() {
        const asked = ++this.asked;
        this.step = this.session.now;
        this.stop();
        if (this.session.isOver) return this.refuse("The game is over: there is nothing to search. Step back a move, or start a new game.");
        if (!this.picture) this.refuse("Searching …");
        this.stage.setAttribute("aria-busy", "true");
        try {
            const grown = await growTrees(this.session.rules, {
                position: this.session.fields, depth: this.depth, options: this.heuristic ? { heuristic: this.heuristic } : {}, nodesMax: this.nodesMax,
            });
            if (this.asked !== asked) return;
            this.grown = grown;
            this.showComparison(grown);
            this.draw();
        } catch (fault) {
            if (this.asked === asked) this.refuse(inWords(fault), h("button", { click: () => void this.grow() }, "Try again"));
        } finally {
            if (this.asked === asked) this.stage.removeAttribute("aria-busy");
        }
    }

    /**
     * @param {string} text
     * @param {HTMLElement[]} more Buttons against the cause.
     */
    refuse(text, ...more) {
        this.picture = null;
        // Else a choice of the picture would draw the trees of another position.
        this.grown = null;
        this.body.classList.add("without-picture");
        for (const part of [this.compare, this.detail]) part.replaceChildren();
        this.chosenMoves.textContent = "";
        this.stage.replaceChildren(h("p", { class: "empty" }, text), ...more);
    }

    /** @param {Grown} grown */
    showComparison({ trees, most, allMost, names }) {
        const [pruned, whole] = [trees["alpha-beta"]?.search?.nodes, trees["minimax"]?.search?.nodes];
        const longest = Math.max(whole ?? most, pruned ?? 0);
        const bar = (/** @type {string} */ name, /** @type {number | undefined} */ nodes) => {
            const fill = h("span", { class: `bar ${name}` });
            fill.style.width = `${(nodes ?? longest) / longest * 100}%`;
            return h("div", { class: "bar-row" }, h("span", {}, name), h("span", { class: "track" }, fill),
                h("b", {}, nodes === undefined ? `up to ${grouped(most)} nodes` : `${grouped(nodes)} nodes`));
        };
        const saved = pruned && whole && whole > pruned ? `Alpha-beta finds the same value with ${Math.round((1 - pruned / whole) * 100)} % fewer nodes.` : null;
        this.compare.replaceChildren(bar("alpha-beta", pruned), bar("minimax", whole), ...(saved ? [h("p", {}, saved)] : []));
        this.chosenMoves.textContent = names
            ? `All moves would be up to ${grouped(allMost)} nodes: too many to draw. This is the tree of the most promising ones: ${names.join(", ")}.` : "";
    }

    /** The tree whose nodes are walked through. */
    get tree() {
        const { trees } = this.grown ?? {};
        return trees?.[this.drawn === "minimax" && trees.minimax ? "minimax" : "alpha-beta"] ?? null;
    }

    draw() {
        this.stop();
        const { tree } = this;
        if (!tree) return;
        const shadow = this.drawn === "both" ? this.grown?.trees.minimax ?? null : null;
        this.picture = new TreePicture(this.session.rules, tree, shadow, branch => this.showBranch(branch));
        this.picture.lens.ownsWheel = this.dialog.open;
        this.body.classList.remove("without-picture");
        this.timeline = moments(tree);
        this.slider.max = String(this.timeline.length);
        this.stage.replaceChildren(this.picture.scroll);
        this.goTo(Infinity);
        this.picture.draw(true);
    }

    /** @param {number} passed */
    goTo(passed) {
        const { tree } = this;
        if (!tree) return;
        this.passed = Math.max(1, Math.min(passed, this.timeline.length));
        this.slider.value = String(this.passed);
        this.counter.textContent = `${this.passed} of ${this.timeline.length}`;
        this.picture?.show(knowledge(tree, this.timeline, this.passed));
        const moment = this.timeline[this.passed - 1];
        if (passed !== Infinity && moment) this.picture?.choose(this.picture.shownAt(String(moment.id)), false);
    }

    play() {
        if (this.clock !== undefined) return this.stop();
        if (this.passed === this.timeline.length) this.goTo(1);
        this.playing.textContent = "Pause";
        // Every moment read aloud would be too much.
        this.detail.setAttribute("aria-live", "off");
        this.clock = setInterval(() => {
            this.goTo(this.passed + 1);
            this.picture?.elements.get(this.picture.chosen)?.scrollIntoView({ block: "nearest", inline: "nearest" });
            if (this.passed === this.timeline.length) this.stop();
        }, MOMENT_MS);
    }

    stop() {
        clearInterval(this.clock);
        this.clock = undefined;
        this.playing.textContent = "Play";
        this.detail.setAttribute("aria-live", "polite");
    }

    /** The picture with the whole window for itself, where there is room for more of the tree. */
    widen() {
        this.dialog.append(this.body);
        this.wide.hidden = true;
        openDialog(this.dialog);
        if (this.picture) this.picture.lens.ownsWheel = true;
        this.picture?.draw(true);
        this.picture?.elements.get(this.picture.chosen)?.focus();
    }

    narrow() {
        this.place.insertBefore(this.body, this.dialog);
        this.wide.hidden = false;
        if (this.picture) this.picture.lens.ownsWheel = false;
        this.picture?.opened.clear();
        this.picture?.draw(true);
        this.wide.focus();
    }

    /** @param {Branch} branch */
    showBranch(branch) {
        const { tree } = this;
        if (!tree) return;
        const { rules } = this.session;
        const { kind, node } = branch;
        const isNode = kind === "node" || kind === "shadow";
        const mini = (/** @type {number[]} */ line = []) => miniBoard(rules, node.board, {
            last: isNode ? node.move?.cell ?? null : null, lines: line.length ? [line] : isNode ? node.result?.winningLines ?? [] : [],
        });
        const board = h("div", { class: "node-board" }, mini());
        const called = (/** @type {"MAX" | "MIN"} */ player) => this.picture?.called(player) ?? player;
        const { heading, facts, why } = account(branch, tree, this.grown?.trees.minimax ?? null, this.drawn !== "minimax", called);
        const text = h("div", { class: "node-text" }, h("h3", {}, heading), ...facts.map(fact => h("p", {}, fact)), why && h("p", { class: "why" }, why));
        this.detail.replaceChildren(board, text);
        const shadows = kind === "cut" ? this.picture?.branches.get(String(node.id))?.children.filter(child => child.kind === "shadow").length : 0;
        if (shadows) text.append(h("button", { click: () => this.picture?.open(String(node.id)) }, `Show what minimax looks at here: ${shadows} more`));
        if (kind !== "node" || !node.static || this.drawn === "minimax") return;
        text.append(sumTable(rules, node.static.lines, node.static.value, called("MAX"), cells => board.replaceChildren(mini(cells))));
    }
}
