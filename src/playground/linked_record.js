// A link with a record in any of its notations, `?record=…`, as the API reads it: the service knows its moves.

import { ask } from "./api.js";
import { readGame } from "./lines_game.js";
import { Refusal } from "./link.js";
import { shortRules } from "./short_rules.js";

/** @import { Fields, GridRules, PositionAnswer } from "./types.d.ts" */

/**
 * The query of the game of a record. The answer has a name for the game, or its rules; a record without the order of its moves is a board.
 *
 * @param {URLSearchParams} query With a record.
 * @param {Pick<PositionAnswer, "game" | "position" | "records">} answer
 */
function gameOf(query, { game, position, records }) {
    query.delete("record");
    // Lines of one's own keep their rules.
    if (game.name !== null || !query.get("game")?.startsWith("{")) query.set("game", game.name ?? shortRules(/** @type {GridRules} */ (game)));
    const played = records ? { moves: records.moves.replaceAll(" ", ",") } : { board: position.board, turn: position.turn };
    for (const [name, value] of Object.entries(played)) query.set(name, value);
    // Its players are not known: none of them is an opponent of the visitor.
    if (!["x", "o", "level"].some(name => query.has(name))) query.set("o", "you");
    return `?${query}`.replaceAll("%2C", ",");
}

/**
 * Turns the address into that of the record's moves.
 *
 * @param {string} search
 * @returns {Promise<string>} The fault of the record, in a sentence.
 */
export async function openRecord(search) {
    const query = new URLSearchParams(search);
    const game = readGame(query.get("game"));
    /** @type {Fields} */
    const fields = { record: query.get("record"), ...(game !== null && { game }), fields: ["position", "records"] };
    try {
        const answer = /** @type {PositionAnswer} */ (await ask("/v1/position", fields));
        // The visitor may have gone on.
        if (location.search === search) history.replaceState(history.state, "", gameOf(query, answer));
        return "";
    } catch (fault) {
        return fault instanceof Refusal ? "The record in this link cannot be read." : "The service cannot be reached.";
    }
}
