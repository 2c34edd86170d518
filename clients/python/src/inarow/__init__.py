"""Client of the inarow move service: the best move for tic-tac-toe, Connect Four, gomoku and every other k-in-a-row game.

    from inarow import Client

    with Client("http://127.0.0.1:8080") as client:
        answer = client.move(board="XO.......", turn="X")
        if answer["move"] is not None:  # the game is not over
            print(answer["move"]["name"], answer["score"]["outcome"])  # prints a2 win

Names:
    Client, AsyncClient: the calls; `help(Client.move)` has the fields of one and the members of its answer
    inarow.local: LocalClient and AsyncLocalClient, the same calls without a service
    InarowError: every failure of a call; it is a Problem, Unreachable or TimedOut
    score_words, with_names, error_message: scores, sides and errors in words for players
    bar: how full an evaluation bar is
    mistakes, ERROR_WORDS: the errors in a review
    inarow.types: requests and answers as types, MoveRequest, MoveAnswer and so on; this module has them, too: `help(inarow.Search)`. Of one that is
        several, `help` knows those alone: ChosenMove and GameOver are a MoveAnswer, ProvenScore and HeuristicScore a Score, OngoingPosition,
        WonPosition and DrawnPosition a Position; and `typing.get_args(inarow.Preset)` are the names of games
"""

from . import _answers, _help, _names, _requests
from ._answers import *
from ._async import AsyncClient
from ._client import Client
from ._errors import InarowError, Problem, TimedOut, Unreachable
from ._games import *
from ._problems import *
from ._reading import ERROR_WORDS, bar, mistakes
from ._requests import *
from ._trees import *
from ._words import error_message, score_words, with_names

__version__ = "0.1.0"
_own = ("AsyncClient", "Client", "ERROR_WORDS", "InarowError", "Problem", "TimedOut", "Unreachable", "bar", "error_message", "mistakes", "score_words", "with_names")
# In full, since mypy reads no lists of other modules.
__all__ = [
    "Algorithm", "AnalysisAnswer", "AnalysisProgress", "AnalysisRequest", "AsyncClient", "BatchAnswer", "BatchOf", "BatchProblem", "BatchRequest",
    "BatchSuccess", "BatchedAnalysis", "BatchedMove", "BatchedPosition", "BatchedRequest", "Board", "CellReference", "ChosenMove", "Client",
    "ColumnScores", "ContinuationsAnswer", "ContinuationsCounts", "ContinuationsEnd", "ContinuationsRecord", "ContinuationsRequest", "ContinuedGame",
    "CustomChoices", "DimensionRules", "DrawnPosition", "ERROR_WORDS", "EmptyLine", "ErrorCode", "Fault", "FinalAnalysis", "FinalChosenMove",
    "FinalGameOver", "FinalMatch", "FinalMove", "FinalReview", "FinishedNode", "Found", "Game", "GameCounts", "GameInfo", "GameOver", "GameRules",
    "GamesAnswer", "HeuristicName", "HeuristicScore", "HeuristicsAnswer", "InarowError", "InnerNode", "LeafNode", "LengthCounts", "Level",
    "Limits", "LineRules", "LineValue", "LowerCaseSide", "MatchAnswer", "MatchGame", "MatchMove", "MatchPlayer", "MatchProgress", "MatchRequest",
    "MatchResult", "Move", "MoveAnswer", "MoveCost", "MoveProgress", "MoveReference", "MoveRequest", "NamedGame", "NamedHeuristic", "NamedLevel",
    "OngoingPosition", "Opening", "Outcome", "Overline", "PageRequest", "PictureRequest", "PointOfView", "Position", "PositionAnswer", "PositionPart",
    "PositionParts", "PositionRequest", "Preset", "Problem", "ProblemCode", "ProblemDocument", "Progress", "ProvenScore", "PuzzleAnswer",
    "PuzzleRequest", "PuzzleSolution", "PuzzleTheme", "RankedLine", "Reason", "ReasonKind", "Records", "Refutation", "Reply", "ReviewAnswer", "ReviewLabel",
    "ReviewProgress", "ReviewRequest", "ReviewedMove", "ReviewedSide", "Rules", "Score", "Search", "SearchOptions", "Setup", "ShapeRules", "Side",
    "StaticValue", "Stones", "SuccessOf", "Symmetry", "TieBreak", "TimedOut", "Transform", "TranspositionNode", "TreeAnswer", "TreeBound",
    "TreeCutoff", "TreeFigure", "TreeNode", "TreeRequest", "TreeResult", "TreeStatic", "TreeWindow", "Unreachable", "Visit", "Weights",
    "WholePositionRequest", "WonPosition", "bar", "error_message", "mistakes", "score_words",
    "with_names",
]

_help.know({name: globals()[name] for name in __all__})
_help.read_fields(_requests)
_help.read_fields(_answers)
_names.take_by_name(Client)
_names.take_by_name(AsyncClient)
_help.describe_calls(Client)
_help.describe_calls(AsyncClient)
_help.describe_answers(globals()[name] for name in __all__)


def __dir__() -> list[str]:
    """The names that `help` of this module describes: without the types, each of which is a dictionary with sixty methods."""
    return [*_own, *(name for name in globals() if name.startswith("__") or name in ("local", "types"))]
