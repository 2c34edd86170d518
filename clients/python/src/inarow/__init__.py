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
    score_words, error_message: scores and errors in words for players
    bar: how full an evaluation bar is
    mistakes, ERROR_WORDS: the errors in a review
    inarow.types: requests and answers as types, MoveRequest, MoveAnswer and so on; this module has them, too, `help(inarow.Search)`
"""

from . import _answers, _games, _help, _names, _problems, _requests, _trees
from ._answers import *
from ._async import AsyncClient
from ._client import Client
from ._errors import InarowError, Problem, TimedOut, Unreachable
from ._games import *
from ._problems import *
from ._reading import ERROR_WORDS, bar, mistakes
from ._requests import *
from ._trees import *
from ._words import error_message, score_words

__version__ = "0.1.0"
__all__ = ["AsyncClient", "Client", "ERROR_WORDS", "InarowError", "Problem", "TimedOut", "Unreachable", "bar", "error_message", "mistakes", "score_words"]
_own = tuple(__all__)
__all__ += _answers.__all__
__all__ += _games.__all__
__all__ += _problems.__all__
__all__ += _requests.__all__
__all__ += _trees.__all__

_help.know({name: globals()[name] for name in __all__})
_help.read_fields(_requests)
_names.take_by_name(Client)
_names.take_by_name(AsyncClient)
_help.describe_calls(Client)
_help.describe_calls(AsyncClient)
_help.describe_answers(globals()[name] for name in __all__)


def __dir__() -> list[str]:
    """What `help` of this module describes: without the types, each of which is a dictionary with sixty methods."""
    return [*_own, *(name for name in globals() if name.startswith("__") or name in ("local", "types"))]
