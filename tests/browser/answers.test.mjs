// A tap in vain is answered where it was made; words that name cells find their names at the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, openPage, PHONE, start } from "./server.mjs";
import { boxesOf, boxOf, cell, counts, readOne, says, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const LYING = { width: 844, height: 390 };
/** Fails unless the answer stands beside the cell that was tapped, or that it is about, within the window, and is read out as well. */
async function answered(page, at, text) {
    const bubble = page.locator(".answer");
    await bubble.filter({ hasText: text }).waitFor();
    const [said, tapped] = await boxesOf(page, ".answer", `[data-cell="${at}"]`);
    const apart = Math.max(tapped.y - said.y - said.height, said.y - tapped.y - tapped.height);
    assert.ok(apart >= 0 && apart < 16, `${text}: ${apart} px from the cell`);
    const { width, height } = page.viewportSize();
    assert.ok(said.x >= 0 && said.x + said.width <= width && said.y >= 0 && said.y + said.height <= height, JSON.stringify(said));
    const tip = said.x + parseFloat(await readOne(page, ".answer", one => one.style.getPropertyValue("--tip")));
    assert.ok(Math.abs(tip - tapped.x - tapped.width / 2) < 2, "it points at the cell");
    assert.equal(await page.locator("#notice").textContent(), await bubble.textContent());
    assert.equal(await page.locator("#notice").getAttribute("role"), "alert");
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP, "a phone that lies": LYING })) {
    test(`a tap in vain is answered at the board: ${device}`, async () => {
        const home = await openPage(browser, origin, "/", { viewport });
        await home.page.locator(".tip").waitFor();
        await home.page.locator(".column .score.win").waitFor();
        await cell(home.page, 35).click();
        await answered(home.page, 20, "Column a loses: yellow makes four in g.");
        await cell(home.page, 41).click();
        await answered(home.page, 33, "Column g loses: yellow makes four in f.");
        await cell(home.page, 18).click();
        await home.page.locator("#say", { hasText: "That was easy." }).waitFor();
        await counts(home.page, ".answer:visible", 0, "it goes with the position");
        await home.close();
        const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=444444&x=you&o=you", { viewport });
        await says(page, "Red to move");
        await cell(page, 3).click();
        await answered(page, 3, "Column d is full.");
        await cell(page, 35).click();
        await taken(page, 7);
        await counts(page, ".answer:visible", 0);
        await close();
        const taker = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2&x=you&o=you", { viewport });
        await says(taker.page, "O to move");
        await cell(taker.page, 4).click();
        await answered(taker.page, 4, "b2 is taken by X.");
        await taker.close();
    });
}

test("who is not to move in a friend's game or a puzzle is told so at the board", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#friend", { hasText: "You are red" }).waitFor();
    await cell(page, 38).click();
    await page.locator("#friend-copy").click();
    await taken(page, 1);
    await page.locator("#status", { hasText: "Your friend is next" }).waitFor({ state: "attached" });
    await cell(page, 35).click();
    await answered(page, 35, "Your friend is next");
    await close();
    const puzzle = await openPage(browser, origin, "/?view=puzzle", { viewport: PHONE, expected: /status of 422/ });
    await puzzle.page.locator(".beads .now").waitFor();
    await puzzle.page.evaluate(() => {
        const all = JSON.parse(localStorage.getItem("inarow-puzzle") ?? "{}");
        const day = new Date();
        const date = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
        localStorage.setItem("inarow-puzzle", JSON.stringify({ ...all, [`connect-four ${date}`]: { found: [], misses: 3, hints: 0, done: false, failed: true, marks: "○○○" } }));
    });
    await puzzle.page.reload();
    await puzzle.page.locator("#puzzle-reveal").waitFor();
    await cell(puzzle.page, 0).click();
    await answered(puzzle.page, 0, "No tries left");
    await puzzle.close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP, "a phone that lies": LYING })) {
    test(`where words name cells, rows have their numbers: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?view=puzzle", { viewport, expected: /status of 422/ });
        await page.locator(".beads .now").waitFor();
        await textsAre(page, ".ranks span", ["6", "5", "4", "3", "2", "1"]);
        for (const [index, row] of [[1, 0], [6, 35]]) {
            const [number, first] = await boxesOf(page, `.ranks span:nth-child(${index})`, `[data-cell="${row}"]`);
            assert.ok(number.x >= 0 && number.x + number.width <= first.x, `${JSON.stringify(number)} left of ${first.x}`);
            assert.ok(Math.abs(number.y + number.height / 2 - first.y - first.height / 2) < 4, "beside its row");
        }
        if (viewport === PHONE) assert.ok((await boxOf(page, ".field-box")).width >= 357.5, "the board keeps its width");
        await close();
        const calm = await openPage(browser, origin, "/?game=tic-tac-toe&o=perfect", { viewport });
        await says(calm.page, "Your move");
        assert.equal(await calm.page.locator(".ranks").isVisible(), false, "no numbers where nothing is named");
        await calm.close();
    });
}
