// The types of clients/js, written by hand, are those of the contract: no member is missing, none is wrong.

import type * as ours from "inarow";
import type { OfflineAnswer } from "inarow/offline";
import type { components, paths } from "inarow-api";

type Schemas = components["schemas"];
/** The fields of a query, which the client writes as text. */
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Fields } } } ? Fields : never;
/** A request as it is sent: undefined members are left out, a move of an answer becomes its name, and a `Date` its day. */
type Sent<T> = T extends Date ? string : T extends { readonly cell: number; readonly name: string } ? string : T extends object ? { -readonly [Key in keyof T]: Sent<Exclude<T[Key], undefined>> } : T;
type Keys<T> = T extends unknown ? keyof T : never;
/** `true` where every value of ours is one of the contract's, and the members are the same. */
type Fits<Ours, Contract> = [Ours, Keys<Ours>, Keys<Contract>] extends [Contract, Keys<Contract>, Keys<Ours>] ? true : false;

type Same<Ours, Contract> = [Ours, Contract] extends [Contract, Ours] ? true : false;

/** The statuses of all answers of a path. */
type Status<Path> = Path extends unknown ? { [Method in keyof Path]-?: Path[Method] extends { responses: infer Responses } ? keyof Responses : never }[keyof Path] : never;
/** The statuses of problems; 404 and 405 are of no path. */
type Refused = Exclude<Status<paths[keyof paths]>, 200 | 204 | 304> | 404 | 405;

