// Aiming with a finger where cells are smaller than one: lines lead to the cell, the finger may slide, and lifting it plays.

import { svg } from "./dom.js";

/** @import { BoardView } from "./board.js" */

/** Cells narrower than this, in CSS pixels, are aimed at. */
const FINE_MAX = 34;
/** The click that a browser sends after a finger is lifted comes within this time, in milliseconds. */
const CLICK_MS = 500;

/** Follows one finger over a board of small cells. */
export class Aim {
    /** The finger that aims, -1 for none. */
    finger = -1;
    /** The cell aimed at, -1 for none. */
    cell = -1;
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
            this.follow(event);
        });
        grid.addEventListener("pointermove", event => this.follow(event));
        grid.addEventListener("pointerup", event => {
            if (event.pointerId !== this.finger) return;
            const { cell } = this;
            this.end();
            this.playedAt = performance.now();
            if (cell >= 0) board.play(cell);
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
        if (event.pointerId !== this.finger) return this.finger < 0 && this.cell >= 0 ? this.end() : undefined;
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
        const at = this.board.cells.findIndex(one => one === under);
        this.show(at >= 0 && this.board.scene?.step.board[at] === "." ? at : -1);
    }

    end() {
        this.finger = -1;
        this.show(-1);
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
