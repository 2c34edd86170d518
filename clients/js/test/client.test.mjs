import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client, Problem } from "inarow";
import { startServer, startUnreliable } from "./server.mjs";

const origin = await startServer();
const client = new Client(origin, { timeoutMs: 600_000 });

const busy = (status, seconds) => [status, { "retry-after": String(seconds) }, JSON.stringify({ code: "saturated", status, detail: "busy" })];

async function records(stream) {
  const found = [];
  for await (const record of stream) found.push(record);
  return found;
}

/** Searches that run on the server. */
async function running() {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^inarow_searches_in_flight (\d+)/m.exec(metrics)[1]);
}

async function until(searches) {
  for (const end = Date.now() + 600_000; Date.now() < end; await new Promise((tick) => setTimeout(tick, 20))) {
    if ((await running()) === searches) return;
  }
  assert.fail(`never ${searches} searches`);
}

// Only a search of its own can take this long: nothing is solved on an empty board of this size.
const long = { game: "gomoku", movetime: 3_600_000 };

test("a move", async () => {
  const answer = await client.move({ board: "XO.......", turn: "X" });
  assert.equal(answer.move.name, "a2");
  assert.deepEqual(answer.score, { outcome: "win", plies: 5, value: null, expected: 1, pov: "X" });
  assert.equal((await client.move({ board: "XXXOO...." })).move, null);
  assert.equal((await client.move()).position.board, ".........");
});

test("every form of a request says the same by GET as by POST", async () => {
  const requests = [
    { board: ["X..", ".O.", "..."] },
    { board: [["X", null, ""], ["", "O", ""], [null, null, null]] },
    { board: ["X", null, "", ".", "O", "", "", "", ""] },
    { moves: [0, "b2"] },
    { moves: [] },
    { record: "b2 a1 c3", game: null },
    { game: "connect-four", moves: "4453", depth: 2, heuristic: { weights: [0, 1, 5, 20, 100] } },
    { game: { width: 4, height: 3, k: 3 }, searchMoves: ["a1", 2], avoidMoves: [2], explain: true, strict: true },
  ];
  for (const request of requests) {
    const response = await fetch(`${origin}/v1/move`, { method: "POST", body: JSON.stringify(request), headers: { "content-type": "application/json" } });
    const posted = await response.json();
    assert.equal(response.status, 200, posted.detail);
    const got = await client.move(request);
    for (const { search } of [got, posted]) search.timeMs = null;
    assert.deepEqual(got, posted);
  }
});

test("a request that is too long for a URL", async () => {
  const record = `1. b2 ${" ".repeat(5_000)} 2. a1`;
  assert.equal((await client.move({ record })).position.board, "....X.O..");
});

test("analysis, position and review", async () => {
  const { lines } = await client.analysis({ game: "connect-four", moves: "4453", depth: 4, multiPv: 2 });
  assert.deepEqual(lines.map(({ rank }) => rank), [1, 2]);
  assert.equal((await client.position({ board: "XO..X...." })).legalMoves.length, 6);
  const review = await client.review({ moves: "b2 b1 a1 c3 a3 a2 c1".split(" ") });
  assert.equal(review.moves.length, 7);
  assert.equal(review.sides.X.labels.blunder, 0);
});

test("streams: progress, then the answer", async () => {
  const request = { game: "connect-four", moves: "4453", depth: 3 };
  const moves = await records(client.streamMove(request));
  assert.deepEqual(moves.map(({ final, depth }) => (final ? "final" : depth)), [1, 2, 3, "final"]);
  assert.equal(moves.at(-1).move.name, (await client.move(request)).move.name);
  const ranked = await records(client.streamAnalysis(request));
  assert.equal(ranked.at(-1).lines.length, 7);
  const judged = await records(client.streamReview({ moves: [4, 0, 2] }));
  assert.deepEqual(judged.map(({ final, left }) => (final ? "final" : left)), [2, 1, 0, "final"]);
});

test("leaving the loop ends the search", async () => {
  for await (const record of client.streamMove(long)) {
    assert.equal(record.final, false);
    assert.equal(await running(), 1);
    break;
  }
  await until(0);
});

