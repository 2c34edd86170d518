// The key V shows values and hides them. It can be switched off: for speech input, a letter may come from any word.

import { h } from "./dom.js";
import { recall, remember } from "./memory.js";

/** Where the choice is kept. */
const KEY = "inarow-shortcut";

let isOn = recall(KEY) !== "off";

/**
 * Listens where a letter has no other meaning: on the board, on the switch for values, and where nothing has the focus.
 *
 * @param {() => void} toggle
 */
export function listenForKey(toggle) {
    addEventListener("keydown", event => {
        if (!isOn || event.key.toLowerCase() !== "v" || event.ctrlKey || event.altKey || event.metaKey) return;
        const focused = document.activeElement;
        if (!focused || focused === document.body || focused.matches("#board *, #scores")) toggle();
    });
}

/**
 * The switch for the key.
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
    return h("label", { class: "check" }, input, "The key V shows and hides values");
}
