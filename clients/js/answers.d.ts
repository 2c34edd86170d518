import type { Algorithm, HeuristicName, PositionPart, Preset, Rules, Side } from "./requests.js";

/** Further members of an answer's game that is a list of lines: its size, and the rules that generated it. */
export interface LinesInfo {
  cells?: number;
  lineCount?: number;
  dimensions?: number[];
  wrap?: boolean[];
  /** The axis along which stones fall. */
  axis?: number;
  shape?: string;
}

/** The game of an answer; `name` is null for rules of the caller's own. */
export interface GameInfo extends Required<{ [Field in keyof Rules]: NonNullable<Rules[Field]> }>, LinesInfo {
  /** Null for rules of the caller's own. */
  name: Preset | null;
}

export interface Move {
  /** From 0, row by row from the top left, so that `board[cell]` is that cell. */
  cell: number;
  /** From 0, at the top. */
  row: number;
  /** From 0, at the left. */
  col: number;
  /** The letter of the column and the number of the row from the bottom; in a game of lines the number of the cell. */
  name: string;
}

export interface ProvenScore {
  outcome: "win" | "draw" | "loss";
  /** Plies to the end of the game: the winner hurries, the loser delays. */
  plies: number;
  value: null;
  /** The result that `pov` can expect: 1 a win, 0.5 a draw, 0 a loss. */
  expected: number;
  pov: Side;
}

export interface HeuristicScore {
  outcome: "unknown";
  plies: null;
  value: number;
  /** The result of `pov` if the engine goes on against itself, by the value, from 0.0000001 to 0.9999999; `bar` has the scale of people. */
  expected: number;
  pov: Side;
}

export type Score = ProvenScore | HeuristicScore;

interface Stones {
  /** The cells row by row from the top left, `X`, `O` or `.`. */
  board: string;
  /** The side to move; in a finished game the side that would be. */
  turn: Side;
  /** Whether alternate play could have led here; null where that is not decided. */
  reachable: boolean | null;
}

export interface OngoingPosition extends Stones {
  status: "ongoing";
  winner: null;
  winningLines: [];
}

export interface WonPosition extends Stones {
  status: "won";
  winner: Side;
  /** Every complete line; in misère play its owner has lost. */
  winningLines: number[][];
}

export interface DrawnPosition extends Stones {
  status: "drawn";
  winner: null;
  winningLines: [];
}

/** A position; its `status` tells whether there is a `winner`. */
export type Position = OngoingPosition | WonPosition | DrawnPosition;

/** How an answer was found. */
export interface Search {
  algorithm: Exclude<Algorithm, "auto">;
  heuristic: HeuristicName | "custom" | null;
  /** The last completed depth in plies. */
  depth: number;
  /** Positions visited or looked up. */
  nodes: number;
  leaves: number;
  cutoffs: number;
  /** Null in an answer that caches may keep. */
  timeMs: number | null;
  /** Whether the whole tree was searched or validly pruned, so that the score is final; `stop` names the limit that ended the search. */
  complete: boolean;
  /** `queue`: half of `movetime` or more passed before a thread was free, or all of a batch's time, so the answer may be no better than at depth 1. */
  stop: "solved" | "depth" | "nodes" | "movetime" | "cancelled" | "queue";
  source: "search" | "table" | "solver" | "book";
  /** The exact source that `auto` left because of `depth` or `heuristic`; absent if none was left. */
  exactSource?: "table" | "book" | "solver" | "prover";
  /** The seed of random choices; null if there were none. */
  seed: number | null;
}

export type ReasonKind =
  | "completes-line" | "blocks-line" | "makes-fork" | "stops-fork" | "centre" | "opposite-corner" | "corner" | "side" | "opens-line" | "near-centre"
  | "forces" | "only-move" | "keeps-draw" | "gives-win" | "zugzwang-column" | "plays-under-threat"
  | "makes-open-three" | "stops-open-three";

/** A fact about a move. */
export interface Reason {
  kind: ReasonKind;
  cells: number[];
  moves: Move[];
  text: string;
  /** Set where the fact says little: a line of a large board that is hardly begun. */
  minor?: true;
}

