// How much help there is: none, colours or numbers, for each opponent; and a coach. Both are remembered.

import { h } from "./dom.js";
import { recallAll, remember } from "./memory.js";

/** @import { Degree } from "./analysis.js" */

const KEY = "inarow-help";
/** @type {[Degree, string][]} */
const DEGREES = [["off", "Off"], ["colours", "Colours"], ["numbers", "Numbers"]];

/** Sends the event `change` when a choice changes. */
export class Help extends EventTarget {
    /** The degrees by opponent, "explore" among them. */
    kept = recallAll(KEY, /** @type {Record<string, string>} */ ({ beginner: "colours", explore: "numbers", coach: "off", sound: "off", vibration: "off" }));

    /** @param {string} place An opponent's level, or "explore". @returns {Degree} */
    degree(place) {
        const kept = this.kept[place];
        return kept === "colours" || kept === "numbers" ? kept : "off";
    }

    /** `told`: whether it was said that help is off against the stronger ones. @param {"coach" | "sound" | "vibration" | "told"} name */
    isOn(name) {
        return this.kept[name] === "on";
    }

    /** @param {string} name @param {string} value */
    set(name, value) {
        this.kept[name] = value;
        remember(KEY, JSON.stringify(this.kept));
        this.dispatchEvent(new Event("change"));
    }

    /** The choice of a degree. @param {string} place @param {string} id Of this control among those on the page. */
    control(place, id) {
        const now = this.degree(place);
        return h("div", { class: "segments", role: "radiogroup", "aria-label": "Help" }, ...DEGREES.map(([degree, name]) => {
            const input = h("input", { type: "radio", name: id, value: degree, "data-key": `${id}-${degree}`, change: () => this.set(place, degree) });
            input.checked = degree === now;
            return h("label", {}, input, h("span", {}, name));
        }));
    }

    /** @param {"coach" | "sound" | "vibration"} name @param {string} text */
    toggle(name, text) {
        const input = h("input", { type: "checkbox", role: "switch", "data-key": `switch-${name}`, change: () => this.set(name, input.checked ? "on" : "off") });
        input.checked = this.isOn(name);
        return h("label", { class: "switch" }, h("span", { class: "muted" }, text), input);
    }
}
