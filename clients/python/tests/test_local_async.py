"""The engine in this process, for asyncio: the same answers beside a loop that goes on."""

import asyncio
import unittest
from contextlib import aclosing
from typing import Any

from both import settled

from inarow import MoveRequest, Problem, Unreachable
from inarow.local import AsyncLocalClient, AsyncLocalTransport, LocalClient, LocalSettings

LONGEST = LocalSettings(movetimeMsMax=3_600_000)
LONG = MoveRequest(game="gomoku", movetime=3_000_000)
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("move", {"board": "XO.......", "turn": "X", "pov": "O"}),
    ("move_text", {"game": "connect-four", "moves": "4131"}),
    ("position", {"board": "XO.......", "heuristics": ["lines"]}),
    ("review_sgf", {"game": "connect-four", "moves": "44535"}),
    ("puzzle", {"seed": 1, "theme": "fork", "solution": True}),
    ("solve", {"pos": "4453"}),
    ("games", {}),
    ("batch", {"requests": [{"kind": "position"}]}),
]
STREAMS: list[tuple[str, dict[str, Any]]] = [
    ("stream_move", {"game": "gomoku", "moves": [112, 96], "depth": 3}),
    ("stream_review", {"moves": [4, 1, 0]}),
    ("stream_continuations", {"board": "XOXXOO.X.", "turn": "O"}),
]


def engine_lock(client: AsyncLocalClient) -> Any:
    """That of the engine, which is held while it searches."""
    transport = client._connections.here()._transport
    assert isinstance(transport, AsyncLocalTransport)
    return transport._engine._lock


def listed(client: LocalClient, call: str, request: dict[str, Any]) -> list[Any]:
    """The records of a client that blocks."""
    return list(getattr(client, call)(**request))


async def searching(client: AsyncLocalClient) -> asyncio.Task[Any]:
    """A call that only its end ends, once the engine has it."""
    task = asyncio.create_task(client.move(**LONG))
    while not engine_lock(client).locked():
        await asyncio.sleep(0.001)
    return task


class AsyncLocalTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = AsyncLocalClient(**LONGEST)
        self.addAsyncCleanup(self.client.close)

    async def assert_answers(self) -> None:
        move = (await self.client.move())["move"]
        assert move is not None
        self.assertEqual(move["cell"], 0)

    async def test_answers_are_those_of_the_client_that_blocks(self) -> None:
        with LocalClient(**LONGEST) as blocking:
            for call, request in CALLS:
                with self.subTest(call):
                    own = await getattr(self.client, call)(**request)
                    self.assertEqual(settled(own), settled(await asyncio.to_thread(getattr(blocking, call), **request)))
            for call, request in STREAMS:
                with self.subTest(call):
                    records = [record async for record in getattr(self.client, call)(**request)]
                    expected = await asyncio.to_thread(listed, blocking, call, request)
                    self.assertEqual(settled(records), settled(expected))

    async def test_refusals_are_those_of_the_client_that_blocks(self) -> None:
        with self.assertRaises(Problem) as raised:
            await self.client.move(board="XO", depth=1000)
        self.assertEqual([error["pointer"] for error in raised.exception.errors], ["/board", "/depth"])
        with self.assertRaises(Problem):
            await anext(self.client.stream_move(board="XO"))
        for address in (self.client.picture_url, self.client.tree_url):
            with self.assertRaisesRegex(ValueError, "^no service, no address of a (picture|figure): call (picture_svg|tree_figure)$"):
                address()
        with self.assertRaisesRegex(ValueError, "^tableMib is 0: send a whole number from 1 to 96$"):
            AsyncLocalClient(tableMib=0)

    async def test_a_call_that_is_cancelled_ends_its_search_and_those_that_wait_go_on(self) -> None:
        running = await searching(self.client)
        waiting = asyncio.create_task(self.client.move(**LONG))
        last = asyncio.create_task(self.client.position())
        await asyncio.sleep(0)
        for task in (waiting, running):
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        self.assertEqual((await last)["position"]["turn"], "X")
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(0.05):
                await self.client.move(**LONG)
        await self.assert_answers()

    async def test_closing_a_stream_ends_its_search(self) -> None:
        async with aclosing(self.client.stream_move(**LONG)) as stream:
            self.assertFalse((await anext(stream))["final"])
            self.assertTrue(engine_lock(self.client).locked(), "the loop goes on beside the search")
        await self.assert_answers()

    async def test_closing_the_client_ends_the_calls_that_run(self) -> None:
        client = AsyncLocalClient(**LONGEST)
        running = await searching(client)
        waiting = asyncio.create_task(anext(client.stream_move(**LONG)))
        await asyncio.sleep(0)
        await client.close()
        for task in (running, waiting):
            with self.assertRaisesRegex((Unreachable, RuntimeError), "^(no answer from local://inarow: the call was ended|.*closed.*)$"):
                await task


if __name__ == "__main__":
    unittest.main()
