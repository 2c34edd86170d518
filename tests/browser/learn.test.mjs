// Learning from the mistakes of a game: which moves are taught, what the board shows, and what survives a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isBetter } from "../../src/playground/judgement.js";
import { DESKTOP, openPage, PHONE, start, TABLET } from "./server.mjs";
import { board, cell, taken } from "./steps.mjs";

const { origin, browser } = await start();

/** Red lets three in a column become four. */
const LOST = "/?game=connect-four&moves=a1,d1,g1,d2,a2,d3,g2,d4&view=explore&o=perfect";
const learning = (page, text) => page.locator("#learn", { hasText: text }).waitFor();

for (const [device, viewport] of Object.entries({ phone: PHONE, tablet: TABLET, desktop: DESKTOP })) {
    test(`what a person could have seen is taught, the answer falls on the board, and the end says how many were found: ${device}`, async () => {
        const { page, close, shot } = await openPage(browser, origin, LOST, { viewport });
        await page.click("#learn-start");
        await learning(page, "Mistake 1 of 1");
        await learning(page, "Find a better move than g2.");
        await learning(page, "It loses in 1 move.");
        await taken(page, 6);
        await cell(page, 0).click();
        await learning(page, /Not a3: Yellow wins with d4\./);
        await page.locator(".cell.pending").waitFor();
        for (const button of await page.locator("#learn button").all()) {
            const box = await button.boundingBox();
            assert.ok(box.y + box.height <= viewport.height - (viewport === PHONE ? 64 : 0), `${await button.textContent()} ends at ${box.y + box.height}`);
        }
        await shot(`learn-wrong-${device}`);
        await cell(page, 17).click();
        await learning(page, "Yes, d4.");
        await taken(page, 8);
        assert.equal((await board(page))[17], "X", "the move is on the board, and answered");
        await learning(page, "1 of 1 found");
        assert.deepEqual(await page.locator("#learn button").allTextContents(), ["Rematch", "Look at the game"]);
        await shot(`learn-found-${device}`);
        await page.click("#learn-stop");
        await page.locator("#game-review .accuracy").waitFor();
        assert.equal(await page.locator("#game-review .branches").count(), 0, "the lesson is no part of the game");
        await close();
    });
}

test("the answer that is shown falls, too, and does not count as found", async () => {
    const { page, close } = await openPage(browser, origin, LOST);
    await page.click("#learn-start");
    await page.click("#learn-answer");
    await learning(page, "The answer: d4.");
    await learning(page, "0 of 1 found");
    await taken(page, 8);
    await page.click("#learn-rematch");
    await page.locator("#hint:visible").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length <= 1);
    await close();
});

test("a reload goes on with the lesson; what is tried out afterwards changes no figures of the game", async () => {
    const { page, close } = await openPage(browser, origin, LOST);
    await page.locator(".accuracy").waitFor();
    const figures = await page.locator(".accuracy li").allTextContents();
    await page.click("#learn-start");
    await learning(page, "Find a better move than g2.");
    await page.reload();
    await learning(page, "Find a better move than g2.");
    await taken(page, 6);
    assert.equal(await page.locator("#game-review:visible, #best-moves:visible").count(), 0, "the answer stays hidden");
    await page.click("#learn-answer");
    await learning(page, "0 of 1 found");
    await page.reload();
    await learning(page, "Find a better move than g2.");
    await page.click("#learn-stop");
    await page.locator(".accuracy").waitFor();
    await cell(page, 17).click();
    await taken(page, 7);
    await page.locator("#game-review", { hasText: "You try other moves." }).waitFor();
    assert.deepEqual(await page.locator(".accuracy li").allTextContents(), figures);
    await page.click("#to-game");
    await taken(page, 8);
    await page.locator("#to-game").waitFor({ state: "detached" });
    await close();
});

