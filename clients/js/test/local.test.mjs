import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Client, Problem, Unreachable } from "inarow";
import { LocalClient, prepare } from "inarow/local";
import { errorMessage } from "inarow/words";
import { startServer } from "./server.mjs";

const origin = await startServer();
const service = new Client(origin, { timeoutMs: 600_000 });
const settings = { movetimeMsMax: 3_600_000 };
const local = new LocalClient({ settings, timeoutMs: 600_000 });
after(() => local.close());

/** An answer without the times, and without the mark of a local answer. */
const settled = ({ source, ...answer }) => JSON.parse(JSON.stringify(answer, (name, value) => (name === "timeMs" && value !== null ? 0 : value)));

async function records(stream) {
  const found = [];
  for await (const record of stream) found.push(record);
  return found;
}

const REQUESTS = {
  move: [{}, { board: "XO.......", turn: "X" }, { game: "connect-four", moves: "4453" }, { game: "gomoku", moves: [112, 96], depth: 3 }],
  analysis: [{ game: "connect-four", moves: "4453", multiPv: 2 }, { board: ["XO.", "...", "..."], turn: "X", explain: true }],
  position: [{ board: "XO.......", heuristics: ["lines"] }],
  review: [{ moves: [4, 1, 0] }, { game: "connect-four", moves: "44535" }],
  reviewText: [{ moves: [4, 1, 0] }],
  reviewSgf: [{ game: "connect-four", moves: "44535" }],
  puzzle: [{ seed: 1, theme: "fork", solution: true }],
  tree: [{ board: "XXO.O..OX", depth: 3 }],
  continuations: [{ board: "XOXXOO.X.", turn: "O", replies: true }],
  match: [{ players: [{ depth: 1 }, { level: "perfect" }], board: "XX.OO....", seed: 1 }],
  batch: [{ requests: [{ kind: "move" }, { kind: "position" }] }],
  solve: ["4453", ""],
};

test("answers are those of the service, and say that they are local", async () => {
  for (const [name, list] of Object.entries(REQUESTS)) {
    for (const request of list) {
      const [own, expected] = [await local[name](request), await service[name](request)];
      if (typeof own === "string") {
        assert.equal(own, expected);
        continue;
      }
      assert.equal(own.source, "local");
      assert.ok(!("source" in expected));
      assert.deepEqual(settled(own), settled(expected), `${name} ${JSON.stringify(request)}`);
    }
  }
});

test("streams are those of the service", async () => {
  for (const [name, request] of [
    ["streamMove", { game: "gomoku", moves: [112, 96], depth: 3 }],
    ["streamAnalysis", { game: "connect-four", moves: "4453" }],
    ["streamReview", { moves: [4, 1, 0] }],
    ["streamMatch", { players: [{ depth: 1 }, { depth: 2 }], seed: 1 }],
    ["streamContinuations", { board: "XOXXOO.X.", turn: "O" }],
  ]) {
    const [own, expected] = [await records(local[name](request)), await records(service[name](request))];
    assert.ok(own.length > 1 && own.every(({ source }) => source === "local"));
    assert.deepEqual(own.map(settled), expected.map(settled), name);
  }
});

test("what only a service has", async () => {
  assert.throws(() => local.treeUrl(), TypeError);
  assert.throws(() => local.pictureUrl(), { name: "TypeError", message: "no service, no address of a picture" });
  assert.deepEqual((await local.games()).games, (await service.games()).games);
});

test("a long request is as good as a short one", async () => {
  const moves = Array.from({ length: 60 }, (_, index) => index);
  const request = { game: "gomoku", moves, board: "X".repeat(5000) };
  const faults = async (client) => (await client.position(request).catch((problem) => problem)).errors;
  assert.deepEqual(await faults(local), await faults(service));
});

