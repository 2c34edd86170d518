// How good the position is for X, from 0 to 1: from the best line, from the engine's thinking, or from the review of the last move.

import { expectedForX } from "./game_graph.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Catalogue } from "./catalogue.js" */
/** @import { Review } from "./review.js" */
/** @import { FullRules, Score, Side, Step } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/** The heuristic `threats` counts patterns on boards with more cells than this. */
const PATTERNS_CELLS_MIN = 64;

/** The weight of a line that lacks one stone, times the tempo. @type {Record<string, (k: number) => number>} */
const ALMOST = {
    "win-loss": () => 0, "lines": k => (k > 1 ? 10 ** (k - 2) : 0), "tempo-lines": k => 3 * 10 ** (k - 1),
    "open-pieces": k => k - 1, "threats": k => (k > 1 ? 2 * 6 ** Math.min(k - 2, 12) : 0),
};

/**
 * The scale of a heuristic's numbers; docs/games-and-heuristics.md derives it. Null for a heuristic without a
 * name.
 *
 * @param {string} heuristic
 * @param {FullRules} rules
 */
function scaleOf(heuristic, { width, height, k, gravity, overline, misere }) {
    const hasPatterns = width * height > PATTERNS_CELLS_MIN && !gravity && !misere && k >= 4 && k <= 6 && (overline === "allowed" || k === 5);
    if (heuristic === "threats" && hasPatterns) return 500;
    const almost = ALMOST[heuristic];
    return almost ? 3 * Math.max(1, almost(k)) : null;
}

/**
 * The result that the side of a score can expect, as `/v1/review` defines it: 1 for a win, ½ for a draw, 0 for a loss. Null
 * for a number of unknown scale.
 *
 * @param {Score} score
 * @param {string} heuristic
 * @param {FullRules} rules
 */
export function expectedOf(score, heuristic, rules) {
    switch (score.outcome) {
        case "win": return 1;
        case "draw": return 0.5;
        case "loss": return 0;
        default: {
            const scale = scaleOf(heuristic, rules);
            return scale === null ? null : 1 / (1 + Math.exp(-score.value / scale));
        }
    }
}

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
     * @param {Catalogue} catalogue
     */
    constructor(session, analysis, review, catalogue) {
        super();
        this.session = session;
        this.analysis = analysis;
        this.review = review;
        this.catalogue = catalogue;
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
        if (best && analysis.step === session.now) return this.forX(best.score, turn, analysis.config.heuristic);
        const { thinking } = session;
        if (thinking?.progress) return this.forX(thinking.progress.score, turn, session.players[turn].heuristic);
        const judged = review.of(session.now);
        return judged ? expectedForX(judged) : null;
    }

    /**
     * @param {Score} score
     * @param {Side} turn
     * @param {string} heuristic The one that was asked for, empty for the game's own.
     */
    forX(score, turn, heuristic) {
        const { game, rules } = this.session;
        const own = () => this.catalogue.games.games.find(({ name }) => name === game)?.heuristic ?? this.found();
        const expected = expectedOf(score, heuristic || own(), rules);
        return expected === null ? null : turn === "X" ? expected : 1 - expected;
    }

    /** The heuristic that a search of own rules says it has used. */
    found() {
        const { record } = this.analysis;
        const heuristic = record && "search" in record ? record.search?.heuristic : null;
        return typeof heuristic === "string" ? heuristic : "";
    }
}
