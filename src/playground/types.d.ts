// Names for the shapes of the API, which are generated from openapi.yaml, and for those of the page.
import type { components } from "inarow-api";
import type { LineBoard } from "./line_board.js";

type Schemas = components["schemas"];
export type Side = Schemas["Player"];
type Rules = Schemas["Rules"];
export type Move = Schemas["Move"];
export type Score = Schemas["Score"];
export type Line = Schemas["RankedLine"];
export type LineValue = Schemas["LineValue"];
export type MoveRecord = Schemas["MoveRecord"];
/** The last record of a stream about a move, which has the move. */
export type FinalMove = Extract<MoveRecord, { move: unknown, position: unknown }>;
export type AnalysisRecord = Schemas["AnalysisRecord"];
/** An answer of `/v1/position` with all its parts. */
export type PositionAnswer = Required<Schemas["PositionAnswer"]>;
export type GamesAnswer = Schemas["GamesAnswer"];
export type HeuristicsAnswer = Schemas["HeuristicsAnswer"];
export type TreeAnswer = Schemas["TreeAnswer"];
export type TreeNode = Schemas["TreeNode"];
export type TreeBound = Schemas["TreeBound"];
export type Reason = Schemas["Reason"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type ReviewRecord = Schemas["ReviewRecord"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type Problem = Schemas["Problem"];

/** Rules with every field. */
export type FullRules = GridRules & {
    /** The board of a game of lines; other games have none. */
    board?: LineBoard;
};
/** Rules of an ordinary board. */
export type GridRules = { [Field in keyof Rules]-?: NonNullable<Rules[Field]> };
/** A game by its name, or by its rules in any form of the API. */
export type GameName = string | GridRules | Schemas["LineRules"] | Schemas["DimensionRules"] | Schemas["ShapeRules"];
/** The answer of `/v1/position` for a game of lines. */
export interface LinesAnswer {
    game: Schemas["GameInfo"];
    /** Row and column of each cell. */
    layout: readonly (readonly number[])[];
    /** The columns, each with its cells from the bottom up. */
    columns?: number[][];
    lines: number[][];
}
/** The fields of a request, as they go into a query or a body. */
export type Fields = Record<string, unknown>;

/** How a side plays. */
export interface Config {
    kind: "human" | "engine";
    heuristic: string;
    algorithm: string;
    limit: "none" | "depth" | "movetime";
    depth: number;
    movetime: number;
    /** A name for the skill; empty for a skill without one. */
    level: string;
    skill: number;
    tieBreak: string;
}

/** One exchange with the service. */
export interface Call {
    number: number;
    method: "GET" | "POST";
    path: string;
    fields: Fields;
    streamed: boolean;
    status: number | null;
    ms: number | null;
    answer: unknown;
}

/** A position in the history of a game. */
export interface Step {
    board: string;
    turn: Side;
    /** The move that led here. */
    cell: number | null;
    /** The reasons for this move, where the engine played it. */
    reasons?: readonly Reason[];
    /** The positions that followed, in the order in which they were first played. */
    next?: Step[];
    /** The following position that was seen last. */
    latest?: Step;
}

/** The signs of a board beside its stones. */
export interface Marks {
    scores: Map<number, {
        text: string; word: string; long: string; verb: string; about: string; kind: string; best: boolean; rank: number;
        shown: "colours" | "numbers";
    }>;
    ghosts: { cell: number; side: Side; number: number }[];
    line: number[];
    /** The cell of a hint, -1 for none. */
    hint: number;
}
