// A game reviewed, hints and reasons, levels by name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PHONE, start } from "./server.mjs";
import { says, taken } from "./steps.mjs";

const { origin, browser } = await start();

/** O answers the centre with an edge, X wins. */
const LOST = "b2,b3,a3,c1,a2,c2,a1";

test("a review: labels in words, accuracy of both sides, a graph, and the way to each position", async () => {
    const { page, close, shot } = await openPage(browser, origin, `/?moves=${LOST}&tab=analysis`);
    await page.locator(".accuracy").waitFor();
    const answer = await (await fetch(`${origin}/v1/review?moves=${LOST}`)).json();
    for (const { ply, label } of answer.moves) {
        const words = {
            "best": "best move", "only-move": "only move", "threw-away-draw": "threw away a draw", "hastened": "loses sooner", "prolonged": "a slower win",
        }[label];
        assert.ok(words, label);
        assert.equal((await page.locator(`[data-ply="${ply}"] .label`).textContent()).trim(), words, `move ${ply}`);
    }
    const { X, O } = answer.sides;
    assert.equal(await page.locator(".accuracy").textContent(), `Accuracy: you ${Math.round(X.accuracy)} % · engine ${Math.round(O.accuracy)} %`);
    assert.match(await page.locator(".graph svg").getAttribute("aria-label"), /O b3 threw away a draw/);
    assert.equal(await page.locator(".graph .slip").count(), answer.moves.filter(move => move.label === "threw-away-draw").length);
    await page.locator('[data-ply="2"]').click();
    await taken(page, 2);
    assert.match(await page.locator(".move-detail").textContent(), /^O b3: threw away a draw, loss in 6 moves\..*Gives X the win.*Better was a3: draw\./);
    assert.equal(await page.locator('[aria-current="step"]').getAttribute("data-ply"), "2");
    await shot("review-light");
    // The engine waits: a look at a position is no move in it.
    await page.locator('[data-ply="3"]').press("Enter");
    await taken(page, 3);
    await page.waitForTimeout(500);
    assert.equal(await page.locator(".cell.taken").count(), 3);
    await page.locator('[data-ply="7"]').click();
    await says(page, "You win");
    await close();
});

test("a review says what it needs, and a refusal in words", async () => {
    const { page, close } = await openPage(browser, origin, "/?tab=analysis", { expected: /status of 422/ });
    await page.locator("#game-review", { hasText: "listed here as they are made" }).waitFor();
    await page.route(/\/v1\/review/, route => route.fulfill({
        status: 422, contentType: "application/problem+json",
        json: { status: 422, code: "invalid-request", detail: "/moves/0: a2 is taken", errors: [{ pointer: "/moves/0", code: "cell-taken", detail: "a2 is taken" }] },
    }));
    await page.locator("[data-cell='4']").click();
    await taken(page, 2);
    await page.click("#review-start");
    const fault = page.locator("#game-review .fault");
    await fault.waitFor();
    assert.equal(await fault.textContent(), "A2 is taken.");
    await close();
});

test("a game from a position that was set up is reviewed from there", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XX.OO....&turn=X&moves=a1,c2&tab=analysis&o=you");
    await page.locator(".accuracy").waitFor();
    assert.equal((await page.locator('[data-ply="1"] .label').textContent()).trim(), "threw away a win in 1");
    assert.equal((await page.locator('[data-ply="2"] .label').textContent()).trim(), "only move");
    await page.locator('[data-ply="1"]').click();
    await taken(page, 5);
    assert.match(await page.locator(".move-detail").textContent(), /^X a1: threw away a win in 1, loss in 2 moves\..*Better was c3: win in 1 move\./);
    await close();
});

test("a hint with its reasons, and why the engine moved", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XX.OO....&turn=X");
    await says(page, "Your move");
    await page.click("#hint");
    await page.locator("#why", { hasText: "Hint: c3, win in 1 move. Completes" }).waitFor();
    assert.match(await page.locator("[data-cell='2']").getAttribute("class"), /hinted/);
    assert.match(await page.locator("[data-cell='2']").getAttribute("aria-label"), /hint/);
    await page.goto(`${origin}/?board=X...O....&turn=X`);
    await says(page, "Your move");
    await page.locator("[data-cell='1']").click();
    await taken(page, 4);
    await page.locator("#why", { hasText: "O c3: Blocks X's line" }).waitFor();
    await close();
});

test("who plays without values is not told how to answer a bad move", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe");
    await says(page, "Your move");
    await page.route(/\/v1\/move/, route => route.continue({ url: `${route.request().url()}&searchMoves=b3` }));
    await page.locator("[data-cell='4']").click();
    await page.locator("#why", { hasText: /^O b3: Takes the middle of a side\.$/ }).waitFor();
    await page.keyboard.press("v");
    await page.locator("#why", { hasText: "Gives X the win" }).waitFor();
    await close();
});

test("levels by name, with the skill as an advanced setting", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { viewport: PHONE });
    await says(page, "Your move");
    const { levels } = await (await fetch(`${origin}/v1/games`)).json();
    await page.click("#tab-opponents");
    const menu = page.getByLabel("Level of O");
    assert.deepEqual(await menu.locator("option").evaluateAll(options => options.map(option => option.value)), levels.map(level => level.name));
    assert.ok(!await page.getByLabel("Skill of O").isVisible());
    await menu.selectOption("club");
    await page.locator("#side-O", { hasText: "Engine · club" }).waitFor();
    await page.getByText(levels.find(level => level.name === "club").description).waitFor();
    const asked = page.waitForRequest(/\/v1\/move/);
    await page.locator("[data-cell='4']").click();
    assert.equal(new URL((await asked).url()).searchParams.get("level"), "club");
    await page.locator("#players summary").click();
    await page.getByLabel("Skill of O").fill("35");
    await page.locator("#side-O", { hasText: "skill 35" }).waitFor();
    assert.equal(await menu.inputValue(), "");
    await close();
});
