// The page of the JavaScript package's examples, from a file server of another origin.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "./server.mjs";
import { postpone } from "./steps.mjs";

const { origin, browser } = await start();
const root = fileURLToPath(new URL("../../clients/js", import.meta.url));
const files = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://a").pathname;
    const body = await readFile(`${root}${path}`).catch(() => null);
    response.writeHead(body ? 200 : 404, { "content-type": path.endsWith(".js") ? "text/javascript" : "text/html" }).end(body);
});
await new Promise(ready => files.listen(0, "127.0.0.1", ready));
after(() => {
    files.closeAllConnections();
    files.close();
});

async function open() {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", error => faults.push(String(error)));
    await page.goto(`http://127.0.0.1:${files.address().port}/examples/game.html?service=${origin}`);
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
        body: JSON.stringify({ code: "invalid-request", status: 422, title: "t", detail: "d", errors: [{ pointer: "/moves/0", code: "column-full", detail: "column 4 (d) is full" }] }),
    }));
    await drop(4);
    await said("This column is full");
    assert.deepEqual(await stones(), [0, 0]);
    await page.unroute("**/v1/move?*");
    await drop(3);
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(await stones(), [1, 1]);
    assert.deepEqual(faults, []);
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

/** The service refuses for a minute after so many calls; what this returns lets it answer again. */
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
    [1, [0, 0], "The service is busy: try again in 60 s"],
    [2, [1, 1], "Your move. The bar is that of an earlier move. The service is busy: try again in 60 s"],
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
