// All keys of the page, as a list for people.

import { h } from "./dom.js";

/** The key that goes with letters for commands. */
const COMMAND = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl";

/** The keys of the page; those with a letter alone can be switched off. @type {[keys: string[], act: string][]} */
const KEYS = [
    [["?"], "This list"], [["Tab"], "To the next control; the first leads to the board"], [["←", "→", "↑", "↓"], "Over the board"], [["Enter"], "Play there"], [["1–9", "A–G"], "Drop into a column, where discs fall"],
    [["U", `${COMMAND} Z`], "Take back"], [["⇧ Z", "Y"].map(key => `${COMMAND} ${key}`), "Play it again"], [["H"], "Hint"], [["V"], "Show or hide values"], [["N"], "New game"],
    [["←", "→"], "One move back or forward, in Explore"], [["Home", "End"], "To the start or the end, in Explore"], [["Esc"], "Close what lies over the page, or the coach"],
];

/** All keys, as a list. */
export function keyList() {
    const caps = (/** @type {string[]} */ keys) => keys.flatMap((key, at) => [...(at ? [" "] : []), h("kbd", {}, key)]);
    return h("dl", { class: "keys" }, ...KEYS.map(([keys, act]) => h("div", {}, h("dt", {}, ...caps(keys)), h("dd", {}, act))));
}
