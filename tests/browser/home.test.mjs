// The first minute: the first sight of a visitor, with few choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start, TABLET } from "./server.mjs";
import { boxesOf, boxOf, cell, controls, counts, focusIsOn, queryHas, says, taken, textsAre, whole } from "./steps.mjs";

const { origin, browser } = await start();

const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP };

for (const [device, viewport] of Object.entries(SIZES)) {
    test(`the first screen says what it is, which colour one has, where to tap and what green means: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?utm_source=a-friend", { viewport });
        await page.locator(".tip").waitFor();
        await whole(page, ".home h1", "#say", ".tip", ".field-box", ".legend", "#way-play");
        await textsAre(page, "#say", ["You are red. One tap makes four."]);
        await page.locator(".legend", { hasText: /you win.*a draw.*you lose/ }).waitFor();
        await counts(page, ".column.chosen .cell.pending[data-cell='18'] .stone", 1, "the disc shows where it lands");
        // The values come when the service has answered.
        await page.locator('.column.chosen[aria-label="Column e, a disc lands on e4, from below: red, yellow, yellow, wins in 1 move, best"]').waitFor();
        const seen = await controls(page);
        assert.ok(seen.length <= 12, `${seen.length} controls: ${seen.join(", ")}`);
        for (const place of ["Play", "Puzzle", "Explore"]) assert.ok(seen.some(name => name === place || name.startsWith(place)), place);
        await counts(page, ".primary:visible, .way.go:visible", 1, "one is filled");
        await shot(`home-${device}`);
        await close();
    });
}

test("the hint where to tap stays on the first page", async () => {
    for (const way of ["#way-play", ".places [data-place=puzzle]", ".places [data-place=explore]"]) {
        const { page, close } = await openPage(browser, origin, "/", { expected: NO_SUCH_PUZZLE });
        await page.locator(".tip").waitFor();
        await page.locator(way).first().click();
        await page.locator(".tip").waitFor({ state: "detached" });
        await close();
    }
});

test("the first tap wins, a wrong one says why, and a next visit goes on with the game", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    await page.locator(".column .score.win").waitFor();
    await counts(page, ".column .score.loss", 6);
    await cell(page, 35).click();
    await page.locator("#notice", { hasText: "Column a loses: yellow makes four in g." }).waitFor();
    await cell(page, 41).click();
    await page.locator("#notice", { hasText: "Column g loses: yellow makes four in f." }).waitFor();
    await cell(page, 37).click();
    await page.locator("#notice", { hasText: "Column c loses" }).waitFor();
    const [bubble, field] = await boxesOf(page, ".answer", ".field-box");
    assert.ok(bubble.right <= field.right && bubble.left >= field.left, "inside the board");
    assert.ok(bubble.width < 260, `${bubble.width} for two lines of half the text`);
    await taken(page, 14);
    await cell(page, 18).click();
    await page.locator("#say", { hasText: "That was easy." }).waitFor();
    await counts(page, ".overlay rect.won", 1);
    await textsAre(page, ".primary:visible, .way.go:visible", ["Play Pip"], "the one filled button goes on from here");
    await focusIsOn(page, "play-next");
    await page.click("#play-next");
    await page.locator("#opponent", { hasText: "Pip" }).waitFor();
    await cell(page, 38).click();
    await taken(page, 2);
    await page.goto(`${origin}/`);
    await page.locator("#way-play", { hasText: /Go on against Pip.*Connect Four, move \d+\./ }).waitFor();
    await taken(page, 2);
    await page.click("#way-play");
    await says(page, "Your move");
    await taken(page, 2);
    await close();
});

test("who leaves before the service has spoken finds each move again, and the engine goes on", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&o=beginner");
    await says(page, "Your move");
    // The service says nothing of the position after the first move any more, so no engine moves.
    await page.route("**/v1/position*", () => {});
    await cell(page, 4).click();
    await taken(page, 1);
    await page.goto(`${origin}/`);
    await taken(page, 1);
    await page.unroute("**/v1/position*");
    await page.goto(`${origin}/`);
    await page.locator("#way-play", { hasText: "Go on against Pip" }).waitFor();
    await taken(page, 1);
    await page.click("#way-play");
    await taken(page, 2);
    await close();
});

test("a game that was over when the visitor left does not wait", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    await page.evaluate(() => localStorage.setItem("inarow-game", "?game=tic-tac-toe&moves=a1,b1,a2,b2,a3&o=beginner"));
    await page.goto(`${origin}/`);
    await page.locator("#way-play", { hasText: "Play Pip" }).waitFor();
    await taken(page, 0);
    await close();
});

test("Play, Puzzle and Explore follow the game that was picked", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    await page.locator(".tip").waitFor();
    await page.click("#games [value=tic-tac-toe]");
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 9);
    await page.click("#way-play");
    await queryHas(page, { game: "tic-tac-toe" });
    await page.goBack();
    await page.locator("#way-play").waitFor();
    await close();
});

test("on a phone the sign of the page leads home from every place", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: PHONE });
    await page.locator(".tip").waitFor();
    for (const place of ["play", "puzzle", "explore"]) {
        await page.click(`.tabs-bar [data-place=${place}]`);
        const brand = page.locator("a.brand");
        const { width, height } = await boxOf(page, "a.brand");
        assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
        await brand.click();
        await page.locator("#way-play").waitFor();
        await page.waitForFunction(() => location.search === "");
    }
    await close();
});

test("who presses Play by the keyboard is on the board", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    await page.locator(".tip").waitFor();
    await page.locator("#way-play").focus();
    await page.keyboard.press("Enter");
    await says(page, "Your move");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await taken(page, 2);
    await close();
});

test("the card of the puzzle knows the days in a row", async () => {
    const { page, close } = await openPage(browser, origin, "/");
    await page.locator(".tip").waitFor();
    await textsAre(page, "#way-puzzle small", ["A new one every day. Can you?"]);
    const days = (back, game) => page.evaluate(([all, game]) => {
        const name = by => { const at = new Date(Date.now() - by * 86_400_000); return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`; };
        localStorage.setItem("inarow-days", JSON.stringify(Object.fromEntries(all.map(by => [name(by), "●●●"]))));
        localStorage.setItem("inarow-puzzle", JSON.stringify({ [`${game} ${name(0)}`]: { found: [], misses: 0, hints: 0, done: all.includes(0), failed: false, marks: "●●●" } }));
    }, [back, game]);
    for (const [back, text, game = "connect-four"] of [[[1, 2, 3], "3 days in a row. Keep it."], [[1], "1 day in a row. Keep it."], [[0, 1, 2, 3], "Solved. 4 days in a row."], [[0], "Solved. A new one tomorrow."], [[0], "Solved in another game.", "tic-tac-toe"], [[5], "A new one every day. Can you?"]]) {
        await days(back, game);
        await page.reload();
        await page.locator(".tip").waitFor();
        await textsAre(page, "#way-puzzle small", [text]);
    }
    await close();
});

