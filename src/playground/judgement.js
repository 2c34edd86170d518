// What a review says of a move, in words.

import { sideName } from "./opponents.js";

/** @import { Look } from "./stone.js" */
/** @import { Reason, ReviewedMove } from "./types.d.ts" */

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
