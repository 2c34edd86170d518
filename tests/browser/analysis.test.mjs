// The analysis beside the board: values by a key, the best lines live, a move played from them, branches, the review by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { api, cell, says, searchFor, taken } from "./steps.mjs";

const { origin, browser } = await start();

const done = page => page.locator("#best-moves .done").waitFor();
/** The paths of the calls from now on. */
function listen(page) {
    const paths = [];
    page.on("request", request => paths.push(new URL(request.url()).pathname));
    return paths;
}
/** The moves as the list has them, without branches. */
const listed = page => page.locator("[data-ply]").evaluateAll(all => all.map(one => one.querySelector("b").firstChild.textContent));
const branched = page => page.locator(".branches > ul > li").evaluateAll(all =>
    all.map(one => [...one.querySelectorAll(":scope > button b")].map(name => name.firstChild.textContent).join(" ")));

test("scores on every empty cell, and a variation to step through", async () => {
    const query = { board: "X...O....", turn: "X" };
    const { page, close, shot } = await openPage(browser, origin, `/?${new URLSearchParams(query)}`);
    await page.click("#tab-analysis");
    await page.check("#scores");
    await page.locator(".cell .score").nth(6).waitFor();
    const { lines } = await api(origin, "/v1/analysis", query);
    for (const { move, score } of lines) {
        const text = { win: `win ${score.plies}`, draw: "draw", loss: `loss ${score.plies}` }[score.outcome];
        assert.equal(await cell(page, move.cell).locator(".score").textContent(), text, move.name);
    }
    assert.match(await cell(page, 1).getAttribute("aria-label"), /^b3, empty, (draw|win in|loss in)/);
    await shot("scores-light");
    await page.locator(".lines .line").first().click();
    for (let plies = 1; plies <= 3; plies++) {
        assert.equal(await page.locator(".cell.ghost").count(), plies);
        const last = lines[0].pv[plies - 1];
        assert.equal(await cell(page, last.cell).locator(".count").textContent(), String(plies));
        await page.getByRole("button", { name: "One ply forward" }).click();
    }
    await page.getByRole("button", { name: "To the start" }).click();
    assert.equal(await page.locator(".cell.ghost").count(), 0);
    // The board is that of the game again as soon as one plays on.
    await page.getByRole("button", { name: "To the end" }).click();
    await cell(page, lines[0].move.cell).click();
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length >= 3);
    assert.equal(await page.locator(".cell.ghost").count(), 0);
    await close();
});

test("a heuristic's numbers where nothing is proven", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=44");
    await page.click("#tab-analysis");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.locator("#best-moves").getByLabel("Search until").selectOption("depth");
    await page.check("#scores");
    await page.locator(".done").waitFor();
    const { lines } = await api(origin, "/v1/analysis", { game: "connect-four", moves: "44", depth: 4 });
    assert.equal(lines.length, 7);
    for (const { move, score } of lines) {
        const shown = await page.locator(`.tops [data-column="${move.col}"]`).textContent();
        assert.equal(Number(shown.replace("−", "-")), score.value, move.name);
    }
    await close();
});

test("a long search tells its progress and can be stopped", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=gomoku");
    await says(page, "Your move");
    await page.click("#tab-opponents");
    await page.locator("#players summary").click();
    await searchFor(page, "#players", 10000);
    await cell(page, 112).click();
    await page.waitForFunction(() => /^depth [1-9]\d* · [a-o]\d+Stop$/.test(document.querySelector("#thinking")?.textContent ?? ""));
    await shot("thinking-light");
    const began = performance.now();
    await page.locator("#thinking .stop").click();
    await taken(page, 2);
    assert.ok(performance.now() - began < 3000, "its best so far is played at once");

    await page.click("#tab-analysis");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await searchFor(page, "#best-moves", 10000);
    await page.check("#scores");
    await page.locator(".cell .score").first().waitFor();
    await page.getByText("All moves").click();
    await page.locator(".cell .score").nth(100).waitFor();
    await page.locator("#best-moves .stop").click();
    await page.locator("#best-moves .done").waitFor();
    assert.ok(await page.locator(".cell .score").count() > 100, "what was found stays");
    await close();
});

