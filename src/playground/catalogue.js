// What the service offers. This module is small and loads first, so that the page asks while the other modules load.

import { ask } from "./api.js";

/** @import { GamesAnswer, HeuristicsAnswer } from "./types.d.ts" */

/** @typedef {{ games: GamesAnswer, heuristics: HeuristicsAnswer }} Catalogue */

/** @returns {Promise<Catalogue>} */
async function load() {
    const [games, heuristics] = await Promise.all([
        /** @type {Promise<GamesAnswer>} */ (ask("/v1/games")), /** @type {Promise<HeuristicsAnswer>} */ (ask("/v1/heuristics")),
    ]);
    return { games, heuristics };
}

export const offers = load();
// main.js reports a failure; until it runs, none is unhandled.
offers.catch(() => {});
