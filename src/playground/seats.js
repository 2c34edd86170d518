// How a side plays: a person, or an engine with its settings.

/** @import { Config, Fields } from "./types.d.ts" */

/** @returns {Config} */
export const human = () => ({
    kind: "human", heuristic: "", algorithm: "auto", limit: "none", depth: 4, movetime: 1000, level: "perfect", skill: 100, tieBreak: "",
});

/**
 * The fields of a request that say how a side plays.
 *
 * @param {Config} config
 * @returns {Fields}
 */
export function engineFields(config) {
    return {
        ...(config.algorithm !== "auto" && { algorithm: config.algorithm }),
        ...(config.heuristic && { heuristic: config.heuristic }),
        ...(config.limit !== "none" && { [config.limit]: config[config.limit] }),
        ...(config.tieBreak && { tieBreak: config.tieBreak }),
        // "perfect", too: a level gives an opponent that plays for a win where all moves draw.
        ...(config.level ? { level: config.level } : { skill: config.skill }),
    };
}
