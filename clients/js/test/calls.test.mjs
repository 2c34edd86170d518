// Puzzles, games, matches, trees, continuations, batches, pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "inarow";
import { startServer } from "./server.mjs";

const origin = await startServer();
const client = new Client(origin, { timeoutMs: 600_000 });

async function records(stream) {
  const found = [];
  for await (const record of stream) found.push(record);
  return found;
}

test("a puzzle by seed, and that of a day", async () => {
  const request = { seed: 1, theme: "fork", solution: true };
  const puzzle = await client.puzzle(request);
  assert.ok(puzzle.themes.includes("fork"));
  assert.equal((await client.move({ moves: puzzle.moves.map(({ cell }) => cell) })).move.name, puzzle.solution.move.name);
  assert.deepEqual(await client.puzzle(request), puzzle);
  const { date, solution } = await client.puzzle({ game: "connect-four", date: "2026-11-22" });
  assert.deepEqual([date, solution], ["2026-11-22", null]);
  assert.match((await client.puzzle()).date, /^\d{4}-\d\d-\d\d$/);
  assert.equal((await client.puzzle({ date: new Date("2026-11-22T23:59:59Z") })).date, "2026-11-22");
});

test("a puzzle by its difficulty, and the game of an answer", async () => {
  const { difficulty, game } = await client.puzzle({ seed: 1, difficulty: "3-5" });
  assert.ok(difficulty >= 3 && difficulty <= 5, `${difficulty}`);
  assert.deepEqual((await client.position({ game, moves: ["b2"] })).game, game);
});

test("moves are sent as answers have them", async () => {
  const { move } = await client.move({ moves: ["b2"] });
  const next = await client.move({ moves: ["b2", move], avoidMoves: [] });
  assert.equal(next.position.board, (await client.move({ moves: ["b2", move.name] })).position.board);
  const { results } = await client.match({ moves: ["b2", move], players: [{ depth: 1 }, { depth: 1 }], games: 1 });
  assert.equal(results.length, 2);
  // A query that is too long is a body.
  const game = Array.from({ length: 1000 }, () => move);
  await assert.rejects(client.position({ game: "gomoku-20", moves: game }), ({ errors }) => errors[0].pointer === "/moves/1");
  const { position } = await client.batch({ requests: [{ kind: "position", moves: [move] }] }).then(({ results: [{ body }] }) => body);
  assert.equal(position.turn, "O");
  assert.match(client.pictureUrl({ moves: [move] }), new RegExp(`moves=${move.name}$`));
});

test("a list of one number is a cell, as in a body", async () => {
  const game = "connect-four";
  for (const moves of [[35], ["a1"], ["a"], [38], [35, 36]]) {
    const posted = await fetch(`${origin}/v1/position`, { method: "POST", body: JSON.stringify({ game, moves }), headers: { "content-type": "application/json" } });
    const { position } = await posted.json();
    assert.deepEqual((await client.position({ game, moves })).position, position, moves.join());
    assert.equal((await client.review({ game, moves })).moves.length, moves.length);
    const picture = await fetch(client.pictureUrl({ game, moves }));
    assert.deepEqual([picture.status, (await picture.text()).match(/<circle/g).length > 0], [200, true]);
  }
  assert.match(client.pictureUrl({ game, moves: [35] }), /moves=35%2C$/);
  assert.equal((await client.position({ game, moves: "35" })).position.board.match(/[XO]/g).length, 2, "a string of digits is columns");
  assert.equal((await client.move({ searchMoves: [4] })).move.name, "b2");
});

