// The analysis beside the board: values by a key, the best lines live, a move played from them, branches, the review by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { api, becomes, boxOf, cell, copied, counts, focusIsOn, holdTimers, openTools, readAll, says, searchFor, taken, textsAre } from "./steps.mjs";

const { origin, browser } = await start();

/** A search that a test ends itself, in milliseconds: longer than any wait. */
const LONG = 600_000;
const done = page => page.locator("#best-moves .done").waitFor();
/** The paths of the calls from now on. */
function listen(page) {
    const paths = [];
    page.on("request", request => paths.push(new URL(request.url()).pathname));
    return paths;
}
/** The moves as the list has them, without branches. */
const listed = page => readAll(page, "[data-ply]", all => all.map(one => one.querySelector("b").firstChild.textContent));
const branched = page => readAll(page, ".branches > ul > li", all =>
    all.map(one => [...one.querySelectorAll(":scope > button b")].map(name => name.firstChild.textContent).join(" ")));

test("scores on every empty cell, and a variation to step through", async () => {
    const query = { board: "XO.......", turn: "X" };
    const { page, close, shot } = await openPage(browser, origin, `/?${new URLSearchParams(query)}&view=explore`);
    await page.locator(".cell .score").nth(6).waitFor();
    const { lines } = await api(origin, "/v1/analysis", query);
    for (const { move, score } of lines) {
        // People count their own moves.
        const text = score.outcome === "draw" ? "" : String(Math.ceil(score.plies / 2));
        assert.equal(await cell(page, move.cell).locator(".score").textContent(), text, move.name);
        assert.ok(await cell(page, move.cell).locator(`.score.${score.outcome} .shape`).count(), "each result has a shape");
    }
    assert.match(await cell(page, 2).getAttribute("aria-label"), /^c3, empty, (draws|wins in|loses in)/);
    await shot("scores-light");
    await page.locator(".lines .line").first().click();
    const first = await page.locator(".lines .line strong").first().textContent();
    const { pv } = lines.find(({ move }) => move.name === first);
    for (let plies = 1; plies <= 3; plies++) {
        await counts(page, ".cell.ghost", plies);
        const last = pv[plies - 1];
        await textsAre(page, `[data-cell="${last.cell}"] .count`, [String(plies)]);
        await page.locator(".stepper").getByRole("button", { name: "One move forward" }).click();
    }
    await page.locator(".stepper").getByRole("button", { name: "To the start" }).click();
    await counts(page, ".cell.ghost", 0);
    // The board is that of the game again as soon as one plays on.
    await page.locator(".stepper").getByRole("button", { name: "To the end" }).click();
    await cell(page, pv[0].cell).click();
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length >= 3);
    await counts(page, ".cell.ghost", 0);
    await close();
});

test("chances in per cent where nothing is proven", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=4453&view=explore");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.locator("#best-moves").getByLabel("Search until").selectOption("depth");
    await page.locator(".done", { hasText: /^depth 4 / }).waitFor();
    const { lines } = await api(origin, "/v1/analysis", { game: "connect-four", moves: "4453", depth: 4 });
    assert.equal(lines.length, 7);
    for (const { move, score } of lines) {
        const shown = await page.locator(`[data-column="${move.col}"] .score`).textContent();
        // On the scale of people, with a fifth of the log-odds.
        assert.equal(Number(shown), Math.round(100 / (1 + (1 / Math.min(0.999, Math.max(0.001, score.expected)) - 1) ** 0.2)), move.name);
    }
    await close();
});

test("moves that are all nearly lost are told apart on the board, as in the list", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,h5,i8&view=explore");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.locator("#best-moves").getByLabel("Search until").selectOption("depth");
    await page.locator(".done", { hasText: /^depth 4 / }).waitFor();
    const names = await page.locator("#best-moves .line-name strong").allTextContents();
    const chances = await page.locator("#best-moves .line > .score").allTextContents();
    assert.ok(new Set(chances).size > 1, chances.join());
    const { lines } = await api(origin, "/v1/analysis", { game: "gomoku", moves: "h8,h5,i8", depth: 4, multiPv: 3 });
    assert.ok(lines.every(({ score }) => score.outcome === "unknown" && score.expected < 0.015), "the estimates themselves are all 1 %");
    const { legalMoves } = await api(origin, "/v1/position", { game: "gomoku", moves: "h8,h5,i8" });
    for (const name of names) await cell(page, legalMoves.find(move => move.name === name).cell).locator(".score").waitFor();
    await close();
});

