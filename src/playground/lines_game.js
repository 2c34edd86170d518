// Games of lines: the service says where their cells are, which is kept from then on.

import { ask } from "./api.js";
import { LineBoard } from "./line_board.js";
import { inWords } from "./refusal_words.js";
import { readShortRules, shortRules } from "./short_rules.js";

/** @import { Offers } from "./catalogue.js" */
/** @import { FullRules, GameName, LinesAnswer } from "./types.d.ts" */

/** Members of rules that only games of lines have. */
const SIGNS = ["cells", "lines", "dimensions", "shape"];

/** Games by their name or rules in requests: the rules, and the name that the service has for them. @type {Map<string, { game: GameName, rules: FullRules }>} */
const known = new Map();

/** @param {GameName} game */
const keyOf = game => (typeof game === "string" ? game : JSON.stringify(game));

/** Whether a game is given by lines, dimensions or a shape. @param {unknown} game */
const isOwnLines = game => typeof game === "object" && game !== null && SIGNS.some(sign => sign in game);

/**
 * Rules of one's own for an ordinary board.
 *
 * @param {GameName} game
 * @returns {game is import("./types.d.ts").GridRules}
 */
export const isOwnRules = game => typeof game !== "string" && !isOwnLines(game);

/** Whether the board of a game has to be asked for. @param {Offers} offers @param {GameName} game */
function isLines(offers, game) {
    if (typeof game !== "string") return isOwnLines(game);
    const preset = offers.games.games.find(({ name }) => name === game);
    return preset !== undefined && "layout" in preset;
}

/** A game of lines that is known by now; null of others. @param {GameName} game */
export const linesGame = game => known.get(keyOf(game)) ?? null;

/** Whether a game waits for its board. @param {Offers} offers @param {GameName} game */
export const isMissing = (offers, game) => isLines(offers, game) && !known.has(keyOf(game));

/**
 * Gets the board of a game, where it needs one.
 *
 * @param {Offers} offers
 * @param {GameName} game
 * @returns {Promise<string>} Its fault, in a sentence; empty if there is none.
 */
export async function prepare(offers, game) {
    if (!isMissing(offers, game)) return "";
    try {
        const answer = /** @type {LinesAnswer} */ (/** @type {unknown} */ (await ask("/v1/position", { game, fields: ["layout", "columns", "lines"] })));
        const { name, width, height, k, gravity, overline, misere } = answer.game;
        // Lists that describe an ordinary board become one.
        const board = answer.game.cells ? { board: new LineBoard(answer, keyOf(game)) } : {};
        const rules = { width, height, k, gravity, overline, misere, ...board };
        known.set(keyOf(game), { game: name ?? (answer.game.cells ? game : { width, height, k, gravity, overline, misere }), rules });
        if (name && answer.game.cells) known.set(name, { game: name, rules });
        return "";
    } catch (fault) {
        return inWords(fault);
    }
}

/** The text in the address from which rules were read. @type {WeakMap<object, string>} */
const texts = new WeakMap();

/**
 * The game that an address names, as the API has it: a name or rules; null if it cannot be read.
 *
 * @param {string | null} text
 * @returns {GameName | null}
 */
export function readGame(text) {
    if (text === null) return null;
    if (!text.startsWith("{")) return readShortRules(text.toLowerCase()) ?? text.toLowerCase();
    try {
        const read = JSON.parse(text);
        if (isOwnLines(read)) return read;
        // In one order, independent of the text's: links of games with friends count on it.
        const { width, height, k, ...rest } = read;
        const game = { width, height, k, gravity: false, overline: "allowed", misere: false, ...rest };
        texts.set(game, text);
        return game;
    } catch {
        return null;
    }
}

/** The game as addresses name it: as it was read, or in few letters. @param {GameName} game */
export function gameField(game) {
    if (typeof game === "string") return game;
    return texts.get(game) ?? (isOwnRules(game) ? shortRules(game) : JSON.stringify(game));
}

/** Gets the boards of the games that addresses name. @param {Offers} offers @param {...(string | null)} searches @returns {Promise<string>} The fault of the first of them. */
export async function prepareAddresses(offers, ...searches) {
    const games = searches.map(search => readGame(new URLSearchParams(search ?? "").get("game")));
    const faults = await Promise.all(games.map(game => (game === null ? "" : prepare(offers, game))));
    return faults[0] ?? "";
}