test("a review as an annotated game, and as a file", async () => {
  const request = { moves: ["b2", "b3", "c3", "a3", "a1"], multiPv: 1 };
  const text = await client.reviewText(request);
  assert.match(text, /^1\. b2 b3\?\? \{/);
  assert.match(text, /\n1-0\n\{Accuracy: X 100\.0 %, O /);
  assert.equal((await client.position({ record: text })).position.winner, "X");
  assert.match(await client.reviewSgf(request), /^\(;FF\[4\]/);
  await assert.rejects(client.reviewText({ moves: ["b2", "b2"] }), { code: "invalid-request" });
});

test("the games, the choices and the limits", async () => {
  const { default: first, games, limits } = await client.games();
  assert.equal(first, "tic-tac-toe");
  assert.equal(games.find(({ name }) => name === "connect-four").rules.gravity, true);
  assert.equal(limits.sideMax, 20);
  const { heuristics, custom } = await client.heuristics();
  assert.ok(heuristics.some(({ name }) => name === "threats"));
  assert.deepEqual(custom.emptyLine, ["none", "X", "turn"]);
});

test("a match, at once and game by game", async () => {
  const request = { players: [{ depth: 1 }, { level: "perfect" }], games: 2, board: "XX.OO....", seed: 1 };
  const match = await client.match(request);
  assert.equal(match.complete, true);
  assert.deepEqual(match.results.map(({ wins }) => wins), [1, 1]);
  const streamed = await records(client.streamMatch(request));
  assert.deepEqual(streamed.map(({ final, played }) => (final ? "final" : played.number)), [0, 1, "final"]);
  assert.deepEqual(streamed.at(-1).results.map(({ wins }) => wins), [1, 1]);
});

test("a tree, with its kinds of nodes", async () => {
  const { nodes, move } = await client.tree({ board: "XOX.O....", algorithm: "minimax", depth: 4, transpositions: true });
  assert.equal(move.name, nodes[nodes[0].best].move.name);
  for (const node of nodes) {
    assert.equal(node.static !== null, node.kind === "leaf");
    assert.equal(node.result !== null, node.kind === "finished");
    assert.equal(node.transposition !== null, node.kind === "transposition");
  }
  assert.deepEqual([...new Set(nodes.map(({ kind }) => kind))].sort(), ["finished", "inner", "leaf", "transposition"]);
  assert.equal((await client.tree({ board: "XXXOO....", turn: "O" })).move, null);
});

test("a tree in another form has an address", async () => {
  for (const format of ["svg", "dot"]) await assert.rejects(client.tree({ format }), { name: "TypeError", message: `format (see treeUrl): "${format}" is unknown; send json` });
  assert.ok((await client.tree({ depth: 1, format: "json" })).nodes);
});

test("continuations, at once and one by one", async () => {
  const request = { board: "XOXXOO.X.", turn: "O" };
  const { counts, games, next } = await client.continuations(request);
  assert.deepEqual([counts.games, games.length, next], [2, 2, null]);
  const [first, ...others] = await records(client.streamContinuations(request));
  assert.deepEqual(first.counts, counts);
  assert.deepEqual(others.slice(0, -1), games);
  assert.deepEqual(others.at(-1), { final: true, games: 2, next: null });
});

test("a batch: each result is an answer or a problem", async () => {
  const { results } = await client.batch({ requests: [{ kind: "move", board: "XO.......", turn: "X" }, { kind: "position", board: "X" }] });
  assert.equal(results[0].body.move.name, "a2");
  assert.equal(results[1].problem.errors[0].pointer, "/requests/1/board");
  assert.equal("body" in results[1], false);
});

test("columns as gamesolver.org values them", async () => {
  assert.deepEqual(await client.solve("4453"), { pos: "4453", score: [-5, -5, -2, -3, -4, -2, -2] });
  assert.equal((await client.solve()).pos, "");
  await assert.rejects(client.solve("4444444"), { code: "invalid-request", status: 422 });
});

test("addresses of pictures", async () => {
  const request = { game: "connect-four", moves: "4453", size: 400, theme: "dark", coordinates: false, last: "d2", marks: ["d4", "c1-d2"], values: null };
  for (const [format, type, start] of [["svg", "image/svg+xml", /^<svg/], ["png", "image/png", /^.PNG/]]) {
    const response = await fetch(client.pictureUrl({ ...request, format }));
    assert.equal(response.status, 200);
    assert.ok(response.headers.get("content-type").startsWith(type));
    assert.match(await response.text(), start);
  }
  assert.equal(client.pictureUrl({ board: ["XO.", "...", "..."] }), `${origin}/v1/position.svg?board=XO.......`);
  const { game } = await client.position({ game: "connect-four" });
  assert.equal((await fetch(client.pictureUrl({ game }))).status, 200);
  assert.equal((await fetch(client.pictureUrl({ game: { ...game, k: 5 } }))).status, 422, "what contradicts its name is not drawn by its name");
  assert.equal(new Client("https://play.example/games/").pictureUrl(), "https://play.example/games/v1/position.svg");
  const board = "XO.......";
  for (const [call, said] of [
    [() => client.pictureUrl("png", { board }), 'write pictureUrl({ moves, format })'],
    [() => client.pictureUrl({ board }, "png"), 'write pictureUrl({ moves, format })'],
    [() => client.pictureUrl("png"), 'write pictureUrl({ moves, format })'],
    [() => client.treeUrl({ board }, "dot"), 'write treeUrl({ moves, format })'],
    [() => client.treeUrl("mermaid"), 'write treeUrl({ moves, format })'],
  ]) assert.throws(call, { name: "TypeError", message: said });
});

test("a cell by its row and column gets the name to send", async () => {
  for (const pair of [[1, 2], Object.freeze([1, 2])]) {
    const detail = 'row 1 and col 2, from 0, are the cell c2; send its name: "c2"';
    await assert.rejects(client.move({ moves: ["a1", pair] }), ({ errors }) => errors[0].pointer === "/moves/1" && errors[0].detail === detail);
    await assert.rejects(client.move({ searchMoves: [pair] }), ({ errors }) => errors[0].detail === detail);
  }
  const said = /column 3 is c \("col": 3 of an answer, from 0, is d\)$/;
  await assert.rejects(client.move({ game: "connect-four", moves: ["d", 3] }), ({ errors }) => said.test(errors[0].detail));
});

test("a side may be lower case", async () => {
  const board = "xo.......";
  assert.deepEqual(await client.move({ board, turn: "x", pov: "o" }), await client.move({ board, turn: "X", pov: "O" }));
});

test("addresses of figures of trees", async () => {
  const request = { board: "XX.OO.X.O", heuristic: "open-pieces", cells: ["c3", 7], theme: "dark", trace: null };
  for (const [format, type, start] of [["svg", "image/svg+xml", /^<svg/], ["dot", "text/vnd.graphviz", /^digraph/], ["mermaid", "text/vnd.mermaid", /flowchart/]]) {
    const response = await fetch(client.treeUrl({ ...request, format }));
    assert.equal(response.status, 200);
    assert.ok(response.headers.get("content-type").startsWith(type));
    assert.match(await response.text(), start);
  }
  assert.equal(client.treeUrl({ board: ["XO.", "...", "..."], depth: 3 }), `${origin}/v1/tree?board=XO.......&depth=3&format=svg`);
});
