// A game with a friend: two browsers, and nothing between them but links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { becomes, board, boxesOf, cell, copied, counts, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

const OPTIONS = { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] };
/** Chooses a cell, sends the move by copying the link, and returns the link. `says`: the message beside it. */
async function send(page, at, name, says = / played \w+\. Your turn\.$/) {
    await cell(page, at).click();
    await page.locator("#friend-copy", { hasText: `Copy the link with ${name}` }).waitFor();
    const [text, link] = (await copied(page, () => page.click("#friend-copy"))).split(/ (?=http)/);
    await page.locator("#friend", { hasText: "The link is copied." }).waitFor();
    assert.equal(await page.locator("#friend button", { hasText: "Copy the link" }).count(), 0, "what is done is no longer asked for");
    assert.match(text, says, "a sentence says what the link is");
    return link;
}
const pathOf = link => link.slice(origin.length);
/** Once it is loaded anew, a link of this page waits for the position after its move as long as the service needs, and not for two seconds. */
const wait = page => page.addInitScript(() => { AbortSignal.timeout = () => new AbortController().signal; });

test("a game goes to and fro by links, to its end; help is off", async () => {
    const mine = await openPage(browser, origin, "/", OPTIONS);
    await wait(mine.page);
    await mine.page.locator(".tip").waitFor();
    await mine.page.click("#to-friend");
    await mine.page.locator("#friend", { hasText: "You are red." }).waitFor();
    await mine.page.locator("#friend", { hasText: "Each move goes as a link" }).waitFor();
    assert.equal(await mine.page.locator("#who .face").count(), 0, "beside “You begin” stands no friend");
    await mine.page.getByLabel("Your name").fill("Ann");
    await mine.page.getByLabel("Your name").blur();
    let link = await send(mine.page, 38, "d1");
    const theirs = await openPage(browser, origin, pathOf(link), OPTIONS);
    await theirs.page.locator("#status", { hasText: "Ann played d1. Your turn." }).waitFor();
    await theirs.page.waitForFunction(() => document.title.startsWith("Ann played d1. Your turn"));
    // All late parts are there.
    await theirs.page.locator("#share:not([disabled])").waitFor();
    assert.equal(await theirs.page.locator(".score:visible, #help:visible, #hint:visible").count(), 0, "help is off");
    // A choice can be changed before it is sent.
    await cell(theirs.page, 35).click();
    await theirs.page.locator("#friend-copy", { hasText: "Copy the link with a1" }).waitFor();
    for (const [at, name] of [[36, "b1"], [31, "d2"], [29, "b2"], [24, "d3"], [22, "b3"]]) {
        const isTheirs = name[0] === "b";
        link = await send(isTheirs ? theirs.page : mine.page, at, name);
        await (isTheirs ? mine.page : theirs.page).goto(link);
        await (isTheirs ? mine.page : theirs.page).locator("#status", { hasText: `${isTheirs ? "Your friend" : "Ann"} played ${name}. Your turn.` }).waitFor();
    }
    link = await send(mine.page, 17, "d4", /^Ann won with d4\. Rematch\?$/);
    await mine.page.locator("#status", { hasText: "You win!" }).waitFor({ state: "attached" });
    // Sent once more, it says the same.
    assert.match(await copied(mine.page, () => mine.page.click("#friend-copy")), /^Ann won with d4\. Rematch\? http/);
    await theirs.page.goto(link);
    await theirs.page.locator("#status", { hasText: "Ann wins!" }).waitFor({ state: "attached" });
    assert.equal(await board(theirs.page), await board(mine.page));
    await mine.close();
    await theirs.close();
});

test("a link with the last move of a draw, or of a lost line, says so", async () => {
    for (const [game, moves, at, name, says] of [
        ["tic-tac-toe", [4, 0, 2, 6, 3, 5, 1, 7], 8, "c1", /^Your friend played c1: a draw\. Rematch\?$/],
        ["misere-tic-tac-toe", [0, 4, 1, 5], 2, "c3", /^Your friend played c3\. You win! Rematch\?$/],
    ]) {
        const { page, close } = await openPage(browser, origin, `/?game=${game}`, OPTIONS);
        await wait(page);
        await page.locator("#hint:not([disabled])").waitFor();
        await page.click("#more");
        await page.click("#sheet-friend");
        await page.locator("#friend", { hasText: "You are X." }).waitFor();
        // Both sides by turns, each on a device of its own.
        const theirs = await openPage(browser, origin, "/", OPTIONS);
        let [one, other] = [page, theirs.page];
        for (const move of moves) {
            await cell(one, move).click();
            await one.locator("#friend-copy", { hasText: "Copy the link with" }).click();
            await one.locator("#friend", { hasText: "The link is copied." }).waitFor();
            await other.goto((await one.evaluate(() => navigator.clipboard.readText())).split(/ (?=http)/)[1]);
            await other.locator("#friend", { hasText: "You are" }).waitFor();
            [one, other] = [other, one];
        }
        await send(one, at, name, says);
        await close();
        await theirs.close();
    }
});

