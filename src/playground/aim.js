// Aiming with a finger where cells are smaller than one: lines lead to the cell, the finger may slide, and lifting it plays. Of two taps the first one chooses.

import { svg } from "./dom.js";
import { nameOf, placeOf } from "./game.js";

/** @import { BoardView } from "./board.js" */

/** Cells narrower than this, in CSS pixels, are aimed at. */
const FINE_MAX = 34;
/** How often the page says that a tap only chooses. */
const TOLD_MAX = 3;
/** The click that a browser sends after a finger is lifted comes within this time, in milliseconds. */
const CLICK_MS = 500;

/** Follows one finger over a board of small cells. */
export class Aim {
    /** The finger that aims, -1 for none. */
    finger = -1;
    /** The cell aimed at, -1 for none. */
    cell = -1;
    /** The cell that a tap has chosen, and the next one plays; -1 for none. */
    kept = -1;
    /** The position of the chosen cell. @type {import("./types.d.ts").Step | null} */
    step = null;
    /** Whether the finger has left the cell where it came down: then it aims, and lifting it plays. */
    hasSlid = false;
    /** How often it was said that a tap only chooses. */
    told = 0;
    /** When a finger last played. */
    playedAt = -CLICK_MS;

    /** @param {BoardView} board */
    constructor(board) {
        this.board = board;
        this.lines = svg("g", { class: "cross" });
        const { grid } = board;
        grid.addEventListener("pointerdown", event => {
            if (event.pointerType !== "touch" || !this.isNeeded) return;
            // A second finger is no aim.
            this.finger = this.finger < 0 ? event.pointerId : -1;
            this.hasSlid = false;
            this.cell = -1;
            this.follow(event);
        });
        grid.addEventListener("pointermove", event => this.follow(event));
        grid.addEventListener("pointerup", event => {
            if (event.pointerId !== this.finger) return;
            const { cell, hasSlid } = this;
            this.end();
            this.playedAt = performance.now();
            if (cell >= 0) this.lift(cell, hasSlid);
        });
        grid.addEventListener("pointercancel", () => this.end());
    }

    /** Whether a finger needs more than a tap. */
    get isNeeded() {
        const { scene, frame } = this.board;
        return scene !== null && scene.open && !scene.editing && !frame.classList.contains("zoomed") && this.isFine;
    }

    /** Whether cells are smaller than a finger. */
    get isFine() {
        const { scene, cells } = this.board;
        return scene !== null && !scene.rules.gravity && (cells[0]?.getBoundingClientRect().width ?? FINE_MAX) < FINE_MAX;
    }

    /** Whether a click has been answered by the finger already. */
    get hasPlayed() {
        return performance.now() - this.playedAt < CLICK_MS;
    }

    /** @param {PointerEvent} event */
    follow(event) {
        if (event.pointerId !== this.finger) return this.finger < 0 && this.cell !== this.kept ? this.end() : undefined;
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
        const at = this.board.cells.findIndex(one => one === under);
        if (this.cell >= 0 && at !== this.cell) this.hasSlid = true;
        this.show(at >= 0 && this.board.scene?.step.board[at] === "." ? at : -1);
    }

    end() {
        this.finger = -1;
        this.show(this.kept);
    }

    /** A finger that has aimed plays. A tap is too coarse for so small a cell: it chooses, and the next one near it plays. @param {number} cell @param {boolean} hasSlid */
    lift(cell, hasSlid) {
        const { board } = this;
        const { rules, step } = /** @type {import("./board.js").Scene} */ (board.scene);
        const [[x, y], [keptX, keptY]] = [placeOf(rules, cell), placeOf(rules, Math.max(this.kept, 0))];
        const isAgain = this.kept >= 0 && Math.max(Math.abs(x - keptX), Math.abs(y - keptY)) <= 1;
        const chosen = isAgain && !hasSlid ? this.kept : cell;
        this.kept = -1;
        this.show(-1);
        board.answer("", -1);
        if (hasSlid || isAgain) return board.play(chosen);
        this.kept = cell;
        this.step = step;
        this.show(cell);
        if (this.told++ < TOLD_MAX) board.answer(`${nameOf(rules, cell)}: tap again to play`, cell, true);
    }

    /** After the board was drawn anew the chosen cell is still chosen, unless the game went on. */
    again() {
        const { scene } = this.board;
        if (this.kept < 0) return;
        if (scene?.open && scene.step === this.step) return this.show(this.kept);
        this.kept = -1;
        this.show(-1);
        this.board.answer("", -1);
    }

    /** @param {number} cell */
    show(cell) {
        this.cell = cell;
        const { board } = this;
        board.cells.forEach((one, index) => one.classList.toggle("aim", index === cell));
        if (cell < 0 || !board.scene || board.scene.rules.board) return this.lines.remove();
        const { width, height } = board.scene.rules;
        const [x, y] = [cell % width + 0.5, Math.floor(cell / width) + 0.5];
        this.lines.replaceChildren(svg("line", { x1: x, x2: x, y1: 0, y2: height }), svg("line", { x1: 0, x2: width, y1: y, y2: y }));
        board.overlay.append(this.lines);
    }
}