test("a signal ends a stream and a call", async () => {
  for (const call of [(options) => records(client.streamMove(long, options)), (options) => client.move(long, options)]) {
    const controller = new AbortController();
    const reason = new Error("the player has gone");
    until(1).then(() => controller.abort(reason));
    await assert.rejects(call({ signal: controller.signal }), reason);
    await until(0);
    await assert.rejects(call({ signal: controller.signal }), reason, "a signal that is already aborted");
  }
});

test("calls that were refused together come back apart, each time more", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  mock.method(Math, "random", () => 0.5);
  const cases = [
    [{}, [0, 1500, 3500, 6500]],
    // The random part takes no more time than there is.
    [{ timeoutMs: 3_000 }, [0, 1500, 2750]],
    // After a long wait the random part is hardly more than after a short one.
    [{ timeoutMs: 60_000 }, [0, 5500, 11_500, 18_500], busy(503, 5)],
    // A restart: a proxy's answer says no time, and a lost connection none, either.
    [{}, [0, 375, 1125, 2625], [502, {}, "<title>502 Bad Gateway</title>"]],
    [{}, [0, 375, 1125, 2625], null],
  ];
  for (const [options, expected, answer = busy(429, 1)] of cases) {
    const start = Date.now();
    const times = [];
    const fetch = async () => {
      times.push(Date.now() - start);
      if (times.length === 4) return Response.json({ move: null });
      if (!answer) throw new TypeError("fetch failed");
      const [status, headers, body] = answer;
      return new Response(body, { status, headers });
    };
    const settled = new Client("http://service", { fetch, ...options }).move().catch(({ code }) => code);
    for (let tick = 0; tick < 160; tick += 1) {
      await new Promise(setImmediate);
      mock.timers.tick(125);
    }
    assert.deepEqual(times, expected);
    assert.deepEqual(await settled, options.timeoutMs === 3_000 ? "saturated" : { move: null });
  }
});

test("a call and a silent stream take no longer than timeoutMs", async () => {
  const hasty = new Client(origin, { timeoutMs: 200 });
  await assert.rejects(hasty.move(long), { name: "TimeoutError" });
  await until(0);
  const silent = new Client((await startUnreliable(origin, [0])).origin, { timeoutMs: 200 });
  await assert.rejects(records(silent.streamMove()), { name: "TimeoutError" });
});

test("a match may take a minute and more, unless timeoutMs is set", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const silent = (request, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const ended = async (options, call, ms) => {
    let error;
    call(new Client("http://127.0.0.1:9", { ...options, fetch: silent })).catch((found) => (error = found));
    context.mock.timers.tick(ms - 1);
    await new Promise(setImmediate);
    assert.equal(error, undefined);
    context.mock.timers.tick(1);
    await new Promise(setImmediate);
    assert.equal(error?.name, "TimeoutError");
    assert.match(error.message, new RegExp(`within ${ms} ms`));
  };
  await ended({}, (client) => client.match({ players: [{}, {}] }), 75_000);
  await ended({}, (client) => client.move(), 15_000);
  await ended({ timeoutMs: 300 }, (client) => client.match({ players: [{}, {}] }), 300);
});

test("a call may have a time of its own", async () => {
  const { origin: quiet } = await startUnreliable(origin, [0], [0]);
  const [patient, options] = [new Client(quiet), { timeoutMs: 100 }];
  for (const call of [patient.move({}, options), records(patient.streamMove({}, options))]) await assert.rejects(call, { name: "TimeoutError", message: `no answer from ${quiet} within 100 ms` });
  const hasty = new Client(origin, { timeoutMs: 1 });
  assert.equal((await hasty.review({ moves: ["b2"] }, { timeoutMs: 600_000 })).moves.length, 1);
});

