export type Side = "X" | "O";
export type Preset =
  | "tic-tac-toe" | "misere-tic-tac-toe" | "four-by-four" | "five-by-five" | "connect-four" | "gomoku" | "gomoku-standard" | "gomoku-19"
  | "gomoku-standard-19" | "gomoku-20";
export type HeuristicName = "win-loss" | "lines" | "tempo-lines" | "open-pieces" | "threats" | "avoid-lines";
export type Algorithm = "auto" | "alpha-beta" | "minimax" | "retrograde" | "solver" | "rules";
export type Level = "beginner" | "casual" | "club" | "expert" | "perfect";

/** The rules of a game: `k` in a row on `width` × `height` cells. */
export interface Rules {
  width: number;
  height: number;
  k: number;
  gravity?: boolean | null;
  overline?: "allowed" | "forbidden" | null;
  misere?: boolean | null;
}

/** A heuristic of the caller's own: the worth of a line with 0, 1, … k stones of one side. */
export interface Weights {
  weights: number[];
  tempo?: number | null;
  emptyLine?: "none" | "X" | "turn" | null;
}

/** A cell by its number, from 0 at the top left, or its name, `a1` at the bottom left. */
export type CellReference = number | string;
/** A board as text, as rows, as all its cells, or as rows of cells; null is an empty cell. */
export type Board = string | (string | null)[] | (string | (string | null)[])[];

/** The position of a request: a `board`, or `moves`, or a `record`; without them the empty board. */
export interface Setup {
  game?: Preset | Rules | null;
  board?: Board | null;
  /** From the empty board; with gravity also one string of column digits from 1. */
  moves?: CellReference[] | string | null;
  /** A game as people write it: names of cells, SGF, Piskvork. */
  record?: string | null;
  turn?: Side | null;
  strict?: boolean | null;
}

export interface SearchOptions {
  heuristic?: HeuristicName | Weights | null;
  algorithm?: Algorithm | null;
  /** In plies. */
  depth?: number | null;
  /** In milliseconds. */
  movetime?: number | null;
  nodes?: number | null;
  searchMoves?: CellReference[] | null;
  avoidMoves?: CellReference[] | null;
  /** Whose point of view scores take. */
  pov?: "turn" | Side | null;
  /** Adds `reasons` to moves. */
  explain?: boolean | null;
}

export interface MoveRequest extends Setup, SearchOptions {
  tieBreak?: "first" | "lines" | "random" | "trap" | null;
  /** 0 to 100; not together with `level`. */
  skill?: number | null;
  level?: Level | null;
  seed?: number | null;
}

export interface AnalysisRequest extends Setup, SearchOptions {
  /** How many moves to list; 0 for all. */
  multiPv?: number | null;
}

export interface PositionRequest extends Setup {
  heuristic?: HeuristicName | Weights | null;
  pov?: "turn" | Side | null;
}

export interface ReviewRequest {
  game?: Preset | Rules | null;
  /** Where the game began; by default the empty board. */
  board?: Board | null;
  turn?: Side | null;
  moves?: CellReference[] | string | null;
  record?: string | null;
  heuristic?: HeuristicName | Weights | null;
  algorithm?: Algorithm | null;
  depth?: number | null;
  movetime?: number | null;
  nodes?: number | null;
  multiPv?: number | null;
  pov?: "turn" | Side | null;
  explain?: boolean | null;
}

export interface Move {
  /** From 0, row by row from the top left, so that `board[cell]` is that cell. */
  cell: number;
  row: number;
  col: number;
  /** The letter of the column and the number of the row from the bottom. */
  name: string;
}

export interface ProvenScore {
  outcome: "win" | "draw" | "loss";
  /** To the end of the game: the winner hurries, the loser delays. */
  plies: number;
  value: null;
  pov: Side;
}

export interface HeuristicScore {
  outcome: "unknown";
  plies: null;
  value: number;
  /** The result that `pov` can expect, from 0 to 1. */
  winProbability?: number;
  pov: Side;
}

export type Score = ProvenScore | HeuristicScore;

export interface Position {
  /** The cells row by row from the top left, `X`, `O` or `.`. */
  board: string;
  turn: Side;
  status: "ongoing" | "won" | "drawn";
  winner: Side | null;
  winningLines: number[][];
  /** Whether alternate play could have led here; null where that is not decided. */
  reachable: boolean | null;
}

/** How an answer was found. */
export interface Search {
  algorithm: Exclude<Algorithm, "auto">;
  heuristic: HeuristicName | "custom" | null;
  depth: number;
  nodes: number;
  leaves: number;
  cutoffs: number;
  timeMs: number | null;
  complete: boolean;
  stop: "solved" | "depth" | "nodes" | "movetime" | "cancelled";
  source: "search" | "table" | "solver" | "book";
  seed: number | null;
}

export type ReasonKind =
  | "completes-line" | "blocks-line" | "makes-fork" | "stops-fork" | "centre" | "opposite-corner" | "corner" | "side" | "opens-line" | "near-centre"
  | "forces" | "only-move" | "keeps-draw" | "gives-win" | "zugzwang-column" | "plays-under-threat";

/** A fact about a move. */
export interface Reason {
  kind: ReasonKind;
  cells: number[];
  moves: Move[];
  text: string;
}

