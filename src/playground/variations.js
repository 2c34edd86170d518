// The moves of a game and its variations: each position knows the positions that followed it.

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
 * The other moves that were played in a position.
 *
 * @param {Step} before
 * @param {Step} played
 */
export const branches = (before, played) => (before.next ?? []).filter(step => step !== played);
