"""Client of the inarow move service: the best move for tic-tac-toe, Connect Four, gomoku and every other k-in-a-row game."""

from . import _answers, _games, _problems, _requests, _trees
from ._answers import *
from ._async import AsyncClient
from ._client import Client
from ._games import *
from ._problems import *
from ._protocol import Problem, bar
from ._requests import *
from ._trees import *

__all__ = ["AsyncClient", "Client", "Problem", "bar"]
__all__ += _answers.__all__
__all__ += _games.__all__
__all__ += _problems.__all__
__all__ += _requests.__all__
__all__ += _trees.__all__
