// A game with a friend: two browsers, and nothing between them but links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { board, cell, taken } from "./steps.mjs";

const { origin, browser } = await start();

const OPTIONS = { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] };
/** Chooses a cell, sends the move by copying the link, and returns the link. */
async function send(page, at, name) {
    await cell(page, at).click();
    await page.locator("#friend-send", { hasText: `Send ${name} to your friend` }).waitFor();
    await page.click("#friend-copy");
    await page.locator("#friend", { hasText: "The link is copied." }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
}
const pathOf = link => link.slice(origin.length);

test("a game goes to and fro by links, to its end; help is off", async () => {
    const mine = await openPage(browser, origin, "/", OPTIONS);
    await mine.page.locator(".tip").waitFor();
    await mine.page.click("#to-friend");
    await mine.page.locator("#friend", { hasText: "You are red." }).waitFor();
    await mine.page.getByLabel("Your name").fill("Ann");
    await mine.page.getByLabel("Your name").blur();
    let link = await send(mine.page, 38, "d1");
    const theirs = await openPage(browser, origin, pathOf(link), OPTIONS);
    await theirs.page.locator("#status", { hasText: "Ann played d1. Your turn." }).waitFor();
    assert.match(await theirs.page.title(), /^Ann played d1\. Your turn/);
    assert.equal(await theirs.page.locator(".score:visible, #help:visible, #hint:visible").count(), 0, "help is off");
    // A choice can be changed before it is sent.
    await cell(theirs.page, 35).click();
    await theirs.page.locator("#friend-send", { hasText: "Send a1" }).waitFor();
    for (const [at, name] of [[36, "b1"], [31, "d2"], [29, "b2"], [24, "d3"], [22, "b3"]]) {
        const isTheirs = name[0] === "b";
        link = await send(isTheirs ? theirs.page : mine.page, at, name);
        await (isTheirs ? mine.page : theirs.page).goto(link);
        await (isTheirs ? mine.page : theirs.page).locator("#status", { hasText: `${isTheirs ? "Your friend" : "Ann"} played ${name}. Your turn.` }).waitFor();
    }
    link = await send(mine.page, 17, "d4");
    await mine.page.locator("#status", { hasText: "You win!" }).waitFor({ state: "attached" });
    await theirs.page.goto(link);
    await theirs.page.locator("#status", { hasText: "Ann wins!" }).waitFor({ state: "attached" });
    assert.equal(await board(theirs.page), await board(mine.page));
    await mine.close();
    await theirs.close();
});

test("an old link leads to the newest state; one that was changed is refused", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", OPTIONS);
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    const first = await send(page, 38, "d1");
    const friend = await openPage(browser, origin, pathOf(first), OPTIONS);
    await friend.page.locator("#status", { hasText: "Your turn." }).waitFor();
    await send(friend.page, 31, "d2");
    await friend.page.goto(first);
    await friend.page.locator("#friend .bad", { hasText: "This link is old" }).waitFor();
    await friend.page.click("#friend-newest");
    await taken(friend.page, 2);
    await friend.page.locator("#status", { hasText: "Your friend is next" }).waitFor();
    // Another first move than the one that was sent.
    await friend.page.goto(first.replace("moves=d1", "moves=a1"));
    await friend.page.locator("#friend .bad", { hasText: "This link was changed" }).waitFor();
    await cell(friend.page, 36).click();
    assert.equal(await friend.page.locator("#friend-send").count(), 0);
    await friend.close();
    await close();
});

test("a reload keeps the game and whose turn it is", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend&game=tic-tac-toe", OPTIONS);
    await page.locator("#friend", { hasText: "You are x." }).waitFor();
    await send(page, 4, "b2");
    await page.reload();
    await taken(page, 1);
    await page.locator("#status", { hasText: "Your friend is next" }).waitFor();
    await cell(page, 0).click();
    assert.equal(await page.locator(".cell.pending").count(), 0);
    await close();
});
