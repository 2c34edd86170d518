// Scores in words and signs. Every kind has a shape of its own, so that colour is never needed to read one.

import { isLarge } from "./game.js";

/** @import { FullRules, Score } from "./types.d.ts" */

/** Within so many plies people find a win, and searches by patterns the shortest: no search misses a win at once. */
export const NEAR = 4;

/** The rules of a distance; null where every move was looked at. @typedef {FullRules | null} Within */

/** Whether a distance is only a bound: a search by patterns finds a win, not the shortest. @param {Score} score @param {Within} rules */
export const isBound = ({ plies }, rules) => rules !== null && isLarge(rules) && Number(plies) > NEAR;

/** How far a proven end is, in the winner's moves: "at most 5 moves". @param {Score} score @param {Within} rules @param {number} [more] Moves before it. */
export const distance = (score, rules, more = 0) => `${isBound(score, rules) ? "at most " : ""}${moves(ownMoves(score) + more)}`;

/** The same where there is little room: "≤5". @param {Score} score @param {Within} rules */
export const brief = (score, rules) => `${isBound(score, rules) ? "≤" : ""}${ownMoves(score)}`;

/** How soon a proven end comes: "in 2 moves". @param {Score} score @param {Within} rules */
export const soon = (score, rules) => (ownMoves(score) ? `in ${distance(score, rules)}` : "at once");

/** @param {number} n */
export const moves = n => `${n} ${n === 1 ? "move" : "moves"}`;

/** A cell in a sentence: a number alone would be read as an amount. @param {string} [name] */
export const inText = (name = "") => (/^\d/.test(name) ? `cell ${name}` : name);

/** Sentences that may begin with a cell. @param {string} text */
export const sentenceOf = text => text.replace(/(?<=^|\. )cell/g, "Cell");

/** Beside a proven win a chance above this is as good as won. */
const LIKELY_MIN = 0.7;

/** The winner's own moves until a proven end. The one who wins makes the last move of all; in misère play the one who loses does. @param {Pick<Score, "outcome" | "plies">} score Of the side to move. */
export const ownMoves = ({ outcome, plies }) => Math[outcome === "loss" ? "floor" : "ceil"](Number(plies) / 2);

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

/** A chance in two digits at most: without a proof it is never sure. @param {number} share From 0 to 1. */
export const percent = share => `${Math.min(99, Math.max(1, Math.round(share * 100)))}\u00a0%`;

/** The share of the engine's log-odds against itself that people keep; see `docs/games-and-heuristics.md`. */
const PEOPLE = 1 / 5;
/** Larger odds of the engine say no more of people. */
const ODDS_MAX = 999;

/** The chance of people, with odds of the engine up to `most`. @param {Score} score @param {number} most */
const bounded = ({ outcome, expected }, most) => (outcome === "unknown" ? 1 / (1 + Math.min(most, Math.max(1 / most, 1 / expected - 1)) ** PEOPLE) : expected);

/**
 * The chance of people, from 0 to 1: of a proven result the expected one; else never near 0 or 1. The packages' `bar` has the same scale.
 *
 * @param {Score} score
 */
export const chance = score => bounded(score, ODDS_MAX);

/** The cost of a move, as in reviews: in the chance or, where it is as good as a longer win, in the engine's expectation. @param {Score} best @param {Score} played */
export function costOf(best, played) {
    // Beside a proof the chance has no bounds.
    const most = [best, played].every(({ outcome }) => outcome === "unknown") ? ODDS_MAX : Infinity;
    return Math.max(0, best.outcome === "win" && best.plies > NEAR && isLikely(played, best) ? 1 - played.expected : bounded(best, most) - bounded(played, most));
}

/**
 * A score: its number, a short word, words for a sentence ("wins in 6 moves"), the same as a result ("win in 6 moves"), and its kind:
 * win, draw, loss or value.
 *
 * @param {Score} score
 * @param {Within} rules
 */
export function describe(score, rules) {
    if (score.outcome === "unknown") {
        const text = percent(chance(score));
        return { text, word: text, long: `${text} chance`, verb: `gives a chance of ${text}`, about: "An estimate, not proven; a draw counts half", kind: "value" };
    }
    const { outcome } = score;
    // In misère play a move that makes a line loses by itself.
    const own = ownMoves(score) ? brief(score, rules) : "";
    const far = soon(score, rules);
    const about = "Proven";
    switch (outcome) {
        case "win": return { text: own, word: `win ${own || "now"}`, long: `win ${far}`, verb: `wins ${far}`, about, kind: outcome };
        case "loss": return { text: own, word: `loss ${own || "now"}`, long: `loss ${far}`, verb: `loses ${far}`, about, kind: outcome };
        default: return { text: "", word: "draw", long: "draw", verb: "draws", about, kind: outcome };
    }
}

/** The words for an estimate beside a proven win: the search did not look on. */
const LIKELY = { text: "?", word: "likely", long: "likely a win, not proven", verb: "likely wins, not proven", about: "Not proven", kind: "value" };

/** Whether an estimate beside a proven win is as good as won. @param {Score} score @param {Score} [best] */
export const isLikely = (score, best) => best?.outcome === "win" && score.outcome === "unknown" && chance(score) > LIKELY_MIN;

/** A score beside that of the best move. A chance in per cent beside a proven win would be read as a worse move, where it is as good as won. @param {Score} score @param {Within} rules @param {Score} [best] */
export const compared = (score, rules, best) => (isLikely(score, best) ? LIKELY : describe(score, rules));

/** The result of a move as advice says it: the best of a lost game holds out. @param {Score} score @param {Within} rules */
export const advised = (score, rules) => (score.outcome === "loss" && ownMoves(score) ? `holds out for ${distance(score, rules)}` : describe(score, rules).verb);

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

/**
 * A score of a textbook search, whose estimates are numbers of a heuristic.
 *
 * @param {Score} score Of the side to move at the root, not at this node.
 * @param {boolean} isMisere
 */
export function inTree(score, isMisere) {
    if (score.outcome !== "unknown") {
        const told = describe({ ...score, plies: 2 * Math[isMisere ? "floor" : "ceil"](Number(score.plies) / 2) }, null);
        return { ...told, text: told.word };
    }
    const text = signed(score.value);
    return { text, long: `value ${text}`, kind: "value" };
}
