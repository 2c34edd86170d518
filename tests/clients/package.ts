// The types of clients/js, written by hand, are those of the contract: no member is missing, none is wrong.

import type * as ours from "inarow";
import type { OfflineAnswer } from "inarow/offline";
import type { components } from "inarow-api";

type Schemas = components["schemas"];
type Keys<T> = T extends unknown ? keyof T : never;
/** `true` where every value of ours is one of the contract's, and the members are the same. */
type Fits<Ours, Contract> = [Ours, Keys<Ours>, Keys<Contract>] extends [Contract, Keys<Contract>, Keys<Ours>] ? true : false;

export const fits: {
    Rules: Fits<ours.Rules, Schemas["Rules"]>;
    Weights: Fits<ours.Weights, Schemas["Weights"]>;
    MoveRequest: Fits<ours.MoveRequest, Schemas["MoveRequest"]>;
    AnalysisRequest: Fits<ours.AnalysisRequest, Schemas["AnalysisRequest"]>;
    PositionRequest: Fits<ours.PositionRequest, Schemas["PositionRequest"]>;
    ReviewRequest: Fits<ours.ReviewRequest, Schemas["ReviewRequest"]>;
    Move: Fits<ours.Move, Schemas["Move"]>;
    ProvenScore: Fits<ours.ProvenScore, Schemas["ProvenScore"]>;
    HeuristicScore: Fits<ours.HeuristicScore, Schemas["HeuristicScore"]>;
    Position: Fits<ours.Position, Schemas["Position"]>;
    Search: Fits<ours.Search, Schemas["Search"]>;
    Reason: Fits<ours.Reason, Schemas["Reason"]>;
    MoveAnswer: Fits<ours.MoveAnswer, Schemas["MoveAnswer"]>;
    RankedLine: Fits<ours.RankedLine, Schemas["RankedLine"]>;
    AnalysisAnswer: Fits<ours.AnalysisAnswer, Schemas["AnalysisAnswer"]>;
    PositionAnswer: Fits<ours.PositionAnswer, Schemas["PositionAnswer"]>;
    ReviewedMove: Fits<ours.ReviewedMove, Schemas["ReviewedMove"]>;
    ReviewedSide: Fits<ours.ReviewedSide, Schemas["ReviewedSide"]>;
    ReviewAnswer: Fits<ours.ReviewAnswer, Schemas["ReviewAnswer"]>;
    MoveProgress: Fits<ours.MoveProgress, Schemas["MoveProgress"]>;
    AnalysisProgress: Fits<ours.AnalysisProgress, Schemas["AnalysisProgress"]>;
    ReviewProgress: Fits<ours.ReviewProgress, Schemas["ReviewProgress"]>;
    // The answer without a network leaves two members out.
    OfflineAnswer: Fits<OfflineAnswer["score"], ours.ProvenScore>;
    // Every name of the contract can be said, and no other.
    Preset: Fits<[ours.Preset, Schemas["Preset"]], [Schemas["Preset"], ours.Preset]>;
    HeuristicName: Fits<[ours.HeuristicName, Schemas["HeuristicName"]], [Schemas["HeuristicName"], ours.HeuristicName]>;
    Algorithm: Fits<[ours.Algorithm, Schemas["Algorithm"]], [Schemas["Algorithm"], ours.Algorithm]>;
    Level: Fits<[ours.Level, Schemas["Level"]], [Schemas["Level"], ours.Level]>;
    ReasonKind: Fits<[ours.ReasonKind, Schemas["ReasonKind"]], [Schemas["ReasonKind"], ours.ReasonKind]>;
    ReviewLabel: Fits<[ours.ReviewLabel, Schemas["ReviewLabel"]], [Schemas["ReviewLabel"], ours.ReviewLabel]>;
    ProblemCode: Fits<[ours.ProblemCode, Schemas["ProblemCode"]], [Schemas["ProblemCode"], ours.ProblemCode]>;
} = {
    Rules: true, Weights: true, MoveRequest: true, AnalysisRequest: true, PositionRequest: true, ReviewRequest: true, Move: true,
    ProvenScore: true, HeuristicScore: true, Position: true, Search: true, Reason: true, MoveAnswer: true, RankedLine: true,
    AnalysisAnswer: true, PositionAnswer: true, ReviewedMove: true, ReviewedSide: true, ReviewAnswer: true, MoveProgress: true,
    AnalysisProgress: true, ReviewProgress: true, OfflineAnswer: true, Preset: true, HeuristicName: true, Algorithm: true,
    Level: true, ReasonKind: true, ReviewLabel: true, ProblemCode: true,
};
