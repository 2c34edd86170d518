// When the engine of the package answers in place of the service, and when it does not.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";
import { Client } from "inarow";
import { prepare, release } from "inarow/local";
import { startOwn, startServer } from "./server.mjs";

await prepare();
const real = await startServer();
const request = { board: "XO.......", turn: "X" };
const JSON_HEADERS = { "content-type": "application/json" };

async function records(stream) {
  const found = [];
  for await (const record of stream) found.push(record);
  return found;
}

/** Both kinds of call are answered by the engine. */
async function assertLocal(origin, options) {
  const client = new Client(origin, { fallback: "local", timeoutMs: 600_000, ...options });
  const { move, source } = await client.move(request);
  assert.deepEqual([move.name, source], ["a2", "local"]);
  const streamed = (await records(client.streamMove(request))).at(-1);
  assert.deepEqual([streamed.move.name, streamed.source, streamed.final], ["a2", "local", true]);
  assert.match(await client.moveText(request), /a2/);
  await assert.rejects(client.move({ board: "X" }), { code: "invalid-request" }, "the engine refuses as the service does");
}

test("what the service does not say is no answer of it", async () => {
  for (const [status, headers, body] of [
    [200, { "content-type": "text/html" }, "<title>Log in</title>"],
    [200, { "content-type": "text/plain" }, "welcome"],
    [200, JSON_HEADERS, '{"move":{"cell":'],
    [200, JSON_HEADERS, ""],
    [200, JSON_HEADERS, "{}\n"],
    [404, { "content-type": "text/html" }, "<h1>Not Found</h1>"],
    [404, JSON_HEADERS, '{"message":"no such route"}'],
    [500, {}, "Internal Server Error"],
    [503, { "retry-after": "60" }, "maintenance"],
    [302, { location: "http://127.0.0.1:9/portal" }, ""],
  ]) {
    const { origin } = await startOwn((_, response) => response.writeHead(status, headers).end(body));
    const client = new Client(origin, { fallback: "local" });
    // The plain text is a fault only where JSON is expected.
    assert.equal((await client.move(request)).source, "local", `${status} ${body}`);
    assert.equal((await records(client.streamMove(request))).at(-1).source, "local", `${status} ${body}`);
  }
});

test("an answer that breaks off, and a stream in its middle", async () => {
  const record = JSON.stringify({ final: false, depth: 1 });
  let streaming;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (asked) => {
      const isStream = String(asked).includes("x-ndjson");
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/${isStream ? "x-ndjson" : "json"}\r\ncontent-length: 900\r\n\r\n${record}\n`, () => {
        if (isStream) streaming = socket;
        else socket.destroy();
      });
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => server.close());
  const client = new Client(`http://127.0.0.1:${server.address().port}`, { fallback: "local" });
  assert.equal((await client.move(request)).source, "local");
  const stream = client.streamMove({ game: "gomoku", moves: [112], depth: 2 });
  const { value: first } = await stream.next();
  assert.deepEqual([first.depth, first.source], [1, undefined]);
  streaming.destroy();
  const others = await records(stream);
  assert.deepEqual(others.map(({ depth, final, source }) => [final || depth, source]), [[1, "local"], [2, "local"], [true, "local"]], "it begins again");
});

test("a service that is silent is asked whether it is there, and then not for a while", async (context) => {
  const { origin, paths } = await startOwn(() => {});
  const client = new Client(origin, { fallback: "local", timeoutMs: 600_000 });
  assert.equal((await client.move(request)).source, "local");
  assert.deepEqual(paths.splice(0), ["/v1/move", "/v1/games"]);
  assert.equal((await records(client.streamReview({ moves: "b2,a1" }))).at(-1).source, "local");
  await assert.rejects(client.move({ board: "X" }), { code: "invalid-request" });
  assert.deepEqual(paths, [], "it is not asked");
  const later = Date.now() + 31_000;
  context.mock.method(Date, "now", () => later);
  assert.equal((await client.move(request)).source, "local");
  assert.ok(paths.includes("/v1/move"), "it is asked again");
});

test("a search that takes long is no silence", async () => {
  // It ends after the second question.
  let release;
  const questioned = new Promise((resolve) => (release = resolve));
  const { origin, paths } = await startOwn(async ({ url }, response) => {
    if (url.includes("games")) release();
    await questioned;
    const found = await fetch(real + url);
    response.writeHead(found.status, JSON_HEADERS).end(await found.text());
  });
  const client = new Client(origin, { fallback: "local", timeoutMs: 600_000 });
  const { source, move } = await client.move(request);
  assert.deepEqual([move.name, source], ["a2", undefined]);
  assert.deepEqual(paths, ["/v1/move", "/v1/games"]);
});

test("nobody is asked a second question while a call waits for its turn", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  mock.method(Math, "random", () => 0);
  const asked = [];
  const fetch = async (url, { signal }) => {
    asked.push(new URL(url).pathname);
    if (url.endsWith("games")) throw new TypeError("nobody there");
    if (asked.length < 3) return new Response('{"code":"too-many-requests","status":429}', { status: 429, headers: { "retry-after": "5" } });
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const answer = new Client("http://service", { fallback: "local", fetch, timeoutMs: 60_000 }).move(request);
  while (asked.length < 4) {
    await new Promise(setImmediate);
    mock.timers.tick(500);
  }
  assert.deepEqual(asked, ["/v1/move", "/v1/move", "/v1/move", "/v1/games"], "but while it is asked");
  mock.timers.reset();
  assert.equal((await answer).source, "local");
});

/** A `fetch` with the connections of a browser: a call that finds none waits. A search ends, and a stream goes on, when the test says so. */
function withConnections() {
  const found = { searches: [], questions: [], taken: 0, late: 0 };
  const waiting = [];
  const open = (act) => {
    found.taken += 1;
    act(() => {
      found.taken -= 1;
      waiting.shift()?.();
    });
  };
  found.fetch = (url, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      if (method === "HEAD" && found.taken === 6) found.late += 1;
      const start = () => open((close) => {
        const end = (body) => resolve(new Response(body, { headers: JSON_HEADERS })) ?? close();
        if (method === "HEAD") return found.questions.push({ end, fail: () => reject(new TypeError("reset")) });
        if (!headers.accept.includes("ndjson")) return found.searches.push(() => end('{"move":null}'));
        const { readable, writable } = new TransformStream();
        const [writer, encoder] = [writable.getWriter(), new TextEncoder()];
        resolve(new Response(readable, { headers: JSON_HEADERS }));
        const send = (line) => writer.write(encoder.encode(line));
        send('{"final":false,"depth":1}\n');
        return found.searches.push(() => send('{"final":true,"move":null}\n').then(close));
      });
      if (found.taken < 6) start();
      else waiting.push(start);
    });
  return found;
}