/** Why a move is worse than the best one. */
export interface Refutation {
  kind: "allows" | "allows-before" | "loses-to" | "makes" | "stops" | "prepares" | "is-stopped" | "fact" | "line";
  /** The threat that is made or stopped, such as `an open three`; absent for `fact` and `line`. */
  threat?: string;
  /** Of `makes`, `stops` and `fact` the better move; else the move played and those after it that show it. */
  moves: Move[];
  /** The same in a sentence. */
  text: string;
}

interface Found {
  /** The principal variation: the move and the best play that follows. */
  pv: Move[];
  reasons?: Reason[];
  game: GameInfo;
}

export interface ChosenMove extends Found {
  move: Move;
  score: Score;
  position: OngoingPosition;
  after: Position;
  search: Search;
}

/** There is no move, since the game is over; `score` is its result. */
export interface GameOver extends Found {
  move: null;
  score: ProvenScore;
  position: WonPosition | DrawnPosition;
  after: null;
  search: null;
}

/** Its `move` tells whether there are `after` and `search`. */
export type MoveAnswer = ChosenMove | GameOver;

export interface RankedLine {
  /** From 1, the best move. */
  rank: number;
  move: Move;
  score: Score;
  pv: Move[];
  /** The lowest cell of the moves that symmetry makes alike. */
  class: number;
  reasons?: Reason[];
}

export interface AnalysisAnswer {
  lines: RankedLine[];
  game: GameInfo;
  position: Position;
  search: Search | null;
}

/** Of a request with `explain: true`, whose members are present. `reasons` is empty where no fact of the list holds: have words of your own for it. */
export type ExplainedMove = MoveAnswer & { reasons: Reason[] };
export interface ExplainedLine extends RankedLine {
  reasons: Reason[];
}
export interface ExplainedAnalysis extends AnalysisAnswer {
  lines: ExplainedLine[];
}

export interface LineValue {
  cells: number[];
  x: number;
  o: number;
  value: number;
}

/** The value of a position by a heuristic, without a search. */
export interface StaticValue {
  name: HeuristicName | "custom";
  value: number;
  lines: LineValue[];
}

/** A position's class under the symmetries of its board. */
export interface Symmetry {
  canonical: string;
  stateId: number | null;
  /** The symmetries of a list of lines have numbers. */
  transform: Transform | `symmetry-${number}`;
  orbit: number;
}

export interface Records {
  /** As one text: `b2 a1`. */
  moves: string;
  /** Null, as the other forms, in a game that is a list of lines. */
  compact: string | null;
  columns: string | null;
  sgf: string | null;
  psq: string | null;
}

export interface PositionAnswer {
  game: GameInfo;
  position: Position;
  legalMoves: Move[];
  /** The values by the heuristics that were asked for. */
  heuristics: StaticValue[];
  symmetry: Symmetry;
  stateId: number | null;
  /** Stones on the board; the moves are in `records`. */
  moves: number;
  /** The moves as people write them; null where their order is not known. */
  records: Records | null;
  /** Row and column of each cell; by default only of games of lines. */
  layout?: [number, number][];
  /** The cells of each column from the bottom up, where stones fall; by default only of games of lines. */
  columns?: number[][];
  /** The cells of each line, if `fields` asks for them. */
  lines?: number[][];
}

/** A part that is asked for; nothing of one that is only known to be one of several. */
type Single<Part, All = Part> = Part extends unknown ? ([All] extends [Part] ? Part : never) : never;
type Certain<Parts extends readonly unknown[]> = { [Index in keyof Parts]: Single<Parts[Index]> }[number];

/** The parts that `fields` names, and the game; optional where the list itself is only known when the program runs. */
export type PositionParts<Parts extends readonly PositionPart[]> = Required<Pick<PositionAnswer, Certain<Parts> | "game">> &
  Partial<Pick<PositionAnswer, Exclude<Parts[number], Certain<Parts>>>>;

