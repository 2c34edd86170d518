// Scores, labels and errors in words for players: English, in one place. Apps in other languages go by `outcome`, `plies` and `code`.

import { InarowError, Problem, TimedOut } from "./errors.js";
import { bar, errorWords } from "./fields.js";

const SIDES = { X: "X", O: "O" };
const OTHER = { X: "O", O: "X" };

/** Faults of a move, by the code of the first fault, at a place of moves: rules, marks and other cells have the same codes. A game may be over at any. */
const MOVES = {
  "cell-taken": ["This cell is taken.", "Choose another."],
  "column-full": ["This column is full.", "Choose another."],
  "floating-stone": ["Stones fall here.", "Choose a column."],
  "not-on-board": "There is no such place on this board.",
  "game-over": "The game is over.",
};
const OF_MOVES = /^\/(moves|record|pos)\b/;
const AWAY = "The service is away.";
const LATE = "The engine did not answer in time.";
const TOO_LONG = ["That is too long.", "Try something shorter."];
/** Sentences by the code of the problem; a key that is sent and not valid has none of its own. */
const PROBLEMS = {
  "too-many-requests": "That was a lot at once.",
  saturated: "The service is busy.",
  "shutting-down": "The service restarts.",
  unauthorized: "The service asks for a key.",
  "wrong-key": "The service does not know this key.",
  "payload-too-large": TOO_LONG,
  "uri-too-long": TOO_LONG,
  "answer-too-large": ["The answer would be too large.", "Ask for less."],
  "request-timeout": "The connection was too slow.",
  internal: "The service has failed at this.",
  unavailable: AWAY,
  "gateway-timeout": "The service did not answer in time.",
  denied: "The way to the service is closed.",
  elsewhere: "The service is not at this address.",
};
/** A proxy in front of the service has statuses alone; any other may pass. */
const STATUSES = { 401: "unauthorized", 403: "denied", 404: "elsewhere", 408: "request-timeout", 410: "elsewhere", 413: "payload-too-large", 414: "uri-too-long", 429: "too-many-requests", 504: "gateway-timeout" };
/** An engine in this process, by the beginning of its messages; nobody else uses it. */
const ENGINE = { "the engine's time ended": [LATE], "the engine in this process": ["The engine has failed at this.", "Try again."], "no engine": ["The engine cannot be loaded.", "Try again."], "no answer from local:": [LATE, "Try again."] };
/** Codes of faults that pass by themselves. */
const PASSING = ["too-many-requests", "saturated", "shutting-down", "unavailable", "gateway-timeout"];
/** Codes after which another call may succeed. */
const CHANCY = ["request-timeout", "internal"];

export const labelWords = {
  best: "the best move",
  "only-move": "the only move",
  good: "a good move",
  ...errorWords,
  prolonged: "later than need be",
  hastened: "sooner than need be",
};

export function withNames(text, names) {
  return text.replace(/\b[XO]\b/g, (side) => names[side] ?? side);
}

export function scoreWords(score, names, game) {
  const { outcome, plies, pov } = Object(score);
  if (!SIDES[pov]) throw new TypeError("write scoreWords(answer.score)");
  const { [pov]: own, [OTHER[pov]]: other } = { ...SIDES, ...names };
  const isYou = (name) => /^you$/i.test(name);
  const inside = (name) => (isYou(name) ? "you" : name);
  if (outcome === "draw") return plies ? "a draw with best play" : "a draw";
  if (outcome === "unknown") {
    const percent = Math.min(99, Math.max(1, Math.round(100 * bar(score, 1))));
    if (percent === 50) return "even";
    return percent > 50 ? `${percent} % for ${inside(own)}` : `${100 - percent} % for ${inside(other)}`;
  }
  const winner = outcome === "win" ? own : other;
  // People count the winner's moves. In misère play the loser makes the last one.
  const moves = game?.misere ? Math.floor(plies / 2) : Math.ceil(plies / 2);
  const [wins, has] = isYou(winner) ? ["win", "have"] : ["wins", "has"];
  if (!moves) return plies ? `${winner} ${wins} at once` : `${winner} ${has} won`;
  return `${winner} ${wins} in ${moves} ${moves === 1 ? "move" : "moves"}`;
}

/** When to try again, as people say it. */
function when(seconds = 0) {
  if (seconds <= 5) return "Try again in a moment.";
  return seconds < 90 ? `Try again in ${Math.ceil(seconds)} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** A fault in words; advice comes second. Of a field that no player knows the error itself names the fault. */
const faulty = (fault) => ((fault?.code === "game-over" || OF_MOVES.test(fault?.pointer)) && MOVES[fault.code]) || "The service cannot do this.";

/** An error in words, and advice. */
function parts(error) {
  if (!(error instanceof InarowError)) return ["Something went wrong."];
  // The engine could not be loaded: the reason why it was asked counts.
  if (error.cause instanceof InarowError) return parts(error.cause);
  const { status, errors, message, retryAfter } = error;
  const isOffline = !(error instanceof Problem || error instanceof TimedOut) && globalThis.navigator?.onLine === false;
  if (isOffline) return ["This device is offline."];
  const own = Object.keys(ENGINE).find((start) => message.startsWith(start));
  if (own) return ENGINE[own];
  if (error instanceof TimedOut) return [PROBLEMS["gateway-timeout"], "Try again."];
  if (!(error instanceof Problem)) return [AWAY, "Try again."];
  let code = error.code === "unknown" ? (STATUSES[status] ?? "unavailable") : error.code;
  if (code === "unauthorized" && message.includes("key sent is not valid")) code = "wrong-key";
  const words = [PROBLEMS[code] ?? faulty(errors[0])].flat();
  if (PASSING.includes(code)) return [...words, when(retryAfter)];
  return CHANCY.includes(code) ? [...words, "Try again."] : words;
}

export function errorMessage(error) {
  return parts(error).join(" ");
}

export function errorReason(error) {
  return parts(error)[0];
}
