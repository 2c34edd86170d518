// Scores in words and signs. Every kind has a letter or a sign of its own, so that colour is never needed to read one.

/** @import { Score } from "./types.d.ts" */

const moves = (/** @type {number} */ n) => `${n} ${n === 1 ? "move" : "moves"}`;

/** What is counted as moves, for a tooltip: those of both sides. @param {number} n */
export const inPlies = n => `${n} ${n === 1 ? "ply" : "plies"}: moves of both sides together`;

/**
 * A large number in a few characters; `gap` stands before its unit.
 *
 * @param {number} size
 * @param {string} [gap]
 */
export function short(size, gap = "") {
    const [scale, unit] = size >= 1e9 ? [1e9, "G"] : size >= 1e6 ? [1e6, "M"] : size >= 1e4 ? [1e3, "k"] : [1, ""];
    const shown = size / scale;
    const digits = scale > 1 && shown < 10 ? shown.toFixed(1).replace(/\.0$/, "") : String(Math.round(shown));
    return unit ? digits + gap + unit : digits;
}

/**
 * A heuristic's number, short enough for a cell.
 *
 * @param {number} value
 */
export const signed = value => (value < 0 ? "−" : value > 0 ? "+" : "") + short(Math.abs(value));

/**
 * A score as a few characters, as a short word, in words, with what its number counts, and its kind: win, draw, loss or value.
 *
 * @param {Score} score
 */
export function describe(score) {
    if (score.outcome === "unknown") {
        const text = signed(score.value);
        return { text, word: text, long: `value ${text}`, about: "The heuristic’s estimate: the higher the better", kind: "value" };
    }
    const { outcome, plies } = score;
    const about = inPlies(plies);
    switch (outcome) {
        case "win": return { text: `W${plies}`, word: `win ${plies}`, long: `win in ${moves(plies)}`, about, kind: outcome };
        case "loss": return { text: `L${plies}`, word: `loss ${plies}`, long: `loss in ${moves(plies)}`, about, kind: outcome };
        default: return { text: "D", word: "draw", long: "draw", about, kind: outcome };
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
