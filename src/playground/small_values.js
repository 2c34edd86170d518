// Values that the page computes itself, at once: those of all moves on the smallest boards, and where a side wins. The service says the same, with its reasons.

import { landing, nameOf, other, placeOf, withStone } from "./game.js";
import { rank } from "./score.js";

/** @import { FullRules, Line, Score, Side, Step } from "./types.d.ts" */

const CELLS_MAX = 9;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** A value, and the moves that lead to it. @typedef {{ score: Score, pv: number[] }} Value */

/** Values of one game by board and turn. @type {Map<string, Value>} */
const known = new Map();
let knownRules = "";

/** Whether the stone on a cell stands in a line, of more than k as well. @param {FullRules} rules @param {string} board @param {number} cell */
export function makesLine({ width, height, k, board: own }, board, cell) {
    if (own) return own.lines.some(line => line.includes(cell) && line.every(at => board[at] === board[cell]));
    const [col, row] = [cell % width, Math.floor(cell / width)];
    const isMine = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && x < width && y >= 0 && y < height && board[y * width + x] === board[cell];
    return DIRECTIONS.some(([dx = 0, dy = 0]) => {
        let count = 1;
        for (const sign of [1, -1]) for (let at = sign; isMine(col + at * dx, row + at * dy); at += sign) count++;
        return count >= k;
    });
}

/** All lines, each by its cells and the ones next to its ends, -1 for none. @param {FullRules} rules @returns {{ cells: number[], ends: number[] }[]} */
const linesOf = ({ width, height, k, board }) => (board ? board.lines.map(cells => ({ cells: [...cells], ends: [] }))
    : Array.from({ length: width * height }, (_, cell) => DIRECTIONS.flatMap(([dx = 0, dy = 0]) => {
        const at = (/** @type {number} */ step) => {
            const [col, row] = [cell % width + step * dx, Math.floor(cell / width) + step * dy];
            return col >= 0 && col < width && row >= 0 && row < height ? row * width + col : -1;
        };
        return at(k - 1) < 0 ? [] : { cells: Array.from({ length: k }, (_, step) => at(step)), ends: [at(-1), at(k)] };
    })).flat());

/**
 * The lines of a side that lack one stone alone, by their empty cells in ascending order, whether it can be played now or not; none in misère play.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {Side} side
 * @returns {Map<number, number[]>}
 */
export function openLines(rules, board, side) {
    const open = rules.misere ? [] : linesOf(rules).flatMap(({ cells, ends }) => {
        const [empty = -1, ...more] = cells.filter(at => board[at] !== side);
        const isLonger = rules.overline !== "allowed" && ends.some(at => board[at] === side);
        /** @type {[number, number[]][]} */
        const found = more.length || board[empty] !== "." || isLonger ? [] : [[empty, cells.sort((a, b) => a - b)]];
        return found;
    });
    return new Map(open.sort(([a], [b]) => a - b));
}

/**
 * Where a side would win at once if it were its turn.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {Side} side
 */
export const winsAt = (rules, board, side) => [...openLines(rules, board, side).keys()].filter(cell => landing(rules, board, cell) === cell);

/** @param {Score["outcome"]} outcome @param {number} plies @param {Side} pov */
const scored = (outcome, plies, pov) => /** @type {Score} */ ({ outcome, plies, value: null, expected: outcome === "win" ? 1 : outcome === "loss" ? 0 : 0.5, pov });

/** @param {FullRules} rules @param {string} board @param {Side} turn @param {number} cell @returns {Value} */
function valueOf(rules, board, turn, cell) {
    const after = withStone(board, cell, turn);
    if (makesLine(rules, after, cell)) return { score: scored(rules.misere ? "loss" : "win", 1, turn), pv: [cell] };
    if (!after.includes(".")) return { score: scored("draw", 1, turn), pv: [cell] };
    const key = after + turn;
    const best = known.get(key) ?? values(rules, after, other(turn)).reduce((a, b) => (rank(b.score) > rank(a.score) ? b : a));
    known.set(key, best);
    const { outcome, plies } = best.score;
    return { score: scored(outcome === "win" ? "loss" : outcome === "loss" ? "win" : "draw", (plies ?? 0) + 1, turn), pv: [cell, ...best.pv] };
}

/** @param {FullRules} rules @param {string} board @param {Side} turn */
const values = (rules, board, turn) => [...board].flatMap((_, cell) => (landing(rules, board, cell) === cell ? [valueOf(rules, board, turn, cell)] : []));

/** The lines of all moves; none where the board is larger or the game is over. @param {FullRules} rules @param {Step} step @returns {Line[]} */
export function smallLines(rules, { board, turn }) {
    if (board.length > CELLS_MAX || rules.overline !== "allowed" || [...board].some((stone, cell) => stone !== "." && makesLine(rules, board, cell))) return [];
    if (knownRules !== JSON.stringify(rules)) known.clear();
    knownRules = JSON.stringify(rules);
    const move = (/** @type {number} */ cell) => {
        const [col, row] = placeOf(rules, cell);
        return { cell, row, col, name: nameOf(rules, cell) };
    };
    // Every move is a class of its own: nothing here looks for symmetry.
    return values(rules, board, turn).sort((a, b) => rank(b.score) - rank(a.score))
        .map(({ score, pv }, index) => ({ rank: index + 1, class: index, move: move(pv[0] ?? 0), score, pv: pv.map(move) }));
}
