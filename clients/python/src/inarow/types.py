"""Requests and answers, with the names of the service's contract (`/openapi.yaml`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Side: TypeAlias = Literal["X", "O"]
Preset: TypeAlias = Literal[
    "tic-tac-toe",
    "misere-tic-tac-toe",
    "four-by-four",
    "five-by-five",
    "connect-four",
    "gomoku",
    "gomoku-standard",
    "gomoku-19",
    "gomoku-standard-19",
    "gomoku-20",
]
HeuristicName: TypeAlias = Literal["win-loss", "lines", "tempo-lines", "open-pieces", "threats", "avoid-lines"]
Algorithm: TypeAlias = Literal["auto", "alpha-beta", "minimax", "retrograde", "solver", "rules"]
Level: TypeAlias = Literal["beginner", "casual", "club", "expert", "perfect"]
PointOfView: TypeAlias = Literal["turn", "X", "O"]
Outcome: TypeAlias = Literal["win", "draw", "loss", "unknown"]
ReasonKind: TypeAlias = Literal[
    "completes-line",
    "blocks-line",
    "makes-fork",
    "stops-fork",
    "centre",
    "opposite-corner",
    "corner",
    "side",
    "opens-line",
    "near-centre",
    "forces",
    "only-move",
    "keeps-draw",
    "gives-win",
    "zugzwang-column",
    "plays-under-threat",
]
ReviewLabel: TypeAlias = Literal[
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
    "only-move",
    "missed-win",
    "threw-away-draw",
    "prolonged",
    "hastened",
]
Transform: TypeAlias = Literal[
    "identity", "mirror", "flip", "rotate-180", "rotate-90", "rotate-270", "transpose", "antitranspose"
]

CellReference: TypeAlias = int | str
"""A cell by its number, from 0 at the top left, or its name, `a1` at the bottom left."""
Board: TypeAlias = str | Sequence[str | Sequence[str | None] | None]
"""A board as text, as rows, as all its cells, or as rows of cells; None is an empty cell."""


class Rules(TypedDict):
    """The rules of a game: `k` in a row on `width` × `height` cells."""

    width: int
    height: int
    k: int
    gravity: NotRequired[bool | None]
    overline: NotRequired[Literal["allowed", "forbidden"] | None]
    misere: NotRequired[bool | None]


class Weights(TypedDict):
    """A heuristic of the caller's own: the worth of a line with 0, 1, … k stones of one side."""

    weights: Sequence[int]
    tempo: NotRequired[int | None]
    emptyLine: NotRequired[Literal["none", "X", "turn"] | None]


class Setup(TypedDict, total=False):
    """The position of a request: a `board`, or `moves`, or a `record`; without them the empty board."""

    game: Preset | Rules | None
    board: Board | None
    moves: Sequence[CellReference] | str | None
    """From the empty board; with gravity also one string of column digits from 1."""
    record: str | None
    """A game as people write it: names of cells, SGF, Piskvork."""
    turn: Side | None
    strict: bool | None


class SearchOptions(TypedDict, total=False):
    """How a position is searched; `depth` in plies, `movetime` in milliseconds."""

    heuristic: HeuristicName | Weights | None
    algorithm: Algorithm | None
    depth: int | None
    movetime: int | None
    nodes: int | None
    searchMoves: Sequence[CellReference] | None
    avoidMoves: Sequence[CellReference] | None
    pov: PointOfView | None
    explain: bool | None


class MoveRequest(Setup, SearchOptions, total=False):
    """Which move to choose; `skill` from 0 to 100 or a `level`, not both."""

    tieBreak: Literal["first", "lines", "random", "trap"] | None
    skill: int | None
    level: Level | None
    seed: int | None


class AnalysisRequest(Setup, SearchOptions, total=False):
    """Which moves to rank; `multiPv` of them, 0 for all."""

    multiPv: int | None


class PositionRequest(Setup, total=False):
    """A position to describe."""

    heuristic: HeuristicName | Weights | None
    pov: PointOfView | None


class ReviewRequest(TypedDict, total=False):
    """A game to review, by its `moves`, which go on from `board`, or by a `record`."""

    game: Preset | Rules | None
    board: Board | None
    turn: Side | None
    moves: Sequence[CellReference] | str | None
    record: str | None
    heuristic: HeuristicName | Weights | None
    algorithm: Algorithm | None
    depth: int | None
    movetime: int | None
    nodes: int | None
    multiPv: int | None
    pov: PointOfView | None
    explain: bool | None


class Move(TypedDict):
    """A move; `cell` counts from 0, row by row from the top left, `name` is `a1` at the bottom left."""

    cell: int
    row: int
    col: int
    name: str


class ProvenScore(TypedDict):
    """A result that is proven, `plies` from the end of the game."""

    outcome: Literal["win", "draw", "loss"]
    plies: int
    value: None
    pov: Side


