// The sum behind a static value, line by line.

import { h, select } from "./dom.js";
import { nameOf } from "./game.js";
import { signed } from "./score.js";

/** @import { FullRules, LineValue } from "./types.d.ts" */
/** @import { Session } from "./session.js" */

/**
 * The lines that add to a static value, as a table; a line that is looked at goes to `onLine`.
 *
 * @param {FullRules} rules
 * @param {readonly LineValue[]} lines
 * @param {number} total
 * @param {string} pov
 * @param {(cells: number[]) => void} onLine
 */
export function sumTable(rules, lines, total, pov, onLine) {
    const row = (/** @type {LineValue} */ line) => {
        const cells = line.cells.map(cell => nameOf(rules, cell)).join(" ");
        const stones = "X".repeat(line.x) + "O".repeat(line.o) + "·".repeat(line.cells.length - line.x - line.o);
        const look = () => onLine([...line.cells]);
        const leave = () => onLine([]);
        return h("tr", { pointerenter: look, pointerleave: leave },
            h("th", { scope: "row" }, h("button", { class: "cells", focus: look, blur: leave }, cells)),
            h("td", { class: "stones" }, stones), h("td", { class: "amount" }, signed(line.value)));
    };
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Lines of the sum" },
        h("table", { class: "sum" },
            h("thead", {}, h("tr", {}, ...["line", "stones", `adds, for ${pov}`].map(name => h("th", { scope: "col" }, name)))),
            h("tbody", {}, ...lines.map(row)),
            h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, lines.length ? "static value" : "no line counts: static value"),
                h("td", { class: "amount" }, signed(total))))));
}

/** The sums of the position on the board, by a heuristic of choice. */
export class SumView {
    heuristic = "lines";
    shown = "";

    /**
     * @param {HTMLElement} place
     * @param {Session} session
     * @param {(cells: number[]) => void} onLine
     */
    constructor(place, session, onLine) {
        this.place = place;
        this.session = session;
        this.onLine = onLine;
    }

    show() {
        const { info, rules } = this.session;
        if (!info) return;
        const key = JSON.stringify([info.position, this.heuristic, rules]);
        if (key === this.shown) return;
        this.shown = key;
        const value = info.heuristics.find(({ name }) => name === this.heuristic) ?? info.heuristics[0];
        if (!value) return;
        const menu = select(info.heuristics.map(({ name, value: sum }) => [name, `${name}: ${signed(sum)}`]), value.name, name => {
            this.heuristic = name;
            this.show();
            /** @type {HTMLElement | null} */ (this.place.querySelector("select"))?.focus();
        }, { "aria-label": "Heuristic of the sum" });
        this.place.replaceChildren(menu, sumTable(rules, value.lines, value.value, "X", this.onLine));
    }
}