test("each wait is told", async (context) => {
  context.mock.method(Math, "random", () => 0);
  const { origin: unreliable } = await startUnreliable(origin, busy(503, 0.5), [-1], busy(429, 0.25));
  const told = [];
  const causes = [];
  const client = new Client(unreliable, { onRetry: ({ cause, ...retry }) => told.push(retry) && causes.push(cause.name) });
  assert.ok((await client.move()).move);
  const endpoint = "move";
  assert.deepEqual(told, [{ endpoint, status: 503, seconds: 0.5, attempt: 1 }, { endpoint, status: undefined, seconds: 0.5, attempt: 2 }, { endpoint, status: 429, seconds: 0.25, attempt: 3 }]);
  assert.deepEqual(causes, ["Problem", "Unreachable", "Problem"]);
  await client.move();
  assert.equal(told.length, 3);
  const own = [];
  const late = new Client((await startUnreliable(origin, busy(503, 0), busy(429, 0))).origin, { onRetry: assert.fail });
  await late.move({}, { onRetry: ({ status }) => own.push(status) });
  assert.deepEqual(own, [503, 429]);
});

test("a Retry-After of 0, or of a date that is over, is as none", async (context) => {
  context.mock.method(Math, "random", () => 0);
  const past = [503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, ""];
  const told = [];
  const client = new Client((await startUnreliable(origin, busy(503, 0), past, busy(429, 0))).origin, { onRetry: ({ seconds }) => told.push(seconds) });
  await client.move();
  assert.deepEqual(told, [0.25, 0.5, 1]);
});

test("a stream may take longer than timeoutMs, and its reader, too", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  let send;
  const body = new ReadableStream({ start: (controller) => (send = (line) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))) });
  const fetch = async () => new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  const stream = new Client("http://service", { fetch, timeoutMs: 2_000 }).streamMove();
  send({ final: false, depth: 1 });
  assert.equal((await stream.next()).value.depth, 1);
  // While its reader does something else.
  mock.timers.tick(60_000);
  const last = stream.next();
  for (let beat = 0; beat < 9; beat += 1) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    mock.timers.tick(1_500);
    send({ heartbeat: true });
  }
  send({ final: true, move: null });
  assert.equal((await last).value.final, true);
});

test("a problem is an error with code, status and every fault", async () => {
  for (const call of [(request) => client.move(request), (request) => records(client.streamMove(request))]) {
    const problem = await call({ board: "XO", depth: 1000 }).then(assert.fail, (error) => error);
    assert.ok(problem instanceof Problem && problem instanceof Error);
    assert.equal(problem.code, "invalid-request");
    assert.equal(problem.status, 422);
    assert.deepEqual(problem.errors.map(({ pointer, code }) => [pointer, code]), [["/board", "wrong-length"], ["/depth", "out-of-range"]]);
    assert.match(problem.message, /the board has 2 cells/);
    assert.ok(problem.requestId);
  }
});

test("a busy service is asked again, as late as it says", async () => {
  const { origin: unreliable, times } = await startUnreliable(origin, busy(503, 1), busy(429, 1));
  const { move } = await new Client(unreliable).move({ board: "XO.......", turn: "X" });
  assert.equal(move.name, "a2");
  assert.equal(times.length, 3);
  for (const [earlier, later] of [times.slice(0, 2), times.slice(1)]) assert.ok(later - earlier >= 990, `${later - earlier} ms`);
});

test("repetitions are bounded by number and by time, and a signal ends the wait", async () => {
  const often = await startUnreliable(origin, ...Array.from({ length: 5 }, () => busy(503, 0)));
  await assert.rejects(new Client(often.origin, { retries: 2 }).move(), { code: "saturated", status: 503 });
  assert.equal(often.times.length, 3);
  const late = await startUnreliable(origin, busy(503, 60));
  await assert.rejects(new Client(late.origin).move(), { status: 503 });
  const waiting = await startUnreliable(origin, busy(503, 9));
  const [controller, reason] = [new AbortController(), new Error("the player has gone")];
  const patient = new Client(waiting.origin, { onRetry: () => setTimeout(() => controller.abort(reason)) });
  await assert.rejects(patient.move({}, { signal: controller.signal }), reason);
  assert.equal(waiting.times.length, 1);
});

test("keys", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inarow-"));
  after(() => rm(folder, { recursive: true }));
  const [file, key] = [join(folder, "keys"), "0123456789abcdef0123456789abcdef"];
  await writeFile(file, `${key}\n`);
  const guarded = await startServer("--api-keys-file", file);
  await assert.rejects(new Client(guarded).move(), { code: "unauthorized", status: 401 });
  assert.ok((await new Client(`${guarded}/`, { key }).move()).move);
});
