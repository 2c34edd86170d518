// Why a person cannot move at a cell, in a sentence.

import { landing, nameOf } from "./game.js";

/** @import { Session } from "./session.js" */

/**
 * Null if the move can be played.
 *
 * @param {Session} session
 * @param {number} cell
 */
export function whyNot({ info, rules, now, running, thinking, isEnginesTurn }, cell) {
    const { status, winner } = info?.position ?? {};
    if (status === "won") return `The game is over: ${winner} has won. Undo, or start a new game.`;
    if (status === "drawn") return "The game is over: it is a draw. Undo, or start a new game.";
    const name = nameOf(rules, cell);
    if (landing(rules, now.board, cell) < 0) {
        return rules.gravity ? `Column ${name[0]} is full: choose another one.` : `${name} is taken by ${now.board[cell]}: choose an empty cell.`;
    }
    if (thinking) return `${now.turn} is thinking: wait, or press Stop to have its move now.`;
    if (isEnginesTurn) return `${now.turn} is played by the engine: ${running ? "wait for its move" : "press Continue to go on"}.`;
    return null;
}