test("a refused request is the service's problem", async () => {
  for (const call of [(client) => client.move({ board: "XO", depth: 1000 }), (client) => records(client.streamMove({ board: "XO" }))]) {
    const [own, expected] = await Promise.all([local, service].map((client) => call(client).catch((problem) => problem)));
    assert.ok(own instanceof Problem);
    assert.deepEqual([own.status, own.code, own.message, own.errors], [expected.status, expected.code, expected.message, expected.errors]);
    assert.match(own.requestId, /^[\da-f-]{36}$/);
  }
});

const long = { game: "gomoku", movetime: 3_000_000 };

test("a call that is aborted rejects, and the next one is answered", async () => {
  const controller = new AbortController();
  const call = local.move(long, { signal: controller.signal });
  const waiting = local.move(long, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 100);
  await assert.rejects(call, /enough/);
  await assert.rejects(waiting, /enough/);
  assert.equal((await local.move()).move.cell, 0);
  await assert.rejects(local.move({}, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("leaving the loop of a stream ends its search", async () => {
  for await (const { depth } of local.streamMove(long)) if (depth === 2) break;
  assert.equal((await local.move()).move.cell, 0);
});

test("a call that takes too long ends", async () => {
  const hurried = new LocalClient({ settings, timeoutMs: 300 });
  await assert.rejects(hurried.move(long), { name: "TimeoutError" });
  hurried.close();
});

test("without shared memory, another worker answers after a call that was aborted", async () => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  const alone = new LocalClient({ settings });
  globalThis.SharedArrayBuffer = SharedArrayBuffer;
  await alone.move();
  await assert.rejects(alone.move(long, { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  assert.equal((await alone.move()).move.cell, 0);
  alone.close();
});

test("the small engine plays, and an engine can be a file or a module", async () => {
  const bytes = await (await import("node:fs/promises")).readFile(new URL("../inarow-small.wasm", import.meta.url));
  for (const engine of ["small", new URL("../inarow-small.wasm", import.meta.url), await WebAssembly.compile(bytes)]) {
    const client = new LocalClient({ engine });
    assert.equal((await client.move({ game: "gomoku", nodes: 100 })).search.algorithm, "alpha-beta");
    client.close();
  }
});

test("an engine that is not there rejects, each time", async () => {
  const client = new LocalClient({ engine: new URL("../none.wasm", import.meta.url) });
  await assert.rejects(client.move());
  await assert.rejects(client.move(), (error) => errorMessage(error) === "The engine cannot be loaded. Try again.");
  client.close();
});

test("an engine that is no choice is named with the choices", () => {
  for (const engine of ["smal", "", 7, {}]) {
    const message = `engine: ${JSON.stringify(engine)} is neither "whole" nor "small", nor the address of a module, nor a module`;
    assert.throws(() => new LocalClient({ engine }), { name: "TypeError", message });
  }
});

test("settings that are not valid are refused with what is", () => {
  assert.throws(() => new LocalClient({ settings: { tables: 1 } }), { name: "TypeError", message: "settings has no tables; it has tableMib, movetimeMsDefault, movetimeMsMax" });
  for (const tableMib of [-1, 0, 1.5, 97, 1e6, "64", null]) {
    assert.throws(() => new LocalClient({ settings: { tableMib } }), { name: "RangeError", message: `settings.tableMib is ${tableMib}: send a whole number from 1 to 96` });
  }
  assert.throws(() => new LocalClient({ settings: { movetimeMsMax: 0 } }), { name: "RangeError", message: "settings.movetimeMsMax is 0: send a whole number from 1 to 86400000" });
});

test("the largest table has room for every game, one after the other", async () => {
  for (const engine of ["whole", "small"]) {
    const client = new LocalClient({ engine, settings: { tableMib: 96 }, timeoutMs: 600_000 });
    for (const game of ["connect-four", "gomoku", "four-by-four", "qubic", "gomoku-20", "tic-tac-toe"]) assert.ok((await client.move({ game, nodes: 2000 })).move, game);
    client.close();
  }
});

// A module that has the functions of the engine, and fails in `answer`: (module (memory 1) (func configure -> 1) (func allocate -> 0) …).
const FAILING = "AGFzbQEAAAABFANgAn9/AX9gAX8Bf2AEf39/fwF/AwQDAAECBQMBAAEHKgQGbWVtb3J5AgAJY29uZmlndXJlAAAIYWxsb2NhdGUAAQZhbnN3ZXIAAgoQAwQAQQELBQBBgAgLAwAACw==";

test("what fails in this process is said of it, not of a service", async () => {
  const engine = new WebAssembly.Module(Buffer.from(FAILING, "base64"));
  const failing = new LocalClient({ engine });
  const detail = "the engine in this process has failed; perhaps it lacks memory, and a smaller settings.tableMib helps";
  for (const call of [() => failing.move(), () => records(failing.streamMove())]) await assert.rejects(call(), { name: "Problem", code: "internal", status: 500, message: detail });
  failing.close();
  const hasty = new LocalClient({ settings: { movetimeMsMax: 1 } });
  const message = "the engine's time ended before there was an answer: allow more movetime or, in a call without one, a larger settings.movetimeMsMax than 1";
  await assert.rejects(hasty.solve("132547612345"), (error) => {
    assert.equal(errorMessage(error), "The engine did not answer in time.");
    return error instanceof Problem && error.code === "saturated" && error.message === message;
  });
  hasty.close();
});

test("a puzzle may take longer than a service allows", async () => {
  const client = new LocalClient();
  const { limits } = await client.games();
  assert.equal(limits.movetimeMsMax, 60_000);
  assert.equal(limits.batchMovetimeMsMax, 60_000);
  const { results } = await client.batch({ requests: [{ kind: "move", board: "XO......." }], movetime: 60_000 });
  assert.equal(results[0].status, 200);
  const types = await readFile(new URL("../games.d.ts", import.meta.url), "utf8");
  const [names] = /EngineLimitName =[^;]*/.exec(types);
  assert.deepEqual(names.match(/\w+(?=")/g), Object.keys(limits));
  client.close();
});

test("a client that is closed starts again with the next call", async () => {
  const client = new LocalClient({ settings, timeoutMs: 600_000 });
  await client.position();
  const [running, waiting] = [client.move(long), client.move(long)];
  setTimeout(() => client.close(), 300);
  for (const call of [running, waiting]) await assert.rejects(call, { name: "AbortError", message: "the engine is closed" });
  assert.equal((await client.position()).position.turn, "X");
  const aborted = client.move(long, { signal: AbortSignal.timeout(200) });
  await assert.rejects(aborted, { name: "TimeoutError" });
  client.close();
  assert.equal((await client.position()).position.turn, "X");
  const streamed = client.streamMove(long);
  await streamed.next();
  client.close();
  await assert.rejects(records(streamed), { name: "AbortError" });
  client.close();
  // While the engine starts.
  const starting = client.move(long);
  await new Promise((tick) => setTimeout(tick));
  client.close();
  const next = client.position();
  await assert.rejects(starting, { name: "AbortError" });
  assert.equal((await next).position.turn, "X");
  client.close();
});

test("a call that is aborted while the engine starts is not begun", async () => {
  const client = new LocalClient({ settings, timeoutMs: 600_000 });
  const controller = new AbortController();
  const call = client.move(long, { signal: controller.signal });
  await new Promise((tick) => setTimeout(tick));
  controller.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
  assert.equal((await client.position()).position.turn, "X");
  client.close();
});

test("a module that is missing is named, with the command that makes it", async () => {
  const client = new LocalClient({ engine: new URL("../none.wasm", import.meta.url) });
  await assert.rejects(client.move(), { name: "Unreachable", message: /^no engine at file:.*none\.wasm: ENOENT.*; in a checkout of the repository, tools\/build_wasm\.sh makes it$/ });
  client.close();
});

/** The package without some of its files. */
async function importOnly(...files) {
  const folder = await mkdtemp(join(tmpdir(), "inarow-"));
  after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  for (const file of ["index.js", "errors.js", "fields.js", "watch.js", ...files]) await copyFile(new URL(`../${file}`, import.meta.url), join(folder, file));
  return import(pathToFileURL(join(folder, "index.js")));
}

test("a fallback without an engine says so, and why it was asked", async () => {
  // As in a checkout where the engine is not made.
  const { Client: Bare, Unreachable: Absent } = await importOnly("local.js", "engine.js", "worker.js");
  const refused = (url) => new Bare(url, { fallback: "local" }).move().then(assert.fail, (error) => error);
  const noNetwork = await refused("http://127.0.0.1:9");
  assert.ok(noNetwork instanceof Absent);
  assert.match(noNetwork.message, /^no engine at file:.*inarow\.wasm: ENOENT/);
  assert.match(String(noNetwork.cause), /^Unreachable: no answer from http:\/\/127\.0\.0\.1:9: /);
  const url = await startProxy(502, "text/html", "<h1>Bad Gateway</h1>");
  assert.equal((await refused(url)).cause.message, `${url} answered 502, Bad Gateway: this is not the service; perhaps a proxy`);
});

test("a fallback whose code cannot be loaded says so, and why it was asked", async () => {
  // As in a bundle that loads its parts when they are needed, without a network.
  const { Client: Bare, Unreachable: Absent } = await importOnly();
  const nobody = new Bare("http://127.0.0.1:9", { fallback: "local" });
  for (const call of [() => nobody.move(), () => records(nobody.streamMove())]) {
    await assert.rejects(call(), (error) => error instanceof Absent && error.message.startsWith("no engine: ") && error.cause.message.startsWith("no answer from "));
  }
  const silent = createServer(() => {});
  await new Promise((ready) => silent.listen(0, "127.0.0.1", ready));
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const client = new Bare(`http://127.0.0.1:${silent.address().port}`, { fallback: "local", timeoutMs: 100 });
  for (const call of [() => client.move(), () => client.move(), () => records(client.streamMove())]) {
    await assert.rejects(call(), ({ name, cause }) => name === "Unreachable" && cause.name === "TimeoutError", "also while the service is left alone");
  }
});

test("a page in place of the engine is named", async () => {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>"));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => server.close());
  const engine = `http://127.0.0.1:${server.address().port}/inarow.wasm`;
  const client = new LocalClient({ engine });
  await assert.rejects(client.move(), { message: `no engine at ${engine}: it is text/html, not WebAssembly; in a checkout of the repository, tools/build_wasm.sh makes it` });
  client.close();
});

test("a closed client rejects its calls", async () => {
  const client = new LocalClient({ settings });
  const calls = [client.move(long), client.move(long)];
  await new Promise((tick) => setTimeout(tick, 200));
  client.close();
  for (const call of calls) await assert.rejects(call, { name: "AbortError" });
});

/** A proxy whose service is away. */
async function startProxy(status, type, body) {
  const server = createServer((_, response) => response.writeHead(status, { "content-type": type }).end(body));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test("a client falls back while network or service is away, and says so", async () => {
  await prepare();
  const away = ["http://127.0.0.1:9", await startProxy(502, "text/html", "<h1>Bad Gateway</h1>")];
  for (const url of away) {
    const client = new Client(url, { fallback: "local" });
    const answer = await client.move({ board: "XO.......", turn: "X" });
    assert.deepEqual([answer.move.name, answer.source], ["a2", "local"]);
    assert.equal((await records(client.streamMove())).at(-1).source, "local");
    await assert.rejects(client.move({ board: "X" }), { code: "invalid-request" });
  }
  assert.ok(!("source" in (await new Client(origin, { fallback: "local" }).move())));
  await assert.rejects(new Client(away[0]).move(), Unreachable);
});

test("a service that refuses is not away", async () => {
  const busy = await startProxy(503, "application/problem+json", JSON.stringify({ code: "saturated", status: 503, detail: "busy" }));
  await assert.rejects(new Client(busy, { fallback: "local", retries: 0 }).move(), { code: "saturated" });
  const aborted = new Client("http://127.0.0.1:9", { fallback: "local" }).move({}, { signal: AbortSignal.abort() });
  await assert.rejects(aborted, { name: "AbortError" });
});
