// Rules of one's own in few letters, for addresses: 7x5x4 is seven wide, five high, four in a row; g, m and e follow where stones fall
// (gravity), where a line loses (misère), and where only exactly so many count.

/** @import { GridRules } from "./types.d.ts" */

const SHORT = /^(\d{1,3})x(\d{1,3})x(\d{1,3})(g?)(m?)(e?)$/;

/** @param {GridRules} rules */
export const shortRules = ({ width, height, k, gravity, misere, overline }) =>
    `${width}x${height}x${k}${gravity ? "g" : ""}${misere ? "m" : ""}${overline === "forbidden" ? "e" : ""}`;

/**
 * The rules that an address names so; null for any other text. The suffixes may come in any order.
 *
 * @param {string} text
 * @returns {GridRules | null}
 */
export function readShortRules(text) {
    const ordered = text.replace(/[gme]*$/, signs => ["g", "m", "e"].map(sign => sign.repeat(signs.split(sign).length - 1)).join(""));
    const found = SHORT.exec(ordered);
    if (!found) return null;
    const [, width, height, k, gravity, misere, exactly] = found;
    return { width: Number(width), height: Number(height), k: Number(k), gravity: gravity !== "", overline: exactly ? "forbidden" : "allowed", misere: misere !== "" };
}
