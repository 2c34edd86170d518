// Boards as strings, and names of cells and moves. Only the service knows who has won.

/** @import { FullRules, Side, Step } from "./types.d.ts" */

export const COLUMNS = "abcdefghijklmnopqrst";

/**
 * @param {FullRules} rules
 * @param {number} cell
 */
export function nameOf(rules, cell) {
    if (rules.board) return String(cell);
    return COLUMNS[cell % rules.width] + String(rules.height - Math.floor(cell / rules.width));
}

/**
 * The cell of a name, -1 if there is none.
 *
 * @param {FullRules} rules
 * @param {string} name
 */
export function cellOf(rules, name) {
    if (rules.board) return /^\d+$/.test(name) && Number(name) < rules.board.cells ? Number(name) : -1;
    const col = COLUMNS.indexOf(name[0] ?? "?");
    const row = rules.height - Number(name.slice(1));
    const inside = col >= 0 && col < rules.width && Number.isInteger(row) && row >= 0 && row < rules.height;
    return inside ? row * rules.width + col : -1;
}

/** @param {FullRules} rules */
export const cellCount = rules => rules.board?.cells ?? rules.width * rules.height;

/** Column and row of a cell, to compare distances. @param {FullRules} rules @param {number} cell @returns {[col: number, row: number]} */
export function placeOf(rules, cell) {
    const place = rules.board?.layout[cell];
    return place ? [place[1], place[0]] : [cell % rules.width, Math.floor(cell / rules.width)];
}

/** The column of a cell, by its number. @param {FullRules} rules @param {number} cell */
export const columnOf = (rules, cell) => rules.board?.columnOf[cell] ?? cell % rules.width;

/** How many moves there are at most in a position with so many empty cells. @param {FullRules} rules @param {number} empties */
export const mostMoves = (rules, empties) => Math.min(empties, rules.gravity ? rules.board?.columns.length ?? rules.width : Infinity);

/** The most cells with which every move is proven in time for the page: of an ordinary board, and of a game of lines, without and with columns. */
const PROVEN_CELLS = { board: 20, lines: 27, columns: 12 };

/** Whether all values are proven from the start, which is more than an estimate: Connect Four has a book. @param {FullRules} rules */
export function isProven(rules) {
    const { board, width, height, k, gravity, misere } = rules;
    return cellCount(rules) <= PROVEN_CELLS[!board ? "board" : gravity ? "columns" : "lines"] || !board && gravity && !misere && `${[width, height, k]}` === "7,6,4";
}

/** Whether a board is too large to prove all its moves, so that searches look for patterns: their wins need not be the shortest, and its puzzles are wins alone. @param {FullRules} rules */
export const isLarge = rules => !rules.board && !rules.gravity && cellCount(rules) > 64;

/** @param {FullRules} rules */
export const emptyBoard = rules => ".".repeat(cellCount(rules));

/**
 * The position in which a game begins.
 *
 * @param {FullRules} rules
 * @returns {Step}
 */
export const startOf = rules => ({ board: emptyBoard(rules), turn: "X", cell: null });

/** @param {FullRules} rules @param {Step | undefined} step */
export const isStart = (rules, step) => step?.turn === "X" && step.board === emptyBoard(rules);

/**
 * The fields of a request for a game that began with this position: none for the empty board, where games begin.
 *
 * @param {FullRules} rules
 * @param {Step | undefined} start
 */
export const startFields = (rules, start) => (start && !isStart(rules, start) ? { board: start.board, turn: start.turn } : {});

/** The names of the moves that led to these positions. @param {FullRules} rules @param {readonly Step[]} steps */
export const moveNames = (rules, steps) => steps.flatMap(({ cell }) => (cell === null ? [] : [nameOf(rules, cell)]));

/**
 * @param {Side} side
 * @returns {Side}
 */
export const other = side => (side === "X" ? "O" : "X");

/**
 * Where a stone comes to rest that is played at a cell: with gravity at the bottom of its column; -1 if that is full.
 *
 * @param {FullRules} rules
 * @param {string} board
 * @param {number} cell
 */
export function landing(rules, board, cell) {
    if (!rules.gravity) return board[cell] === "." ? cell : -1;
    if (rules.board) return rules.board.columns[columnOf(rules, cell)]?.find(at => board[at] === ".") ?? -1;
    for (let at = (rules.height - 1) * rules.width + (cell % rules.width); at >= 0; at -= rules.width) {
        if (board[at] === ".") return at;
    }
    return -1;
}

/**
 * @param {string} board
 * @param {number} cell
 * @param {Side | "."} side
 */
export const withStone = (board, cell, side) => board.slice(0, cell) + side + board.slice(cell + 1);

/**
 * The history of moves from a position on; stops at the first that cannot be played.
 *
 * @param {FullRules} rules
 * @param {Step} start
 * @param {number[]} moves
 */
export function replay(rules, start, moves) {
    const steps = [start];
    for (const cell of moves) {
        const { board, turn } = /** @type {Step} */ (steps.at(-1));
        if (cell < 0 || landing(rules, board, cell) !== cell) break;
        steps.push({ board: withStone(board, cell, turn), turn: other(turn), cell });
    }
    return steps;
}

/**
 * The side to move by the stones alone: X starts.
 *
 * @param {string} board
 * @returns {Side}
 */
export function turnOf(board) {
    const count = (/** @type {string} */ stone) => board.split(stone).length - 1;
    return count("X") > count("O") ? "O" : "X";
}

/**
 * A board as people write it, as one string; null if it does not fit the rules.
 *
 * @param {FullRules} rules
 * @param {string} text
 */
export function readBoard(rules, text) {
    const board = text.replace(/[\s/]/g, "").toUpperCase().replace(/[-_]/g, ".");
    return board.length === cellCount(rules) && /^[XO.]*$/.test(board) ? board : null;
}

/**
 * Won lines of a flat board, joined where they overlap on one row: five in a row where four win are one line, not two.
 *
 * @param {readonly number[][]} lines Each in the order of its cells.
 * @returns {number[][]}
 */
export function joined(lines) {
    /** @type {number[][]} */
    const rows = [];
    const ordered = lines.map(line => line.toSorted((a, b) => a - b)).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const step = (/** @type {number[]} */ [first = 0, second = first]) => second - first;
    for (const line of ordered) {
        const before = rows.find(row => step(row) === step(line) && row.some(cell => line.includes(cell)));
        if (before) before.push(...line.filter(cell => !before.includes(cell)));
        else rows.push(line);
    }
    return rows;
}
