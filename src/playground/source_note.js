// A quiet note while answers come from this device, because the service cannot be reached or fails.

/** How often the service is asked whether it is back, in milliseconds, where there is a network. */
const PROBE_MS = 5000;

/** @type {HTMLElement | null} */
let note = null;

/** Asks whether the service answers again, so that the note goes before the visitor makes a move. */
async function probe() {
    // The service worker answers no call to this path.
    const isBack = note !== null && navigator.onLine && await fetch("/livez", { cache: "no-store" }).then(({ ok }) => ok, () => false);
    if (isBack) show(false);
}

addEventListener("online", () => void probe());

/** @param {boolean} isLocal */
function show(isLocal) {
    if (!isLocal) {
        note?.remove();
        note = null;
    } else if (!note) {
        note = document.createElement("p");
        note.className = "source-note";
        note.setAttribute("role", "status");
        document.querySelector(".top nav")?.before(note);
        const more = document.createElement("span");
        more.textContent = ": this device answers.";
        note.append(navigator.onLine ? "No service" : "Offline", more);
        const ask = setInterval(() => (note ? void probe() : clearInterval(ask)), PROBE_MS);
    }
}

/**
 * Shows or hides the note after an answer.
 *
 * @param {Response} response
 */
export const noteSource = response => show(response.headers.get("x-inarow-source") === "local");
