// The expected result over a game as a curve, up for X, down for O.

import { svg } from "./dom.js";
import { inLabel } from "./judgement.js";

/** @import { ReviewedMove } from "./types.d.ts" */

/** The size in its own units, and the margin that keeps marks inside. */
const GRAPH = { width: 400, height: 90, margin: 8 };

/**
 * What X may expect after a move, from 0 to 1, as `/v1/review` defines it.
 *
 * @param {ReviewedMove} move
 */
export const expectedForX = ({ player, expected }) => (player === "X" ? expected : 1 - expected);

/**
 * @param {ReviewedMove[]} known The moves that were judged, in their order.
 * @param {number} last The number of the last move.
 * @param {number} cursor The number of the move that led to the board.
 * @param {(ply: number) => void} onPick
 */
export function gameGraph(known, last, cursor, onPick) {
    const { width, height, margin } = GRAPH;
    const plies = Math.max(2, last);
    const x = (/** @type {number} */ ply) => margin + (ply / plies) * (width - 2 * margin);
    const y = (/** @type {number} */ value) => margin + (1 - value) * (height - 2 * margin);
    const points = known.map(move => `${x(move.ply).toFixed(1)},${y(expectedForX(move)).toFixed(1)}`);
    const [from, to] = [x(known[0]?.ply ?? 0), x(known.at(-1)?.ply ?? 0)];
    const slips = known.filter(move => inLabel(move).kind === "bad");
    const words = slips.map(move => `${move.player} ${move.move.name} ${inLabel(move).text}`);
    const marks = slips.map(move => svg("circle", { class: "slip", cx: x(move.ply), cy: y(expectedForX(move)), r: 4.5 }));
    /** The place in the graph leads to its position, as the list does for keys. */
    const pick = (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        onPick(Math.round(((event.clientX - box.left) / box.width * width - margin) / (width - 2 * margin) * plies));
    };
    return svg("svg", {
        viewBox: `0 0 ${width} ${height}`, role: "img", click: pick,
        "aria-label": `The expected result over the game, up for X, down for O. ${words.length ? `Turns: ${words.join("; ")}.` : "No mistakes."}`,
    }, svg("polygon", { class: "area", points: `${from},${y(0.5)} ${points.join(" ")} ${to},${y(0.5)}` }),
    svg("line", { class: "even", x1: 0, x2: width, y1: y(0.5), y2: y(0.5) }), svg("polyline", { class: "curve", points: points.join(" ") }),
    svg("line", { class: "here", x1: x(cursor), x2: x(cursor), y1: 0, y2: height }), ...marks);
}