test("where all connections of a browser are busy, nobody is asked a question that would wait for one", async (context) => {
  context.mock.timers.enable({ apis: ["Date", "setTimeout"] });
  globalThis.location = {};
  const page = new AbortController();
  context.after(() => {
    delete globalThis.location;
    page.abort();
  });
  const pass = async (ms) => {
    for (let passed = 0; passed < ms; passed += 500) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      context.mock.timers.tick(500);
    }
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  for (const ask of [(client) => client.move(request, { signal: page.signal }), async (client) => (await records(client.streamMove(request, { signal: page.signal }))).at(-1)]) {
    const service = withConnections();
    // Each place of a page may have a client of its own.
    const clients = [1, 2].map(() => new Client("http://service", { fallback: "local", timeoutMs: 600_000, fetch: service.fetch }));
    const answers = Array.from({ length: 12 }, (_, index) => ask(clients[index % 2]));
    Promise.allSettled(answers);
    await pass(20_000);
    assert.deepEqual([service.taken, service.questions.length, service.late], [6, 0, 0], "all are busy");
    for (let ended = 0; ended < 7; ended += 1) {
      service.searches.shift()();
      await pass(500);
    }
    await pass(4_000);
    assert.deepEqual([service.searches.length, service.questions.length, service.late], [5, 1, 0], "one question is for all");
    service.questions[0].end();
    await pass(20_000);
    for (let left = 5; left > 0; left -= 1) {
      service.searches.shift()();
      await pass(500);
    }
    assert.deepEqual((await Promise.all(answers)).map(({ source }) => source), answers.map(() => undefined));
  }
});

test("a question that fails is the answer for all that wait", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  const service = withConnections();
  const client = new Client("http://service", { fallback: "local", timeoutMs: 600_000, fetch: service.fetch });
  const answers = Array.from({ length: 5 }, () => client.move(request));
  while (!service.questions.length) {
    await new Promise(setImmediate);
    mock.timers.tick(500);
  }
  service.questions[0].fail();
  mock.timers.reset();
  assert.deepEqual((await Promise.all(answers)).map(({ source }) => source), answers.map(() => "local"));
  assert.deepEqual([service.questions.length, service.late], [1, 0]);
});

test("a service that is there but does not answer in time is away, too", async () => {
  const { origin } = await startOwn((asked, response) => asked.url.includes("games") && response.writeHead(200, JSON_HEADERS).end("{}"));
  assert.equal((await new Client(origin, { fallback: "local", timeoutMs: 4_000 }).move(request)).source, "local");
});

