"""Requests, with the names of the service's contract (`/openapi.yaml`)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date as Date
from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "Algorithm",
    "AnalysisRequest",
    "BatchRequest",
    "BatchedAnalysis",
    "BatchedMove",
    "BatchedPosition",
    "BatchedRequest",
    "Board",
    "CellReference",
    "ContinuationsRequest",
    "DimensionRules",
    "EmptyLine",
    "Game",
    "HeuristicName",
    "Level",
    "LineRules",
    "LowerCaseSide",
    "MatchPlayer",
    "MatchRequest",
    "MoveReference",
    "MoveRequest",
    "Overline",
    "PageRequest",
    "PictureRequest",
    "PointOfView",
    "PositionPart",
    "PositionRequest",
    "Preset",
    "PuzzleRequest",
    "PuzzleTheme",
    "ReviewRequest",
    "Rules",
    "SearchOptions",
    "Setup",
    "ShapeRules",
    "Side",
    "TieBreak",
    "TreeFigure",
    "TreeRequest",
    "Weights",
    "WholePositionRequest",
]

Side: TypeAlias = Literal["X", "O"]
LowerCaseSide: TypeAlias = Literal["x", "o"]
"""A side as requests may write it as well."""
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
    "qubic",
    "three-cubed",
    "score-four",
    "torus",
    "tippy",
    "fano",
]
HeuristicName: TypeAlias = Literal["win-loss", "lines", "tempo-lines", "open-pieces", "threats", "avoid-lines"]
Algorithm: TypeAlias = Literal["auto", "alpha-beta", "minimax", "retrograde", "solver", "rules"]
TieBreak: TypeAlias = Literal["first", "lines", "random", "trap"]
Overline: TypeAlias = Literal["allowed", "forbidden"]
EmptyLine: TypeAlias = Literal["none", "X", "turn"]
Level: TypeAlias = Literal["beginner", "casual", "club", "expert", "perfect"]
PositionPart: TypeAlias = Literal[
    "position", "moves", "legalMoves", "heuristics", "symmetry", "stateId", "records", "layout", "columns", "lines"
]
PointOfView: TypeAlias = Literal["turn", "X", "O"]

CellReference: TypeAlias = int | str
"""A cell by its number, from 0 at the top left, or its name, `a1` at the bottom left. In a game of lines its number is its name."""
MoveReference: TypeAlias = CellReference | Mapping[str, object]
"""A move by its cell, its name or, with gravity, the letter of its column; or as an answer has it."""
Board: TypeAlias = str | Sequence[str | Sequence[str | None] | None]
"""A board as text, as rows, as all its cells, or as rows of cells; None is an empty cell."""


class Rules(TypedDict):
    """The rules of a game: `k` in a row on `width` × `height` cells."""

    width: int
    height: int
    k: int
    gravity: NotRequired[bool | None]
    overline: NotRequired[Overline | None]
    misere: NotRequired[bool | None]


class LineRules(TypedDict):
    """A game that is any list of lines: a line is complete when all its cells are one side's.

    Cells are numbered from 0. `above` has the cells of each column from the bottom up, where stones fall; `layout` row and column of each
    cell in drawings.
    """

    cells: int
    lines: Sequence[Sequence[int]]
    above: NotRequired[Sequence[Sequence[int]] | None]
    layout: NotRequired[Sequence[Sequence[int]] | None]
    misere: NotRequired[bool | None]


class DimensionRules(TypedDict):
    """`k` in a row in any direction on a board of any dimensions; the first one numbers cells fastest.

    `wrap` says for each dimension whether its end joins its beginning; `gravity` is the axis along which stones fall, towards its largest
    index.
    """

    dimensions: Sequence[int]
    k: int
    wrap: NotRequired[Sequence[bool] | None]
    gravity: NotRequired[Literal["none"] | int | None]
    misere: NotRequired[bool | None]


class ShapeRules(TypedDict):
    """All turned and reflected copies of a polyomino such as `.XX/XX.` are lines."""

    width: int
    height: int
    shape: str
    misere: NotRequired[bool | None]


class _GameFacts(TypedDict):
    width: int
    height: int
    k: int
    gravity: bool
    overline: Overline
    misere: bool
    cells: NotRequired[int]
    lineCount: NotRequired[int]
    dimensions: NotRequired[list[int]]
    wrap: NotRequired[list[bool]]
    axis: NotRequired[int]
    shape: NotRequired[str]


class GameRules(_GameFacts):
    """The rules of a game by name, which can be sent as `game`; those of a list of lines have its name."""

    name: NotRequired[Preset]


class GameInfo(_GameFacts):
    """The game of an answer; `name` is None for rules of the caller's own.

    Only a game that is a list of lines has `cells` and `lineCount`, and what it was generated from: `dimensions`, `wrap` and, where stones
    fall, `axis`, or `shape`.
    """

    name: Preset | None


class NamedGame(TypedDict):
    """A game by name; `lines` counts windows of k cells, `symmetries` has the identity, too."""

    name: Preset
    title: str
    rules: GameRules
    cells: int
    lines: int
    symmetries: int
    heuristic: HeuristicName
    puzzles: bool
    lineCount: NotRequired[int]
    dimensions: NotRequired[list[int]]
    wrap: NotRequired[list[bool]]
    axis: NotRequired[int]
    shape: NotRequired[str]
    layout: NotRequired[list[list[int]]]


Game: TypeAlias = Preset | str | Rules | LineRules | DimensionRules | ShapeRules | GameRules | GameInfo | NamedGame
"""A game by its name, by its rules in any form, such as `8,8,5` (8 columns, 8 rows, 5 in a row; `7,7,4g` where stones fall), or as an answer or a row of `games()` has it.

