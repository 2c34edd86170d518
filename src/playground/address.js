// The address holds all that a link shows: the place, the game with all its moves and where it stands, the players, and the open panel.

import { cellOf, COLUMNS, emptyBoard, moveNames, readBoard, replay, startFields, startOf, turnOf } from "./game.js";
import { gameField, isMissing, linesGame, readGame } from "./lines_game.js";
import { inText } from "./score.js";
import { makesLine } from "./small_values.js";

/** @import { Config, FullRules, GameName } from "./types.d.ts" */
/** @import { Offers } from "./catalogue.js" */
/** @import { Session } from "./session.js" */

/** The places of the page. @typedef {"home" | "play" | "puzzle" | "explore" | "api"} Place */
/** The parts of the page beside the game. `extra`: fields of a place of its own. @typedef {{ place: Place, tab: string, extra?: Record<string, string> }} Look */

/** Fields of the page; an address with none of them is that of a first visit. */
const KNOWN = ["view", "game", "board", "moves", "turn", "tab", "x", "o", "scores", "record", "friend"];

/**
 * The rules of a preset, or the rules themselves; null for a game that is not known, or not yet.
 *
 * @param {Offers} catalogue
 * @param {GameName} game
 * @returns {FullRules | null}
 */
export function rulesOf(catalogue, game) {
    const lines = linesGame(game);
    if (lines) return lines.rules;
    if (isMissing(catalogue, game)) return null;
    if (typeof game !== "string") return /** @type {FullRules} */ (game);
    const preset = catalogue.games.games.find(({ name }) => name === game);
    return preset ? /** @type {FullRules} */ (preset.rules) : null;
}

/**
 * Moves by name, in any case, or, where stones fall, by column: its letter, or all columns as digits, from 1.
 *
 * @param {FullRules} rules
 * @param {string} start
 * @param {string[]} moves
 */
function cells(rules, start, moves) {
    if (rules.board || !rules.gravity) return moves.map(name => cellOf(rules, name.toLowerCase()));
    const heights = Array.from({ length: rules.width }, (_, col) =>
        Array.from({ length: rules.height }, (_, row) => start[row * rules.width + col]).filter(stone => stone !== ".").length);
    return (/^\d+$/.test(moves[0] ?? "") ? [...moves.join("")] : moves).map(move => {
        const named = cellOf(rules, move.toLowerCase());
        const col = /^\d$/.test(move) ? Number(move) - 1 : move.length === 1 ? COLUMNS.indexOf(move.toLowerCase()) : named % rules.width;
        const height = heights[col] ?? rules.height;
        heights[col] = height + 1;
        if (named >= 0) return named;
        return height < rules.height ? (rules.height - 1 - height) * rules.width + col : -1;
    });
}

/** The player of O where the address does not say. */
const SEAT = "casual";

/**
 * A seat as one word: a person, an engine by its level, or by its skill.
 *
 * @param {Config} config
 */
const seatOf = config => (config.kind === "human" ? "you" : config.level || `skill-${config.skill}`);

/**
 * The seat that a word describes; null if it describes none.
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
 * The query that leads back to the state of the page: the fields of the API for the position, then those of the page. Defaults
 * are left out. Moves that were taken back are part of it: `at` says where the game stands.
 *
 * @param {Pick<Session, "game" | "rules" | "history" | "cursor" | "players" | "isNameless">} session
 * @param {Look} look
 */
export function toQuery({ game, rules, history, cursor, players, isNameless }, look) {
    const query = new URLSearchParams();
    if (look.place !== "play") query.set("view", look.place);
    if (look.place === "puzzle") {
        for (const [name, value] of Object.entries(look.extra ?? {})) query.set(name, value);
        return `?${query}`;
    }
    query.set("game", gameField(game));
    for (const [field, value] of Object.entries(startFields(rules, history[0]))) query.set(field, value);
    const moves = moveNames(rules, history);
    if (moves.length) query.set("moves", moves.join(","));
    if (cursor < history.length - 1) query.set("at", String(cursor));
    if (seatOf(players.X) !== "you") query.set("x", seatOf(players.X));
    // Of a game that has begun, a link says who plays it.
    if (seatOf(players.O) !== SEAT || moves.length > 0 && !isNameless) query.set("o", seatOf(players.O));
    if (look.place === "explore" && look.tab !== "analysis") query.set("tab", look.tab);
    for (const [name, value] of Object.entries(look.extra ?? {})) query.set(name, value);
    return `?${query}`.replaceAll("%2C", ",");
}

