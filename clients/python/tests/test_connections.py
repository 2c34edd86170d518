"""Threads and processes that share a client, and the effect of its end on calls that run."""

import asyncio
import copy
import gc
import multiprocessing
import os
import pickle
import ssl
import subprocess
import sys
import threading
import unittest
import warnings
from collections.abc import Coroutine
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from both import Both, Unreliable, busy
from test_client import LONG, in_flight, wait_until_idle

import inarow
from inarow import AsyncClient, Client, Problem, Unreachable
from inarow.local import AsyncLocalClient, LocalClient

# Each child asks for a board of its own, so that an answer of another one is seen.
FORKS = """
import asyncio, multiprocessing, sys
import httpx
from inarow import AsyncClient, Client
from inarow.local import AsyncLocalClient, LocalClient

# A child keeps the loop of its parent, whose selector both share, and does not touch it.
loops = [asyncio.new_event_loop()]


def ask(client, call, **request):
    answer = getattr(client, call)(**request)
    return loops[-1].run_until_complete(answer) if asyncio.iscoroutine(answer) else answer


def child(client, number, start, found):
    loops.append(asyncio.new_event_loop())
    start.wait()
    for turn in range(20):
        board = "." * number + "X" + "." * (8 - number)
        try:
            answer = ask(client, "position", board=board)["position"]["board"]
        except Exception as error:
            found.put(str(error))
            return
        if answer != board:
            found.put(f"{answer} for {board}")
            return
    found.put("good")


fork = multiprocessing.get_context("fork")
kept = Client(sys.argv[1], transport=httpx.HTTPTransport())
for client in (Client(sys.argv[1], timeout=600), AsyncClient(sys.argv[1], timeout=600), LocalClient(), AsyncLocalClient(), kept):
    ask(client, "games")
    start, found = fork.Event(), fork.SimpleQueue()
    children = [fork.Process(target=child, args=(client, number, start, found)) for number in range(4)]
    for one in children:
        one.start()
    start.set()
    for one in children:
        one.join()
    print(type(client).__name__, *sorted({found.get() for one in children if one.exitcode == 0}), flush=True)
    ask(client, "games")
"""


def best(client: Any, board: str) -> str:
    """By any client, in any process."""
    answer = client.move(board=board)
    return str((asyncio.run(answer) if asyncio.iscoroutine(answer) else answer)["pv"][0]["name"])


async def within(client: AsyncClient, board: str) -> str:
    """By a client whose loop runs."""
    return (await client.move(board=board))["pv"][0]["name"]


