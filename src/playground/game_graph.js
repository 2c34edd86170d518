// The chances over a game as a curve: a win for one side is up, a loss down.

import { h, svg } from "./dom.js";
import { other } from "./game.js";
import { inLabel, isMistake } from "./judgement.js";
import { sideName } from "./opponents.js";
import { chance } from "./score.js";
import { stone } from "./stone.js";

/** @import { ReviewedMove, Side } from "./types.d.ts" */

/** The size in its own units, and the margins that keep marks and words inside. */
const GRAPH = { width: 300, height: 100, margin: 9 };

/** Graphs drawn so far: their parts have names of their own. */
let drawn = 0;

/**
 * The chance of X after a move, from 0 to 1.
 *
 * @param {ReviewedMove} move
 */
export const chanceOfX = ({ player, score }) => (player === "X" ? chance(score) : 1 - chance(score));

/**
 * @param {ReviewedMove[]} known The moves that were judged, in their order.
 * @param {number} last The number of the last move.
 * @param {number} cursor The number of the move that led to the board.
 * @param {(ply: number) => void} onPick
 * @param {Side} me Whose win is up, and whose mistakes are filled.
 * @param {import("./stone.js").Look} look Sides are called as their stones look.
 * @param {(side: Side) => string} called The name of a side's player.
 */
export function gameGraph(known, last, cursor, onPick, me, look, called) {
    const { width, height, margin } = GRAPH;
    const plies = Math.max(2, last);
    const x = (/** @type {number} */ ply) => margin + (ply / plies) * (width - 2 * margin);
    const y = (/** @type {number} */ value) => margin + (1 - value) * (height - 2 * margin);
    const mine = (/** @type {ReviewedMove} */ move) => (me === "X" ? chanceOfX(move) : 1 - chanceOfX(move));
    const points = known.map(move => `${x(move.ply).toFixed(1)},${y(mine(move)).toFixed(1)}`);
    const [from, to] = [x(known[0]?.ply ?? 0), x(known.at(-1)?.ply ?? 0)];
    const outline = `${from},${y(0.5)} ${points.join(" ")} ${to},${y(0.5)}`;
    const slips = known.filter(isMistake);
    const words = slips.map(move => `${sideName(look, move.player)} ${move.move.name} ${inLabel(move).text}`);
    const marks = slips.map(move => svg("circle", { class: move.player === me ? "slip" : "slip theirs", cx: x(move.ply), cy: y(mine(move)), r: 5 }));
    const here = known.find(move => move.ply === cursor);
    /** The place in the graph leads to its position, as the list does for keys. */
    const pick = (/** @type {PointerEvent} */ event) => {
        if (event.type === "pointermove" && event.buttons !== 1) return;
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width * width - margin) / (width - 2 * margin) * plies);
        onPick(Math.max(0, Math.min(last, ply)));
    };
    const rival = other(me);
    const wins = (/** @type {Side} */ side) => `${called(side)} ${called(side) === "You" ? "win" : "wins"}`;
    const [mineWins, theirsWin] = [wins(me), wins(rival)];
    const name = `half-${++drawn}`;
    const area = (/** @type {string} */ kind, /** @type {number} */ top) => [
        svg("clipPath", { id: `${name}-${kind}` }, svg("rect", { x: 0, y: top, width, height: height / 2 })),
        svg("polygon", { class: `area ${kind}`, points: outline, "clip-path": `url(#${name}-${kind})` }),
    ];
    const drawing = svg("svg", {
        class: "game-graph", viewBox: `0 0 ${width} ${height}`, role: "img", pointerdown: pick, pointermove: pick,
        "aria-label": `The game as a curve. Up: ${mineWins}, down: ${theirsWin}. ${words.length ? `Mistakes: ${words.join("; ")}.` : "No mistakes."}`,
    }, ...area("up", 0), ...area("down", height / 2),
    svg("line", { class: "even", x1: 0, x2: width, y1: y(0.5), y2: y(0.5) }), svg("polyline", { class: "curve", points: points.join(" ") }),
    svg("line", { class: "here", x1: x(cursor), x2: x(cursor), y1: 0, y2: height }), ...marks,
    here ? svg("circle", { class: "now", cx: x(cursor), cy: y(mine(here)), r: 5 }) : null);
    const half = (/** @type {Side} */ side, /** @type {string} */ words) => h("span", {}, h("span", { class: "tiny-disc" }, stone(side, look)), words);
    return h("div", { class: "curve-box" }, h("span", { "aria-hidden": "true" }, half(me, mineWins), h("span", {}, "draw"), half(rival, theirsWin)), drawing);
}
