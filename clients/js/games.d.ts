import type {
  AnalysisAnswer, DrawnPosition, ExplainedAnalysis, ExplainedMove, GameInfo, LineValue, LinesInfo, Move, MoveAnswer, OngoingPosition, Position, PositionAnswer, PositionParts,
  ProvenScore, Reason, Score, Search, WonPosition,
} from "./answers.js";
import type { ProblemDocument, ProblemStatus } from "./problems.js";
import type { Algorithm, BatchedRequest, EmptyLine, HeuristicName, Level, PositionPart, Preset, PuzzleTheme, Side, TieBreak } from "./requests.js";

export interface PuzzleSolution {
  move: Move;
  score: Score;
  pv: Move[];
  reasons: Reason[];
}

/** A position in which exactly one move keeps the outcome, proven; after `solution: true`, a `SolvedPuzzle`. */
export interface PuzzleAnswer {
  /** Null with a `seed`. */
  date: string | null;
  seed: number;
  themes: PuzzleTheme[];
  /** Moves of the solver to the win, or to the loss that the longest of the other moves leads to. */
  length: number;
  /** Other moves that look at least as good, to a search of two plies; on large boards fours that make as much besides. */
  decoys: number;
  /** 1 to 10. */
  difficulty: number;
  /** The task in words. */
  text: string;
  game: GameInfo;
  position: OngoingPosition;
  /** The moves that lead to the position. */
  moves: Move[];
  /** The moves with which the other side threatens to win, on large boards. */
  threats: Move[];
  /** Null unless asked for. */
  solution: PuzzleSolution | null;
}

export interface SolvedPuzzle extends PuzzleAnswer {
  solution: PuzzleSolution;
}

/** A game by its name. */
export interface NamedGame extends LinesInfo {
  name: Preset;
  /** The name for people. */
  title: string;
  /** Can be sent as `game`; those of a list of lines have its name. */
  rules: Omit<GameInfo, "name"> & { name?: Preset };
  cells: number;
  /** Windows of k cells in a row, column or diagonal, or the lines of the list. */
  lines: number;
  /** Row and column of each cell, of a game of lines. */
  layout?: [number, number][];
  symmetries: number;
  heuristic: HeuristicName;
  /** Whether `puzzle` takes it. */
  puzzles: boolean;
}

/** Limits by name that an engine has, too; each has its unit in it. */
export type EngineLimitName =
  | "sideMax" | "cellsMax" | "linesMax" | "lineCellsMax" | "dimensionsMax" | "placeMax" | "depthMax" | "nodesMax" | "movetimeMsDefault"
  | "movetimeMsMax" | "reviewMoveMsDefault" | "reviewNodesDefault" | "answerBytesMax" | "batchRequestsMax" | "batchMovetimeMsMax"
  | "matchGamesMax" | "matchMovetimeMsMax" | "skillMax" | "seedMax" | "faultsMax" | "weightMax" | "tempoMax" | "treeNodesDefault"
  | "treeNodesMax" | "treeNodesCountedMax" | "treeLinesMax" | "continuationPositionsMax" | "continuationPageDefault" | "continuationPageMax";

/** The limits that only a service has. */
export type ServiceLimitName =
  | "bodyBytesMax" | "mcpMessageBytesMax" | "queryBytesMax" | "requestsInFlightBytesMax" | "answersInFlightBytesMax" | "connectionsMax"
  | "headerTimeoutMs" | "bodyTimeoutMs" | "sendTimeoutMs" | "sendRateBytesMin" | "keepAliveMs" | "concurrentSearchesMax"
  | "searchesPerClientMax" | "threadsPerRequestMax" | "queueLengthMax" | "heartbeatMs";

export type LimitName = EngineLimitName | ServiceLimitName;

/** The games by name, the choices of a request, and the limits of this service. */
export interface GamesAnswer {
  default: Preset;
  games: NamedGame[];
  algorithms: Algorithm[];
  tieBreaks: TieBreak[];
  /** The weakest first. */
  levels: { name: Level; skill: number; description: string }[];
  /** Where the engine of the package answers, there is no service and none of its limits. */
  limits: Record<EngineLimitName, number> & Partial<Record<ServiceLimitName, number>>;
}

export interface NamedHeuristic {
  name: HeuristicName;
  /** The weight of a line, from X's point of view. */
  formula: string;
  /** The program or text that it comes from. */
  source: string;
}

export interface HeuristicsAnswer {
  heuristics: NamedHeuristic[];
  /** The choices that weights of the caller's own have. */
  custom: { emptyLine: EmptyLine[] };
}

/** The scores of Connect Four's columns as gamesolver.org gives them: stones that the winner has left; 100 is a full column. */
export interface ColumnScores {
  pos: string;
  score: [number, number, number, number, number, number, number];
}

/** One player's row of the table. */
export interface MatchResult {
  wins: number;
  draws: number;
  losses: number;
  /** A win counts 1 and a draw a half. */
  points: number;
  moves: number;
  nodes: number;
  timeMs: number;
}

export interface MatchMove {
  player: 0 | 1;
  move: Move;
  /** The score from the player's point of view. */
  score: Score;
  depth: number;
  nodes: number;
  timeMs: number;
}

interface PlayedGame {
  /** From 0. */
  number: number;
  /** The player who moved first. */
  first: 0 | 1;
  board: string;
  moves: MatchMove[];
}

