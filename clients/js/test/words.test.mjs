// Scores and errors in words: those of the service, in short.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client, errorWords, InarowError, Problem, TimedOut, Unreachable } from "inarow";
import { errorMessage, errorReason, labelWords, scoreWords, withNames } from "inarow/words";
import { startServer } from "./server.mjs";

const client = new Client(await startServer());

test("a proven score has the words of the service's text", async () => {
  const found = new Set();
  for (const request of [{ board: "XO.......", turn: "X" }, { moves: "a1 b2" }, { board: "XX.OO....", turn: "X" }, { game: "connect-four", moves: "4453" }, { moves: "a1 a2 b2" }, { game: "gomoku", moves: "h8 a1 h9 a2 h10 a3 h11", nodes: 9_000 }]) {
    for (const pov of ["X", "O"]) {
      const [{ score }, text] = [await client.move({ ...request, pov }), await client.moveText({ ...request, pov })];
      const words = scoreWords(score);
      assert.ok(text.includes(words), `${words}: ${text}`);
      found.add(words.replace(/\d+ moves/, "n moves"));
    }
  }
  assert.ok(found.size > 3, [...found].join());
});

test("a score that is not proven has the chance of the service's text, for the side that has more", async () => {
  for (const moves of ["h8 h9 i9", "h8", "h8 a1 h9 a2", "h8 a1 b1 h9"]) {
    const request = { game: "gomoku", moves, depth: 2 };
    const [{ score }, text] = [await client.move(request), await client.moveText(request)];
    const [, side, chance] = /; ([XO]) would score about (\d+) in 100/.exec(text);
    const own = Number(chance);
    const other = { X: "O", O: "X" }[side];
    assert.equal(scoreWords(score), own === 50 ? "even" : own > 50 ? `${own} % for ${side}` : `${100 - own} % for ${other}`);
  }
});

test("in misère play the loser makes the last move", async () => {
  const request = { game: "misere-tic-tac-toe", moves: "a1 b2 c3 b1", searchMoves: ["a3"] };
  for (const pov of ["X", "O"]) {
    const [{ score, game }, text] = [await client.move({ ...request, pov }), await client.moveText({ ...request, pov })];
    assert.equal(scoreWords(score, undefined, game), "O wins in 2 moves");
    assert.match(text, /O wins in 2 moves/);
  }
  const proven = { outcome: "loss", plies: 1, value: null, expected: 0, pov: "X" };
  assert.equal(scoreWords(proven, { O: "You" }, { misere: true }), "You win at once");
  assert.equal(scoreWords({ ...proven, plies: 0 }, undefined, { misere: true }), "O has won");
});

test("sides may have names, and a game an end", async () => {
  const proven = { outcome: "loss", plies: 5, value: null, expected: 0, pov: "X" };
  assert.equal(scoreWords(proven, { X: "Black", O: "White" }), "White wins in 3 moves");
  assert.equal(scoreWords({ ...proven, plies: 0 }), "O has won");
  assert.equal(scoreWords({ ...proven, outcome: "draw", expected: 0.5, plies: 0 }), "a draw");
  const guess = { outcome: "unknown", plies: null, value: 9, expected: 0.5, pov: "O" };
  assert.deepEqual([0.5, 0.9, 0.1, 0, 1].map((expected) => scoreWords({ ...guess, expected }, { O: "White" })), ["even", "61 % for White", "61 % for X", "80 % for X", "80 % for White"]);
  assert.throws(() => scoreWords(undefined), { name: "TypeError", message: "write scoreWords(answer.score)" });
});

test("a person is spoken to as you", () => {
  const names = { X: "You", O: "Moss" };
  const proven = { outcome: "loss", plies: 5, value: null, expected: 0, pov: "O" };
  assert.deepEqual([5, 1, 0].map((plies) => scoreWords({ ...proven, plies }, names)), ["You win in 3 moves", "You win in 1 move", "You have won"]);
  assert.equal(scoreWords({ ...proven, outcome: "win" }, names), "Moss wins in 3 moves");
  const guess = { outcome: "unknown", plies: null, value: 9, expected: 0.9, pov: "X" };
  assert.deepEqual([scoreWords(guess, names), scoreWords(guess, { X: "Youri" })], ["61 % for you", "61 % for Youri"]);
});

test("what a player cannot play is said to the player", async () => {
  const game = "connect-four";
  for (const [request, words] of [
    [{ moves: ["z9"] }, "There is no such place on this board."],
    [{ moves: ["b2", "b2"] }, "This cell is taken. Choose another."],
    [{ game, moves: "ddddddd".split("") }, "This column is full. Choose another."],
    [{ game, moves: ["d3"] }, "Stones fall here. Choose a column."],
    [{ game, moves: "abababab".split("") }, "The game is over."],
    [{ depth: 0 }, "The service cannot do this."],
  ]) {
    assert.equal(errorMessage(await client.move(request).then(assert.fail, (error) => error)), words);
  }
});

test("a wrong key has other words than none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inarow-"));
  after(() => rm(folder, { recursive: true }));
  const file = join(folder, "keys");
  await writeFile(file, "0123456789abcdef0123456789abcdef\n");
  const guarded = await startServer("--api-keys-file", file);
  for (const [key, words] of [[undefined, "The service asks for a key."], ["another", "The service does not know this key."]]) {
    assert.equal(errorMessage(await new Client(guarded, { key }).move().then(assert.fail, (error) => error)), words);
  }
});

