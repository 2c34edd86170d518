// A phone under a finger: help with small cells, and no traces of a finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { board, boxesOf, boxOf, cell, counts, readOne, says, solve, taken, whole } from "./steps.mjs";

const { origin, browser } = await start();

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };
/** A finger that goes down in the middle of the first cell, over those that follow, and up. */
async function slide(page, ...cells) {
    const session = await page.context().newCDPSession(page);
    const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    for (const [index, at] of cells.entries()) {
        const [x, y] = typeof at === "number" ? await boxOf(page, `[data-cell="${at}"]`).then(box => [box.x + box.width / 2, box.y + box.height / 2]) : at;
        await send(index ? "touchMove" : "touchStart", [{ x, y }]);
    }
    return () => send("touchEnd", []);
}

test("on a board of small cells a finger aims, slides, and plays where it is lifted", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=gomoku&x=you&o=you", TOUCH);
    await says(page, "Black to move");
    const [beside, centre] = [7 * 15 + 8, 7 * 15 + 7];
    let lift = await slide(page, beside, centre);
    await page.locator(`.cell.aim[data-cell="${centre}"]`).waitFor();
    await counts(page, ".cross line", 2, "lines lead to the cell");
    assert.equal(await page.locator(".cell.taken").count(), 0, "nothing is played yet");
    await shot("aim");
    await lift();
    await taken(page, 1);
    assert.equal((await board(page))[centre], "X");
    await counts(page, ".cross, .cell.aim", 0);
    // Off the board, or on a stone, nothing is played.
    lift = await slide(page, beside, [195, 700]);
    await lift();
    lift = await slide(page, beside, centre);
    await lift();
    // A tap is too coarse for so small a cell: it chooses, another one elsewhere chooses anew, and one close to it plays.
    await cell(page, 0).tap();
    await page.locator("#board .answer", { hasText: "a15: tap again to play" }).waitFor();
    const [bubble, grid] = await boxesOf(page, "#board .answer", "#board .board");
    assert.ok(bubble.y + bubble.height <= grid.y, "it hides no stone");
    await cell(page, beside).tap();
    await page.locator(`.cell.aim[data-cell="${beside}"]`).waitFor();
    assert.equal(await page.locator(".cell.taken").count(), 1, "nothing is played yet");
    await counts(page, ".cross line", 2);
    await shot("chosen");
    await cell(page, beside + 1).tap();
    await taken(page, 2);
    assert.equal((await board(page))[beside], "O");
    await counts(page, ".cross, .cell.aim", 0);
    await close();
});

test("a finger leaves no outline on its column", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&x=you&o=you", TOUCH);
    await says(page, "Red to move");
    await cell(page, 38).tap();
    await taken(page, 1);
    assert.equal(await readOne(page, "[data-column='3']", one => getComputedStyle(one, "::after").content), "none");
    await close();
});

test("a solved puzzle moves nothing, and its one filled button comes first", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=puzzle", { ...TOUCH, expected: /status of 422/ });
    await page.locator(".beads .now").waitFor();
    const top = async () => (await boxOf(page, ".field-box")).y;
    const before = await top();
    await solve(page);
    await page.locator("#streak", { hasText: "1day" }).waitFor();
    assert.equal(await top(), before, "the board stays where it was");
    await whole(page, "#puzzle-share");
    assert.ok((await boxOf(page, "#puzzle-share")).width > 340, "as wide as the page");
    await page.locator("#puzzle-share:first-child").waitFor();
    await shot("solved-phone");
    await close();
});

test("the longest name of a friend pushes no board", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", { ...TOUCH, permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#friend", { hasText: "You are red" }).waitFor();
    const { y } = await boxOf(page, ".field-box");
    await page.getByLabel("Your name").fill("Wolfeschlegelste");
    await page.getByLabel("Your name").blur();
    await cell(page, 38).tap();
    await page.click("#friend-copy");
    await page.locator("#friend", { hasText: "The link is copied." }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText()).then(text => text.split(/ (?=http)/).at(-1) ?? "");
    const friend = await openPage(browser, origin, link.slice(origin.length), TOUCH);
    await friend.page.locator("#who", { hasText: "Wolfeschlegelste played d1. Your turn." }).waitFor();
    assert.equal((await boxOf(friend.page, ".field-box")).y, y);
    await friend.close();
    await close();
});
