// A small drawing of the board of a game of lines.

import { svg } from "./dom.js";

/** @import { LineBoard, Plate } from "./line_board.js" */
/** @import { Look } from "./stone.js" */

/** A stone of a drawing, by the centre of its cell. @typedef {{ stone: string, x: number, y: number }} Seen */

/** Whether discs or stones lie on a plate, not signs on paper. @param {Look} look */
export const isSolid = look => look === "rack" || look === "wood";

/** The stones of a drawing as the board has them, and a mark at the last one. @param {Look} look @param {readonly Seen[]} seen @param {{ x: number, y: number } | null} last */
export function stonesOf(look, seen, last) {
    const circle = (/** @type {number} */ r) => (/** @type {{ x: number, y: number }} */ { x, y }) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    const cross = (/** @type {number} */ r) => (/** @type {Seen} */ { x, y }) => `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    const path = (/** @type {string} */ kind, /** @type {string} */ side, /** @type {(one: Seen) => string} */ draw) => svg("path", { class: kind, d: seen.filter(({ stone }) => stone === side).map(draw).join("") });
    if (!isSolid(look)) return [last && svg("rect", { class: "mini-last", x: last.x - 0.5, y: last.y - 0.5, width: 1, height: 1 }), path("mini-x", "X", cross(0.25)), path("mini-o", "O", circle(0.3))];
    return [look === "rack" && path("mini-disc well", ".", circle(0.4)), path("mini-disc X", "X", circle(0.43)), path("mini-disc O", "O", circle(0.43)),
        look === "rack" && path("mini-sign", "X", cross(0.17)), last && svg("path", { class: "mini-last", d: circle(0.43)(last) })];
}

/** @param {Plate} plate */
const ruled = ({ x, y, width, height }) => [
    ...Array.from({ length: width - 1 }, (_, i) => `M${x + i + 1} ${y}v${height}`), ...Array.from({ length: height - 1 }, (_, i) => `M${x} ${y + i + 1}h${width}`),
].join("");

/**
 * A small drawing, as `miniBoard` makes it.
 *
 * @param {LineBoard} board
 * @param {Look} look
 * @param {string} stones
 * @param {{ last: number | null, cut: readonly number[], lines: readonly (readonly number[])[] }} marks
 */
export function miniOf(board, look, stones, { last, cut, lines }) {
    const arrangement = board.compact;
    const { centres, plates, width, height } = arrangement;
    const at = (/** @type {number} */ cell) => centres[cell] ?? [0, 0];
    const seen = [...stones].map((stone, cell) => ({ stone, x: at(cell)[0], y: at(cell)[1] }));
    const dashes = cut.map(cell => `M${at(cell)[0] - 0.2} ${at(cell)[1]}h.4`).join("");
    const grid = board.isGrid ? plates.map(ruled).join("") : board.hasDrawnLines ? board.lines.map(line => board.path(arrangement, line)).join("")
        : centres.map(([x, y]) => `M${x - 0.45} ${y - 0.45}h.9v.9h-.9z`).join("");
    const [lastX, lastY] = at(last ?? 0);
    return svg("svg", { class: `mini ${look}`, viewBox: `-.05 -.05 ${width + 0.1} ${height + 0.1}`, "aria-hidden": "true" },
        ...isSolid(look) ? plates.map(({ x, y, width: across, height: down }) => svg("rect", { class: "mini-plate", x, y, width: across, height: down, rx: 0.3 })) : [svg("path", { class: "mini-grid", d: grid })],
        ...stonesOf(look, seen, last === null ? null : { x: lastX, y: lastY }),
        cut.length > 0 && svg("path", { class: "mini-cut", d: dashes }),
        ...lines.map(line => svg("path", { class: "mini-won", fill: "none", d: line.length > 1 && board.isDrawable(line) ? board.path(arrangement, line) : line.map(cell => `M${at(cell)[0] - 0.42} ${at(cell)[1]}a.42 .42 0 1 0 .84 0a.42 .42 0 1 0 -.84 0`).join("") })));
}
