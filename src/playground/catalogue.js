// What the service offers. This module is small and loads first, so that the page asks while the other modules load.

import { ask } from "./api.js";

/** @import { GamesAnswer, HeuristicsAnswer } from "./types.d.ts" */

/** What the board needs. @typedef {{ games: GamesAnswer }} Offers */
/** What the panels need. @typedef {Offers & { heuristics: HeuristicsAnswer }} Catalogue */

/** @returns {Promise<Offers>} */
async function load() {
    return { games: await ask("/v1/games") };
}

/** @param {Offers} first @returns {Promise<Catalogue>} */
export const withHeuristics = async first => ({ ...first, heuristics: await ask("/v1/heuristics") });

export const offers = load();
// main.js reports a failure; until it runs, none is unhandled.
offers.catch(() => {});
