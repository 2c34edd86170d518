import type { GameInfo, ReviewLabel, Score, Side } from "./index.js";

/**
 * A score in words for players: "X wins in 3 moves", the winner's own; "X wins at once" where the other side has to lose; "X has won"; "a draw with best play", "a draw"; where nothing is proven
 * "62 % for X", a draw counting half, on the scale of people, that of `bar`, or "even". In Gomoku a win may come sooner than it says, since its search finds wins, not the
 * shortest ones.
 *
 * @param names Names of the sides, `{ X: "Red", O: "Yellow" }`; X and O unless set. A person may be "You": "You win in 3 moves".
 * @param game The answer's `game`, needed where a complete line loses: in misère play the loser makes the last move, which a score does not tell.
 * @throws TypeError where there is no score.
 */
export function scoreWords(score: Score, names?: Partial<Readonly<Record<Side, string>>>, game?: Pick<GameInfo, "misere">): string;

/**
 * The error in a sentence for players: "This cell is taken. Choose another.", "The service is busy. Try again in 20 seconds." Of a request that
 * no player has a part in it is "The service cannot do this."; the error itself names the fault. A call that its own signal has aborted is no error to show: ask `signal.aborted` first, and
 * for the name `AbortError` where the program ends an engine by `close` or `release`.
 */
export function errorMessage(error: unknown): string;

/** The same without advice, "The service is busy.", "This cell is taken.": for `onFallback`, since the engine answers and nobody has to try again. */
export function errorReason(error: unknown): string;

/** Every label of a review in words: those of `errorWords`, "the best move", "the only move", "a good move", "later than need be" of a win, "sooner than need be" of a loss. */
export const labelWords: Readonly<Record<ReviewLabel, string>>;

/** A sentence of an answer, such as a reason's `text`, with names for the sides: "X wins" becomes "Red wins". A side without a name keeps its letter. Names are in the third person: no "You". */
export function withNames(text: string, names: Partial<Readonly<Record<Side, string>>>): string;
