// The longest tasks of the API reference with a processor four times slower, on a phone and on a laptop: while it loads, at its top and at
// links into it; while it is scrolled from end to end; while calls run. Prints milliseconds, none below 50, and the bytes of the page.
//
//     cd tests/browser && npm ci && node ../../tools/docs_tasks.mjs [http://127.0.0.1:8080 [VISITS]]
//
// Needs playwright-core, which the browser tests have, Chromium, and a service that runs on an idle machine: interruptions of the browser
// count as its time.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(`${root}tests/browser/`)("playwright-core");
const [origin = "http://127.0.0.1:8080", visits = "3"] = process.argv.slice(2);

const VIEWPORTS = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function visit(viewport, hash) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await devtools.send("Network.enable");
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
        globalThis.tasks = [];
        new PerformanceObserver(list => globalThis.tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
    });
    /** The tasks since the last time. */
    const tasks = async () => {
        await page.waitForTimeout(500);
        return page.evaluate(() => globalThis.tasks.splice(0));
    };
    await page.goto(`${origin}/docs${hash}`);
    const [load, loaded] = [await tasks(), bytes];
    for (let turn = 0; turn < 40; turn++) {
        await page.mouse.wheel(0, 1500);
        await page.waitForTimeout(50);
    }
    const scroll = await tasks();
    for (const id of ["v1-move", "v1-review", "openapi.json"]) {
        const part = page.locator(`[id="${id}"]`);
        await part.locator("[data-run]").first().click();
        await part.locator(".state", { hasText: "ms" }).waitFor();
    }
    const run = await tasks();
    await context.close();
    return `${loaded} bytes; load ${load}; scroll ${scroll}; run ${run}`;
}

for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    for (const hash of ["", "#v1-move", "#Problem"]) {
        for (let turn = 0; turn < Number(visits); turn++) console.log(device, hash || "top", await visit(viewport, hash));
    }
}
await browser.close();
