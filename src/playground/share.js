// What leaves the page: links by the device’s own dialog where it has a good one, else the clipboard, else a field to copy from; and the moves as text.

import { byId } from "./dom.js";
import { moveNames } from "./game.js";

/** @import { Session } from "./session.js" */

/** What is said after copying. */
export const COPIED = "The link is copied.";
/** Only phones and tablets have something better than a copied link. */
export const hasShareSheet = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {string} url */
function field(url) {
    const place = byId("share-link", HTMLInputElement);
    place.hidden = false;
    place.value = url;
    place.select();
    place.addEventListener("blur", () => { place.hidden = true; }, { once: true });
}

/**
 * Sends a text with a link; says in a sentence what happened, empty if nothing did.
 *
 * @param {string} title
 * @param {string} url
 * @param {boolean} [byCopy] Whether the visitor wants to copy it.
 */
export async function sendText(title, url, byCopy = false) {
    if (!byCopy && hasShareSheet()) {
        try {
            await navigator.share({ title, text: title, url });
            return "Sent.";
        } catch (fault) {
            if (fault instanceof DOMException && fault.name === "AbortError") return "";
        }
    }
    try {
        await navigator.clipboard.writeText(`${title}\n${url}`.trim());
        return COPIED;
    } catch {
        // Without a secure origin there is no clipboard.
        field(url);
        return "Copy the link from the field.";
    }
}

/**
 * The Share button: the link to what is on the board.
 *
 * @param {() => void} share
 */
export function shareButton(share) {
    byId("share", HTMLButtonElement).addEventListener("click", share);
    byId("copy-link", HTMLButtonElement).addEventListener("click", share);
}

/** The moves of the game, two a row with their number. @param {Session} session */
export function movesAsText({ rules, history }) {
    const names = moveNames(rules, history);
    return names.flatMap((name, index) => (index % 2 ? [] : [`${index / 2 + 1}. ${name}${names[index + 1] ? ` ${names[index + 1]}` : ""}`])).join("\n");
}
