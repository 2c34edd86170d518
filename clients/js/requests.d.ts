export type Side = "X" | "O";
/** A side as requests may write it as well. */
export type LowerCaseSide = "x" | "o";
export type Preset =
  | "tic-tac-toe" | "misere-tic-tac-toe" | "four-by-four" | "five-by-five" | "connect-four" | "gomoku" | "gomoku-standard" | "gomoku-19"
  | "gomoku-standard-19" | "gomoku-20" | "qubic" | "three-cubed" | "score-four" | "torus" | "tippy" | "fano";
export type HeuristicName = "win-loss" | "lines" | "tempo-lines" | "open-pieces" | "threats" | "avoid-lines";
export type Algorithm = "auto" | "alpha-beta" | "minimax" | "retrograde" | "solver" | "rules";
export type TieBreak = "first" | "lines" | "random" | "trap";
export type PointOfView = "turn" | Side;
export type Overline = "allowed" | "forbidden";
/** The side for which an empty line counts. */
export type EmptyLine = "none" | "X" | "turn";
export type Level = "beginner" | "casual" | "club" | "expert" | "perfect";

/** The rules of a game: `k` in a row on `width` × `height` cells. */
export interface Rules {
  /** Columns, 1 to 20. */
  width: number;
  /** Rows, 1 to 20. */
  height: number;
  /** Stones in a row that end the game; at most the longer side. */
  k: number;
  /** Whether stones fall to the lowest free cell of their column; false unless set. */
  gravity?: boolean | null | undefined;
  /** Whether more than `k` in a row count; `allowed` unless set. */
  overline?: Overline | null | undefined;
  /** Whether `k` in a row loses; false unless set. */
  misere?: boolean | null | undefined;
}

/** A game that is any list of lines: a line is complete when all its cells are one side's. */
export interface LineRules {
  /** How many; they are numbered from 0. */
  cells: number;
  /** The cells of each line, 2 to 12; no line contains another. */
  lines: readonly (readonly number[])[];
  /** Where stones fall: the cells of each column from the bottom up. */
  above?: readonly (readonly number[])[] | null | undefined;
  /** Row and column of each cell in drawings. */
  layout?: readonly (readonly [number, number])[] | null | undefined;
  /** Whether a complete line loses; false unless set. */
  misere?: boolean | null | undefined;
}

/** `k` in a row in any direction on a board of any dimensions; the first one numbers cells fastest. */
export interface DimensionRules {
  /** The size of each one; at most 8, and 400 cells in all. */
  dimensions: readonly number[];
  /** The cells of a line, 2 to 12. */
  k: number;
  /** For each dimension, whether its end joins its beginning. */
  wrap?: readonly boolean[] | null | undefined;
  /** The axis along which stones fall, towards its largest index. */
  gravity?: "none" | number | null | undefined;
  /** Whether a complete line loses; false unless set. */
  misere?: boolean | null | undefined;
}

/** All turned and reflected copies of a polyomino such as `.XX/XX.` are lines. */
export interface ShapeRules {
  /** Columns, 1 to 20. */
  width: number;
  /** Rows, 1 to 20. */
  height: number;
  /** Its rows from the top with `/` between them, `X` for a cell; 2 to 12 cells. */
  shape: string;
  /** Whether a complete line loses; false unless set. */
  misere?: boolean | null | undefined;
}

/** `Rules` in few letters: width, height and k, then `g` where stones fall, `m` where a complete line loses, `e` where only exactly k in a row count. */
export type MnkRules = `${number},${number},${number}${"" | "g"}${"" | "m"}${"" | "e"}`;

/**
 * A game by its name or by its rules in any form, or as an answer has it: `game: answer.game`. Of a list of lines of the caller's own an answer has only
 * their number, which its type does not tell: send the list again.
 */
export type Game = Preset | MnkRules | Rules | LineRules | DimensionRules | ShapeRules;

/** A heuristic of the caller's own: the worth of a line with 0, 1, … k stones of one side. */
export interface Weights {
  /** k + 1 whole numbers. */
  weights: readonly number[];
  /** A factor for the lines of the side to move, 0 to 1,000; 1 unless set. */
  tempo?: number | null | undefined;
  /** The side for which an empty line counts; `none` unless set. */
  emptyLine?: EmptyLine | "x" | null | undefined;
}

/** A cell by its number, from 0 at the top left, or its name, `a1` at the bottom left. In a game of lines its number is its name. */
export type CellReference = number | string;
/** A move by its cell, its name or, with gravity, the letter of its column; or as an answer has it. */
export type MoveReference = CellReference | { readonly cell: number; readonly name: string };
/** A board as text, as rows, as all its cells, or as rows of cells; null is an empty cell. */
export type Board = string | readonly (string | null)[] | readonly (string | readonly (string | null)[])[];

