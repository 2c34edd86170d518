"""Answers about moves, positions and reviewed games."""

from typing import Literal, NotRequired, TypeAlias, TypedDict, final

from ._requests import GameInfo, GameRules, HeuristicName, Side

__all__ = [
    "AnalysisAnswer",
    "AnalysisProgress",
    "ChosenMove",
    "DrawnPosition",
    "FinalAnalysis",
    "FinalChosenMove",
    "FinalGameOver",
    "FinalMove",
    "FinalReview",
    "Found",
    "GameInfo",
    "GameOver",
    "GameRules",
    "HeuristicScore",
    "LineValue",
    "Move",
    "MoveAnswer",
    "MoveCost",
    "MoveProgress",
    "OngoingPosition",
    "Outcome",
    "Position",
    "PositionAnswer",
    "PositionParts",
    "Progress",
    "ProvenScore",
    "RankedLine",
    "Reason",
    "ReasonKind",
    "Records",
    "ReviewAnswer",
    "ReviewLabel",
    "ReviewProgress",
    "ReviewedMove",
    "ReviewedSide",
    "Score",
    "Search",
    "StaticValue",
    "Stones",
    "Symmetry",
    "Transform",
    "WonPosition",
]

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
    "makes-open-three",
    "stops-open-three",
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


class Move(TypedDict):
    """A move; `cell` counts from 0, row by row from the top left, `name` is `a1` at the bottom left."""

    cell: int
    row: int
    col: int
    name: str


class ProvenScore(TypedDict):
    """A result that is proven, `plies` from the end; `expected` is 1 for a win of `pov`, 0.5 for a draw, 0 for a loss."""

    outcome: Literal["win", "draw", "loss"]
    plies: int
    value: None
    expected: float
    pov: Side


class HeuristicScore(TypedDict):
    """A heuristic's opinion; `expected` is the result that `pov` can expect, from 0.0000001 to 0.9999999."""

    outcome: Literal["unknown"]
    plies: None
    value: int
    expected: float
    pov: Side


Score: TypeAlias = ProvenScore | HeuristicScore


class Stones(TypedDict):
    """What all positions have; `reachable` is None where it is not decided."""

    board: str
    turn: Side
    winningLines: list[list[int]]
    reachable: bool | None


class OngoingPosition(Stones):
    """A position whose game goes on."""

    status: Literal["ongoing"]
    winner: None


class WonPosition(Stones):
    """A position with a winner; in misère play the owner of the lines has lost."""

    status: Literal["won"]
    winner: Side


class DrawnPosition(Stones):
    """A full board without a winner."""

    status: Literal["drawn"]
    winner: None


Position: TypeAlias = OngoingPosition | WonPosition | DrawnPosition
"""A position; its `status` tells whether there is a `winner`."""


class Search(TypedDict):
    """How an answer was found; `exactSource` is there if `auto` left it because of `depth` or `heuristic`.

    `complete`: whether the whole tree was searched or validly pruned, so that the score is final.
    """

    algorithm: Literal["alpha-beta", "minimax", "retrograde", "solver", "rules"]
    heuristic: HeuristicName | Literal["custom"] | None
    depth: int
    nodes: int
    leaves: int
    cutoffs: int
    timeMs: float | None
    complete: bool
    # "queue": half of `movetime` or more passed before a thread was free, or all of a batch's time, so the answer may be no better than at depth 1.
    stop: Literal["solved", "depth", "nodes", "movetime", "cancelled", "queue"]
    source: Literal["search", "table", "solver", "book"]
    exactSource: NotRequired[Literal["table", "book", "solver", "prover"]]
    seed: int | None


class Reason(TypedDict):
    """A fact about a move."""

    kind: ReasonKind
    cells: list[int]
    moves: list[Move]
    text: str


class Found(TypedDict):
    """What all answers about a move have; `pv` is the move and the best play that follows."""

    pv: list[Move]
    reasons: NotRequired[list[Reason]]
    game: GameInfo


class _Chosen(Found):
    move: Move
    score: Score
    position: OngoingPosition
    after: Position
    search: Search


# Those that are final can be told apart by their members: `"move" in body`.
@final
class ChosenMove(_Chosen):
    """The chosen move with its principal variation."""


