// Dialogs that Back closes, as everything does that lies over a page: an open one has an entry of its own in the history of the browser.

/** The open one. @type {HTMLDialogElement | null} */
let shown = null;
/** Its entry goes. @type {Promise<void> | null} */
let leaving = null;
let left = () => {};

/** The entry of a dialog that was closed otherwise goes, too. */
function leave() {
    shown = null;
    if (history.state?.dialog && !leaving) {
        leaving = new Promise(done => { left = done; });
        history.back();
    }
    return leaving ?? Promise.resolve();
}

/** @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
    if (dialog.open) return;
    dialog.showModal();
    shown = dialog;
    history.pushState({ dialog: true }, "");
    dialog.addEventListener("close", () => void leave(), { once: true });
}

/** Closes it; what may lead elsewhere waits until its entry has gone. @param {HTMLDialogElement} dialog @returns {Promise<void>} */
export function closeDialog(dialog) {
    dialog.close();
    return leave();
}

/**
 * Follows Back and Forward.
 *
 * @param {() => void} go To the address of the browser.
 * @param {() => void} keep The address of the page, which may have changed under the dialog.
 */
export function listenForBack(go, keep) {
    addEventListener("popstate", () => {
        if (!shown && !leaving) return go();
        const dialog = shown;
        shown = null;
        dialog?.close();
        leaving = null;
        left();
        keep();
    });
}
