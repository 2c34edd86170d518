// The same flight in Firefox ESR: one visit with the service, then without.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import { startServer } from "../server.mjs";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const WAIT = { timeout: 60_000 };

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, ...WAIT });
after(() => browser.close());
const server = await startServer();
const page = await browser.newPage();
await page.goto(server.origin);
await page.evaluate(async () => void await navigator.serviceWorker.ready);
await server.stop();

const visit = async path => {
    await page.goto(server.origin + path);
    await page.waitForSelector("#board .cell", WAIT);
};

test("without a service, Firefox plays, reviews and poses a puzzle", async () => {
    for (const [game, cell] of [["tic-tac-toe", 4], ["connect-four", 38], ["gomoku", 112]]) {
        await visit(`/?game=${game}`);
        await page.click(`[data-cell="${cell}"]`);
        await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 2, WAIT);
        assert.equal(await page.$eval(".source-note", note => note.textContent), "No service: this device answers.", game);
    }
    await visit("/?moves=b2,b3,a3,c1,a2,c2,a1&tab=analysis");
    await page.waitForSelector(".accuracy", WAIT);
    await visit("/?view=puzzle");
    await page.waitForSelector(".beads .now", WAIT);
    await page.waitForFunction(() => /\p{L}/u.test(document.querySelector("#ask").textContent), WAIT);
});