interface Start {
  /** `tic-tac-toe` unless set. */
  game?: Game | null | undefined;
  /** The side to move; needed only where the stone counts do not tell. */
  turn?: Side | LowerCaseSide | null | undefined;
  /** Refuses boards that alternate play, X first, cannot reach; false unless set. */
  strict?: boolean | null | undefined;
}

interface StartByBoard {
  /** The stones; empty unless set. Not together with `moves` or `record`. */
  board?: Board | null | undefined;
  /** From the empty board; not together with `board`. */
  moves?: null | undefined;
  /** Not together with `board`. */
  record?: null | undefined;
}

interface StartByMoves {
  /** Not together with `moves`. */
  board?: null | undefined;
  /** From the empty board; numbers in a list are cells. With gravity also one string of column digits from 1, or letters of columns, `["d", "d"]`. */
  moves?: readonly MoveReference[] | string | null | undefined;
  /** Not together with `moves`. */
  record?: null | undefined;
}

interface StartByRecord {
  /** Not together with `record`. */
  board?: null | undefined;
  /** Not together with `record`. */
  moves?: null | undefined;
  /** A game as people write it: names of cells, SGF, Piskvork. */
  record?: string | null | undefined;
}

/** The position of a request: a `board`, or `moves`, or a `record`; without them the empty board. */
export type Setup = Start & (StartByBoard | StartByMoves | StartByRecord);

export interface SearchOptions {
  /** Values positions where the search stops; the game's own unless set. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** `auto` unless set: the best exact source there is, else alpha-beta. */
  algorithm?: Algorithm | null | undefined;
  /** In plies. It makes play weaker: the search leaves tables, book and solver, and `search.exactSource` says so. Leave it out for true scores. */
  depth?: number | null | undefined;
  /** From the arrival of the request, in milliseconds; 1,000 unless set, 10,000 at most. With `depth` or `nodes` the most there is. */
  movetime?: number | null | undefined;
  /** How many positions the search may visit; no limit unless set. With it or `depth` an answer is repeatable, unless the clock ended it: `search.stop` is `movetime` or `queue` then. */
  nodes?: number | null | undefined;
  /** Chooses among these moves only; each must be legal. */
  searchMoves?: readonly MoveReference[] | null | undefined;
  /** Chooses none of these moves; each must be legal, and another must be left. */
  avoidMoves?: readonly MoveReference[] | null | undefined;
  /** Whose point of view scores take; `turn` unless set. */
  pov?: PointOfView | LowerCaseSide | null | undefined;
  /** Adds `reasons` to moves; false unless set. */
  explain?: boolean | null | undefined;
}

interface BySkill {
  /** How well to play, 0 to 100, which is the best move and the default; not together with `level`. */
  skill?: number | null | undefined;
  /** An opponent's strength, a name for a `skill`; not together with it. */
  level?: null | undefined;
}

interface ByLevel {
  /** How well to play, 0 to 100; not together with `level`. */
  skill?: null | undefined;
  /** An opponent's strength, a name for a `skill`. The `score` of such an answer is the opponent's own view, not the truth: ask for that without `level`. */
  level?: Level | null | undefined;
}

/** How well to play: `skill` or `level`, not both. */
export type Strength = BySkill | ByLevel;

interface MoveChoice extends SearchOptions {
  /**
   * The choice among equally good moves: the lowest cell (`first`), the best `lines`, any by `seed` (`random`), or the one after which most replies are bad
   * (`trap`). `first` unless set; with `skill` or `level` `lines`, and above skill 90 `trap` on boards with a table.
   */
  tieBreak?: TieBreak | null | undefined;
  /** The same seed, the same answer; random unless set, and `search.seed` tells. One seed for a whole game makes an opponent of one form. */
  seed?: number | null | undefined;
}

export type MoveRequest = Setup & MoveChoice & Strength;

interface AnalysisChoice extends SearchOptions {
  /** How many moves to list; 0 for all, as unless set. */
  multiPv?: number | null | undefined;
}

export type AnalysisRequest = Setup & AnalysisChoice;

/** A part of the answer about a position. */
export type PositionPart = "position" | "moves" | "legalMoves" | "heuristics" | "symmetry" | "stateId" | "records" | "layout" | "columns" | "lines";

interface PositionChoice {
  /** The parts of the answer; by default all but `lines`, and `layout` and `columns` only of games of lines. */
  fields?: readonly PositionPart[] | null | undefined;
  /** Values the position by these heuristics, line by line. */
  heuristics?: readonly HeuristicName[] | null | undefined;
  /** One more heuristic, which may be weights. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** Whose point of view values take; `X` unless set. */
  pov?: PointOfView | LowerCaseSide | null | undefined;
}

export type PositionRequest = Setup & PositionChoice;

