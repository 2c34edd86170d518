// The list of the last games against the engine: its entries, their links, and that no game is lost when another begins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, cell, counts, queryHas, queryOf, readAll, readOne, says, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

/** A game of Tic-tac-toe with one tap to a win; the engine waits. */
const ALMOST = "/?game=tic-tac-toe&moves=a1,b2,a2,c1&o=beginner";
const A3 = 0;
const rows = page => page.locator("#last-games li");
const words = page => readAll(page, "#last-games li button", all => all.map(one => [one.querySelector("b").textContent, one.querySelector("small").textContent, one.querySelector(".result").textContent]));
const explore = page => page.locator(".places [data-place=explore]").click();
/** Makes the games that a device would have kept. */
const keep = (page, games) => page.evaluate(all => localStorage.setItem("inarow-games", JSON.stringify({ games: all })), games);
const game = (query, more = {}) => ({ query, title: "Tic-tac-toe", level: "beginner", skill: 10, date: "2026-01-05", result: "open", ...more });

test("a game that goes on waits in the list while another one is played and won, and both lead back", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&o=club");
    await says(page, "Your move");
    await cell(page, 38).click();
    await taken(page, 2);
    const first = (await queryOf(page)).get("moves");
    await page.goto(origin + ALMOST);
    await says(page, "Your move");
    await cell(page, A3).click();
    await page.locator("#end .end-title").waitFor();
    await explore(page);
    await rows(page).first().waitFor();
    await becomes(() => words(page), [["Pip", "Tic-tac-toe · today", "You won"], ["Vera", "Connect Four · today", "Goes on"]]);
    // The one on the board.
    await page.locator("#last-games li:first-child button[aria-current=true]").waitFor();
    await shot("last-games-desktop");
    await rows(page).nth(1).locator("button").click();
    await says(page, "Your move");
    await taken(page, 2);
    await queryHas(page, { moves: first });
    await page.locator("#opponent .name", { hasText: "Vera" }).waitFor();
    // The game goes on, and looking at it has not made it two games.
    await cell(page, 35).click();
    await taken(page, 4);
    await page.click("#more");
    await page.click("#sheet-last");
    const list = page.locator("#sheet .last-games li");
    await textsAre(page, "#sheet .last-games b", ["Vera", "Pip"], "the one that was played last is first");
    await list.nth(1).locator("button").click();
    await page.locator("html[data-place=explore]").waitFor();
    await page.locator("#game-review .accuracy").waitFor();
    await page.locator("#who .name", { hasText: "You beat Pip" }).waitFor();
    await queryHas(page, { moves: "a1,b2,a2,c1,a3" });
    await page.goBack();
    await taken(page, 4);
    await close();
});

test("a new game, another opponent and a rematch leave the one before in the list", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner");
    await says(page, "Your move");
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("inarow-games") ?? '{"games":[]}').games.map(({ level, result }) => `${level} ${result}`));
    assert.deepEqual(await kept(), [], "a game without a move is none");
    await cell(page, 4).click();
    await taken(page, 2);
    await page.locator("#opponent [data-key=ladder-casual]").click();
    await says(page, "Your move");
    await cell(page, 4).click();
    await taken(page, 2);
    await becomes(kept, ["casual open", "beginner open"]);
    await page.click("#more");
    await page.click("#sheet-new");
    await taken(page, 0);
    await cell(page, 0).click();
    await taken(page, 2);
    await becomes(kept, ["casual open", "casual open", "beginner open"]);
    // Other moves in the same game make it no other one.
    await page.click("#undo");
    await taken(page, 0);
    await cell(page, 8).click();
    await taken(page, 2);
    await becomes(kept, ["casual open", "casual open", "beginner open"]);
    await page.reload();
    await taken(page, 2);
    await becomes(kept, ["casual open", "casual open", "beginner open"]);
    await close();
});

test("a game whose engine was to move goes on when it is opened", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&view=explore");
    await keep(page, [game("?game=tic-tac-toe&moves=b2&o=beginner")]);
    await page.goto(`${origin}/?game=tic-tac-toe&view=explore`);
    await rows(page).first().waitFor();
    await becomes(() => words(page), [["Pip", "Tic-tac-toe · 5 Jan", "Goes on"]]);
    await rows(page).locator("button").click();
    await taken(page, 2);
    await close();
});

