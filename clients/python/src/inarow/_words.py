"""Scores and errors in words for players: the words of `inarow/words` of the JavaScript package."""

import math
import re
from collections.abc import Mapping
from typing import cast

from ._errors import InarowError, Problem, TimedOut
from ._reading import bar
from .types import GameInfo, Score, Side

_MOVES = {
    "cell-taken": "This cell is taken. Choose another.",
    "column-full": "This column is full. Choose another.",
    "floating-stone": "Stones fall here. Choose a column.",
    "not-on-board": "There is no such place on this board.",
    "game-over": "The game is over.",
}
"""Faults of a move, by the code of the first fault, at a place of moves: rules, marks and other cells have the same codes. A game may be over at any."""
_OF_MOVES = re.compile(r"/(moves|record|pos)\b")
_AWAY = "The service is away."
_LATE = "The engine did not answer in time."
_TOO_LONG = "That is too long. Try something shorter."
_PROBLEMS = {
    "too-many-requests": "That was a lot at once.",
    "saturated": "The service is busy.",
    "shutting-down": "The service restarts.",
    "unauthorized": "The service asks for a key.",
    "wrong-key": "The service does not know this key.",
    "payload-too-large": _TOO_LONG,
    "uri-too-long": _TOO_LONG,
    "answer-too-large": "The answer would be too large. Ask for less.",
    "request-timeout": "The connection was too slow.",
    "internal": "The service has failed at this.",
    "unavailable": _AWAY,
    "gateway-timeout": "The service did not answer in time.",
    "denied": "The way to the service is closed.",
    "elsewhere": "The service is not at this address.",
}
"""Sentences by the code of the problem; a key that is sent and not valid has none of its own."""
_STATUSES = {
    401: "unauthorized", 403: "denied", 404: "elsewhere", 408: "request-timeout", 410: "elsewhere", 413: "payload-too-large", 414: "uri-too-long",
    429: "too-many-requests", 504: "gateway-timeout",
}
"""A proxy in front of the service has statuses alone; any other may pass."""
_ENGINE = {"the engine's time ended": _LATE, "the engine in this process": "The engine has failed at this. Try again."}
"""An engine in this process, by the beginning of its messages; nobody else uses it."""
_PASSING = frozenset({"too-many-requests", "saturated", "shutting-down", "unavailable", "gateway-timeout"})
"""Codes of faults that pass by themselves."""
_CHANCY = frozenset({"request-timeout", "internal"})
"""Codes after which another call may succeed."""
_DRAWN = re.compile(r"[ \d]*[.XO](?: +[.XO])+ *")
"""A row of a board in a text."""


def score_words(score: Score, names: Mapping[Side, str] | None = None, game: GameInfo | None = None) -> str:
    """A score in words for players: "X wins in 3 moves", the winner's own; "X wins at once" where the other side has to lose; "X has won"; "a draw with best play", "a draw".

    Where nothing is proven it is "62 % for X", a draw counting half, on the scale of people, that of `bar`, or "even". `names` are what the sides are called,
    `{"X": "Black", "O": "White"}`; a person may be "You": "You win in 3 moves". In Gomoku a win may come sooner than it says, since its search finds wins, not the shortest ones.
    `game` is the answer's, needed where a complete line loses: in misère play the loser makes the last move, which a score does not tell.
    """
    sides: dict[Side, str] = {"X": "X", "O": "O", **(names or {})}
    own, other = sides[score["pov"]], sides["O" if score["pov"] == "X" else "X"]
    if score["outcome"] == "draw":
        return "a draw with best play" if score["plies"] else "a draw"
    if score["outcome"] == "unknown":
        percent = min(99, max(1, math.floor(100 * bar(score, 1) + 0.5)))
        if percent == 50:
            return "even"
        leader, share = (own, percent) if percent > 50 else (other, 100 - percent)
        return f"{share} % for {'you' if _is_you(leader) else leader}"
    winner = own if score["outcome"] == "win" else other
    wins, has = ("win", "have") if _is_you(winner) else ("wins", "has")
    # People count the winner's moves. In misère play the loser makes the last one.
    moves = (score["plies"] + (not (game and game["misere"]))) // 2
    if not moves:
        return f"{winner} {wins} at once" if score["plies"] else f"{winner} {has} won"
    return f"{winner} {wins} in {moves} {'move' if moves == 1 else 'moves'}"


def _is_you(name: str) -> bool:
    return name.lower() == "you"


def with_names(text: str, names: Mapping[Side, str]) -> str:
    """Sentences of an answer with names for the sides: "X wins" becomes "Black wins", with `{"X": "Black", "O": "White"}`.

    They may be a reason's `text`, or all of `review_text` or `analysis_text`, whose drawings of boards stay. A side without a name keeps its letter.
    """
    words = cast(Mapping[str, str], names)

    def named(line: str) -> str:
        return line if _DRAWN.fullmatch(line) else re.sub(r"\b[XO]\b", lambda side: words.get(side[0], side[0]), line)

    return "\n".join(named(line) for line in text.split("\n"))


def error_message(error: BaseException) -> str:
    """The error in a sentence for players: "This cell is taken. Choose another.", "The service is busy. Try again in 20 seconds."

    Where the fault is not a player's, the sentence is "The service cannot do this."; the error itself names the fault.
    """
    if not isinstance(error, InarowError):
        return "Something went wrong."
    if isinstance(error, TimedOut):
        return "The service did not answer in time. Try again."
    if not isinstance(error, Problem):
        return f"{_AWAY} Try again."
    own = next((words for start, words in _ENGINE.items() if error.detail.startswith(start)), None)
    if own:
        return own
    code: str = error.code
    if code == "unknown":
        code = "elsewhere" if error.status < 400 else _STATUSES.get(error.status, "unavailable")
    if code == "unauthorized" and "key sent is not valid" in error.detail:
        code = "wrong-key"
    first = error.errors[0] if error.errors else None
    of_move = _MOVES.get(first["code"]) if first and (first["code"] == "game-over" or _OF_MOVES.match(first["pointer"])) else None
    said = _PROBLEMS.get(code) or of_move or "The service cannot do this."
    if code in _PASSING:
        return f"{said} {_when(error.retry_after or 0)}"
    return f"{said} Try again." if code in _CHANCY else said


def _when(seconds: float) -> str:
    """When to try again, as people say it."""
    if seconds <= 5:
        return "Try again in a moment."
    return f"Try again in {math.ceil(seconds)} seconds." if seconds < 90 else f"Try again in {math.ceil(seconds / 60)} minutes."
