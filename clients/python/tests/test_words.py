"""Scores and errors in words, those of the JavaScript package."""

import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, cast

from service import running

from inarow import (
    Client, HeuristicScore, InarowError, MoveRequest, Problem, ProvenScore, Side, TimedOut, Unreachable, _words, error_message, score_words, with_names
)

PAIRS = re.compile(r'^  "?([a-z-]+)"?: (?:"(.*)"|(AWAY|TOO_LONG)),$', re.MULTILINE)


class Words(unittest.TestCase):
    """Short, and the same in both languages."""

    def test_they_are_those_of_the_other_package(self) -> None:
        text = Path(__file__).parents[2].joinpath("js", "words.js").read_text()
        # There the advice is a part of its own.
        text = re.sub(r'\["([^"]*)", "([^"]*)"\]', r'"\1 \2"', text)
        named = {"AWAY": _words._AWAY, "TOO_LONG": _words._TOO_LONG}
        theirs = {code: words or named[name] for code, words, name in PAIRS.findall(text.partition("export const labelWords")[0])}
        self.assertEqual(theirs, _words._MOVES | _words._PROBLEMS)
        for words in (*named.values(), "a draw with best play", "Something went wrong.", "The service cannot do this.", "Try again in a moment."):
            self.assertIn(words, text)

    def test_a_score_has_the_words_of_the_service_s_text(self) -> None:
        requests: list[MoveRequest] = [
            {"board": "XO.......", "turn": "X"},
            {"moves": "a1 b2"},
            {"board": "XX.OO....", "turn": "X"},
            {"game": "connect-four", "moves": "4453"},
        ]
        sides: tuple[Side, Side] = ("X", "O")
        with running() as origin, Client(origin) as client:
            for request in requests:
                for pov in sides:
                    asked: MoveRequest = {**request, "pov": pov}
                    self.assertIn(score_words(client.move(**asked)["score"]), client.move_text(**asked))
            misere: MoveRequest = {"game": "misere-tic-tac-toe", "moves": "a1 b2 c3 b1", "searchMoves": ["a3"]}
            answer = client.move(**misere)
            self.assertEqual(score_words(answer["score"], game=answer["game"]), "O wins in 2 moves")
            self.assertIn("O wins in 2 moves", client.move_text(**misere))
            guess: MoveRequest = {"game": "gomoku", "moves": "h8 h9 i9", "depth": 2}
            found = re.search(r"; ([XO]) would score about (\d+) in 100", client.move_text(**guess))
            assert found
            chance = int(found[2])
            shares = {chance: found[1], 100 - chance: "O" if found[1] == "X" else "X"}
            self.assertEqual(score_words(client.move(**guess)["score"]), f"{max(shares)} % for {shares[max(shares)]}")
            for error, said in (
                ({"moves": ["b2", "b2"]}, "This cell is taken. Choose another."),
                ({"depth": 0}, "The service cannot do this."),
            ):
                with self.assertRaises(Problem) as caught:
                    client.move(**cast(MoveRequest, error))
                self.assertEqual(error_message(caught.exception), said)

    def test_a_fault_that_no_player_has_a_part_in_is_told_without_its_field(self) -> None:
        rules, cell = {"cells": 3, "lines": [[0, 1, 5]]}, ["z9"]
        cases: list[tuple[str, dict[str, Any], str]] = [
            ("move", {"game": rules}, "The service cannot do this."),
            ("move", {"searchMoves": cell}, "The service cannot do this."),
            ("move", {"moves": "b2", "searchMoves": ["b2"]}, "The service cannot do this."),
            ("picture_svg", {"marks": cell}, "The service cannot do this."),
            ("picture_svg", {"last": "z9"}, "The service cannot do this."),
            ("tree", {"cells": cell}, "The service cannot do this."),
            ("move", {"game": "connect-four", "board": "X" + "." * 41}, "The service cannot do this."),
            ("move", {"moves": cell}, "There is no such place on this board."),
            ("position", {"record": "b2 b2"}, "This cell is taken. Choose another."),
            ("solve", {"pos": "4444444"}, "This column is full. Choose another."),
            ("move", {"moves": "a1 a2 b1 b2 c1 c2"}, "The game is over."),
            ("match", {"board": "XXXOO....", "players": [{}, {}]}, "The game is over."),
        ]
        with running() as origin, Client(origin) as client:
            for call, fields, said in cases:
                with self.assertRaises(Problem) as caught:
                    getattr(client, call)(**fields)
                self.assertEqual(error_message(caught.exception), said, caught.exception.errors)

    def test_sides_may_have_names_and_a_game_an_end(self) -> None:
        proven = ProvenScore(outcome="loss", plies=5, value=None, expected=0, pov="X")
        self.assertEqual(score_words(proven, {"X": "Black", "O": "White"}), "White wins in 3 moves")
        self.assertEqual(score_words({**proven, "plies": 1}), "O wins in 1 move")
        self.assertEqual(score_words(proven, {"O": "You"}), "You win in 3 moves")
        self.assertEqual(score_words({**proven, "plies": 0}, {"O": "You"}), "You have won")
        self.assertEqual(score_words({**proven, "plies": 0}), "O has won")
        self.assertEqual(score_words({**proven, "outcome": "draw", "plies": 0}), "a draw")
        guesses = [HeuristicScore(outcome="unknown", plies=None, value=9, expected=expected, pov="O") for expected in (0.5, 0.9, 0.1, 0, 1)]
        self.assertEqual([score_words(guess, {"O": "White"}) for guess in guesses], ["even", "61 % for White", "61 % for X", "80 % for X", "80 % for White"])
        self.assertEqual(score_words(guesses[1], {"O": "You"}), "61 % for you")

    def test_sides_of_texts_may_have_names_and_boards_stay(self) -> None:
        names: dict[Side, str] = {"X": "Black", "O": "White"}
        self.assertEqual(with_names("X wins; O's line, XO. OX, 4x4", {"X": "Red"}), "Red wins; O's line, XO. OX, 4x4")
        with running() as origin, Client(origin) as client:
            text = client.analysis_text(board="XO.......")
            named = with_names(text, names)
            self.assertIn(" 3 X O .\n 2 . . .\n", named)
            self.assertIn("Black to move with 2 stones.\n1. a2: Black wins in 3 moves (5 plies), proven.\n", named)
            self.assertEqual(named.replace("Black", "X").replace("White", "O"), text)
            self.assertIn("X O . .   . . . .   . . . .   . . . .\n", with_names(client.position_text(game="qubic", moves=[0, 1]), names))
            review = with_names(client.review_text(game="connect-four", moves="445", explain=True), names)
            self.assertIn("Gives White the win;", review)
            self.assertIn("{Accuracy: Black 50.0 %, White 100.0 %}", review)

    def test_a_wrong_key_has_other_words_than_none(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "keys")
            file.write_text("0123456789abcdef0123456789abcdef\n")
            with running("--api-keys-file", str(file)) as origin:
                for key, said in ((None, "The service asks for a key."), ("another", "The service does not know this key.")):
                    with self.assertRaises(Problem) as caught:
                        Client(origin, key=key).move()
                    self.assertEqual(error_message(caught.exception), said)

    def test_every_error_has_a_sentence(self) -> None:
        def problem(code: str, status: int, after: float | None = None) -> Problem:
            return Problem({"code": code, "status": status, "title": "t", "detail": "d"}, after)

        for error, said in (
            (problem("saturated", 503, 20), "The service is busy. Try again in 20 seconds."),
            (problem("too-many-requests", 429, 0.2), "That was a lot at once. Try again in a moment."),
            (problem("unknown", 401), "The service asks for a key."),
            (problem("unknown", 429, 200), "That was a lot at once. Try again in 4 minutes."),
            (problem("unknown", 502), "The service is away. Try again in a moment."),
            (problem("unknown", 504), "The service did not answer in time. Try again in a moment."),
            (problem("unknown", 403), "The way to the service is closed."),
            (problem("unknown", 404), "The service is not at this address."),
            (problem("unknown", 413), "That is too long. Try something shorter."),
            (Problem({"code": "internal", "status": 500, "detail": "the engine in this process has failed"}), "The engine has failed at this. Try again."),
            (Problem({"code": "saturated", "status": 503, "detail": "the engine's time ended before"}), "The engine did not answer in time."),
            (problem("not-found", 404), "The service cannot do this."),
            (problem("internal", 500), "The service has failed at this. Try again."),
            (Problem({"code": "malformed-json", "status": 400, "errors": [{"pointer": "", "code": "not-json", "detail": "e"}]}), "The service cannot do this."),
            (TimedOut("late"), "The service did not answer in time. Try again."),
            (Unreachable("gone"), "The service is away. Try again."),
            (InarowError("own"), "The service is away. Try again."),
            (TypeError("a fault of the program"), "Something went wrong."),
        ):
            self.assertEqual(error_message(error), said)


if __name__ == "__main__":
    unittest.main()
