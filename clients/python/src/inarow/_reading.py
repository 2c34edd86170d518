"""Functions that read answers."""

from collections.abc import Mapping

from .types import LowerCaseSide, ReviewAnswer, ReviewedMove, ReviewLabel, Score, Side


def bar(score: Score, cells: int) -> float:
    """How full an evaluation bar is, from 0 to 1, for `score["pov"]`.

    A proven win fills 1 - plies / (10 · cells) of it, more than any estimate, and the more the sooner it comes; a loss the rest; any other score
    1 / (1 + (1 / expected - 1)^(1/5)), since people keep a fifth of the log-odds of the engine; `expected` counts there as from 0.001 to
    0.999. `cells` are those of the board, `len(position["board"])`.
    """
    expected = score["expected"]
    if score["outcome"] == "unknown":
        odds: float = (1 / min(0.999, max(0.001, expected)) - 1) ** 0.2
        return 1 / (1 + odds)
    return expected if score["outcome"] == "draw" else expected + (0.5 - expected) * (score["plies"] or 0) / cells / 5


ERROR_WORDS: Mapping[ReviewLabel, str] = {
    "inaccuracy": "an inaccuracy",
    "mistake": "a mistake",
    "blunder": "a blunder",
    "missed-win": "let a win slip",
    "threw-away-draw": "threw a draw away",
}
"""The labels of a review that are errors, in words; the others are not in it: `prolonged` and `hastened` moved the end alone."""


def mistakes(review: ReviewAnswer, player: Side | LowerCaseSide | None = None) -> list[ReviewedMove]:
    """The moves of a review whose label is in `ERROR_WORDS`, since they gave away a part of the result: those of both sides, or of `player`.

    Raises `ValueError` for a player that is no side.
    """
    if player not in (None, "X", "O", "x", "o"):
        raise ValueError(f"player is {player!r}: it is 'X' or 'O', or left out for both sides")
    side = player and player.upper()
    return [move for move in review["moves"] if move["label"] in ERROR_WORDS and side in (None, move["player"])]
