// Refusals of a position or of a game as text, in words for people.

import { Refusal } from "./link.js";
import { inWords, MOVES } from "./refusal_words.js";

/** Faults of a game as text, where it is no single move. @type {Record<string, string>} */
const RECORDS = {
    "conflict": "That game is of another board.", "wrong-length": "That board has another size.", "does-not-fit": "That game is of another board.", "two-winners": "Both sides have a whole line there.",
    "not-alternating": "The sides do not take turns there.", "unknown-character": "That board has signs other than X, O and dots.", "missing": "There is no game yet.", "floating-stone": "A stone hangs in the air there.",
};
const NO_RECORD = "That is no game that we can read. Write moves, such as d1 d2 c1, or paste an SGF file.";
/** Faults of a board. @type {Record<string, string>} */
const BOARDS = {
    "two-winners": "Not possible: both sides have a whole line, and the first of them would have ended the game.", "floating-stone": "Not possible: a disc hangs in the air.",
    "wrong-length": "The board has another size than the game.", "turn-unknown": "The stones do not tell whose turn it is.",
};
/** @param {string} code @param {string} detail */
function ofRecord(code, detail) {
    const move = /^move (\d+)/.exec(detail)?.[1];
    return move && MOVES[code] ? `Move ${move} cannot be played: ${MOVES[code]}.` : RECORDS[code] ?? NO_RECORD;
}

/**
 * A fault, in a sentence.
 *
 * @param {unknown} fault
 */
export function inEditor(fault) {
    const error = fault instanceof Refusal && fault.problem.code === "invalid-request" ? fault.problem.errors?.[0] : undefined;
    if (error?.pointer === "/record") return ofRecord(error.code, error.detail);
    return (error?.pointer.startsWith("/board") && BOARDS[error.code]) || inWords(fault);
}
