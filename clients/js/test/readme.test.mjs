// The examples of README.md print the output that their comments promise.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "inarow";
import { startOwn, startServer } from "./server.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(`${cwd}README.md`, "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const origin = await startServer();

test("no example is left out", () => assert.equal(examples.length, 11));

for (const code of examples) {
  test(code.split("\n").find((line) => line.includes("await") || line.includes("move(")).trim(), async () => {
    const promised = [...code.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text.replaceAll("http://127.0.0.1:8080", origin));
    assert.deepEqual(await said(code), promised);
  });
}

/** The lines that a program writes, whose calls may take long on a machine that is busy. */
async function said(code, service = origin) {
  const patient = code.replace(/timeoutMs: [\d_]+/g, "timeoutMs: 600_000").replace(/new Client\("([^"]*)"\)/g, 'new Client("$1", { timeoutMs: 600_000 })');
  const program = patient.replaceAll("http://127.0.0.1:8080", service);
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd });
  return stdout.trimEnd().split("\n");
}

/** The example that declares a name, without its output. */
const declaring = (name) => examples.find((code) => code.includes(name)).replace(/^(console|const \{ status).*\n/gm, "");

test("its game: quick taps are one, and undo goes to the person's turn", async () => {
  const steps = `
await Promise.all([tap("d"), tap("a"), undo()]);
console.log(moves.length, moves[0]);
console.log(undo().length);
moves = "dedede".split("");
console.log((await tap("d")).status, moves.length, undo().length, undo().length);
await tap("h").catch(({ errors }) => console.log(errors[0].code, moves.length));`;
  assert.deepEqual(await said(declaring("const undo") + steps), ["2 d", "0", "won 7 6 4", "not-on-board 4"]);
});

test("its hint without a reason, and its progress with second looks", async () => {
  const records = [1, 0, 1, 0].map((left) => ({ left, move: { ply: left + 1, move: { name: "d1" }, label: "best" } }));
  const lines = [...records, { final: true }].map((record) => `${JSON.stringify(record)}\n`).join("");
  const { origin: own } = await startOwn(({ url }, response) => response.end(url.includes("review") ? lines : JSON.stringify({ move: { name: "d3" }, reasons: [] })));
  assert.deepEqual(await said(`${declaring("const undo")}console.log(await hint());`, own), ["d3: The engine's choice."]);
  const progress = await said(examples.find((code) => code.includes("streamReview")), own);
  assert.deepEqual(progress.map((line) => line.split(" ")[0]), ["50", "100", "100", "100"]);
});

test("its handler says nothing of a call that the program ends", async () => {
  const steps = `
const { LocalClient } = await import("inarow/local");
const local = new LocalClient();
const ended = show(local.move());
local.close();
await ended;
console.log("ended");`;
  assert.deepEqual((await said(declaring("const show") + steps)).slice(-2), ["The service is away. Try again.", "ended"]);
});

test("its addresses where nobody is are such that a platform would ask", async () => {
  const addresses = [...readme.matchAll(/http:\/\/127\.0\.0\.1:(?!8080)\d+/g)].map(([address]) => address);
  assert.ok(addresses.length > 1);
  for (const address of addresses) await assert.rejects(fetch(address), ({ cause }) => cause.code === "ECONNREFUSED", address);
});

test("its waits are those of the client", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  const waits = async (random, retryAfter, options) => {
    mock.method(Math, "random", () => random);
    const told = [];
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    const fetch = async () => new Response("", { status: retryAfter === undefined ? 502 : 503, headers });
    let isOver = false;
    const call = new Client("http://service", { fetch, onRetry: ({ seconds }) => told.push(seconds), ...options }).move().catch(() => (isOver = true));
    while (!isOver) {
      await new Promise(setImmediate);
      mock.timers.tick(250);
    }
    await call;
    return told;
  };
  assert.match(readme, /where it is 0 or there is none 0\.25 s, 0\.5 s, 1 s, each time 2 s \| up to the first wait, at most 1 s; then 2, 4, each time 8 times as much \| after `retries` repetitions \(3\)/);
  assert.deepEqual([await waits(0), await waits(1)], [[0.25, 0.5, 1], [0.5, 1, 2]]);
  assert.deepEqual([await waits(0, undefined, { retries: 6 }), await waits(1, undefined, { retries: 5, timeoutMs: 60_000 })], [[0.25, 0.5, 1, 2, 2, 2], [0.5, 1, 2, 4, 4]]);
  assert.match(readme, /after `Retry-After: 5` waits are 5 to 6 s, then 5 to 7 s/);
  assert.deepEqual([await waits(0, "5", { retries: 2 }), await waits(1, "5", { retries: 2 })], [[5, 5], [6, 7]]);
});

test("it is short", () => {
  const lines = readme.trimEnd().split("\n");
  const words = readme.split(/\s+/).length;
  assert.ok(lines.length <= 290 && words <= 2_750, `${lines.length} lines, ${words} words`);
});
