"""Answers about puzzles, matches, batches and the games by name."""

from typing import Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, final

from ._answers import (
    AnalysisAnswer,
    GameInfo,
    GameRules,
    Move,
    MoveAnswer,
    OngoingPosition,
    Position,
    PositionParts,
    Reason,
    Score,
)
from ._problems import ProblemDocument
from ._requests import Algorithm, EmptyLine, HeuristicName, Level, NamedGame, Preset, PuzzleTheme, Side, TieBreak

__all__ = [
    "BatchAnswer",
    "BatchOf",
    "BatchProblem",
    "BatchSuccess",
    "ColumnScores",
    "CustomChoices",
    "FinalMatch",
    "GamesAnswer",
    "HeuristicsAnswer",
    "Limits",
    "MatchAnswer",
    "MatchGame",
    "MatchMove",
    "MatchProgress",
    "MatchResult",
    "NamedGame",
    "NamedHeuristic",
    "NamedLevel",
    "PuzzleAnswer",
    "PuzzleSolution",
    "SuccessOf",
]

class Limits(TypedDict):
    """Limits by name; each has its unit in it. A local engine has none of those that are not required."""

    sideMax: int
    cellsMax: int
    linesMax: int
    lineCellsMax: int
    dimensionsMax: int
    placeMax: int
    depthMax: int
    nodesMax: int
    movetimeMsDefault: int
    movetimeMsMax: int
    reviewMoveMsDefault: int
    reviewNodesDefault: int
    bodyBytesMax: NotRequired[int]
    mcpMessageBytesMax: NotRequired[int]
    queryBytesMax: NotRequired[int]
    requestsInFlightBytesMax: NotRequired[int]
    answerBytesMax: int
    answersInFlightBytesMax: NotRequired[int]
    connectionsMax: NotRequired[int]
    headerTimeoutMs: NotRequired[int]
    bodyTimeoutMs: NotRequired[int]
    sendTimeoutMs: NotRequired[int]
    sendRateBytesMin: NotRequired[int]
    keepAliveMs: NotRequired[int]
    concurrentSearchesMax: NotRequired[int]
    searchesPerClientMax: NotRequired[int]
    threadsPerRequestMax: NotRequired[int]
    queueLengthMax: NotRequired[int]
    heartbeatMs: NotRequired[int]
    batchRequestsMax: int
    batchMovetimeMsMax: int
    matchGamesMax: int
    matchMovetimeMsMax: int
    skillMax: int
    seedMax: int
    faultsMax: int
    weightMax: int
    tempoMax: int
    treeNodesDefault: int
    treeNodesMax: int
    treeNodesCountedMax: int
    treeLinesMax: int
    continuationPositionsMax: int
    continuationPageDefault: int
    continuationPageMax: int


class PuzzleSolution(TypedDict):
    """The one move."""

    move: Move
    score: Score
    pv: list[Move]
    reasons: list[Reason]


class PuzzleAnswer(TypedDict):
    """A position in which exactly one move keeps the outcome, proven.

    `length` counts moves of the solver to the win, or to the loss that the longest of the other moves leads to. `decoys` are other
    moves that look at least as good, to a search of two plies; on large boards fours that make as much besides. `difficulty` is 1
    to 10, `moves` lead to the position, with `threats` the other side threatens to win on large boards, and `solution` is None
    unless asked for.
    """

    date: str | None
    seed: int
    themes: list[PuzzleTheme]
    length: int
    decoys: int
    difficulty: int
    text: str
    game: GameInfo
    position: OngoingPosition
    moves: list[Move]
    threats: list[Move]
    solution: PuzzleSolution | None


class NamedLevel(TypedDict):
    """A name for a skill."""

    name: Level
    skill: int
    description: str


class GamesAnswer(TypedDict):
    """The games by name, the choices of a request, and the limits of this service."""

    default: Preset
    games: list[NamedGame]
    algorithms: list[Algorithm]
    tieBreaks: list[TieBreak]
    levels: list[NamedLevel]
    limits: Limits


class NamedHeuristic(TypedDict):
    """A heuristic by name: `formula` is the weight of a line, from X's point of view."""

    name: HeuristicName
    formula: str
    source: str


class CustomChoices(TypedDict):
    """The choices that weights of the caller's own have."""

    emptyLine: list[EmptyLine]


class HeuristicsAnswer(TypedDict):
    """The heuristics by name."""

    heuristics: list[NamedHeuristic]
    custom: CustomChoices


class ColumnScores(TypedDict):
    """The scores of Connect Four's columns as gamesolver.org gives them: stones that the winner has left; 100 is a full column."""

    pos: str
    score: list[int]


class MatchResult(TypedDict):
    """One player's row of the table; a win counts 1 point and a draw a half."""

    wins: int
    draws: int
    losses: int
    points: float
    moves: int
    nodes: int
    timeMs: float


class MatchMove(TypedDict):
    """A move of a match; `score` is as its player sees it."""

    player: int
    move: Move
    score: Score
    depth: int
    nodes: int
    timeMs: float


class MatchGame(TypedDict):
    """A game of a match: the players `first` and `winner`, and the `side` that won; None in a draw."""

    number: int
    first: int
    winner: int | None
    side: Side | None
    board: str
    moves: list[MatchMove]


class MatchAnswer(TypedDict):
    """The table, player 0 first, and the games; `complete` if all were played."""

    results: list[MatchResult]
    games: list[MatchGame]
    game: GameInfo
    position: Position
    complete: bool
    seed: int | None


class MatchProgress(TypedDict):
    """A game as soon as it is played."""

    final: Literal[False]
    played: MatchGame
    results: list[MatchResult]


class FinalMatch(MatchAnswer):
    """The last record of a stream."""

    final: Literal[True]


Answer = TypeVar("Answer")


@final
class SuccessOf(TypedDict, Generic[Answer]):
    """The answer to a request of a batch: `"body" in result`."""

    status: Literal[200]
    body: Answer


@final
class BatchProblem(TypedDict):
    """Why a request of a batch has no answer: `"problem" in result`."""

    status: int
    problem: ProblemDocument


class BatchOf(TypedDict, Generic[Answer]):
    """One result for each request, in the same order."""

    results: list[SuccessOf[Answer] | BatchProblem]


BatchSuccess: TypeAlias = SuccessOf[MoveAnswer | AnalysisAnswer | PositionParts]
"""With requests of several kinds: a move has `"move" in body`, else an analysis has `"search" in body`."""
BatchAnswer: TypeAlias = BatchOf[MoveAnswer | AnalysisAnswer | PositionParts]
"""The answer to requests of several kinds."""
