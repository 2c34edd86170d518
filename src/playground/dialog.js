// Dialogs that Back closes, as everything does that lies over a page: an open one has an entry of its own in the history of the browser.

/** The open dialog. @type {HTMLDialogElement | null} */
let shown = null;
/** Resolves once the history entry of a closed dialog has gone. @type {Promise<void> | null} */
let leaving = null;
let left = () => {};

/** Removes the history entry of a dialog that was closed by other means than Back. */
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
    const enter = () => shown === dialog && history.pushState({ dialog: true }, "");
    // The entry of one that was closed just now goes first: its step back would take this one's.
    if (leaving) void leaving.then(enter);
    else enter();
    // The event comes later: by then it may be open again.
    dialog.onclose = () => { if (!dialog.open) void leave(); };
}

/** Closes it; navigation waits until its entry has gone. @param {HTMLDialogElement} dialog @returns {Promise<void>} */
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
        if (leaving) {
            leaving = null;
            left();
            return keep();
        }
        if (!shown) return go();
        shown.close();
        shown = null;
        keep();
    });
}