test("an opponent that thinks long can be asked to move now; a search for values can be stopped", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=gomoku&o=perfect&tab=opponents");
    await says(page, "Black to move");
    await page.locator("#players summary").click();
    await searchFor(page, "#players", LONG);
    await page.click(".places [data-place=play]");
    await cell(page, 112).click();
    const now = page.locator("#play", { hasText: "Move now" });
    await now.waitFor();
    await shot("thinking-light");
    await now.click();
    // Its best so far is played: its time is not over before the test has waited too long.
    await taken(page, 2);

    await page.click(".places [data-place=explore]");
    await page.click("#tab-analysis");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await searchFor(page, "#best-moves", LONG);
    await page.locator(".cell .score").first().waitFor();
    await page.getByText("All moves").click();
    await page.locator("#best-moves .below-lines .line").nth(100).waitFor();
    await page.locator("#best-moves .stop").click();
    await page.locator("#best-moves .done", { hasText: "stopped" }).waitFor();
    assert.ok(await page.locator("#best-moves .below-lines .line").count() > 100, "what was found stays");
    await close();
});

test("a key shows values and hides them and can be switched off; nothing is searched while values are hidden", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&x=you&o=you&view=explore");
    await done(page);
    await page.keyboard.press("v");
    await counts(page, ".column .score", 0);
    const paths = listen(page);
    await cell(page, 0).click();
    await taken(page, 3);
    await page.waitForTimeout(700);
    assert.deepEqual(paths.filter(path => /^\/v1\/(?!position)/.test(path)), [], "no search while values are off");
    await page.keyboard.press("v");
    await page.locator(".column .score").nth(6).waitFor();
    await done(page);
    assert.ok(await page.isChecked("#scores"));
    await page.keyboard.press("Control+v");
    assert.ok(await page.isChecked("#scores"));
    await page.keyboard.press("v");
    await counts(page, "#game-review .label", 0, "mistakes would tell the value");
    await openTools(page, "tree");
    await page.keyboard.press("v");
    await page.locator("#tree-depth").press("v");
    assert.ok(!await page.isChecked("#scores"), "a letter on a tab or in a field is a letter");
    await page.click("#tab-analysis");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.getByLabel("Keys: V").uncheck();
    await page.reload();
    await page.locator("[data-ply='3']").waitFor();
    await page.keyboard.press("v");
    assert.ok(!await page.isChecked("#scores"), "switched off, and values stay hidden");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    await page.getByLabel("Keys: V").check();
    await page.locator(".column").first().focus();
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
    const best = await rows.locator("strong").allTextContents();
    assert.equal(best.length, 3);
    const of = name => lines.find(({ move }) => move.name === name).score;
    assert.deepEqual(best.map(name => of(name)).map(({ outcome, plies }) => [outcome, plies]), lines.slice(0, 3).map(({ score: { outcome, plies } }) => [outcome, plies]));
    const verb = { win: "wins", loss: "loses", draw: "draws" }[of(best[0]).outcome];
    const count = of(best[0]).outcome === "draw" ? "" : ` in ${Math.ceil(of(best[0]).plies / 2)} moves`;
    assert.equal(await rows.first().locator(".line-name").textContent(), `${best[0]} ${verb}${count}`);
    await page.getByText("All 7 moves").click();
    await rows.nth(6).waitFor();
    // The engine is to move and waits: the line that was looked at is played for it.
    const fifth = await rows.nth(4).locator("strong").textContent();
    await rows.nth(4).click();
    await page.getByRole("button", { name: "Play this" }).click();
    await taken(page, 4);
    await becomes(async () => (await listed(page)).at(-1), fifth);
    await done(page);
    // Nobody answers in Explore; with keys the focus stays near.
    await rows.first().press("Enter");
    await page.getByRole("button", { name: "Play this" }).press("Enter");
    await taken(page, 5);
    await focusIsOn(page, "scores");
    await close();
});

test("the engine's thinking stands where the best moves are, without its value unless that is wanted", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=perfect&tab=opponents");
    await page.locator("#players summary").click();
    await searchFor(page, "#players", LONG);
    await page.click("#tab-analysis");
    await page.uncheck("#scores");
    const top = async () => (await boxOf(page, "#game-review")).top;
    const before = await top();
    // Beside the players the engine answers; its thinking is looked at here.
    await page.click("#tab-opponents");
    await cell(page, 112).click();
    await says(page, "is thinking");
    await page.click("#tab-analysis");
    await page.locator("#best-moves .progress", { hasText: /depth \d+ · .* positions/ }).waitFor();
    await page.locator("#best-moves .lines", { hasText: /^Looks at [a-o]\d+\.$/ }).waitFor();
    assert.equal(await page.locator("#best-moves .score").count(), 0);
    assert.equal(await top(), before, "nothing is pushed");
    await page.check("#scores");
    await page.locator("#best-moves .lines .line .score").waitFor();
    await page.click(".places [data-place=play]");
    await page.locator("#play", { hasText: "Move now" }).click();
    await taken(page, 2);
    await close();
});