test("a key shows values and hides them, on the board alone, and can be switched off; nothing is searched while values are hidden", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&x=you&o=you");
    await page.locator("[data-ply='2']").waitFor();
    const paths = listen(page);
    await cell(page, 0).click();
    await taken(page, 3);
    await page.waitForTimeout(700);
    assert.deepEqual(paths.filter(path => /^\/v1\/(?!position)/.test(path)), [], "no search while values are off");
    assert.equal(await page.locator(".score").count(), 0);
    await page.keyboard.press("v");
    await page.locator(".tops .score").nth(6).waitFor();
    await done(page);
    assert.ok(await page.isChecked("#scores"));
    assert.match(page.url(), /scores=1/);
    await page.keyboard.press("Control+v");
    assert.ok(await page.isChecked("#scores"));
    await page.keyboard.press("v");
    assert.equal(await page.locator(".tops .score").count(), 0);
    assert.equal(await page.locator("#game-review .label").count(), 0, "mistakes would tell the value");
    await page.click("#tab-tree");
    await page.keyboard.press("v");
    await page.locator("#tree-depth").press("v");
    assert.ok(!await page.isChecked("#scores"), "a letter on a tab or in a field is a letter");
    await page.click("#tab-analysis");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.getByLabel("The key V").uncheck();
    await page.reload();
    await page.locator("[data-ply='3']").waitFor();
    await page.keyboard.press("v");
    assert.ok(!await page.isChecked("#scores"), "switched off");
    assert.equal(await page.locator(".switch kbd").isVisible(), false);
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.getByLabel("The key V").check();
    await cell(page, 0).focus();
    await page.keyboard.press("v");
    assert.ok(await page.isChecked("#scores"));
    await close();
});

test("the three best lines, all on demand, and one is played", async () => {
    const query = { game: "connect-four", moves: "d1,d2,d3" };
    const { page, close } = await openPage(browser, origin, `/?${new URLSearchParams(query)}&scores=1`);
    await done(page);
    const { lines } = await api(origin, "/v1/analysis", query);
    const rows = page.locator("#best-moves .lines .line");
    assert.deepEqual(await rows.locator("strong").allTextContents(), lines.slice(0, 3).map(({ move }) => move.name));
    const first = rows.first().locator(".score");
    assert.equal(await first.textContent(), `${lines[0].score.outcome} ${lines[0].score.plies}`.replace(/^draw.*/, "draw"));
    assert.match(await first.getAttribute("title"), new RegExp(`^${lines[0].score.plies} plies`));
    await page.getByText("All 7 moves").click();
    await rows.nth(6).waitFor();
    // The engine is to move and waits: the line that was looked at is played for it.
    await rows.nth(4).click();
    await page.getByRole("button", { name: "Play this" }).click();
    await taken(page, 4);
    assert.equal((await listed(page)).at(-1), lines[4].move.name);
    await done(page);
    // On one's own turn the engine answers; with keys the focus stays near.
    await rows.first().press("Enter");
    await page.getByRole("button", { name: "Play this" }).press("Enter");
    await taken(page, 6);
    assert.equal(await page.evaluate(() => document.activeElement.id), "scores");
    await close();
});

test("the engine's thinking stands where the best moves are, without its value unless that is wanted", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku");
    await page.click("#tab-opponents");
    await page.locator("#players summary").click();
    await searchFor(page, "#players", 4000);
    await page.click("#tab-analysis");
    const top = () => page.locator("#game-review").evaluate(one => one.getBoundingClientRect().top);
    const before = await top();
    await cell(page, 112).click();
    await page.locator("#best-moves .progress", { hasText: /depth \d+ · .* positions/ }).waitFor();
    assert.match(await page.locator("#thinking span").textContent(), /^depth \d+ · [a-o]\d+$/);
    await page.locator("#best-moves .lines", { hasText: /^Looks at [a-o]\d+\.$/ }).waitFor();
    assert.equal(await page.locator("#best-moves .score").count(), 0);
    await page.keyboard.press("v");
    await page.locator("#best-moves .lines .line .score").waitFor();
    assert.equal(await top(), before, "nothing is pushed");
    await taken(page, 2);
    await close();
});

