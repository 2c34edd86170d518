// Every board fits its frame, nothing jumps, and forced colours keep all that carries a meaning.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start, TABLET, WAIT_MS } from "./server.mjs";
import { addressOf, becomes, boxesOf, boxOf, chooseGame, counts, openTools, readOne, says, searchFor } from "./steps.mjs";

const { origin, browser } = await start();

test("every board fits its frame from 320 px up, and small cells can be zoomed", async () => {
    const own = encodeURIComponent('{"width":3,"height":19,"k":3}');
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    for (const width of [320, 390, 640, 820, 960, 1024, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        for (const game of ["tic-tac-toe", "connect-four", "gomoku", "gomoku-19", own]) {
            await page.goto(`${origin}/?game=${game}`);
            await says(page, "Your move");
            const { outside, cell } = await page.evaluate(() => {
                const frame = document.querySelector("#board").getBoundingClientRect();
                const cells = [...document.querySelectorAll(".cell, .files span")].map(one => one.getBoundingClientRect());
                const isOut = box => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
                return { outside: cells.filter(isOut).length, cell: document.querySelector(".cell").getBoundingClientRect().width };
            });
            assert.equal(outside, 0, `${game} at ${width}`);
            await becomes(() => page.locator("#zoom").isVisible(), cell < 22, `${game} at ${width}: cells of ${cell}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${game} at ${width} scrolls sideways`);
        }
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${origin}/?game=gomoku-19`);
    await says(page, "Your move");
    await page.click("#zoom");
    assert.ok((await boxOf(page, ".cell")).width >= 30);
    assert.ok(await readOne(page, "#board", frame => frame.scrollWidth > frame.clientWidth), "it can be dragged");
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET })) {
    test(`nothing moves while the page comes: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, "/?game=connect-four", { viewport });
        await page.locator("#hint:not([disabled])").waitFor();
        await page.evaluate(() => {
            window.shift = 0;
            new PerformanceObserver(list => list.getEntries().forEach(entry => { window.shift += entry.value; })).observe({ type: "layout-shift", buffered: true });
        });
        await page.waitForTimeout(300);
        const shift = await page.evaluate(() => window.shift);
        assert.ok(shift < 0.02, `layout shift ${shift}`);
        await close();
    });
}

test("forced colours keep the switch, the best move and the side to move", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?moves=b2,b3&view=explore", { forcedColors: "active" });
    await page.locator("#best-moves .done").waitFor();
    await page.uncheck("#scores");
    const look = (selector, name) => readOne(page, selector, (one, property) => getComputedStyle(one)[property], name);
    const off = await look("#best-moves .switch input", "backgroundColor");
    await page.check("#scores");
    await page.locator("#best-moves .done").waitFor();
    assert.notEqual(await look("#best-moves .switch input", "backgroundColor"), off);
    assert.notEqual(await look(".cell .score.best", "outlineStyle"), "none");
    for (const chosen of [".tabs [aria-selected=true]", ".judged[aria-current]"]) {
        assert.notEqual(await look(chosen, "outlineStyle"), "none", chosen);
    }
    await shot("forced-colours");
    await page.goto(`${origin}/?game=connect-four&moves=4,4&x=you&o=you`);
    await says(page, "Red to move");
    assert.notEqual(await look(".cell.last .sign", "stroke"), await look(".cell.last .disc", "fill"), "the last disc has its sign");
    await close();
});

test("a search that was stopped says so, and misère says why one wins", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=gomoku&moves=h8,h9&tab=analysis");
    await says(page, "Black to move");
    await page.locator("#best-moves summary", { hasText: "Advanced" }).click();
    // The search is stopped before the test has waited too long for it.
    await searchFor(page, "#best-moves", 600_000);
    await page.locator(".cell .score").first().waitFor();
    await page.locator("#best-moves .stop").click();
    await page.locator("#best-moves .done", { hasText: "stopped" }).waitFor();
    await page.goto(`${origin}/?game=misere-tic-tac-toe&moves=a1,b2,a2,b1,a3&x=you&o=you`);
    await says(page, "O wins! X made a line, and here a line loses.");
    await close();
});

test("on a phone the board stays in view while one steps through a variation", async () => {
    const { page, close } = await openPage(browser, origin, "/?moves=b2,a3&tab=analysis&scores=1", { viewport: PHONE });
    await page.locator("#best-moves .done").waitFor();
    // The lines are drawn anew when the review comes.
    await page.locator(".accuracy").waitFor();
    await page.locator(".lines .line").first().click();
    const forward = page.locator(".stepper").getByRole("button", { name: "One move forward" });
    await forward.scrollIntoViewIfNeeded();
    await forward.click();
    await counts(page, ".cell.ghost", 2);
    for (const { top, bottom } of await boxesOf(page, "#board", ".stepper")) assert.ok(top >= -1 && bottom <= 845, `${top} to ${bottom}`);
    await close();
});

test("mistakes are told in words and go away when corrected; menus offer what the game has", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=setup", { expected: /status of 422/ });
    await says(page, "X to move");
    const begin = async inARow => {
        await page.getByLabel("In a row").fill(inARow);
        await page.getByRole("button", { name: "Start this game" }).click();
    };
    await begin("9");
    const fault = page.locator("#own-rules .fault");
    await fault.filter({ hasText: "In a row: choose 1 to 6, the longer side" }).waitFor();
    assert.ok(!/\//.test(await fault.textContent()));
    assert.match(await addressOf(page), /game=tic-tac-toe/, "the game on the board stays");
    await begin("3");
    await page.locator(".column").nth(5).waitFor();
    await page.waitForFunction(() => document.querySelector("#own-rules .fault").textContent === "" && document.querySelector("#notice").textContent === "");
    await chooseGame(page, "gomoku");
    await page.click(".places [data-place=explore]");
    await openTools(page, "opponents");
    await page.locator("#players summary").click();
    const algorithms = await page.locator("#players").getByLabel("Algorithm").locator("option").evaluateAll(all => all.map(one => one.value));
    assert.deepEqual(algorithms, ["auto", "alpha-beta", "minimax", "rules"]);
    await close();
});

test("in Connect Four a key shows where a stone will land", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=4,4");
    await says(page, "Your move");
    await page.locator(".column").nth(3).focus();
    await page.locator('.column[aria-label^="Column d, a disc lands on d3, from below: red, yellow, last move"]').waitFor();
    await page.locator(".aim[data-cell='24']").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".aim[data-cell='37']").waitFor();
    await close();
});

test("the page for the time without a network has its width", async () => {
    for (const viewport of [PHONE, TABLET]) {
        const context = await browser.newContext({ viewport });
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT_MS);
        await page.goto(`${origin}/offline`);
        assert.ok((await boxOf(page, "main p")).width > 250);
        await context.close();
    }
});

for (const scheme of ["light", "dark"]) test(`a tablet shows the first page whole, and a game with the row of opponents: ${scheme}`, async () => {
    const { page, close, shot } = await openPage(browser, origin, "/", { viewport: TABLET, scheme });
    await page.locator(".tip").waitFor();
    await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
    for (const game of ["connect-four", "tic-tac-toe", "gomoku", "qubic", "score-four"]) {
        await page.goto(`${origin}/?game=${game}&o=beginner`);
        await page.locator("#hint:not([disabled])").waitFor();
        await page.locator("#opponent .ladder:visible").waitFor();
        await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
        await shot(`tablet-${game}-${scheme}`);
    }
    await page.locator("#opponent").getByRole("button", { name: "Play Ada" }).click();
    await page.locator("#who", { hasText: "Ada" }).waitFor();
    await close();
});
