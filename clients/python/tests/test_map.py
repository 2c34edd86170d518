"""Any number of requests, few of them at a time, by all clients."""

import asyncio
import threading
import typing
import unittest
from collections.abc import Iterator
from contextlib import aclosing, closing
from typing import Any

import httpx
from both import Blocking, Both
from test_client import LONG, in_flight, wait_until_idle

from inarow import AsyncClient, Client, InarowError, MoveRequest, Problem
from inarow.local import AsyncLocalClient, LocalClient

BOARDS = ["XO.......", "XO..X....", "XO", "X........"] * 10


def requests() -> Iterator[MoveRequest]:
    """No list, and each fourth one is refused."""
    for board in BOARDS:
        yield {"board": board}


class Map(Both):
    """Of both clients, and of the engine in this process."""

    def check(self, found: list[tuple[MoveRequest, Any]]) -> None:
        self.assertEqual([request["board"] for request, _ in found], BOARDS)
        said = [answer.code if isinstance(answer, Problem) else answer["pv"][0]["name"] for _, answer in found]
        self.assertEqual(said, ["a2", "c1", "invalid-request", "b2"] * 10)

    def test_results_come_in_order_with_their_requests(self) -> None:
        for client in (Client(self.origin, timeout=600), LocalClient()):
            for calls in (1, 2, 5):
                self.check(list(client.map(client.move, requests(), in_flight=calls)))

        async def main(client: AsyncClient, calls: int) -> None:
            self.check([found async for found in client.map(client.move, requests(), in_flight=calls)])

        for one in (AsyncClient(self.origin, timeout=600), AsyncLocalClient()):
            for calls in (1, 3):
                asyncio.run(main(one, calls))

    def test_every_call_can_be_mapped_and_so_can_batches(self) -> None:
        client = Client(self.origin, timeout=600)
        moves: list[typing.Any] = [{"kind": "move", "board": board} for board in BOARDS]
        slices = [{"requests": moves[at : at + 16]} for at in range(0, len(moves), 16)]
        answers = [answer for _, answer in client.map(client.batch, slices) if not isinstance(answer, InarowError)]
        self.assertEqual([len(answer["results"]) for answer in answers], [16, 16, 8])
        texts = [answer for _, answer in client.map(client.position_text, [{"board": "XO......."}])]
        self.assertIn("X O .", str(texts[0]))

    def test_a_request_that_is_no_dictionary_is_told_what_to_give(self) -> None:
        said = r"^'4453' is not the fields of a call: give a dictionary, such as \{\"pos\": \"4453\"\} for solve$"
        wrong: list[Any] = ["4453"]
        client = LocalClient()
        for calls in (1, 2):
            with self.assertRaisesRegex(TypeError, said):
                list(client.map(client.solve, wrong, in_flight=calls))

        async def main() -> None:
            async with AsyncLocalClient() as one:
                async for _ in one.map(one.solve, wrong):
                    self.fail("it is no request")

        with self.assertRaisesRegex(TypeError, said):
            asyncio.run(main())
        [(_, scores)] = client.map(client.solve, [{"pos": "4453"}])
        self.assertNotIsInstance(scores, InarowError)

    def test_so_many_are_in_flight_and_no_more(self) -> None:
        both, most, now, lock = threading.Barrier(2, timeout=600), 0, 0, threading.Lock()

        def answer(_: httpx.Request) -> httpx.Response:
            nonlocal most, now
            with lock:
                now += 1
                most = max(most, now)
            both.wait()
            with lock:
                now -= 1
            both.wait()
            return httpx.Response(200, json={"move": None})

        client = Client("http://service", transport=httpx.MockTransport(answer))
        self.assertEqual(len(list(client.map(client.move, requests()))), len(BOARDS))
        self.assertEqual(most, 2)

        async def answer_async(_: httpx.Request) -> httpx.Response:
            nonlocal most, now
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            now -= 1
            return httpx.Response(200, json={"move": None})

        async def main() -> None:
            async with AsyncClient("http://service", transport=httpx.MockTransport(answer_async)) as client:
                self.assertEqual(len([found async for found in client.map(client.move, requests(), in_flight=3)]), len(BOARDS))

        most = 0
        asyncio.run(main())
        self.assertEqual(most, 3)

    def test_leaving_the_loop_asks_no_more(self) -> None:
        asked: list[str] = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(str(request.url))
            return httpx.Response(200, json={"move": None})

        client = Client("http://service", transport=httpx.MockTransport(answer))
        with closing(client.map(client.move, requests(), in_flight=1)) as found:
            next(found)
        self.assertEqual(len(asked), 1)
        for _ in client.map(client.move, requests(), in_flight=2):
            break
        self.assertLessEqual(len(asked), 1 + 8)

        async def main() -> None:
            async with AsyncClient(self.origin, timeout=600) as client:
                long: list[MoveRequest] = [{"board": "XO......."}, LONG, LONG]
                async with aclosing(client.map(client.move, long)) as found:
                    await anext(found)
                    while not await asyncio.to_thread(in_flight, self.origin):
                        pass
                await asyncio.to_thread(wait_until_idle, self.origin)

        asyncio.run(main())

    def test_a_fault_of_the_program_is_raised(self) -> None:
        for client in (Client("http://service"), Blocking("http://service")):
            for options in ({}, {"in_flight": 1}):
                with self.assertRaisesRegex(TypeError, r"^moves\[0\] is None"):
                    self.listed(client, [{"moves": [None]}], **options)
            wrong: list[tuple[Any, type[Exception]]] = [(0, ValueError), (-1, ValueError), ("2", TypeError), (1.5, TypeError)]
            for calls, error in wrong:
                with self.assertRaisesRegex(error, f"^in_flight is {calls!r}: give a whole number from 1$"):
                    self.listed(client, [], in_flight=calls)

    def listed(self, client: Any, requests: Any, **options: Any) -> list[Any]:
        """The results of either client."""
        if isinstance(client, Client):
            return list(client.map(client.move, requests, **options))

        async def main() -> list[Any]:
            async with AsyncClient(*client.settings) as one:
                return [found async for found in one.map(one.move, requests, **options)]

        return asyncio.run(main())


if __name__ == "__main__":
    unittest.main()
