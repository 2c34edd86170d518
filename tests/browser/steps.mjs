// Steps and looks of the tests on the page, in words.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { WAIT_MS } from "./server.mjs";

/** What is read when it is as wanted, or at the end of the longest wait. */
async function poll(read, isWanted) {
    for (const end = Date.now() + WAIT_MS; ; await sleep(20)) {
        const found = await read();
        if (isWanted(found) || Date.now() > end) return found;
    }
}
/** Waits until what is read is this: for a state that comes, never for what must not happen. */
export const becomes = async (read, wanted, what) => assert.deepEqual(await poll(read, found => isDeepStrictEqual(found, wanted)), wanted, what);

/**
 * The result of a function of all elements of a selector, in one step: a locator looks for them in one and reads in another, by which time
 * the page may have drawn anew and the elements are those of before.
 */
export const readAll = (page, selector, read, ...rest) =>
    page.evaluate(`(${read})([...document.querySelectorAll(${JSON.stringify(selector)})], ...${JSON.stringify(rest)})`);
/** The result of a function of the first element of a selector, as soon as there is one, in one step. */
export async function readOne(page, selector, read, ...rest) {
    const found = await poll(() => readAll(page, selector, `(all, ...rest) => all.slice(0, 1).map(one => (${read})(one, ...rest))`, ...rest), ({ length }) => length > 0);
    assert.equal(found.length, 1, selector);
    return found[0];
}
/** The boxes of elements, the first in sight of each selector, all at once: as soon as each has a size, and words have their font. */
export async function boxesOf(page, ...selectors) {
    const boxes = await page.waitForFunction(all => {
        const sized = selector => [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect()).find(({ width, height }) => width + height > 0);
        const boxes = all.map(sized);
        return document.fonts.status === "loaded" && boxes.every(Boolean) && boxes.map(box => box.toJSON());
    }, selectors);
    return boxes.jsonValue();
}
export const boxOf = async (page, selector) => (await boxesOf(page, selector))[0];
/** Waits until elements are whole in the window, above the places where they are: all in sight of each selector, and at least one. */
export const whole = (page, ...selectors) => becomes(() => page.evaluate(all => {
    const bar = document.querySelector(".tabs-bar");
    const foot = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
    return all.flatMap(selector => {
        const boxes = [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect()).filter(({ width, height }) => width + height > 0);
        const isCut = boxes.length === 0 || boxes.some(({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > foot);
        return isCut ? [`${selector} ${JSON.stringify(boxes)} in ${innerWidth}×${foot}`] : [];
    });
}, selectors), [], "whole and in sight");

/** Waits until there are so many elements. */
export const counts = (page, selector, wanted, what = selector) => becomes(() => page.locator(selector).count(), wanted, what);
/** Waits until the elements of a selector have these texts. */
export const textsAre = (page, selector, wanted, what) => becomes(() => page.locator(selector).allTextContents(), wanted, what);
/** Waits until the focus is on the element with this id. */
export const focusIsOn = (page, id) => becomes(() => page.evaluate(() => document.activeElement.id), id);
/** The names of the controls in sight, outside the board. */
export const controls = page => readAll(page, "a, button, input, select, summary", all => all.filter(one => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return !one.closest("#board") && one.checkVisibility({ visibilityProperty: true }) && width > 0 && bottom > 0 && top < innerHeight;
}).map(one => one.textContent.trim() || one.getAttribute("aria-label") || one.id));
/** The cells of the won lines. */
export const lit = page => readAll(page, ".cell.won", cells => cells.map(one => Number(one.dataset.cell)).sort((a, b) => a - b));
export const cell = (page, index) => page.locator(`[data-cell="${index}"]`);
/** Waits until the page says this; at the end of a game the card says it instead. */
export const says = (page, text) => page.locator("#status").filter({ hasText: text }).waitFor({ state: "attached" });
/** Waits until there are so many stones. */
export const taken = (page, count) => page.waitForFunction(wanted => document.querySelectorAll(".cell.taken").length === wanted, count);
/** The board, cell by cell from the top left. */
export const board = page => readAll(page, "[data-cell]", cells =>
    cells.toSorted((a, b) => a.dataset.cell - b.dataset.cell).map(one => one.dataset.stone).join(""));
/** Chooses a game in the sheet of all games, and waits until it begins: when the sheet has gone, and the service has described its board. */
export const chooseGame = async (page, name) => {
    await page.click("#more");
    await page.click("#sheet-games");
    await page.click(`#sheet [data-game="${name}"]`);
    await page.locator("#sheet").waitFor({ state: "hidden" });
    await page.waitForFunction(wanted => new URLSearchParams(location.search).get("game") === wanted, name);
};
/** Opens one of the tools of Explore, which are folded at first; by keys, as what stands above them grows while answers come. */
export const openTools = async (page, name) => {
    const [tab, tools] = [`#tab-${name}`, "#tools"].map(one => page.locator(`${one}:not([disabled]):visible`));
    await tab.or(tools).first().waitFor();
    if (!await tab.isVisible()) await tools.press("Enter");
    await tab.press("Enter");
};
/** The address as the page itself has it: a test is told of a new one later than that. */
export const addressOf = page => page.evaluate(() => location.href);
export const queryOf = async page => new URL(await addressOf(page)).searchParams;
/** Waits until the address has these fields, or has them not where they are null. */
export const queryHas = (page, wanted) => becomes(async () => {
    const fields = await queryOf(page);
    return Object.fromEntries(Object.keys(wanted).map(name => [name, fields.get(name)]));
}, wanted);
/** The text that an act copies, never a former one of the clipboard. */
export async function copied(page, act) {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await act();
    return poll(() => page.evaluate(() => navigator.clipboard.readText()), Boolean);
}

/** Holds the answers to calls of these addresses until the returned function is called. */
export async function holdAnswers(page, addresses) {
    let go = () => {};
    const held = new Promise(resolve => { go = resolve; });
    await page.route(addresses, async route => { await held; await route.continue(); });
    return go;
}

/** Timers of so many milliseconds end when the returned function is called: a notice that stands for a moment stands until a test has seen it. */
export async function holdTimers(page, ms) {
    const hold = held => {
        const real = window.setTimeout;
        window.ends = [];
        window.setTimeout = (act, time, ...rest) => (time === held ? window.ends.push(act) : real(act, time, ...rest));
    };
    await page.addInitScript(hold, ms);
    await page.evaluate(hold, ms);
    return () => page.evaluate(() => window.ends.splice(0).forEach(end => end()));
}
/** An answer of the service. */
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
/** Plays the puzzle on the board to its end; the service finds each move. */
export const solve = async (page, game) => {
    const next = page.locator(".beads .now");
    await next.waitFor();
    for (let found = await page.locator(".beads .found").count(); await next.count() > 0; found++) {
        const origin = new URL(page.url()).origin;
        const stones = await board(page);
        const count = side => stones.split(side).length - 1;
        const { lines } = await api(origin, "/v1/analysis", { game: game ?? (stones.length === 42 ? "connect-four" : "tic-tac-toe"), board: stones, turn: count("X") > count("O") ? "O" : "X" });
        await cell(page, lines[0].move.cell).click();
        await page.waitForFunction(before => document.querySelectorAll(".beads .found").length > before && (document.querySelector("#puzzle-share") || /answered|Solved/.test(document.querySelector(".said")?.textContent)), found);
    }
};

/** Closes the dialog over the page, and waits until its entry in the browser's history has gone: a navigation before that would be taken back. */
export const escape = async page => {
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]") && !history.state?.dialog);
};

/** Lets searches of an endpoint end at a depth, in place of the page's own limits. */
export const endAt = (page, endpoint, depth, change = answer => answer) => page.route(`**/v1/${endpoint}*`, async route => {
    const url = new URL(route.request().url());
    url.searchParams.set("depth", String(depth));
    const answer = change(await (await fetch(url)).json());
    await route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ ...answer, final: true })}\n` });
});

/** Begins to learn, and goes to the lesson of a move: the first lesson is the move that decided the game. */
export const learnFrom = async (page, move) => {
    await page.click("#learn-start");
    const asked = page.locator("#learn .ask-better", { hasText: "Find a better move than" });
    for (await asked.waitFor(); !(await asked.textContent()).endsWith(` ${move}.`); await asked.waitFor()) {
        await page.click("#learn-answer");
        await page.click("#learn-next");
    }
};