export interface MoveAnswer {
  /** Null if the game is over, as `after` and `search` are. */
  move: Move | null;
  score: Score;
  /** The principal variation: the move and the best play that follows. */
  pv: Move[];
  reasons?: Reason[];
  position: Position;
  after: Position | null;
  search: Search | null;
}

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
  position: Position;
  search: Search | null;
}

export interface LineValue {
  cells: number[];
  x: number;
  o: number;
  value: number;
}

export interface PositionAnswer {
  position: Position;
  legalMoves: Move[];
  heuristics: { name: HeuristicName | "custom"; value: number; lines: LineValue[] }[];
  symmetry: { canonical: string; stateId: number | null; transform: Transform; orbit: number };
  stateId: number | null;
  moves: number;
  /** The moves as people write them; null where their order is not known. */
  records: { moves: string; compact: string; columns: string | null; sgf: string; psq: string | null } | null;
}

export type Transform = "identity" | "mirror" | "flip" | "rotate-180" | "rotate-90" | "rotate-270" | "transpose" | "antitranspose";
export type ReviewLabel =
  | "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "only-move" | "missed-win" | "threw-away-draw" | "prolonged" | "hastened";
export type Outcome = Score["outcome"];

export interface ReviewedMove {
  ply: number;
  player: Side;
  move: Move;
  score: Score;
  pv: Move[];
  label: ReviewLabel;
  expected: number;
  /** What the move gave away. */
  cost: { before: Outcome; after: Outcome; result: number; value: number | null };
  best: RankedLine[];
  search: Search;
  reasons?: Reason[];
}

export interface ReviewedSide {
  accuracy: number | null;
  turningPoint: number | null;
  labels: Record<ReviewLabel, number>;
}

export interface ReviewAnswer {
  moves: ReviewedMove[];
  sides: Record<Side, ReviewedSide>;
  position: Position;
  complete: boolean;
  nodes: number;
  timeMs: number | null;
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
  /** Moves still to judge. */
  left: number;
  move: ReviewedMove;
}

/** The last record of a stream: the whole answer. */
export type Final<Answer> = Answer & { final: true };

export type ProblemCode =
  | "malformed-http" | "malformed-json" | "malformed-query" | "unauthorized" | "not-found" | "method-not-allowed" | "not-acceptable"
  | "request-timeout" | "payload-too-large" | "uri-too-long" | "unsupported-media-type" | "invalid-request" | "answer-too-large"
  | "too-many-requests" | "internal" | "saturated" | "shutting-down";

/** One fault of a request. */
export interface Fault {
  /** The faulty field, such as `/board`. */
  pointer: string;
  /** For programs: `wrong-length`, `cell-taken`, … */
  code: string;
  detail: string;
}

/** An answer of the service that is no success: a problem document (RFC 9457). Its `message` is the `detail`. */
export class Problem extends Error {
  constructor(document: { code: ProblemCode | "unknown"; status: number; title: string; detail?: string; errors?: Fault[]; requestId?: string });
  /** `unknown` where something in front of the service answered, such as a proxy. */
  readonly code: ProblemCode | "unknown";
  readonly status: number;
  /** Every fault of an invalid request; else empty. */
  readonly errors: Fault[];
  /** For the operator's log. */
  readonly requestId: string | undefined;
}

export interface ClientOptions {
  /** A key of the operator, sent as `Authorization: Bearer …`. */
  key?: string;
  /** How long a call may take, repetitions included, and how long a stream may be silent; 15,000 unless set. */
  timeoutMs?: number;
  /** How often a call is repeated that got a 429 or 503, after the time of its `Retry-After`; 3 unless set. */
  retries?: number;
  /** Takes the place of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Ends the call, and the search on the server. */
  signal?: AbortSignal;
}

/**
 * Asks a service. Every call rejects with a `Problem` if the service refuses it, with the reason of its signal if that aborts, with a
 * `TimeoutError` after `timeoutMs`, and with the error of `fetch` without a network. The loop of a stream ends the search when it is left.
 */
export class Client {
  constructor(origin: string | URL, options?: ClientOptions);
  /** The best move. */
  move(request?: MoveRequest, options?: CallOptions): Promise<MoveAnswer>;
  /** Every move, ranked. */
  analysis(request?: AnalysisRequest, options?: CallOptions): Promise<AnalysisAnswer>;
  /** What the rules and the heuristics say of a position. */
  position(request?: PositionRequest, options?: CallOptions): Promise<PositionAnswer>;
  /** A whole game, judged move by move. */
  review(request: ReviewRequest, options?: CallOptions): Promise<ReviewAnswer>;
  /** A record for each completed depth, then the answer. */
  streamMove(request?: MoveRequest, options?: CallOptions): AsyncGenerator<MoveProgress | Final<MoveAnswer>, void, undefined>;
  streamAnalysis(request?: AnalysisRequest, options?: CallOptions): AsyncGenerator<AnalysisProgress | Final<AnalysisAnswer>, void, undefined>;
  /** A record for each judged move, then the answer. */
  streamReview(request: ReviewRequest, options?: CallOptions): AsyncGenerator<ReviewProgress | Final<ReviewAnswer>, void, undefined>;
}