/** Identifies a game with its moves. @param {Session} session */
export const gameKey = ({ game, rules, history }) => `${typeof game === "string" ? game : JSON.stringify(game)} ${moveNames(rules, history).join(",")}`;

/** The first visit: one tap wins, six columns lose. */
export const FIRST_VISIT = "?game=connect-four&moves=a1,c1,b1,g1,c2,g2,d1,d2,e1,e2,d3,e3,f1,g3&o=beginner";

/**
 * The place and the panel that an address asks for.
 *
 * @param {string} search
 * @returns {Look}
 */
export function readLook(search) {
    const query = new URLSearchParams(search);
    const view = query.get("view") ?? "";
    const tab = query.get("tab") ?? "analysis";
    if (view === "puzzle" || view === "explore" || view === "api") return { place: view, tab };
    if (!KNOWN.some(name => query.has(name))) return { place: "home", tab };
    if (tab === "calls") return { place: "api", tab: "analysis" };
    return { place: query.has("tab") || query.has("scores") ? "explore" : "play", tab };
}

/**
 * Brings the session to the game that an address names. The engine waits there, so that the visitor sees the position of the link.
 *
 * @param {Session} session
 * @param {Offers} catalogue
 * @param {string} search
 * @returns {string} The fault of a part that could not be read, in a sentence.
 */
export function readAddress(session, catalogue, search) {
    const query = new URLSearchParams(search);
    const seats = { X: query.get("x") ?? "you", O: query.get("o") ?? query.get("level") ?? SEAT };
    for (const side of /** @type {const} */ (["X", "O"])) Object.assign(session.players[side], readSeat(catalogue, seats[side]) ?? {});
    const isBare = !["game", "board", "moves"].some(name => query.has(name));
    const asked = readGame(query.get("game") ?? (isBare ? "connect-four" : catalogue.games.default)) ?? "";
    // The service may have a name for it.
    const game = linesGame(asked)?.game ?? asked;
    const rules = rulesOf(catalogue, game);
    const isSound = rules && (rules.board || [rules.width, rules.height, rules.k].every(n => Number.isInteger(n) && n >= 1 && n <= catalogue.games.limits.sideMax) && rules.k <= Math.max(rules.width, rules.height));
    if (!rules || !isSound) {
        const other = "connect-four";
        const otherRules = /** @type {FullRules} */ (rulesOf(catalogue, other));
        session.begin(other, otherRules, [startOf(otherRules)]);
        return "This link names a game that we do not have. Here is Connect Four.";
    }
    const board = query.get("board") === null ? emptyBoard(rules) : readBoard(rules, query.get("board") ?? "");
    const start = board ?? emptyBoard(rules);
    const turn = query.get("turn")?.toUpperCase();
    const names = (query.get("moves") ?? "").split(",").filter(name => name);
    const moves = cells(rules, start, names);
    const steps = replay(rules, { board: start, turn: turn === "X" || turn === "O" ? turn : turnOf(start), cell: null }, moves);
    const isCut = steps.length <= moves.length;
    // Where longer lines count as others, a line ends the game, whoever loses by it.
    const end = rules.overline === "allowed" ? steps.findIndex(step => step.cell !== null && makesLine(rules, step.board, step.cell)) : -1;
    if (end > 0) steps.length = end + 1;
    const holdsPosition = query.has("board") || moves.length > 0;
    session.begin(game, rules, steps, { paused: holdsPosition });
    const at = Number(query.get("at") ?? NaN);
    if (Number.isInteger(at) && at >= 0 && at < steps.length - 1) session.view(at);
    if (board === null) return "The board in this link does not fit the game. Here is the empty one.";
    if (end > 0 && moves.length > end) return `In this link the game is over before ${inText(names[end])}.`;
    return isCut ? `This link breaks off at move ${steps.length}. You can go on from here.` : "";
}
