// How good the position is for X, from 0 to 1: from the best line, from the engine's thinking, or from the review of the last move.

import { expectedForX } from "./game_graph.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Review } from "./review.js" */
/** @import { Score, Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** What a proven result is worth. @type {Record<string, number>} */
const PROVEN = { win: 1, draw: 0.5, loss: 0 };

/** Sends the event `change` when the value changes. */
export class Evaluation extends EventTarget {
    /** The expected result for X; null if it is unknown, or not to be seen. @type {number | null} */
    value = null;
    /** The game of the value, by its first position. @type {Step | undefined} */
    game;

    /**
     * @param {Session} session
     * @param {Analysis} analysis
     * @param {Review} review
     */
    constructor(session, analysis, review) {
        super();
        this.session = session;
        this.analysis = analysis;
        this.review = review;
        for (const source of [session, analysis, review]) source.addEventListener("change", () => this.show());
    }

    show() {
        const game = this.session.history[0];
        const isSeen = this.analysis.on || this.session.isOver;
        // Between a move and what is known of it the value stays, so that it does not flicker.
        const held = game === this.game && isSeen ? this.value : null;
        const value = this.find() ?? held;
        this.game = game;
        if (value === this.value) return;
        this.value = value;
        this.dispatchEvent(new Event("change"));
    }

    find() {
        const { session, analysis, review } = this;
        const { status, winner } = session.info?.position ?? {};
        if (status === "won") return Number(winner === "X");
        if (status === "drawn") return 0.5;
        if (!analysis.on) return null;
        const { turn } = session.now;
        const best = analysis.lines[0];
        if (best && analysis.step === session.now) return forX(best.score, turn);
        const { thinking } = session;
        if (thinking?.progress) return forX(thinking.progress.score, turn);
        const judged = review.of(session.now);
        return judged ? expectedForX(judged) : null;
    }
}

/**
 * What X can expect, by a score of the side to move.
 *
 * @param {Score} score
 * @param {Side} turn
 */
function forX(score, turn) {
    const expected = (score.outcome === "unknown" ? score.winProbability : PROVEN[score.outcome]) ?? null;
    return expected === null || turn === "X" ? expected : 1 - expected;
}
