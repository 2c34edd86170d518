// The command of WASI answers lines of JSON, here under the interface of Node.js.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compiled, engineOf } from "./service.mjs";

const runner = fileURLToPath(new URL("wasi.mjs", import.meta.url));

/** The lines that the command writes for these. */
function answers(lines) {
  const { status, stdout } = spawnSync(process.execPath, ["--no-warnings", runner], { input: `${lines.join("\n")}\n`, encoding: "utf8" });
  return { status, lines: stdout.trimEnd().split("\n").map((line) => JSON.parse(line)) };
}

test("each line is answered as the service would", async () => {
  const engine = engineOf(await compiled("inarow"), { movetimeMsMax: 10_000 });
  const calls = [
    { endpoint: "move", fields: { board: "XO.......", turn: "X" } },
    { endpoint: "move", query: "game=connect-four&moves=4453" },
    { endpoint: "position" },
    { endpoint: "move", fields: { board: "XO" }, service: "https://a.example", requestId: "7" },
  ];
  const found = answers([...calls.map((call) => JSON.stringify(call)), "", '{"endpoint":"move","fields":{"depth":1,"depth":2}}']);
  assert.equal(found.status, 0);
  for (const [index, { query, fields = {}, ...head }] of calls.entries()) {
    const { status, body } = engine.answer({ ...head, query: query !== undefined }, query ?? JSON.stringify(fields));
    const settled = (answer) => JSON.stringify(answer).replace(/"timeMs":[\d.e+-]+/g, '"timeMs":0');
    assert.equal(found.lines[index].status, status);
    assert.equal(settled(found.lines[index].body), settled(JSON.parse(body)));
  }
  assert.equal(found.lines[4].body.errors[0].code, "repeated");
});

test("streams and answers in lines have a line for each record", () => {
  const stream = { endpoint: "move", form: "stream", fields: { game: "gomoku", moves: [112], depth: 2 } };
  const games = { endpoint: "continuations", form: "lines", fields: { moves: [0, 1, 2, 3, 5, 4] } };
  const { lines } = answers([stream, games].map((call) => JSON.stringify(call)));
  assert.deepEqual(lines.slice(0, 2).map(({ record }) => record.depth), [1, 2]);
  assert.equal(lines[2].body.final, true);
  assert.ok(lines[3].lines.length > 2);
});

test("a line that is no call is a problem, and the next one is answered", () => {
  const { lines } = answers(["no", '{"endpoint":"moves"}', '{"endpoint":"move"}']);
  assert.deepEqual(lines.map(({ status }) => status), [400, 404, 200]);
});
