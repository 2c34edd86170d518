// Taking a text along: by the clipboard, or where there is none by marking it for the keys that copy.

import { h } from "./dom.js";

/** How long the button says what it did, in milliseconds. */
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
            say(/Mac|iP/.test(navigator.userAgent) ? "Marked: press ⌘ C" : "Marked: press Ctrl+C");
        }
    };
    return h("button", { class: "copy", click: () => void copy() }, said);
}