/** A game of a match; null are `winner`, a player, and `side`, a side, in a draw. */
export type MatchGame = (PlayedGame & { winner: 0 | 1; side: Side }) | (PlayedGame & { winner: null; side: null });

export interface MatchAnswer {
  /** Player 0 first. */
  results: [MatchResult, MatchResult];
  games: MatchGame[];
  game: GameInfo;
  /** Where every game started. */
  position: Position;
  /** Whether all games were played. */
  complete: boolean;
  seed: number | null;
}

/** A game as soon as it is played. */
export interface MatchProgress {
  final: false;
  played: MatchGame;
  results: [MatchResult, MatchResult];
}

/** One end of a window: the `score` that node `by` has. */
export interface TreeBound {
  score: Score;
  by: number;
}

interface Visit {
  /** The place of the node in the list of nodes. */
  id: number;
  /** Null at the root, as `move` is. */
  parent: number | null;
  children: number[];
  ply: number;
  move: Move | null;
  /** MAX is the side to move at the root. */
  player: "MAX" | "MIN";
  turn: Side;
  board: string;
  /** The score for MAX; `plies` counts from the root. */
  score: Score;
  exactness: "exact" | "at-least" | "at-most";
  /** The child that the score came from; null without children. */
  best: number | null;
  /** Null is infinite. */
  window: { alpha: TreeBound | null; beta: TreeBound | null };
  /** The moves that were left out, and the bound that the value has reached. */
  cutoff: { untried: Move[]; bound: TreeBound } | null;
}

/** A node whose moves were looked at. */
export interface InnerNode extends Visit {
  kind: "inner";
  static: null;
  result: null;
  transposition: null;
}

/** The horizon. */
export interface LeafNode extends Visit {
  kind: "leaf";
  /** The value of the heuristic, from MAX's point of view. */
  static: { value: number; lines: LineValue[] };
  result: null;
  transposition: null;
}

/** The game is over. */
export interface FinishedNode extends Visit {
  kind: "finished";
  static: null;
  result: Pick<WonPosition, "status" | "winner" | "winningLines"> | Pick<DrawnPosition, "status" | "winner" | "winningLines">;
  transposition: null;
}

/** The position of an earlier node, whose value was taken over. */
export interface TranspositionNode extends Visit {
  kind: "transposition";
  static: null;
  result: null;
  transposition: number;
}

/** One visit to a position; its `kind` tells which members it has. */
export type TreeNode = InnerNode | LeafNode | FinishedNode | TranspositionNode;

/** The nodes in the order of visits, the root first, and the result of the search. */
export type TreeAnswer = { pv: Move[]; game: GameInfo; position: Position; nodes: TreeNode[] } & (
  | { move: Move; score: Score; search: Search }
  | { move: null; score: ProvenScore; search: null }
);

export interface GameCounts {
  games: number;
  x: number;
  o: number;
  draws: number;
}

/** A complete game from the start position. */
export interface ContinuedGame {
  index: number;
  length: number;
  winner: Side | null;
  moves: Move[];
}

/** A first move with its exact result, and the replies to it; `holds` if a reply keeps the best outcome that its side has left. */
export interface Opening {
  move: Move;
  score: ProvenScore;
  replies: { move: Move; score: ProvenScore; holds: boolean }[];
}

/** The counts of all games; in a stream the first record. */
export interface ContinuationsCounts {
  game: GameInfo;
  position: Position;
  counts: GameCounts;
  byLength: (GameCounts & { length: number })[];
  /** Games with the result `winner`, on all pages together. */
  matching: number;
  /** Different positions that the count went through. */
  positions: number;
  timeMs: number;
  /** Null unless asked for. */
  replies: Opening[] | null;
}

export interface ContinuationsAnswer extends ContinuationsCounts {
  games: ContinuedGame[];
  /** The `offset` of the next page; null if this one is the last, and with `limit` 0. */
  next: number | null;
}

/** The last record of a stream of games. */
export interface ContinuationsEnd {
  final: true;
  /** How many were listed. */
  games: number;
  next: number | null;
}

/** The counts, each game, the end: `"counts" in record` and `"final" in record` tell them apart. */
export type ContinuationsRecord = ContinuationsCounts | ContinuedGame | ContinuationsEnd;

/** The answer to a request of a batch; of a position all parts without `fields`. */
type AnswerTo<Request> = Request extends { kind: "move"; explain: true } ? ExplainedMove
  : Request extends { kind: "move" } ? MoveAnswer
  : Request extends { kind: "analysis"; explain: true } ? ExplainedAnalysis
  : Request extends { kind: "analysis" } ? AnalysisAnswer
  : Request extends { kind: "position"; fields?: null | undefined } ? PositionAnswer
  : Request extends { fields: infer Parts extends readonly PositionPart[] } ? PositionParts<Parts>
  : PositionParts<PositionPart[]>;

export interface BatchSuccess<Answer = MoveAnswer | AnalysisAnswer | PositionAnswer | PositionParts<PositionPart[]>> {
  status: 200;
  body: Answer;
}

export interface BatchProblem {
  status: ProblemStatus;
  problem: ProblemDocument;
}

/** One result for each request, in the same order: `result.status === 200` if it was answered and has a `body`; any other has a `problem`. */
export interface BatchAnswer<Requests extends readonly BatchedRequest[] = readonly BatchedRequest[]> {
  results: { -readonly [Index in keyof Requests]: BatchSuccess<AnswerTo<Requests[Index]>> | BatchProblem };
}

// Else the names that are not exported would be, too.
export {};