/** The types that agree with the schema of their name. */
interface Fitting {
    // Requests.
    Rules: Fits<Sent<ours.Rules>, Schemas["Rules"]>;
    LineRules: Fits<Sent<ours.LineRules>, Schemas["LineRules"]>;
    DimensionRules: Fits<Sent<ours.DimensionRules>, Schemas["DimensionRules"]>;
    ShapeRules: Fits<Sent<ours.ShapeRules>, Schemas["ShapeRules"]>;
    Weights: Fits<Sent<ours.Weights>, Schemas["Weights"]>;
    MoveRequest: Fits<Sent<ours.MoveRequest>, Schemas["MoveRequest"]>;
    AnalysisRequest: Fits<Sent<ours.AnalysisRequest>, Schemas["AnalysisRequest"]>;
    PositionRequest: Fits<Sent<ours.PositionRequest>, Schemas["PositionRequest"]>;
    ReviewRequest: Fits<Sent<ours.ReviewRequest>, Schemas["ReviewRequest"]>;
    MatchPlayer: Fits<Sent<ours.MatchPlayer>, Schemas["MatchPlayer"]>;
    MatchRequest: Fits<Sent<ours.MatchRequest>, Schemas["MatchRequest"]>;
    TreeRequest: Fits<Sent<ours.TreeRequest>, Schemas["TreeRequest"]>;
    ContinuationsRequest: Fits<Sent<ours.ContinuationsRequest>, Schemas["ContinuationsRequest"]>;
    BatchRequest: Fits<Sent<ours.BatchRequest>, Schemas["BatchRequest"]>;
    PuzzleRequest: Same<keyof ours.PuzzleRequest, keyof Query<"/v1/puzzles">>;
    PictureRequest: Same<keyof Omit<ours.PictureRequest, "format">, keyof Query<"/v1/position.svg">>;
    // Answers.
    GameInfo: Fits<ours.GameInfo, Schemas["GameInfo"]>;
    Move: Fits<ours.Move, Schemas["Move"]>;
    ProvenScore: Fits<ours.ProvenScore, Schemas["ProvenScore"]>;
    HeuristicScore: Fits<ours.HeuristicScore, Schemas["HeuristicScore"]>;
    Position: Fits<ours.Position, Schemas["Position"]>;
    Search: Fits<ours.Search, Schemas["Search"]>;
    Reason: Fits<ours.Reason, Schemas["Reason"]>;
    Refutation: Fits<ours.Refutation, Schemas["Refutation"]>;
    MoveAnswer: Fits<ours.MoveAnswer, Schemas["MoveAnswer"]>;
    RankedLine: Fits<ours.RankedLine, Schemas["RankedLine"]>;
    AnalysisAnswer: Fits<ours.AnalysisAnswer, Schemas["AnalysisAnswer"]>;
    LineValue: Fits<ours.LineValue, Schemas["LineValue"]>;
    StaticValue: Fits<ours.StaticValue, Schemas["StaticValue"]>;
    Symmetry: Fits<ours.Symmetry, Schemas["Symmetry"]>;
    Records: Fits<ours.Records, Schemas["Records"]>;
    PositionAnswer: Fits<ours.PositionAnswer, Schemas["PositionAnswer"]>;
    MoveCost: Fits<ours.MoveCost, Schemas["MoveCost"]>;
    ReviewedMove: Fits<ours.ReviewedMove, Schemas["ReviewedMove"]>;
    ReviewedSide: Fits<ours.ReviewedSide, Schemas["ReviewedSide"]>;
    ReviewAnswer: Fits<ours.ReviewAnswer, Schemas["ReviewAnswer"]>;
    MoveProgress: Fits<ours.MoveProgress, Schemas["MoveProgress"]>;
    AnalysisProgress: Fits<ours.AnalysisProgress, Schemas["AnalysisProgress"]>;
    ReviewProgress: Fits<ours.ReviewProgress, Schemas["ReviewProgress"]>;
    PuzzleSolution: Fits<ours.PuzzleSolution, Schemas["PuzzleSolution"]>;
    PuzzleAnswer: Fits<ours.PuzzleAnswer, Schemas["PuzzleAnswer"]>;
    NamedGame: Fits<ours.NamedGame, Schemas["NamedGame"]>;
    // An engine has no limits of a service.
    GamesAnswer: Fits<Omit<ours.GamesAnswer, "limits">, Omit<Schemas["GamesAnswer"], "limits">>;
    NamedHeuristic: Fits<ours.NamedHeuristic, Schemas["NamedHeuristic"]>;
    HeuristicsAnswer: Fits<ours.HeuristicsAnswer, Schemas["HeuristicsAnswer"]>;
    ColumnScores: Fits<ours.ColumnScores, Schemas["ColumnScores"]>;
    MatchResult: Fits<ours.MatchResult, Schemas["MatchResult"]>;
    MatchMove: Fits<ours.MatchMove, Schemas["MatchMove"]>;
    MatchGame: Fits<ours.MatchGame, Schemas["MatchGame"]>;
    MatchAnswer: Fits<ours.MatchAnswer, Schemas["MatchAnswer"]>;
    MatchProgress: Fits<ours.MatchProgress, Schemas["MatchProgress"]>;
    TreeBound: Fits<ours.TreeBound, Schemas["TreeBound"]>;
    TreeNode: Fits<ours.TreeNode, Schemas["TreeNode"]>;
    TreeAnswer: Fits<ours.TreeAnswer, Schemas["TreeAnswer"]>;
    GameCounts: Fits<ours.GameCounts, Schemas["GameCounts"]>;
    ContinuedGame: Fits<ours.ContinuedGame, Schemas["ContinuedGame"]>;
    Opening: Fits<ours.Opening, Schemas["Opening"]>;
    ContinuationsCounts: Fits<ours.ContinuationsCounts, Schemas["ContinuationsCounts"]>;
    ContinuationsAnswer: Fits<ours.ContinuationsAnswer, Schemas["ContinuationsAnswer"]>;
    ContinuationsEnd: Fits<ours.ContinuationsEnd, Schemas["ContinuationsEnd"]>;
    BatchSuccess: Fits<ours.BatchSuccess, Schemas["BatchSuccess"]>;
    BatchProblem: Fits<ours.BatchProblem, Schemas["BatchProblem"]>;
    BatchAnswer: Fits<ours.BatchAnswer, Schemas["BatchAnswer"]>;
    Fault: Fits<ours.Fault, Schemas["Fault"]>;
    FinalMove: Fits<ours.Final<ours.MoveAnswer>, Schemas["FinalMove"]>;
    FinalMatch: Fits<ours.Final<ours.MatchAnswer>, Schemas["FinalMatch"]>;
    ProblemDocument: Fits<ours.ProblemDocument, Schemas["Problem"]>;
    // The answer without a network leaves two members out.
    OfflineAnswer: Fits<OfflineAnswer["score"], ours.ProvenScore>;
    // Every name of the contract can be said, and no other.
    Preset: Same<ours.Preset, Schemas["Preset"]>;
    HeuristicName: Same<ours.HeuristicName, Schemas["HeuristicName"]>;
    Algorithm: Same<ours.Algorithm, Schemas["Algorithm"]>;
    Level: Same<ours.Level, Schemas["Level"]>;
    TieBreak: Same<ours.TieBreak, Schemas["TieBreak"]>;
    PointOfView: Same<ours.PointOfView, Schemas["PointOfView"]>;
    EmptyLine: Same<ours.EmptyLine, Schemas["EmptyLine"]>;
    Overline: Same<ours.Overline, Schemas["Overline"]>;
    PositionPart: Same<ours.PositionPart, Schemas["PositionPart"]>;
    Transform: Same<ours.Transform, Schemas["Transform"]>;
    ReasonKind: Same<ours.ReasonKind, Schemas["ReasonKind"]>;
    ReviewLabel: Same<ours.ReviewLabel, Schemas["ReviewLabel"]>;
    PuzzleTheme: Same<ours.PuzzleTheme, Schemas["PuzzleTheme"]>;
    ProblemCode: Same<ours.ProblemCode, Schemas["ProblemCode"]>;
    ProblemStatus: Same<ours.ProblemStatus, Refused>;
    ErrorCode: Same<ours.ErrorCode, Schemas["ErrorCode"]>;
    LimitName: Same<ours.LimitName, keyof Schemas["Limits"]>;
}

// Not assignable if one of them does not.
export const fits: { [Name in keyof Fitting]: true } = {} as Fitting;