Of a list of lines of the caller's own an answer has only their number: send the list again.
"""


class Weights(TypedDict):
    """A heuristic of the caller's own: the worth of a line with 0, 1, … k stones of one side."""

    weights: Sequence[int]
    tempo: NotRequired[int | None]
    emptyLine: NotRequired[EmptyLine | Literal["x"] | None]


class Setup(TypedDict, total=False):
    """The position of a request: a `board`, or `moves`, or a `record`; without them the empty board."""

    game: Game | None
    """The name of a game, or rules; `tic-tac-toe` unless set."""
    board: Board | None
    """The cells row by row from the top left, `XO.......`; the empty board unless set."""
    moves: Iterable[MoveReference] | str | None
    """From the empty board; with gravity also one string of column digits from 1, or letters of columns."""
    record: str | None
    """A game as people write it: names of cells, SGF, Piskvork."""
    turn: Side | LowerCaseSide | None
    """The side to move; by the numbers of stones unless set."""
    strict: bool | None
    """Whether to refuse a board that play cannot reach; false unless set."""


class SearchOptions(TypedDict, total=False):
    """How a position is searched; `depth` in plies, `movetime` in milliseconds.

    A `depth` makes play weaker: the search leaves tables, book and solver, and the answer's `exactSource` says so. Leave
    it out for true scores.
    """

    heuristic: HeuristicName | Weights | None
    """The heuristic for positions that are not proven; the game's own unless set, as `games()` lists it."""
    algorithm: Algorithm | None
    """How to search; `auto` unless set: the strongest way."""
    depth: int | None
    """How many plies to search; makes play weaker, since proven results are left aside."""
    movetime: int | None
    """How long to search; where no limit is set, 1 s. Above the client's `timeout`, raise that, too."""
    nodes: int | None
    """How many positions to search at most: the same answer each time, unless the clock ended it: `stop` is `movetime` or `queue` then."""
    pov: PointOfView | LowerCaseSide | None
    """Whose view scores are; that of the side to move unless set."""
    explain: bool | None
    """Whether moves have `reasons`; false unless set."""
    searchMoves: Iterable[MoveReference] | None
    """The only moves to look at."""
    avoidMoves: Iterable[MoveReference] | None
    """Moves not to look at."""


class MoveRequest(Setup, SearchOptions, total=False):
    """The choice of a move; `skill` from 0 to 100 or a `level`, not both."""

    tieBreak: TieBreak | None
    """The choice among equally good moves; the lowest cell unless set, or the level's own choice."""
    skill: int | None
    """How well to play; 100, the best that there is, unless set."""
    level: Level | None
    """A name for a skill."""
    seed: int | None
    """Makes the choices of a level, and of `random`, repeatable: one for a whole game; drawn anew for each move unless set."""


