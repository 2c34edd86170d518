// In flight mode, after one visit: the page of a service that was built with an engine as WebAssembly (INAROW_WASM) plays on.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openPage, PHONE, startBrowser, startServer } from "../server.mjs";
import { boxesOf, cell, readAll, taken, textsAre } from "../steps.mjs";

/** O answers the centre with an edge, X wins. */
const LOST = "b2,b3,a3,c1,a2,c2,a1";

const browser = await startBrowser();
after(() => browser.close());
const server = await startServer();
const { page, close, shot } = await openPage(browser, server.origin, "/", {
    viewport: PHONE, expected: /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource/,
});
await page.evaluate(() => navigator.serviceWorker.ready);
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
assert.equal(await page.locator(".source-note").count(), 0, "the service answers");
await page.context().setOffline(true);
await server.stop();

/** Visits a path without a service, and gives the first answer of an endpoint after `act`; a refusal is none. */
async function visit(path, endpoint, act = async () => {}) {
    const answered = page.waitForResponse(response => response.ok() && new URL(response.url()).pathname === `/v1/${endpoint}`);
    await page.goto(server.origin + path);
    await page.locator("#board .cell").first().waitFor();
    await act();
    const response = await answered;
    assert.equal(response.headers()["x-inarow-source"], "local");
    return (await response.text()).trim().split("\n").map(line => JSON.parse(line)).at(-1);
}

test("the page of the first visit plays on, without being loaded again", async () => {
    await page.click("#way-play");
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 38).click();
    await taken(page, 2);
    await page.locator("#undo:not([aria-disabled=true])").waitFor();
    await page.click("#hint");
    await page.locator("#outlook", { hasText: /^Try [a-g]\d: / }).waitFor();
    await shot("flight-first");
    // So do the other places, which nobody has opened before.
    await page.click(".tabs-bar [data-place=puzzle]");
    await page.locator(".beads .now").waitFor();
    await page.click(".tabs-bar [data-place=explore]");
    await page.locator("#best-moves .lines .score").first().waitFor();
    await page.click(".tabs-bar [data-place=play]");
    await page.locator("#hint:not([disabled])").waitFor();
});

test("the note lies on nothing, and goes when the service is back", async () => {
    const note = page.locator(".source-note");
    const [box, bar] = await boxesOf(page, ".source-note", ".top");
    assert.ok(box.y >= 0 && box.y + box.height <= bar.y + bar.height, JSON.stringify(box));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    const others = await readAll(page, ".top :is(img, svg, .title span)", all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().toJSON()));
    for (const { left, right, top } of others) assert.ok(right <= box.left || box.right <= left || box.bottom <= top, JSON.stringify([box, left, right, top]));
    // The service cannot come back at its port: somebody answers in its place.
    await page.route("**/livez", route => route.fulfill({ json: { status: "ok" } }));
    await page.context().setOffline(false);
    await note.waitFor({ state: "detached" });
    await page.unroute("**/livez");
    await page.context().setOffline(true);
});

test("tic-tac-toe is played", async () => {
    await visit("/?game=tic-tac-toe", "move", () => cell(page, 4).click());
    await taken(page, 2);
    await textsAre(page, ".source-note", ["Offline: this device answers."]);
    await shot("flight");
});

test("Connect Four is played at full strength", async () => {
    const { search } = await visit("/?game=connect-four&o=perfect", "move", () => cell(page, 38).click());
    assert.ok(["book", "solver"].includes(search.source), search.source);
    await taken(page, 2);
});

test("Gomoku is played", async () => {
    await visit("/?game=gomoku", "move", () => cell(page, 112).click());
    await taken(page, 2);
});

test("a game is reviewed", async () => {
    const { sides } = await visit(`/?moves=${LOST}&tab=analysis`, "review");
    assert.ok(sides.X.accuracy > 0);
    await page.locator(".accuracy").waitFor();
});

test("a link with a record opens its game", async () => {
    await visit("/?game=connect-four&record=4453", "position");
    await taken(page, 4);
});

test("a puzzle is posed", async () => {
    const { solution } = await visit("/?view=puzzle", "puzzles");
    await page.locator(".beads .now").waitFor();
    await page.locator(`[data-cell="${solution.move.cell}"]`).click();
    await page.locator(".beads .found").first().waitFor();
    await close();
});
