// The last reviews that took a search, kept on this device: the same game has the same judgement after a reload.

import { recallAll, remember } from "./memory.js";

/** @typedef {import("./review.js").FinalReview} FinalReview */
/** `key`: the fields of the request. @typedef {{ key: string, review: FinalReview }} KeptReview */

const KEY = "inarow-reviews";
/** How many reviews are kept, and how long they may be together, in characters. */
const KEPT_MAX = 4;
const SIZE_MAX = 300_000;

/** Another version of the page may read other answers. @param {object} fields */
const keyOf = fields => `${import.meta.url} ${JSON.stringify(fields)}`;

/** The newest first. @returns {KeptReview[]} */
const all = () => {
    const { reviews } = recallAll(KEY, { reviews: /** @type {KeptReview[]} */ ([]) });
    return Array.isArray(reviews) ? reviews : [];
};

/** What was judged of a game before; null if that is not known. @param {object} fields Of the request. */
export const keptReview = fields => all().find(one => one?.key === keyOf(fields))?.review ?? null;

/** @param {object} fields Of the request. @param {FinalReview} review */
export function keepReview(fields, review) {
    const key = keyOf(fields);
    const reviews = [{ key, review }, ...all().filter(one => one?.key !== key)].slice(0, KEPT_MAX);
    // Of how a move was judged nothing is shown.
    const text = () => JSON.stringify({ reviews }, (name, value) => (name === "search" ? undefined : value));
    while (reviews.length && text().length > SIZE_MAX) reviews.pop();
    remember(KEY, text());
}
