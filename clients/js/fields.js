const SETUP = "format, game, board, moves, record, turn, strict, theme, ";
const PICTURE = `${SETUP}size, coordinates, last, marks, values`;
const TREE = `${SETUP}heuristic, algorithm, cells, depth, maxNodes, transpositions, trace`;
const PAGE = "game, board, moves, turn, x, o, view, date";
const PLAYERS = "you, beginner, casual, club, expert, perfect, skill-40";

const includes = (list, name) => list.split(", ").includes(name);

export function onlyKnown(what, given, known) {
  const name = Object.keys(given).find((one) => !includes(known, one));
  if (name) throw new TypeError(`${what} has no ${name}; it has ${known}`);
}

export function checkNumber(name, value, min, max) {
  if (!(typeof value === "number" && value >= min && value <= max)) throw new RangeError(`${name} is ${value}: send a number from ${min} to ${max}`);
}

export function checkChoice(name, value, choices) {
  if (value != null && !includes(choices, String(value).replace(/^skill-\d+$/, "skill-40"))) throw new TypeError(`${name}: ${JSON.stringify(value)} is unknown; send ${choices}`);
}

export const checkTimeout = (timeoutMs = 1) => checkNumber("timeoutMs", timeoutMs, 1, 2 ** 31 - 1);

export function checkedOrigin(origin) {
  const text = String(origin ?? "").replace(/\/+$/, "");
  const own = globalThis.location?.origin;
  // A page may leave out its own; one in a sandbox has none.
  if (origin != null && own && /^(\/(?!\/)|$)/.test(text)) return own === "null" ? text : own + text;
  if (!/^(https?|local):\/\/[^/]/.test(text)) throw new TypeError(`${JSON.stringify(origin)} is no origin: write one such as "http://127.0.0.1:8080"`);
  const more = /[?#].*|\/v1$/.exec(text);
  if (more) throw new TypeError(`${text} is no origin: leave out ${more}`);
  return text;
}

function checkValue(path, name, value) {
  // A board has gaps.
  if (name === "board" || Object(value) !== value) return;
  if (!Array.isArray(value)) {
    for (const [key, part] of Object.entries(value)) checkValue(`${path}.${key}`, key, part);
    return;
  }
  for (const [index, part] of value.entries()) {
    const at = `${path}[${index}]`;
    if (part == null || part.trim?.() === "") throw new TypeError(`${at} is ${part?.trim ? "empty" : part}: a list has no gaps (the move of a finished game is null)`);
    if (part.includes?.(",")) throw new TypeError(`${at} is ${JSON.stringify(part)}: write each one by itself`);
    if (part.move && !part.name) throw new TypeError(`${at} is a whole answer: send its move`);
    checkValue(at, name, part);
  }
}

/** Refuses values that a query would lose. */
export function checkCall(request, options = {}) {
  if (Object(request) !== request || Array.isArray(request)) throw new TypeError('send an object, such as { moves: "4453" }');
  const { signal } = options;
  if ("signal" in request || "aborted" in options || (signal && !signal.addEventListener)) throw new TypeError("signal (controller.signal) belongs in the second argument: (request, { signal })");
  if (typeof request.moves === "number") throw new TypeError(`moves is a number: write columns as text, moves: "${request.moves}"`);
  for (const [name, value] of Object.entries(request)) checkValue(name, name, value);
  onlyKnown("the second argument", options, "signal, timeoutMs, onRetry");
  checkTimeout(options.timeoutMs);
}

/** Sends an answer's move by its name. */
export const plain = (_, value) => (value?.cell >= 0 ? value.name : value);

function text(name, given) {
  const value = plain(name, given);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "board") return value.flat().map((cell) => cell || ".").join("");
  const list = value.map((one) => (Array.isArray(one) ? `(${one})` : plain(name, one))).join(",");
  // A number alone would be columns.
  return name === "moves" && /^\d+$/.test(list) ? `${list},` : list;
}

/** Undefined where no query can hold a list. */
export function queryOf(request) {
  const fields = Object.entries(request).filter(([, value]) => value != null);
  const hasObject = ([name, value]) => Array.isArray(value) && value.flat().some((one) => Object(plain(name, one)) === one);
  return fields.some(hasObject) ? undefined : String(new URLSearchParams(fields.map(([name, value]) => [name, text(name, value)])));
}

function addressOf(call, path, request) {
  const query = queryOf(request);
  if (query === undefined) throw new TypeError(`${call}: a list has an object; send a cell's name or number`);
  return path + (query && `?${query}`);
}

export function pageUrl(origin, request = {}) {
  checkCall(request);
  const { game, moves, x, o, view } = request;
  onlyKnown("pageUrl", request, PAGE);
  checkChoice("x", x, PLAYERS);
  checkChoice("o", o, PLAYERS);
  checkChoice("view", view, "play, explore, puzzle");
  if (Array.isArray(moves) && moves.some(Number.isInteger)) throw new TypeError("pageUrl: send cells by name");
  return addressOf("pageUrl", `${origin}/`, { ...request, game: game?.name ?? game, moves: moves?.trim?.().replace(/[\s,]+/g, ",") ?? moves });
}

export function figureUrl(call, origin, { format = "svg", ...request } = {}, more) {
  if (more || request[0]) throw new TypeError(`write ${call}({ moves, format })`);
  const isTree = call === "treeUrl";
  onlyKnown(call, request, isTree ? TREE : PICTURE);
  checkCall(request);
  checkChoice("format", format, isTree ? "svg, json, dot, mermaid" : "svg, png");
  checkChoice("theme", request.theme, "light, dark");
  return isTree ? addressOf(call, `${origin}/v1/tree`, { ...request, format }) : addressOf(call, `${origin}/v1/position.${format}`, request);
}

export const errorWords = {
  inaccuracy: "an inaccuracy",
  mistake: "a mistake",
  blunder: "a blunder",
  "missed-win": "let a win slip",
  "threw-away-draw": "threw a draw away",
};

export function mistakes(review, side) {
  const { moves } = Object(review);
  if (!moves?.every?.(({ label }) => label)) throw new TypeError("write mistakes(review)");
  checkChoice("side", side, "X, O, x, o");
  return moves.filter(({ label, player }) => errorWords[label] && (side ?? player).toUpperCase() === player);
}

export function bar(score, cells) {
  const { outcome, plies, expected } = Object(score);
  if (!(expected >= 0 && cells > 0)) throw new TypeError("write bar(answer.score, answer.position.board.length)");
  if (outcome === "unknown") return 1 / (1 + Math.min(999, Math.max(1 / 999, 1 / expected - 1)) ** 0.2);
  return outcome === "draw" ? expected : expected + (0.5 - expected) * (plies / cells / 5);
}
