// The moves of a game, and what was played in their place: each position knows those that followed it.

/** @import { Step } from "./types.d.ts" */

/**
 * Joins the positions of a line, each to the one before; it is the line that was seen last.
 *
 * @param {Step[]} line
 */
export function join(line) {
    line.forEach((step, index) => {
        const after = line[index + 1];
        if (!after) return;
        step.next ??= [];
        if (!step.next.includes(after)) step.next.push(after);
        step.latest = after;
    });
    return line;
}

/**
 * How the game went on from a position, as it was seen last.
 *
 * @param {Step} step
 */
export function continuation(step) {
    const line = [];
    for (let at = step.latest; at; at = at.latest) line.push(at);
    return line;
}

/**
 * What was played in a position in place of a move.
 *
 * @param {Step} before
 * @param {Step} played
 */
export const branches = (before, played) => (before.next ?? []).filter(step => step !== played);
