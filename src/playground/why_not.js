// Why a person cannot move at a cell, in a sentence.

import { landing, nameOf } from "./game.js";
import { opponentOf, sideName } from "./opponents.js";
import { lookOf } from "./stone.js";

/** @import { Session } from "./session.js" */

/**
 * Null if the move can be played.
 *
 * @param {Session} session
 * @param {number} cell
 */
export function whyNot({ info, rules, now, players, running, thinking, isEnginesTurn }, cell) {
    const { status } = info?.position ?? {};
    if (status === "won" || status === "drawn") return "The game is over.";
    const name = nameOf(rules, cell);
    const side = (/** @type {"X" | "O"} */ one) => sideName(lookOf(rules), one);
    const lands = landing(rules, now.board, cell);
    if (lands < 0) {
        if (rules.gravity && rules.board) return "This column is full.";
        return rules.gravity ? `Column ${name[0]} is full.` : `${rules.board ? `Cell ${name}` : name} is taken by ${side(now.board[cell] === "X" ? "X" : "O")}.`;
    }
    if (rules.board && lands !== cell) return `Here a bead would fall on to cell ${lands}: tap that one.`;
    const they = opponentOf(players[now.turn].level)?.name ?? side(now.turn);
    if (thinking) return `${they} is thinking. Wait a moment.`;
    if (isEnginesTurn) return running ? `${they} is next. Wait a moment.` : `${they} is next. Press “Go on”.`;
    return null;
}
