// The judgement of a move before it is played, as the review of the game will have it: for the coach and for hints.

import { RANKED } from "./analysis.js";
import { ask } from "./api.js";
import { landing, nameOf, withStone } from "./game.js";
import { makesLine } from "./small_values.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Line, ReviewedMove, ReviewRecord } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/**
 * The move in the position on the board.
 *
 * @param {Session} session
 * @param {number} cell
 * @returns {Promise<ReviewedMove | undefined>}
 */
export async function judgeMove({ fields, rules, now }, cell) {
    const after = withStone(now.board, cell, now.turn);
    // A review knows the position after the move as well: it ranks its best moves, with any move played there.
    const reply = makesLine(rules, after, cell) ? -1 : [...after].findIndex((_, at) => landing(rules, after, at) === at);
    const moves = [cell, reply].filter(at => at >= 0).map(at => nameOf(rules, at));
    const { moves: judged } = /** @type {Extract<ReviewRecord, { sides: unknown }>} */ (await ask("/v1/review", { ...fields, moves, multiPv: RANKED, explain: true }));
    return judged[0];
}

/**
 * The best move by the values of the page, once nothing speaks against it that shows when it is judged: that counts for all of the page.
 *
 * @param {Session} session
 * @param {Analysis} analysis
 * @returns {Promise<Line | undefined>}
 */
export async function bestMove(session, analysis) {
    const step = session.now;
    for (const seen = new Set(); ;) {
        const best = analysis.step === step ? analysis.ordered[0] : undefined;
        if (best?.score.outcome !== "unknown" || seen.has(best.move.cell)) return best;
        seen.add(best.move.cell);
        const judged = await judgeMove(session, best.move.cell);
        if (judged && session.now === step) analysis.note(step, judged);
    }
}
