// The examples of README.md say what their comments promise.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "inarow";
import { startServer } from "./server.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(`${cwd}README.md`, "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const origin = await startServer();

test("no example is left out", () => assert.equal(examples.length, 10));

for (const code of examples) {
  test(code.split("\n").find((line) => line.includes("await") || line.includes("move(")).trim(), async () => {
    const program = code.replaceAll("http://127.0.0.1:8080", origin);
    const promised = [...program.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text).filter((text) => !text.includes("network"));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd });
    assert.deepEqual(stdout.trimEnd().split("\n"), promised);
  });
}

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
  assert.match(readme, /without one 0\.25 s, 0\.5 s, 1 s … \| up to the first wait, at most 1 s; then twice, four times as much \| after `retries` repetitions \(3\)/);
  assert.deepEqual([await waits(0), await waits(1)], [[0.25, 0.5, 1], [0.5, 1, 2]]);
  assert.match(readme, /after `Retry-After: 5` waits are 5 to 6 s, then 5 to 7 s/);
  assert.deepEqual([await waits(0, "5", { retries: 2 }), await waits(1, "5", { retries: 2 })], [[5, 5], [6, 7]]);
});

test("its codes are those of moves that a player cannot make", async () => {
  const game = "connect-four";
  const moves = {
    "not-on-board": { moves: ["z9"] },
    "cell-taken": { moves: ["b2", "b2"] },
    "column-full": { game, moves: "ddddddd".split("") },
    "floating-stone": { game, moves: ["d3"] },
    "game-over": { game, moves: "abababab".split("") },
  };
  const named = [...readme.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  assert.deepEqual(named, Object.keys(moves));
  for (const code of named) await assert.rejects(new Client(origin).position(moves[code]), ({ errors }) => errors[0].code === code, code);
});

test("it is short", () => {
  const lines = readme.trimEnd().split("\n");
  const words = readme.split(/\s+/).length;
  assert.ok(lines.length <= 290 && words <= 2_750, `${lines.length} lines, ${words} words`);
});