class _Over(Found):
    move: None
    score: ProvenScore
    position: WonPosition | DrawnPosition
    after: None
    search: None


@final
class GameOver(_Over):
    """There is no move, since the game is over; `score` is its result."""


MoveAnswer: TypeAlias = ChosenMove | GameOver
"""Its `move` tells whether there are `after` and `search`."""


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


class _Ranking(TypedDict):
    lines: list[RankedLine]
    game: GameInfo
    position: Position
    search: Search | None


@final
class AnalysisAnswer(_Ranking):
    """All moves, best first."""


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
    """A position's class under the symmetries of its board. Those of a list of lines have numbers, `symmetry-2`."""

    canonical: str
    stateId: int | None
    transform: Transform | str
    orbit: int


class Records(TypedDict):
    """The moves as people write them."""

    moves: str
    compact: str | None
    columns: str | None
    sgf: str | None
    psq: str | None


class PositionAnswer(TypedDict):
    """What the rules and the heuristics say of a position: all parts but `lines`; only a game that is a list of lines has `layout` and, where stones fall, `columns`."""

    game: GameInfo
    position: Position
    legalMoves: list[Move]
    heuristics: list[StaticValue]
    symmetry: Symmetry
    stateId: int | None
    moves: int
    records: Records | None
    layout: NotRequired[list[list[int]]]
    columns: NotRequired[list[list[int]]]


@final
class PositionParts(TypedDict):
    """The same with `fields`, and in a batch, whose requests may have `fields`: some parts of it."""

    game: GameInfo
    position: NotRequired[Position]
    legalMoves: NotRequired[list[Move]]
    heuristics: NotRequired[list[StaticValue]]
    symmetry: NotRequired[Symmetry]
    stateId: NotRequired[int | None]
    moves: NotRequired[int]
    records: NotRequired[Records | None]
    layout: NotRequired[list[list[int]]]
    columns: NotRequired[list[list[int]]]
    lines: NotRequired[list[list[int]]]


class MoveCost(TypedDict):
    """What a move gave away: `result` of its side's chances, `plies` by which a lost game is shorter or a won one longer.

    `result` is the chance between people, which fills `bar` for an estimate, of the best move less that of the move played; where the best move wins in
    more than 4 plies, it is 1 less `expected` of the move played. Two proven scores cost 0, 0.5 or 1.
    """

    before: Outcome
    after: Outcome
    result: float
    value: int | None
    plies: int


class ReviewedMove(TypedDict):
    """A move of a game beside the best moves of its position: `best` is a list, best first, so that `best[0]["move"]["name"]` is what to play."""

    ply: int
    player: Side
    move: Move
    score: Score
    pv: list[Move]
    label: ReviewLabel
    cost: MoveCost
    best: list[RankedLine]
    search: Search
    text: NotRequired[str]
    reasons: NotRequired[list[Reason]]


class ReviewedSide(TypedDict):
    """One side's part in a game; `accuracy` is the mean of 100 · (1 - result - plies / (4 · n))³ over its moves.

    `result` and `plies` are those of each move's `cost`, n is the larger distance to the end, of the best move or of the one played: a move as
    good as the best has 100. None without a move. The same formula gives the accuracy of one move. Where `complete` is False it rests on estimates,
    and compares the sides of one review.
    """

    accuracy: float | None
    turningPoint: int | None
    labels: dict[ReviewLabel, int]


class ReviewAnswer(TypedDict):
    """A whole game, judged move by move; `complete` if every position is solved, so that every label is final."""

    moves: list[ReviewedMove]
    sides: dict[Side, ReviewedSide]
    game: GameInfo
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
    """A move as soon as it is judged, or once more in the time that is left; `left` are still to judge."""

    final: Literal[False]
    left: int
    move: ReviewedMove


class FinalChosenMove(_Chosen):
    """The last record of a stream."""

    final: Literal[True]


class FinalGameOver(_Over):
    """The last record of a stream about a finished game."""

    final: Literal[True]


FinalMove: TypeAlias = FinalChosenMove | FinalGameOver


class FinalAnalysis(_Ranking):
    """The last record of a stream."""

    final: Literal[True]


class FinalReview(ReviewAnswer):
    """The last record of a stream."""

    final: Literal[True]
