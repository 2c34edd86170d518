// A review that proves less than an analysis can, as on a device without the service: no proven move is blamed against an estimate.

import { RANKED } from "./analysis.js";
import { ask } from "./api.js";
import { isMistake } from "./judgement.js";

/** @import { FinalAnalysis } from "./analysis.js" */
/** @import { Review } from "./review.js" */
/** @import { ReviewedMove, Score, Step } from "./types.d.ts" */

/** The label of a move that is proven, as a review has it. @param {Score} score @param {Score} best @returns {ReviewedMove["label"]} */
function labelOf(score, best) {
    if (score.outcome !== best.outcome) return best.outcome === "win" ? "missed-win" : "threw-away-draw";
    return score.plies === best.plies ? "best" : best.outcome === "win" ? "prolonged" : "hastened";
}

/** Judges such moves again where a longer look proves all. @param {Review} review @param {Step[]} line */
export async function lookOn(review, line) {
    const { game } = review.session;
    for (const [ply, step] of line.entries()) {
        const judged = review.judged.get(step);
        const { board, turn } = line[ply - 1] ?? step;
        if (!judged || !isMistake(judged) || judged.score.outcome === "unknown" || judged.best[0]?.score.outcome !== "unknown") continue;
        const answer = /** @type {FinalAnalysis | null} */ (await ask("/v1/analysis", { game, board, turn, explain: true }).catch(() => null));
        const [best] = answer?.lines ?? [];
        const mine = answer?.lines.find(({ move }) => move.cell === judged.move.cell);
        if (!answer || !best || !mine || best.score.outcome === "unknown") continue;
        review.judged.set(step, { ...judged, score: mine.score, pv: mine.pv, best: answer.lines.slice(0, RANKED), label: labelOf(mine.score, best.score), text: "" });
        review.changed();
    }
}
