// Rules of one's own: short addresses, the former ones, and a game with a friend by them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { becomes, board, boxOf, cell, queryHas, says, taken } from "./steps.mjs";

const { origin, browser } = await start();

const cells = (page, count) => page.waitForFunction(wanted => document.querySelectorAll("[data-cell]").length === wanted, count);

test("rules have an address of few letters, which leads to the same game", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=setup");
    await says(page, "X to move");
    await page.getByLabel("Width").fill("5");
    await page.getByLabel("Height").fill("6");
    await page.getByLabel("In a row").fill("4");
    for (const name of ["Stones fall", "A line loses (misère)", "Longer lines do not count"]) await page.getByLabel(name).setChecked(true);
    await page.getByRole("button", { name: "Start this game" }).click();
    await cells(page, 30);
    await queryHas(page, { game: "5x6x4gme" });
    await page.click(".places [data-place=play]");
    await page.locator(".about", { hasText: "Who makes exactly four in a row loses." }).waitFor();
    // A phone has no more than the title.
    await page.locator("#game-name", { hasText: "Misère 5×6, exactly four in a row" }).waitFor({ state: "attached" });
    await page.goto(`${origin}/?game=5X6x4egm&tab=setup`);
    await cells(page, 30);
    for (const [name, value] of [["Width", "5"], ["Height", "6"], ["In a row", "4"]]) await becomes(() => page.locator("#own-rules").getByLabel(name).inputValue(), value);
    for (const name of ["Stones fall", "A line loses (misère)", "Longer lines do not count"]) await becomes(() => page.locator("#own-rules").getByLabel(name).isChecked(), true, name);
    await queryHas(page, { game: "5x6x4gme" });
    await close();
});

test("without suffixes nothing falls, a line wins and may be longer", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=4x4x3&tab=setup");
    await cells(page, 16);
    for (const name of ["Stones fall", "A line loses (misère)", "Longer lines do not count"]) await becomes(() => page.locator("#own-rules").getByLabel(name).isChecked(), false, name);
    await close();
});

test("a former address, with JSON, leads to its game and stays as it is", async () => {
    const rules = '{"width":7,"height":5,"k":4,"gravity":true,"overline":"allowed","misere":false}';
    const { page, close } = await openPage(browser, origin, `/?${new URLSearchParams({ game: rules, moves: "d1,d2", o: "you" })}`);
    await taken(page, 2);
    await cells(page, 35);
    await cell(page, 17).click();
    await taken(page, 3);
    await queryHas(page, { game: rules, moves: "d1,d2,d3" });
    await page.reload();
    await taken(page, 3);
    await close();
});

for (const game of ["7x5x9g", "99x99x5", "7x5x4gg", "0x5x4"]) {
    test(`rules that no board has lead to Connect Four: ${game}`, async () => {
        const { page, close } = await openPage(browser, origin, `/?game=${game}`);
        await page.locator("#notice", { hasText: "This link names a game that we do not have. Here is Connect Four." }).waitFor();
        await cells(page, 42);
        await close();
    });
}

test("a board of a named game or of rules in few letters has its size and look before its cells come", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=7x5x4g");
    await cells(page, 35);
    const drawn = () => page.evaluate(() => {
        const { style, dataset } = document.documentElement;
        return [...["--columns", "--rows"].map((name) => Number(style.getPropertyValue(name)).toFixed(2)), dataset.look];
    });
    const { games } = await (await fetch(`${origin}/v1/games`)).json();
    const hasLayers = (game) => games.some(({ name, dimensions }) => name === game && dimensions?.length > 2);
    for (const game of [...games.map(({ name }) => name), "7x5x4g", "4x5x3", "10x9x5", "8x6x4m"]) {
        await page.route("**/v1/games*", () => {});
        await page.goto(`${origin}/?game=${game}`);
        await page.locator(".loading").waitFor({ state: "attached" });
        const early = await drawn();
        await page.unroute("**/v1/games*");
        await page.reload();
        await page.locator("[data-cell]").first().waitFor();
        // Layers are arranged by the room beside them, which is known with the page.
        const isShown = (part, index) => index === 2 || !hasLayers(game);
        assert.deepEqual((await drawn()).filter(isShown), early.filter(isShown), `${game}, in theme.js`);
    }
    await close();
});

