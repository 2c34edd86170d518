// The page of the JavaScript package's examples, from a file server of another origin.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "./server.mjs";

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
    const drop = column => page.locator(`#board button:nth-child(${column})`).click();
    const stones = () => page.evaluate(() => ["X", "O"].map(side => document.querySelectorAll(`#board .${side}`).length));
    return { page, faults, said, drop, stones };
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
    await said("column 4 (d) is full");
    assert.deepEqual(await stones(), [0, 0]);
    await page.unroute("**/v1/move?*");
    await drop(3);
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    assert.deepEqual(await stones(), [1, 1]);
    assert.deepEqual(faults, []);
    await page.close();
});
