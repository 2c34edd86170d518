// Scores in words and signs. Every kind has a letter or a sign of its own, so that colour is never needed to read one.

/** @import { Score } from "./types.d.ts" */

const plies = (/** @type {number} */ n) => `${n} ${n === 1 ? "move" : "moves"}`;

/**
 * A heuristic's number, short enough for a cell.
 *
 * @param {number} value
 */
export function signed(value) {
    const size = Math.abs(value);
    const [scale, unit] = size >= 1e9 ? [1e9, "G"] : size >= 1e6 ? [1e6, "M"] : size >= 1e4 ? [1e3, "k"] : [1, ""];
    const shown = size / scale;
    const digits = scale > 1 && shown < 10 ? shown.toFixed(1).replace(/\.0$/, "") : String(Math.round(shown));
    return (value < 0 ? "−" : value > 0 ? "+" : "") + digits + unit;
}

/**
 * A score as a few characters, as a short word, in words, and its kind: win, draw, loss or value.
 *
 * @param {Score} score
 */
export function describe(score) {
    switch (score.outcome) {
        case "win": return { text: `W${score.plies}`, word: `win ${score.plies}`, long: `win in ${plies(score.plies)}`, kind: "win" };
        case "draw": return { text: "D", word: "draw", long: "draw", kind: "draw" };
        case "loss": return { text: `L${score.plies}`, word: `loss ${score.plies}`, long: `loss in ${plies(score.plies)}`, kind: "loss" };
        default: return { text: signed(score.value), word: signed(score.value), long: `value ${signed(score.value)}`, kind: "value" };
    }
}

/**
 * Scores of one point of view by size: the winner hurries, the loser delays.
 *
 * @param {Score} score
 */
export function rank(score) {
    if (score.outcome === "win") return 1e15 - score.plies;
    if (score.outcome === "loss") return score.plies - 1e15;
    return score.value ?? 0;
}

/**
 * Large numbers with thin spaces between thousands.
 *
 * @param {number} n
 */
export const grouped = n => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
