// A hint on the player's turn: the best move, and its result.

import { nameOf } from "./game.js";
import { inWords } from "./refusal_words.js";
import { bestMove } from "./judge_move.js";
import { why } from "./judgement.js";
import { advised, inText } from "./score.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Session } from "./session.js" */

/** Sends the event `change` when the cell of the hint changes. */
export class HintView extends EventTarget {
    /** The cell that is hinted at, -1 for none. */
    cell = -1;
    /** The position of the hint. @type {Session["now"] | null} */
    step = null;
    text = "";

    /**
     * @param {HTMLButtonElement} button
     * @param {Session} session
     * @param {Analysis} analysis
     */
    constructor(button, session, analysis) {
        super();
        this.analysis = analysis;
        this.button = button;
        this.session = session;
        button.addEventListener("click", () => {
            if (button.getAttribute("aria-disabled") !== "true") void this.run();
        });
    }

    async run() {
        const { session, analysis } = this;
        const { rules, now: step } = session;
        // Nothing tells the openings of a large board apart but custom.
        if (analysis.isOpening) {
            const centre = Math.floor(rules.height / 2) * rules.width + Math.floor(rules.width / 2);
            return this.tell(step, centre, `Try ${nameOf(rules, centre)}. The centre is the usual beginning.`);
        }
        this.tell(step, -1, "Looking for a good move …");
        try {
            // The values of the page, found for the hint where nobody has asked for them.
            analysis.switch(analysis.degree, true);
            if (analysis.fault) analysis.restart();
            await analysis.settled(() => {
                const best = session.now === step && analysis.ordered[0];
                if (best) this.tell(step, -1, `Looking for a good move … ${inText(best.move.name)} so far`);
            });
            const line = await bestMove(session, analysis);
            if (session.now !== step) return;
            if (!line) return this.tell(step, -1, analysis.fault);
            this.tell(step, line.move.cell, `Try ${inText(line.move.name)}: it ${advised(line.score, rules)}. ${why(rules, step, line, 1)}`.trim());
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

    /** Shows whether there can be a hint, and forgets one of another position. */
    show() {
        const { now, isOver, thinking, isEnginesTurn } = this.session;
        if (this.step !== now) {
            this.step = null;
            this.cell = -1;
            this.text = "";
        }
        this.button.setAttribute("aria-disabled", String(isOver || isEnginesTurn || thinking !== null));
    }
}
