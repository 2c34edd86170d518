// Controls of a search, for the best moves and for opponents.

import { field, h, number, select } from "./dom.js";

/** @import { Catalogue } from "./catalogue.js" */
/** @import { Config } from "./types.d.ts" */

/**
 * The menu of heuristics; the empty one leaves the choice to the service.
 *
 * @param {Catalogue} catalogue
 * @param {string} value
 * @param {(value: string) => void} onChange
 * @param {string} [none]
 */
export function heuristicMenu(catalogue, value, onChange, none = "the service’s choice") {
    /** @type {[string, string][]} */
    const named = catalogue.heuristics.heuristics.map(({ name }) => [name, name]);
    return select([["", none], ...named], value, onChange);
}

/**
 * The controls of the limits of a search.
 *
 * @param {Catalogue} catalogue
 * @param {Pick<Config, "limit" | "depth" | "movetime">} config
 * @param {(change: Partial<Config>) => void} onChange
 */
export function limitFields(catalogue, config, onChange) {
    const { limits } = catalogue.games;
    const menu = select([
        ["none", `solved, or about ${limits.movetimeMsDefault / 1000} s`], ["depth", "depth in half-moves"], ["movetime", "time in ms"],
    ], config.limit, limit => onChange({ limit: /** @type {Config["limit"]} */ (limit) }));
    const amount = config.limit === "depth"
        ? number(config.depth, 1, limits.depthMax, depth => onChange({ depth }), { "aria-label": "Depth in half-moves" })
        : config.limit === "movetime" &&
            number(config.movetime, 1, limits.movetimeMsMax, movetime => onChange({ movetime }), { "aria-label": "Time in milliseconds", step: 100 });
    return h("div", { class: "pair" }, field("Search until", menu), amount);
}