interface GameByMoves {
  /** From `board` on; this or a `record` is needed. */
  moves: readonly MoveReference[] | string;
  /** Where the game began; by default the empty board. */
  board?: Board | null | undefined;
  /** The side that moved first; by default as the stone counts of `board` say. */
  turn?: Side | LowerCaseSide | null | undefined;
  /** Not together with `moves`. */
  record?: null | undefined;
}

interface GameByRecord {
  /** A game as people write it, in place of `board`, `turn` and `moves`. */
  record: string;
  /** Not together with `record`. */
  moves?: null | undefined;
  /** Not together with `record`. */
  board?: null | undefined;
  /** Not together with `record`. */
  turn?: null | undefined;
}

interface ReviewSearch {
  /** `tic-tac-toe` unless set, or the one that a `record` is for. */
  game?: Game | null | undefined;
  /** Values positions where the search stops; the game's own unless set. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** `auto` unless set: the best exact source there is, else alpha-beta. */
  algorithm?: Algorithm | null | undefined;
  /** In plies, where no exact source judges; table, book and solver do whatever it is, unless `algorithm` or `heuristic` is named. */
  depth?: number | null | undefined;
  /** For the whole review, in milliseconds; up to 300 a move unless set, 10,000 at most. */
  movetime?: number | null | undefined;
  /** How many positions the search of each move may visit. */
  nodes?: number | null | undefined;
  /** How many moves of each position to list, 1 to 10, 3 unless set; labels do not depend on it. */
  multiPv?: number | null | undefined;
  /** Whose point of view scores take; `turn` unless set, the side that moved. */
  pov?: PointOfView | LowerCaseSide | null | undefined;
  /** Adds `text` and `reasons` to moves; false unless set. */
  explain?: boolean | null | undefined;
}

/** A game, by its `moves` or as a `record`, and how to judge it. */
export type ReviewRequest = ReviewSearch & (GameByRecord | GameByMoves);

interface PlayerSearch {
  /** `auto` unless set: the best exact source there is, else alpha-beta. */
  algorithm?: Algorithm | null | undefined;
  /** Values positions where the search stops; the game's own unless set. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** In plies; no limit unless set. */
  depth?: number | null | undefined;
  /** How many positions the search of a move may visit. */
  nodes?: number | null | undefined;
  /** For a move, in milliseconds; 100 without `depth` and `nodes`. */
  movetime?: number | null | undefined;
  /** The choice among equally good moves, as in a `MoveRequest`. */
  tieBreak?: TieBreak | null | undefined;
}

/** A configuration of the engine. */
export type MatchPlayer = PlayerSearch & Strength;

interface MatchChoice {
  /** Two; answers call them 0 and 1. */
  players: readonly MatchPlayer[];
  /** How many; 2 unless set, 1,000 at most. */
  games?: number | null | undefined;
  /** For the whole match, in milliseconds; 60,000 unless set, the longest there is. */
  movetime?: number | null | undefined;
  /** Repeats the random choices of players. */
  seed?: number | null | undefined;
}

/** Games from a position; the players take turns to move first. */
export type MatchRequest = Setup & MatchChoice;

interface TreeChoice {
  /** Values positions at the horizon; the game's own unless set. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** `alpha-beta` unless set; `minimax` skips nothing. */
  algorithm?: "alpha-beta" | "minimax" | null | undefined;
  /** The only cells that are played. */
  cells?: readonly MoveReference[] | null | undefined;
  /** In plies; 2 unless set. */
  depth?: number | null | undefined;
  /** 1,000 unless set, 10,000 at most; more are a fault that says how many there would be. */
  maxNodes?: number | null | undefined;
  /** Whether a position that was visited before takes the value found there; false unless set. */
  transpositions?: boolean | null | undefined;
  /** Whether leaves list the lines that their value comes from; true unless set. */
  trace?: boolean | null | undefined;
}

/** A position, and how to search its tree. */
export type TreeSearch = Setup & TreeChoice & {
  /** The answer is JSON; `treeUrl` is the address of a figure. */
  format?: "json" | null | undefined;
};

interface FigureChoice {
  /** `svg` unless set: a picture; or a graph in the language of Graphviz or Mermaid. */
  format?: "json" | "svg" | "dot" | "mermaid" | null | undefined;
  /** The colours of a picture; light unless set. */
  theme?: "light" | "dark" | null | undefined;
}

/** The same, and how it is shown. */
export type TreeRequest = Setup & TreeChoice & FigureChoice;

