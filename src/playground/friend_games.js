// The games with friends that this device knows: how far each was played, and whose turn it is.

import { recallAll, remember } from "./memory.js";

/** @import { Side } from "./types.d.ts" */

export const KEY = "inarow-friends";
/** The name that was given on this device. */
export const NAME_KEY = "inarow-name";
/** How many games are remembered. */
const KEPT_MAX = 30;
/** How many of them the first page shows. */
const SHOWN_MAX = 2;

/** A game as this device remembers it; the address and the members after it are missing where an earlier version has noted it. @typedef {{ side: Side, moves: string, query?: string, name?: string, isMine?: boolean, isOver?: boolean }} Known */

/** @returns {Record<string, Known>} */
export const knownGames = () => recallAll(KEY, /** @type {Record<string, Known>} */ ({}));

/** @param {string} id @param {Known} known */
export function rememberGame(id, known) {
    const rest = Object.entries(knownGames()).filter(([one]) => one !== id).slice(1 - KEPT_MAX);
    remember(KEY, JSON.stringify(Object.fromEntries([...rest, [id, known]])));
}

/** The games that go on, the newest first. @returns {Known[]} */
export const openGames = () => Object.values(knownGames()).filter(({ query, isOver }) => query?.startsWith("/?") && !isOver).slice(-SHOWN_MAX).reverse();
