// The colours that a visitor chooses, and the installed page without a network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.mjs";
import { DESKTOP, openPage, PHONE, start, startServer, TABLET, WAIT_MS } from "./server.mjs";
import { addressOf, becomes } from "./steps.mjs";

const { origin, browser } = await start();

const paper = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
/** Waits until the page has these colours: a style sheet comes after the body. */
const isOf = (page, colours) => page.waitForFunction(([source]) => new RegExp(source).test(getComputedStyle(document.body).backgroundColor), [colours.source]);
const [LIGHT, DARK] = [/^rgb\(24\d, 24\d, 2[34]\d\)$/, /^rgb\(1\d, 1\d, 2\d\)$/];

test("the colours are the system's, light or dark by a button, and the choice is kept", async () => {
    const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { scheme: "dark" });
    const button = page.locator("#theme");
    await isOf(page, DARK);
    await page.locator("#theme[aria-label='Light or dark: as the device']").waitFor();
    await button.click();
    await page.locator("#theme[aria-label='Light or dark: light']").waitFor();
    await isOf(page, LIGHT);
    assert.equal(await page.locator("meta[name=theme-color]").first().getAttribute("content"), await paper(page));
    // Other pages have the chosen colours, from the first paint on.
    for (const path of ["/docs", "/offline", "/?game=tic-tac-toe"]) {
        await page.goto(origin + path, { waitUntil: "commit" });
        await page.locator("body").waitFor({ state: "attached" });
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light", path);
        await isOf(page, LIGHT);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("#theme[data-choice=light]").click();
    await isOf(page, DARK);
    await page.locator("#theme").click();
    await isOf(page, LIGHT);
    await becomes(() => page.evaluate(() => document.documentElement.dataset.theme), undefined);
    await close();
});

test("on a phone More has all three, by name", async () => {
    const { page, close, shot } = await openPage(browser, origin, "/?game=tic-tac-toe", { viewport: PHONE });
    await page.locator("#more:not([disabled])").waitFor();
    await page.click("#more");
    const choices = page.locator("#sheet").getByRole("radiogroup", { name: "Light or dark" });
    await becomes(() => choices.locator("label").allTextContents(), ["As the device", "Light", "Dark"]);
    assert.ok(await choices.getByLabel("As the device").isChecked());
    await choices.getByLabel("Dark").check();
    await isOf(page, DARK);
    await choices.scrollIntoViewIfNeeded();
    await shot("theme-phone");
    await page.reload();
    await isOf(page, DARK);
    await page.locator("#more:not([disabled])").waitFor();
    await page.click("#more");
    await choices.getByLabel("As the device").check();
    await isOf(page, LIGHT);
    await close();
});

test("without a network the page says so, and goes on when there is one; with one it is never an old page", async () => {
    const server = await startServer();
    // The browser says that it could not load, which is the point.
    const { page, close, shot } = await openPage(browser, server.origin, "/?game=tic-tac-toe&moves=b2", {
        viewport: PHONE, expected: /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource/,
    });
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
        const [name, ...others] = await caches.keys();
        return { others, paths: (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname.split("/").at(-1)) };
    });
    assert.deepEqual(kept, { others: [], paths: ["offline", "style.css", "offline.css", "theme.js", "offline.js", "icon.svg"] });
    // Online, every page is the service's own.
    const again = page.waitForResponse(response => new URL(response.url()).pathname === "/");
    await page.reload();
    assert.equal((await again).status(), 200);
    await page.locator(".cell.taken").waitFor();
    const address = await addressOf(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("heading", { name: "You are offline." }).waitFor();
    assert.equal(await addressOf(page), address);
    await isOf(page, LIGHT);
    await page.waitForFunction(() => document.querySelector("img").naturalWidth > 0);
    await shot("offline");
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "You are offline." }).waitFor();
    await page.context().setOffline(false);
    await page.locator("#board .cell").first().waitFor();
    assert.equal(await addressOf(page), address);
    await close();
    await server.stop();
});

test("the page for the time without a network is accessible", async () => {
    for (const [viewport, scheme] of [[PHONE, "light"], [TABLET, "dark"], [DESKTOP, "light"]]) {
        const context = await browser.newContext({ viewport, colorScheme: scheme });
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT_MS);
        await page.goto(`${origin}/offline`);
        await check(page, "offline");
        await context.close();
    }
});
