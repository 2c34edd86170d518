// Answers that are none of the service: proxies, wrong addresses, lost connections.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, InarowError, Problem, TimedOut, Unreachable } from "inarow";
import { prepare } from "inarow/local";
import { errorReason } from "inarow/words";
import { startOwn, startServer, startUnreliable } from "./server.mjs";

const real = await startServer();
const HTML = { "content-type": "text/html; charset=utf-8" };

async function last(stream) {
  let found;
  for await (found of stream);
  return found;
}

/** The problem that a call gets from something that answers so. */
async function refused(...answer) {
  const { origin } = await startUnreliable(real, answer);
  const problem = await new Client(origin, { retries: 0 }).move().then(assert.fail, (error) => error);
  assert.ok(problem instanceof Problem, problem.stack);
  const { code, status, title, retryAfter, message, errors } = problem;
  assert.equal(code, "unknown");
  assert.deepEqual(errors, []);
  return { status, title, retryAfter, message: message.replace(origin, "ORIGIN") };
}

test("a page of a proxy is a problem with its title", async () => {
  assert.deepEqual(await refused(401, HTML, "<html><head><title>401 Authorization Required</title></head>"), {
    status: 401,
    title: "Authorization Required",
    retryAfter: undefined,
    message: "ORIGIN answered 401, Authorization Required: this is not the service; perhaps a proxy",
  });
  const { title, retryAfter } = await refused(429, { ...HTML, "retry-after": "7" }, "<h1>slow down</h1>");
  assert.deepEqual([title, retryAfter], ["Too Many Requests", 7]);
  assert.equal((await refused(502, {}, "")).title, "Bad Gateway");
  assert.match((await refused(403, { "content-type": "application/json" }, '{"message":"no such consumer"}')).message, /403, Forbidden: no such consumer$/);
  assert.equal((await refused(500, { "content-type": "application/json" }, "null")).status, 500);
});

test("a page with status 200 is no answer", async () => {
  assert.deepEqual((await refused(200, HTML, "<title>Welcome</title>")).message, "ORIGIN answered 200, Welcome: this is not the service; perhaps a proxy");
});

test("JSON of something else is no answer", async () => {
  for (const body of ["{}", '{"status":"ok"}', '"ok"']) {
    const { origin } = await startOwn((_, response) => response.writeHead(200, { "content-type": "application/json" }).end(`${body}\n`));
    const client = new Client(origin);
    await assert.rejects(client.move(), { name: "Unreachable", message: `no answer from ${origin}: what came is cut, or no answer` });
    await assert.rejects(client.streamMove().next(), { name: "Unreachable" });
  }
});

test("Retry-After may be a date", async () => {
  const { retryAfter } = await refused(503, { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }, "");
  assert.ok(retryAfter > 0 && retryAfter <= 3_600, `${retryAfter}`);
  assert.equal((await refused(503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, "")).retryAfter, undefined);
  assert.equal((await refused(503, { "retry-after": "tomorrow" }, "")).retryAfter, undefined);
  const { origin } = await startUnreliable(real, [429, { ...HTML, "retry-after": "0" }, "<h1>slow down</h1>"]);
  assert.ok((await new Client(origin).move()).move, "it is asked again");
});

test("a problem of the service keeps title and time", async () => {
  const { origin } = await startUnreliable(real, [503, { "retry-after": "60" }, '{"code":"saturated","status":503,"title":"All searches are busy","detail":"busy"}']);
  await assert.rejects(new Client(origin).move(), { code: "saturated", title: "All searches are busy", retryAfter: 60, message: "busy" });
});

test("errors of the network name the address", async () => {
  const nobody = "http://127.0.0.1:1";
  for (const call of [(client) => client.move(), (client) => last(client.streamMove()), (client) => client.match({ players: [{}, {}] })]) {
    await assert.rejects(call(new Client(nobody)), { name: "Unreachable", message: /^no answer from http:\/\/127\.0\.0\.1:1: ./ });
  }
  const cut = await startUnreliable(real, [200, { "content-type": "application/x-ndjson" }, '{"heartbeat":true}\n']);
  await assert.rejects(last(new Client(cut.origin).streamMove()), { name: "Unreachable", message: `connection lost during the answer of ${cut.origin}: what came is cut; call again` });
  const broken = await startUnreliable(real, [200, {}, '{"final":true,"problem":{"code":"internal","status":500,"detail":"failed"}}\n']);
  await assert.rejects(last(new Client(broken.origin).streamMove()), { name: "Problem", code: "internal" });
  const silent = await startUnreliable(real, [0]);
  await assert.rejects(new Client(silent.origin, { timeoutMs: 100 }).move(), { name: "TimeoutError", message: `no answer from ${silent.origin} within 100 ms` });
});

