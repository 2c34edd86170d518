import type {
  AnalysisAnswer, AnalysisProgress, ExplainedAnalysis, ExplainedMove, ExplainedReview, ExplainedReviewProgress, Final, MoveAnswer, MoveProgress,
  PositionAnswer, PositionParts, ReviewAnswer, ReviewProgress,
} from "./answers.js";
import type {
  BatchAnswer, ColumnScores, ContinuationsAnswer, ContinuationsRecord, GamesAnswer, HeuristicsAnswer, MatchAnswer, MatchProgress, PuzzleAnswer,
  SolvedPuzzle, TreeAnswer,
} from "./games.js";
import type { AddressLike, FetchLike, SignalLike } from "./platform.js";
import type { Fault, ProblemCode, ProblemDocument } from "./problems.js";
import type {
  AnalysisRequest, BatchedRequest, BatchRequest, ContinuationsRequest, MatchRequest, MoveRequest, PageRequest, PictureRequest, PositionPart,
  PositionRequest, PuzzleRequest, ReviewRequest, TreeRequest, TreeSearch,
} from "./requests.js";

import type { ReviewedMove, ReviewLabel, Score } from "./answers.js";

export type * from "./answers.js";
export type * from "./games.js";
export type * from "./platform.js";
export type * from "./problems.js";
export type * from "./requests.js";

/**
 * Every failure of a call: a `Problem`, `Unreachable` or `TimedOut`. A fault of the program that calls is a `TypeError` or `RangeError`; an end by the program
 * itself is none: the reason of its signal, or the `AbortError` of `close` and `release`.
 */
export class InarowError extends Error {}

/** An answer that is no success: a problem document of the service (RFC 9457), or the answer of a proxy. Its `message` is the `detail`. */
export class Problem extends InarowError {
  constructor(document: Pick<ProblemDocument, "title" | "status"> & Partial<Omit<ProblemDocument, "code">> & { code: ProblemCode | "unknown" }, retryAfter?: number);
  /** `unknown` where something in front of the service answered, such as a proxy. */
  readonly code: ProblemCode | "unknown";
  readonly status: number;
  /** The kind of problem in words; of a proxy the title of its page. */
  readonly title: string;
  /** Every fault of an invalid request; else empty. */
  readonly errors: Fault[];
  /** Seconds after which to try again, where the answer has a `Retry-After` that is not over. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the operator's log. */
  readonly requestId: string | undefined;
}

/**
 * Nothing answers: there is no network, an answer breaks off or is none, or there is no engine where one is needed; then its message begins with
 * `no engine`. A call of a program that is wrong is a `TypeError` instead.
 */
export class Unreachable extends InarowError {
  constructor(message?: string, options?: { cause?: unknown });
  readonly name: "Unreachable" | "TimeoutError";
  /** The error of the platform; of an engine that was to answer in place of a service, why it was asked. */
  readonly cause?: unknown;
}

/** Nothing came within `timeoutMs`. */
export class TimedOut extends Unreachable {
  readonly name: "TimeoutError";
}

export interface ClientOptions {
  /** A key of the operator, sent as `Authorization: Bearer …`. */
  key?: string | undefined;
  /** How long a call may take, repetitions included, and how long a stream may be silent; 15,000 unless set, and 75,000 for `match`. */
  timeoutMs?: number | undefined;
  /**
   * How often a call is repeated that got a 429 or 503, or met a restart: a 502, a connection that fails, or a plain answer that breaks off; 3 unless set. Each waits for the
   * `Retry-After`, else, as where that is 0, for 0.25 s, then 0.5 s, 1 s and each time 2 s, and a random part of at most 1 s, then 2 s, 4 s and each time 8 s; all within
   * `timeoutMs`.
   */
  retries?: number | undefined;
  /** Takes the place of the global `fetch`. */
  fetch?: FetchLike | undefined;
  /**
   * `local`: the engine of the package answers, as `inarow/local` does, where no answer of the service arrives: without a connection, after a
   * silence in which it says nothing to a second question either, after `timeoutMs`, when an answer or a stream breaks off, and when
   * something else answers, with any status. A problem document of the service is its answer. After a silence the service is not asked
   * for 30 s. A stream that breaks off begins again, with records that say `source: "local"`. `timeoutMs`, if set, holds for each of the two. While a
   * request is in flight, the second question, a `HEAD /v1/games`, counts against a rate of the service, too. It is
   * asked after 2 s, one for all calls, and silence is 4 s; where `timeoutMs` is below 8,000, these are a quarter and half of it. In a browser it is not asked while six
   * calls are in flight, which have all its connections of HTTP/1.1: then `timeoutMs` counts alone.
   * Until the engine is loaded, as by `prepare` of `inarow/local`, a call goes on asking the service as without a fallback, and takes the first answer. The
   * download, of which the first such call waits for no more than its own time, is given up after 30 s without progress, and begun anew by a call 3 s later.
   * Its limits of time are the service's: no search takes more than 10 s. A review without `movetime` ends by nodes, as that of the service, so that its labels are the
   * same each time, unless the clock comes first: after 10 s, and after 300 ms for a move where exact sources lack a book. Where 0.8 of `timeoutMs` are less, these are its `movetime`.
   * `local-when-busy`: also where the service answers 429 or 503. Then a call waits for at most 2 s in all: where `Retry-After` is longer, the
   * engine answers at once, then for the `Retry-After`, 5 s without one and at most 30 s, without asking the service. With `local` such a call waits for up to `timeoutMs`, and rejects: a game for one person wants `local-when-busy`.
   */
  fallback?: "local" | "local-when-busy" | undefined;
  /** Is called before each repetition of a call, such as to tell people that the service is busy. The call rejects with an error that it throws. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Is called before the engine, which is loaded, answers a call in place of the service, such as to tell people why: `errorReason(cause)` of `inarow/words`. The call rejects with an error that it throws. */
  onFallback?: ((fallback: Fallback) => void) | undefined;
}

