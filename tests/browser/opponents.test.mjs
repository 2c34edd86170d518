// The five opponents: what they say, and that all can be played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, start } from "./server.mjs";
import { readAll } from "./steps.mjs";

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
