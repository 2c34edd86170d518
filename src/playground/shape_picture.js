// A polyomino as a small drawing.

import { svg } from "./dom.js";

/** @param {string} shape Rows of `X` and `.`, separated by `/`. @param {boolean} [hasGaps] Whether cells that are none of it are drawn too. */
export function shapePicture(shape, hasGaps = false) {
    const rows = shape.toUpperCase().split("/");
    const cells = rows.flatMap((row, y) => [...row].flatMap((held, x) => (held === "X" || hasGaps ? [{ x, y, held }] : [])));
    const width = Math.max(...rows.map(row => row.length));
    const name = cells.length ? `${cells.filter(({ held }) => held === "X").length} cells: ${rows.map(row => [...row].map(held => (held === "X" ? "cell" : "gap")).join(" ")).join("; ")}` : "";
    return svg("svg", { class: "shape-picture", role: "img", "aria-label": name, viewBox: `-.06 -.06 ${width + 0.12} ${rows.length + 0.12}` },
        ...cells.map(({ x, y, held }) => svg("rect", { class: held === "X" ? "" : "gap", x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.18 })));
}
