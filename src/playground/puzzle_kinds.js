// Puzzles to practise with: levels from easy to hard, and motifs; which of them a game has, and the level that the visitor plays.

import { cellCount, isLarge } from "./game.js";
import { recall, remember } from "./memory.js";

/** @import { FullRules } from "./types.d.ts" */

/** The name of a kind, and the theme that the service knows it by. @typedef {[name: string, theme: string]} Kind */

/** The levels, from easy to hard. @type {Kind[]} */
export const LEVELS = [["Easy", "win-in-2"], ["Medium", "win-in-3"], ["Hard", "win-in-4"], ["Expert", "win-in-5"]];
/** @type {Kind[]} */
export const MOTIFS = [["Fork", "fork"], ["Only move", "only-move"]];
const KEY = "inarow-level";
/** The least stones before a puzzle: so many, or this share of the cells. */
const [STONES_MIN, STONES_SHARE] = [3, 5];

/** The place of a theme among the levels, -1 if it is none. @param {string | null | undefined} theme */
export const levelAt = theme => LEVELS.findIndex(([, one]) => one === theme);
/** @param {string | null | undefined} theme */
export const isKind = theme => [...LEVELS, ...MOTIFS].some(([, one]) => one === theme);
/** The title of a puzzle of a theme: "Easy puzzle", "Only-move puzzle". @param {string | undefined} theme */
export const called = theme => `${([...LEVELS, ...MOTIFS].find(([, one]) => one === theme)?.[0] ?? "").replace(" ", "-")} puzzle`;

/** The level that the visitor chose last; -1 before the first choice. */
export const ownLevel = () => levelAt(recall(KEY));
/** @param {string} theme That of a motif says nothing about how hard it should be. */
export const keepLevel = theme => levelAt(theme) >= 0 && remember(KEY, theme);

/** Whether a game has puzzles of a theme, as far as that is plain from its rules. @param {FullRules} rules @param {string} theme */
export function fits(rules, theme) {
    // In misère play a line loses: nobody makes a fork.
    if (theme === "fork") return !rules.misere;
    const at = levelAt(theme);
    if (at < 0) return !isLarge(rules);
    const cells = cellCount(rules);
    const stones = Math.max(STONES_MIN, Math.floor(cells / STONES_SHARE));
    // The winner makes two moves in an easy puzzle, and in misère play the loser makes the last one.
    return stones + 2 * (at + 2) - (rules.misere ? 0 : 1) <= cells;
}
