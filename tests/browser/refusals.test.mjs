// Refusals of the service reach the visitor in the page's own words; those of the service are in the API panel alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";
import { says } from "./steps.mjs";

const { origin, browser } = await start();

const OWN = { expected: /status of \d+/ };
/** Refuses like the service: words for programs are marked, so that they are found wherever they are shown. */
const refuse = (code, status, { errors = [], headers = {} } = {}) => route => route.fulfill({
    status, headers, contentType: "application/problem+json", json: { type: "about:blank", title: "Zzyzx", status, code, detail: "/game/k: Zzyzx", errors: errors.map(error => ({ detail: "Zzyzx", ...error })) },
});
const notice = page => page.locator("#notice");
const readsNothingOfTheApi = async page => assert.doesNotMatch(await page.locator("body").innerText(), /Zzyzx|\/game|maxNodes|invalid-request/);

const PROBLEMS = [
    ["too-many-requests", 429, { headers: { "retry-after": "40" } }, "That was a lot at once. Try again in 40 seconds."],
    ["saturated", 503, { headers: { "retry-after": "200" } }, "The service is busy. Try again in 4 minutes."],
    ["shutting-down", 503, { headers: { "retry-after": "60" } }, "The service is about to restart. Try again in 60 seconds."],
    ["unavailable", 503, { headers: { "retry-after": "5" } }, "The service cannot be reached. Try again in a moment."],
    ["gateway-timeout", 504, { headers: { "retry-after": "5" } }, "The service did not answer in time. Try again in a moment."],
    ["payload-too-large", 413, {}, "That is too long to be sent. Try something shorter."],
    ["uri-too-long", 414, {}, "That is too long to be sent. Try something shorter."],
    ["answer-too-large", 422, {}, "The answer would be too large. Ask for less."],
    ["internal", 500, {}, "The service has failed at this. Try again."],
    ["malformed-query", 400, {}, "The page and the service do not fit together. Reload the page."],
    ["invalid-request", 422, { errors: [{ pointer: "/moves/3", code: "column-full" }] }, "A move cannot be played: its column is full."],
    ["invalid-request", 422, { errors: [{ pointer: "/game", code: "does-not-fit" }] }, "This game is too large for that."],
    ["invalid-request", 422, { errors: [{ pointer: "/heuristic/weights/2", code: "out-of-range" }] }, "A number in the settings is too small or too large."],
    ["invalid-request", 422, { errors: [{ pointer: "/algorithm", code: "does-not-fit" }] }, "These settings do not fit the game. Choose others."],
    ["invalid-request", 422, { errors: [{ pointer: "/surprise", code: "unknown-field" }] }, "The page and the service do not fit together. Reload the page."],
];
test("each refusal of a move has words of the page", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", OWN);
    for (const [code, status, options, words] of PROBLEMS) {
        await page.goto(`${origin}/?game=tic-tac-toe`);
        await says(page, "Your move");
        await page.route("**/v1/move*", refuse(code, status, options));
        await page.locator("[data-cell='4']").click();
        await notice(page).filter({ hasText: words }).waitFor();
        assert.equal(await notice(page).textContent(), words, code);
        await readsNothingOfTheApi(page);
        await page.unroute("**/v1/move*");
    }
    await close();
});

test("what was said word for word is in the API panel", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", OWN);
    await says(page, "Your move");
    await page.route("**/v1/move*", refuse("internal", 500));
    await page.locator("[data-cell='4']").click();
    await notice(page).filter({ hasText: "The service has failed at this." }).waitFor();
    await page.click(".places [data-place=api]");
    await page.locator("#calls", { hasText: "/v1/move" }).waitFor();
    await page.locator("#calls button", { hasText: "500" }).first().click();
    await page.locator(".api-side", { hasText: "/game/k: Zzyzx" }).waitFor();
    await close();
});

test("a refusal of something before the service has words, too", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", OWN);
    for (const [status, words] of [[413, "That is too long to be sent."], [403, "The page and the service do not fit together."]]) {
        await page.goto(`${origin}/?game=tic-tac-toe`);
        await says(page, "Your move");
        await page.route("**/v1/move*", route => route.fulfill({ status, contentType: "text/html", body: "<h1>Zzyzx</h1>" }));
        await page.locator("[data-cell='4']").click();
        await notice(page).filter({ hasText: words }).waitFor();
        await readsNothingOfTheApi(page);
        await page.unroute("**/v1/move*");
    }
    await close();
});

test("rules of one's own that cannot be: which number, and what it may be", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=setup", OWN);
    await says(page, "X to move");
    const form = page.locator("#own-rules");
    await form.getByLabel("Width").fill("7");
    await form.getByLabel("In a row").fill("12");
    await form.getByRole("button", { name: "Start this game" }).click();
    await form.locator(".fault", { hasText: "In a row: choose 1 to 7, the longer side." }).waitFor();
    await page.route("**/v1/position*", refuse("invalid-request", 422, { errors: [{ pointer: "/game/width", code: "out-of-range" }] }));
    await form.getByRole("button", { name: "Start this game" }).click();
    await form.locator(".fault", { hasText: "Width: choose 1 to 20." }).waitFor();
    await readsNothingOfTheApi(page);
    await close();
});

test("a game as text that cannot be read or played: which move, and why", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&tab=setup", OWN);
    await says(page, "Red to move");
    await page.click("#set-up");
    const said = page.locator(".editor [role=status]");
    for (const [text, words] of [
        ["44444444", "Move 7 cannot be played: its column is full."], ["d1 d2 d9", "Move 3 cannot be played: the board has no such cell."], ["12131415", "Move 8 cannot be played: the game is over before it."],
        ["hello world", "That is no game that we can read. Write moves, such as d1 d2 c1, or paste an SGF file."], ["(;SZ[15]PB[a];B[aa])", "That game is of another board."],
    ]) {
        await page.locator(".editor textarea").fill(text);
        await page.locator(".editor button", { hasText: "Open" }).click();
        await said.filter({ hasText: words }).waitFor();
    }
    await close();
});

for (const [game, words] of [
    [{ dimensions: [40, 40, 40], k: 4 }, "Its board would be too large."], [{ cells: 4, lines: [[0, 1], [0, 9]] }, "Its lines leave the board."], [{ width: 4, height: 4, shape: "XXXXX" }, "What makes a line does not fit on its board."],
]) {
    test(`a link with rules that cannot be says why: ${words}`, async () => {
        const { page, close } = await openPage(browser, origin, `/?${new URLSearchParams({ game: JSON.stringify(game) })}`, OWN);
        await notice(page).filter({ hasText: `This link names a game that cannot be played. ${words} Here is Connect Four.` }).waitFor();
        await close();
    });
}