interface ContinuationsChoice {
  /** The side that plays only the engine's best moves. */
  engine?: "none" | Side | LowerCaseSide | null | undefined;
  /** How the engine searches. Only with `engine`, as `algorithm`, `depth` and `engineMoves`. */
  heuristic?: HeuristicName | Weights | null | undefined;
  /** `auto` unless set. */
  algorithm?: Algorithm | null | undefined;
  /** In plies; until the game is solved unless set. */
  depth?: number | null | undefined;
  /** Of equally good moves every one, or the one with the lowest cell. */
  engineMoves?: "all" | "first" | null | undefined;
  /** Lists only games with this result; the counts are of all. */
  winner?: Side | LowerCaseSide | "draw" | null | undefined;
  /** When games count as one: never, by their classes of positions, or as a whole. */
  symmetry?: "all" | "paths" | "orbits" | null | undefined;
  /** Adds the exact result of every first move and of every reply to it; false unless set. */
  replies?: boolean | null | undefined;
  /** How many games to skip; 0 unless set. */
  offset?: number | null | undefined;
  /** 100 unless set, 5,000 at most; 0 for the counts alone. */
  limit?: number | null | undefined;
}

/** A position, and which games from it to count and to list. */
export type ContinuationsRequest = Setup & ContinuationsChoice;

export type PuzzleTheme = "win-in-2" | "win-in-3" | "win-in-4" | "win-in-5" | "only-move" | "fork";

interface PuzzleChoice {
  /** `tic-tac-toe` unless set; `games` says which have `puzzles`. */
  game?: Game | null | undefined;
  /** The task of the side to move; any unless set. */
  theme?: PuzzleTheme | null | undefined;
  /** From 1 to 10, or a range of these, `"3-5"`. */
  difficulty?: number | string | null | undefined;
  /** Whether to give the solution; false unless set. */
  solution?: boolean | null | undefined;
}

interface PuzzleOfDay {
  /** The puzzle of a day in UTC, `2026-11-22` or a `Date`, or `yesterday`, `today` or `tomorrow`; `today` unless set. Not together with `seed`. */
  date?: string | Date | null | undefined;
  /** Not together with `date`. */
  seed?: null | undefined;
}

interface PuzzleBySeed {
  /** Not together with `seed`. */
  date?: null | undefined;
  /** A whole number from 0; the same one gets the same puzzle. */
  seed?: number | null | undefined;
}

/** A puzzle by `seed`, or that of a day. */
export type PuzzleRequest = PuzzleChoice & (PuzzleOfDay | PuzzleBySeed);

export type BatchedRequest =
  | (MoveRequest & { kind: "move" })
  | (AnalysisRequest & { kind: "analysis" })
  | (PositionRequest & { kind: "position" });

export interface BatchRequest<Requests extends readonly BatchedRequest[] = readonly BatchedRequest[]> {
  /** At most 64 unless the operator says otherwise. */
  requests: Requests;
  /** For all requests together, in milliseconds; 10,000 unless set, the longest there is. */
  movetime?: number | null | undefined;
}

/** A game that the page shows: where it stands, and who plays. */
export interface PageRequest {
  /** `tic-tac-toe` unless set. */
  game?: Game | null | undefined;
  /** Where the game began; the empty board unless set. */
  board?: Board | null | undefined;
  /** By name, or as answers have them; as text with commas or spaces, or columns by digits. */
  moves?: readonly (string | { readonly cell: number; readonly name: string })[] | string | null | undefined;
  /** The side that moved first; needed only where the stone counts of `board` do not tell. */
  turn?: Side | LowerCaseSide | null | undefined;
  /** The player of X: a person, `you`, or a level; `you` unless set. */
  x?: "you" | Level | `skill-${number}` | null | undefined;
  /** The player of O; `casual` unless set. */
  o?: "you" | Level | `skill-${number}` | null | undefined;
  /** `play` unless set; `explore` shows the values of the moves; `puzzle` is that of a day. */
  view?: "play" | "explore" | "puzzle" | null | undefined;
  /** The day of the puzzle, `YYYY-MM-DD`; today unless set. */
  date?: string | Date | null | undefined;
}

interface PictureChoice {
  /** `svg` unless set. */
  format?: "svg" | "png" | undefined;
  /** The longer side in pixels, 200 to 1,200; 600 unless set. */
  size?: number | null | undefined;
  /** The colours; `light` unless set. */
  theme?: "light" | "dark" | null | undefined;
  /** Letters and numbers beside the board; true unless set. */
  coordinates?: boolean | null | undefined;
  /** The cell of the last move, which is ringed; the last of `moves` or `record` unless set. */
  last?: MoveReference | null | undefined;
  /** Cells to ring, `d4` or a move of an answer, and arrows, `c3-e5`; at most 64. */
  marks?: readonly (string | MoveReference)[] | null | undefined;
  /** Whether to show the result of each move; false unless set. */
  values?: boolean | null | undefined;
}

/** A position to draw. */
export type PictureRequest = Setup & PictureChoice;
