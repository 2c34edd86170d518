// The board: a grid for eyes, pointers, keys and screen readers.

import { arrow, h, svg } from "./dom.js";
import { landing, nameOf } from "./game.js";
import { lines, lookOf, stone } from "./stone.js";

/** @import { FullRules, Marks, Step } from "./types.d.ts" */

/**
 * What is shown. `floating`, only while a position is set up: the stones with an empty cell below them.
 *
 * @typedef {{ rules: FullRules, step: Step, lines: number[][], marks: Marks, open: boolean, floating?: number[] }} Scene
 */

/** @typedef {NonNullable<ReturnType<Marks["scores"]["get"]>>} MarkedScore */

/**
 * A score in its colours.
 *
 * @param {MarkedScore} score
 * @param {string} text
 */
function badge(score, text) {
    const classes = `score ${score.kind}${score.best ? " best" : ""}`;
    return h("span", { class: classes, "data-length": text.length, "data-heat": score.heat, "data-text": score.text }, text);
}

/** A cell narrower than this, in CSS pixels, is hard to hit: the board can be zoomed. */
const CELL_MIN = 24;
/** On larger boards scores are dots, with numbers for the best of them. */
const SMALL_WIDTH = 9;
/** How many moves of a large board have their number shown. */
const NUMBERS_MAX = 5;
/** How many have a dot; the others show their score under the pointer or the focus. */
const DOTS_MAX = 24;

/** A board that can be played on. */
export class BoardView {
    /** @type {HTMLElement[]} */
    cells = [];
    /** @type {Scene | null} */
    scene = null;
    focused = 0;
    shape = "";

    /**
     * @param {HTMLElement} frame
     * @param {HTMLButtonElement} zoom
     * @param {(cell: number) => void} onPlay
     */
    constructor(frame, zoom, onPlay) {
        this.onPlay = onPlay;
        this.zoom = zoom;
        this.frame = frame;
        this.tops = h("div", { class: "tops", "aria-hidden": "true" });
        this.grid = h("div", { role: "grid", class: "board", "aria-label": "Board" });
        this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true", preserveAspectRatio: "none" });
        this.grid.addEventListener("keydown", event => this.onKey(event));
        this.grid.addEventListener("click", event => {
            const cell = this.cells.findIndex(element => element.contains(/** @type {Node} */ (event.target)));
            if (cell < 0) return;
            this.focus(cell);
            onPlay(cell);
        });
        this.grid.addEventListener("pointerover", event => this.hover(/** @type {Node} */ (event.target)));
        this.grid.addEventListener("pointerleave", () => this.hover(null));
        // Keys show where a stone lands as the pointer does.
        this.grid.addEventListener("focusin", event => this.hover(/** @type {Node} */ (event.target)));
        this.grid.addEventListener("focusout", () => this.hover(null));
        this.under = svg("svg", { class: "under", "aria-hidden": "true" });
        this.box = h("div", { class: "board-box" }, this.tops, h("div", { class: "field-box" }, this.under, this.grid, this.overlay));
        frame.replaceChildren(this.box);
        zoom.addEventListener("click", () => {
            zoom.setAttribute("aria-pressed", String(frame.classList.toggle("zoomed")));
            this.cells[this.focused]?.scrollIntoView({ block: "nearest", inline: "center" });
        });
        new ResizeObserver(() => this.measure()).observe(frame);
    }

    /** Offers the zoom where cells are too small for a finger. */
    measure() {
        if (this.frame.classList.contains("zoomed")) return;
        this.zoom.hidden = (this.cells[0]?.getBoundingClientRect().width ?? CELL_MIN) >= CELL_MIN;
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        const { rules } = /** @type {Scene} */ (this.scene);
        const direction = arrow(event);
        const row = Math.floor(this.focused / rules.width);
        const col = this.focused % rules.width;
        if (event.key === "Enter" || event.key === " ") {
            this.onPlay(this.focused);
        } else if (event.key === "Home" || event.key === "End") {
            this.focus(row * rules.width + (event.key === "Home" ? 0 : rules.width - 1));
        } else if (direction) {
            const [x, y] = [col + direction[0], row + direction[1]];
            if (x >= 0 && x < rules.width && y >= 0 && y < rules.height) this.focus(y * rules.width + x);
        } else {
            return;
        }
        event.preventDefault();
    }