test("a tap on the words that say where to tap plays there", async () => {
    const { page, close } = await openPage(browser, origin, "/", { viewport: PHONE, hasTouch: true });
    await page.locator(".column .score.win").waitFor();
    await page.locator(".tip").tap();
    await page.locator("#say", { hasText: "That was easy." }).waitFor();
    await close();
});

test("who comes back finds the game that was played or picked last, and is not told again where to tap", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&o=beginner&moves=h8,a1,h9,c1,h10,e1,h11,g1");
    const picked = async game => {
        await page.goto(origin);
        await page.locator(`#games [value="${game}"][aria-pressed="true"]`).waitFor();
    };
    await page.locator("#hint:not([disabled])").waitFor();
    await cell(page, 7 + 15 * 3).click();
    await page.locator("#end .end-title", { hasText: "You win!" }).waitFor();
    await picked("gomoku");
    await page.locator("#say", { hasText: "You are black. Make five in a row." }).waitFor();
    await page.locator("#way-play", { hasText: "Play Moss" }).waitFor();
    await page.click("#games [value=connect-four]");
    await page.locator("#say", { hasText: "You are red. Make four in a row." }).waitFor();
    await taken(page, 0);
    assert.equal(await page.locator(".tip").count(), 0, "who has won knows where to tap");
    await picked("connect-four");
    // The first tap plays against the opponent that the card names.
    await page.locator("#way-play", { hasText: "Play Pip" }).waitFor();
    await cell(page, 38).click();
    await page.locator("#opponent", { hasText: "Pip" }).waitFor();
    await close();
});

test("where a line loses, the first page and a phone say so before the first move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=misere-tic-tac-toe&o=club", { viewport: PHONE });
    await page.locator("#outlook", { hasText: "A line of three loses here." }).waitFor();
    await page.evaluate(() => localStorage.setItem("inarow-chosen", "misere-tic-tac-toe"));
    await page.goto(`${origin}/`);
    await page.locator("#say", { hasText: "You are X. A line of three loses here." }).waitFor();
    await close();
});
