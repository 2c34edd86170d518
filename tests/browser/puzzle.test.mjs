// Puzzles on the page: posed, tried, taken back and solved; games that are pasted as people write them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";

const { origin, browser } = await start();

const notice = (page, text) => page.locator("#notice", { hasText: text }).waitFor();
const taken = page => page.locator(".cell.taken").count();

for (const game of ["tic-tac-toe", "connect-four"]) {
    test(`a puzzle of ${game}: a wrong move is taken back, the right one is explained`, async () => {
        const { page, close, shot } = await openPage(browser, origin, `/?game=${game}&scores=1`, { viewport: PHONE });
        const answered = page.waitForResponse(response => response.url().includes("/v1/puzzles"));
        await page.click("#puzzle");
        const { moves, position, solution } = await (await answered).json();
        await notice(page, "only one move");
        assert.equal(await taken(page), moves.length);
        assert.ok(!await page.isChecked("#scores"), "values would tell the solution");
        await page.locator(`#side-${position.turn} option:checked`, { hasText: "You" }).waitFor({ state: "attached" });
        await shot(`puzzle-${game}`);
        const empty = [...position.board].flatMap((stone, cell) => (stone === "." ? [cell] : []));
        const width = game === "tic-tac-toe" ? 3 : 7;
        const wrong = empty.find(cell => (width === 3 ? cell !== solution.move.cell : cell % 7 !== solution.move.col));
        await page.locator(`[data-cell="${wrong}"]`).click();
        await notice(page, "is not the move");
        await page.waitForFunction(count => document.querySelectorAll(".cell.taken").length === count, moves.length + 2);
        await page.click("#undo");
        await notice(page, "only one move");
        assert.equal(await taken(page), moves.length);
        await page.locator(`[data-cell="${solution.move.cell}"]`).click();
        await notice(page, `Solved: ${solution.move.name}.`);
        await page.click("#new");
        await page.locator("[data-cell='4']").click();
        await page.waitForFunction(() => !/Solved|not the move/.test(document.querySelector("#notice").textContent));
        await close();
    });
}

test("a game that has no puzzles says which have", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku", { expected: /status of 422/ });
    await page.click("#puzzle");
    await notice(page, "puzzles are for boards with gravity");
    await close();
});

test("a game is opened from its moves, from SGF and from Piskvork, and a wrong one names the move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku", { expected: /status of 422/ });
    for (const record of ["h8h9i8", "(;FF[4]GM[4]SZ[15];B[hh];W[hg];B[ih])", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,0\n9,8,0\n"]) {
        await page.click("#set-up");
        await page.locator("#editor summary").evaluate(one => { one.parentElement.open = true; });
        await page.getByLabel("Or a game").fill("h8 z9");
        await page.click("text=Open the game");
        await page.locator("#editor .possible", { hasText: "move 2" }).waitFor();
        await page.getByLabel("Or a game").fill(record);
        await page.click("text=Open the game");
        await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 3);
        assert.equal(new URL(page.url()).searchParams.get("moves"), "h8,h9,i8");
    }
    await close();
});
