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

test("it is short", () => assert.ok(readme.trimEnd().split("\n").length <= 205));