test("a call's own time starts the engine, too", async () => {
  const { origin } = await startOwn((asked, response) => asked.url.includes("games") && response.writeHead(200, JSON_HEADERS).end("{}"));
  for (const call of [(client, options) => client.move(request, options), async (client, options) => (await records(client.streamMove(request, options))).at(-1)]) {
    assert.equal((await call(new Client(origin, { fallback: "local", timeoutMs: 600_000 }), { timeoutMs: 1_000 })).source, "local");
  }
});

test("nobody there, at once and on every call", () => assertLocal("http://127.0.0.1:9"));

test("a refusal of the service is its answer", async () => {
  for (const [status, code] of [[422, "invalid-request"], [401, "unauthorized"], [404, "not-found"], [429, "too-many-requests"], [500, "internal"], [503, "saturated"]]) {
    const { origin } = await startOwn((_, response) => response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify({ code, status, detail: "no" })));
    const client = new Client(origin, { fallback: "local", retries: 0 });
    await assert.rejects(client.move(request), { name: "Problem", code, status });
    await assert.rejects(records(client.streamMove(request)), { name: "Problem", code });
  }
  const { origin } = await startOwn((_, response) => response.writeHead(200, {}).end('{"final":true,"problem":{"code":"internal","status":500,"detail":"failed"}}\n'));
  await assert.rejects(records(new Client(origin, { fallback: "local" }).streamMove()), { name: "Problem", code: "internal" });
});

test("where a client says so, the engine answers in place of a busy service, too", async () => {
  for (const [status, code, expected] of [[429, "too-many-requests"], [503, "saturated"], [422, "invalid-request", "refused"], [500, "internal", "refused"]]) {
    const { origin, paths } = await startOwn((_, response) => response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" }).end(JSON.stringify({ code, status, detail: "no" })));
    const client = new Client(origin, { fallback: "local-when-busy", retries: 1 });
    for (const call of [client.move(request), records(client.streamMove(request)).then((found) => found.at(-1))]) {
      if (expected) await assert.rejects(call, { name: "Problem", code });
      else assert.equal((await call).source, "local");
    }
    assert.equal(paths.length, expected ? 2 : 4, "after its repetitions");
  }
});

test("for the engine in place of a busy service nobody waits long", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  mock.method(Math, "random", () => 0.5);
  for (const [retryAfter, expected] of [[1, [0, 1500]], [2, [0]], [60, [0]]]) {
    const start = Date.now();
    const times = [];
    const fetch = async () => {
      times.push(Date.now() - start);
      return new Response(JSON.stringify({ code: "saturated", status: 503 }), { status: 503, headers: { "retry-after": String(retryAfter) } });
    };
    const answer = new Client("http://service", { fallback: "local-when-busy", fetch }).move(request);
    for (let tick = 0; tick < 28; tick += 1) {
      await new Promise(setImmediate);
      mock.timers.tick(125);
    }
    assert.deepEqual(times, expected);
    assert.equal((await answer).source, "local");
  }
});

test("why the engine answers is told before it does, also where the service is left alone", async () => {
  const { origin } = await startOwn(() => {});
  const told = [];
  const client = new Client(origin, { fallback: "local", timeoutMs: 1_000, onFallback: (fallback) => told.push(fallback) });
  for (const call of [client.move(request), records(client.streamMove(request))]) await call;
  assert.equal((await client.puzzle({ seed: 1 }, { timeoutMs: 600_000 })).source, "local");
  assert.deepEqual(told.map(({ endpoint, cause }) => [endpoint, cause.name]), [["move", "TimeoutError"], ["move", "TimeoutError"], ["puzzles", "TimeoutError"]]);
  const busy = await startOwn((_, response) => response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "60" }).end('{"code":"saturated","status":503}'));
  await new Client(busy.origin, { fallback: "local-when-busy", onFallback: (fallback) => told.push(fallback) }).move(request);
  assert.deepEqual([told.at(-1).cause.code, told.at(-1).cause.retryAfter], ["saturated", 60]);
  await new Client(real, { fallback: "local", onFallback: assert.fail }).move(request);
});

test("what a callback throws is no reason for the engine to answer", async () => {
  const thrown = new TypeError("a fault of the program");
  const fail = () => {
    throw thrown;
  };
  const busy = await startOwn((_, response) => response.writeHead(503, { "retry-after": "0.1" }).end('{"code":"saturated","status":503}'));
  for (const [url, options, own] of [
    [busy.origin, { fallback: "local-when-busy", onRetry: fail, onFallback: assert.fail }],
    [busy.origin, { fallback: "local", onFallback: assert.fail }, { onRetry: fail }],
    ["http://127.0.0.1:9", { fallback: "local", onFallback: fail }],
  ]) {
    const client = new Client(url, options);
    for (const call of [() => client.move(request, own), () => records(client.streamMove(request, own))]) await assert.rejects(call(), (error) => error === thrown);
  }
});

