// Why a move is good: a hint on one's turn, and the reasons of the engine's last move.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { nameOf, other } from "./game.js";
import { inWords } from "./link.js";
import { sentences } from "./judgement.js";
import { describe } from "./score.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { FinalMove } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** The time for a hint, in milliseconds. */
const MOVETIME_MS = 1500;

/** Sends the event `change` when the cell of the hint changes. */
export class HintView extends EventTarget {
    /** The cell that is hinted at, -1 for none. */
    cell = -1;
    /** The position of the hint. @type {Session["now"] | null} */
    step = null;
    text = "";

    /**
     * @param {HTMLElement} place
     * @param {HTMLButtonElement} button
     * @param {Session} session
     * @param {Analysis} analysis
     */
    constructor(place, button, session, analysis) {
        super();
        this.analysis = analysis;
        this.place = place;
        this.button = button;
        this.session = session;
        button.addEventListener("click", () => {
            if (button.getAttribute("aria-disabled") !== "true") void this.run();
        });
    }

    async run() {
        const step = this.session.now;
        this.tell(step, -1, "Looking for a good move …");
        try {
            const fields = { ...this.session.fields, movetime: MOVETIME_MS, explain: true };
            const { move, score, reasons } = /** @type {FinalMove} */ (await ask("/v1/move", fields));
            if (this.session.now !== step) return;
            if (!move) return this.tell(step, -1, "");
            this.tell(step, move.cell, `Hint: ${move.name}, ${describe(score).long}. ${sentences(reasons)}`);
        } catch (fault) {
            this.tell(step, -1, inWords(fault));
        }
    }

    /**
     * @param {Session["now"]} step
     * @param {number} cell
     * @param {string} text
     */
    tell(step, cell, text) {
        this.step = step;
        this.cell = cell;
        this.text = text;
        this.show();
        this.dispatchEvent(new Event("change"));
    }

    /** Shows the hint, or why the engine played its last move. */
    show() {
        const { now, rules, isOver, thinking } = this.session;
        if (this.step !== now) {
            this.step = null;
            this.cell = -1;
            this.text = "";
        }
        this.button.setAttribute("aria-disabled", String(isOver || thinking !== null));
        // Without values, nothing tells the player that the engine has made a bad move.
        const why = sentences(now.reasons?.filter(({ kind }) => this.analysis.on || kind !== "gives-win"));
        const text = this.text || (why && now.cell !== null ? `${other(now.turn)} ${nameOf(rules, now.cell)}: ${why}` : "");
        if (this.place.textContent !== text) this.place.replaceChildren(...(text ? [h("p", {}, text)] : []));
    }
}