test("a move taken back stays as a branch, which can be gone back to", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?moves=b2,a3,c3&x=you&o=you");
    await page.locator("[data-ply='3']").waitFor();
    assert.equal(await page.locator(".branches").count(), 0);
    await page.locator("[data-ply='2']").click();
    await taken(page, 2);
    await cell(page, 6).click();
    await taken(page, 3);
    assert.deepEqual([await listed(page), await branched(page)], [["b2", "a3", "a1"], ["c3"]]);
    // The same move again is no branch.
    await page.locator("[data-ply='2']").click();
    await taken(page, 2);
    await cell(page, 6).click();
    await taken(page, 3);
    assert.deepEqual(await branched(page), ["c3"]);
    await cell(page, 2).click();
    await taken(page, 4);
    // A branch of the second move, then back to the first.
    await page.locator("[data-ply='1']").click();
    await taken(page, 1);
    await cell(page, 1).click();
    await taken(page, 2);
    assert.deepEqual([await listed(page), await branched(page)], [["b2", "b3"], ["a3 a1 c3"]]);
    assert.deepEqual(await page.locator(".branches ul ul button b").allTextContents(), ["c3"], "a branch has branches");
    await shot("branches");
    await page.locator(".branches button", { hasText: "a1" }).press("Enter");
    await taken(page, 3);
    assert.deepEqual(await listed(page), ["b2", "a3", "a1", "c3"]);
    assert.equal(await page.locator("[aria-current='step']").getAttribute("data-ply"), "3");
    await page.click("#redo");
    await taken(page, 4);
    await page.click("#new");
    await taken(page, 0);
    assert.equal(await page.locator(".branches").count(), 0);
    await close();
});

test("the game is reviewed by itself where values are shown, one review at a time", async () => {
    const { page, close } = await openPage(browser, origin, "/?x=you&o=you&scores=1");
    let running = 0;
    let most = 0;
    page.on("request", request => {
        if (!request.url().includes("/v1/review")) return;
        running++;
        most = Math.max(most, running);
    });
    for (const event of ["requestfinished", "requestfailed"]) {
        page.on(event, request => { running -= Number(request.url().includes("/v1/review")); });
    }
    await page.waitForFunction(() => document.querySelectorAll(".cell .score").length === 9);
    for (const [index, at] of [4, 1, 0].entries()) {
        await cell(page, at).click();
        await taken(page, index + 1);
        await done(page);
    }
    await page.locator("[data-ply='2'] .label", { hasText: "threw away a draw" }).waitFor();
    assert.equal(await page.locator(".accuracy").count(), 1);
    assert.equal(most, 1);
    await close();
});

test("without values a game is reviewed when it is over, and before that by a button", async () => {
    const { page, close } = await openPage(browser, origin, "/?moves=b2,b3,a3,c1,a2,c2&x=you&o=you");
    await page.locator("[data-ply='6']").waitFor();
    await page.waitForTimeout(700);
    assert.equal(await page.locator("#game-review .label").count(), 0);
    await page.getByRole("button", { name: "Review this game" }).waitFor();
    await cell(page, 6).click();
    await taken(page, 7);
    await page.locator("[data-ply='2'] .label", { hasText: "threw away a draw" }).waitFor();
    // A look back leaves what is known.
    await page.locator("[data-ply='3']").click();
    await taken(page, 3);
    assert.equal(await page.locator(".accuracy").count(), 1);
    await close();
});

test("the position as a call: one line that answers, copied or marked", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&x=you&o=you", {
        viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator("[data-ply='2']").waitFor();
    await page.click("#position-call .copy");
    await page.locator("#position-call .copy", { hasText: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(!copied.includes("\n"));
    const { lines } = await (await fetch(/'(http[^']*)'/.exec(copied)[1])).json();
    assert.equal(lines.length, 7);
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); });
    await page.click("#position-call .copy");
    await page.locator("#position-call .copy", { hasText: "press" }).waitFor();
    assert.equal(await page.evaluate(() => String(getSelection())), copied);
    await page.click("#position-call [data-call]");
    assert.equal(await page.locator("#tab-calls").getAttribute("aria-selected"), "true");
    await close();
});
