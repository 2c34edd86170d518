// The examples of the JavaScript package, from a file server of another origin.

import assert from "node:assert/strict";
import { test } from "node:test";
import { servePackage } from "./package_files.mjs";
import { start, WAIT_MS } from "./server.mjs";
import { postpone } from "./steps.mjs";

const { origin, browser } = await start();
const files = await servePackage();

async function open() {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const faults = [];
    page.on("pageerror", error => faults.push(String(error)));
    await page.goto(`${files}/examples/game.html?service=${origin}`);
    const said = text => page.waitForFunction(text => document.getElementById("state").textContent.includes(text), text);
    const text = () => page.evaluate(() => document.getElementById("state").textContent);
    const drop = column => page.locator(`#board button:nth-child(${column})`).click();
    const stones = () => page.evaluate(() => ["X", "O"].map(side => document.querySelectorAll(`#board .${side}`).length));
    return { page, faults, said, text, drop, stones };
}

test("a person plays the level, with a bar", async () => {
    const { page, faults, said, drop, stones } = await open();
    await said("Your move");
    await drop(4);
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(await stones(), [1, 1]);
    await page.waitForFunction(() => document.getElementById("bar").value !== 0.5);
    const bar = await page.evaluate(() => document.getElementById("bar").value);
    assert.ok(bar >= 0 && bar <= 1, `${bar}`);
    await page.locator("#again").click();
    assert.deepEqual(await stones(), [0, 0]);
    assert.deepEqual(faults, []);
    await page.close();
});

test("a refusal is said, and the game goes on", async () => {
    const { page, faults, said, drop, stones } = await open();
    await said("Your move");
    await page.route("**/v1/move?*", route => route.fulfill({
        status: 422,
        headers: { "content-type": "application/problem+json", "access-control-allow-origin": "*" },
        body: JSON.stringify({ code: "invalid-request", status: 422, title: "t", detail: "the level is unknown", errors: [] }),
    }));
    await drop(4);
    await said("The service refuses (the level is unknown)");
    assert.deepEqual(await stones(), [0, 0]);
    await page.unroute("**/v1/move?*");
    await drop(3);
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(await stones(), [1, 1]);
    assert.deepEqual(faults, []);
    await page.close();
});

test("a full column is said without a call", async () => {
    const { page, faults, said, drop, stones } = await open();
    await said("Your move");
    // The level answers in the same column.
    await page.route("**/v1/move?*", route => {
        const url = new URL(route.request().url());
        url.searchParams.set("searchMoves", "d");
        return route.continue({ url: url.searchParams.has("level") ? url.href : undefined });
    });
    for (const count of [1, 2, 3]) {
        await drop(4);
        await page.waitForFunction(count => document.querySelectorAll("#board .O").length === count, count);
        await said("Your move");
    }
    await drop(4);
    await said("This column is full");
    assert.deepEqual(await stones(), [3, 3]);
    assert.deepEqual(faults, []);
    await page.close();
});

test("a turn is one call, and one for the bar", async () => {
    const { page, said, drop } = await open();
    await said("Your move");
    const paths = [];
    page.on("request", request => paths.push(new URL(request.url()).pathname));
    await drop(4);
    await page.waitForFunction(() => document.getElementById("bar").value !== 0.5);
    assert.deepEqual(paths, ["/v1/move", "/v1/move"]);
    await page.close();
});

test("a service that is busy for a while is waited for, which the page says", async () => {
    const { page, faults, said, drop, stones } = await open();
    await said("Your move");
    await page.route("**/v1/**", route => postpone(route, 503, 1), { times: 1 });
    await drop(4);
    await page.waitForFunction(() => /^The service is busy: again in [12] s$/.test(document.getElementById("wait").textContent));
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(await stones(), [1, 1]);
    await page.waitForFunction(() => document.getElementById("wait").textContent === "");
    assert.deepEqual(faults, []);
    await page.close();
});

/** The service refuses for a minute after so many calls; the returned function lets it answer again. */
async function refuseAfter(page, count) {
    let calls = 0;
    const refuse = route => {
        calls += 1;
        return calls <= count ? route.continue() : route.fulfill({
            status: 429,
            headers: {
                "content-type": "application/problem+json", "retry-after": "60",
                "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after",
            },
            body: JSON.stringify({ code: "too-many-requests", status: 429, title: "Too many requests", detail: "rate limit exceeded", errors: [] }),
        });
    };
    await page.route("**/v1/**", refuse);
    return () => page.unroute("**/v1/**", refuse);
}