test("a tab in which a friend's game is not the newest says so once another one has the answer", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", OPTIONS);
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    const link = await send(page, 38, "d1");
    const friend = await openPage(browser, origin, pathOf(link), OPTIONS);
    await friend.page.locator("#status", { hasText: "Your turn." }).waitFor();
    const answer = await send(friend.page, 31, "d2");
    const tab = await page.context().newPage();
    await tab.goto(answer);
    await tab.locator("#status", { hasText: "Your turn." }).waitFor();
    await page.locator("#friend .bad", { hasText: "This game went on in another tab." }).waitFor();
    await page.click("#friend-newest");
    await taken(page, 2);
    await friend.close();
    await close();
});

test("an old link leads to the newest state; one that was changed is refused", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", OPTIONS);
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    const first = await send(page, 38, "d1");
    const friend = await openPage(browser, origin, pathOf(first), OPTIONS);
    await friend.page.locator("#status", { hasText: "Your turn." }).waitFor();
    await send(friend.page, 31, "d2");
    await friend.page.goto(first);
    await friend.page.locator("#who", { hasText: "This link is old" }).waitFor();
    await friend.page.locator("#friend .bad", { hasText: "The game has moved on." }).waitFor();
    await friend.page.click("#friend-newest");
    await taken(friend.page, 2);
    await friend.page.locator("#status", { hasText: "Your friend is next" }).waitFor();
    // Another first move than the one that was sent.
    await friend.page.goto(first.replace("moves=d1", "moves=a1"));
    await friend.page.locator("#friend .bad", { hasText: "This link was changed" }).waitFor();
    await cell(friend.page, 36).click();
    assert.equal(await friend.page.locator("#friend-copy").count(), 0);
    await friend.page.locator("#friend-newest", { hasText: "Back to your game" }).click();
    await taken(friend.page, 2);
    // A move that cannot be played: one word on it, and a way back.
    await friend.page.goto(first.replace("moves=d1", "moves=d1,e5"));
    await friend.page.locator("#friend .bad", { hasText: "This link was changed" }).waitFor();
    assert.equal(await friend.page.locator("#notice").textContent(), "");
    await friend.page.locator("#friend-newest").waitFor();
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

/** A phone with a share sheet, which keeps the text that it is given. */
async function withShareSheet(path) {
    const opened = await openPage(browser, origin, path, { ...OPTIONS, hasTouch: true, isMobile: true });
    await opened.page.addInitScript(() => { navigator.share = async given => { window.given = given; }; });
    await opened.page.reload();
    return opened;
}

test("where there is a sheet to share by, one tap sends, and then there is one button less", async () => {
    const { page, close } = await withShareSheet("/?view=friend");
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    // The link goes with a move: before there is one, the other side would be the same.
    await page.click("#share");
    await page.locator("#notice", { hasText: "Choose your move first" }).waitFor();
    const [news, board] = await boxesOf(page, "#notice", ".field-box");
    assert.ok(news.y >= board.y + board.height, "news cover no board");
    await cell(page, 38).tap();
    await page.locator("#friend-send", { hasText: "Send d1 to your friend" }).waitFor();
    await page.locator("#friend-copy", { hasText: "Copy the link instead" }).waitFor();
    await page.click("#share");
    await page.locator("#friend", { hasText: "Sent." }).waitFor();
    const { title, url } = await page.evaluate(() => window.given);
    assert.match(title, /played d1\. Your turn\.$/);
    assert.match(url, /moves=d1/);
    await taken(page, 1);
    await textsAre(page, "#friend button", ["Today’s puzzle meanwhile", "Send it again"]);
    await close();
});

test("a name is given once, and goes on with a rematch; the end can be looked at", async () => {
    const mine = await openPage(browser, origin, "/?view=friend&game=tic-tac-toe", OPTIONS);
    await wait(mine.page);
    await mine.page.locator("#friend", { hasText: "You are x." }).waitFor();
    await mine.page.getByLabel("Your name").fill("Ann");
    await mine.page.getByLabel("Your name").blur();
    let link = await send(mine.page, 4, "b2");
    const theirs = await openPage(browser, origin, pathOf(link), OPTIONS);
    await theirs.page.getByLabel("Your name").fill("Bob");
    await theirs.page.getByLabel("Your name").blur();
    for (const [at, name] of [[0, "a3"], [3, "a2"], [1, "b3"], [5, "c2"]]) {
        const isTheirs = name.endsWith("3");
        link = await send(isTheirs ? theirs.page : mine.page, at, name, name === "c2" ? /^Ann won with c2\. Rematch\?$/ : undefined);
        await (isTheirs ? mine.page : theirs.page).goto(link);
    }
    await theirs.page.locator("#who", { hasText: "Ann wins!" }).waitFor();
    await textsAre(theirs.page, "#friend button", ["Rematch: you begin", "See where it turned", "Copy the link to this game"]);
    // The winner sends, and does not begin another game.
    await mine.page.locator("#friend", { hasText: "You 1, Bob 0." }).waitFor();
    await textsAre(mine.page, "#friend button", ["Copy it again", "See where it turned"]);
    await mine.page.locator("#friend", { hasText: "Bob begins the next game." }).waitFor();
    const third = await openPage(browser, origin, pathOf(link), OPTIONS);
    for (let times = 0; times < 2; times++, await third.page.reload()) {
        await third.page.locator("#who", { hasText: "Ann won" }).waitFor();
        await textsAre(third.page, "#friend button", ["Play a friend yourself", "See where it turned"]);
    }
    await third.close();
    await theirs.page.click("#friend-look");
    await theirs.page.locator(".accuracy").waitFor();
    await counts(theirs.page, "body[data-friend]", 0, "a game like any other");
    await theirs.page.goBack();
    await theirs.page.click("#friend-new");
    await theirs.page.locator("#who", { hasText: "You begin" }).waitFor();
    await becomes(() => theirs.page.getByLabel("Your name").inputValue(), "Bob");
    await textsAre(theirs.page, "#who .initial", ["A"]);
    link = await send(theirs.page, 4, "b2");
    await mine.page.goto(link);
    await mine.page.locator("#who", { hasText: "Bob played b2. Your turn." }).waitFor();
    assert.equal(new URL(link).searchParams.get("score"), "0~1", "the score goes on");
    await becomes(() => mine.page.getByLabel("Your name").inputValue(), "Ann");
    await mine.close();
    await theirs.close();
});

test("a puzzle meanwhile, or a look at Explore, keeps the friend's game", async () => {
    const { page, close } = await openPage(browser, origin, "/?view=friend", { ...OPTIONS, expected: /status of 422/ });
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    await send(page, 38, "d1");
    await page.click("#friend-puzzle");
    await page.locator(".beads .now").waitFor();
    await page.locator(".tabs-bar [data-place=play]").click();
    await page.locator("#who", { hasText: "Your friend is next" }).waitFor();
    await taken(page, 1);
    await page.locator(".tabs-bar [data-place=explore]").click();
    await page.locator(".friend-off", { hasText: "Help is off" }).waitFor();
    assert.equal(await page.locator("#best-moves:visible, .score:visible").count(), 0);
    await page.locator(".tabs-bar [data-place=play]").click();
    await page.locator("#who", { hasText: "Your friend is next" }).waitFor();
    await close();
});

test("a chosen column survives a reload beside the name, and the first page leads back to every open game", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?view=friend", OPTIONS);
    await page.locator("#friend", { hasText: "You are red." }).waitFor();
    await cell(page, 38).click();
    await page.locator("#friend-copy", { hasText: "Copy the link with d1" }).waitFor();
    await page.getByLabel("Your name").fill("Ann");
    await page.getByLabel("Your name").blur();
    await page.reload();
    await page.locator("#friend-copy", { hasText: "Copy the link with d1" }).waitFor();
    await becomes(() => page.getByLabel("Your name").inputValue(), "Ann");
    const link = await send(page, 38, "d1");
    assert.equal(new URL(link).searchParams.get("choice"), null);
    await page.click(".top .brand");
    const card = page.locator("#open-friends a");
    await card.filter({ hasText: "Your game with a friend" }).filter({ hasText: "Waiting for your friend." }).waitFor();
    await shot("home-friend-phone");
    await card.click();
    await page.locator("#who", { hasText: "Your friend is next" }).waitFor();
    const friend = await openPage(browser, origin, pathOf(link), OPTIONS);
    await friend.page.locator("#who", { hasText: "Ann played d1. Your turn." }).waitFor();
    // A device knows the game when the service has said that it goes on.
    await friend.page.waitForFunction(() => localStorage.getItem("inarow-friends"));
    await friend.page.click(".top .brand");
    await friend.page.locator("#open-friends a", { hasText: "Your game with Ann" }).filter({ hasText: "Your move." }).waitFor();
    await friend.close();
    await close();
});

test("a friend's game is kept though one leaves before the service answers", async () => {
    const mine = await openPage(browser, origin, "/?view=friend", OPTIONS);
    await mine.page.locator("#friend", { hasText: "You are red." }).waitFor();
    const link = await send(mine.page, 38, "d1");
    await mine.close();
    const { page, close } = await openPage(browser, origin, "/?view=api", OPTIONS);
    // The service never answers.
    await page.route(/\/v1\/position/, () => {});
    await page.goto(link);
    await page.locator("#friend", { hasText: "You are yellow." }).waitFor();
    await page.unrouteAll();
    await page.goto(origin);
    await page.locator("#open-friends a, #open-friends button").first().waitFor();
    await close();
});
