// Storage of the browser from visit to visit. It may be forbidden: then a choice holds as long as the page does.

/** Values of this page, for a browser that stores nothing. @type {Map<string, string>} */
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
 * A stored object; `otherwise` gives missing members, and all where it is broken.
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

// Days as the page writes and counts them: the visitor's own, as "2026-11-25".
const DAY_MS = 86_400_000;
const day = (/** @type {Date} */ date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
export const today = () => day(new Date());
/** @param {string} date @param {number} by */
export const dayAfter = (date, by) => new Date(Date.parse(`${date}T00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
export const written = (date, options) => new Date(`${date}T12:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
