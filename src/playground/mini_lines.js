// A small drawing of the board of a game of lines.

import { svg } from "./dom.js";

/** @import { LineBoard, Plate } from "./line_board.js" */

/** @param {Plate} plate */
const ruled = ({ x, y, width, height }) => [
    ...Array.from({ length: width - 1 }, (_, i) => `M${x + i + 1} ${y}v${height}`), ...Array.from({ length: height - 1 }, (_, i) => `M${x} ${y + i + 1}h${width}`),
].join("");

/**
 * The same as `miniBoard`.
 *
 * @param {LineBoard} board
 * @param {string} stones
 * @param {{ last: number | null, cut: readonly number[], lines: readonly (readonly number[])[] }} marks
 */
export function miniOf(board, stones, { last, cut, lines }) {
    const arrangement = board.compact;
    const { centres, plates, width, height } = arrangement;
    const at = (/** @type {number} */ cell) => centres[cell] ?? [0, 0];
    let [xs, os] = ["", ""];
    [...stones].forEach((stone, cell) => {
        const [x, y] = at(cell);
        if (stone === "X") xs += `M${x - 0.25} ${y - 0.25}l.5 .5m0 -.5l-.5 .5`;
        if (stone === "O") os += `M${x - 0.3} ${y}a.3 .3 0 1 0 .6 0a.3 .3 0 1 0 -.6 0`;
    });
    const dashes = cut.map(cell => `M${at(cell)[0] - 0.2} ${at(cell)[1]}h.4`).join("");
    const grid = board.isGrid ? plates.map(ruled).join("") : board.hasDrawnLines ? board.lines.map(line => board.path(arrangement, line)).join("")
        : centres.map(([x, y]) => `M${x - 0.45} ${y - 0.45}h.9v.9h-.9z`).join("");
    const [lastX, lastY] = at(last ?? 0);
    return svg("svg", { class: "mini", viewBox: `-.05 -.05 ${width + 0.1} ${height + 0.1}`, "aria-hidden": "true" },
        last !== null && svg("rect", { class: "mini-last", x: lastX - 0.5, y: lastY - 0.5, width: 1, height: 1 }),
        svg("path", { class: "mini-grid", d: grid }), svg("path", { class: "mini-x", d: xs }), svg("path", { class: "mini-o", d: os }),
        cut.length > 0 && svg("path", { class: "mini-cut", d: dashes }),
        ...lines.map(line => svg("path", { class: "mini-won", fill: "none", d: line.length > 1 && board.isDrawable(line) ? board.path(arrangement, line) : line.map(cell => `M${at(cell)[0] - 0.42} ${at(cell)[1]}a.42 .42 0 1 0 .84 0a.42 .42 0 1 0 -.84 0`).join("") })));
}
