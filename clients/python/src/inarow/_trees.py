"""Answers about search trees, and about all games from a position."""

from typing import Literal, TypeAlias, TypedDict, final

from ._answers import GameInfo, LineValue, Move, Position, ProvenScore, Score, Search
from ._requests import Side

__all__ = [
    "ContinuationsAnswer",
    "ContinuationsCounts",
    "ContinuationsEnd",
    "ContinuationsRecord",
    "ContinuedGame",
    "FinishedNode",
    "GameCounts",
    "InnerNode",
    "LeafNode",
    "LengthCounts",
    "Opening",
    "Reply",
    "TranspositionNode",
    "TreeAnswer",
    "TreeBound",
    "TreeCutoff",
    "TreeNode",
    "TreeResult",
    "TreeStatic",
    "TreeWindow",
    "Visit",
]


class TreeBound(TypedDict):
    """One end of a window: the `score` that node `by` has."""

    score: Score
    by: int


class TreeWindow(TypedDict):
    """The window that a node is searched with; None is infinite."""

    alpha: TreeBound | None
    beta: TreeBound | None


class TreeCutoff(TypedDict):
    """The moves that were left out, and the bound that the value has reached."""

    untried: list[Move]
    bound: TreeBound


class TreeStatic(TypedDict):
    """The value of a leaf by the heuristic, from MAX's point of view."""

    value: int
    lines: list[LineValue]


class TreeResult(TypedDict):
    """How a finished game ended."""

    status: Literal["won", "drawn"]
    winner: Side | None
    winningLines: list[list[int]]


class Visit(TypedDict):
    """The members of all nodes; `score` is for MAX, and its `plies` count from the root."""

    id: int
    parent: int | None
    children: list[int]
    ply: int
    move: Move | None
    player: Literal["MAX", "MIN"]
    turn: Side
    board: str
    score: Score
    exactness: Literal["exact", "at-least", "at-most"]
    best: int | None
    window: TreeWindow
    cutoff: TreeCutoff | None


class InnerNode(Visit):
    """A node whose moves were looked at."""

    kind: Literal["inner"]
    static: None
    result: None
    transposition: None


class LeafNode(Visit):
    """The horizon."""

    kind: Literal["leaf"]
    static: TreeStatic
    result: None
    transposition: None


class FinishedNode(Visit):
    """The game is over."""

    kind: Literal["finished"]
    static: None
    result: TreeResult
    transposition: None


class TranspositionNode(Visit):
    """The position of an earlier node, whose value was taken over."""

    kind: Literal["transposition"]
    static: None
    result: None
    transposition: int


TreeNode: TypeAlias = InnerNode | LeafNode | FinishedNode | TranspositionNode
"""One visit to a position; its `kind` tells which members it has."""


class TreeAnswer(TypedDict):
    """The nodes in the order of visits, the root first, and the result of the search."""

    move: Move | None
    score: Score
    pv: list[Move]
    game: GameInfo
    position: Position
    search: Search | None
    nodes: list[TreeNode]


class GameCounts(TypedDict):
    """Numbers of games."""

    games: int
    x: int
    o: int
    draws: int


class LengthCounts(GameCounts):
    """The same for games of one length."""

    length: int


# The records of a stream are final, so that their members tell them apart: `"final" in record`.
@final
class ContinuedGame(TypedDict):
    """A complete game from the start position."""

    index: int
    length: int
    winner: Side | None
    moves: list[Move]


class Reply(TypedDict):
    """A reply to an opening; `holds` if it keeps the best outcome that its side has left."""

    move: Move
    score: ProvenScore
    holds: bool


class Opening(TypedDict):
    """A first move with its exact result, and the replies to it."""

    move: Move
    score: ProvenScore
    replies: list[Reply]


class _Counted(TypedDict):
    game: GameInfo
    position: Position
    counts: GameCounts
    byLength: list[LengthCounts]
    matching: int
    positions: int
    timeMs: float
    replies: list[Opening] | None


@final
class ContinuationsCounts(_Counted):
    """The counts of all games; in a stream the first record.

    `matching` games have the result `winner`, on all pages together; the count went through so many `positions`.
    """


class ContinuationsAnswer(_Counted):
    """The counts, and a page of games; `next` is the `offset` of the next one."""

    games: list[ContinuedGame]
    next: int | None


@final
class ContinuationsEnd(TypedDict):
    """The last record of a stream of games: how many were listed, and the `offset` of the next one."""

    final: Literal[True]
    games: int
    next: int | None


ContinuationsRecord: TypeAlias = ContinuationsCounts | ContinuedGame | ContinuationsEnd
"""`"final" in record` is the end, `"moves" in record` a game, and `"counts" in record` the counts."""
