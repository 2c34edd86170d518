// The package clients/js on a page of another origin, as an app would load it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { start, WAIT_MS } from "./server.mjs";
import { postpone } from "./steps.mjs";

const { origin, browser } = await start();
const folder = new URL("../../clients/js/", import.meta.url);
const app = createServer(async (request, response) => {
    if (request.url === "/") return response.setHeader("content-type", "text/html").end("<!doctype html><title>An app</title>");
    const module = await readFile(new URL(`.${request.url}`, folder)).catch(() => null);
    response.statusCode = module ? 200 : 404;
    return response.setHeader("content-type", "text/javascript").end(module);
});
await new Promise(ready => app.listen(0, "127.0.0.1", ready));
after(() => {
    app.closeAllConnections();
    app.close();
});

async function open() {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(`http://127.0.0.1:${app.address().port}/`);
    return { page, context };
}

test("moves, streams and problems", async () => {
    const { page, context } = await open();
    const seen = await page.evaluate(async origin => {
        const { Client, Problem } = await import("/index.js");
        const client = new Client(origin, { key: "a key needs a preflight" });
        const { move } = await client.move({ board: "XO.......", turn: "X" });
        const depths = [];
        for await (const record of client.streamMove({ game: "connect-four", moves: "4453", depth: 3 })) depths.push(record.final || record.depth);
        const problem = await client.move({ board: "XO" }).catch(error => error);
        return [move.name, depths, problem instanceof Problem && problem.code, problem.errors[0].pointer];
    }, origin);
    assert.deepEqual(seen, ["a2", [1, 2, 3, true], "invalid-request", "/board"]);
    await context.close();
});

test("a busy service is asked again, as late as it says", async () => {
    const { page, context } = await open();
    const asked = [];
    await page.route(/\/v1\/move/, route => {
        asked.push(Date.now());
        return asked.length > 1 ? route.continue() : postpone(route, 503, 2);
    });
    const name = await page.evaluate(async origin => {
        const { Client } = await import("/index.js");
        return (await new Client(origin).move({ board: "XO.......", turn: "X" })).move.name;
    }, origin);
    assert.equal(name, "a2");
    assert.ok(asked[1] - asked[0] >= 1_990, `${asked[1] - asked[0]} ms`);
    await context.close();
});

test("while all connections of the browser are busy, a service that searches is not silent", async () => {
    const { page, context } = await open();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    // The clock of the page is not that of its signals.
    await page.evaluate(() => (AbortSignal.timeout = () => new AbortController().signal));
    const [searches, questions] = [[], []];
    const service = createServer((request, response) => {
        response.setHeader("access-control-allow-origin", "*");
        if (request.method === "HEAD") questions.push(() => response.end());
        else searches.push(() => response.setHeader("content-type", "application/json").end('{"move":null}'));
    });
    await new Promise(ready => service.listen(0, "127.0.0.1", ready));
    after(() => {
        service.closeAllConnections();
        service.close();
    });
    const until = async (what, isTrue) => {
        for (const endMs = Date.now() + WAIT_MS; !isTrue(); await new Promise(setImmediate)) assert.ok(Date.now() < endMs, `${what}: ${searches.length} searches, ${questions.length} questions`);
    };
    const asked = [];
    page.on("request", request => asked.push(request.method()));
    const sources = page.evaluate(async address => {
        const { Client } = await import("/index.js");
        const client = new Client(address, { fallback: "local", timeoutMs: 600_000 });
        globalThis.settled = 0;
        const calls = Array.from({ length: 8 }, (_, cell) => client.move({ moves: [cell] }).finally(() => (globalThis.settled += 1)));
        return (await Promise.all(calls)).map(({ source }) => source ?? "service");
    }, `http://127.0.0.1:${service.address().port}`);
    // A failure before its end is told where it is awaited.
    sources.catch(() => {});
    await until("six are asked at once", () => searches.length === 6);
    await page.clock.runFor(20_000);
    assert.ok(!asked.includes("HEAD"), "a question would wait for a connection");
    for (let ended = 0; ended < 3; ended += 1) searches[ended]();
    await until("the others follow", () => searches.length === 8);
    await page.waitForFunction(() => globalThis.settled === 3, undefined, { polling: 50 });
    // Every call finds the service silent before the question is answered.
    await page.clock.runFor(4_000);
    await until("the service is asked whether it is there", () => questions.length > 0);
    for (const end of [...questions, ...searches.slice(3)]) end();
    assert.deepEqual(await sources, Array(8).fill("service"));
    assert.equal(questions.length, 1, "one question is for all");
    await context.close();
});

test("tic-tac-toe without a network", async () => {
    const { page, context } = await open();
    const name = await page.evaluate(async () => {
        const { move } = await import("/offline.js");
        globalThis.offlineMove = move;
        return move().move.name;
    });
    assert.equal(name, "a3");
    await context.setOffline(true);
    assert.equal(await page.evaluate(() => globalThis.offlineMove({ board: "XO.......", turn: "X" }).move.name), "a2");
    await context.close();
});
