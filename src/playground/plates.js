// Draws the board of a game of lines: its plates with their cells and ruling, and a note on its lines.

import { h, svg } from "./dom.js";
import { shapePicture } from "./shape_picture.js";
import { lookOf, ruling } from "./stone.js";

/** @import { Arrangement, LineBoard, Plate } from "./line_board.js" */
/** @import { FullRules } from "./types.d.ts" */

/** A game of lines. @typedef {FullRules & { board: LineBoard }} LinesRules */

/** @param {number} n */
export const inWords = n => NUMBERS[n] ?? String(n);
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/** Cells of this size, in CSS pixels, are large enough to have the layers in one row. */
const CELL_ENOUGH = 54;
/** Smaller cells get more height on a phone. */
const CELL_LEAST = 32;
/** At most so many lines through a cell are drawn while it is pointed at. */
const THROUGH_MAX = 24;
/** The rim of a plate on both sides together, in cells. */
const RIM = 0.3;

/** @param {FullRules} rules @returns {rules is LinesRules} */
export const isLines = rules => rules.board !== undefined;

/**
 * The arrangement that leaves most room to each cell; layers side by side where they are large enough.
 *
 * @param {LineBoard} board
 * @param {{ width: number, height: number }} room In CSS pixels.
 */
export function fitting(board, room) {
    const [enough, most] = options(board, room);
    return (enough ?? most).arrangement;
}

/** Whether cells would be too small for a finger. @param {LineBoard} board @param {{ width: number, height: number }} room */
export const isTight = (board, room) => board.layers > 1 && options(board, room)[1].cell < CELL_LEAST;

/** The widest arrangement with cells that are large enough, if any, and the one with the largest cells. @param {LineBoard} board @param {{ width: number, height: number }} room */
function options(board, room) {
    const all = board.choices.map(across => {
        const arrangement = board.arrange(across);
        return { arrangement, cell: Math.min(room.width / (arrangement.width + RIM), room.height / (arrangement.height + RIM)) };
    });
    const most = all.reduce((a, b) => (b.cell > a.cell ? b : a));
    return /** @type {const} */ ([all.findLast(({ cell }) => cell >= CELL_ENOUGH), most]);
}

/** @param {HTMLElement} element @param {Record<string, number>} values */
function set(element, values) {
    for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, String(value));
}

/** The drawing on a plate below its stones. @param {LinesRules} rules @param {Plate} plate @param {Arrangement} arrangement */
function drawing({ board, ...rules }, plate, arrangement) {
    const parts = board.isGrid ? ruling(lookOf({ ...rules, board }), plate.width, plate.height)
        : board.hasDrawnLines ? [svg("path", { class: "through", d: board.lines.map(line => board.path(arrangement, line)).join("") })] : [];
    return svg("svg", { class: "ruled", "aria-hidden": "true", viewBox: `0 0 ${plate.width} ${plate.height}` }, ...parts);
}

/** Where a layer is in the tower. @param {LineBoard} board @param {number} at */
const height = (board, at) => (board.dimensions.length !== 3 ? "" : at === 0 ? ", top" : at === board.layers - 1 ? ", bottom" : "");

/**
 * The plates with their cells, for the grid of a board.
 *
 * @param {LinesRules} rules
 * @param {(cell: number) => HTMLElement} make Makes a cell.
 */
export function plates(rules, make) {
    const { board } = rules;
    const arrangement = board.arrange();
    const [wrapX, wrapY] = board.layer ? board.wrap : [];
    const kind = board.isGrid ? "regular" : board.hasDrawnLines ? "points" : "squares";
    return arrangement.plates.map((plate, at) => {
        /** @type {Map<number, HTMLElement[]>} */
        const rows = new Map();
        for (const { cell, row, col } of plate.cells.toSorted((a, b) => a.row - b.row || a.col - b.col)) {
            const made = make(cell);
            set(made, { cx: col, cy: row });
            rows.set(row, [...rows.get(row) ?? [], made]);
        }
        const name = plate.name && plate.name + height(board, at);
        return h("div", { class: ["plate", kind, wrapX && "wrap-x", wrapY && "wrap-y"].filter(Boolean).join(" ") },
            name && h("span", { class: "plate-name", "aria-hidden": "true" }, hasTower(board) && layerSign(board.layers, at), name), drawing(rules, plate, arrangement),
            h("div", { role: "grid", "aria-label": name || "Board", class: "plate-cells" }, ...[...rows.values()].map(cells => h("div", { role: "row" }, ...cells))));
    });
}

