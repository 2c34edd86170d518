// Random requests from a seed, over all endpoints, valid and not. Every search is bounded by nodes or depth, so that no answer depends on
// a clock.

const GAMES = ["tic-tac-toe", "misere-tic-tac-toe", "four-by-four", "five-by-five", "connect-four", "gomoku", "gomoku-standard-19"];
const SIZES = { "tic-tac-toe": [3, 3], "misere-tic-tac-toe": [3, 3], "four-by-four": [4, 4], "five-by-five": [5, 5], "connect-four": [7, 6], gomoku: [15, 15], "gomoku-standard-19": [19, 19] };
/** Games that are lists of lines, each with the sides of a grid that has as many cells; where stones fall, they do so in its columns. */
const LINE_GAMES = [
  { game: "qubic", width: 64, height: 1, gravity: false },
  { game: "score-four", width: 16, height: 4, gravity: true },
  { game: "torus", width: 3, height: 3, gravity: false },
  { game: "fano", width: 7, height: 1, gravity: false },
  { game: { dimensions: [4, 3, 2], k: 3, wrap: [true, false, false] }, width: 24, height: 1, gravity: false },
  { game: { dimensions: [5, 2, 4], k: 3, gravity: 2 }, width: 10, height: 4, gravity: true },
  { game: { width: 4, height: 4, shape: "XXX/X.." }, width: 4, height: 4, gravity: false },
  { game: { cells: 7, lines: [[0, 1], [1, 2, 3, 4], [4, 5, 6], [0, 6, 3]], layout: [[0, 0], [0, 2], [1, 3], [3, 3], [3, 1], [2, 0], [4, 4]] }, width: 7, height: 1, gravity: false },
  { game: { cells: 4, lines: [[0, 1], [2, 3], [0, 3]], above: [[2, 0], [3, 1]], misere: true }, width: 2, height: 2, gravity: true },
];
const HEURISTICS = ["win-loss", "lines", "tempo-lines", "open-pieces", "threats", "avoid-lines"];
const ALGORITHMS = ["auto", "auto", "auto", "alpha-beta", "minimax", "retrograde", "solver", "rules"];
const POVS = ["turn", "X", "O"];
const WRONG = ["", -1, 1e30, 1.5, "no such name", [], {}, true, null, "X".repeat(300), [[1]], "\u0000é"];

