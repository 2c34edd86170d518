// Boards along a list of moves, and names of cells, without a call. They check free cells and falling stones; all other rules the service checks.

const SIZES = {
  "tic-tac-toe": [3, 3],
  "misere-tic-tac-toe": [3, 3],
  "four-by-four": [4, 4],
  "five-by-five": [5, 5],
  "connect-four": [7, 6, true],
  gomoku: [15, 15],
  "gomoku-standard": [15, 15],
  "gomoku-19": [19, 19],
  "gomoku-standard-19": [19, 19],
  "gomoku-20": [20, 20],
};

const range = (count) => Array.from({ length: count }, (_, index) => index);

/** How many cells; on an ordinary board its width and height; where stones fall, the cells of each column from the bottom up. */
function shapeOf(game) {
  const short = /^(\d+),(\d+),\d+(g?)/.exec(game);
  const [width, height, falls] = short ? [Number(short[1]), Number(short[2]), short[3]] : (SIZES[game] ?? [game?.width, game?.height, game?.gravity === true]);
  const { cells, columns } = Object(game);
  if (cells > 0 && (columns?.length || !falls)) return { cells, columns: columns?.length ? columns : undefined };
  if (cells > 0 || !(width > 0 && height > 0)) throw new TypeError(`game: ${JSON.stringify(game)} is not known here: send an answer's game; where stones fall in a game of lines, with the columns of a position`);
  const column = (col) => range(height).map((row) => (height - 1 - row) * width + col);
  return { cells: width * height, width, height, columns: falls ? range(width).map(column) : undefined };
}

const nameIn = ({ width, height }, cell) => (width ? `${String.fromCharCode(97 + (cell % width))}${height - Math.floor(cell / width)}` : String(cell));

function cellIn({ cells, width, height }, place) {
  const { cell = place } = Object(place);
  const name = /^([a-z])(\d+)$/i.exec(cell);
  const col = name && name[1].toLowerCase().charCodeAt(0) - 97;
  const found = name ? (col < width && name[2] >= 1 && name[2] <= height ? (height - name[2]) * width + col : NaN) : /^\d+$/.test(cell) ? Number(cell) : NaN;
  return found < cells ? found : undefined;
}

export function nameOf(game, cell) {
  const shape = shapeOf(game);
  if (!(Number.isInteger(cell) && cell >= 0 && cell < shape.cells)) throw new RangeError(`cell is ${cell}: send a whole number from 0 to ${shape.cells - 1}`);
  return nameIn(shape, cell);
}

export const cellOf = (game, place) => cellIn(shapeOf(game), place);

function landingIn(shape, board, place) {
  const { columns, height } = shape;
  const isColumn = columns && height && /^[a-z]$/i.test(place);
  const cell = cellIn(shape, isColumn ? `${place}1` : place);
  const column = columns?.find((cells) => cells.includes(cell)) ?? [cell];
  return column.find((one) => board[one] === ".");
}

export const landing = (game, board, place) => landingIn(shapeOf(game), board, place);

/** A text is columns from 1 where stones fall on an ordinary board, or names. */
function listOf({ columns, width }, moves) {
  if (typeof moves !== "string") return moves;
  if (columns && width && /^\d+$/.test(moves)) return [...moves].map((digit) => String.fromCharCode(96 + Number(digit)));
  return moves.split(/[\s,]+/).filter(Boolean);
}

export function replay(game, moves, { board, turn = "X" } = {}) {
  const shape = shapeOf(game);
  const boards = [board ?? ".".repeat(shape.cells)];
  if (boards[0].length !== shape.cells) throw new RangeError(`board has ${boards[0].length} cells: send ${shape.cells}`);
  let side = turn;
  for (const [index, place] of listOf(shape, moves).entries()) {
    const before = boards.at(-1);
    const cell = landingIn(shape, before, place);
    const isColumn = shape.columns && /^[a-z]$/i.test(place);
    // Where stones fall, a cell above the lowest free one would float.
    if (cell === undefined || (!isColumn && cell !== cellIn(shape, place))) throw new RangeError(`moves[${index}] is ${JSON.stringify(place)}: no stone can come to lie there`);
    boards.push(before.slice(0, cell) + side + before.slice(cell + 1));
    side = side === "X" ? "O" : "X";
  }
  return boards;
}

export function rightMoves({ lines }) {
  const worth = ({ score: { outcome, plies } }) => (outcome === "win" ? `win ${plies}` : outcome);
  return lines.filter((line) => worth(line) === worth(lines[0])).map(({ move }) => move);
}