test("a plain answer that breaks off is asked for again", async () => {
  const cut = [200, { "content-type": "application/json", "content-length": "900" }, '{"move":'];
  for (const call of [(client) => client.move({ board: "XO.......", turn: "X" }), async (client) => (await client.batch({ requests: [{ kind: "move", board: "XO.......", turn: "X" }] })).results[0].body]) {
    const told = [];
    const once = await startUnreliable(real, cut);
    const client = new Client(once.origin, { onRetry: ({ cause, status }) => told.push([status, errorReason(cause)]) });
    assert.equal((await call(client)).move.name, "a2");
    assert.deepEqual([once.times.length, told], [2, [[undefined, "The service is away."]]]);
    const { origin } = await startUnreliable(real, cut, cut);
    await assert.rejects(call(new Client(origin, { retries: 1 })), { name: "Unreachable", message: `connection lost during the answer of ${origin}: other side closed; call again` });
  }
});

test("a service that starts anew is asked again, later each time", async () => {
  for (const lost of [[-1], [502, HTML, "<title>502 Bad Gateway</title>"]]) {
    const { origin, times } = await startUnreliable(real, lost, lost);
    assert.ok((await new Client(origin).move()).move);
    assert.equal(times.length, 3);
  }
  const { origin, times } = await startUnreliable(real, [-1], [-1], [-1], [-1]);
  await assert.rejects(last(new Client(origin).streamMove()), { name: "Unreachable" });
  assert.equal(times.length, 4);
  for (const [index, ms] of [250, 500, 1_000].entries()) assert.ok(times[index + 1] - times[index] >= ms - 5, `${times}`);
  const once = await startUnreliable(real, [-1]);
  await assert.rejects(new Client(once.origin, { retries: 0 }).move(), { name: "Unreachable" });
  assert.equal(once.times.length, 1);
});

test("what no restart explains is not asked again, nor where an engine is loaded", async () => {
  let calls = 0;
  const failing = (code) => () => {
    calls += 1;
    return Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }));
  };
  for (const code of ["ENOTFOUND", "ERR_SSL_WRONG_VERSION_NUMBER", "DEPTH_ZERO_SELF_SIGNED_CERT"]) {
    await assert.rejects(new Client("https://play.example", { fetch: failing(code) }).move(), { name: "Unreachable", message: new RegExp(code) });
  }
  assert.equal(calls, 3);
  await prepare();
  assert.equal((await new Client("https://play.example", { fallback: "local", fetch: failing("ECONNREFUSED") }).move({ board: "XX.OO....", turn: "X" })).source, "local");
  assert.equal(calls, 4);
});

test("nobody there is told from a call that is wrong, and from a refusal", async () => {
  const kind = (call) => call.then(assert.fail, (error) => [Unreachable, TypeError, Problem].filter((one) => error instanceof one));
  assert.deepEqual(await kind(new Client("http://127.0.0.1:1").move()), [Unreachable]);
  assert.deepEqual(await kind(new Client("http://127.0.0.1:1").move("XO.......")), [TypeError]);
  assert.deepEqual(await kind(new Client(real).move({ board: "XO" })), [Problem]);
  const { name, cause } = await new Client("http://127.0.0.1:1").move().catch((error) => error);
  assert.deepEqual([name, cause instanceof TypeError], ["Unreachable", true]);
});

test("where the device is offline, the call says so", async (context) => {
  // Older Node has no navigator.
  const known = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { onLine: false } });
  context.after(() => (known ? Object.defineProperty(globalThis, "navigator", known) : delete globalThis.navigator));
  await assert.rejects(new Client("http://127.0.0.1:1", { retries: 0 }).move(), { name: "Unreachable", message: "no answer from http://127.0.0.1:1: this device is offline" });
});

test("one class has all failures of calls", async () => {
  const silent = await startUnreliable(real, [0]);
  const kinds = [];
  for (const client of [new Client(real), new Client("http://127.0.0.1:1", { retries: 0 }), new Client(silent.origin, { timeoutMs: 100 })]) {
    await assert.rejects(client.move({ board: "XO" }), (error) => error instanceof InarowError && Boolean(kinds.push(error.constructor)));
  }
  assert.deepEqual(kinds, [Problem, Unreachable, TimedOut]);
  assert.ok(TimedOut.prototype instanceof Unreachable);
});

test("a key is given without the word of its header", () => {
  for (const key of ["Bearer secret", "bearer secret"]) assert.throws(() => new Client(real, { key }), { name: "TypeError", message: 'give the key without "Bearer "' });
});

test("an origin that ends in /v1 is told so", () => {
  for (const origin of ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/", new URL("http://127.0.0.1:8080/v1")]) {
    assert.throws(() => new Client(origin), { name: "TypeError", message: "http://127.0.0.1:8080/v1 is no origin: leave out /v1" });
  }
});
