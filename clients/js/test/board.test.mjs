// Boards without a call are those of the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "inarow";
import { cellOf, landing, nameOf, replay, rightMoves } from "inarow/board";
import { startServer } from "./server.mjs";

const client = new Client(await startServer());

/** Random numbers that are the same each time. */
function random(seed) {
  let state = seed;
  return (count) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % count;
}

test("boards, names and landing cells are the service's, in every kind of game", async () => {
  const { games: named } = await client.games();
  for (const name of [...named.map((game) => game.name), "9,8,4g", "4,5,3m"]) {
    const draw = random(name.length);
    const first = await client.position({ game: name });
    const isOrdinary = first.game.lineCount === undefined;
    const games = [{ ...first.game, columns: first.columns }, ...(isOrdinary ? [name, first.game] : [])];
    const moves = [];
    for (let ply = 0; ply <= 6; ply += 1) {
      const { legalMoves, position, records } = await client.position({ game: name, moves, fields: ["legalMoves", "position", "records"] });
      for (const game of games) {
        for (const given of [moves, moves.map(({ name: own }) => own), moves.map(({ cell }) => cell), ...(records ? [records.moves] : [])]) {
          const boards = replay(game, given);
          assert.deepEqual([boards.length, boards.at(-1)], [ply + 1, position.board], `${name} ${JSON.stringify(given)}`);
        }
        for (const move of legalMoves) {
          assert.deepEqual([nameOf(game, move.cell), cellOf(game, move.name), cellOf(game, move)], [move.name, move.cell, move.cell]);
          assert.equal(landing(game, position.board, move), move.cell);
          if (isOrdinary && first.game.gravity) assert.equal(landing(game, position.board, move.name[0]), move.cell);
        }
        const stone = [...position.board].findIndex((cell) => cell !== ".");
        if (stone >= 0 && !first.game.gravity) assert.equal(landing(game, position.board, stone), undefined);
      }
      if (position.status !== "ongoing") break;
      moves.push(legalMoves[draw(legalMoves.length)]);
    }
  }
});

test("a game may begin on a board, and be written as columns", async () => {
  const moves = "4453";
  const { position } = await client.position({ game: "connect-four", moves });
  for (const given of [moves, "ddec".split(""), "d e".replace("d", "d d").concat(" c")]) assert.equal(replay("connect-four", given).at(-1), position.board);
  const start = { board: "X........", turn: "O" };
  const { position: later } = await client.position({ ...start, board: replay("tic-tac-toe", ["b2"], start)[1], turn: "X" });
  assert.equal(later.board, "X...O....");
});

test("what is no move is refused with its place", () => {
  for (const [game, moves, words] of [
    ["tic-tac-toe", ["b2", "b2"], 'moves[1] is "b2": no stone can come to lie there'],
    ["tic-tac-toe", ["d1"], 'moves[0] is "d1": no stone can come to lie there'],
    ["tic-tac-toe", "4453", 'moves[0] is "4453": no stone can come to lie there'],
    ["connect-four", "4444444", 'moves[6] is "d": no stone can come to lie there'],
    ["connect-four", ["d2"], 'moves[0] is "d2": no stone can come to lie there'],
    ["connect-four", ["h"], 'moves[0] is "h": no stone can come to lie there'],
  ]) assert.throws(() => replay(game, moves), { name: "RangeError", message: words });
  assert.throws(() => replay("tic-tac-toe", [], { board: "X" }), { name: "RangeError", message: "board has 1 cells: send 9" });
  assert.throws(() => nameOf("gomoku", 225), { name: "RangeError", message: "cell is 225: send a whole number from 0 to 224" });
  for (const place of ["i1", "a0", "a7", 42, "", null]) assert.equal(cellOf("connect-four", place), undefined);
  for (const game of ["qubic", "chess", undefined, { width: 19, height: 4, gravity: true, cells: 64 }]) assert.throws(() => replay(game, []), { name: "TypeError", message: /is not known here: send an answer's game/ });
});

test("every right move of a puzzle is one", async () => {
  const { moves, solution } = await client.puzzle({ seed: 1, theme: "fork", solution: true });
  assert.deepEqual(rightMoves(await client.analysis({ moves })).map(({ name }) => name), [solution.move.name]);
  const { move: answer } = await client.move({ moves: [...moves, solution.move] });
  assert.deepEqual(rightMoves(await client.analysis({ moves: [...moves, solution.move, answer] })).map(({ name }) => name), ["b2", "c2"]);
  assert.deepEqual(rightMoves({ lines: [] }), []);
});
