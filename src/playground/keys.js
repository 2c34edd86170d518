// Keys for the whole page, as KEYS lists them. Those of one letter can be switched off: for speech input, a letter may come from any word.

import { h } from "./dom.js";
import { recall, remember } from "./memory.js";

/** Where the choice is kept. */
const KEY = "inarow-shortcut";

let isOn = recall(KEY) !== "off";

/** The key that goes with letters for commands. */
const COMMAND = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl";

/** What the page has keys for; those with a letter alone can be switched off. @type {[keys: string[], act: string][]} */
export const KEYS = [
    [["?"], "This list"], [["Tab"], "To the next control; the first leads to the board"], [["←", "→", "↑", "↓"], "Over the board"], [["Enter"], "Play there"], [["1", "9"], "Drop into a column, where discs fall"],
    [["U", `${COMMAND} Z`], "Take back"], [["⇧ Z", "Y"].map(key => `${COMMAND} ${key}`), "Play it again"], [["H"], "Hint"], [["V"], "Show or hide values"], [["N"], "New game"],
    [["←", "→"], "One move back or forward, in Explore"], [["Esc"], "Close what lies over the page"],
];

/** Where letters are written, or lie over the page. */
const WRITTEN = "input:not([type=radio], [type=checkbox]), select, textarea, dialog";

/** Which way a key with Ctrl or Cmd leads through the game, 0 for others. @param {KeyboardEvent} event */
function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (altKey || ctrlKey === metaKey) return 0;
    const letter = key.toLowerCase();
    if (letter === "z") return shiftKey ? 1 : -1;
    return letter === "y" && ctrlKey && !shiftKey ? 1 : 0;
}

/**
 * Listens where a letter has no other meaning: on the board, on buttons, and where nothing has the focus.
 *
 * @param {Record<string, () => void>} acts By the key, in small letters.
 * @param {(column: number) => void} drop
 * @param {(by: 1 | -1) => void} step Takes back, or plays again what was taken back.
 */
export function listenForKeys(acts, drop, step) {
    addEventListener("keydown", event => {
        const way = wayOf(event);
        if (way && !event.defaultPrevented && !document.activeElement?.closest(WRITTEN)) {
            event.preventDefault();
            return step(way);
        }
        if (!isOn || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        const focused = document.activeElement;
        if (focused?.closest(`${WRITTEN}, [role=tab], [role=tree], pre`)) return;
        const isArrow = event.key.startsWith("Arrow");
        if (isArrow && focused && focused !== document.body && !focused.closest(".steps, .judged")) return;
        const act = acts[event.key.toLowerCase()];
        if (act) act();
        else if (/^[1-9]$/.test(event.key)) drop(Number(event.key) - 1);
        else return;
        event.preventDefault();
    });
}

/** The switches that there are, each with what it does. @type {Map<HTMLInputElement, (isOn: boolean) => void>} */
const switches = new Map();

/**
 * The switch for the keys of one letter.
 *
 * @param {(isOn: boolean) => void} onChange Called at once, and with each change.
 * @param {string} text
 */
export function keySwitch(onChange, text) {
    const input = h("input", {
        type: "checkbox", change: () => {
            isOn = input.checked;
            remember(KEY, isOn ? "on" : "off");
            for (const [other, tell] of switches) {
                if (!other.isConnected) switches.delete(other);
                other.checked = isOn;
                tell(isOn);
            }
        },
    });
    switches.set(input, onChange);
    input.checked = isOn;
    onChange(isOn);
    return h("label", { class: "check" }, input, text);
}

/** All keys, as a list. */
export function keyList() {
    const caps = (/** @type {string[]} */ keys) => keys.flatMap((key, at) => [...(at ? [keys[0] === "1" ? "–" : " "] : []), h("kbd", {}, key)]);
    return h("dl", { class: "keys" }, ...KEYS.map(([keys, act]) => h("div", {}, h("dt", {}, ...caps(keys)), h("dd", {}, act))));
}
