// Learn from your mistakes: from one to the next, find a better move. Whether it is one is proven where the game can be.

import { ask } from "./api.js";
import { byId, h, keepFocus } from "./dom.js";
import { nameOf, other } from "./game.js";
import { sentences } from "./judgement.js";
import { inWords } from "./link.js";
import { isBlunder } from "./play.js";
import { describe, moves, ownMoves } from "./score.js";
import { lookOf } from "./stone.js";

/** @import { AnalysisRecord, ReviewedMove, Side } from "./types.d.ts" */
/** @import { Review } from "./review.js" */
/** @import { Session } from "./session.js" */

const LOOK_MS = 1000;

/** Leads from mistake to mistake. */
export class Learn {
    isOn = false;
    at = 0;
    /** @type {ReviewedMove[]} */
    list = [];
    /** What was said of the last try. */
    said = "";
    isSolved = false;
    /** What the heading and the buttons show. */
    shown = "";
    /** The line of the game that is learnt from. @type {Session["history"]} */
    line = [];
    busy = false;

    /**
     * @param {Session} session
     * @param {() => Review | null} review
     * @param {() => Side} me Whose mistakes.
     * @param {() => void} changed
     */
    constructor(session, review, me, changed) {
        this.session = session;
        this.review = review;
        this.me = me;
        this.changed = changed;
        this.place = byId("learn", HTMLElement);
        // It stays, so that what changes in it is read once.
        this.verdict = h("p", { role: "status" });
        this.heading = h("div", { class: "panel-part" });
        this.acts = h("div", { class: "two" });
        this.place.append(this.heading, this.verdict, this.acts);
    }

    /** The mistakes of a side that are known. @returns {ReviewedMove[]} */
    get mistakes() {
        return this.review()?.slips(this.me()) ?? [];
    }

    start() {
        const list = this.mistakes;
        if (!list.length) return;
        this.list = list;
        this.shown = "";
        this.line = this.session.history;
        this.isOn = true;
        this.go(0);
        // The button that began this is gone; the board and the task are what is to be seen.
        this.place.focus({ preventScroll: true });
        scrollTo(0, 0);
    }

    stop() {
        if (!this.isOn) return;
        this.isOn = false;
        this.changed();
    }

    get task() {
        return this.list[this.at] ?? null;
    }

    /** @param {number} at */
    go(at) {
        this.at = at;
        this.said = "";
        this.isSolved = false;
        const { task } = this;
        if (!task) return this.stop();
        this.session.viewLine(this.line.slice(0, task.ply));
        this.changed();
    }

    /** The cell of the mistake, while it is to be bettered. */
    get missed() {
        return this.isOn && !this.isSolved ? this.task?.move.cell ?? -1 : -1;
    }

    /** A try. @param {number} cell @returns {false} The game is not played on here. */
    play(cell) {
        if (!this.busy && !this.isSolved) void this.judge(cell);
        return false;
    }

    /** @param {number} cell */
    async judge(cell) {
        const { session, task } = this;
        const best = task?.best[0];
        const name = nameOf(session.rules, cell);
        if (!task || !best) return;
        if (cell === task.move.cell) {
            this.said = `${name} is the move that you played. Find another one.`;
            return this.changed();
        }
        this.busy = true;
        try {
            const { lines } = /** @type {Extract<AnalysisRecord, { lines: unknown, position: unknown }>} */ (await ask("/v1/analysis", { ...session.fields, searchMoves: [name], explain: true, ...(session.now.board.length > 64 && { movetime: LOOK_MS }) }));
            const mine = lines[0];
            if (!mine) return;
            this.isSolved = !isBlunder(mine.score, best.score);
            const proof = mine.score.outcome === "unknown" ? "" : " That is proven.";
            const reply = mine.pv[1]?.name;
            this.said = this.isSolved ? `Yes, ${name}: it ${describe(mine.score).verb}.${proof} ${sentences(mine.reasons, lookOf(session.rules), 1)}`.trim()
                : mine.score.outcome === "loss" ? `Not ${name}: ${reply} answers it and wins in ${moves(ownMoves(mine.score.plies ?? 0))}.`
                    : `Not ${name}: it ${describe(mine.score).verb}${reply ? ` after ${reply}` : ""}.`;
        } catch (fault) {
            this.said = inWords(fault);
        } finally {
            this.busy = false;
            this.changed();
        }
    }

    show() {
        this.place.hidden = !this.isOn;
        const { task } = this;
        if (!this.isOn || !task) return;
        const isLast = this.at >= this.list.length - 1;
        const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click, kind = "") => h("button", { id, "data-key": id, class: kind, click }, text);
        const number = this.line.slice(1, task.ply + 1).filter(step => other(step.turn) === task.player).length;
        const said = this.said || "Tap it on the board.";
        const key = JSON.stringify([task.ply, this.at, this.isSolved, this.list.length]);
        if (this.verdict.textContent !== said) this.verdict.textContent = said;
        this.verdict.className = this.isSolved ? "good" : "";
        if (key === this.shown) return;
        this.shown = key;
        this.heading.replaceChildren(
            h("header", { class: "panel-head" }, h("h2", {}, `Mistake ${this.at + 1} of ${this.list.length}`), h("small", { class: "muted" }, `move ${number}`)),
            h("p", { class: "ask-better" }, h("b", {}, `Find a better move than ${task.move.name}.`)));
        keepFocus(this.place, () => this.acts.replaceChildren(this.isSolved ? act("learn-next", isLast ? "Done" : "Next mistake", () => (isLast ? this.stop() : this.go(this.at + 1)), "primary")
            : act("learn-answer", "Show the answer", () => this.reveal(task)), act("learn-stop", "Stop", () => this.stop())), () => this.acts.querySelector("button"));
    }

    /** Tells the best move. @param {ReviewedMove} task */
    reveal(task) {
        const best = task.best[0];
        this.isSolved = true;
        this.said = best ? `${best.move.name} ${describe(best.score).verb}. ${sentences(best.reasons, lookOf(this.session.rules), 1)}`.trim() : "";
        this.changed();
    }
}