test("an engine that is released is loaded anew", async () => {
  const client = new Client("http://127.0.0.1:9", { fallback: "local", timeoutMs: 600_000 });
  const running = client.move({ game: "gomoku", movetime: 10_000 });
  running.catch(() => {});
  await client.position();
  release();
  release();
  assert.equal((await client.move(request)).source, "local");
  const waiting = prepare();
  release();
  await Promise.allSettled([running, waiting]);
  await prepare({ engine: "small" });
  assert.equal((await client.move(request)).source, "local", "another may follow");
  release();
  await prepare();
});

test("a review of the engine in place of a service keeps its nodes, and ends with the call", async ({ mock }) => {
  const sent = [];
  const post = Worker.prototype.postMessage;
  mock.method(Worker.prototype, "postMessage", function (message, ...rest) {
    if (message.head) sent.push(message.head.query ? new URLSearchParams(message.fields).get("movetime") : JSON.parse(message.fields).movetime);
    return post.call(this, message, ...rest);
  });
  const lines = [[0, 1, 2], [1, 2, 3]];
  for (const [timeoutMs, movetime, expected] of [[undefined, null, undefined], [12_500, null, undefined], [5_000, null, 4_000], [undefined, 300, 300], [5_000, 9_000, 9_000], [undefined, 60_000, 10_000]]) {
    const client = new Client("http://127.0.0.1:9", { fallback: "local", timeoutMs });
    for (const request of [{ moves: "b2,a1" }, { game: { cells: 5, lines }, moves: [1, 4] }]) {
      const { source } = await client.review({ ...request, movetime });
      assert.deepEqual([source, Number(sent.pop() ?? NaN)], ["local", expected ?? NaN]);
    }
  }
  const client = new Client("http://127.0.0.1:9", { fallback: "local" });
  assert.equal((await client.games()).limits.movetimeMsMax, 10_000, "the limit of a service");
  await client.move({ movetime: 60_000 });
  await client.match({ players: [{}, {}], games: 2, movetime: 60_000 });
  assert.deepEqual(sent.slice(1), ["10000", 60_000], "a match may take longer");
});

test("a busy service is left alone for a moment", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"] });
  const ask = async (retryAfter, fallback = "local-when-busy") => {
    const { origin, paths } = await startOwn((_, response) => response.writeHead(503, { "content-type": "application/problem+json", ...retryAfter }).end('{"code":"saturated","status":503}'));
    const told = [];
    const client = new Client(origin, { fallback, retries: 0, onFallback: ({ cause }) => told.push(cause.code) });
    const asked = async (ms) => {
      mock.timers.tick(ms);
      paths.length = 0;
      await client.move(request).catch(() => {});
      return paths.length;
    };
    const found = [await asked(0), await asked(4_000), await asked(1_500), await asked(0), await asked(29_000), await asked(2_000)];
    return [found, told.length];
  };
  assert.deepEqual(await ask({}), [[1, 0, 1, 0, 1, 0], 6]);
  assert.deepEqual(await ask({ "retry-after": "20" }), [[1, 0, 0, 0, 1, 0], 6]);
  assert.deepEqual(await ask({ "retry-after": "600" }), [[1, 0, 0, 0, 1, 0], 6], "not for long");
  assert.deepEqual(await ask({ "retry-after": "0" }), [[1, 0, 1, 0, 1, 0], 6]);
  assert.deepEqual(await ask({}, "local"), [[1, 1, 1, 1, 1, 1], 0], "without the engine it is asked");
});

test("a caller that aborts gets no answer of the engine", async () => {
  const { origin } = await startOwn(() => {});
  const client = new Client(origin, { fallback: "local" });
  const reason = new Error("the player has gone");
  for (const call of [(options) => client.move(request, options), (options) => records(client.streamMove(request, options))]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 100);
    await assert.rejects(call({ signal: controller.signal }), reason);
  }
});

test("what a caller aborts the engine with is what the call rejects with", async () => {
  for (const reason of ["gone", Object.freeze(new Error("gone"))]) {
    for (const call of [(client, options) => client.move({ game: "gomoku", movetime: 60_000 }, options), (client, options) => records(client.streamMove({ game: "gomoku", movetime: 60_000 }, options))]) {
      const controller = new AbortController();
      // Once the engine is asked.
      const client = new Client("http://127.0.0.1:9", { fallback: "local", onFallback: () => setTimeout(() => controller.abort(reason)) });
      const found = await call(client, { signal: controller.signal }).then(assert.fail, (error) => error);
      assert.equal(found, reason);
      assert.ok(!found.cause);
    }
  }
});