test("a fault that no player has a part in is told without its field", async () => {
  for (const [request, words] of [
    [{ game: { cells: 3, lines: [[0, 1, 5]] } }, "The service cannot do this."],
    [{ searchMoves: ["z9"] }, "The service cannot do this."],
    [{ game: "connect-four", board: `X${".".repeat(41)}` }, "The service cannot do this."],
    [{ moves: ["z9"] }, "There is no such place on this board."],
    [{ record: "b2 b2" }, "This cell is taken. Choose another."],
    [{ moves: "a1 a2 b1 b2 c1 c2" }, "The game is over."],
  ]) {
    const said = errorMessage(await client.move(request).then(assert.fail, (error) => error));
    assert.equal(said, words);
  }
});

test("every other error has a sentence", () => {
  const problem = (code, status, after) => new Problem({ code, status, title: "t", detail: "d" }, after);
  for (const [error, words] of [
    [problem("saturated", 503, 20), "The service is busy. Try again in 20 seconds."],
    [problem("too-many-requests", 429, 0.2), "That was a lot at once. Try again in a moment."],
    [problem("shutting-down", 503), "The service restarts. Try again in a moment."],
    [problem("unauthorized", 401), "The service asks for a key."],
    [problem("unknown", 401), "The service asks for a key."],
    [problem("unknown", 429, 200), "That was a lot at once. Try again in 4 minutes."],
    [problem("unknown", 502), "The service is away. Try again in a moment."],
    [problem("unknown", 504), "The service did not answer in time. Try again in a moment."],
    [problem("unknown", 200), "The service is away. Try again in a moment."],
    [problem("unknown", 403), "The way to the service is closed."],
    [problem("unknown", 404), "The service is not at this address."],
    [problem("unknown", 413), "That is too long. Try something shorter."],
    [new Problem({ code: "internal", status: 500, detail: "the engine in this process has failed" }), "The engine has failed at this. Try again."],
    [new TimedOut("no answer from local://inarow within 5 ms"), "The engine did not answer in time. Try again."],
    [new Unreachable("no engine at file:///a: ENOENT"), "The engine cannot be loaded. Try again."],
    [problem("internal", 500), "The service has failed at this. Try again."],
    [problem("not-found", 404), "The service cannot do this."],
    [new Problem({ code: "malformed-json", status: 400, detail: "d", errors: [{ pointer: "", code: "not-json", detail: "e" }] }), "The service cannot do this."],
    [new TimedOut("late"), "The service did not answer in time. Try again."],
    [new Unreachable("gone", { cause: new TypeError("fetch failed") }), "The service is away. Try again."],
    [new Unreachable("no engine: late", { cause: problem("saturated", 503, 60) }), "The service is busy. Try again in 60 seconds."],
    [new InarowError("own"), "The service is away. Try again."],
    [new TypeError("a fault of the program"), "Something went wrong."],
    ["thrown", "Something went wrong."],
  ]) {
    assert.equal(errorMessage(error), words);
  }
});

test("why the engine answers is said without an advice", () => {
  const problem = (code, status) => new Problem({ code, status, title: "t", detail: "d" }, 20);
  for (const [error, words] of [
    [problem("saturated", 503), "The service is busy."],
    [problem("unknown", 502), "The service is away."],
    [problem("internal", 500), "The service has failed at this."],
    [problem("request-timeout", 408), "The connection was too slow."],
    [problem("unknown", 413), "That is too long."],
    [problem("answer-too-large", 422), "The answer would be too large."],
    ...Object.entries({ "cell-taken": "This cell is taken.", "column-full": "This column is full.", "floating-stone": "Stones fall here." }).map(([code, words]) => [
      new Problem({ code: "invalid-request", status: 422, title: "t", errors: [{ pointer: "/moves/1", code, detail: "d" }] }), words,
    ]),
    [new TimedOut("late"), "The service did not answer in time."],
    [new Unreachable("gone"), "The service is away."],
    [new Unreachable("no engine", { cause: problem("saturated", 503) }), "The service is busy."],
    [new TypeError("a fault of the program"), "Something went wrong."],
  ]) {
    assert.equal(errorReason(error), words);
    assert.ok(errorMessage(error).startsWith(words));
  }
});

test("every label of a review has words, those of errors the same", async () => {
  const { sides } = await client.review({ moves: ["b2"] });
  assert.deepEqual(Object.keys(labelWords).sort(), Object.keys(sides.X.labels).sort());
  for (const label of Object.keys(errorWords)) assert.equal(labelWords[label], errorWords[label]);
});

test("sentences of answers take names of the sides", async () => {
  const names = { X: "Red", O: "Yellow" };
  const { text } = await client.puzzle({ seed: 1, theme: "fork" });
  assert.equal(withNames(text, names), text.replace("X", "Red"));
  assert.match(withNames(text, names), /^Red to move/);
  const { moves } = await client.review({ game: "connect-four", moves: "445", explain: true });
  for (const said of moves.flatMap((move) => [move.text, ...move.reasons.map((reason) => reason.text)])) assert.doesNotMatch(withNames(said, names), /\b[XO]\b/);
  assert.equal(withNames("X's line stops O at x1, not OX or Oxen: O.", { O: "White" }), "X's line stops White at x1, not OX or Oxen: White.");
});
