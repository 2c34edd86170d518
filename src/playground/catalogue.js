// What the service offers. The page asks for it as soon as this small module is there, while the others are still coming.

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
