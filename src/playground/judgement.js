// What a review says of a move, in words.

import { sideName } from "./opponents.js";
import { COSTLY, moves, ownMoves } from "./score.js";

/** @import { Look } from "./stone.js" */
/** @import { Reason, ReviewedMove, Score } from "./types.d.ts" */

/** What comes within so many moves of both sides can be seen by a person: three moves of the winner. */
const SEEN = 6;
/** A move that loses so much sooner than the best one gave up a fight. */
const FIGHT = 6;

/** Facts that help nobody who plays. */
const DULL = new Set(["near-centre", "only-move"]);

/**
 * The first of the reasons for a move, in sentences.
 *
 * @param {readonly Reason[] | undefined} reasons
 * @param {Look} look Sides are called as their stones look.
 * @param {number} [most]
 */
export function sentences(reasons, look, most = 2) {
    const all = reasons ?? [];
    const telling = all.filter(({ kind }) => !DULL.has(kind));
    return (telling.length ? telling : all.filter(({ kind }) => kind === "only-move")).slice(0, most)
        .map(({ text }) => text.replace(/\b[XO]\b/g, side => sideName(look, side === "X" ? "X" : "O"))).join(" ");
}

/**
 * A label in words, with a mark that tells its kind without colour.
 *
 * @param {ReviewedMove} move
 * @returns {{ text: string, mark: string, kind: "good" | "fair" | "bad" }}
 */
export function inLabel({ label }) {
    switch (label) {
        case "best": return { text: "best move", mark: "", kind: "good" };
        case "only-move": return { text: "only move", mark: "", kind: "good" };
        case "good": return { text: "good move", mark: "", kind: "good" };
        case "missed-win": return { text: "let a win slip", mark: "??", kind: "bad" };
        case "threw-away-draw": return { text: "let a draw slip", mark: "??", kind: "bad" };
        case "prolonged": return { text: "a slower win", mark: "", kind: "fair" };
        case "hastened": return { text: "loses sooner", mark: "", kind: "fair" };
        case "inaccuracy": return { text: "a little worse", mark: "?!", kind: "fair" };
        case "mistake": return { text: "mistake", mark: "?", kind: "bad" };
        default: return { text: "big mistake", mark: "??", kind: "bad" };
    }
}

/** What a label means that does not say it. @type {Partial<Record<ReviewedMove["label"], string>>} */
const MEANINGS = { "only-move": "every other move leads to less", "prolonged": "it still wins, but later", "hastened": "it was lost anyway; another move held out longer" };

/** The labels of these moves that need a word, with it. @param {readonly ReviewedMove[]} judged */
export function keyOf(judged) {
    const here = judged.filter((move, at) => MEANINGS[move.label] && judged.findIndex(({ label }) => label === move.label) === at);
    return here.map(move => `${inLabel(move).text}: ${MEANINGS[move.label]}.`).map(text => text.charAt(0).toUpperCase() + text.slice(1)).join(" ");
}

/** Whether a person can see how it ends. @param {Score} score */
export const isSoon = score => score.outcome !== "unknown" && (score.plies ?? Infinity) <= SEEN;

/** Whether a move has changed the result. @param {ReviewedMove} move */
export const isSlip = move => inLabel(move).kind === "bad";

/**
 * Whether a person could have seen that a move was wrong: it let the other side win within three moves, or missed a win within three.
 *
 * @param {ReviewedMove} move
 */
function couldBeSeen({ score, best }) {
    const first = best[0]?.score;
    if (!first) return false;
    if (score.outcome === "loss" && isSoon(score)) return first.outcome !== "loss" || first.plies - score.plies >= FIGHT;
    return first.outcome === "win" && isSoon(first) && (score.outcome !== "win" || score.plies - first.plies >= FIGHT);
}

/** Whether a move is a mistake: it changed the result, or gave a lost game up. @param {ReviewedMove} move */
export const isMistake = move => isSlip(move) || (move.label === "hastened" && couldBeSeen(move));

/**
 * The mistakes that a person learns from, in their order: those whose punishment could be seen; if there are none, all that changed the result.
 *
 * @param {ReviewedMove[]} judged Of one side.
 */
export function lessonsOf(judged) {
    const seen = judged.filter(move => couldBeSeen(move) || (isSlip(move) && move.score.outcome === "unknown"));
    return seen.length ? seen : judged.filter(isSlip);
}

/**
 * Whether a move is the better one that is asked for: it keeps the best result, and in a lost game does not lose soon.
 *
 * @param {Score} score
 * @param {ReviewedMove} task
 */
export function isBetter(score, { best, score: played }) {
    const first = best[0]?.score;
    if (!first) return false;
    if (first.outcome === "unknown" || score.outcome === "unknown") return first.expected - score.expected < COSTLY;
    if (score.outcome !== first.outcome) return score.expected >= first.expected;
    if (first.outcome === "loss") return score.plies >= Math.min(first.plies, SEEN + 1);
    return first.outcome !== "win" || played.outcome !== "win" || score.plies <= Math.max(first.plies, SEEN);
}

/** How the other side wins, in a sentence. @param {string} who @param {string} reply Its next move. @param {number} plies From the move before it. */
export const winsWith = (who, reply, plies) => (plies <= 2 ? `${who} wins with ${reply}.` : `${who} answers ${reply} and wins in ${moves(ownMoves(plies))}.`);
