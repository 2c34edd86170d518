// Refusals of the service in the page's own words: the service speaks to programs, of fields and pointers. Its own words
// are in the panel of API calls.

import { Refusal } from "./link.js";

/** @import { Problem } from "./types.d.ts" */

const GONE = "The service cannot be reached.";
const TOO_LONG = "That is too long to be sent. Try something shorter.";
/** Sentences by the code of the problem. @type {Record<string, string>} */
const PROBLEMS = {
    "too-many-requests": "That was a lot at once.", "saturated": "The service is busy.", "shutting-down": "The service is about to restart.",
    "payload-too-large": TOO_LONG, "uri-too-long": TOO_LONG, "answer-too-large": "The answer would be too large. Ask for less.",
    "unauthorized": "This service asks for a key.", "request-timeout": "The connection was too slow. Try again.", "internal": "The service has failed at this. Try again.",
    "unavailable": GONE, "gateway-timeout": "The service did not answer in time.",
};
/** Codes of statuses without one, from a proxy in front of the service. @type {Record<number, string>} */
const CODES = { 401: "unauthorized", 408: "request-timeout", 413: "payload-too-large", 414: "uri-too-long", 429: "too-many-requests", 503: "saturated" };
const MISFIT = "The page and the service do not fit together. Reload the page.";

/** Faults of a move, as the end of a sentence. @type {Record<string, string>} */
export const MOVES = {
    "cell-taken": "its cell is taken", "column-full": "its column is full", "not-on-board": "the board has no such cell", "game-over": "the game is over before it",
    "floating-stone": "it would hang in the air", "not-alternating": "the other side is to move",
};
/** Faults of the rules of a game of lines. @type {Record<string, string>} */
const RULES = {
    "too-large": "Its board would be too large.", "does-not-fit": "What makes a line does not fit on its board.", "not-on-board": "Its lines leave the board.", "missing": "Its rules are not complete.",
    "out-of-range": "One of its numbers is too small or too large.",
};
/** The time to wait as people say it. @param {number | null} seconds */
function when(seconds) {
    if (seconds === null || seconds <= 5) return "Try again in a moment.";
    return seconds < 90 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** @param {NonNullable<Problem["errors"]>[number] | undefined} error */
function ofFault(error) {
    const [, field = "", member = ""] = error?.pointer.split("/") ?? [];
    const code = error?.code ?? "";
    if (field === "game") return code === "does-not-fit" && !member ? "This game is too large for that." : RULES[code] ?? "Its rules cannot be read.";
    if (field === "board" || field === "turn") return "This position is not possible.";
    if (field === "moves") return `A move cannot be played: ${MOVES[code] ?? "the game has no such move"}.`;
    if (field === "theme" || field === "date" || field === "seed") return "There is no such puzzle. Try another one.";
    if (field === "maxNodes") return "That would be too large. Choose a smaller depth.";
    if (code === "out-of-range" || code === "not-whole") return "A number in the settings is too small or too large.";
    return code === "does-not-fit" || code === "conflict" ? "These settings do not fit the game. Choose others." : MISFIT;
}

/**
 * A fault, in a sentence for people.
 *
 * @param {unknown} fault
 */
export function inWords(fault) {
    if (!(fault instanceof Refusal)) return GONE;
    const { problem, retryAfter } = fault;
    const code = problem.code ?? CODES[problem.status] ?? (problem.status >= 500 ? "internal" : "");
    if (code === "invalid-request") return ofFault(problem.errors?.[0]);
    if (code === "unauthorized" && problem.detail?.includes("key sent is not valid")) return "This key is not valid.";
    const words = PROBLEMS[code] ?? MISFIT;
    return ["too-many-requests", "saturated", "shutting-down", "unavailable", "gateway-timeout"].includes(code) ? `${words} ${when(retryAfter)}` : words;
}
