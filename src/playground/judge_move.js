// The judgement of a move before it is played, as the review of the game will have it: for the coach and for hints.

import { RANKED } from "./analysis.js";
import { ask } from "./api.js";
import { landing, nameOf, withStone } from "./game.js";
import { makesLine } from "./small_values.js";

/** @import { ReviewedMove, ReviewRecord } from "./types.d.ts" */
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
