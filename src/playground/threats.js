// What the best answer to a mistake makes, in the words of players: an open four, two open threes.

import { other, withStone } from "./game.js";
import { sideName } from "./opponents.js";
import { inWords } from "./plates.js";
import { inText } from "./score.js";
import { lookOf } from "./stone.js";

/** @import { FullRules, ReviewedMove } from "./types.d.ts" */

/** Of a step along a row: to the right, down, and both diagonals. */
const DIRECTIONS = /** @type {const} */ ([[1, 0], [0, 1], [1, 1], [1, -1]]);

/**
 * The rows through a cell, as far as its stone matters: "S" its own side, "." free, "#" everything else.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {number} cell
 * @param {number} reach
 */
function rowsThrough({ width, height }, board, cell, reach) {
    const [col, row] = [cell % width, Math.floor(cell / width)];
    const at = (/** @type {number} */ x, /** @type {number} */ y) => {
        const held = x >= 0 && y >= 0 && x < width && y < height ? board[y * width + x] : "#";
        return held === "." ? held : held === board[cell] ? "S" : "#";
    };
    return DIRECTIONS.map(([dx, dy]) => Array.from({ length: 2 * reach + 1 }, (_, step) => at(col + (step - reach) * dx, row + (step - reach) * dy)).join(""));
}

/**
 * What a stone threatens where stones are placed freely and k in a row win, as "an open four"; empty where that is nothing.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {number} cell The stone.
 */
export function threatOf(rules, board, cell) {
    const { k, gravity, misere, overline } = rules;
    if (rules.board || gravity || misere) return "";
    const isExact = overline !== "allowed";
    const full = new RegExp(isExact ? `(?<!S)S{${k}}(?!S)` : `S{${k}}`);
    /** With a stone more at each free cell. @param {string} row */
    const next = row => [...row].flatMap((held, at) => (held === "." ? [`${row.slice(0, at)}S${row.slice(at + 1)}`] : []));
    const completions = (/** @type {string} */ row) => next(row).filter(one => full.test(one)).length;
    const rows = rowsThrough(rules, board, cell, isExact ? k : k - 1);
    // A line is more than a threat.
    if (rows.some(row => full.test(row))) return "";
    const [more, less] = [inWords(k - 1), inWords(k - 2)];
    const fours = rows.map(completions).filter(count => count > 0);
    const threes = rows.filter(row => !completions(row) && next(row).some(one => completions(one) > 1)).length;
    if (fours.some(count => count > 1)) return `an open ${more}`;
    if (fours.length > 1) return `two ${more}s`;
    if (fours.length) return `a ${more}${threes ? ` and an open ${less}` : ""}`;
    return threes > 1 ? `two open ${less}s` : threes ? `an open ${less}` : "";
}

/**
 * What a better move makes, or takes from the other side, and the move played does not, in a sentence; empty where that is nothing.
 *
 * @param {FullRules} rules
 * @param {string} board Before the move.
 * @param {Pick<ReviewedMove, "player" | "move">} judged The move played.
 * @param {number} cell
 */
export function gainOf(rules, board, { player, move }, cell) {
    // Twos and threes on boards of fewer are no words of players.
    if (rules.k < 5) return "";
    const they = other(player);
    const mine = threatOf(rules, withStone(board, cell, player), cell);
    if (mine && mine !== threatOf(rules, withStone(board, move.cell, player), move.cell)) return `It makes ${mine}.`;
    const theirs = threatOf(rules, withStone(withStone(board, move.cell, player), cell, they), cell);
    return theirs ? `It keeps ${sideName(lookOf(rules), they)} from making ${theirs} there.` : "";
}

/**
 * Why a move was wrong of which nothing is proven: the best answer to it, in a sentence. Empty where that is not known.
 *
 * @param {FullRules} rules
 * @param {string} board Before the move, or after it.
 * @param {Pick<ReviewedMove, "player" | "move" | "pv" | "score">} judged
 * @param {boolean} [isNamed] Whether the answer may be named, which can be the move that is looked for.
 */
export function answerTo(rules, board, { player, move, pv, score }, isNamed = true) {
    const [, reply, , next] = pv;
    if (!reply || score.outcome !== "unknown") return "";
    const they = other(player);
    /** What the last of so many moves makes. @param {number} count */
    const made = count => threatOf(rules, pv.slice(0, count).reduce((stones, { cell }, at) => withStone(stones, cell, at % 2 ? they : player), board), pv[count - 1]?.cell ?? 0);
    const [who, name] = [sideName(lookOf(rules), they), inText(move.name)];
    const threat = made(2);
    if (threat) return `${name} lets ${who} make ${threat}${isNamed ? ` with ${inText(reply.name)}` : ""}.`;
    const later = next ? made(4) : "";
    return isNamed ? `After ${name} ${who} plays ${inText(reply.name)}${later && `, then makes ${later} with ${inText(next?.name)}`}.` : "";
}