/** A call that the engine answers. */
export interface Fallback {
  /** The call, as in `Retry`. */
  endpoint: string;
  /** Why the service does not answer: `Unreachable`, `TimedOut`, or a `Problem` of a busy service or of a proxy. */
  cause: unknown;
}

/** A call that is repeated. */
export interface Retry {
  /** The call by the path of its endpoint without `/v1/`: `move`, `review`, `puzzles`, … */
  endpoint: string;
  /** Why it is, as in `Fallback`: `errorReason(cause)` of `inarow/words` says it. */
  cause: unknown;
  /** 429, 502 or 503; undefined where the connection failed. */
  status: number | undefined;
  /** Seconds until the call is repeated. */
  seconds: number;
  /** The number of the attempt, from 1. */
  attempt: number;
}

/** An answer with where it comes from: `local` if the engine of the package found it; the service's answers have no `source`. */
export type Sourced<Answer> = Answer & { source?: "local" | undefined };

export interface CallOptions {
  /** Ends the call, and the search on the server. */
  signal?: SignalLike | undefined;
  /** How long this call may take, or its stream be silent, in place of the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Hears of the waits of this call, in place of the client's `onRetry`. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** A field that adds to the answer where it is true. */
type Flag = boolean | null | undefined;
type If<Asked extends Flag, Whole, Plain> = [Asked] extends [true] ? Whole : Plain;

/**
 * Asks a service. Every call rejects with a `Problem` if the service refuses it, with the reason of its signal if that aborts, with
 * `TimedOut` after `timeoutMs`, with an `Unreachable` that names the address without a network or where an answer is cut, and with a `TypeError`
 * if the request is no object or a list has an item that is null, empty or a whole answer. The loop of a stream ends the search when it is
 * left; a stream rejects at its first record, not at the call.
 */
export class Client {
  /**
   * A page may give its own origin as `""`.
   *
   * @throws TypeError if there is no origin, if it ends in `/v1`, which the calls add themselves, or if an option is unknown; RangeError if a number
   * is out of range.
   */
  constructor(origin: string | AddressLike, options?: ClientOptions);
  /** The best move. */
  move<Explain extends Flag = false>(request?: MoveRequest & { explain?: Explain }, options?: CallOptions): Promise<Sourced<If<Explain, ExplainedMove, MoveAnswer>>>;
  /** The same for a terminal: the board as text, the move, the score. */
  moveText(request?: MoveRequest, options?: CallOptions): Promise<string>;
  /** Every move, ranked. */
  analysis<Explain extends Flag = false>(request?: AnalysisRequest & { explain?: Explain }, options?: CallOptions): Promise<Sourced<If<Explain, ExplainedAnalysis, AnalysisAnswer>>>;
  /** The same as text. */
  analysisText(request?: AnalysisRequest, options?: CallOptions): Promise<string>;
  /** The facts of a position by the rules and the heuristics; with `fields` only some parts of it, which are optional if the list is not a literal. */
  position<const Parts extends readonly PositionPart[]>(request: PositionRequest & { fields: Parts }, options?: CallOptions): Promise<Sourced<PositionParts<Parts>>>;
  position(request?: PositionRequest & { fields?: null | undefined }, options?: CallOptions): Promise<Sourced<PositionAnswer>>;
  position(request: PositionRequest, options?: CallOptions): Promise<Sourced<PositionParts<PositionPart[]>>>;
  /** The board as text, and who is to move or has won. */
  positionText(request?: PositionRequest, options?: CallOptions): Promise<string>;
  /** A whole game, judged move by move. */
  review<Explain extends Flag = false>(request: ReviewRequest & { explain?: Explain }, options?: CallOptions): Promise<Sourced<If<Explain, ExplainedReview, ReviewAnswer>>>;
  /** The same as an annotated game for people: numbered moves with signs and remarks, and the accuracy. It is a `record` again. */
  reviewText(request: ReviewRequest, options?: CallOptions): Promise<string>;
  /** The same as an SGF file with its labels as remarks. */
  reviewSgf(request: ReviewRequest, options?: CallOptions): Promise<string>;
  /** A record for each completed depth, then the answer. */
  streamMove<Explain extends Flag = false>(request?: MoveRequest & { explain?: Explain }, options?: CallOptions): AsyncGenerator<Sourced<MoveProgress | Final<If<Explain, ExplainedMove, MoveAnswer>>>, void, undefined>;
  streamAnalysis<Explain extends Flag = false>(request?: AnalysisRequest & { explain?: Explain }, options?: CallOptions): AsyncGenerator<Sourced<AnalysisProgress | Final<If<Explain, ExplainedAnalysis, AnalysisAnswer>>>, void, undefined>;
  /** A record for each judged move, then the answer. */
  streamReview<Explain extends Flag = false>(request: ReviewRequest & { explain?: Explain }, options?: CallOptions): AsyncGenerator<Sourced<If<Explain, ExplainedReviewProgress | Final<ExplainedReview>, ReviewProgress | Final<ReviewAnswer>>>, void, undefined>;
  /** A position in which exactly one move keeps the outcome; that of today unless the request says otherwise. */
  puzzle<Solution extends Flag = false>(request?: PuzzleRequest & { solution?: Solution }, options?: CallOptions): Promise<Sourced<If<Solution, SolvedPuzzle, PuzzleAnswer>>>;
  /** Its task and its board as text. */
  puzzleText(request?: PuzzleRequest, options?: CallOptions): Promise<string>;
  /** The games by name, the choices of a request, and the limits of this service. */
  games(options?: CallOptions): Promise<Sourced<GamesAnswer>>;
  /** The heuristics by name, with the formula of each. */
  heuristics(options?: CallOptions): Promise<Sourced<HeuristicsAnswer>>;
  /** Engine against engine, for up to 60 s. */
  match(request: MatchRequest, options?: CallOptions): Promise<Sourced<MatchAnswer>>;
  /** A record for each game, then the answer. */
  streamMatch(request: MatchRequest, options?: CallOptions): AsyncGenerator<Sourced<MatchProgress | Final<MatchAnswer>>, void, undefined>;
  /** Every node that a textbook search visits. */
  tree(request?: TreeSearch, options?: CallOptions): Promise<Sourced<TreeAnswer>>;
  /** All games that can follow a position: their numbers, and a page of them. */
  continuations(request?: ContinuationsRequest, options?: CallOptions): Promise<Sourced<ContinuationsAnswer>>;
  /** The counts, each game, the end. */
  streamContinuations(request?: ContinuationsRequest, options?: CallOptions): AsyncGenerator<Sourced<ContinuationsRecord>, void, undefined>;
  /** Several requests at once; one that is not valid has a problem as its result. */
  batch<const Requests extends readonly BatchedRequest[]>(request: BatchRequest<Requests>, options?: CallOptions): Promise<Sourced<BatchAnswer<Requests>>>;
  /** Connect Four by column digits, as gamesolver.org answers. */
  solve(pos?: string, options?: CallOptions): Promise<Sourced<ColumnScores>>;
  /**
   * The address of a picture of a position, for `<img>`. Nothing is asked; an address has no key, and no `fallback`: while the service is away there
   * is no picture, so draw the `board` of an answer where one must be there.
   *
   * @throws TypeError for a field that pictures do not have, an unknown `format` or `theme`.
   */
  pictureUrl(request?: PictureRequest): string;
  /** The address of a figure of a search tree: an SVG for `<img>`, or a graph in the language of Graphviz or Mermaid. */
  treeUrl(request?: TreeRequest): string;
  /**
   * The address of the service's page with a game on its board, to share it; without a game that of its first page.
   *
   * @throws TypeError for a field that the page does not read, a player or view that it does not know, and a move by the number of its cell.
   */
  pageUrl(request?: PageRequest): string;
}

/** The labels of a review that are errors, in words; undefined for the others: `prolonged` and `hastened` moved the end alone. */
export const errorWords: Readonly<Partial<Record<ReviewLabel, string>>>;

/**
 * The moves of a review whose label is in `errorWords`, since they gave away a part of the result: those of both sides, or of one.
 *
 * @throws TypeError if `side` is none, or where there is no review.
 */
export function mistakes<Reviewed extends Pick<ReviewedMove, "label" | "player">>(review: { readonly moves: readonly Reviewed[] }, side?: "X" | "O" | "x" | "o" | null): Reviewed[];

/**
 * How full an evaluation bar is, from 0 to 1, for `score.pov`. A proven win fills 1 − plies / (10 · cells) of it, at least 0.9,
 * and the more the sooner it comes, a loss the rest; any other score 1 / (1 + (1 / expected − 1)^(1/5)), 0.20 to 0.80, since people keep a fifth of the log-odds of the engine;
 * `expected` counts there as from 0.001 to 0.999. It goes with the search: give `nodes`, lest the bar jumps with the clock. `cells` are those of the board, `position.board.length`.
 *
 * @throws TypeError if one of the two is missing.
 */
export function bar(score: Pick<Score, "outcome" | "plies" | "expected">, cells: number): number;
