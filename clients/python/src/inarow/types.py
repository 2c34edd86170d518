"""Requests and answers, with the names of the service's contract (`/openapi.yaml`)."""

from . import _answers, _games, _problems, _requests, _trees
from ._answers import *
from ._games import *
from ._problems import *
from ._requests import *
from ._trees import *

__all__: list[str] = []
__all__ += _answers.__all__
__all__ += _games.__all__
__all__ += _problems.__all__
__all__ += _requests.__all__
__all__ += _trees.__all__
