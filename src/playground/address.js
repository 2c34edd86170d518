// The address holds all that a link shows: the game, its moves, who plays, the open panel and whether values are shown.

import { cellOf, emptyBoard, moveNames, readBoard, replay, startFields, startOf, turnOf } from "./game.js";

/** @import { Config, FullRules } from "./types.d.ts" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** What is on the page beside the game. @typedef {{ tab: string, scores: boolean }} Look */

/**
 * The rules of a preset, or the rules themselves.
 *
 * @param {Offers} catalogue
 * @param {string | FullRules} game
 */
export function rulesOf(catalogue, game) {
    if (typeof game !== "string") return game;
    const preset = catalogue.games.games.find(({ name }) => name === game);
    return preset ? /** @type {FullRules} */ (preset.rules) : null;
}

/**
 * Moves by name or, where stones fall, by column.
 *
 * @param {FullRules} rules
 * @param {string} start
 * @param {string[]} moves
 */
function cells(rules, start, moves) {
    if (!rules.gravity || !/^\d+$/.test(moves[0] ?? "")) return moves.map(name => cellOf(rules, name));
    const heights = Array.from({ length: rules.width }, (_, col) =>
        Array.from({ length: rules.height }, (_, row) => start[row * rules.width + col]).filter(stone => stone !== ".").length);
    return [...moves.join("")].map(digit => {
        const col = Number(digit) - 1;
        const height = heights[col] ?? rules.height;
        heights[col] = height + 1;
        return height < rules.height ? (rules.height - 1 - height) * rules.width + col : -1;
    });
}

/**
 * A seat as one word: a person, an engine by its level, or by its skill.
 *
 * @param {Config} config
 */
const seatOf = config => (config.kind === "human" ? "you" : config.level || `skill-${config.skill}`);

/**
 * What a word says of a seat; null if it says nothing.
 *
 * @param {Offers} catalogue
 * @param {string | null} word
 * @returns {Partial<Config> | null}
 */
function readSeat({ games }, word) {
    if (word === null) return null;
    if (word === "you") return { kind: "human" };
    const level = games.levels.find(({ name }) => name === word);
    if (level) return { kind: "engine", level: level.name, skill: level.skill };
    const skill = Number(/^skill-(\d{1,3})$/.exec(word)?.[1] ?? NaN);
    return skill <= games.limits.skillMax ? { kind: "engine", level: games.levels.find(one => one.skill === skill)?.name ?? "", skill } : null;
}

/**
 * The query that leads back to what is on the page: the fields of the API for the position, then those of the page. Defaults
 * are left out.
 *
 * @param {Session} session
 * @param {Look} look
 */
export function toQuery({ game, rules, history, cursor, players }, look) {
    const query = new URLSearchParams();
    const steps = history.slice(0, cursor + 1);
    query.set("game", typeof game === "string" ? game : JSON.stringify(game));
    for (const [field, value] of Object.entries(startFields(rules, steps[0]))) query.set(field, value);
    const moves = moveNames(rules, steps);
    if (moves.length) query.set("moves", moves.join(","));
    if (seatOf(players.X) !== "you") query.set("x", seatOf(players.X));
    if (seatOf(players.O) !== "perfect") query.set("o", seatOf(players.O));
    if (look.tab !== "analysis") query.set("tab", look.tab);
    if (look.scores) query.set("scores", "1");
    return `?${query}`.replaceAll("%2C", ",");
}

/** What a visitor sees first: a position in which columns win, draw and lose, with the value of each, against an engine that can be beaten. */
const FIRST_VISIT = "?game=connect-four&moves=34334347&o=club&scores=1";

/**
 * Brings the session to what an address asks for. The engine waits there, so that the visitor sees what was sent.
 *
 * @param {Session} session
 * @param {Offers} catalogue
 * @param {string} search
 * @returns {Look & { said: string }} `said`: what of it could not be had.
 */
export function readAddress(session, catalogue, search) {
    const query = new URLSearchParams(search || FIRST_VISIT);
    for (const side of /** @type {const} */ (["X", "O"])) {
        Object.assign(session.players[side], readSeat(catalogue, query.get(side.toLowerCase())) ?? {});
    }
    const look = { tab: query.get("tab") ?? "analysis", scores: query.get("scores") === "1" };
    /** @type {string | FullRules} */
    let game = query.get("game") ?? catalogue.games.default;
    try {
        if (game.startsWith("{")) game = /** @type {FullRules} */ ({ gravity: false, overline: "allowed", misere: false, ...JSON.parse(game) });
    } catch {
        game = "";
    }
    const rules = rulesOf(catalogue, game);
    const isSound = rules && [rules.width, rules.height, rules.k].every(n => Number.isInteger(n) && n >= 1 && n <= catalogue.games.limits.sideMax);
    if (!rules || !isSound) {
        const other = catalogue.games.default;
        const otherRules = /** @type {FullRules} */ (rulesOf(catalogue, other));
        session.begin(other, otherRules, [startOf(otherRules)]);
        return { ...look, said: "The address names a game that there is not: here is another one." };
    }
    const board = query.get("board") === null ? emptyBoard(rules) : readBoard(rules, query.get("board") ?? "");
    const start = board ?? emptyBoard(rules);
    const turn = query.get("turn");
    const names = (query.get("moves") ?? "").split(",").filter(name => name);
    const moves = cells(rules, start, names);
    const steps = replay(rules, { board: start, turn: turn === "X" || turn === "O" ? turn : turnOf(start), cell: null }, moves);
    const holdsPosition = query.has("board") || moves.length > 0;
    session.begin(game, rules, steps, { paused: holdsPosition });
    if (board === null) return { ...look, said: "The address has a board that does not fit the game: here is the empty one." };
    return { ...look, said: steps.length <= moves.length ? `Move ${steps.length} in the address cannot be played.` : "" };
}