class HeuristicScore(TypedDict):
    """A heuristic's opinion; `winProbability` is the result that `pov` can expect, from 0 to 1."""

    outcome: Literal["unknown"]
    plies: None
    value: int
    winProbability: NotRequired[float]
    pov: Side


Score: TypeAlias = ProvenScore | HeuristicScore


class Position(TypedDict):
    """A position; `reachable` is None where it is not decided."""

    board: str
    turn: Side
    status: Literal["ongoing", "won", "drawn"]
    winner: Side | None
    winningLines: list[list[int]]
    reachable: bool | None


class Search(TypedDict):
    """How an answer was found."""

    algorithm: Literal["alpha-beta", "minimax", "retrograde", "solver", "rules"]
    heuristic: HeuristicName | Literal["custom"] | None
    depth: int
    nodes: int
    leaves: int
    cutoffs: int
    timeMs: float | None
    complete: bool
    stop: Literal["solved", "depth", "nodes", "movetime", "cancelled"]
    source: Literal["search", "table", "solver", "book"]
    seed: int | None


class Reason(TypedDict):
    """A fact about a move."""

    kind: ReasonKind
    cells: list[int]
    moves: list[Move]
    text: str


class MoveAnswer(TypedDict):
    """The chosen move with its principal variation; `move`, `after` and `search` are None if the game is over."""

    move: Move | None
    score: Score
    pv: list[Move]
    reasons: NotRequired[list[Reason]]
    position: Position
    after: Position | None
    search: Search | None


RankedLine = TypedDict(
    "RankedLine",
    {
        "rank": int,
        "move": Move,
        "score": Score,
        "pv": list[Move],
        "class": int,
        "reasons": NotRequired[list[Reason]],
    },
)
"""A move with its rank, from 1; `class` is the lowest cell of the moves that symmetry makes alike."""


class AnalysisAnswer(TypedDict):
    """All moves, best first."""

    lines: list[RankedLine]
    position: Position
    search: Search | None


class LineValue(TypedDict):
    """What one line adds to a static value."""

    cells: list[int]
    x: int
    o: int
    value: int


class StaticValue(TypedDict):
    """What a heuristic says of a position without a search."""

    name: HeuristicName | Literal["custom"]
    value: int
    lines: list[LineValue]


class Symmetry(TypedDict):
    """A position's class under the symmetries of its board."""

    canonical: str
    stateId: int | None
    transform: Transform
    orbit: int


class Records(TypedDict):
    """The moves as people write them."""

    moves: str
    compact: str
    columns: str | None
    sgf: str
    psq: str | None


class PositionAnswer(TypedDict):
    """What the rules and the heuristics say of a position."""

    position: Position
    legalMoves: list[Move]
    heuristics: list[StaticValue]
    symmetry: Symmetry
    stateId: int | None
    moves: int
    records: Records | None


class MoveCost(TypedDict):
    """What a move gave away."""

    before: Outcome
    after: Outcome
    result: float
    value: int | None


class ReviewedMove(TypedDict):
    """A move of a game beside the best moves of its position."""

    ply: int
    player: Side
    move: Move
    score: Score
    pv: list[Move]
    label: ReviewLabel
    expected: float
    cost: MoveCost
    best: list[RankedLine]
    search: Search
    reasons: NotRequired[list[Reason]]


class ReviewedSide(TypedDict):
    """One side's part in a game."""

    accuracy: float | None
    turningPoint: int | None
    labels: dict[ReviewLabel, int]


class ReviewedSides(TypedDict):
    """What each side made of a game."""

    X: ReviewedSide
    O: ReviewedSide


class ReviewAnswer(TypedDict):
    """A whole game, judged move by move."""

    moves: list[ReviewedMove]
    sides: ReviewedSides
    position: Position
    complete: bool
    nodes: int
    timeMs: float | None


class Progress(TypedDict):
    """How far a search has come after a completed depth."""

    final: Literal[False]
    depth: int
    nodes: int
    timeMs: float


class MoveProgress(Progress):
    """The best move so far."""

    move: Move
    score: Score
    pv: list[Move]


class AnalysisProgress(Progress):
    """The ranking so far."""

    lines: list[RankedLine]


class ReviewProgress(TypedDict):
    """A move as soon as it is judged; `left` are still to judge."""

    final: Literal[False]
    left: int
    move: ReviewedMove


class FinalMove(MoveAnswer):
    """The last record of a stream."""

    final: Literal[True]


class FinalAnalysis(AnalysisAnswer):
    """The last record of a stream."""

    final: Literal[True]


class FinalReview(ReviewAnswer):
    """The last record of a stream."""

    final: Literal[True]


class Fault(TypedDict):
    """One fault of a request: the `pointer` of the field, a `code` for programs, and the remedy."""

    pointer: str
    code: str
    detail: str
