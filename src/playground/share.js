// Sharing: links by the device’s own dialog where it has a good one, else the clipboard, else a field to copy from; and the moves as text.

import { byId } from "./dom.js";
import { moveNames } from "./game.js";

/** @import { Session } from "./session.js" */

/** The outcome of copying. */
export const COPIED = "The link is copied.";
/** The outcome once the device has passed the link on. */
export const SENT = "Sent.";
/** How long the outcome of a tap is shown, in milliseconds. */
export const SAID_MS = 4000;
/** The names of buttons that show an outcome in place of them. @type {WeakMap<Element, { name: string, clock: ReturnType<typeof setTimeout> }>} */
const saying = new WeakMap();

/** A button says its outcome for a moment, to screen readers as well; its name is its last child. @param {Element} button @param {string} text @param {string} [spoken] The same for screen readers, where it is longer. */
export function sayOn(button, text, spoken = text) {
    const words = button.lastChild;
    if (!words || !text) return;
    const before = saying.get(button);
    clearTimeout(before?.clock);
    const name = before?.name ?? words.textContent ?? "";
    words.textContent = text;
    byId("said", HTMLElement).textContent = `${spoken}.`.replace("..", ".");
    button.classList.add("said-so");
    saying.set(button, { name, clock: setTimeout(() => {
        saying.delete(button);
        words.textContent = name;
        byId("said", HTMLElement).textContent = "";
        button.classList.remove("said-so");
    }, SAID_MS) });
}

/** Only phones and tablets have something better than a copied link. */
export const hasShareSheet = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {string} text */
export function field(text) {
    const place = byId("share-link", HTMLInputElement);
    place.hidden = false;
    place.value = text;
    place.select();
    place.addEventListener("blur", () => { place.hidden = true; }, { once: true });
}

/**
 * Sends a text with a link; returns a sentence on the outcome, empty if there is none.
 *
 * @param {string} title
 * @param {string} url
 * @param {boolean} [byCopy] Whether the visitor wants to copy it.
 */
export async function sendText(title, url, byCopy = false) {
    if (!byCopy && hasShareSheet()) {
        try {
            await navigator.share({ title, text: title, url });
            return SENT;
        } catch (fault) {
            if (fault instanceof DOMException && fault.name === "AbortError") return "";
        }
    }
    try {
        await navigator.clipboard.writeText(`${title} ${url}`.trim());
        return COPIED;
    } catch {
        // Without a secure origin there is no clipboard.
        field(url);
        return "Copy the link from the field.";
    }
}

/** The moves of the game, two a row with their number. @param {Session} session */
export function movesAsText({ rules, history }) {
    const names = moveNames(rules, history);
    return names.flatMap((name, index) => (index % 2 ? [] : [`${index / 2 + 1}. ${name}${names[index + 1] ? ` ${names[index + 1]}` : ""}`])).join("\n");
}