test("the end, the review and the lesson tell one story: the last turn, the number of mistakes, and which of them could be seen", async () => {
    const moves = "g1,e1,g2,g3,b1,c1,c2,c3,a1,d1,b2,f1";
    const { page, close } = await openPage(browser, origin, `/?game=connect-four&moves=${moves}&view=explore&o=casual`);
    await page.locator(".accuracy li.mine .slips").waitFor();
    assert.match(await page.locator(".accuracy li.mine .slips").textContent(), /^4 mistakes$/);
    assert.equal(await page.locator("#learn-start").textContent(), "Learn from 1 of the 4 mistakes");
    const words = kind => page.locator(`.judged${kind}:not(.branches *)`).count();
    const marked = await words(".bad") + await words(".fair");
    const counted = (await page.locator(".accuracy").textContent()).matchAll(/(\d+) (?:mistake|inaccurac)/g);
    assert.equal([...counted].reduce((sum, [, count]) => sum + Number(count), 0), marked, "every mark is counted");
    assert.equal(await page.locator(".graph .slip").count(), await words(".bad"), "the graph marks the mistakes");
    await page.click("#learn-start");
    await learning(page, "1 of the 4 mistakes could be seen.");
    await close();
    const played = await openPage(browser, origin, `/?game=connect-four&moves=${moves}&o=casual`);
    await played.page.locator("#end", { hasText: "It turned at move 4" }).waitFor();
    await played.close();
});

/** Red is lost from its first move on, and lets Yellow make an open three at its third. */
const GAVE_IN = "/?game=connect-four&moves=a1,d1,a2,e1,d2,c1,g1,b1&view=explore&x=you&o=casual";

for (const [device, viewport] of Object.entries({ phone: PHONE, low: { width: 390, height: 664 }, narrow: { width: 360, height: 740 } })) {
    test(`a better move that is not the best one is told the best, and no fork is said to be stopped by a threat: ${device}`, async () => {
        const { page, close } = await openPage(browser, origin, GAVE_IN, { viewport });
        await page.locator(".judged.bad", { hasText: "d2 gave in early" }).waitFor();
        await page.locator(".accuracy").waitFor();
        assert.deepEqual(await page.locator(".accuracy li.mine").allTextContents(), ["Red2 mistakesaccuracy 59 %1 inaccuracy"]);
        await page.click("#learn-start");
        await learning(page, "1 of the 2 mistakes could be seen. It loses in 2 moves.");
        await cell(page, 21).click();
        await learning(page, "It holds out for 14 moves. That is proven. Best was c1: it holds out for 15 moves. Stops Yellow's forks at c1 and f1.");
        const tabs = await page.locator(".tabs-bar").boundingBox();
        for (const button of await page.locator("#learn button").all()) {
            const box = await button.boundingBox();
            assert.ok(box.y + box.height <= (tabs?.y ?? viewport.height), `${await button.textContent()} ends at ${box.y + box.height}`);
        }
        await close();
    });
}

test("the best move that is shown has its reason, and a threat that only puts a fork off is no reason", async () => {
    const { page, close } = await openPage(browser, origin, GAVE_IN);
    await page.click("#learn-start");
    await learning(page, "Find a better move than d2.");
    await page.click("#learn-answer");
    await learning(page, "The answer: c1.It holds out for 15 moves. That is proven. Stops Yellow's forks at c1 and f1.");
    await close();
    const threat = await openPage(browser, origin, "/?game=connect-four&moves=a1,d1,a2,e1,a3&view=explore&x=you");
    await threat.page.locator(".move-detail", { hasText: "Red a3: loses sooner" }).waitFor();
    assert.doesNotMatch(await threat.page.locator(".move-detail").textContent(), /a3: [^B]*Stops/);
    await threat.close();
});

test("where nothing is proven, another move counts as found if it gives away less than half as much", () => {
    const value = expected => ({ outcome: "unknown", expected, plies: null, value: 0, pov: "X" });
    const win = plies => ({ outcome: "win", expected: 1, plies, value: null, pov: "X" });
    const task = (best, played) => ({ best: [{ score: best }], score: played });
    assert.equal(isBetter(value(0.45), task(value(0.6), value(0.2))), true);
    assert.equal(isBetter(value(0.35), task(value(0.6), value(0.2))), false);
    // A five was missed in a game that is as good as won: only what wins for sure is as good.
    assert.equal(isBetter(value(0.9999), task(win(1), value(0.9985))), false);
    assert.equal(isBetter(win(1), task(win(1), value(0.9985))), true);
});
