// A position is set up on the board itself, and the page says whether a game can lead there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { addressOf, becomes, boxesOf, cell, chooseGame, focusIsOn, queryHas, taken, whole } from "./steps.mjs";

const { origin, browser } = await start();

const brush = (page, name) => page.locator(".editor").getByRole("radio", { name, exact: true }).check();
/** A string would be found in any case, and in "Not possible". */
const POSSIBLE = /^Possible: a game can lead here\./;
const says = (page, text) => page.locator(".possible", { hasText: text }).waitFor();
const open = async (browser, address, options) => {
    const opened = await openPage(browser, origin, address, options);
    await opened.page.locator("#set-up:not([disabled])").click();
    // It is loaded now.
    await opened.page.locator("#editor").waitFor();
    return opened;
};

test("stones are placed by tapping, the turn follows them, and the game goes on from there", async () => {
    const { page, close } = await open(browser, "/?game=tic-tac-toe&x=you&o=you&tab=setup", { viewport: PHONE });
    await says(page, "Possible: a game can lead here. X is to move.");
    await cell(page, 4).click();
    await says(page, "O is to move");
    await brush(page, "O");
    await cell(page, 0).click();
    await cell(page, 4).click();
    await taken(page, 2);
    await says(page, "Not possible in a game. X has 0 stones and O has 2, though they take turns and X begins.");
    // The same stone again takes it away.
    await cell(page, 4).click();
    await taken(page, 1);
    await brush(page, "X");
    await cell(page, 8).click();
    await says(page, "Possible: a game can lead here. X is to move.");
    await page.locator(".editor").getByLabel("To move").selectOption("O");
    await says(page, "With 1 X and 1 O it would be X’s turn.");
    await page.locator(".editor").getByLabel("To move").selectOption("");
    await says(page, POSSIBLE);
    await page.getByRole("button", { name: "Play from here" }).click();
    await queryHas(page, { board: "O.......X" });
    await page.locator("#editor").waitFor({ state: "hidden" });
    await cell(page, 4).click();
    await taken(page, 3);
    await close();
});

test("discs fall in the editor, too, and those above one that goes fall down", async () => {
    const { page, close, shot } = await open(browser, "/?game=connect-four&moves=4,4&tab=setup", { scheme: "dark" });
    await cell(page, 0).click();
    await says(page, POSSIBLE);
    // It has fallen to a1.
    await page.locator('[data-cell="35"][data-stone="X"]').waitFor();
    assert.equal(await cell(page, 0).getAttribute("data-stone"), ".");
    await brush(page, "Empty");
    await cell(page, 38).click();
    // The disc above has come down.
    await page.locator('[data-cell="38"][data-stone="O"]').waitFor();
    await page.locator(".column").nth(3).focus();
    await page.keyboard.press("Delete");
    await taken(page, 1);
    await page.keyboard.press("o");
    await page.locator('[data-cell="38"][data-stone="O"]').waitFor();
    // As text it may float; then it is said, and not played.
    await page.locator(".editor").getByLabel("Board, row by row").fill(`X${".".repeat(41)}`);
    await says(page, "Stones fall in this game: there is nothing below a6.");
    await page.locator("button[aria-disabled=true]", { hasText: "Play from here" }).waitFor();
    await shot("editor-floating");
    await close();
});

for (const address of ["/?game=connect-four&moves=d1,d2&tab=setup", "/?game=gomoku&tab=setup"]) {
    test(`on a desktop the board keeps its size, and all tools stand beside it: ${address}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, address);
        await page.locator("#set-up:not([disabled])").waitFor();
        const [before, panel] = await boxesOf(page, ".board", ".side.panels:not(.api-side)");
        await page.click("#set-up");
        await says(page, POSSIBLE);
        const [board, editor] = await boxesOf(page, ".board", "#editor");
        assert.deepEqual(board, before);
        assert.deepEqual([editor.x, editor.y, editor.width], [panel.x, panel.y, panel.width], "where the panel was");
        await page.getByRole("button", { name: "Open the game" }).waitFor();
        assert.ok(editor.y + editor.height <= DESKTOP.height, "nothing below the fold");
        await shot(`editor-beside-${address.includes("gomoku")}`);
        await close();
    });
}

test("a file with stones that it sets up opens as a board", async () => {
    const { page, close } = await open(browser, "/?game=tic-tac-toe&x=you&o=you&tab=setup", { viewport: DESKTOP });
    await page.locator(".editor textarea").fill("(;SZ[3]AB[bb][cc]AW[aa];W[ab])");
    await page.getByRole("button", { name: "Open the game" }).click();
    await taken(page, 4);
    await page.locator("#status", { hasText: "X to move" }).waitFor();
    await close();
});

for (const [game, record, moved] of [["gomoku", "(;GM[4]SZ[15]PB[Anna]PW[Bert];B[hh];W[hg];B[ih])", "Black played i8."], ["connect-four", "1. d1 d2 2. c1 c2 3. e1 f1", "Yellow played f1."]]) {
    test(`a game as text is nobody's here; its review is in sight, and it can be played on: ${game}`, async () => {
        const { page, close, shot } = await open(browser, `/?game=${game}&tab=setup`, { viewport: PHONE });
        const text = page.locator(".editor textarea");
        if (!await text.isVisible()) await page.locator(".editor summary").click();
        await text.fill(record);
        await page.getByRole("button", { name: "Open the game" }).click();
        await page.locator("#last-move", { hasText: moved }).waitFor({ state: "attached" });
        await queryHas(page, { o: "you" });
        // Where it costs nothing, the review comes by itself.
        const review = page.locator(game === "gomoku" ? "#review-start" : ".accuracy");
        await review.waitFor();
        if (game === "gomoku") await whole(page, "#review-start");
        await shot(`opened-${game}`);
        if (game === "gomoku") await review.click();
        await page.locator(".accuracy").waitFor();
        assert.doesNotMatch(await page.locator("body").innerText(), /Moss|Your game|You played/);
        // Played on from there, it is a game against an opponent.
        await page.goto(`${await addressOf(page)}&tab=setup`);
        await page.locator("#set-up:not([disabled])").click();
        await says(page, POSSIBLE);
        await page.getByRole("button", { name: "Play from here" }).click();
        await page.locator("html[data-place=play]").waitFor();
        await page.locator("#who", { hasText: "Pip" }).waitFor();
        await page.locator("#status", { hasText: "Your move" }).waitFor();
        await close();
    });
}

