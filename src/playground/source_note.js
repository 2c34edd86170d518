// A quiet note while answers come from this device, because the service cannot be reached.

const TEXT = "Offline: this device answers.";

/** @type {HTMLElement | null} */
let note = null;

/**
 * Shows or hides the note after an answer.
 *
 * @param {Response} response
 */
export function noteSource(response) {
    const isLocal = response.headers.get("x-inarow-source") === "local";
    if (!isLocal) {
        note?.remove();
        note = null;
    } else if (!note) {
        note = document.createElement("p");
        note.className = "source-note";
        note.setAttribute("role", "status");
        document.querySelector("main")?.append(note);
        note.textContent = TEXT;
    }
}
