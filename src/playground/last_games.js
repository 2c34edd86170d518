// The last games against the engine on this device, finished or not: how they are stored, and the list that leads back to them.

import { h, keepFocus } from "./dom.js";
import { dayAfter, recallAll, remember, today, written } from "./memory.js";
import { face, opponentOf } from "./opponents.js";

/** @import { Session } from "./session.js" */
/** @import { Step } from "./types.d.ts" */

/** How a game ended for the visitor; "open" while it goes on. @typedef {"won" | "lost" | "drawn" | "open"} Result */
/** `query`: the address of the game in Play, with the side and the level of its opponent. @typedef {{ query: string, title: string, level: string, skill: number, date: string, result: Result }} PastGame */

const KEY = "inarow-games";
/** How many games are kept. */
const KEPT_MAX = 8;

/** The last games, the newest first. @returns {PastGame[]} */
export const lastGames = () => {
    const { games } = recallAll(KEY, { games: /** @type {PastGame[]} */ ([]) });
    return Array.isArray(games) ? games.filter(one => typeof one?.query === "string") : [];
};

/** The address of a game, wherever it stands: two games with the same one are the same. @param {string} query */
const wholeGame = query => query.replace(/&at=\d+/, "");

/** The address of the kept game with the same moves, at its end; undefined if none is kept. @param {string} query */
export function withPlayers(query) {
    const moves = (/** @type {string} */ text) => text.replace(/&(at|x|o)=[^&]*/g, "");
    const game = lastGames().find(one => moves(one.query) === moves(query));
    return game && wholeGame(game.query);
}

/** The result of the visitor's game so far. @param {Session} session @returns {Result | null} Null where the service has not said it yet, or the board shows an earlier position. */
function resultOf({ info, isOver, cursor, history, players }) {
    if (!info || cursor < history.length - 1) return null;
    const { winner } = info.position;
    return !isOver ? "open" : !winner ? "drawn" : players[winner].kind === "human" ? "won" : "lost";
}

/** Keeps the game that is played. */
export class GameKeeper {
    /** The game on the board, by its first position, and how it was kept last. @type {{ start: Step | undefined, query: string }} */
    current = { start: undefined, query: "" };

    /** Notes how far a game has come. @param {Session} session @param {string} query Its address. @param {string} title */
    note(session, query, title) {
        const { history, players } = session;
        const engine = players.X.kind === "engine" ? "X" : "O";
        // Where only the opponent has begun there is nothing to come back to.
        if (!history.some(({ cell, turn }) => cell !== null && turn === engine)) return;
        // A game that is opened again is known by its address, and one on the board goes on however its address changes.
        const known = this.current.start === history[0] ? this.current.query : query;
        const all = lastGames();
        const before = all.find(one => wholeGame(one.query) === wholeGame(known));
        this.current = { start: history[0], query };
        const isSame = before !== undefined && wholeGame(before.query) === wholeGame(query);
        const result = resultOf(session) ?? (isSame ? before.result : "open");
        if (isSame && before.query === query && before.result === result) return;
        const { level, skill } = players[engine];
        const now = { query, title, level, skill, result, date: isSame ? before.date : today() };
        // Looking at a game again makes it no newer.
        const games = isSame ? all.map(one => (one === before ? now : one)) : [now, ...all.filter(one => one !== before)];
        remember(KEY, JSON.stringify({ games: games.slice(0, KEPT_MAX) }));
    }
}

/** When a game was played, as people say it. @param {string} date */
const when = date => (date === today() ? "today" : date === dayAfter(today(), -1) ? "yesterday" : written(date, { day: "numeric", month: "short" }));

/** @param {PastGame} game */
const nameOf = ({ level, skill }) => opponentOf(level)?.name ?? `Skill ${skill}`;

/** @param {PastGame} game */
function resultIn(game) {
    switch (game.result) {
        case "won": return "You won";
        case "lost": return `${nameOf(game)} won`;
        case "drawn": return "A draw";
        default: return "Goes on";
    }
}

/**
 * The list with a note, whose entries lead to the story of a game that is over and to the board of one that goes on.
 *
 * @param {PastGame[]} games
 * @param {(game: PastGame) => void} open
 * @param {string} [here] The address of the game on the board.
 */
export const gamesList = (games, open, here = "") => [h("ol", { class: "last-games" }, ...games.map(game => {
    const { title, level, date, query, result } = game;
    return h("li", {}, h("button", { class: "one-game", "data-key": wholeGame(query), "data-result": result, "aria-current": wholeGame(query) === wholeGame(here) && "true", click: () => open(game) },
        face(level, 40), h("span", { class: "grow" }, h("b", {}, nameOf(game)), h("small", { class: "muted" }, `${title.replace(/,.*/, "")} · ${when(date)}`)), h("span", { class: `result ${result}` }, resultIn(game))));
})), h("p", { class: "small muted" }, "Kept on this device only.")];

/** The part of Explore with the last games; it is not there before the first one. */
export class LastGamesView {
    shown = "";

    /** @param {HTMLElement} place @param {(game: PastGame) => void} open */
    constructor(place, open) {
        this.place = place;
        this.open = open;
    }

    /** @param {string} here The address of the game on the board. */
    show(here) {
        const games = lastGames();
        const key = JSON.stringify([games, here, today()]);
        if (key === this.shown) return;
        this.shown = key;
        this.place.hidden = games.length === 0;
        keepFocus(this.place, () => this.place.replaceChildren(h("h2", {}, "Your last games"), ...gamesList(games, this.open, here)));
    }
}
