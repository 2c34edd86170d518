// The looks of boards and stones: each kind of game as people know it.

import { svg } from "./dom.js";

/** @import { FullRules, Side } from "./types.d.ts" */

/**
 * A rack that discs fall into, stones on the crossings of a wooden board, strokes on paper, or signs in a plain grid.
 *
 * @typedef {"rack" | "wood" | "paper" | "grid"} Look
 */

/** A board on paper has at most so many columns and rows. */
const PAPER_MAX = 5;
/** A wooden board has at least so many columns and rows, and lines of at least five. */
const WOOD = { size: 9, k: 5 };

/**
 * @param {FullRules} rules
 * @returns {Look}
 */
export function lookOf({ width, height, k, gravity, board }) {
    if (gravity) return "rack";
    if (board) return board.layer && Math.max(board.layer.across, board.layer.down) > PAPER_MAX || !board.layer && board.cells > PAPER_MAX ** 2 ? "grid" : "paper";
    if (Math.max(width, height) <= PAPER_MAX) return "paper";
    return k >= WOOD.k && Math.min(width, height) >= WOOD.size ? "wood" : "grid";
}

/** Both strokes of a cross and a ring that nearly closes, as a hand draws them. */
const STROKES = {
    X: ["M24 25C40 41 60 60 77 76", "M76 24C59 42 41 58 25 77"],
    O: ["M54 22C30 21 20 38 21 54C23 71 38 80 53 79C71 77 80 63 79 47C77 31 67 21 48 22"],
};
const SIGNS = { X: "M30 30 70 70M70 30 30 70", O: "M50 26a24 24 0 1 0 .01 0z" };
const SMALL_SIGNS = { X: "M38 38 62 62M62 38 38 62", O: "M50 36.5a13.5 13.5 0 1 0 .01 0z" };

/**
 * A stone as a drawing. Both sides differ by shape, sign or lightness as well as by colour.
 *
 * @param {Side} side
 * @param {Look} look
 */
export function stone(side, look) {
    const sign = (/** @type {string} */ d) => svg("path", { class: "sign", d, pathLength: 1 });
    const circle = (/** @type {string} */ name, /** @type {number} */ r) => svg("circle", { class: name, cx: 50, cy: 50, r });
    const shapes = {
        rack: () => [circle("disc", 48), circle("edge", 46.5), circle("face", 35), svg("path", { class: "shine", d: "M20 33A36 36 0 0 1 62 12" }), sign(SMALL_SIGNS[side])],
        wood: () => [circle("disc", 44), svg("ellipse", { class: "shine", cx: 38, cy: 34, rx: 16, ry: 12 })],
        paper: () => STROKES[side].map(sign),
        grid: () => [sign(SIGNS[side])],
    };
    return svg("svg", { class: `stone ${side} on-${look}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, ...shapes[look]());
}

/**
 * The places of the star points along a side.
 *
 * @param {number} size
 */
function stars(size) {
    const edge = size >= 13 ? 3 : 2;
    const middle = (size - 1) / 2;
    return { ends: [edge, size - 1 - edge], middle: Number.isInteger(middle) ? middle : null };
}

/** @param {FullRules} rules */
function starPoints({ width, height }) {
    const [x, y] = [stars(width), stars(height)];
    const points = x.ends.flatMap(col => y.ends.map(row => [col, row]));
    if (x.middle !== null && y.middle !== null) {
        points.push([x.middle, y.middle]);
        // The largest boards have one in the middle of each side, too.
        if (Math.min(width, height) >= 19) {
            for (const col of x.ends) points.push([col, y.middle]);
            for (const row of y.ends) points.push([x.middle, row]);
        }
    }
    return points;
}

/**
 * The lines under the stones, in cells; a rack and a grid have none but their cells.
 *
 * @param {FullRules} rules
 * @returns {SVGElement[]}
 */
export function lines(rules) {
    return [...ruling(lookOf(rules), rules.width, rules.height), ...(lookOf(rules) === "wood" ? starPoints(rules).map(([col = 0, row = 0]) => svg("circle", { class: "star", cx: col + 0.5, cy: row + 0.5, r: 0.1 })) : [])];
}

/**
 * The lines of a board of this size.
 *
 * @param {Look} look
 * @param {number} width
 * @param {number} height
 * @returns {SVGElement[]}
 */
export function ruling(look, width, height) {
    const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, index) => index);
    const path = (/** @type {string[]} */ parts) => svg("path", { class: "ruling", d: parts.join("") });
    switch (look) {
        case "wood": return [
            path([
                ...count(height).map(row => `M.5 ${row + 0.5}H${width - 0.5}`), ...count(width).map(col => `M${col + 0.5} .5V${height - 0.5}`),
            ]),
        ];
        case "paper": return [
            path([
                ...count(height - 1).map(row => `M.06 ${row + 1.01}Q${width / 2} ${row + 0.97} ${width - 0.06} ${row + 1.01}`),
                ...count(width - 1).map(col => `M${col + 0.99} .06Q${col + 1.03} ${height / 2} ${col + 0.99} ${height - 0.06}`),
            ]),
        ];
        default: return [];
    }
}
