// Copies a text; where there is no clipboard, selects it so that the visitor can copy it.

import { h } from "./dom.js";

/** How long the button shows its result, in milliseconds. */
const SAID_MS = 2500;

/**
 * A button that copies a text and says so.
 *
 * @param {() => string} text
 * @param {HTMLElement} shown Where the text can be seen.
 */
export function copyButton(text, shown) {
    const said = h("span", { role: "status" }, "Copy");
    const say = (/** @type {string} */ words) => {
        said.textContent = words;
        setTimeout(() => { said.textContent = "Copy"; }, SAID_MS);
    };
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(text());
            say("Copied");
        } catch {
            // Without a secure origin there is no clipboard.
            getSelection()?.selectAllChildren(shown);
            const keys = /Mac/.test(navigator.userAgent) ? "press ⌘ C" : "press Ctrl+C";
            say(`Selected: ${matchMedia("(pointer: coarse)").matches ? "copy it from here" : keys}`);
        }
    };
    return h("button", { class: "copy", click: () => void copy() }, said);
}