test("a move taken back stays as a branch, which can be gone back to", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?moves=b2,a3,c3&x=you&o=you&tab=analysis");
    await page.locator("[data-ply='3']").waitFor();
    assert.equal(await page.locator(".branches").count(), 0);
    await page.locator("[data-ply='2']").click();
    await taken(page, 2);
    await cell(page, 6).click();
    await taken(page, 3);
    await becomes(async () => [await listed(page), await branched(page)], [["b2", "a3", "a1"], ["c3"]]);
    // The same move again is no branch.
    await page.locator("[data-ply='2']").click();
    await taken(page, 2);
    await cell(page, 6).click();
    await taken(page, 3);
    await becomes(() => branched(page), ["c3"]);
    await cell(page, 2).click();
    await taken(page, 4);
    // A branch of the second move, then back to the first.
    await page.locator("[data-ply='1']").click();
    await taken(page, 1);
    await cell(page, 1).click();
    await taken(page, 2);
    await becomes(async () => [await listed(page), await branched(page)], [["b2", "b3"], ["a3 a1 c3"]]);
    await textsAre(page, ".branches ul ul button b", ["c3"], "a branch has branches");
    await shot("branches");
    await page.locator(".branches button", { hasText: "a1" }).press("Enter");
    await taken(page, 3);
    await becomes(() => listed(page), ["b2", "a3", "a1", "c3"]);
    await page.locator("[aria-current='step'][data-ply='3']").waitFor();
    await page.click("#redo");
    await taken(page, 4);
    await page.keyboard.press("n");
    await taken(page, 0);
    await counts(page, ".branches", 0);
    await close();
});

test("the game is reviewed by itself where values are shown, one review at a time", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&x=you&o=you&scores=1");
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
    // All moves draw: there is nothing to show on the board.
    await page.locator("#outlook", { hasText: "Every move draws. Play any." }).waitFor();
    for (const [index, at] of [4, 1, 0].entries()) {
        await cell(page, at).click();
        await taken(page, index + 1);
        await done(page);
    }
    await page.locator("[data-ply='2'] .label", { hasText: "let a draw slip" }).waitFor();
    // The figures come with the last of the moves.
    await page.locator(".accuracy").waitFor();
    assert.equal(most, 1);
    await close();
});

test("where all wins are as fast any move will do, and a cell that is a number is called one", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=torus&moves=4,8&o=beginner");
    await page.locator("#outlook", { hasText: "Every move wins. Play any." }).waitFor();
    await page.goto(`${origin}/?game=fano&moves=4,0&o=beginner`);
    await page.locator("#outlook", { hasText: /^Every move wins; cell 3 and 4 others are fastest\.|^Every move wins\. Play any\./ }).waitFor();
    await close();
});

test("without values a game is reviewed when it is over, and before that by a button", async () => {
    const { page, close } = await openPage(browser, origin, "/?moves=b2,b3,a3,c1,a2,c2&x=you&o=you&tab=analysis");
    await page.locator("[data-ply='6']").waitFor();
    await page.keyboard.press("v");
    await page.waitForTimeout(700);
    assert.equal(await page.locator("#game-review .label").count(), 0);
    await page.getByRole("button", { name: "Review this game" }).waitFor();
    await cell(page, 6).click();
    await taken(page, 7);
    await page.locator("[data-ply='2'] .label", { hasText: "let a draw slip" }).waitFor();
    await page.locator(".accuracy").waitFor();
    // A look back keeps the figures.
    await page.locator("[data-ply='3']").click();
    await taken(page, 3);
    await page.locator(".accuracy").waitFor();
    await close();
});

test("the position as a call: one line that answers, copied or marked", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&x=you&o=you&view=api", {
        viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator("#position-call code", { hasText: "d1,d2" }).waitFor();
    const call = await copied(page, () => page.click("#position-call .copy"));
    assert.ok(!call.includes("\n"));
    const { lines } = await (await fetch(/'(http[^']*)'/.exec(call)[1])).json();
    assert.equal(lines.length, 7);
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); });
    await holdTimers(page, 2500);
    await page.click("#position-call .copy");
    await page.locator("#position-call .copy", { hasText: "press" }).waitFor();
    assert.equal(await page.evaluate(() => String(getSelection())), call);
    await close();
});
