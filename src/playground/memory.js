// What the browser remembers from visit to visit. It may forbid that: then a choice holds as long as the page does.

/** What was remembered on this page, for a browser that keeps nothing. @type {Map<string, string>} */
const here = new Map();

/** @param {string} key */
export function recall(key) {
    try {
        return localStorage.getItem(key) ?? here.get(key) ?? null;
    } catch {
        return here.get(key) ?? null;
    }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
    here.set(key, value);
    try {
        localStorage.setItem(key, value);
    } catch {
        // Nothing to do: see above.
    }
}

/**
 * A remembered object; what is missing or broken is that of `otherwise`.
 *
 * @template {object} T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recallAll(key, otherwise) {
    try {
        return { ...otherwise, ...JSON.parse(recall(key) ?? "{}") };
    } catch {
        return otherwise;
    }
}
