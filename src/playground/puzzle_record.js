// What this device remembers of puzzles: how far each was solved, and the days in a row.

import { recallAll, remember } from "./memory.js";

/** Which puzzle: of a day, or one of a level by its number. @typedef {{ game: string, date?: string, level?: string, seed?: number }} Which */
/** How far it was solved. `found`: all moves since its start. @typedef {{ found: string[], misses: number, hints: number, done: boolean, failed: boolean, marks: string }} Progress */

const KEY = "inarow-puzzle";
/** The days on which the puzzle of the day was solved. */
const DAYS = "inarow-days";
/** How many puzzles are remembered. */
const KEPT_MAX = 60;
/** @type {[string, string][]} Levels, from easy to hard. */
export const LEVELS = [["Easy", "win-in-2"], ["Medium", "win-in-3"], ["Hard", "win-in-4"], ["Expert", "win-in-5"]];
const DAY_MS = 86_400_000;
const day = (/** @type {Date} */ date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
export const today = () => day(new Date());
/** @param {string} date @param {number} by */
export const dayAfter = (date, by) => new Date(Date.parse(`${date}T00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
export const written = (date, options) => new Date(`${date}T12:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });

/** @returns {Progress} */
export const untouched = () => ({ found: [], misses: 0, hints: 0, done: false, failed: false, marks: "" });

/** How far a puzzle was solved. @param {string} key @returns {Progress} */
export const progressOf = key => recallAll(KEY, /** @type {Record<string, Progress>} */ ({}))[key] ?? untouched();

/** @param {string} key @param {Progress} progress */
export function keepProgress(key, progress) {
    const all = recallAll(KEY, /** @type {Record<string, Progress>} */ ({}));
    delete all[key];
    remember(KEY, JSON.stringify(Object.fromEntries([...Object.entries(all), [key, progress]].slice(-KEPT_MAX))));
}

const solvedDays = () => recallAll(DAYS, /** @type {Record<string, string>} */ ({}));

/** Notes that the puzzle of a day is solved. @param {string} date @param {string} marks */
export const noteSolved = (date, marks) => remember(DAYS, JSON.stringify({ ...solvedDays(), [date]: marks }));

/** Whether the puzzle of a day was solved. @param {string} date */
export const isSolved = date => date in solvedDays();

/** Days in a row up to today; a day that is not over does not break them. */
export function streak() {
    let at = isSolved(today()) ? today() : dayAfter(today(), -1);
    let count = 0;
    for (; isSolved(at); at = dayAfter(at, -1)) count++;
    return count;
}
