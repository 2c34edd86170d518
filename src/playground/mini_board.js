// A small drawing of a board in a few paths: a tree has hundreds of them.

import { svg } from "./dom.js";
import { isSolid, miniOf, stonesOf } from "./mini_lines.js";
import { lookOf } from "./stone.js";

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
    if (rules.board) return miniOf(rules.board, lookOf(rules), board, { last, cut, lines });
    const { x: left, y: top, width, height } = region;
    const at = (/** @type {number} */ cell) => [cell % rules.width, Math.floor(cell / rules.width)];
    const [right, bottom] = [left + width, top + height];
    const look = lookOf(rules);
    // The lines between cells, on wood through them; at an edge of the region that is none of the board they run on.
    const shift = look === "wood" ? 0.5 : 1;
    const grid = look === "rack" ? "" : [
        ...Array.from({ length: Math.ceil(width - shift) }, (_, i) => `M${left + i + shift} ${top}V${bottom}`),
        ...Array.from({ length: Math.ceil(height - shift) }, (_, i) => `M${left} ${top + i + shift}H${right}`),
    ].join("");
    const seen = [...board].flatMap((stone, cell) => {
        const [x = 0, y = 0] = at(cell);
        return x < left || x >= right || y < top || y >= bottom ? [] : [{ stone, x: x + 0.5, y: y + 0.5 }];
    });
    const dashes = cut.map(cell => {
        const [x = 0, y = 0] = at(cell);
        return `M${x + 0.3} ${y + 0.5}h.4`;
    }).join("");
    const [lastX = 0, lastY = 0] = at(last ?? 0);
    return svg("svg", { class: `mini ${look}`, viewBox: `${left - 0.05} ${top - 0.05} ${width + 0.1} ${height + 0.1}`, "aria-hidden": "true" },
        isSolid(look) && svg("rect", { class: "mini-plate", x: left, y: top, width, height, rx: 0.3 }),
        svg("path", { class: "mini-grid", d: grid }),
        ...stonesOf(look, seen, last === null ? null : { x: lastX + 0.5, y: lastY + 0.5 }),
        cut.length > 0 && svg("path", { class: "mini-cut", d: dashes }),
        ...lines.map(line => {
            const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [at(line[0] ?? 0), at(line.at(-1) ?? 0)];
            return svg("line", { class: "mini-won", x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 });
        }));
}
