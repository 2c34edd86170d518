// A client with a fallback whose engine is still on its way: a test holds its download.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { Client, Unreachable } from "inarow";
import { prepare } from "inarow/local";
import { startOwn } from "./server.mjs";

const request = { board: "XO.......", turn: "X" };
const JSON_HEADERS = { "content-type": "application/json" };
const SERVED = JSON.stringify({ move: { name: "c1" } });
const module = await readFile(new URL("../inarow-small.wasm", import.meta.url));

/** An event that happens once, and the calls that wait for it. */
function event() {
  let happen;
  const happened = new Promise((resolve) => (happen = resolve));
  return { happen, happened };
}

let held = event();
let isTrickling = false;
const engines = await startOwn((_, response) => {
  let sent = 1000;
  response.writeHead(200, { "content-type": "application/wasm" }).write(module.subarray(0, sent));
  // A download that makes progress is not given up, however long the tests take.
  const trickle = setInterval(() => isTrickling && response.write(module.subarray(sent, (sent += 1))), 500);
  response.once("close", () => clearInterval(trickle));
  const finish = () => {
    clearInterval(trickle);
    response.end(module.subarray(sent));
  };
  held.happen({ response, finish });
});
const engine = `${engines.origin}/inarow-small.wasm`;

/** Begins a download, or waits for the one that runs. */
function begin() {
  const loading = prepare({ engine });
  loading.catch(() => {});
  return loading;
}

async function records(stream) {
  const found = [];
  for await (const record of stream) found.push(record);
  return found;
}

test("a download of which nothing comes is given up, and begins anew", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  // An engine that is named replaces another that is on its way, and calls that wait for that wait for this.
  const others = prepare();
  const loading = begin();
  const { response: first } = await held.happened;
  const closed = new Promise((resolve) => first.once("close", resolve));
  held = event();
  // The part that has come starts the time anew, whenever it is heard of.
  const ticks = setInterval(() => mock.timers.tick(10_000), 20);
  after(() => clearInterval(ticks));
  const given = { name: "Unreachable", message: "no engine: nothing of it came within 30000 ms" };
  for (const waiting of [loading, others]) await assert.rejects(waiting, given);
  clearInterval(ticks);
  await assert.rejects(new Client("http://127.0.0.1:9", { fallback: "local", retries: 0 }).move(request), given, "a call just after it does not begin anew");
  await closed;
  mock.timers.reset();
  isTrickling = true;
  begin();
  await held.happened;
});

test("while its engine loads, a client goes on asking the service as without a fallback", async () => {
  begin();
  await held.happened;
  let failures = 0;
  const { origin, paths } = await startOwn((asked, response) => {
    if ((failures += 1) % 3) asked.socket.destroy();
    else response.writeHead(200, JSON_HEADERS).end(asked.headers.accept.includes("ndjson") ? `${JSON.stringify({ final: true, move: { name: "c1" } })}\n` : SERVED);
  });
  const told = [];
  const client = new Client(origin, { fallback: "local-when-busy", onRetry: ({ attempt }) => told.push(attempt), onFallback: assert.fail });
  assert.deepEqual(await client.move(request), { move: { name: "c1" } });
  assert.equal((await records(client.streamMove(request))).at(-1).move.name, "c1");
  assert.deepEqual([told, paths.length], [[1, 2, 1, 2], 6]);
});

test("while its engine loads, a busy service is waited for", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  mock.method(Math, "random", () => 0);
  const start = Date.now();
  const times = [];
  const fetch = async () => {
    times.push(Date.now() - start);
    return times.length < 3 ? new Response('{"code":"saturated","status":503}', { status: 503, headers: { "retry-after": "5" } }) : new Response(SERVED, { headers: JSON_HEADERS });
  };
  const answer = new Client("http://service", { fallback: "local-when-busy", fetch, onFallback: assert.fail }).move(request);
  while (times.length < 3) {
    await new Promise(setImmediate);
    mock.timers.tick(1000);
  }
  assert.deepEqual([(await answer).move.name, times], ["c1", [0, 5000, 10_000]]);
});

test("a service that is silent may still answer while the engine loads", async () => {
  let release;
  const questioned = new Promise((resolve) => (release = resolve));
  const { origin } = await startOwn(async ({ url }, response) => {
    // The second question fails, and then the first is answered.
    if (url.includes("games")) release(response.destroy());
    else response.writeHead(200, JSON_HEADERS).end(await questioned.then(() => SERVED));
  });
  assert.equal((await new Client(origin, { fallback: "local", timeoutMs: 600_000, onFallback: assert.fail }).move(request)).move.name, "c1");
});

test("the time of a call holds for the download, too, and no engine is said to answer", async () => {
  for (const [origin, name] of [["http://127.0.0.1:9", "Unreachable"], [(await startOwn(() => {})).origin, "TimeoutError"]]) {
    const client = new Client(origin, { fallback: "local", retries: 0, onFallback: assert.fail });
    for (const call of [(options) => client.move(request, options), (options) => records(client.streamMove(request, options))]) {
      const error = await call({ timeoutMs: 500 }).then(assert.fail, (found) => found);
      assert.ok(error instanceof Unreachable);
      assert.deepEqual([error.message, error.cause.name], [`no engine: no answer from ${origin} within 500 ms`, name]);
    }
  }
});

test("a caller may abort while the engine loads", async () => {
  const client = new Client("http://127.0.0.1:9", { fallback: "local", retries: 0, timeoutMs: 600_000, onFallback: assert.fail });
  const controller = new AbortController();
  const reason = new Error("the player has gone");
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(client.move(request, { signal: controller.signal }), reason);
});

test("what comes first is taken: the engine once it is loaded, but no stream that has begun is cut off", async () => {
  const [begun, ended, asked] = [event(), event(), event()];
  const service = await startOwn(async (request, response) => {
    if (begun.isTried) {
      response.writeHead(200, {}).write('{"final":false,"depth":1}\n');
      response.end(await ended.happened.then(() => '{"final":true}\n'));
    } else {
      begun.isTried = true;
      request.socket.destroy();
    }
  });
  const stream = new Client(service.origin, { fallback: "local", timeoutMs: 600_000, onFallback: assert.fail }).streamMove(request);
  assert.equal((await stream.next()).value.depth, 1);
  const silent = await startOwn(() => asked.happen());
  const told = [];
  const client = new Client(silent.origin, { fallback: "local", timeoutMs: 600_000, onFallback: ({ cause }) => told.push(cause.name) });
  const gone = new Client("http://127.0.0.1:9", { fallback: "local", timeoutMs: 600_000, onFallback: ({ cause }) => told.push(cause.name) });
  const calls = [gone.move(request), records(gone.streamMove(request)).then((found) => found.at(-1))];
  const late = client.move(request);
  await asked.happened;
  (await held.happened).finish();
  for (const call of calls) assert.deepEqual(await call.then(({ move, source }) => [move.name, source]), ["a2", "local"]);
  assert.equal((await late).source, "local");
  assert.deepEqual(told, ["Unreachable", "Unreachable", "TimeoutError"]);
  ended.happen();
  assert.deepEqual((await records(stream)), [{ final: true }]);
  await prepare();
  await begin();
  await assert.rejects(prepare({ engine: "whole" }), { name: "TypeError", message: "the fallback has another engine already: call prepare before the first call" });
  // The small engine has no book.
  assert.notEqual((await gone.move({ game: "connect-four", nodes: 100 })).search.source, "book");
});
