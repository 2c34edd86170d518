// The last reviews that took a search, kept on this device: after a reload a game is judged at once, and as before.

import { recallAll, remember } from "./memory.js";

/** @typedef {import("./review.js").FinalReview} FinalReview */

const KEY = "inarow-reviews";
/** How many reviews are kept. */
const KEPT_MAX = 4;

/** All kept reviews, by their requests. @returns {Record<string, FinalReview>} */
const all = () => recallAll(KEY, {});

/** The key of a review: another version of the page may read other answers. @param {object} fields */
const keyOf = fields => import.meta.url + JSON.stringify(fields);

/** The stored review of a game. @param {object} fields Of the request. */
export const keptReview = fields => all()[keyOf(fields)];

/** @param {object} fields Of the request. @param {FinalReview} review */
export const keepReview = (fields, review) => remember(KEY, JSON.stringify(Object.fromEntries([...Object.entries(all()), [keyOf(fields), review]].slice(-KEPT_MAX)),
    // The page does not show the searches of a review.
    (name, value) => (name === "search" ? undefined : value)));
