// The five opponents: their words, and that all can be played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { cell, queryHas, readAll, says } from "./steps.mjs";

const { origin, browser } = await start();

for (const [path, said] of [["game=tic-tac-toe&o=perfect", "Show me a draw."], ["game=connect-four&o=perfect", "You begin: you can win."], ["game=connect-four&x=perfect&o=you&moves=d1", "How long can you hold?"], ["game=gomoku&o=perfect", "Show me your best."]]) {
    test(`who plays perfectly greets by what can be reached: ${path}`, async () => {
        const { page, close } = await openPage(browser, origin, `/?${path}`);
        await page.locator("#opponent .bubble", { hasText: said }).waitFor();
        await close();
    });
}

test("all opponents look as they can be played, the score beside their words", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=casual");
    await page.evaluate(() => localStorage.setItem("inarow-score", JSON.stringify({ "connect-four casual": { won: 1, lost: 2, drawn: 0 } })));
    await page.reload();
    await page.locator("#opponent", { hasText: "you 1, Moss 2" }).filter({ hasText: "No hurry." }).waitFor();
    assert.deepEqual(await readAll(page, "#opponent .ladder .drawn-face", faces => faces.map(face => getComputedStyle(face).opacity)), Array(5).fill("1"));
    await page.locator("#opponent").getByRole("button", { name: "Change" }).click();
    await page.locator("#sheet", { hasText: "All five are open: play any of them." }).waitFor();
    await page.locator("#sheet .opponent").first().waitFor();
    await close();
});

test("two people play on one device: a plain choice among the players, without help", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE });
    await page.locator(".column-sign .score").first().waitFor();
    await page.click(".who-button");
    await page.locator("#sheet-two", { hasText: "Two players here" }).click();
    await page.locator(".who-button .name", { hasText: "Two players" }).waitFor();
    await says(page, "Red to move");
    assert.equal(await page.locator(".column-sign .score").count(), 0, "help is off");
    for (const [index, next] of [[38, "Yellow to move"], [31, "Red to move"]]) {
        await cell(page, index).click();
        await says(page, next);
    }
    await queryHas(page, { o: "you" });
    await page.click(".who-button");
    await page.click("[data-key='against-beginner']");
    await page.locator(".who-button .name", { hasText: "Pip" }).waitFor();
    await close();
});