test("cancel and Escape lead back to the game as it was", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=setup");
    await page.locator("#status", { hasText: "X to move" }).waitFor();
    await cell(page, 4).click();
    await taken(page, 1);
    const before = await addressOf(page);
    await page.click("#set-up");
    await page.getByRole("button", { name: "Clear" }).click();
    await taken(page, 0);
    await page.getByRole("button", { name: "Cancel" }).click();
    await taken(page, 1);
    await becomes(() => addressOf(page), before);
    await focusIsOn(page, "set-up");
    await page.keyboard.press("Enter");
    await page.locator("#editor").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#editor").waitFor({ state: "hidden" });
    await page.locator(".cell:not(.taken)").first().click();
    await taken(page, 2);
    await close();
});

test("by keys: arrows go, X, O and Delete place; another game ends it", async () => {
    const { page, close } = await open(browser, "/?game=tic-tac-toe&tab=setup");
    await cell(page, 4).focus();
    await page.keyboard.press("o");
    await page.keyboard.press("ArrowLeft");
    await taken(page, 1);
    await cell(page, 3).focus();
    await page.keyboard.press("x");
    await page.locator('[data-cell="3"][aria-label^="a2, X"]').waitFor();
    await page.keyboard.press("Delete");
    await page.locator('[data-cell="3"][aria-label^="a2, empty"]').waitFor();
    await chooseGame(page, "connect-four");
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 42);
    await page.locator("#editor").waitFor({ state: "hidden" });
    await page.locator("#status").waitFor();
    await close();
});

test("two lines cannot be; text is read as well", async () => {
    const { page, close } = await open(browser, "/?game=tic-tac-toe&tab=setup", { expected: /status of 422/ });
    const text = page.locator(".editor").getByLabel("Board, row by row");
    // The page is about to ask for the board before when the mistake comes.
    await text.fill("X........");
    await text.fill("X");
    await says(page, "A board of this game has 9 cells");
    await page.waitForTimeout(400);
    await says(page, "A board of this game has 9 cells");
    await text.fill("XXXOOO...");
    await says(page, "Not possible: both sides have a whole line");
    await taken(page, 6);
    await text.fill("XX");
    await says(page, "A board of this game has 9 cells");
    await text.fill("xxo/.o./..x");
    await says(page, POSSIBLE);
    await taken(page, 5);
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    for (const scheme of ["light", "dark"]) {
        test(`the editor is accessible: ${device}, ${scheme}`, async () => {
            const { page, close, shot } = await open(browser, "/?game=gomoku&moves=h8,h9&tab=setup", { viewport, scheme });
            await cell(page, 100).click();
            await says(page, POSSIBLE);
            await check(page, "editor");
            await shot(`editor-${device}-${scheme}`);
            await close();
        });
    }
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`the editor and the whole board are in sight, and it calls the sides by their colour: ${device}`, async () => {
        const { page, close } = await open(browser, "/?game=connect-four&tab=setup", { viewport });
        await says(page, "Possible: a game can lead here. Red is to move.");
        await whole(page, ".field-box", ".editor-tools");
        const [board, tools] = await boxesOf(page, ".field-box", ".editor-tools");
        assert.ok(tools.y >= board.y + board.height || tools.x >= board.x + board.width, "nothing lies over the tools");
        await cell(page, 38).click();
        await page.locator(".editor").getByLabel("To move").selectOption("X");
        await says(page, "With 1 Red and 0 Yellow it would be Yellow’s turn.");
        await close();
    });
}
