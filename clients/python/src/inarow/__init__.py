"""Client of the inarow move service: the best move for tic-tac-toe, Connect Four, gomoku and every other k-in-a-row game."""

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

__version__ = "0.1.0"
__all__ = ["AsyncClient", "Client", "ERROR_WORDS", "InarowError", "Problem", "TimedOut", "Unreachable", "bar", "mistakes"]
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
