// Keys for the whole page: 1–9 drop into a column, H hint, U take back, N new, V values, ← → step. They can be switched off: for speech
// input, a letter may come from any word.

import { h } from "./dom.js";
import { recall, remember } from "./memory.js";

/** Where the choice is kept. */
const KEY = "inarow-shortcut";

let isOn = recall(KEY) !== "off";

/**
 * Listens where a letter has no other meaning: on the board, on buttons, and where nothing has the focus.
 *
 * @param {Record<string, () => void>} acts By the key, in small letters.
 * @param {(column: number) => void} drop
 */
export function listenForKeys(acts, drop) {
    addEventListener("keydown", event => {
        if (!isOn || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        const focused = document.activeElement;
        if (focused?.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog, [role=tab], [role=tree], pre")) return;
        const isArrow = event.key.startsWith("Arrow");
        if (isArrow && focused && focused !== document.body && !focused.closest(".steps, .judged")) return;
        const act = acts[event.key.toLowerCase()];
        if (act) act();
        else if (/^[1-9]$/.test(event.key)) drop(Number(event.key) - 1);
        else return;
        event.preventDefault();
    });
}

/**
 * The switch for the keys.
 *
 * @param {(isOn: boolean) => void} onChange Called at once, and with each change.
 */
export function keySwitch(onChange) {
    const input = h("input", {
        type: "checkbox", change: () => {
            isOn = input.checked;
            remember(KEY, isOn ? "on" : "off");
            onChange(isOn);
        },
    });
    input.checked = isOn;
    onChange(isOn);
    return h("label", { class: "check" }, input, "Keys: V values, H hint, U take back, N new, 1–9 columns, ← → step");
}