    /** @param {number} cell */
    focus(cell) {
        this.cells[this.focused]?.setAttribute("tabindex", "-1");
        this.focused = cell;
        this.cells[cell]?.setAttribute("tabindex", "0");
        this.cells[cell]?.focus();
    }

    /** Where gravity takes a stone is shown before it is dropped. @param {Node | null} target */
    hover(target) {
        const scene = this.scene;
        const at = this.cells.findIndex(element => element.contains(target));
        const lands = scene?.floating ? at : scene?.open && at >= 0 ? landing(scene.rules, scene.step.board, at) : -1;
        this.cells.forEach((cell, index) => cell.classList.toggle("aim", index === lands));
    }

    /** @param {FullRules} rules */
    build(rules) {
        const rows = Array.from({ length: rules.height }, (_, row) => {
            const cells = Array.from({ length: rules.width }, (_, col) => {
                const cell = h("div", { role: "gridcell", class: "cell", tabindex: -1 });
                cell.dataset["cell"] = String(row * rules.width + col);
                return cell;
            });
            this.cells.push(...cells);
            const rank = h("span", { class: "rank", "aria-hidden": "true" }, String(rules.height - row));
            return h("div", { role: "row", class: "row" }, rank, ...cells);
        });
        const letters = Array.from({ length: rules.width }, (_, col) => h("span", {}, nameOf(rules, col)[0] ?? ""));
        this.grid.replaceChildren(...rows);
        const { box } = this;
        box.querySelector(".files")?.remove();
        box.append(h("div", { class: "files", "aria-hidden": "true" }, ...letters));
        this.frame.classList.remove("zoomed");
        this.zoom.setAttribute("aria-pressed", "false");
        box.style.setProperty("--columns", String(rules.width));
        box.style.setProperty("--rows", String(rules.height));
        const look = lookOf(rules);
        box.className = ["board-box", look, rules.width > SMALL_WIDTH && "large"].filter(Boolean).join(" ");
        for (const drawing of [this.under, this.overlay]) drawing.setAttribute("viewBox", `0 0 ${rules.width} ${rules.height}`);
        this.under.replaceChildren(...lines(rules));
    }

    /** @param {Scene} scene */
    show(scene) {
        const { rules } = scene;
        const shape = JSON.stringify(rules);
        if (shape !== this.shape) {
            this.shape = shape;
            this.cells = [];
            this.build(rules);
            this.focused = Math.floor(rules.height / 2) * rules.width + Math.floor(rules.width / 2);
            this.cells[this.focused]?.setAttribute("tabindex", "0");
            this.measure();
        }
        this.scene = scene;
        this.cells.forEach((cell, index) => this.showCell(cell, index, scene));
        this.grid.classList.toggle("open", scene.open);
        this.grid.classList.toggle("free", scene.floating !== undefined);
        this.showTops(scene);
        this.hover(this.grid.contains(document.activeElement) ? document.activeElement : null);
        this.overlay.replaceChildren(
            ...(scene.marks.line.length ? [this.line(scene.marks.line, "hint")] : []),
            ...scene.lines.map(line => this.line(line, "won")),
        );
    }

    /** Where stones fall, the scores stand above the columns. @param {Scene} scene */
    showTops({ rules, marks }) {
        if (!rules.gravity) return this.tops.replaceChildren();
        const byColumn = new Map([...marks.scores].map(([cell, score]) => [cell % rules.width, score]));
        this.tops.replaceChildren(...Array.from({ length: rules.width }, (_, col) => {
            const score = byColumn.get(col);
            return h("span", { "data-column": col }, score && badge(score, score.kind === "draw" ? score.word : score.text));
        }));
    }

