// The built project on a plain file server, and from a CDN: a second origin that has the package as it is packed.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves a folder to every origin. */
async function serve(folder) {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, "http://a").pathname).replace(/\/$/, "/index.html");
    const body = await readFile(join(root, path)).catch(() => null);
    // A silent service is no answer either.
    if (path.startsWith("/silent")) return;
    // A path without a file is a service that is away.
    response.writeHead(body ? 200 : 502, { "content-type": TYPES[extname(path)] ?? "text/plain", "access-control-allow-origin": "*" }).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
after(() => browser.close());

async function open(url) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(url);
  return { page, faults };
}

test("a Vite project plays without a server, and its page never waits", async () => {
  const origin = await serve("dist");
  const { page, faults } = await open(origin);
  await page.waitForFunction(() => globalThis.play);
  const { ticks, ...found } = await page.evaluate(() => globalThis.play());
  assert.deepEqual(faults, []);
  assert.match(found.gomoku, /^[a-o]\d+$/);
  assert.ok(ticks > 0, "timers run while the engine searches");
  const { search, records, aborted, move, source } = found;
  assert.deepEqual({ search, records, aborted, move, source }, { search: "book", records: [1, 2, 3, "final"], aborted: "TimeoutError", move: "a2", source: "local" });
  assert.deepEqual(found.closed, ["AbortError", "X"], "a closed engine starts again");
  assert.equal(found.silence, "local", "so does a service that is silent");
  assert.equal(found.own, `${origin} answered 502, Bad Gateway: this is not the service; perhaps a proxy`, "a page asks its own origin");
  assert.ok(found.accuracy > 0);
});

test("a page that has lost its network before the engine was loaded says so, and goes on when it is back", async () => {
  const origin = await serve("dist");
  const { page, faults } = await open(`${origin}/bare.html`);
  await page.waitForFunction(() => globalThis.ask);
  await page.context().setOffline(true);
  const refused = async (reason, words) => {
    const { isUnreachable, message, cause } = await page.evaluate(() => globalThis.ask());
    assert.equal(isUnreachable, true);
    assert.match(message, reason);
    assert.ok(cause.startsWith(words), cause);
    // After a failure there is a pause of three seconds.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now.call(Date) + 5_000;
    });
  };
  await refused(/^no engine: /, `no answer from ${origin}/service: this device is offline`);
  await page.context().setOffline(false);
  for (const [files, reason] of [["**/worker-*", /^no engine: its worker cannot start: is http:.* install-links=true in \.npmrc or server: \{ fs: \{ allow: \[".", folder\] \} \}$/], ["**/*.wasm", /^no engine at http:.*\.wasm: Failed to fetch/]]) {
    await page.route(files, (route) => route.abort());
    await refused(reason, `${origin}/service answered 502, Bad Gateway`);
    await page.unroute(files);
  }
  assert.equal(await page.evaluate(() => globalThis.ask()), "local");
  assert.deepEqual(faults, []);
});

test("without a network, calls are answered after others that were aborted", async () => {
  const { page, faults } = await open(await serve("dist"));
  await page.waitForFunction(() => globalThis.ask);
  await page.evaluate(() => globalThis.prepare());
  await page.context().setOffline(true);
  assert.equal(await page.evaluate(() => globalThis.ask({ game: "tic-tac-toe" })), "local");
  const aborted = { game: "gomoku", moves: "h8 h9", movetime: 2_000 };
  for (let round = 0; round < 3; round += 1) {
    assert.match(await page.evaluate((request) => globalThis.ask(request, 300), aborted), /^TimeoutError: /);
    assert.equal(await page.evaluate(() => globalThis.ask({ game: "tic-tac-toe" })), "local");
  }
  assert.match(await page.evaluate(() => globalThis.askAlone()), /^Unreachable: no engine: its worker cannot start: this device is offline$/);
  await page.context().setOffline(false);
  const [busy, ended] = [page.workers(), []];
  for (const worker of busy) worker.once("close", () => ended.push(worker));
  // On a busy machine a short call ends before its search has begun.
  for (let ms = 300; ended.length === 0; ms *= 2) {
    assert.match(await page.evaluate(([request, ms]) => globalThis.ask(request, ms), [{ ...aborted, movetime: 60_000 }, ms]), /^TimeoutError: /);
    assert.equal(await page.evaluate(() => globalThis.ask({ game: "tic-tac-toe" })), "local");
    for (let tick = 0; tick < 20 && ended.length === 0; tick += 1) await new Promise((end) => setTimeout(end, 50));
  }
  assert.equal(ended.length, 1, "with a network, the search of an aborted call ends with its worker");
  assert.deepEqual(faults, []);
});

test("a bundle has each file of the package once", async () => {
  const assets = new URL("dist/assets/", import.meta.url);
  const files = await readdir(assets);
  for (const name of files.filter((file) => file.endsWith(".js"))) assert.ok(!(await readFile(new URL(name, assets), "utf8")).includes("base64,"), name);
  assert.equal(files.filter((file) => file.startsWith("worker-")).length, 1);
});

test("a page takes the package from a CDN", async () => {
  const [origin, cdn] = [await serve("dist"), await serve("node_modules/inarow")];
  const { page } = await open(origin);
  const name = await page.evaluate(async (url) => {
    const { LocalClient } = await import(url);
    return (await new LocalClient().move({ board: "XO.......", turn: "X" })).move.name;
  }, `${cdn}/local.js`);
  assert.equal(name, "a2");
});
