// Icons and small pictures, drawn in lines, in the colour of the text around them.

import { svg } from "./dom.js";

const PATHS = {
    next: ["m9.5 5.5 6.5 6.5-6.5 6.5"],
    back: ["m14.5 5.5-6.5 6.5 6.5 6.5"],
    down: ["m6 9.5 6 6 6-6"],
    bulb: ["M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z"],
    link: ["M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1"],
    rematch: ["M7 4 3.5 7.5 7 11M4 7.5h13M17 13l3.5 3.5L17 20M20 16.5H7"],
    graph: ["M4 17l5-6 4 3 7-8"],
    share: ["M12 3v12M7.5 7.5 12 3l4.5 4.5M5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5"],
    undo: ["M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4"],
    send: ["M4 11.5 20 4l-5.5 16-3.5-6.5z"],
    flame: ["M12 3c.6 3.6 5.5 5.8 5.5 10.7A5.5 5.5 0 0 1 12 19.5a5.5 5.5 0 0 1-5.5-5.8c0-2.2 1-3.7 2.2-4.9.3 1.5 1 2.3 1.9 2.7C10.3 8.5 10.5 5.5 12 3z"],
    plus: ["M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z", "M12 8.5v7M8.5 12h7"],
    check: ["m5 12.5 4.5 4.5L19 7.5"],
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * @param {IconName} name
 * @param {number} [size] In pixels.
 */
export function icon(name, size = 22) {
    return svg("svg", { class: `icon icon-${name}`, width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": "true" },
        ...PATHS[name].map(d => svg("path", { d })));
}

/** The shape of a result, which says it without colour. @type {Record<string, string>} */
const SHAPES = { win: "M7 2 13 12H1Z", loss: "M7 12 1 2h12Z", draw: "M2 4.6h10M2 9.4h10", value: "M7 1 13 7 7 13 1 7Z" };

/** @param {string} kind */
export const shape = kind => svg("svg", { class: "shape", viewBox: "0 0 14 14", "aria-hidden": "true" }, svg("path", { d: SHAPES[kind] ?? SHAPES["draw"] }));