class AnalysisRequest(Setup, SearchOptions, total=False):
    """The moves to rank; `multiPv` of them, 0 for all."""

    multiPv: int | None
    """How many moves are ranked, 0 for all; all unless set."""


class _Described(Setup, total=False):
    heuristics: Sequence[HeuristicName] | None
    """Names of heuristics whose values to give; none unless set."""
    heuristic: HeuristicName | Weights | None
    """One more of these, or weights of your own."""
    pov: PointOfView | LowerCaseSide | None
    """Whose view values are; that of X unless set."""


class WholePositionRequest(_Described, total=False):
    """A position to describe in all parts."""

    # A request that may have some is none of these, so that each has the type of its answer.
    fields: None
    """All parts of the answer but `lines`."""


class PositionRequest(_Described, total=False):
    """A position to describe."""

    fields: Sequence[PositionPart] | None
    """The parts of the answer; all but `lines` unless set."""


class ReviewRequest(TypedDict, total=False):
    """A game to review, by its `moves`, which go on from `board`, or by a `record`. Labels do not depend on `multiPv`."""

    game: Game | None
    """The name of a game, or rules; `tic-tac-toe` unless set."""
    board: Board | None
    """Where the game began, row by row from the top left; the empty board unless set."""
    moves: Iterable[MoveReference] | str | None
    """The moves of the game, from `board` on; with gravity also one string of column digits from 1, or letters of columns."""
    record: str | None
    """In place of `board`, `moves` and `turn`, a game as people write it: names of cells, SGF, Piskvork."""
    turn: Side | LowerCaseSide | None
    """The side that moved first; by the numbers of stones of `board` unless set."""
    heuristic: HeuristicName | Weights | None
    """The heuristic for positions that are not proven; the game's own unless set."""
    algorithm: Algorithm | None
    """How moves are ranked; `auto` unless set: the strongest way."""
    depth: int | None
    """How many plies to search where nothing is proven: table, book, solver and proofs judge whatever it is, unless `algorithm` or `heuristic` is named."""
    movetime: int | None
    """How long the whole review may take; up to 10 s unless set, mostly much less. Above the client's `timeout`, raise that, too."""
    nodes: int | None
    """How many positions to search at most for each position of the game: the same labels each time."""
    multiPv: int | None
    """How many moves `best` lists, 1 to 10; 3 unless set."""
    pov: PointOfView | LowerCaseSide | None
    """Whose view scores are; that of the side that moved unless set."""
    explain: bool | None
    """Whether moves have `text` and `reasons`; false unless set."""


class MatchPlayer(TypedDict, total=False):
    """A configuration of the engine; `movetime` is for a move, in milliseconds, 100 without `depth` and `nodes`."""

    algorithm: Algorithm | None
    heuristic: HeuristicName | Weights | None
    depth: int | None
    nodes: int | None
    movetime: int | None
    tieBreak: TieBreak | None
    skill: int | None
    level: Level | None


class MatchRequest(Setup):
    """Two players, which answers call 0 and 1, and how many `games`, 2 unless set.

    The players take turns to move first. `movetime` is for the whole match, in milliseconds; the longest there is unless set.
    """

    players: Sequence[MatchPlayer]
    """Two configurations, each a dictionary: `level`, `nodes`, …"""
    games: NotRequired[int | None]
    """How many games; 2 unless set."""
    movetime: NotRequired[int | None]
    """How long the whole match may take; as long as the service allows, 60 s, unless set."""
    seed: NotRequired[int | None]
    """Makes the match repeatable where `nodes` or `depth` bounds each move; drawn anew unless set."""


class TreeRequest(Setup, total=False):
    """A position, and how to search its tree: `depth` is 2 and `maxNodes` 1,000 unless set."""

    heuristic: HeuristicName | Weights | None
    """The heuristic for the leaves; the game's own unless set."""
    algorithm: Literal["alpha-beta", "minimax"] | None
    """Whether branches that cannot matter are skipped; `alpha-beta` unless set."""
    cells: Iterable[MoveReference] | None
    """The only cells that are played."""
    depth: int | None
    """How deep the tree is; 2 unless set."""
    maxNodes: int | None
    """How many nodes the answer may have; 1,000 unless set."""
    transpositions: bool | None
    """Whether a position that was visited before takes the value found there."""
    trace: bool | None
    """Whether leaves list the lines that their value comes from; true unless set."""


