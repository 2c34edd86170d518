// The puzzles that this device remembers: how far each was solved, and the days in a row.

import { dayAfter, recallAll, remember, today } from "./memory.js";

/** Identifies a puzzle: of a day, or one of a level or a motif by its number. @typedef {{ game: string, date?: string, level?: string, seed?: number }} PuzzleChoice */
/** How far it was solved. `found`: all moves since its start. @typedef {{ found: string[], misses: number, hints: number, done: boolean, failed: boolean, marks: string }} Progress */

const KEY = "inarow-puzzle";
/** The days on which the puzzle of the day was solved. */
const DAYS = "inarow-days";
/** How many puzzles are remembered. */
const KEPT_MAX = 60;

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

/** Whether the puzzle of a day was solved in any game. @param {string} date */
export const isSolved = date => date in solvedDays();

/** Days in a row up to today; a day that is not over does not break them. */
export function streak() {
    let at = isSolved(today()) ? today() : dayAfter(today(), -1);
    let count = 0;
    for (; isSolved(at); at = dayAfter(at, -1)) count++;
    return count;
}
