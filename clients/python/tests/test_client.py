"""Both clients against the real service."""

import asyncio
import re
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import httpx
from both import Blocking, Both
from service import running

from inarow import AsyncClient, Client, MoveRequest, Problem, TimedOut

LONG = MoveRequest(game="gomoku", movetime=3_600_000)
"""Only a search of its own can take this long: nothing is solved on an empty board of this size."""


def in_flight(origin: str) -> int:
    """Searches that run on the server."""
    found = re.search(r"^inarow_searches_in_flight (\d+)", httpx.get(f"{origin}/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def wait_until_idle(origin: str) -> None:
    """Fails if the search goes on."""
    end = time.monotonic() + 600
    while in_flight(origin):
        assert time.monotonic() < end, "the search goes on"
        time.sleep(0.02)


class Clients(Both):
    """Tests of both clients."""

    def test_answers(self) -> None:
        for client in self.clients():
            answer = client.move(board="XO.......", turn="X")
            self.assertEqual(answer["move"]["name"], "a2")
            self.assertEqual(answer["score"], {"outcome": "win", "plies": 5, "value": None, "expected": 1.0, "pov": "X"})
            self.assertIsNone(client.move(board="XXXOO....")["move"])
            lines = client.analysis(game="connect-four", moves="4453", depth=4, multiPv=2)["lines"]
            self.assertEqual([line["rank"] for line in lines], [1, 2])
            self.assertEqual(len(client.position(board="XO..X....")["legalMoves"]), 6)
            self.assertEqual(len(client.review(moves=["b2", "b1", "a1"])["moves"]), 3)

    def test_every_form_of_a_request_says_the_same_by_get_as_by_post(self) -> None:
        requests: list[MoveRequest] = [
            {},
            {"board": ["X..", ".O.", "..."]},
            {"board": [["X", None, ""], ["", "O", ""], [None, None, None]]},
            {"board": ("X", None, "", ".", "O", "", "", "", "")},
            {"moves": [0, "b2"]},
            {"moves": []},
            {"record": "b2 a1 c3", "game": None},
            {"game": "connect-four", "moves": "4453", "depth": 2, "heuristic": {"weights": [0, 1, 5, 20, 100]}},
            {"game": {"width": 4, "height": 3, "k": 3}, "searchMoves": ["a1", 2], "explain": True, "strict": True},
            {"record": f"1. b2 {' ' * 5_000} 2. a1"},
        ]
        for client in self.clients():
            for request in requests:
                posted = httpx.post(f"{self.origin}/v1/move", json=request)
                self.assertEqual(posted.status_code, 200, posted.text)
                got = client.move(**request)
                expected = posted.json()
                for answer in (got, expected):
                    answer["search"]["timeMs"] = None
                self.assertEqual(got, expected)

    def test_threads_share_a_client(self) -> None:
        boards = ["XO.......", "XO..X....", "X........", "XOX.O...."] * 4
        with Client(self.origin, timeout=600) as client, ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda board: client.move(board=board)["pv"][0]["name"], boards))
        self.assertEqual(found, ["a2", "c1", "b2", "b1"] * 4)

    def test_a_client_shows_its_address_and_no_secret(self) -> None:
        for kind in (Client, AsyncClient):
            shown = repr(kind("http://name:secret@127.0.0.1:8080", key="secret"))
            self.assertEqual(shown, f"{kind.__name__}('http://127.0.0.1:8080')")

    def test_streams(self) -> None:
        for client in self.clients():
            moves = list(client.stream_move(game="connect-four", moves="4453", depth=3))
            self.assertEqual([record["final"] or record["depth"] for record in moves], [1, 2, 3, True])
            ranked = list(client.stream_analysis(game="connect-four", moves="4453", depth=3))
            self.assertEqual(len(ranked[-1]["lines"]), 7)
            judged = list(client.stream_review(moves=[4, 0, 2]))
            self.assertEqual([record["final"] or record["left"] for record in judged], [2, 1, 0, True])

    def test_closing_a_stream_ends_the_search(self) -> None:
        with Client(self.origin) as client, closing(client.stream_move(**LONG)) as stream:
            self.assertFalse(next(stream)["final"])
            self.assertEqual(in_flight(self.origin), 1)
            stream.close()
            wait_until_idle(self.origin)
            for record in client.stream_move(**LONG):
                self.assertFalse(record["final"])
                break
            wait_until_idle(self.origin)

        async def main() -> None:
            async with AsyncClient(self.origin) as client:
                async with aclosing(client.stream_move(**LONG)) as stream:
                    self.assertFalse((await anext(stream))["final"])
                await asyncio.to_thread(wait_until_idle, self.origin)
                call = asyncio.create_task(client.move(**LONG))
                while not await asyncio.to_thread(in_flight, self.origin):
                    pass
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                await asyncio.to_thread(wait_until_idle, self.origin)

        asyncio.run(main())

    def test_timeout(self) -> None:
        # Long enough to connect on a machine that is busy.
        for client in self.clients(timeout=2):
            said = f"^no answer from {self.origin}: GET /v1/move got nothing for 2 s; the client's option timeout, in seconds, allows more$"
            with self.assertRaisesRegex(TimedOut, said):
                client.move(**LONG)
            wait_until_idle(self.origin)
        # Heartbeats keep a stream alive.
        with running("--heartbeat-ms", "50") as origin:
            stream = Client(origin, timeout=2).stream_move(game="gomoku", movetime=3_000)
            self.assertTrue(list(stream)[-1]["final"])

    def test_a_match_may_take_a_minute_and_more(self) -> None:
        for kind in (Client, Blocking):
            cases: list[tuple[dict[str, Any], float, float]] = [({}, 75, 15), ({"timeout": 3}, 3, 3)]
            for options, match, move in cases:
                seen: list[float] = []

                def answer(request: httpx.Request, seen: list[float] = seen) -> httpx.Response:
                    seen.append(request.extensions["timeout"]["read"])
                    return httpx.Response(200, json={"move": None})

                client = kind("http://service", transport=httpx.MockTransport(answer), **options)
                client.match(players=[{}, {}])
                client.move()
                self.assertEqual(seen, [match, move])

    def test_problems(self) -> None:
        for client in self.clients():
            for call in (client.move, lambda client=client, **request: list(client.stream_move(**request))):
                with self.assertRaises(Problem) as raised:
                    call(board="XO", depth=1000)
                problem = raised.exception
                self.assertEqual((problem.status, problem.code), (422, "invalid-request"))
                faults = [(fault["pointer"], fault["code"]) for fault in problem.errors]
                self.assertEqual(faults, [("/board", "wrong-length"), ("/depth", "out-of-range")])
                self.assertIn("the board has 2 cells", str(problem))
                self.assertTrue(problem.request_id)

    def test_keys(self) -> None:
        key = "0123456789abcdef0123456789abcdef"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "keys")
            file.write_text(f"{key}\n")
            with running("--api-keys-file", str(file)) as origin:
                for kind in (Client, Blocking):
                    with self.assertRaises(Problem) as raised:
                        kind(origin).move()
                    self.assertEqual(raised.exception.code, "unauthorized")
                    self.assertTrue(kind(f"{origin}/", key=key).move()["move"])


if __name__ == "__main__":
    unittest.main()
