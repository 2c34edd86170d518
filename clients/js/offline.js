const OTHER = { X: "O", O: "X" };
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const count = (board, stone) => board.split(stone).length - 1;
const play = (board, cell, side) => board.slice(0, cell) + side + board.slice(cell + 1);

function moveOf(cell) {
  const col = cell % 3;
  const row = (cell - col) / 3;
  return { cell, row, col, name: "abc"[col] + (3 - row) };
}

function positionOf(board, turn) {
  const winningLines = LINES.filter(([a, b, c]) => board[a] !== "." && board[a] === board[b] && board[a] === board[c]);
  const winner = winningLines[0] ? board[winningLines[0][0]] : null;
  return { board, turn, status: winner ? "won" : board.includes(".") ? "ongoing" : "drawn", winner, winningLines };
}

// Negamax: a win in n plies is 10 - n, a loss as much below 0, a draw 0.
function solve(board, turn, known) {
  if (known[board]) return known[board];
  const { status, winner } = positionOf(board, turn);
  let best = { value: { ongoing: -99, drawn: 0 }[status] ?? (winner === turn ? 10 : -10), pv: [] };
  for (let cell = 0; cell < 9 && status === "ongoing"; cell += 1) {
    if (board[cell] !== ".") continue;
    const reply = solve(play(board, cell, turn), OTHER[turn], known);
    const value = Math.sign(reply.value) - reply.value;
    if (value > best.value) best = { value, pv: [cell, ...reply.pv] };
  }
  return (known[board] = best);
}

export function move(request = {}) {
  const isKnown = Object.keys(Object(request)).every((name) => name === "board" || name === "turn");
  if (Object(request) !== request || !isKnown) throw new TypeError('send { board, turn } alone, such as { board: "XO......." }');
  // Rows or cells, as the service reads them.
  const cells = [request.board ?? "........."].flat(2).map((cell) => cell || ".");
  const board = cells.join("").toUpperCase().replace(/[/,\s]/g, "").replace(/[-_]/g, ".");
  if (!/^[XO.]{9}$/.test(board)) throw new RangeError(`board is ${JSON.stringify(board)}: send 9 cells, X, O or .`);
  const turn = request.turn ? String(request.turn).toUpperCase() : ["X", "O"][count(board, "X") - count(board, "O")];
  if (!OTHER[turn]) throw new RangeError(`turn is ${request.turn}: send X or O`);
  const position = positionOf(board, turn);
  if (position.winningLines.some(([a]) => board[a] !== position.winner)) throw new RangeError("no such position: both have won");
  const { value, pv } = solve(board, turn, {});
  return {
    move: pv.length ? moveOf(pv[0]) : null,
    score: { outcome: value > 0 ? "win" : value ? "loss" : "draw", plies: value ? 10 - Math.abs(value) : count(board, "."), value: null, expected: value > 0 ? 1 : value ? 0 : 0.5, pov: turn },
    pv: pv.map(moveOf),
    position,
    after: pv.length ? positionOf(play(board, pv[0], turn), OTHER[turn]) : null,
  };
}
