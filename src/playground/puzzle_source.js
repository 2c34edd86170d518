// The source of puzzles: the themes of a day, a level or a motif, and the requests to the service.

import { ask } from "./api.js";
import { isProven } from "./game.js";
import { Refusal } from "./link.js";
import { fits } from "./puzzle_kinds.js";

/** @import { FullRules, PuzzleAnswer } from "./types.d.ts" */
/** @import { PuzzleChoice } from "./puzzle_record.js" */

/** Tasks by the day of the week, from Sunday: easy at its beginning, hard at its end. */
const WEEKDAY_THEMES = ["win-in-4", "win-in-2", "win-in-3", "win-in-3", "win-in-3", "win-in-4", "win-in-4"];
/** Themes in place of one that a day does not have. */
const EASIER_THEMES = ["win-in-3", "win-in-2"];
/** How many numbers are tried until one has a puzzle of its kind. */
const SEED_TRIES = 8;

/** Whether the service has no such puzzle. @param {unknown} fault @returns {fault is Refusal} */
export const isNone = fault => fault instanceof Refusal && fault.problem.status === 422;

/** @param {string} game @param {Record<string, unknown>} fields */
const one = (game, fields) => /** @type {Promise<PuzzleAnswer>} */ (ask("/v1/puzzles", { game, solution: true, ...fields }));

/** @param {string} game @param {string} date @param {FullRules | null} rules */
async function ofDay(game, date, rules) {
    // On a large board of lines a theme takes long to find: any puzzle will do.
    if (rules?.board && !isProven(rules)) return one(game, { date });
    const theme = WEEKDAY_THEMES[new Date(`${date}T12:00Z`).getUTCDay()];
    for (const wanted of [theme, ...EASIER_THEMES]) {
        if (!wanted || rules && !fits(rules, wanted)) continue;
        const found = await one(game, { date, theme: wanted }).catch(fault => {
            if (isNone(fault)) return null;
            throw fault;
        });
        if (found) return found;
    }
    return one(game, { date });
}

/** @param {string} game @param {string | undefined} theme @param {number} seed */
async function ofKind(game, theme, seed) {
    // Not every number has a puzzle of a kind: the next one may.
    for (let at = seed; ; at++) {
        try {
            return await one(game, { seed: at, theme });
        } catch (fault) {
            if (!isNone(fault) || at >= seed + SEED_TRIES) throw fault;
        }
    }
}

/** @param {PuzzleChoice} which @param {FullRules | null} rules Those of its game. @returns {Promise<PuzzleAnswer>} */
export const fetchPuzzle = ({ game, date, level, seed }, rules) => (date ? ofDay(game, date, rules) : ofKind(game, level, seed ?? 0));
