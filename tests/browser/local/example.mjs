// The examples of the JavaScript package, with its engine: a game goes on where the service is busy or away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { servePackage } from "../package_files.mjs";
import { start } from "../server.mjs";

const { origin, browser } = await start();
const files = await servePackage(true);

async function open(path) {
    const page = await browser.newPage();
    const faults = [];
    const engine = page.waitForResponse(response => response.url().endsWith(".wasm"));
    page.on("pageerror", error => faults.push(String(error)));
    await page.goto(`${files}${path}?service=${origin}`);
    return { page, faults, engine };
}

test("the page does not wait for a service that is busy for a minute", async () => {
    const { page, faults } = await open("/examples/game.html");
    await page.route("**/v1/**", route => route.fulfill({
        status: 503,
        headers: { "content-type": "application/problem+json", "retry-after": "60", "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" },
        body: JSON.stringify({ code: "saturated", status: 503, title: "All searches are busy", detail: "busy", errors: [] }),
    }));
    await page.locator("#board button:nth-child(4)").click();
    await page.waitForFunction(() => document.querySelectorAll("#board .O").length === 1);
    await page.waitForFunction(() => document.getElementById("bar").value !== 0.5);
    assert.equal(await page.locator("#wait").textContent(), "");
    assert.deepEqual(faults, []);
    await page.close();
});

test("the screen plays on without a network", async () => {
    const { page, faults, engine } = await open("/screen");
    // The engine is loaded ahead.
    await (await engine).finished();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "d1 empty" }).click();
    await page.waitForFunction(() => document.querySelector("#game p").textContent === "Your turn, without the service");
    await page.getByRole("button", { name: "Puzzle" }).click();
    await page.waitForFunction(() => document.querySelector("#game p").textContent.includes("only one move"));
    assert.deepEqual(faults, []);
    await page.close();
});
