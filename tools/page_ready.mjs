// How long the page takes on a slow phone: 1.6 Mbit/s, 150 ms to an answer, a processor four times slower. Prints for each visit the
// milliseconds from the start of the visit to a board that can be played on, the bytes and the requests up to then.
//
//     cd tests/browser && npm ci && node ../../tools/page_ready.mjs [http://127.0.0.1:8080 [VISITS]]
//
// Needs playwright-core, which the browser tests have, Chromium, and a service that runs, best a release build on an idle machine.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(`${root}tests/browser/`)("playwright-core");
const [origin = "http://127.0.0.1:8080", visits = "5"] = process.argv.slice(2);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (let visit = 0; visit < Number(visits); visit++) {
    // A new profile: nothing is in a cache.
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    let [bytes, requests] = [0, 0];
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
        bytes += encodedDataLength;
        requests++;
    });
    await devtools.send("Network.enable");
    const bytesPerSecond = 1.6e6 / 8;
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    // The page itself looks at every frame: a browser that is asked from outside answers late while its processor is slow. The heading
    // is hidden while the first screen says which side the visitor has, and has its text as soon as the board is there.
    await page.addInitScript(() => {
        const look = () => {
            if (document.querySelector("#status")?.textContent === "Your move") performance.mark("ready");
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    await page.goto(origin, { waitUntil: "commit" });
    const ready = await page.waitForFunction(() => performance.getEntriesByName("ready")[0]?.startTime);
    console.log(`${Math.round(Number(await ready.jsonValue()))} ms, ${bytes} bytes, ${requests} requests`);
    await context.close();
}
await browser.close();
