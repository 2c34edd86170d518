"""The engine in this process beside the real service: the same answers."""

import importlib
import pathlib
import sys
import tempfile
import typing
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from unittest import mock

from both import settled
from service import running

from inarow import BatchedMove, Client, MoveRequest, Preset, Problem, local
from inarow.local import LocalClient, LocalSettings
from inarow.types import Limits

LONGEST = LocalSettings(movetimeMsMax=3_600_000)
LONG = MoveRequest(game="gomoku", movetime=3_000_000)


class LocalTest(unittest.TestCase):
    stack: ExitStack
    local: LocalClient
    service: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.stack = ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.service = cls.stack.enter_context(Client(cls.stack.enter_context(running()), timeout=600))
        cls.local = cls.stack.enter_context(LocalClient(**LONGEST))

    def assert_same(self, call: str, **request: Any) -> None:
        own, expected = (getattr(client, call)(**request) for client in (self.local, self.service))
        if call.startswith("stream"):
            own, expected = list(own), list(expected)
        self.assertEqual(settled(own), settled(expected))

    def test_answers_are_those_of_the_service(self) -> None:
        self.assert_same("move", board="XO.......", turn="X")
        self.assert_same("move", game="connect-four", moves="4453")
        self.assert_same("move", game="gomoku", moves=[112, 96], depth=3)
        self.assert_same("analysis", game="connect-four", moves="4453", multiPv=2, explain=True)
        self.assert_same("position", board="XO.......", heuristics=["lines"])
        self.assert_same("review", moves=[4, 1, 0])
        self.assert_same("review_text", moves=[4, 1, 0])
        self.assert_same("move_text", board="XO.......", turn="X")
        self.assert_same("analysis_text", board="XO.......", turn="X")
        self.assert_same("position_text", game="connect-four", moves="4453")
        self.assert_same("puzzle_text", seed=1, theme="fork")
        self.assert_same("review_sgf", game="connect-four", moves="44535")
        self.assert_same("puzzle", seed=1, theme="fork", solution=True)
        self.assert_same("tree", board="XXO.O..OX", depth=3)
        for form in ("svg", "dot", "mermaid"):
            self.assert_same("tree_figure", format=form, board="XXO.O..OX", depth=3)
        self.assert_same("picture_svg", game="connect-four", moves="4453")
        self.assert_same("continuations", board="XOXXOO.X.", turn="O", replies=True)
        self.assert_same("match", players=[{"depth": 1}, {"level": "perfect"}], board="XX.OO....", seed=1)
        self.assert_same("solve", pos="4453")
        self.assertEqual(self.local.games()["games"], self.service.games()["games"])
        with self.assertRaises(ValueError):
            self.local.picture_url()
        with self.assertRaisesRegex(ValueError, "^no service, no PNG: call picture_svg$"):
            self.local.picture_png()
        with self.assertRaises(ValueError):
            self.local.tree_url()
        with self.assertRaises(ValueError):
            self.local.page_url()

    def test_streams_are_those_of_the_service(self) -> None:
        self.assert_same("stream_move", game="gomoku", moves=[112, 96], depth=3)
        self.assert_same("stream_analysis", game="connect-four", moves="4453")
        self.assert_same("stream_review", moves=[4, 1, 0])
        self.assert_same("stream_match", players=[{"depth": 1}, {"depth": 2}], seed=1)
        self.assert_same("stream_continuations", board="XOXXOO.X.", turn="O")

    def test_refusals_are_those_of_the_service(self) -> None:
        for call in ("move", "stream_move"):
            problems = []
            for client in (self.local, self.service):
                with self.assertRaises(Problem) as caught:
                    list(getattr(client, call)(board="XO", depth=1000))
                problems.append(caught.exception)
            own, expected = problems
            self.assertEqual((own.status, own.code, own.errors), (expected.status, expected.code, expected.errors))

    def test_leaving_the_loop_of_a_stream_ends_its_search(self) -> None:
        records = self.local.stream_move(**LONG)
        self.assertEqual(next(records)["depth"], 1)  # type: ignore[typeddict-item]
        records.close()
        move = self.local.move()["move"]
        assert move is not None
        self.assertEqual(move["cell"], 0)

    def test_an_engine_that_fails_is_a_problem_of_this_process(self) -> None:
        # There is no room for such a table.
        with mock.patch.dict(local._RANGES, {"tableMib": (1, 4000)}), LocalClient(tableMib=4000) as client:
            for call in (client.move, lambda **request: list(client.stream_move(**request))):
                with self.assertRaises(Problem) as caught:
                    call(game="gomoku", nodes=5000)
                self.assertEqual((caught.exception.status, caught.exception.code), (500, "internal"))
                said = "the engine in this process has failed; perhaps it lacks memory, and a smaller tableMib helps"
                self.assertEqual(caught.exception.detail, said)
            self.assertEqual(client.position()["position"]["turn"], "X")

    def test_the_largest_table_has_room_for_every_game(self) -> None:
        with LocalClient(tableMib=96) as client:
            for game in typing.get_args(Preset):
                self.assertTrue(client.move(game=game, nodes=500)["pv"], game)

    def test_too_little_time_is_told_with_the_setting(self) -> None:
        with LocalClient(movetimeMsMax=1) as client, self.assertRaises(Problem) as caught:
            client.solve("132547612345")
        self.assertEqual((caught.exception.status, caught.exception.code), (503, "saturated"))
        self.assertRegex(caught.exception.detail, r"a call without one, more than LocalClient\(movetimeMsMax=1\)$")
        with LocalClient() as client:
            limits = client.games()["limits"]
            self.assertEqual(limits["movetimeMsMax"], 60_000)
            self.assertEqual(set(limits), Limits.__required_keys__)

    def test_a_batch_may_take_as_long_as_a_search(self) -> None:
        board = BatchedMove(kind="move", board="XO.......")
        for longest in (60_000, 120_000):
            with LocalClient(movetimeMsMax=longest) as client:
                limits = client.games()["limits"]
                self.assertEqual((limits["batchMovetimeMsMax"], limits["matchMovetimeMsMax"]), (longest, longest))
                self.assertEqual(client.batch([board], movetime=longest)["results"][0]["status"], 200)
                self.assertTrue(client.match(players=[{"depth": 1}, {"depth": 1}], movetime=longest)["complete"])
                with self.assertRaisesRegex(Problem, f"from 1 to {longest}"):
                    client.batch([board], movetime=longest + 1)
        with LocalClient(movetimeMsMax=1) as client:
            limits = client.games()["limits"]
            self.assertEqual((limits["batchMovetimeMsMax"], limits["matchMovetimeMsMax"]), (10_000, 60_000))

    def test_settings_that_are_not_valid_are_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "^LocalClient has no tables; it has tableMib, movetimeMsDefault, movetimeMsMax$"):
            LocalClient(tables=1)  # type: ignore[call-arg]
        wrong: list[Any] = [-1, 0, 97, 10**6, 1.5, "64", None]
        for value in wrong:
            with self.assertRaisesRegex(ValueError, f"^tableMib is {value!r}: send a whole number from 1 to 96$"):
                LocalClient(tableMib=value)

    def test_threads_share_a_client(self) -> None:
        boards = ["XO.......", "XO..X....", "X........", "XOX.O...."] * 4
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda board: self.local.move(board=board)["pv"][0]["name"], boards))
        self.assertEqual(found, ["a2", "c1", "b2", "b1"] * 4)
        self.assertEqual(repr(self.local), "LocalClient()")

    def test_problems_name_the_engine(self) -> None:
        with self.assertRaises(Problem) as caught:
            self.local.move(board="XO")
        self.assertEqual(caught.exception.url, "local://inarow/v1/move")


class MissingTest(unittest.TestCase):
    def test_an_engine_that_is_missing_is_named_with_the_command_that_makes_it(self) -> None:
        with tempfile.TemporaryDirectory() as empty, mock.patch("inarow.local.files", lambda _: pathlib.Path(empty)):
            with self.assertRaisesRegex(FileNotFoundError, r"^no engine at .*inarow\.wasm; in a checkout .*, tools/build_wasm\.sh makes it$"):
                LocalClient()

    def test_without_wasmtime_the_command_that_installs_it_is_named(self) -> None:
        with mock.patch.dict(sys.modules, {"wasmtime": None}):
            del sys.modules["inarow.local"]
            try:
                with self.assertRaisesRegex(ImportError, r"^inarow\.local needs wasmtime: pip install 'inarow\[local\]'$"):
                    importlib.import_module("inarow.local")
            finally:
                sys.modules["inarow.local"] = local
