import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "inarow";
import { move } from "inarow/offline";
import { startServer } from "./server.mjs";

const origin = await startServer();
const BATCH = 64;

/** Every position of a game of tic-tac-toe, as its board. */
function reachable() {
  const boards = new Set();
  const visit = (board, turn, over) => {
    if (boards.has(board)) return;
    boards.add(board);
    if (over) return;
    for (const after of [...board].map((stone, cell) => stone === "." && board.slice(0, cell) + turn + board.slice(cell + 1)).filter(Boolean)) {
      const other = turn === "X" ? "O" : "X";
      visit(after, other, move({ board: after, turn: other }).position.status !== "ongoing");
    }
  };
  visit(".........", "X", false);
  return [...boards];
}

/** Without the members that only the service knows. */
function comparable({ move, score, pv, position, after }, length) {
  for (const at of [position, after]) delete at?.reachable;
  return { move, score, pv: pv.slice(0, length), position, after };
}

test("every answer is the service's", async () => {
  const boards = reachable();
  assert.equal(boards.length, 5478);
  for (let from = 0; from < boards.length; from += BATCH) {
    const requests = boards.slice(from, from + BATCH).map((board) => ({ kind: "move", board }));
    const body = JSON.stringify({ requests });
    const response = await fetch(`${origin}/v1/batch`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { results } = await response.json();
    for (const [index, { body: expected }] of results.entries()) {
      const { board } = requests[index];
      // The service ends the variation of a draw where no line is open any more.
      const length = expected.score.outcome === "draw" ? expected.pv.length : 9;
      assert.deepEqual(comparable(move({ board }), length), comparable(expected, 9), board);
    }
  }
});

test("boards and sides as people write them are read as the service reads them", async () => {
  const client = new Client(origin);
  const boards = ["xo-/___/...", ["XO.", "...", "..."], "XO.\n...\n...", ["x", "o", null, "", ".", null, null, null, null], [["X", "O", null], ["", "", ""], "..."]];
  for (const [index, board] of boards.entries()) {
    const request = { board, turn: index % 2 ? "X" : "x" };
    assert.deepEqual(move(request).position.board, (await client.position(request)).position.board);
    assert.equal(move(request).move.name, "a2");
  }
  assert.equal(move().move.name, "a3");
  assert.equal(move({ board: null, turn: null }).move.name, "a3");
});

test("a call that is wrong says what to send", () => {
  const call = { name: "TypeError", message: 'send { board, turn } alone, such as { board: "XO......." }' };
  for (const request of ["XO.......", ["XO.", "...", "..."], { moves: ["b2"] }, { board: ".........", level: "club" }, 7, null]) assert.throws(() => move(request), call, JSON.stringify(request));
});

test("what is no position is refused", () => {
  for (const [request, message] of [
    [{ board: "xo" }, 'board is "XO": send 9 cells, X, O or .'],
    [{ board: "XO......Z" }, 'board is "XO......Z": send 9 cells, X, O or .'],
    [{ board: ["XO.", "..."] }, 'board is "XO....": send 9 cells, X, O or .'],
    [{ board: "XX......." }, "turn is undefined: send X or O"],
    [{ turn: "black" }, "turn is black: send X or O"],
    [{ board: "XXXOOO...", turn: "X" }, "no such position: both have won"],
  ]) assert.throws(() => move(request), { name: "RangeError", message });
});