/** A generator of numbers from 0 to below 1 (mulberry32). */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Maker {
  constructor(random) {
    this.random = random;
  }

  below(count) {
    return Math.floor(this.random() * count);
  }

  one(list) {
    return list[this.below(list.length)];
  }

  /** The fields, with this probability. */
  sometimes(probability, fields) {
    return this.random() < probability ? fields() : {};
  }

  /** A game with its width and height, seldom one with rules of its own. */
  game(names = GAMES) {
    if (names === GAMES && this.random() < 0.2) return this.one(LINE_GAMES);
    if (names === GAMES && this.random() < 0.3) {
      const [width, height, k] = [1 + this.below(8), 1 + this.below(8), 2 + this.below(4)];
      const rules = { width, height, k, gravity: this.random() < 0.4, misere: this.random() < 0.2, ...this.sometimes(0.2, () => ({ overline: "forbidden" })) };
      return { game: rules, width, height, gravity: rules.gravity };
    }
    const game = this.one(names);
    const [width, height] = SIZES[game];
    return { game, width, height, gravity: game === "connect-four" };
  }

  /** Distinct cells, with gravity from the bottom; some games end before the last of them. */
  cells({ width, height, gravity }, count) {
    const free = Array.from({ length: width }, () => height);
    const left = Array.from({ length: width * height }, (_, cell) => cell);
    return Array.from({ length: Math.min(count, width * height) }, () => {
      if (!gravity) return left.splice(this.below(left.length), 1)[0];
      const columns = free.flatMap((rows, column) => (rows ? [column] : []));
      const column = this.one(columns);
      free[column] -= 1;
      return free[column] * width + column;
    });
  }

  /** Where the game stands: a board, moves or nothing. */
  start(game) {
    const moves = this.cells(game, this.below(Math.min(24, game.width * game.height)));
    const form = this.random();
    if (form < 0.1) return { game: game.game };
    if (form < 0.6) return { game: game.game, moves };
    const board = Array.from({ length: game.width * game.height }, () => ".");
    moves.forEach((cell, ply) => (board[cell] = "XO"[ply % 2]));
    return { game: game.game, board: board.join(""), ...this.sometimes(0.3, () => ({ turn: this.one(["X", "O"]) })) };
  }

  heuristic() {
    return this.random() < 0.8 ? this.one(HEURISTICS) : { weights: [0, 1, 3, 9, 27].slice(0, 3 + this.below(3)), tempo: this.below(4) };
  }

  search() {
    return {
      nodes: 1 + this.below(1500),
      ...this.sometimes(0.4, () => ({ algorithm: this.one(ALGORITHMS) })),
      ...this.sometimes(0.3, () => ({ heuristic: this.heuristic() })),
      ...this.sometimes(0.4, () => ({ depth: 1 + this.below(6) })),
    };
  }

  style() {
    return { seed: this.below(1e6), ...this.one([{}, { tieBreak: this.one(["first", "lines", "random", "trap"]) }, { skill: this.below(101) }, { level: this.one(["beginner", "casual", "club", "expert", "perfect"]) }]) };
  }

  move() {
    const game = this.game();
    const some = () => this.cells({ ...game, gravity: false }, 1 + this.below(3));
    return {
      ...this.start(game),
      ...this.search(),
      ...this.sometimes(0.4, () => this.style()),
      ...this.sometimes(0.3, () => ({ explain: true })),
      ...this.sometimes(0.2, () => ({ pov: this.one(POVS) })),
      ...this.sometimes(0.1, () => ({ searchMoves: some() })),
      ...this.sometimes(0.1, () => ({ avoidMoves: some() })),
    };
  }

  analysis() {
    const { seed, tieBreak, skill, level, ...request } = this.move();
    return { ...request, ...this.sometimes(0.7, () => ({ multiPv: this.below(6) })) };
  }

  position() {
    return {
      ...this.start(this.game()),
      ...this.sometimes(0.3, () => ({ heuristics: [this.one(HEURISTICS), this.one(HEURISTICS)] })),
      ...this.sometimes(0.3, () => ({ heuristic: this.heuristic() })),
      ...this.sometimes(0.2, () => ({ strict: true })),
    };
  }

  review() {
    const game = this.game();
    return { game: game.game, moves: this.cells(game, this.below(8)), ...this.search(), nodes: 1 + this.below(300), ...this.sometimes(0.3, () => ({ explain: true })) };
  }

  tree() {
    return {
      ...this.start(this.game(["tic-tac-toe", "four-by-four", "connect-four"])),
      depth: 1 + this.below(3),
      maxNodes: 1 + this.below(400),
      ...this.sometimes(0.5, () => ({ algorithm: this.one(["alpha-beta", "minimax"]) })),
      ...this.sometimes(0.3, () => ({ heuristic: this.heuristic() })),
      ...this.sometimes(0.3, () => ({ transpositions: true })),
    };
  }

  continuations() {
    const game = this.game(["tic-tac-toe"]);
    return {
      game: game.game,
      moves: this.cells(game, 3 + this.below(5)),
      limit: this.below(30),
      ...this.sometimes(0.3, () => ({ symmetry: this.one(["all", "paths", "orbits"]) })),
      ...this.sometimes(0.3, () => ({ winner: this.one(["X", "O", "draw"]) })),
      ...this.sometimes(0.3, () => ({ engine: this.one(["X", "O"]), engineMoves: this.one(["all", "first"]) })),
      ...this.sometimes(0.3, () => ({ replies: true })),
    };
  }

  match() {
    const player = () => {
      const { seed, ...style } = this.style();
      return { nodes: 1 + this.below(60), ...style, ...this.sometimes(0.3, () => ({ heuristic: this.heuristic() })) };
    };
    return { ...this.start(this.game(["tic-tac-toe", "four-by-four", "connect-four"])), players: [player(), player()], games: 1 + this.below(3), seed: this.below(1e6) };
  }

  puzzles() {
    const theme = this.one(["win-in-2", "win-in-3", "only-move", "fork"]);
    return { game: this.one(["tic-tac-toe", "four-by-four", "connect-four"]), seed: this.below(1e4), solution: this.random() < 0.5, ...this.sometimes(0.5, () => ({ theme })) };
  }

  batch() {
    const kinds = ["move", "analysis", "position"];
    return {
      requests: Array.from({ length: 1 + this.below(4) }, () => {
        const kind = this.one(kinds);
        return { kind, ...this[kind]() };
      }),
    };
  }

  /** The body of a request that is wrong in one place. */
  spoilt(request) {
    const name = this.one(Object.keys(request));
    const way = this.below(6);
    if (way === 0) return JSON.stringify({ ...request, [`${name}s`]: 1 });
    if (way === 1) return JSON.stringify(request).slice(0, -1 - this.below(10));
    if (way === 2) return JSON.stringify(request).replace("{", `{"${name}":null,`);
    return JSON.stringify({ ...request, [name]: this.one(WRONG) });
  }
}

const queryOf = (request) => new URLSearchParams(Object.entries(request).map(([name, value]) => [name, typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value)]));

const BY_GET = ["move", "analysis", "review", "position"];
const ENDPOINTS = ["move", "move", "move", "analysis", "analysis", "position", "review", "tree", "continuations", "match", "puzzles", "batch"];

/** So many random requests of HTTP, always the same for a seed. */
export function requests(seed, count) {
  const maker = new Maker(generator(seed));
  return Array.from({ length: count }, () => {
    const endpoint = maker.one(ENDPOINTS);
    const request = maker[endpoint]();
    const streams = ["move", "analysis", "review", "match"].includes(endpoint) && maker.random() < 0.2;
    const accept = streams || (endpoint === "continuations" && maker.random() < 0.3) ? "application/x-ndjson" : "application/json";
    const query = String(queryOf(request));
    if (endpoint === "puzzles" || (BY_GET.includes(endpoint) && maker.random() < 0.3 && query.length < 4000)) return { method: "GET", target: `/v1/${endpoint}?${query}`, headers: { accept } };
    const body = maker.random() < 0.15 ? maker.spoilt(request) : JSON.stringify(request);
    return { method: "POST", target: `/v1/${endpoint}`, headers: { accept, "content-type": "application/json" }, body };
  });
}
