// What a call sends: its address and fields, checked and as a query. index.d.ts describes the exports.

const SETUP = ["game", "board", "moves", "record", "turn", "strict"];
export const PICTURE = ["format", ...SETUP, "size", "theme", "coordinates", "last", "marks", "values"];
export const TREE = ["format", ...SETUP, "heuristic", "algorithm", "cells", "depth", "maxNodes", "transpositions", "trace", "theme"];

export function onlyKnown(what, given, known) {
  const name = Object.keys(given).find((one) => !known.includes(one));
  if (name) throw new TypeError(`${what} has no ${name}; it has ${known.join(", ")}`);
}

export function checkedOrigin(origin) {
  const text = String(origin ?? "").replace(/\/+$/, "");
  const own = globalThis.location?.origin;
  // A page may leave out its own; one in a sandbox has none.
  if (origin != null && own && /^(\/(?!\/)|$)/.test(text)) return own === "null" ? text : own + text;
  if (!text) throw new TypeError(`the origin is ${JSON.stringify(origin)}: give that of the service, such as "http://127.0.0.1:8080"`);
  if (!/^(https?|local):\/\/[^/]/.test(text)) throw new TypeError(`${text} is no origin: write http:// or https:// before it`);
  if (/[?#]/.test(text)) throw new TypeError(`${text} is no origin: leave out what begins with ? or #`);
  if (text.endsWith("/v1")) throw new TypeError(`leave out /v1 at the end of the origin ${text}: calls add it`);
  return text;
}

/** The path of an address, which few services have. */
export const pathOf = (origin) => /^\w+:\/\/[^/]+(\/.*)/.exec(origin)?.[1];

function checkValue(path, name, value) {
  // A board has gaps.
  if (name === "board" || Object(value) !== value) return;
  if (!Array.isArray(value)) {
    for (const [key, part] of Object.entries(value)) checkValue(`${path}.${key}`, key, part);
    return;
  }
  for (let index = 0; index < value.length; index += 1) {
    const [part, at] = [value[index], `${path}[${index}]`];
    if (part == null) throw new TypeError(`${at} is ${part}: a list has no gaps (the move of a finished game is null)`);
    if (typeof part === "string" && !part.trim()) throw new TypeError(`${at} is empty: a list has no gaps`);
    if (typeof part === "string" && part.includes(",")) throw new TypeError(`${at} is ${JSON.stringify(part)}: write each one by itself`);
    if (part.move && !part.name) throw new TypeError(`${at} is a whole answer: send its move`);
    checkValue(at, name, part);
  }
}

/** Refuses what is no request, or a part of it that a query would lose. */
export function checkFields(request) {
  if (Object(request) !== request || Array.isArray(request)) {
    throw new TypeError(`send an object, such as { moves: ${(JSON.stringify(request) ?? "…").slice(0, 40)} }`);
  }
  if ("signal" in request) throw new TypeError("signal belongs in the second argument: (request, { signal })");
  if (typeof request.moves === "number") throw new TypeError(`moves is a number: write columns as text, moves: "${request.moves}"`);
  for (const [name, value] of Object.entries(request)) checkValue(name, name, value);
}

/** Sends an answer's move by its name. */
export const plain = (_, value) => (value?.cell >= 0 ? value.name : value);

function text(name, given) {
  const value = plain(name, given);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name === "board") return value.flat().map((cell) => cell || ".").join("");
  const list = value.map((one) => (Array.isArray(one) ? `(${one})` : plain(name, one))).join(",");
  // A number without a comma would be columns.
  return name === "moves" && /^\d+$/.test(list) ? `${list},` : list;
}

/** Undefined where a list has an object, which no query can hold. */
export function queryOf(request) {
  const fields = Object.entries(request).filter(([, value]) => value != null);
  const hasObject = ([name, value]) => Array.isArray(value) && value.flat().some((one) => Object(plain(name, one)) === one);
  return fields.some(hasObject) ? undefined : String(new URLSearchParams(fields.map(([name, value]) => [name, text(name, value)])));
}

/** The address of a figure at a path: that has its form, or the query does. */
export function figureUrl(call, known, path, { format = "svg", ...request } = {}, more) {
  if (more || request[0]) throw new TypeError(`write ${call}({ moves, format: "${call === "treeUrl" ? "svg" : "png"}" })`);
  onlyKnown(call, request, known);
  checkFields(request);
  const isTree = call === "treeUrl";
  if (!isTree && format !== "svg" && format !== "png") throw new TypeError(`${format} is no format of a picture: it is svg or png`);
  const query = queryOf(isTree ? { ...request, format } : request);
  if (query === undefined) throw new TypeError(`${call}: a list has an object; send a cell's name or number`);
  return `${path}${isTree ? "" : `.${format}`}${query && "?"}${query}`;
}

export const errorWords = {
  inaccuracy: "an inaccuracy",
  mistake: "a mistake",
  blunder: "a blunder",
  "missed-win": "let a win slip",
  "threw-away-draw": "threw a draw away",
};

export function mistakes({ moves }, side) {
  if (side != null && !/^[XO]$/i.test(side)) throw new TypeError(`${JSON.stringify(side)} is unknown; send "X" or "O"`);
  return moves.filter(({ label, player }) => errorWords[label] && (side ?? player).toUpperCase() === player);
}

export function bar(score, cells) {
  const { outcome, plies, expected } = Object(score);
  if (!(expected >= 0 && cells > 0)) throw new TypeError("write bar(answer.score, answer.position.board.length)");
  if (outcome === "unknown") return 1 / (1 + (1 / expected - 1) ** 0.2);
  return outcome === "draw" ? expected : expected + (0.5 - expected) * (plies / cells / 5);
}
