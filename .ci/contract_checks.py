"""Knowledge of the contract fuzz beyond the contract.

JSON Schema cannot say that a board has as many cells as its game, that a move is legal, or that at most one side has won.
So a request that satisfies its schema may be a 422, but only for the reasons in `BEYOND_A_SCHEMA`; and so that fuzzing
reaches further than those, most requests are made to make sense before they are sent.
"""

import functools
import json
import pathlib
import random
import re
from urllib.parse import urlencode

import schemathesis
import yaml

# Parts of a request whose validity depends on other parts of it. A 422 that points anywhere else means that the schema is
# looser than the service.
BEYOND_A_SCHEMA = (
    "/board",
    "/moves",
    "/record",
    "/turn",
    "/searchMoves",
    "/avoidMoves",
    "/cells",  # one of them is a legal move
    "/pos",  # no more than six in a column
    "/last",  # a cell of the board
    "/marks",  # cells of the board
    "/game/k",  # at most the longer side; few enough lines
    "/game/lines",  # cells of the board, no line inside another
    "/game/above",  # each cell once
    "/game/layout",  # a place for each cell
    "/game/dimensions",  # a product of at most 400
    "/game/wrap",  # a flag for each dimension
    "/game/gravity",  # a dimension that there is
    "/game/shape",  # 2 to 12 cells that fit the board
    "/heuristic",  # k + 1 weights; sums that stay exact
    "/heuristics",  # sums that stay exact; not where `fields` leaves them out
    "/algorithm",  # retrograde: small boards only
    "/multiPv",  # as many as the board has cells
    "/maxNodes",  # as many as the tree has
    "/trace",  # as many lines as its leaves have
    "/engine",  # how an engine plays says nothing where none does
    "/engineMoves",  # "first" has no meaning up to symmetry
)
# In a query an object is a string of JSON text, of which a pattern says little.
# Nor can parameters exclude each other.
BEYOND_A_PATTERN = ("/game", "/level", "/theme", "/difficulty")  # a seed need not have a puzzle with the theme

# The paths whose requests have one position.
SENSIBLE = ("/v1/move", "/v1/analysis", "/v1/position", "/v1/tree", "/v1/continuations")
# Share of the valid requests that are left as they were generated.
LEFT_ALONE = 0.3
# The paths whose requests take all the time they get, and how much that is here, in milliseconds.
PATIENT = ("/v1/match", "/v1/batch", "/v1/review")
MOVETIME_MS = 100
MOVETIME_MS_MAX = 10_000
# Games that are lists of lines, each with the sides of a grid that has as many cells.
LINE_GAMES = (
    ({"cells": 6, "lines": [[0, 1, 3], [0, 2, 5], [3, 4, 5], [1, 2, 4]]}, (3, 2)),
    ({"dimensions": [3, 3, 2], "k": 3, "wrap": [True, False, False]}, (9, 2)),
    ({"width": 4, "height": 3, "shape": "XX/.X"}, (4, 3)),
    ("fano", (7, 1)),
    ("qubic", (16, 4)),
)
# Bytes of a query that surely reach the service.
REQUEST_LINE_MAX = 32_000


def is_valid(case) -> bool:
    """Whether the request was made to satisfy the contract."""
    return case.meta is not None and case.meta.generation.mode.is_positive


def is_answers_game(case) -> bool:
    """Whether the game of the request has the form of an answer's."""
    game = case.body.get("game") if isinstance(case.body, dict) else None
    return isinstance(game, dict) and "name" in game