class TreeFigure(TreeRequest, total=False):
    """The same, and how it is drawn."""

    theme: Literal["light", "dark"] | None
    """The colours of a picture; light unless set."""


class ContinuationsRequest(Setup, total=False):
    """A position, and which games from it to count and to list."""

    engine: Literal["none", "X", "O"] | None
    """The side that plays only the engine's best moves; the next four only with it."""
    heuristic: HeuristicName | Weights | None
    """The engine's heuristic; the game's own unless set."""
    algorithm: Algorithm | None
    """How the engine searches; `auto` unless set."""
    depth: int | None
    """How many plies the engine looks ahead; as far as it can unless set."""
    engineMoves: Literal["all", "first"] | None
    """Of equally good moves every one, or the one with the lowest cell."""
    winner: Literal["X", "O", "draw"] | None
    """Lists only games with this result; the counts are of all."""
    symmetry: Literal["all", "paths", "orbits"] | None
    """When games count as one: never, by their classes of positions, or as a whole."""
    replies: bool | None
    """Adds the exact result of every first move and of every reply to it."""
    offset: int | None
    """How many games to leave out before the first one listed; 0 unless set."""
    limit: int | None
    """How many games to list; 100 unless set; 0 for the counts alone."""


PuzzleTheme: TypeAlias = Literal["win-in-2", "win-in-3", "win-in-4", "win-in-5", "only-move", "fork"]


class PuzzleRequest(TypedDict, total=False):
    """A puzzle: that of a day in UTC (`2026-11-22`, `today` unless set), or one by `seed`."""

    game: Game | None
    """A game that has puzzles, as `games()` lists them; `tic-tac-toe` unless set."""
    date: str | Date | None
    """A day in UTC, `2026-11-22`, or `yesterday`, `today` or `tomorrow`; `today` unless set."""
    seed: int | None
    """A number in place of the day."""
    theme: PuzzleTheme | None
    """The task of the solver; any unless set."""
    difficulty: int | str | None
    """From 1 to 10, or a range of these, `"3-5"`."""
    solution: bool | None
    """Whether to give the solution."""


class BatchedMove(MoveRequest):
    """A request of a batch for a move."""

    kind: Literal["move"]


class BatchedAnalysis(AnalysisRequest):
    """A request of a batch for an analysis."""

    kind: Literal["analysis"]


class BatchedPosition(PositionRequest):
    """A request of a batch for a description."""

    kind: Literal["position"]


BatchedRequest: TypeAlias = BatchedMove | BatchedAnalysis | BatchedPosition


class BatchRequest(TypedDict):
    """Several requests, at most 64 unless the operator says otherwise; `movetime` is for all of them together."""

    requests: Iterable[BatchedRequest]
    movetime: NotRequired[int | None]


class PictureRequest(Setup, total=False):
    """A position to draw."""

    size: int | None
    """The longer side in pixels, 200 to 1,200; 600 unless set."""
    theme: Literal["light", "dark"] | None
    """The colours; light unless set."""
    coordinates: bool | None
    """Letters and numbers beside the board; true unless set."""
    last: MoveReference | None
    """The cell of the last move, which is ringed; the last of `moves` or `record` unless set."""
    marks: Iterable[MoveReference] | None
    """Cells to ring, `d4` or a move of an answer, and arrows, `c3-e5`; at most 64."""
    values: bool | None
    """Whether to show the result of each move."""


class PageRequest(TypedDict, total=False):
    """A game that the page shows: where it stands, and who plays."""

    game: Game | None
    """`tic-tac-toe` unless set."""
    board: Board | None
    """Where it began; the empty board unless set."""
    moves: Sequence[MoveReference] | str | None
    """By name, or as answers have them; as text with commas or spaces, or columns by digits."""
    turn: Side | LowerCaseSide | None
    """The side that moved first; needed only where the stone counts of `board` do not tell."""
    x: str | None
    """The player of X: a person, `you`, a level, or `skill-40`; `you` unless set."""
    o: str | None
    """The player of O; `casual` unless set."""
    view: Literal["play", "explore", "puzzle"] | None
    """`play` unless set; `explore` shows the values of the moves; `puzzle` is that of a day."""
    date: str | Date | None
    """The day of the puzzle, `2026-11-22`; today unless set."""
