// A panel whose modules are fetched when it is first opened, so that the board is there sooner.

import { h } from "./dom.js";

/** Adds a style sheet of the page that only one panel needs. @param {string} name @returns {Promise<unknown>} */
export const styles = name => new Promise((load, fail) => {
    const link = h("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href, load, error: fail });
    document.head.append(link);
});

/**
 * @template {{ show(): void }} View
 */
export class LatePanel {
    /** The panel, once it is there. @type {View | null} */
    view = null;
    /** @type {Promise<View> | null} */
    loading = null;

    /**
     * @param {() => Promise<View>} load
     * @param {() => void} onMissing Its modules could not be had; it may be opened again.
     */
    constructor(load, onMissing) {
        this.load = load;
        this.onMissing = onMissing;
    }

    /** Opens it and, as soon as it is there, does more with it. @param {(view: View) => void} [then] */
    open(then) {
        this.loading ??= this.load();
        this.loading.then(view => {
            this.view = view;
            view.show();
            then?.(view);
        }, () => {
            this.loading = null;
            this.onMissing();
        });
    }

    /** Shows the changes, if the panel is loaded. */
    show() {
        this.view?.show();
    }
}
