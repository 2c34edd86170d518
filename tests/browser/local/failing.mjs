// Something between the page and its service says that it fails: the page of a service that was built with an engine as WebAssembly
// (INAROW_WASM) plays on.

import assert from "node:assert/strict";
import http from "node:http";
import { once } from "node:events";
import { after, test } from "node:test";
import { openPage, start } from "../server.mjs";
import { cell, taken, textsAre } from "../steps.mjs";

const { origin: service, browser } = await start();

/** What the proxy answers in place of the service, if anything. */
let failure = null;
const proxy = http.createServer((request, response) => {
    if (failure) {
        response.writeHead(failure.status, failure.headers).end(failure.body);
        return;
    }
    const { method, headers, url } = request;
    const passed = http.request(service + url, { method, headers }, answer => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
    });
    // The service or the page may hang up.
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");
after(() => {
    proxy.close();
    proxy.closeAllConnections();
});
const origin = `http://127.0.0.1:${proxy.address().port}`;

const { page, close } = await openPage(browser, origin, "/?game=tic-tac-toe", { expected: /Failed to load resource/ });
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
await page.locator("#hint:not([disabled])").waitFor();

/** The next answer of an endpoint that is no refusal. */
const answer = endpoint => page.waitForResponse(response => response.ok() && new URL(response.url()).pathname === `/v1/${endpoint}`);

test("a page of a proxy is no answer: the device answers, and says so", async () => {
    failure = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
    const answered = answer("move");
    await cell(page, 4).click();
    assert.equal((await answered).headers()["x-inarow-source"], "local");
    await taken(page, 2);
    await textsAre(page, ".source-note", ["No service: this device answers."]);
});

test("the service answers again as soon as it can", async () => {
    failure = null;
    await page.locator(".source-note").waitFor({ state: "detached" });
    const answered = answer("analysis");
    await page.click("#hint");
    assert.equal((await answered).headers()["x-inarow-source"], undefined);
});

test("a refusal by the service itself is shown, and not answered here", async () => {
    failure = {
        status: 500,
        headers: { "content-type": "application/problem+json" },
        body: JSON.stringify({ type: "about:blank", code: "internal", status: 500, title: "Internal error", detail: "An error of the service.", errors: [] }),
    };
    const refused = page.waitForResponse(response => response.status() === 500);
    await page.locator("#board .cell:not([aria-disabled=true])").first().click();
    assert.equal((await refused).headers()["x-inarow-source"], undefined);
    await page.locator("#problem, [role=alert]").filter({ hasText: /\S/ }).first().waitFor();
    assert.equal(await page.locator(".source-note").count(), 0);
    await close();
});