    /**
     * @param {HTMLElement} cell
     * @param {number} index
     * @param {Scene} scene
     */
    showCell(cell, index, { rules, step, lines, marks, floating }) {
        const held = step.board[index];
        const side = held === "X" || held === "O" ? held : null;
        const ghost = marks.ghosts.find(one => one.cell === index);
        const score = side ? null : marks.scores.get(index);
        const name = nameOf(rules, index);
        const words = [side ?? "empty"];
        if (step.cell === index) words.push("last move");
        if (lines.some(line => line.includes(index))) words.push("in the winning line");
        if (ghost) words.push(`${ghost.side} at step ${ghost.number} of the variation`);
        if (floating?.includes(index)) words.push("floats above an empty cell");
        if (!side && rules.gravity && !floating) {
            const lands = landing(rules, step.board, index);
            if (lands >= 0 && lands !== index) words.push(`a stone here lands on ${nameOf(rules, lands)}`);
        }
        if (marks.hint === index) words.push("hint");
        if (score && !ghost) {
            // What is seen is part of the name, for who speaks it.
            const seen = rules.gravity ? "" : this.seen(score);
            if (!score.long.includes(seen)) words.push(seen);
            words.push(score.long + (score.best ? ", best" : ""));
        }
        cell.setAttribute("aria-label", `${name}, ${words.join(", ")}`);
        const key = JSON.stringify([side, ghost, score]);
        const isNew = cell.dataset["shows"] !== key;
        if (isNew) {
            cell.dataset["shows"] = key;
            // How far a disc falls, in cells.
            cell.style.setProperty("--fall", String(Math.floor(index / rules.width) + 1));
            cell.replaceChildren();
            const look = lookOf(rules);
            if (side) cell.append(stone(side, look));
            else if (ghost) cell.append(stone(ghost.side, look), h("b", { class: `count ${ghost.side}` }, String(ghost.number)));
            else if (score && !rules.gravity) cell.append(this.score(score));
        }
        const isFresh = side && step.cell === index && (isNew || cell.classList.contains("fresh"));
        cell.className = ["cell", side && "taken", ghost && "ghost", step.cell === index && "last", isFresh && "fresh",
            marks.hint === index && "hinted", floating?.includes(index) && "floats"].filter(Boolean).join(" ");
    }

    /** The text of a score in a cell: words on paper, signs on small boards, on large ones for the best only. @param {MarkedScore} score */
    seen(score) {
        const { rules } = /** @type {Scene} */ (this.scene);
        if (lookOf(rules) === "paper") return score.word;
        return rules.width <= SMALL_WIDTH || score.rank <= NUMBERS_MAX ? score.text : "";
    }

    /** A score in a cell; on large boards a dot, with a number for the best. @param {MarkedScore} score */
    score(score) {
        const { rules } = /** @type {Scene} */ (this.scene);
        const element = badge(score, this.seen(score));
        if (lookOf(rules) === "paper" || rules.width <= SMALL_WIDTH) return element;
        element.classList.add(score.rank <= NUMBERS_MAX ? "numbered" : "dot");
        element.classList.toggle("far", score.rank > DOTS_MAX);
        element.title = score.long;
        return element;
    }

    /**
     * A line through the centres of its cells.
     *
     * @param {number[]} cells
     * @param {string} kind
     */
    line(cells, kind) {
        const { rules } = /** @type {Scene} */ (this.scene);
        const ends = [cells[0] ?? 0, cells.at(-1) ?? 0].map(cell => [cell % rules.width + 0.5, Math.floor(cell / rules.width) + 0.5]);
        const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = ends;
        // A little beyond the centres.
        const size = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [dx, dy] = [(x2 - x1) / size * 0.28, (y2 - y1) / size * 0.28];
        return svg("line", { class: kind, x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy, pathLength: 1 });
    }
}
