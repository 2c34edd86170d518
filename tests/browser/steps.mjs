// What tests do and see on the page, in words.

export const cell = (page, index) => page.locator(`[data-cell="${index}"]`);
/** Waits until the page says this. */
export const says = (page, text) => page.locator("#status").filter({ hasText: text }).waitFor();
/** Waits until there are so many stones. */
export const taken = (page, count) => page.waitForFunction(wanted => document.querySelectorAll(".cell.taken").length === wanted, count);
/** The board as the cells tell it to a screen reader. */
export const board = page => page.locator("[role=gridcell]").evaluateAll(cells =>
    cells.map(one => /, (X|O)(,|$)/.exec(one.getAttribute("aria-label"))?.[1] ?? ".").join(""));
/** What the service answers. */
export const api = async (origin, path, query) => (await fetch(`${origin}${path}?${new URLSearchParams(query)}`)).json();
/** Lets a search run for so long, in milliseconds, by the controls of this part of the page. */
export const searchFor = async (page, controls, movetime) => {
    const part = page.locator(controls);
    await part.getByLabel("Search until").selectOption("movetime");
    await part.getByLabel("Time in milliseconds").fill(String(movetime));
    await part.getByLabel("Time in milliseconds").blur();
};
const CODES = { 401: "unauthorized", 429: "too-many-requests", 503: "saturated" };
/** Answers a call to the service, from another origin too, by a refusal that asks to come back after so many seconds. */
export const postpone = (route, status, seconds) => route.fulfill({
    status,
    headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after", "retry-after": String(seconds) },
    contentType: "application/problem+json",
    json: { status, code: CODES[status], detail: "busy", errors: [] },
});