@schemathesis.check
def refusals_are_beyond_the_schema(ctx, response, case) -> None:
    if response.status_code != 422 or not is_valid(case):
        return
    allowed = BEYOND_A_SCHEMA + (BEYOND_A_PATTERN if case.method.upper() == "GET" else ())
    for fault in response.json()["errors"]:
        # The configurations of a match have the fields of a request.
        pointer = re.sub(r"^/players/[01](?=/)", "", fault["pointer"])
        # The members of an answer's game depend on the game, and most follow from others.
        is_answered = is_answers_game(case) and pointer.startswith("/game/")
        if not is_answered and not any(pointer == part or pointer.startswith(part + "/") for part in allowed):
            raise AssertionError(f"the schema allows what {fault['pointer']!r} is refused for: {fault['detail']}")


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    query = case.query
    if query and len(urlencode(query, doseq=True)) > REQUEST_LINE_MAX:
        # The HTTP library refuses these by itself, with a bare 414; the service's own limit is lower.
        case.query = {"board": "." * REQUEST_LINE_MAX}
    if not is_valid(case):
        for name in lists():
            sent = query.get(name) if query else None
            # On the wire these are an empty list, a whole number and, of a text alone, a list of one, which are valid.
            parts, whole = (sent, r"\d+\.0+") if isinstance(sent, list) else ([sent], r"\d+(\.0+)?")
            if sent in ("", [""]) or any(re.fullmatch(whole, str(part)) for part in parts):
                query[name] = "?"
        return
    for alternatives in (("board", "moves", "record"), ("date", "seed") if case.path == "/v1/puzzles" else ()):
        given = [name for name in alternatives if query and name in query]
        while len(given) > 1:
            # No schema of parameters can rule out that several are there.
            query.pop(given.pop(len(str(query)) % len(given)))
    request = case.body if isinstance(case.body, dict) else query
    if case.path in PATIENT and isinstance(request, dict):
        # Valid and much too long for a fuzz: a request takes the time that it is given.
        fuzzing = case.meta.phase.name.value == "fuzzing"
        wanted = int(float(request.get("movetime") or MOVETIME_MS))  # a text in a query
        request["movetime"] = min(wanted, MOVETIME_MS if fuzzing else MOVETIME_MS_MAX)
    if not request or case.path not in SENSIBLE or case.meta.phase.name.value != "fuzzing":
        return
    chance = random.Random(json.dumps(request, sort_keys=True, default=str))
    if chance.random() > LEFT_ALONE:
        make_sensible(request, presets(), chance, in_query=request is query)


@functools.cache
def lists() -> tuple[str, ...]:
    """The fields that are lists in a query, by the contract."""
    contract = yaml.safe_load((pathlib.Path(__file__).parents[1] / "openapi.yaml").read_text(encoding="utf-8"))
    parameters = contract["components"]["parameters"].values()
    return tuple(parameter["name"] for parameter in parameters if parameter.get("explode") is False)


@functools.cache
def presets() -> dict:
    """The rules of each preset of an ordinary board, from the example of `/v1/games`."""
    text = (pathlib.Path(__file__).parents[1] / "tests/examples/games.json").read_text(encoding="utf-8")
    games = json.loads(text)[0]["answer"]["games"]
    return {game["name"]: game["rules"] for game in games if "lineCount" not in game}


def make_sensible(request: dict, presets: dict, chance: random.Random, in_query: bool) -> None:
    """Gives the request a board that its game can have, and takes out fields that depend on the board it had."""
    game = request.get("game") or "tic-tac-toe"
    if isinstance(game, str):
        rules = presets.get(game)
    elif "name" in game or "width" not in game or "k" not in game or "dimensions" in game:
        game, (width, height) = chance.choice(LINE_GAMES)
        request["game"] = game
        rules = {"width": width, "height": height, "k": 3}
        request.pop("heuristic", None)
    else:
        rules = game if game.get("k", 0) <= max(game.get("width", 0), game.get("height", 0)) else None
    if rules is None:
        rules = presets[request.setdefault("game", "tic-tac-toe")] if "game" not in request else None
    if rules is None:
        request.pop("game")
        rules = presets["tic-tac-toe"]
    for part in ("moves", "record", "turn", "searchMoves", "avoidMoves", "strict"):
        request.pop(part, None)
    width, height, k = (int(rules[side]) for side in ("width", "height", "k"))
    request["board"] = board(width, height, rules.get("gravity", False), chance)
    heuristic = request.get("heuristic")
    if isinstance(heuristic, dict):
        weights = heuristic["weights"]
        heuristic["weights"] = [weights[stones % len(weights)] for stones in range(k + 1)]
    elif in_query and heuristic is not None and heuristic.startswith("{"):
        request.pop("heuristic")
    if isinstance(request.get("multiPv"), (int, float)) and request["multiPv"] > width * height:
        request["multiPv"] = width * height
    if request.get("algorithm") == "retrograde" and width * height > 12:
        request["algorithm"] = "auto"


def board(width: int, height: int, gravity: bool, chance: random.Random) -> str:
    """The board after some moves of alternate play, which may have gone on after a win."""
    cells = ["."] * (width * height)
    for stone in range(chance.randrange(width * height + 1)):
        free = [cell for cell in range(len(cells)) if cells[cell] == "."]
        if gravity:
            free = [cell for cell in free if cell + width >= len(cells) or cells[cell + width] != "."]
        cells[chance.choice(free)] = "XO"[stone % 2]
    return "".join(cells)