test("the list has the last eight games, and is not there before the first one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&view=explore", { viewport: TABLET });
    await page.locator("#copy-link:not([disabled])").waitFor();
    assert.ok(!await page.locator("#last-games").isVisible());
    await page.click("#more");
    await page.locator("#sheet-new").waitFor();
    assert.equal(await page.locator("#sheet-last").count(), 0);
    const names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"];
    await keep(page, names.map(name => game(`?game=tic-tac-toe&moves=${name}&o=beginner`)));
    await page.goto(`${origin}${ALMOST}`);
    await says(page, "Your move");
    await cell(page, A3).click();
    await page.locator("#end .end-title").waitFor();
    await explore(page);
    await counts(page, "#last-games li", 8);
    await becomes(async () => (await words(page))[0], ["Pip", "Tic-tac-toe · today", "You won"]);
    const lost = await page.evaluate(() => localStorage.getItem("inarow-games").includes("moves=b3&"));
    assert.equal(lost, false, "the oldest has gone");
    await close();
});

test("on a phone More leads to the list; games of friends and of others are none of one's own", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=a1,b2,a2,c1,a3&o=beginner", { viewport: PHONE });
    await page.locator("#end .end-title").waitFor();
    await page.click("#more");
    await page.locator("#sheet-new").waitFor();
    assert.equal(await page.locator("#sheet-last").count(), 0, "somebody else's game");
    await keep(page, [game("?game=tic-tac-toe&moves=a1,b1,a2,b2,a3&o=beginner", { result: "won" }), game("?game=connect-four&moves=d1,c1&x=skill-33&o=you", { level: "", skill: 33, result: "lost", title: "Connect Four" }), game("?game=tic-tac-toe&moves=a1,b1&o=perfect", { level: "perfect", result: "drawn" })]);
    await page.reload();
    await page.locator("#end .end-title").waitFor();
    await page.click("#more");
    await page.click("#sheet-last");
    const list = page.locator("#sheet .last-games li");
    await textsAre(page, "#sheet .last-games .result", ["You won", "Skill 33 won", "A draw"]);
    for (const box of await readAll(page, "#sheet .last-games li button", all => all.map(one => one.getBoundingClientRect().toJSON()))) assert.ok(box.height >= 44 && box.x >= 0 && box.right <= PHONE.width, JSON.stringify(box));
    await shot("last-games-phone");
    await list.first().locator("button").click();
    await page.locator("html[data-place=explore]").waitFor();
    await taken(page, 5);
    await close();
});

for (const scheme of ["light", "dark"]) {
    test(`the list is accessible, in Explore and over the page: ${scheme}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?view=api&game=tic-tac-toe", { scheme });
        await keep(page, ["won", "lost", "drawn", "open"].map((result, at) => game(`?game=tic-tac-toe&moves=${"abc"[at % 3]}1,b2&o=beginner`, { result })));
        await page.goto(`${origin}/?view=explore&game=tic-tac-toe`);
        await rows(page).nth(3).waitFor();
        await check(page, "Explore with the last games");
        await page.click("#more");
        await page.click("#sheet-last");
        await page.locator("#sheet .last-games li").nth(3).waitFor();
        await check(page, "the last games");
        await close();
    });
}

test("what is stored in another form is no fault", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner");
    for (const broken of ['{"games":5}', '{"games":[null,{"query":3}]}', "nonsense"]) {
        // From where nothing is played, so that nothing is kept meanwhile.
        await page.goto(`${origin}/?view=api`);
        await page.evaluate(text => localStorage.setItem("inarow-games", text), broken);
        await page.goto(`${origin}/?game=tic-tac-toe&o=beginner`);
        await says(page, "Your move");
        await cell(page, 4).click();
        await taken(page, 2);
        await page.waitForFunction(broken => localStorage.getItem("inarow-games") !== broken, broken);
        assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("inarow-games")).games.length), 1);
    }
    await close();
});

test("how a game ended keeps away from the edge of its row on a phone", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe", { viewport: PHONE });
    await says(page, "Your move");
    await keep(page, [game("game=tic-tac-toe&moves=a1", { result: "won" })]);
    await page.goto(`${origin}/?game=tic-tac-toe&view=explore`);
    await rows(page).first().waitFor();
    const [row, words] = await readOne(page, "#last-games li", one => [one.querySelector("button"), one.querySelector(".result")].map(part => part.getBoundingClientRect().right));
    assert.ok(row - words >= 10, `${row - words} px`);
    await shot("last-games-phone");
    await close();
});