test("a game with a friend goes to and fro by short links, from a start by rules of one's own to its end", async () => {
    const options = { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] };
    const mine = await openPage(browser, origin, "/", options);
    await mine.page.locator(".tip").waitFor();
    await mine.page.click("#games [value='own']");
    await mine.page.click("#sheet-own");
    await mine.page.locator("#sheet").getByLabel("Width").fill("5");
    await mine.page.locator("#sheet").getByLabel("In a row").fill("3");
    await mine.page.locator("#sheet").getByRole("button", { name: "Start this game" }).click();
    await mine.page.locator("#sheet").waitFor({ state: "hidden" });
    await cells(mine.page, 25);
    await mine.page.click("#more");
    await mine.page.click("#sheet-friend");
    await mine.page.locator("#friend", { hasText: "You are red." }).waitFor();
    const theirs = await openPage(browser, origin, "/", options);
    let [one, other] = [mine.page, theirs.page];
    for (const [at, name] of [[22, "c1"], [20, "a1"], [23, "d1"], [15, "a2"], [24, "e1"]]) {
        await cell(one, at).click();
        await one.locator("#friend-copy", { hasText: `Copy the link with ${name}` }).click();
        await one.locator("#friend", { hasText: /The link is copied/ }).waitFor();
        const link = (await one.evaluate(() => navigator.clipboard.readText())).split(/ (?=http)/)[1];
        assert.equal(new URL(link).searchParams.get("game"), "5x5x3g");
        assert.ok(link.length - origin.length < 80, link);
        await other.goto(link);
        await other.locator("#status", { hasText: name === "e1" ? "Your friend wins!" : `Your friend played ${name}. Your turn.` }).waitFor({ state: "attached" });
        assert.equal(await board(other), await board(one));
        [one, other] = [other, one];
    }
    await mine.page.locator("#status", { hasText: "You win!" }).waitFor({ state: "attached" });
    await mine.close();
    await theirs.close();
});

test("a friend's link from before, with JSON, is whole", async () => {
    const options = { viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] };
    const rules = { width: 5, height: 5, k: 3, gravity: true, overline: "allowed", misere: false };
    const mine = await openPage(browser, origin, "/?game=5x5x3g", options);
    await cells(mine.page, 25);
    await mine.page.click("#more");
    await mine.page.click("#sheet-friend");
    await cell(mine.page, 22).click();
    await mine.page.locator("#friend-copy", { hasText: "Copy the link with c1" }).click();
    await mine.page.locator("#friend", { hasText: "The link is copied." }).waitFor();
    const link = new URL((await mine.page.evaluate(() => navigator.clipboard.readText())).split(/ (?=http)/)[1]);
    link.searchParams.set("game", JSON.stringify(rules));
    const theirs = await openPage(browser, origin, link.href.slice(origin.length), options);
    await theirs.page.locator("#status", { hasText: "Your friend played c1. Your turn." }).waitFor({ state: "attached" });
    await mine.close();
    await theirs.close();
});

test("on a phone a game by the form in Explore begins in sight: against the opponent in Play, without one in Explore", async () => {
    for (const [query, place] of [["o=beginner", "play"], ["x=you&o=you", "explore"]]) {
        const { page, close, shot } = await openPage(browser, origin, `/?view=explore&game=connect-four&${query}&tab=setup`, { viewport: PHONE });
        const form = page.locator("#own-rules");
        await form.getByLabel("Width").fill("5");
        await form.getByLabel("Height").fill("5");
        await form.getByLabel("Stones fall").uncheck();
        await form.getByLabel("A line loses (misère)").check();
        await form.getByRole("button", { name: "Start this game" }).click();
        await cells(page, 25);
        await page.waitForFunction(wanted => document.documentElement.dataset.place === wanted, place);
        const { y, height } = await boxOf(page, "#board");
        assert.ok(y >= 56 && y + height < PHONE.height, `the board reaches from ${y} to ${y + height}`);
        // Numbers that are the same in every cell are told once.
        if (place === "explore") {
            await page.locator("#outlook", { hasText: "Every move looks the same. Play any." }).waitFor();
            assert.equal(await page.locator(".cell .score").count(), 0);
        }
        await shot(`own-rules-${place}-phone`);
        await close();
    }
});
