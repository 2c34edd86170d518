// A small drawing of a board in a few paths: a tree has hundreds of them.

import { svg } from "./dom.js";
import { miniOf } from "./mini_lines.js";

/** @import { FullRules } from "./types.d.ts" */

/** The part of a board that is drawn. @typedef {{ x: number, y: number, width: number, height: number }} Region */

/** A board with sides up to this is drawn whole. */
const WHOLE_MAX = 9;
/** Of a larger one: the cells around the stones, and the least cells of a side. */
const [PADDING, SIDE_MIN] = [1, 5];

/**
 * The part of a board that has all of these cells; all of it, if it is small.
 *
 * @param {FullRules} rules
 * @param {Iterable<number>} cells
 * @returns {Region}
 */
export function regionOf(rules, cells) {
    const arrangement = rules.board?.compact;
    if (arrangement) return { x: 0, y: 0, width: arrangement.width, height: arrangement.height };
    const { width, height } = rules;
    const all = [...cells];
    if (Math.max(width, height) <= WHOLE_MAX || !all.length) return { x: 0, y: 0, width, height };
    const span = (/** @type {number[]} */ places, /** @type {number} */ size) => {
        const [low, high] = [Math.min(...places) - PADDING, Math.max(...places) + PADDING];
        const length = Math.min(size, Math.max(SIDE_MIN, high - low + 1));
        return { at: Math.max(0, Math.min(low, size - length)), length };
    };
    const [columns, rows] = [span(all.map(cell => cell % width), width), span(all.map(cell => Math.floor(cell / width)), height)];
    return { x: columns.at, y: rows.at, width: columns.length, height: rows.length };
}

/**
 * The move that led here is marked, the moves that were cut off are crossed out.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {{ last?: number | null, cut?: readonly number[], lines?: readonly (readonly number[])[], region?: Region }} [marks]
 */
export function miniBoard(rules, board, { last = null, cut = [], lines = [], region = { x: 0, y: 0, ...rules } } = {}) {
    if (rules.board) return miniOf(rules.board, board, { last, cut, lines });
    const { x: left, y: top, width, height } = region;
    const at = (/** @type {number} */ cell) => [cell % rules.width, Math.floor(cell / rules.width)];
    const [right, bottom] = [left + width, top + height];
    // The lines between cells; at an edge of the region that is none of the board they run on.
    const grid = [
        ...Array.from({ length: width - 1 }, (_, i) => `M${left + i + 1} ${top}V${bottom}`),
        ...Array.from({ length: height - 1 }, (_, i) => `M${left} ${top + i + 1}H${right}`),
    ].join("");
    let [xs, os] = ["", ""];
    [...board].forEach((stone, cell) => {
        const [x = 0, y = 0] = at(cell);
        if (x < left || x >= right || y < top || y >= bottom) return;
        if (stone === "X") xs += `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5`;
        if (stone === "O") os += `M${x + 0.2} ${y + 0.5}a.3 .3 0 1 0 .6 0a.3 .3 0 1 0 -.6 0`;
    });
    const dashes = cut.map(cell => {
        const [x = 0, y = 0] = at(cell);
        return `M${x + 0.3} ${y + 0.5}h.4`;
    }).join("");
    const [lastX = 0, lastY = 0] = at(last ?? 0);
    return svg("svg", { class: "mini", viewBox: `${left - 0.05} ${top - 0.05} ${width + 0.1} ${height + 0.1}`, "aria-hidden": "true" },
        last !== null && svg("rect", { class: "mini-last", x: lastX, y: lastY, width: 1, height: 1 }),
        svg("path", { class: "mini-grid", d: grid }),
        svg("path", { class: "mini-x", d: xs }), svg("path", { class: "mini-o", d: os }),
        cut.length > 0 && svg("path", { class: "mini-cut", d: dashes }),
        ...lines.map(line => {
            const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [at(line[0] ?? 0), at(line.at(-1) ?? 0)];
            return svg("line", { class: "mini-won", x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 });
        }));
}
