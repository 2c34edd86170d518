// The sheets of games: a choice begins a game, and rules of one's own have their own place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { becomes, chooseGame, escape, openTools, queryHas, readAll, says, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const sheet = page => page.locator("#sheet");
/** Waits until the board has so many cells: it is that of the game that was chosen then. */
const cells = (page, count) => page.waitForFunction(wanted => document.querySelectorAll("[data-cell]").length === wanted, count);

test("a tap on a game begins it and closes the list, from the first page and from a game", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    await page.click("#games [value='own']");
    await shot("all-games");
    await page.click("#sheet [data-game='three-cubed']");
    await sheet(page).waitFor({ state: "hidden" });
    await cells(page, 27);
    await says(page, "Your move");
    await queryHas(page, { game: "three-cubed" });
    await chooseGame(page, "fano");
    await cells(page, 7);
    await page.click("#more");
    await page.click("#sheet-games");
    await becomes(() => readAll(page, "#sheet [aria-current]", all => all.map(one => one.dataset.game)), ["fano"], "the game on the board is marked");
    await close();
});

test("fields for rules are only where rules of one's own are, and Start begins with them", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/", { expected: /status of 422/ });
    await page.locator(".tip").waitFor();
    await page.click("#games [value='own']");
    await page.locator("#sheet-own").waitFor();
    assert.equal(await sheet(page).locator("input, select").count(), 0, "a list of games asks for nothing");
    await page.click("#sheet-own");
    await sheet(page).getByLabel("Width").fill("5");
    await sheet(page).getByLabel("Stones fall").uncheck();
    await sheet(page).getByLabel("In a row").fill("12");
    await sheet(page).getByRole("button", { name: "Start this game" }).click();
    await sheet(page).locator(".fault", { hasText: "In a row: choose 1 to 5, the longer side" }).waitFor();
    await shot("own-rules-fault");
    await sheet(page).getByLabel("In a row").fill("4");
    await sheet(page).getByRole("button", { name: "Start this game" }).click();
    await sheet(page).waitFor({ state: "hidden" });
    await cells(page, 25);
    await says(page, "Your move");
    await page.click("#more");
    await page.locator("#sheet-games", { hasText: "5×5, four in a row" }).waitFor();
    assert.equal(await sheet(page).locator("input[type=number], select").count(), 0);
    await textsAre(page, ".about-name", ["5×5, four in a row"]);
    await escape(page);
    // The panel keeps its entries while the game goes on.
    await page.click(".places [data-place=explore]");
    await openTools(page, "setup");
    await page.locator("#own-rules").getByLabel("Height").fill("6");
    await page.locator("#own-rules").getByRole("button", { name: "Start this game" }).click();
    await cells(page, 30);
    await close();
});

test("on a low phone, where a game hides the tabs, More leads to the puzzle and to Explore", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=qubic", { viewport: { width: 390, height: 664 } });
    await says(page, "Your move");
    await page.click("#more");
    await page.click("#sheet-puzzle");
    await page.locator(":root[data-place='puzzle']").waitFor();
    await page.goBack();
    await page.locator(":root[data-place='play']").waitFor();
    await page.click("#more");
    await page.click("#sheet-explore");
    await page.locator(":root[data-place='explore']").waitFor();
    await close();
});
