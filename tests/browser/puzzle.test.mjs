// Puzzles on the page: of the day and by level, played to their end, with tries, days in a row and a result to share; games that are
// pasted as people write them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SUCH_PUZZLE, openPage, PHONE, start } from "./server.mjs";
import { api, board, cell, says, solve } from "./steps.mjs";

const { origin, browser } = await start();

const said = (page, text) => page.locator("#puzzle-card .said", { hasText: text }).waitFor();
/** A column or cell whose move keeps no win. */
async function wrongMove(page, game) {
    const stones = await board(page);
    const count = side => stones.split(side).length - 1;
    const { lines } = await api(origin, "/v1/analysis", { game, board: stones, turn: count("X") > count("O") ? "O" : "X" });
    return lines.find(({ score }) => score.outcome !== lines[0].score.outcome).move;
}

test("the puzzle of the day: every move is played and answered, tries are counted, and a reload keeps them", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=puzzle", { viewport: PHONE, expected: NO_SUCH_PUZZLE, permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".beads .now").waitFor();
    const task = await page.locator("#ask h1").textContent();
    const steps = await page.locator(".beads li").count();
    assert.equal(task, `Win in ${steps} moves`, "the solver's own moves");
    assert.ok(steps >= 2);
    const before = await board(page);
    const wrong = await wrongMove(page, "connect-four");
    await cell(page, wrong.cell).click();
    await said(page, `Not ${wrong.name}.`);
    await said(page, "2 tries left.");
    // It goes back by itself.
    await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    assert.equal(await board(page), before);
    await page.reload();
    await page.locator(".beads .now").waitFor();
    assert.equal(await board(page), before);
    await said(page, "Your first move: tap a column. 2 tries left.");
    await shot("puzzle-phone");
    const best = (await api(origin, "/v1/analysis", { game: "connect-four", board: before, turn: [..."XO"].find(side => before.split(side).length <= before.split(side === "X" ? "O" : "X").length && (side === "X" || before.split("X").length > before.split("O").length)) })).lines[0];
    await cell(page, best.move.cell).click();
    await said(page, "Now your second move.");
    await page.reload();
    await said(page, "Your second move: tap a column. 2 tries left.");
    await solve(page);
    await said(page, "Solved!");
    assert.equal(await page.locator(".beads .found").count(), steps);
    await page.locator(".streak", { hasText: "1" }).waitFor();
    await page.reload();
    await said(page, "Solved.");
    await page.locator(".week .day.today.solved").waitFor();
    await page.click("#puzzle-share");
    await said(page, "Solved! Your result is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.match(text, /^I solved the inarow puzzle of \d+ \w+: win in \d moves, 1 mistake\. [●○]+$/);
    assert.match(new URL(link).searchParams.get("date"), /^\d{4}-\d\d-\d\d$/, "tomorrow it leads to the same puzzle");
    await close();
});

test("the result that is shared gives nothing away", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&level=win-in-2&seed=5", { permissions: ["clipboard-read", "clipboard-write"], expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    await page.click("#puzzle-hint");
    await said(page, "Look at column");
    await solve(page);
    await page.click("#puzzle-share");
    await said(page, "Solved! Your result is copied.");
    const [text, link] = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.match(text, /^I solved the inarow easy puzzle: win in 2 moves, no mistakes, 1 hint\. [●○◐]+$/);
    assert.equal(new URL(link).searchParams.get("seed"), "5");
    assert.ok(!/[a-g][1-6]/.test(text));
    // There is a next one, and a harder one.
    const asked = page.waitForRequest(request => request.url().includes("/v1/puzzles"));
    await page.click("#puzzle-harder");
    assert.equal(new URL((await asked).url()).searchParams.get("theme"), "win-in-3");
    await page.locator(".beads .now").waitFor();
    await close();
});

test("after three wrong moves the answer can be seen", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=puzzle&date=2026-11-22", { expected: NO_SUCH_PUZZLE });
    await page.locator(".beads .now").waitFor();
    for (let tries = 3; tries > 0; tries--) {
        const wrong = await wrongMove(page, "connect-four");
        await cell(page, wrong.cell).click();
        await said(page, tries > 1 ? `${tries - 1} ${tries === 2 ? "try" : "tries"} left` : "No tries left");
        await page.waitForFunction(() => !document.querySelector(".cell.pending"));
    }
    await page.click("#puzzle-reveal");
    await said(page, "The answer:");
    // It is played move by move, and can be stepped through.
    await page.locator("#puzzle-back").click();
    const stones = () => page.locator(".cell.taken").count();
    const first = await stones();
    await page.click("#puzzle-forward");
    await page.waitForFunction(before => document.querySelectorAll(".cell.taken").length === before + 1, first);
    assert.deepEqual(await page.locator("#puzzle-card .primary:visible").allTextContents(), ["An easy one"], "the one filled button goes on");
    await close();
});

test("a game that cannot be proven has no puzzle, which is said in plain words", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku");
    await says(page, "Your move");
    await page.click(".places [data-place=puzzle]");
    await page.locator(".beads .now").waitFor();
    await said(page, "too large to be proven");
    assert.ok(!(await page.content()).includes("within a request"));
    await page.click(".places [data-place=play]");
    await says(page, "Your move");
    assert.equal(await page.locator("[data-cell]").count(), 225, "the game has waited");
    await close();
});

test("a game is opened from its moves, from SGF and from Piskvork, and a wrong one names the move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&tab=setup", { expected: /status of 422/ });
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

test("a puzzle that cannot be fetched says why", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
    await page.locator("#hint:not([disabled])").waitFor();
    await page.route(/\/v1\/puzzles/, route => route.abort("connectionrefused"));
    await page.locator(".places [data-place=puzzle]").click();
    await page.locator(".said", { hasText: "No connection. Trying again …" }).waitFor();
    await close();
});

test("every puzzle is called by its day or level, and Back leads through them one by one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&o=beginner", { viewport: PHONE, expected: NO_SUCH_PUZZLE });
    await says(page, "Your move");
    const called = name => page.locator("#place-name", { hasText: name }).waitFor();
    const tab = name => page.locator(`.tabs-bar [data-place=${name}]`).click();
    await tab("puzzle");
    await page.locator(".beads .now").waitFor();
    await called("Today’s puzzle");
    await page.locator("#puzzle-card summary").click();
    await page.click("#level-0");
    await page.locator(".beads .now").waitFor();
    await called("Easy puzzle");
    await page.locator(".week .day").nth(4).click();
    await called(/^Puzzle of \d+ \w+$/);
    await page.locator(".beads .now").waitFor();
    await tab("explore");
    await page.locator("#best-moves .done").waitFor();
    await tab("play");
    await page.locator("#hint:visible").waitFor();
    await page.goBack();
    await page.locator("html[data-place=explore]").waitFor();
    for (const name of [/^Puzzle of/, "Easy puzzle", "Today’s puzzle"]) {
        await page.goBack();
        await called(name);
        await page.locator("html[data-place=puzzle]").waitFor();
    }
    await page.goBack();
    await page.locator("html[data-place=play]").waitFor();
    await close();
});
