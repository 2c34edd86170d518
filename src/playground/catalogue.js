// The catalogue of the service. This module is small and loads first, so that the page asks while the other modules load.

import { ask } from "./api.js";

/** @import { GamesAnswer, HeuristicsAnswer } from "./types.d.ts" */

/** The part of the catalogue that the board needs. @typedef {{ games: GamesAnswer }} Offers */
/** The whole catalogue, which the panels need. @typedef {Offers & { heuristics: HeuristicsAnswer }} Catalogue */

/** @returns {Promise<Offers>} */
async function load() {
    return { games: await ask("/v1/games") };
}

/** @param {Offers} first @returns {Promise<Catalogue>} */
export const withHeuristics = async first => ({ ...first, heuristics: await ask("/v1/heuristics") });

export const offers = load();
// main.js reports a failure; until it runs, none is unhandled.
offers.catch(() => {});