export type Transform = "identity" | "mirror" | "flip" | "rotate-180" | "rotate-90" | "rotate-270" | "transpose" | "antitranspose";
export type ReviewLabel =
  | "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "only-move" | "missed-win" | "threw-away-draw" | "prolonged" | "hastened";
export type Outcome = Score["outcome"];

/** The cost of a move: `result` in its side's chances, `plies` by which a lost game is shorter or a won one longer. */
export interface MoveCost {
  /** The outcome with the best move, for the side that moved; `unknown` unless proven. */
  before: Outcome;
  /** The outcome with the move that was played. */
  after: Outcome;
  /**
   * The chance between people, which fills `bar` for an estimate, of the best move less that of the move played; where the best move wins in more
   * than 4 plies, 1 less `expected` of the move played. Beside a proven score the chance is not kept from 0.20 to 0.80. Two proven scores cost 0, 0.5 or 1.
   */
  result: number;
  /** The same in units of the heuristic; null unless both are such values. */
  value: number | null;
  /** How many plies sooner a lost game ends, or later a won one, at least, if one of the two is not proven; else 0. */
  plies: number;
}

export interface ReviewedMove {
  /** The number of the move, from 1. */
  ply: number;
  player: Side;
  move: Move;
  score: Score;
  /** The move and the best play after it, as far as it is known. */
  pv: Move[];
  /**
   * Proven: `best`, `only-move` (all others have a worse outcome), `missed-win`, `threw-away-draw`, `prolonged` and `hastened` (the same outcome,
   * later or sooner). Else by `cost.result`: `good` below 0.05, `inaccuracy` below 0.1, `mistake` below 0.2, `blunder` from there on; a proof against a move makes it an `inaccuracy` at least.
   */
  label: ReviewLabel;
  cost: MoveCost;
  /** The best moves, as many as `multiPv`. */
  best: RankedLine[];
  search: Search;
  /** With `explain`: the judgement in a sentence, `Let a win slip; h10 wins in 8 moves.` */
  text?: string;
  /** Why the move is worse, where that is known. */
  refutation?: Refutation;
  /** For a move that is worse than the best, the reasons against it, perhaps none. */
  reasons?: Reason[];
}

export interface ReviewedSide {
  /**
   * 0 to 100: the mean over its moves of 100 · (1 - result - plies / (4 · n))³, with `result` and `plies` of each move's `cost`, n the larger
   * distance to the end. So a move as good as the best has 100; null without a move. The same formula gives the accuracy of one move.
   * Where `complete` is false it rests on estimates, and compares the sides of one review.
   */
  accuracy: number | null;
  /** The `ply` of the move that gave away most; null if none gave away 0.05. */
  turningPoint: number | null;
  labels: Record<ReviewLabel, number>;
}

export interface ReviewAnswer {
  moves: ReviewedMove[];
  sides: Record<Side, ReviewedSide>;
  game: GameInfo;
  position: Position;
  /** Whether every position is solved, so that every label is final. */
  complete: boolean;
  nodes: number;
  timeMs: number | null;
}

/** Of a request with `explain: true`, whose members are present. */
export interface ExplainedReviewedMove extends ReviewedMove {
  text: string;
  reasons: Reason[];
}
export interface ExplainedReview extends ReviewAnswer {
  moves: ExplainedReviewedMove[];
}

/** How far a search has come after a completed depth. */
export interface Progress {
  final: false;
  depth: number;
  nodes: number;
  timeMs: number;
}

export type MoveProgress = Progress & Pick<RankedLine, "move" | "score" | "pv">;
export type AnalysisProgress = Progress & Pick<AnalysisAnswer, "lines">;
export interface ReviewProgress {
  final: false;
  /** Moves still to judge; then, in the time that is left, those to judge once more. */
  left: number;
  move: ReviewedMove;
}
export interface ExplainedReviewProgress extends ReviewProgress {
  move: ExplainedReviewedMove;
}

/** The last record of a stream: the whole answer. */
export type Final<Answer> = Answer & { final: true };

// Else the names that are not exported would be, too.
export {};
