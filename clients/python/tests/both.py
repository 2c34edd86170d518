"""Both clients behind the same calls, and services that are not well."""

import asyncio
import inspect
import time
import unittest
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
from service import running

from inarow import AsyncClient, Client


def busy(status: int, seconds: str) -> httpx.Response:
    """What a service says that has too much to do."""
    problem = {"code": "saturated", "status": status, "detail": "busy"}
    return httpx.Response(status, headers={"retry-after": seconds}, json=problem)


class Unreliable(httpx.MockTransport):
    """Answers as told, then with an empty object."""

    def __init__(self, *answers: httpx.Response) -> None:
        self.answers = list(answers)
        self.times: list[float] = []
        super().__init__(self.answer)

    def answer(self, _: httpx.Request) -> httpx.Response:
        """The next answer."""
        self.times.append(time.monotonic())
        return self.answers.pop(0) if self.answers else httpx.Response(200, json={})


class Blocking:
    """An `AsyncClient` behind the calls of `Client`, so that one test holds both."""

    def __init__(self, *settings: Any, **options: Any) -> None:
        self.settings = settings
        self.options = options

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def answer(*values: Any, **request: Any) -> Any:
            async with AsyncClient(*self.settings, **self.options) as client:
                found = getattr(client, name)(*values, **request)
                return await found if inspect.isawaitable(found) else found

        async def records(*values: Any, **request: Any) -> list[Any]:
            async with AsyncClient(*self.settings, **self.options) as client:
                stream: AsyncIterator[Any] = getattr(client, name)(*values, **request)
                return [record async for record in stream]

        call = records if name.startswith("stream_") else answer
        return lambda *values, **request: asyncio.run(call(*values, **request))


class Both(unittest.TestCase):
    """A service, and both clients of it."""

    origin: str
    servers: ExitStack

    @classmethod
    def setUpClass(cls) -> None:
        cls.servers = ExitStack()
        cls.origin = cls.servers.enter_context(running())

    @classmethod
    def tearDownClass(cls) -> None:
        cls.servers.close()

    def clients(self, **options: Any) -> Iterator[Any]:
        """Both clients, one after the other."""
        for kind in (Client, Blocking):
            with self.subTest(kind.__name__):
                yield kind(options.pop("origin", self.origin), **{"timeout": 600, **options})
