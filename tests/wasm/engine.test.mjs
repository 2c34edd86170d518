// The engine around its answers: problems, streams, cancelling, time, and an engine that fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "../../clients/js/engine.js";
import { compiled, engineOf } from "./service.mjs";

const whole = await compiled("inarow");
const small = await compiled("inarow-small");
const GOMOKU = JSON.stringify({ game: "gomoku", moves: [112, 96], movetime: 3_000_000 });

/** A problem, or the answer. */
const document = ({ body }) => JSON.parse(body);

test("calls that cannot be read are problems", () => {
  const engine = new Engine(whole);
  const cases = [
    [{ endpoint: "moves" }, "{}", 404, "not-found"],
    [{ endpoint: "tree", form: "stream" }, "{}", 406, "not-acceptable"],
    [{ endpoint: "move" }, "{", 400, "malformed-json"],
    [{ endpoint: "move", query: true }, "board=%", 400, "malformed-query"],
    [{ endpoint: "move", colour: 1 }, "{}", 400, "malformed-json"],
    [{ endpoint: "move" }, '{"boord":1}', 422, "invalid-request"],
  ];
  for (const [head, fields, status, code] of cases) {
    const reply = engine.answer({ requestId: 'a"b', ...head }, fields);
    const problem = document(reply);
    assert.deepEqual([reply.status, problem.status, problem.code, reply.pure], [status, status, code, false], reply.body);
  }
  const { instance, requestId } = document(engine.answer({ endpoint: "move", requestId: 'a"b' }, "[]"));
  assert.deepEqual([instance, requestId], ["/v1/move", 'a"b']);
});

test("settings that are not valid are refused", () => {
  assert.throws(() => new Engine(whole, { settings: { tables: 1 } }).answer({ endpoint: "move" }, "{}"), TypeError);
});

test("without the book, puzzles are the same", () => {
  const puzzle = (module, day) => {
    const query = `game=connect-four&date=${new Date(Date.UTC(2026, 11, day)).toISOString().slice(0, 10)}&solution=true`;
    const settings = { movetimeMsMax: 3_000_000 };
    const { moves, solution, ...rest } = document(new Engine(module, { settings }).answer({ endpoint: "puzzles", query: true }, query));
    // The book has variations of its own.
    const { pv, ...first } = solution;
    return { ...rest, moves, first };
  };
  for (let day = 1; day <= 30; day += 1) assert.deepEqual(puzzle(small, day), puzzle(whole, day), `day ${day}`);
});

test("an answer says whether it is always the same", () => {
  const engine = new Engine(whole);
  const pure = (endpoint, fields) => engine.answer({ endpoint }, JSON.stringify(fields)).pure;
  assert.equal(pure("move", {}), true);
  assert.equal(pure("move", { level: "casual" }), false);
  assert.equal(pure("move", { level: "casual", seed: 1 }), true);
});

test("players without a seed vary, and puzzles without a date are those of the day", () => {
  const engine = new Engine(whole);
  const seeds = Array.from({ length: 8 }, () => document(engine.answer({ endpoint: "move" }, '{"skill":50}')).search.seed);
  assert.equal(new Set(seeds).size, 8);
  const days = [Date.now() - 60_000, Date.now() + 60_000].map((time) => new Date(time).toISOString().slice(0, 10));
  assert.ok(days.includes(document(engine.answer({ endpoint: "puzzles" }, "{}")).date));
});

test("a cancelled search ends with what it has found", () => {
  let looks = 0;
  const cancelled = new Engine(whole, { settings: { movetimeMsMax: 3_600_000 }, isCancelled: () => (looks += 1) > 50 });
  const { status, body } = cancelled.answer({ endpoint: "move" }, GOMOKU);
  assert.equal(status, 200, body);
  assert.equal(JSON.parse(body).search.stop, "cancelled");
  assert.ok(looks < 200, `${looks} looks at the flag`);
  assert.equal(document(cancelled.answer({ endpoint: "position" }, "{}")).position.turn, "X");
});

test("a search ends with its time", () => {
  const { search } = document(engineOf(whole).answer({ endpoint: "move" }, JSON.stringify({ game: "gomoku", movetime: 100 })));
  assert.equal(search.stop, "movetime");
  assert.ok(search.timeMs >= 100);
});

test("a stream has a record for each depth", () => {
  const records = [];
  const fields = JSON.stringify({ game: "gomoku", moves: [112, 96], depth: 3 });
  const reply = engineOf(small).answer({ endpoint: "move", form: "stream" }, fields, (record) => records.push(JSON.parse(record)));
  assert.deepEqual(records.map(({ depth }) => depth), [1, 2, 3]);
  assert.equal(document(reply).final, true);
});

test("an engine that fails is a problem, and the next answer is right", () => {
  // There is no room for such a table.
  const engine = engineOf(whole, { tableMib: 4000 });
  const reply = engine.answer({ endpoint: "move", service: "https://a.example", requestId: "7" }, '{"game":"gomoku","nodes":5000}');
  const problem = document(reply);
  assert.deepEqual([reply.status, problem.code, problem.requestId, problem.instance], [500, "internal", "7", "/v1/move"]);
  assert.equal(problem.type, "https://a.example/docs#problem-internal");
  assert.equal(document(engine.answer({ endpoint: "move" }, '{"board":"XO.......","turn":"X"}')).move.cell, 3);
});

test("a host's own error is its own", () => {
  const engine = new Engine(whole);
  const refuse = () => {
    throw new SyntaxError("no records");
  };
  assert.throws(() => engine.answer({ endpoint: "move", form: "stream" }, "{}", refuse), SyntaxError);
  assert.equal(engine.answer({ endpoint: "move" }, "{}").status, 200);
});

test("the deepest searches have the stack they need", () => {
  for (const algorithm of ["minimax", "alpha-beta", "auto"]) {
    const fields = { game: "gomoku-20", algorithm, heuristic: "lines", depth: 400, nodes: 3000 };
    const { status, body } = engineOf(whole).answer({ endpoint: "move" }, JSON.stringify(fields));
    assert.equal(status, 200, `${algorithm}: ${body}`);
  }
});

test("memory stays within its limits", () => {
  const bytes = (module, ...games) => {
    const engine = engineOf(module);
    for (const game of games) {
      for (const endpoint of ["move", "analysis"]) assert.equal(engine.answer({ endpoint }, JSON.stringify({ game, nodes: 100_000 })).status, 200);
    }
    return engine.memoryBytes >> 20;
  };
  const smallGames = ["tic-tac-toe", "misere-tic-tac-toe", "four-by-four"];
  for (const module of [whole, small]) assert.ok(bytes(module, ...smallGames) < 64);
  assert.ok(bytes(whole, ...smallGames, "five-by-five", "connect-four", "gomoku", "gomoku-20", { width: 8, height: 7, k: 4, gravity: true }) < 256);
});
