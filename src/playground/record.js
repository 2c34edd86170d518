// The games against opponents that this device remembers: how often each side won, and the game that is not over.

import { recall, recallAll, remember } from "./memory.js";
import { OPPONENTS } from "./opponents.js";

/** @typedef {{ won: number, lost: number, drawn: number }} Tally */

const KEY = "inarow-score";
/** The address of the game that is not over. */
const GAME = "inarow-game";
const CHOSEN = "inarow-chosen";
/** The games whose moves were made on this device. */
const MINE = "inarow-mine";
/** How many games are remembered as such. */
const MINE_MAX = 20;

/** @returns {Record<string, Tally>} */
function all() {
    try {
        return JSON.parse(recall(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

/** @param {unknown} game @param {string} level */
const place = (game, level) => `${typeof game === "string" ? game : JSON.stringify(game)} ${level}`;

/** @param {unknown} game @param {string} level @returns {Tally} */
export const tally = (game, level) => ({ won: 0, lost: 0, drawn: 0, ...all()[place(game, level)] });

/** @param {unknown} game @param {string} level @param {keyof Tally} result */
export function count(game, level, result) {
    const now = tally(game, level);
    remember(KEY, JSON.stringify({ ...all(), [place(game, level)]: { ...now, [result]: now[result] + 1 } }));
}

/** "you 1, Vera 3", or an empty text before the first game. @param {unknown} game @param {string} level @param {string} name */
export function inScore(game, level, name) {
    const { won, lost, drawn } = tally(game, level);
    if (won + lost + drawn === 0) return "";
    if (won + lost === 0) return `${drawn} ${drawn === 1 ? "draw" : "draws"}`;
    return `you ${won}, ${name} ${lost}`;
}

/** Whether this game was finished here, against any opponent. @param {unknown} game */
export const hasFinished = game => {
    const played = all();
    return OPPONENTS.some(({ level }) => place(game, level) in played);
};

/** The first opponent that was not beaten yet in a game; the last one if all were. @param {unknown} game */
export const nextOpponent = game => OPPONENTS.find(({ level }) => tally(game, level).won === 0) ?? /** @type {import("./opponents.js").Opponent} */ (OPPONENTS.at(-1));

/** Whether any game was finished here. */
export const hasPlayed = () => Object.keys(all()).length > 0;

/** The game that was last chosen or played, which the first page begins with. */
export const chosenGame = () => recall(CHOSEN) ?? "connect-four";
/** @param {unknown} game One without a name is none of the first page's. */
export const keepChosen = game => { if (typeof game === "string") remember(CHOSEN, game); };

/** The game that goes on; null if there is none. */
export const unfinished = () => recall(GAME) || null;
/** @param {string} query Empty when it is over. */
export const keepUnfinished = query => remember(GAME, query);

/** The games that were last played on this device, each by its moves. @returns {string[]} */
const mine = () => Object.values(recallAll(MINE, /** @type {Record<string, string>} */ ({})));
/** Notes that a person on this device has made the moves of a game; a game that goes on takes the place of its beginning. @param {string} moves */
export const noteMine = moves => remember(MINE, JSON.stringify([...mine().filter(one => one !== moves && !moves.startsWith(`${one},`)), moves].slice(-MINE_MAX)));
/** @param {string} moves */
export const isMine = moves => mine().includes(moves);
