// What the browser remembers from visit to visit. It may forbid that: then a choice holds as long as the page does.

/** @param {string} key */
export function recall(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
    try {
        localStorage.setItem(key, value);
    } catch {
        // Nothing to do: see above.
    }
}
