// Days as the page writes and counts them: the visitor's own, as "2026-11-25".

const DAY_MS = 86_400_000;
const day = (/** @type {Date} */ date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
export const today = () => day(new Date());
/** @param {string} date @param {number} by */
export const dayAfter = (date, by) => new Date(Date.parse(`${date}T00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
export const written = (date, options) => new Date(`${date}T12:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
