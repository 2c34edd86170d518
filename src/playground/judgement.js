// What a review says of a move, in words.

import { inPlies } from "./score.js";

/** @import { Reason, ReviewedMove } from "./types.d.ts" */

/**
 * The first of the reasons for a move, in sentences.
 *
 * @param {readonly Reason[] | undefined} reasons
 * @param {number} [most]
 */
export const sentences = (reasons, most = 2) => (reasons ?? []).slice(0, most).map(({ text }) => text).join(" ");

/**
 * A label in words, with a mark that tells its kind without colour, and what its number counts.
 *
 * @param {ReviewedMove} move
 * @returns {{ text: string, mark: string, kind: "good" | "fair" | "bad", about?: string }}
 */
export function inLabel({ label, best }) {
    const missed = best[0]?.score.plies;
    switch (label) {
        case "best": return { text: "best move", mark: "", kind: "good" };
        case "only-move": return { text: "only move", mark: "", kind: "good" };
        case "good": return { text: "good move", mark: "", kind: "good" };
        case "missed-win": return missed
            ? { text: `threw away a win in ${missed}`, mark: "??", kind: "bad", about: inPlies(missed) }
            : { text: "threw away a win", mark: "??", kind: "bad" };
        case "threw-away-draw": return { text: "threw away a draw", mark: "??", kind: "bad" };
        case "prolonged": return { text: "a slower win", mark: "", kind: "fair" };
        case "hastened": return { text: "loses sooner", mark: "", kind: "fair" };
        case "inaccuracy": return { text: "inaccuracy", mark: "?!", kind: "fair" };
        case "mistake": return { text: "mistake", mark: "?", kind: "bad" };
        default: return { text: "blunder", mark: "??", kind: "bad" };
    }
}
