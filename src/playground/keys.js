// Keys for the whole page, as key_list.js tells them. Those of one letter can be switched off: for speech input, a letter may come from any word.

import { h } from "./dom.js";
import { recall, remember } from "./memory.js";

/** The key of the choice in the storage. */
const KEY = "inarow-shortcut";

let isOn = recall(KEY) !== "off";

/** The keys of columns, by number and by name. */
const COLUMNS = "123456789abcdefg";

/** Elements in which letters are written, or that lie over the page. */
const WRITTEN = "input:not([type=radio], [type=checkbox]), select, textarea, dialog";

/** The step through the game of a key with Ctrl or Cmd, 0 for other keys. @param {KeyboardEvent} event */
function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (altKey || ctrlKey === metaKey) return 0;
    const letter = key.toLowerCase();
    if (letter === "z") return shiftKey ? 1 : -1;
    return letter === "y" && ctrlKey && !shiftKey ? 1 : 0;
}

/**
 * Listens where a letter has no other meaning: on the board, on buttons, and where nothing has the focus.
 *
 * @param {Record<string, () => unknown>} acts By the key, in small letters; one that has nothing to do here says false.
 * @param {(column: number) => void} drop
 * @param {(by: 1 | -1) => void} step Takes a move back, or plays it again.
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
        const isStep = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
        if (isStep && focused && focused !== document.body && !focused.closest(".steps, .judged")) return;
        const key = event.key.toLowerCase();
        const act = acts[key];
        if (act?.() === false) return;
        if (!act && COLUMNS.includes(key)) drop(COLUMNS.indexOf(key) % 9);
        else if (!act) return;
        event.preventDefault();
    });
}

/** All switches, each with its action. @type {Map<HTMLInputElement, (isOn: boolean) => void>} */
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
