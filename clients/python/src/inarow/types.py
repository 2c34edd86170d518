"""Requests and answers, with the names of the service's contract (`/openapi.yaml`)."""

from ._answers import *
from ._games import *
from ._problems import *
from ._requests import *
from ._trees import *
