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
            "best": "best move", "only-move": "only move", "threw-away-draw": "let a draw slip", "hastened": "loses sooner", "prolonged": "a slower win",
        }[label];
        assert.ok(words, label);
        assert.equal((await page.locator(`[data-ply="${ply}"] .label`).textContent()).trim(), words, `move ${ply}`);
    }
    const { X, O } = answer.sides;
    assert.equal(await page.locator(".accuracy").textContent(), `Accuracy: you ${Math.round(X.accuracy)} % · Moss ${Math.round(O.accuracy)} %`);
    assert.match(await page.locator(".graph svg").getAttribute("aria-label"), /O b3 let a draw slip/);
    assert.equal(await page.locator(".graph .slip").count(), answer.moves.filter(move => move.label === "threw-away-draw").length);
    await page.locator('[data-ply="2"]').click();
    await taken(page, 2);
    assert.match(await page.locator(".move-detail").textContent(), /^O b3: let a draw slip, loss in 3 moves\..*Gives X the win.*Better was a3: draw\./);
    assert.equal(await page.locator('[aria-current="step"]').getAttribute("data-ply"), "2");
    await shot("review-light");
    // The engine waits: a look at a position is no move in it.
    await page.locator('[data-ply="3"]').press("Enter");
    await taken(page, 3);
    await page.waitForTimeout(500);
    assert.equal(await page.locator(".cell.taken").count(), 3);
    await page.locator('[data-ply="7"]').click();
    await says(page, "X wins!");
    await close();
});

test("a review says what it needs, and a refusal in words", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=analysis", { expected: /status of 422/ });
    await page.locator("#game-review", { hasText: "listed here as they are made" }).waitFor();
    await page.uncheck("#scores");
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
    assert.equal((await page.locator('[data-ply="1"] .label').textContent()).trim(), "let a win slip");
    assert.equal((await page.locator('[data-ply="2"] .label').textContent()).trim(), "only move");
    await page.locator('[data-ply="1"]').click();
    await taken(page, 5);
    assert.match(await page.locator(".move-detail").textContent(), /^X a1: let a win slip, loss in 1 move\..*Better was c3: win in 1 move\./);
    await close();
});

test("a hint with its reason, above the fold on a phone", async () => {
    const { page, close } = await openPage(browser, origin, "/?board=XX.OO....&turn=X", { viewport: PHONE });
    await says(page, "Your move");
    await page.click("#hint");
    const words = page.locator("#outlook", { hasText: "Try c3: it wins in 1 move. Completes" });
    await words.waitFor();
    const { y, height } = await words.boundingBox();
    assert.ok(y + height < PHONE.height - 64, `the reason ends at ${y + height}`);
    assert.match(await page.locator("[data-cell='2']").getAttribute("class"), /hinted/);
    assert.match(await page.locator("[data-cell='2']").getAttribute("aria-label"), /hint/);
    await close();
});

test("levels have faces; their skill is an advanced setting", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe&tab=opponents", { viewport: PHONE });
    await says(page, "X to move");
    const { levels } = await (await fetch(`${origin}/v1/games`)).json();
    const menu = page.getByLabel("Level of O");
    await menu.waitFor();
    assert.deepEqual(await menu.locator("option").evaluateAll(options => options.map(option => option.value)), levels.map(level => level.name));
    assert.ok(!await page.getByLabel("Skill of O").isVisible());
    await menu.selectOption("club");
    await page.getByText(levels.find(level => level.name === "club").description).waitFor();
    const asked = page.waitForRequest(/\/v1\/move/);
    await page.locator("[data-cell='4']").click();
    assert.equal(new URL((await asked).url()).searchParams.get("level"), "club");
    await page.locator("#players summary").click();
    await page.getByLabel("Skill of O").fill("35");
    await page.locator("#who", { hasText: "Skill 35" }).or(page.locator("#players output", { hasText: "35" })).first().waitFor();
    assert.equal(await menu.inputValue(), "");
    await close();
});