class Connections(Both):
    """Of both clients."""

    @unittest.skipUnless(hasattr(os, "fork"), "Windows has no forks")
    def test_each_process_has_connections_of_its_own(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(inarow.__file__).parents[1])}
        ran = subprocess.run([sys.executable, "-c", FORKS, self.origin], env=environment, capture_output=True, text=True, timeout=600)
        refused = "the transport of this client has connections that a fork shares: make a client in each process"
        kinds = ("Client", "AsyncClient", "LocalClient", "AsyncLocalClient")
        self.assertEqual(ran.stdout.splitlines(), [*(f"{kind} good" for kind in kinds), f"Client {refused}"], ran.stderr)

    def test_a_client_goes_to_a_process_that_is_no_fork(self) -> None:
        clients: list[Any] = [Client(self.origin, timeout=600), AsyncClient(self.origin, timeout=600), LocalClient(tableMib=8), AsyncLocalClient()]
        boards = ["XO.......", "XO..X....", "X........"]
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
            for client in clients:
                with self.subTest(type(client).__name__):
                    self.assertEqual(list(processes.map(best, [client] * 3, boards)), ["a2", "c1", "b2"])

    def test_a_copy_has_the_options(self) -> None:
        for kind in (Client, AsyncClient):
            asked = kind("http://service/", key="secret", timeout=3, retries=1, retry_for=9)
            for made in (pickle.loads(pickle.dumps(asked)), copy.copy(asked)):
                self.assertIs(type(made), kind)
                self.assertEqual(vars(made._settings), vars(asked._settings))
            for transport in (httpx.HTTPTransport(), httpx.MockTransport(lambda _: httpx.Response(200))):
                options: dict[str, Any] = {"transport": transport}
                with self.assertRaisesRegex(TypeError, rf"^an option of this {kind.__name__} cannot go to another process \(.*\): make a client in each process$"):
                    pickle.dumps(kind("http://service", **options))
        with LocalClient(movetimeMsMax=1) as local, pickle.loads(pickle.dumps(local)) as made, self.assertRaises(Problem):
            made.puzzle(game="connect-four", seed=1, theme="win-in-5")

    def test_each_event_loop_has_connections_of_its_own(self) -> None:
        for client in (AsyncClient(self.origin, timeout=600), AsyncLocalClient()):
            with self.subTest(type(client).__name__):
                for _ in range(5):
                    self.assertEqual(best(client, "XO......."), "a2")
                self.assertEqual(len(client._connections._of), 1, "those of closed loops are dropped")
                boards = ["XO.......", "XO..X....", "X........", "XOX.O...."] * 5
                loops = threading.Barrier(4, timeout=600)

                def ask(at: int, client: AsyncClient = client, boards: list[str] = boards, loops: threading.Barrier = loops) -> list[str]:
                    async def main() -> list[str]:
                        loops.wait()
                        return [await within(client, board) for board in boards[at::4]]

                    return asyncio.run(main())

                with ThreadPoolExecutor(4) as threads:
                    self.assertEqual(list(threads.map(ask, range(4))), [["a2"] * 5, ["c1"] * 5, ["b2"] * 5, ["b1"] * 5])

                async def end(client: AsyncClient = client) -> None:
                    await client.close()
                    await client.close()
                    with self.assertRaisesRegex(RuntimeError, "^this client has been closed$"):
                        await client.move()

                asyncio.run(end())
        options: dict[str, Any] = {"transport": httpx.AsyncHTTPTransport()}
        kept = AsyncClient(self.origin, timeout=600, **options)
        self.assertEqual(best(kept, "XO......."), "a2")
        with self.assertRaisesRegex(RuntimeError, "^the transport of this client has connections of another process or event loop: make a client in each$"):
            best(kept, "XO.......")

    def test_an_event_loop_that_ends_closes_its_connections(self) -> None:
        for client in (AsyncClient(self.origin, timeout=600), AsyncLocalClient()):
            with self.subTest(type(client).__name__), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always", ResourceWarning)
                for _ in range(3):
                    self.assertEqual(best(client, "XO......."), "a2")
                gc.collect()
            self.assertEqual([str(one.message) for one in said if "transport" in str(one.message)], [])

    def test_the_certificates_are_read_once_for_all_event_loops(self) -> None:
        with mock.patch("ssl.create_default_context", wraps=ssl.create_default_context) as read:
            client = AsyncClient(self.origin, timeout=600)
            self.assertEqual([best(client, "XO.......") for _ in range(3)], ["a2"] * 3)
        self.assertEqual(read.call_count, 1)

    def test_closing_a_client_ends_its_calls_in_other_event_loops(self) -> None:
        client = AsyncClient(self.origin, timeout=600)

        async def main(call: Coroutine[Any, Any, Any]) -> None:
            with self.assertRaisesRegex(Unreachable, "the client was closed during the call$"):
                await call

        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(lambda: asyncio.run(main(client.move(**LONG))))
            while not in_flight(self.origin) and not asked.done():
                pass
            asyncio.run(client.close())
            asked.result()
        wait_until_idle(self.origin)

    def test_calls_of_other_threads_have_their_answers_when_a_client_is_closed(self) -> None:
        has_come, goes_on = threading.Event(), threading.Event()

        def answer(request: httpx.Request) -> httpx.Response:
            has_come.set()
            goes_on.wait()
            return httpx.Response(200, json={"pos": "4"})

        client = Client("http://service", transport=httpx.MockTransport(answer))
        with ThreadPoolExecutor(1) as threads:
            call = threads.submit(client.solve, "4")
            has_come.wait()
            client.close()
            with self.assertRaisesRegex(RuntimeError, "^this client has been closed$"):
                client.solve("4")
            self.assertFalse(client._connections.here().is_closed)
            goes_on.set()
            self.assertEqual(call.result(), {"pos": "4"})
        self.assertTrue(client._connections.here().is_closed)
        with self.assertRaisesRegex(RuntimeError, "closed"):
            client.solve("4")

    def test_a_call_of_the_service_outlives_its_client(self) -> None:
        client = Client(self.origin, timeout=600)
        with ThreadPoolExecutor(1) as threads:
            call = threads.submit(client.move, game="gomoku", movetime=2_000)
            while not in_flight(self.origin) and not call.done():
                pass
            client.close()
            self.assertTrue(call.result()["move"])

    def test_closing_a_client_ends_streams_and_awaited_calls(self) -> None:
        client = Client(self.origin)
        stream = client.stream_move(**LONG)
        self.assertFalse(next(stream)["final"])
        client.close()
        wait_until_idle(self.origin)
        said = f"^no answer from {self.origin}: the client was closed during the call$"
        with self.assertRaisesRegex(Unreachable, said):
            list(stream)

        async def main() -> None:
            client = AsyncClient(self.origin, timeout=600)
            records = client.stream_move(**LONG)
            self.assertFalse((await anext(records))["final"])
            await client.close()
            with self.assertRaisesRegex(Unreachable, said):
                # Records that have come are still read.
                [record async for record in records]
            client = AsyncClient(self.origin, timeout=600)
            call = asyncio.create_task(client.move(**LONG))
            while not await asyncio.to_thread(in_flight, self.origin):
                pass
            await client.close()
            with self.assertRaisesRegex(Unreachable, said):
                await call
            await asyncio.to_thread(wait_until_idle, self.origin)
            # It may also wait to ask once more.
            waits = AsyncClient("http://service", transport=Unreliable(busy(503, "9")))
            asked = asyncio.create_task(waits.move())
            while not waits._connections.here()._transport.times:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            await waits.close()
            with self.assertRaisesRegex(Unreachable, "^no answer from http://service: the client was closed during the call$"):
                await asked

        asyncio.run(main())


if __name__ == "__main__":
    unittest.main()
