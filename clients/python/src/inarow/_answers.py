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
    "Refutation",
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
    """From 0, row by row from the top left: `board[cell]` is that cell."""
    row: int
    """From 0, at the top."""
    col: int
    """From 0, at the left."""
    name: str
    """The letter of the column and the number of the row from the bottom, `a1`; in a game of lines the number of the cell."""


class ProvenScore(TypedDict):
    """A result that is proven, `plies` from the end; `expected` is 1 for a win of `pov`, 0.5 for a draw, 0 for a loss."""

    outcome: Literal["win", "draw", "loss"]
    """The outcome for `pov`; `unknown` unless it is proven."""
    plies: int
    """Plies to the end of the game, if the result is proven: the winner hurries, the loser delays."""
    value: None
    """The heuristic's value for `pov`, where nothing is proven."""
    expected: float
    """The result that `pov` can expect, 1 for a win; if unknown, that of the engine against itself: `bar` has the scale of people."""
    pov: Side
    """The side whose view this is."""


class HeuristicScore(TypedDict):
    """A heuristic's opinion; `expected` is the result that `pov` can expect, from 0.0000001 to 0.9999999."""

    outcome: Literal["unknown"]
    plies: None
    value: int
    expected: float
    pov: Side


Score: TypeAlias = ProvenScore | HeuristicScore


class Stones(TypedDict):
    """The members of all positions; `reachable` is None where it is not decided."""

    board: str
    """The cells row by row from the top left, `X`, `O` or `.`."""
    turn: Side
    """The side to move; in a finished game the side that would be."""
    winningLines: list[list[int]]
    """Every complete line, by its cells."""
    reachable: bool | None
    """Whether alternate play could have led here; None where that is not decided."""


class OngoingPosition(Stones):
    """A position whose game goes on."""

    status: Literal["ongoing"]
    """Whether the game goes on, or how it ended."""
    winner: None
    """None unless the game is won."""


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
    """The one that was used; never `auto`."""
    heuristic: HeuristicName | Literal["custom"] | None
    """None where none took part."""
    depth: int
    """The deepest that was completed."""
    nodes: int
    """Visited, those looked up in a table or a book included."""
    leaves: int
    """Positions valued without looking further; the solver does not count them."""
    cutoffs: int
    """How often a move was good enough to skip the rest; the solver does not count it."""
    timeMs: float | None
    """None in an answer that caches may keep."""
    complete: bool
    """Whether the whole tree was searched or validly pruned, so that the score is final."""
    stop: Literal["solved", "depth", "nodes", "movetime", "cancelled", "queue"]
    """A limit that ended it, `solved`, or `cancelled` where the service stops. `queue`: no thread was free in time, so the move may be as weak as at depth 1."""
    source: Literal["search", "table", "solver", "book"]
    """Where the score comes from."""
    exactSource: NotRequired[Literal["table", "book", "solver", "prover"]]
    """The exact source that `auto` left aside because of `depth` or `heuristic`."""
    seed: int | None
    """The seed of random choices; None if there were none."""


class Reason(TypedDict):
    """A fact about a move."""

    kind: ReasonKind
    cells: list[int]
    moves: list[Move]
    text: str
    minor: NotRequired[Literal[True]]
    """Set where the fact says little: a line of a large board that is hardly begun."""


class Refutation(TypedDict):
    """Why a move is worse than the best one."""

    kind: Literal["allows", "allows-before", "loses-to", "makes", "stops", "prepares", "is-stopped", "fact", "line"]
    threat: NotRequired[str]
    """The threat that is made or stopped, such as `an open three`; absent for `fact` and `line`."""
    moves: list[Move]
    """Of `makes`, `stops` and `fact` the better move; else the move played and those after it that show it."""
    text: str
    """The same in a sentence."""


class Found(TypedDict):
    """The members of all answers about a move; `pv` is the move and the best play that follows."""

    pv: list[Move]
    """The move and the best play that follows."""
    reasons: NotRequired[list[Reason]]
    """Facts about the move, with `explain`."""
    game: GameInfo


class _Chosen(Found):
    move: Move
    """None if the game is over."""
    score: Score
    """The result of the move; of a finished game its own."""
    position: OngoingPosition
    """The one that was asked about."""
    after: Position
    """The position after the move."""
    search: Search
    """How the answer was found."""


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
    """The moves, best first."""
    game: GameInfo
    position: Position
    """The one that was asked about."""
    search: Search | None
    """How the answer was found."""


@final
class AnalysisAnswer(_Ranking):
    """All moves, best first."""


class LineValue(TypedDict):
    """The share of one line in a static value."""

    cells: list[int]
    x: int
    o: int
    value: int


class StaticValue(TypedDict):
    """The value of a position by a heuristic, without a search."""

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
    """The facts of a position by the rules and the heuristics: all parts but `lines`; only a game that is a list of lines has `layout` and, where stones fall, `columns`."""

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
    """The cost of a move: `result` in its side's chances, `plies` by which a lost game is shorter or a won one longer.

    `result` is the chance between people, which fills `bar` for an estimate, of the best move less that of the move played; where the best move wins in
    more than 4 plies and that chance is above 70 %, it is 1 less `expected` of the move played. Beside a proven score the chance is not kept
    from 0.20 to 0.80. Two proven scores cost 0, 0.5 or 1.
    """

    before: Outcome
    """The outcome with the best move."""
    after: Outcome
    """The outcome with the move that was played."""
    result: float
    """0 to 1."""
    value: int | None
    """The same in units of the heuristic; None unless both are such values."""
    plies: int
    """How many plies sooner a lost game ends, or later a won one, at least, if one of the two is not proven; else 0."""


class ReviewedMove(TypedDict):
    """A move of a game beside the best moves of its position: `best` is a list, best first, so that `best[0]["move"]["name"]` is the move to play."""

    ply: int
    """The number of the move, from 1."""
    player: Side
    """The side that moved."""
    move: Move
    score: Score
    pv: list[Move]
    """The move and the best play after it, as far as it is known."""
    label: ReviewLabel
    """`best`, `only-move`, `blunder` and so on; the errors are in `ERROR_WORDS`."""
    cost: MoveCost
    """How much the move gave away."""
    best: list[RankedLine]
    """The best moves, as many as `multiPv`."""
    search: Search
    """`stop` is `movetime` where a clock ended it."""
    text: NotRequired[str]
    """The judgement in a sentence, with `explain`."""
    refutation: NotRequired[Refutation]
    """Why the move is worse, with `explain`, where that is known."""
    reasons: NotRequired[list[Reason]]
    """Facts, with `explain`; of a move that is worse than the best those against it."""


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
    """The moves of the game in their order; `help(inarow.ReviewedMove)` explains one."""
    sides: dict[Side, ReviewedSide]
    """Accuracy and labels of each; `help(inarow.ReviewedSide)` explains them."""
    game: GameInfo
    position: Position
    """The one after the last move."""
    complete: bool
    """Whether every position is solved, so that every label is final."""
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
