// The sum behind a static value, line by line.

import { ask } from "./api.js";
import { h, select } from "./dom.js";
import { nameOf } from "./game.js";
import { inWords } from "./refusal_words.js";
import { sideName } from "./opponents.js";
import { signed } from "./score.js";
import { lookOf, stone } from "./stone.js";

/** @import { Fields, FullRules, LineValue, PositionAnswer } from "./types.d.ts" */
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
    const look = lookOf(rules);
    const row = (/** @type {LineValue} */ line) => {
        const cells = line.cells.map(cell => nameOf(rules, cell)).join(" ");
        const free = line.cells.length - line.x - line.o;
        const held = /** @type {const} */ ([["X", line.x], ["O", line.o]]).filter(([, count]) => count > 0);
        const stones = held.flatMap(([side, count]) => Array.from({ length: count }, () => h("span", { class: "tiny-disc" }, stone(side, look))));
        const words = [...held.map(([side, count]) => `${count} ${sideName(look, side)}`), `${free} empty`].join(", ");
        const point = () => onLine([...line.cells]);
        const leave = () => onLine([]);
        return h("tr", { pointerenter: point, pointerleave: leave },
            h("th", { scope: "row" }, h("button", { class: "cells", focus: point, blur: leave }, cells)),
            h("td", {}, h("span", { class: "stones", "aria-hidden": "true" }, ...stones, "·".repeat(free)), h("span", { class: "sr" }, words)), h("td", { class: "amount" }, signed(line.value)));
    };
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Lines of the sum" },
        h("table", { class: "sum" },
            h("thead", {}, h("tr", {}, ...["line", "stones", `adds, for ${pov}`].map(name => h("th", { scope: "col" }, name)))),
            h("tbody", {}, ...lines.map(row)),
            h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, lines.length ? "static value" : "no line counts: static value"),
                h("td", { class: "amount" }, signed(total))))));
}

/** The sum of the position on the board, by a heuristic of choice. It is asked for only while its panel is open. */
export class SumView {
    heuristic = "lines";
    shown = "";

    /**
     * @param {HTMLElement} place
     * @param {Session} session
     * @param {readonly string[]} names The heuristics.
     * @param {(cells: number[]) => void} onLine
     */
    constructor(place, session, names, onLine) {
        this.place = place;
        this.session = session;
        this.names = names;
        this.onLine = onLine;
    }

    show() {
        const { info, rules, fields } = this.session;
        if (!info) return;
        const key = JSON.stringify([fields, this.heuristic]);
        if (key === this.shown) return;
        this.shown = key;
        void this.ask(key, rules, { ...fields, heuristics: [this.heuristic], fields: ["heuristics"] });
    }

    /** @param {string} key @param {FullRules} rules @param {Fields} fields */
    async ask(key, rules, fields) {
        try {
            const { heuristics: [value] } = /** @type {PositionAnswer} */ (await ask("/v1/position", fields));
            if (key === this.shown && value) this.draw(rules, value);
        } catch (fault) {
            if (key !== this.shown) return;
            this.shown = "";
            this.session.say(inWords(fault));
        }
    }

    /** @param {FullRules} rules @param {PositionAnswer["heuristics"][number]} value */
    draw(rules, value) {
        const hadFocus = this.place.querySelector("select") === document.activeElement;
        const menu = select(this.names.map(name => [name, name]), value.name, name => {
            this.heuristic = name;
            this.show();
        }, { "aria-label": "Heuristic of the sum" });
        this.place.replaceChildren(menu, sumTable(rules, value.lines, value.value, sideName(lookOf(rules), "X"), this.onLine));
        if (hadFocus) menu.focus();
    }
}
