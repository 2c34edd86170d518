import type { Board, LowerCaseSide, Move, Position, ProvenScore, Side } from "./index.js";

export interface OfflineRequest {
  /** The board row by row from the top, in the forms of the service's requests; empty without it. */
  board?: Board | null | undefined;
  /** The side to move; without it the stone counts tell, X having started. */
  turn?: Side | LowerCaseSide | null | undefined;
}

type Known<P> = P extends unknown ? Omit<P, "reachable"> : never;

/** The members of the service's answer that a phone can know. */
export interface OfflineAnswer {
  /** The best move, of equal ones the first; null if the game is over. */
  move: Move | null;
  score: ProvenScore;
  /** The move and the best play that follows, to the end of the game. */
  pv: Move[];
  position: Known<Position>;
  after: Known<Position> | null;
}

/**
 * Chooses the move of tic-tac-toe that the service would choose, without a network.
 *
 * @throws TypeError if the request is no object or has another field; RangeError if there is no such position, or the stone counts do not say whose
 * turn it is.
 */
export function move(request?: OfflineRequest): OfflineAnswer;