/** Puts plates where an arrangement has them. @param {readonly Element[]} elements @param {Arrangement} arrangement */
export function place(elements, arrangement) {
    arrangement.plates.forEach(({ x, y, width, height }, at) => {
        const element = elements[at];
        if (element instanceof HTMLElement) set(element, { px: x, py: y, pw: width, ph: height });
    });
}

/** A line over the stones: through its cells, or around each of them. @param {LineBoard} board @param {Arrangement} arrangement @param {number[]} cells @param {string} kind */
export function stroke(board, arrangement, cells, kind) {
    if (cells.length > 1 && !board.columns.length && board.isDrawable(cells)) return [svg("path", { class: kind, d: board.path(arrangement, cells, 0.28), pathLength: 1 })];
    return cells.map(cell => {
        const [cx, cy] = arrangement.centres[cell] ?? [0, 0];
        return svg("circle", { class: `${kind} around`, cx, cy, r: 0.44, pathLength: 1 });
    });
}

/** The lines through a cell, where they are none of a grid. @param {LineBoard} board @param {Arrangement} arrangement @param {number} cell Below 0 for none. */
export function through(board, arrangement, cell) {
    if (board.isGrid || cell < 0) return [];
    return board.lines.filter(line => line.includes(cell)).slice(0, THROUGH_MAX).map(line => svg("path", { d: board.path(arrangement, line) }));
}

/** The goal of the rules: "four in a row in any direction, through the layers too". @param {LinesRules} rules */
function goal({ board, k }) {
    const { dimensions, layers } = board;
    if (!dimensions.length) return board.hasDrawnLines ? `a whole line${board.hasCircle ? "; the circle is one too" : ""}` : board.lines.length === 1 ? "the only line" : `one of the ${board.lines.length} lines${board.lines.every(line => line.length === k) ? `, ${NUMBERS[k] ?? k} cells each` : ""}`;
    return `${inWords(k)} in a row${layers > 1 ? " in any direction, through the layers too" : ""}`;
}

/** @param {readonly string[]} parts */
const listed = parts => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(""));

/** A sentence on the edges that join and on how stones fall. @param {LineBoard} board */
export function manners({ wrap, dimensions, axis, columns, layer }) {
    const texts = [];
    if (layer && (wrap[0] || wrap[1])) texts.push("Dashed edges join: a line goes on at the opposite edge.");
    const joined = wrap.flatMap((wraps, at) => (wraps && (!layer || at > 1) ? [`dimension ${at + 1}`] : []));
    if (dimensions.length === 3 && wrap[2]) texts.push("The last layer leads on to the first.");
    else if (joined.length) texts.push(`Lines go around in ${listed(joined)}.`);
    if (columns.length) texts.push(axis === 2 && dimensions.length === 3 ? "Beads drop to the lowest free place." : axis === 0 ? "Stones fall to the right." : axis === 1 ? "Stones fall down." : "Stones fall in their columns.");
    return texts.join(" ");
}

/** How a game is won, in a sentence or two. @param {LinesRules} rules */
export function note(rules) {
    const { board, misere } = rules;
    const make = misere ? "Do not make" : "Make";
    const more = manners(board);
    const around = wrapped(board);
    const aim = board.shape ? [`${make} this shape `, shapePicture(board.shape), " turned or mirrored."] : [`${make} ${goal(rules)}.`];
    return h("p", { class: "board-note" }, ...aim, more && ` ${more}`, around && " ", around && shapePicture(around, true));
}

/** A line that goes around an edge of a flat board, as rows of a shape; empty where there is none. @param {LineBoard} board */
function wrapped(board) {
    const { layer, layers, lines } = board;
    const line = layer && layers === 1 ? lines.findLast(one => !board.isDrawable(one)) : null;
    if (!layer || !line) return "";
    const row = (/** @type {number} */ y) => Array.from({ length: layer.across }, (_, x) => (line.includes(y * layer.across + x) ? "X" : ".")).join("");
    return Array.from({ length: layer.down }, (_, y) => row(y)).join("/");
}

/** More layers, or cells on a side, make no drawing that tells anything. */
const SIDE_MAX = 6;

/** Whether the layers of a board can be drawn so. @param {LineBoard} board */
export const hasTower = ({ layer, layers, dimensions }) => layer !== null && dimensions.length === 3 && layers > 1 && Math.max(layers, layer.across, layer.down) <= SIDE_MAX;

/** The layers as thin plates, the one of a plate filled. @param {number} layers @param {number} at */
export const layerSign = (layers, at) => svg("svg", { class: "layer-sign", width: 22, height: 16, viewBox: `0 0 22 ${layers * 5}`, "aria-hidden": "true" },
    ...Array.from({ length: layers }, (_, layer) => svg("path", { class: layer === at ? "on" : "", d: `M0 ${layer * 5 + 4}h16l6-3.4H6z` })));
