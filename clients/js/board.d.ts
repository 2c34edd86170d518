import type { Game, Move, MoveReference, RankedLine, Side } from "./index.js";

/**
 * A game whose board is known without a call: the name of an ordinary board, short rules such as `9,8,4g`, its width and height, or an answer's `game`. Of a
 * game of lines where stones fall `{ ...game, columns }`, both of a `position`.
 */
export type BoardGame = Extract<Game, string> | { readonly width: number; readonly height: number; readonly gravity?: boolean | null | undefined; readonly cells?: number | undefined; readonly columns?: readonly (readonly number[])[] | undefined };

/**
 * The name of a cell: column by letter, row from the bottom; in a game of lines its number.
 *
 * @throws RangeError if there is no such cell.
 */
export function nameOf(game: BoardGame, cell: number): string;

/** The cell of a name, of a move, or of a number; undefined where the board has none. */
export function cellOf(game: BoardGame, place: MoveReference): number | undefined;

/** Where a stone comes to lie that is played at a place, or in a column by its letter: in games with gravity it falls. Undefined if it cannot. */
export function landing(game: BoardGame, board: string, place: MoveReference): number | undefined;

/**
 * The boards along a game: the first, then that after each move. So `replay(game, moves)[ply]` is the board after `ply` moves. `moves` are those of a request, or names
 * in one text. It does not know when a game is over.
 *
 * @param start Where the game begins: the empty board and X unless set.
 * @throws RangeError where a stone cannot come to lie; TypeError for a game whose board is not known here.
 */
export function replay(game: BoardGame, moves: readonly MoveReference[] | string, start?: { readonly board?: string | undefined; readonly turn?: Side | undefined }): string[];

/** The moves that keep the result of an analysis and, of a win, its plies: every right answer in a puzzle. */
export function rightMoves(analysis: { readonly lines: readonly Pick<RankedLine, "move" | "score">[] }): Move[];
