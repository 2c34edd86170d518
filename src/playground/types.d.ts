// Names for the shapes of the API, which are generated from openapi.yaml, and for those of the page.
import type { components } from "inarow-api";

type Schemas = components["schemas"];
export type Side = Schemas["Player"];
export type Rules = Schemas["Rules"];
export type Move = Schemas["Move"];
export type Score = Schemas["Score"];
export type Line = Schemas["RankedLine"];
export type LineValue = Schemas["LineValue"];
export type MoveRecord = Schemas["MoveRecord"];
export type AnalysisRecord = Schemas["AnalysisRecord"];
export type PositionAnswer = Schemas["PositionAnswer"];
export type GamesAnswer = Schemas["GamesAnswer"];
export type HeuristicsAnswer = Schemas["HeuristicsAnswer"];
export type TreeAnswer = Schemas["TreeAnswer"];
export type TreeNode = Schemas["TreeNode"];
export type TreeBound = Schemas["TreeBound"];
export type Problem = Schemas["Problem"];

/** Rules with every field. */
export type FullRules = Required<Rules>;
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
}

/** What a board shows beside its stones. */
export interface Marks {
    scores: Map<number, { text: string; long: string; kind: string; best: boolean; heat: number | null }>;
    ghosts: { cell: number; side: Side; number: number }[];
    line: number[];
}
