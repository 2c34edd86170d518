// A hint on the player's turn: the best move, and its result.

import { follow } from "./api.js";
import { nameOf, placeOf } from "./game.js";
import { inWords } from "./refusal_words.js";
import { judgeMove } from "./judge_move.js";
import { isMistake, sentences } from "./judgement.js";
import { advised, inText, rank } from "./score.js";
import { lookOf } from "./stone.js";

/** @import { Analysis, FinalAnalysis, Progress } from "./analysis.js" */
/** @import { Line } from "./types.d.ts" */
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
     * @param {number} nodes How far a review looks, and so a hint.
     */
    constructor(button, session, analysis, nodes) {
        super();
        this.nodes = nodes;
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
            const line = await this.find(name => session.now === step && this.tell(step, -1, `Looking for a good move … ${name} so far`));
            if (session.now !== step) return;
            if (!line) return this.tell(step, -1, "");
            this.tell(step, line.move.cell, `Try ${inText(line.move.name)}: it ${advised(line.score, rules)}. ${sentences(line.reasons, lookOf(rules), 1)}`.trim());
        } catch (fault) {
            this.tell(step, -1, inWords(fault));
        }
    }

    /** The best line that is known, or by the ranking of a review; never one that a review, and so the coach, calls a mistake. @param {(name: string) => void} soFar Hears of the best move at each depth of a search. */
    async find(soFar) {
        const { session, analysis } = this;
        const known = analysis.step === session.now && !analysis.search ? analysis.ordered[0] : null;
        const line = known ?? await this.rank(soFar);
        if (line?.score.outcome !== "unknown") return line;
        const judged = await judgeMove(session, line.move.cell);
        return judged && isMistake(judged) ? judged.best[0] ?? line : line;
    }

    /** The best line; of those that are as good, the one nearest to the centre. @param {(name: string) => void} soFar */
    async rank(soFar) {
        const { rules, fields } = this.session;
        const onDepth = (/** @type {Progress} */ { lines }) => soFar(inText(lines[0]?.move.name));
        const { lines } = /** @type {FinalAnalysis} */ (await follow("/v1/analysis", { ...fields, nodes: this.nodes, multiPv: 8, explain: true }, onDepth, new AbortController().signal));
        const far = (/** @type {Line} */ { move }) => {
            const [col, row] = placeOf(rules, move.cell);
            return Math.hypot(col - (rules.width - 1) / 2, row - (rules.height - 1) / 2);
        };
        return lines.toSorted((a, b) => rank(b.score) - rank(a.score) || far(a) - far(b))[0];
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
        const { now, isOver, thinking } = this.session;
        if (this.step !== now) {
            this.step = null;
            this.cell = -1;
            this.text = "";
        }
        this.button.setAttribute("aria-disabled", String(isOver || thinking !== null));
    }
}
