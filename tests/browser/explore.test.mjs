// Explore as a newcomer finds it: an example, a hint for the first step, few controls; and the parts that Learn leaves in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, NO_SUCH_PUZZLE, openPage, PHONE, start, TABLET } from "./server.mjs";
import { becomes, boxesOf, boxOf, cell, controls, counts, focusIsOn, readAll, says, taken, whole } from "./steps.mjs";

const { origin, browser } = await start();

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    test(`a first visit: an example, what to do with it, and few controls: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?view=explore", { viewport });
        await page.locator(".lines .score").first().waitFor({ state: "attached" });
        assert.ok((await boxOf(page, "#explore-intro")).y + 60 < viewport.height, "in sight");
        const seen = await controls(page);
        assert.ok(seen.length <= 14, `${seen.length} controls: ${seen.join(", ")}`);
        await page.locator(".meaning", { hasText: /3 wins in 3 moves.*draws.*3 loses\.$/ }).waitFor();
        await shot(`explore-first-${device}`);
        await cell(page, 0).click();
        await taken(page, 9);
        await page.locator("#game-review").waitFor();
        await page.locator("#explore-intro").waitFor({ state: "hidden" });
        await page.locator(".accuracy").waitFor();
        assert.equal(await page.locator("#learn-start").count(), 0, "the moves of the example are nobody's mistakes");
        // A person who has tried a move is told once only.
        await page.evaluate(() => localStorage.removeItem("inarow-game"));
        await page.goto(`${origin}/?view=explore`);
        await page.locator(".lines .score").first().waitFor({ state: "attached" });
        await taken(page, 8);
        assert.equal(await page.locator("#explore-intro").isVisible(), false);
        await close();
    });
}

test("further tools are folded until they are wanted, and then stay", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=explore&x=you&o=you");
    await page.locator("#best-moves .done").waitFor();
    // The last of what comes above the button.
    await page.locator(".accuracy").waitFor();
    assert.equal(await page.locator("#tabs [role=tab]:visible").count(), 0);
    const [top, panel] = await boxesOf(page, "#best-moves", ".panels");
    assert.ok(top.y - panel.y < 32, "nothing stands above the moves");
    await page.click("#tools");
    await counts(page, "#tabs [role=tab]:visible", 4);
    const [tabs, moves] = await boxesOf(page, "#tabs", "#best-moves");
    assert.ok(tabs.y < moves.y, "the tabs stand above their panels");
    await focusIsOn(page, "tab-analysis");
    await page.reload();
    await says(page, "Red to move");
    await counts(page, "#tabs [role=tab]:visible", 4);
    await page.locator("#tools").waitFor({ state: "hidden" });
    await close();
});

test("a link to a tool shows it with its name", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&tab=tree");
    await page.locator("#tab-tree[aria-selected=true]").waitFor();
    await page.locator(".node").first().waitFor();
    await close();
});

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET })) {
    test(`learning shows one task and the board, and keeps the focus: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, "/?game=connect-four&moves=d1,b1,d2,b2,e1,b3,g1&view=explore&x=you&o=casual", { viewport });
        await page.click("#learn-start");
        await page.locator("#learn").waitFor();
        await whole(page, "#learn h2", "#learn .ask-better", "#learn [role=status]", ".field-box");
        for (const other of ["#best-moves", "#game-review", ".steps", "#tabs"]) await page.locator(other).waitFor({ state: "hidden" });
        await focusIsOn(page, "learn");
        await shot(`learn-${device}`);
        const verdict = await page.locator("#learn [role=status]").elementHandle();
        await page.locator("#learn-answer").focus();
        await page.keyboard.press("Enter");
        await page.locator("#learn-rematch").waitFor();
        assert.ok(await verdict.evaluate(one => one.isConnected), "what is read aloud stays in its place");
        await page.waitForFunction(() => document.activeElement !== document.body);
        await close();
    });
}

test("nine cells need no service: values come while the network is away", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&moves=b2,a2&view=explore&x=you&o=you", { expected: /ERR_FAILED/ });
    await page.locator("#best-moves .done").waitFor();
    const wins = await page.locator(".cell .score.win").count();
    assert.ok(wins > 0);
    await page.route(/\/v1\//, route => route.abort());
    await cell(page, 0).click();
    await taken(page, 3);
    // O must stop X's line at c1; all else loses.
    await page.locator(".cell .score.loss").nth(4).waitFor();
    await counts(page, ".cell .score", 6);
    await page.locator("[data-cell='8'] .score:is(.draw, .best)").waitFor();
    await close();
});

/** Places at twice the size: a window of half the width. */
const PLACES = {
    home: ["/", ".tip"], play: ["/?game=connect-four&o=beginner&moves=d1,d2", "#hint:not([disabled])"], puzzle: ["/?view=puzzle", ".beads .now"],
    explore: ["/?game=connect-four&moves=d1,d2&view=explore&x=you&o=you", "#best-moves .done"], friend: ["/?view=friend", "#friend:visible"],
};
for (const [place, [path, ready]] of Object.entries(PLACES)) {
    test(`nothing is cut at 200 %: ${place}`, async () => {
        for (const viewport of [{ width: 720, height: 450 }, { width: 410, height: 590 }, { width: 320, height: 640 }]) {
            const { page, close, shot } = await openPage(browser, origin, path, { viewport, expected: place === "puzzle" ? NO_SUCH_PUZZLE : undefined });
            await page.locator(ready).first().waitFor({ state: "attached" });
            await becomes(() => readAll(page, "button, a, h1, h2, p, label", all => all.filter(one => {
                if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr") || one.classList.contains("sr") || !one.textContent.trim()) return false;
                const { left, right, width } = one.getBoundingClientRect();
                return width > 1 && (left < -1 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflow !== "visible" && getComputedStyle(one).textOverflow !== "ellipsis");
            }).map(one => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`)), [], `${viewport.width} × ${viewport.height}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
            await shot(`double-${place}-${viewport.width}`);
            await close();
        }
    });
}

test("enlarged four times, nothing lies over what one reads", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,b1,d2,b2,e1,b3,g1&view=explore&x=you&o=casual", { viewport: { width: 360, height: 225 } });
    await page.click("#learn-start");
    await page.locator("#learn").waitFor();
    await page.locator("#learn-answer").click();
    await page.locator("#learn-rematch").waitFor();
    await close();
});

test("enlarged twice, calls and their snippets stay inside their panel", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=connect-four&moves=d1,d2&view=api", { viewport: { width: 720, height: 450 } });
    await page.locator(".snippet").first().waitFor();
    const panel = await boxOf(page, ".api-side");
    const outside = await readAll(page, ".snippet > *, .snippet button, .calls .path", (all, right) => all.filter(one => one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().width < 30).map(one => one.className), panel.x + panel.width);
    assert.deepEqual(outside, []);
    await close();
});
