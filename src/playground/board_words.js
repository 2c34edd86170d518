// The board in words: the names of columns and cells for screen readers.

import { landing, nameOf, other } from "./game.js";
import { sideName } from "./opponents.js";
import { lookOf } from "./stone.js";

/** @import { Scene } from "./board.js" */
/** @import { Side } from "./types.d.ts" */

/** Whether a line that has won passes here. @param {number[][]} lines @param {(cell: number) => boolean} isHere */
const won = (lines, isHere) => (lines.some(line => line.some(isHere)) ? ["in the winning line"] : []);

/**
 * A column: its discs, the landing cell and the result of a move there.
 *
 * @param {number} col
 * @param {Scene} scene
 */
export function columnWords(col, { rules, step, lines, marks, threats = [], pending = -1, isTip = false }) {
    const isHere = (/** @type {number} */ cell) => cell >= 0 && cell % rules.width === col;
    const lands = landing(rules, step.board, col);
    const score = marks.scores.get(lands);
    const discs = Array.from({ length: rules.height }, (_, row) => step.board[(rules.height - 1 - row) * rules.width + col])
        .filter(held => held !== ".").map(held => sideName("rack", /** @type {Side} */ (held)).toLowerCase());
    return [
        `Column ${nameOf(rules, col)[0]}`,
        lands < 0 ? "full" : lines.length ? "" : `a disc lands on ${nameOf(rules, lands)}`,
        discs.length ? `from below: ${discs.join(", ")}` : "",
        step.cell !== null && isHere(step.cell) ? "last move" : "",
        ...won(lines, isHere),
        score ? score.verb + (score.best ? ", best" : "") : "",
        ...marks.ghosts.filter(({ cell }) => isHere(cell)).map(({ cell, side, number }) => `${sideName("rack", side).toLowerCase()} on ${nameOf(rules, cell)} at step ${number} of the line`),
        isHere(marks.hint) ? "hint" : "",
        ...threats.filter(isHere).map(cell => `${sideName("rack", other(step.turn))} threatens to win on ${nameOf(rules, cell)}`),
        isHere(pending) && !isTip ? "chosen" : "",
    ].filter(Boolean).join(", ");
}

/**
 * A cell: its name, its stone and the result of a move there.
 *
 * @param {number} index
 * @param {Scene} scene
 * @param {boolean} isClosed Whether stones fall, and none can come to rest here.
 */
export function cellWords(index, { rules, step, lines, marks, threats = [], pending = -1 }, isClosed) {
    const held = step.board[index];
    const side = held === "X" || held === "O" ? held : null;
    const look = lookOf(rules);
    const ghost = marks.ghosts.find(({ cell }) => cell === index);
    const score = side || ghost ? null : marks.scores.get(index);
    return [
        rules.board?.spoken(index) ?? nameOf(rules, index),
        side ? sideName(look, side) : "empty",
        step.cell === index ? "last move" : "",
        ...won(lines, cell => cell === index),
        ghost ? `${sideName(look, ghost.side)} at step ${ghost.number} of the line` : "",
        marks.hint === index ? "hint" : "",
        threats.includes(index) ? `${sideName(look, other(step.turn))} threatens to win here` : "",
        score ? score.verb + (score.best ? ", best" : "") : "",
        rules.gravity && !side ? isClosed ? "out of reach" : "a stone lands here" : "",
        pending === index ? "chosen" : "",
    ].filter(Boolean).join(", ");
}