for (const [count, stands, words] of [
    [0, [0, 0], "The service is busy: try again in 60 s"],
    [1, [1, 1], "Your move. The bar is that of an earlier move. The service is busy: try again in 60 s"],
]) {
    test(`a service that asks for patience after ${count} calls says so, and the game goes on`, async () => {
        const { page, faults, said, text, drop, stones } = await open();
        const answerAgain = await refuseAfter(page, count);
        await drop(4);
        await said("60 s");
        assert.equal(await text(), words);
        assert.deepEqual(await stones(), stands);
        await answerAgain();
        await drop(3);
        const [, level] = stands;
        await page.waitForFunction(level => document.querySelectorAll("#board .O").length === level + 1, level);
        assert.deepEqual(await stones(), stands.map(stones => stones + 1));
        await said("Your move");
        assert.deepEqual(faults, []);
        await page.close();
    });
}

test("without a network, and before the engine was loaded, the page says that the service is away", async () => {
    const { page, faults, said, text, drop, stones } = await open();
    await said("Your move");
    await page.context().setOffline(true);
    await drop(4);
    await said("away");
    assert.equal(await text(), "The service is away: try again");
    assert.deepEqual(await stones(), [0, 0]);
    await page.context().setOffline(false);
    await drop(3);
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(faults, []);
    await page.close();
});

test("the screen in TypeScript: a level, a turn, the bar, a hint, a move back, a puzzle to its end, a review", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const faults = [];
    page.on("pageerror", error => faults.push(String(error)));
    await page.goto(`${files}/screen?service=${origin}`);
    const said = text => page.waitForFunction(text => document.querySelector("#game p").textContent.includes(text), text);
    const press = name => page.getByRole("button", { name, exact: true }).click();
    const stones = () => page.evaluate(() => document.querySelectorAll("#game button[aria-label$=' X'], #game button[aria-label$=' O']").length);
    await page.getByLabel("Level").selectOption("expert");
    const asked = page.waitForRequest(request => request.url().includes("level="));
    await press("d1 empty");
    assert.equal(new URL((await asked).url()).searchParams.get("level"), "expert");
    await page.waitForFunction(() => document.querySelectorAll("#game button[aria-label$=' O']").length === 1);
    await said("Your turn");
    await page.waitForFunction(() => document.querySelector("#game meter").value > 0.9 && /^X wins in \d+ moves$/.test(document.querySelector("#game meter").title));
    await press("Hint");
    await page.locator("#game button", { hasText: "?" }).waitFor();
    assert.equal(await stones(), 2);
    // A turn that is taken back while the level thinks takes no earlier one with it.
    await page.route("**/v1/move?*", () => {}, { times: 1 });
    await press("a1 empty");
    await said("Thinking");
    assert.equal(await stones(), 3);
    await press("Undo");
    assert.equal(await stones(), 2);
    await press("Undo");
    assert.equal(await stones(), 0);
    await page.route("**/v1/move?*", route => route.fulfill({
        headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
        body: JSON.stringify({ move: { name: "d1", cell: 38 }, reasons: [] }),
    }), { times: 1 });
    await press("Hint");
    await said("d1. The engine's choice.");
    await page.setViewportSize({ width: 390, height: 700 });
    await press("Gomoku");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await press("h8 empty");
    await page.waitForFunction(() => document.querySelectorAll("#game button[aria-label$=' O']").length === 1);
    // Two moves win as soon at the end, b2 and f2; the solution has b2.
    await page.route("**/v1/puzzles?*", route => route.continue({ url: `${origin}/v1/puzzles?game=connect-four&seed=1` }));
    await press("Puzzle");
    await said("only one move wins");
    await press("a2 empty");
    await said("gives it away");
    await press("c6 empty");
    await said("Right. Your turn");
    await press("f6 empty");
    await said("O wins");
    assert.equal(await page.locator("#game meter").isVisible(), false);
    await press("Review");
    await page.waitForFunction(() => /^\d+\. [a-g]\d: .* wins in \d+ move/.test(document.querySelector("#game p").textContent));
    // The next act stops a review.
    await page.route("**/v1/review?*", () => {}, { times: 1 });
    await press("Review");
    await press("Connect Four");
    await said("Your turn");
    assert.deepEqual(faults, []);
    await page.close();
});
