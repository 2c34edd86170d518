export type ProblemCode =
  | "malformed-http" | "malformed-json" | "malformed-query" | "unauthorized" | "not-found" | "method-not-allowed" | "not-acceptable"
  | "request-timeout" | "payload-too-large" | "uri-too-long" | "unsupported-media-type" | "invalid-request" | "answer-too-large"
  | "too-many-requests" | "internal" | "saturated" | "shutting-down" | "unavailable" | "gateway-timeout";

/** The HTTP statuses of problems of the service. */
export type ProblemStatus = 400 | 401 | 404 | 405 | 406 | 408 | 413 | 414 | 415 | 422 | 429 | 500 | 503;

export type ErrorCode =
  | "unknown-field" | "repeated" | "missing" | "misplaced" | "wrong-type" | "not-json" | "not-a-choice" | "not-whole" | "out-of-range"
  | "wrong-length" | "unreadable" | "unknown-character" | "conflict" | "not-on-board" | "cell-taken" | "column-full" | "floating-stone"
  | "not-alternating" | "game-over" | "two-winners" | "turn-unknown" | "unreachable" | "undecided" | "no-move-left" | "does-not-fit"
  | "too-large";

/** One fault of a request. */
export interface Fault {
  /** The faulty field, such as `/board`. */
  pointer: string;
  code: ErrorCode;
  detail: string;
}

/** A problem document (RFC 9457). */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  requestId: string;
  errors: Fault[];
}
