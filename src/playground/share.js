// The Share button: the device's own dialog where it has a good one, else the clipboard, else a field to copy from.

import { byId } from "./dom.js";

/** @param {(text: string) => void} tell */
export function shareButton(tell) {
    const place = byId("share-link", HTMLInputElement);
    // It is the link to what was seen when it was asked for.
    place.addEventListener("blur", () => { place.hidden = true; });
    byId("share", HTMLButtonElement).addEventListener("click", () => void share());

    async function share() {
        const url = location.href;
        // Only phones and tablets have something better than a copied link.
        if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
            try {
                return await navigator.share({ title: document.title, url });
            } catch (fault) {
                if (fault instanceof DOMException && fault.name === "AbortError") return;
            }
        }
        try {
            await navigator.clipboard.writeText(url);
            tell("The link to this position is copied.");
        } catch {
            // Without a secure origin there is no clipboard.
            place.hidden = false;
            place.value = url;
            place.select();
            tell("Copy the link from the field.");
        }
    }
}
