"""Both clients behind the same calls, and services that are not well."""

import asyncio
import inspect
import json
import re
import unittest
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import httpx
from service import running

from inarow import AsyncClient, Client
from inarow._attempts import Clock


def settled(answer: object) -> object:
    """An answer without its times."""
    return json.loads(re.sub(r'"timeMs": [\d.e+-]+', '"timeMs": 0', json.dumps(answer)))


def busy(status: int, seconds: str) -> httpx.Response:
    """The answer of a service with too much to do."""
    problem = {"code": "saturated", "status": status, "detail": "busy"}
    return httpx.Response(status, headers={"retry-after": seconds}, json=problem)


class Unreliable(httpx.MockTransport):
    """Answers as told, then with an empty object."""

    def __init__(self, *answers: httpx.Response | Exception, clock: Clock | None = None) -> None:
        self.answers = list(answers)
        self.clock = clock or Clock()
        self.times: list[float] = []
        self.timeouts: list[float] = []
        super().__init__(self.answer)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """The next answer, or the error of the network."""
        self.times.append(self.clock.now())
        self.timeouts.append(request.extensions["timeout"]["read"])
        answer = self.answers.pop(0) if self.answers else httpx.Response(200, json={"move": None})
        if isinstance(answer, Exception):
            raise answer
        return answer


class Told(Clock):
    """A clock that goes on only where a client waits."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def chance(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    async def pause(self, seconds: float) -> None:
        self.seconds += seconds


@contextmanager
def told_clock() -> Iterator[Told]:
    """Both clients wait by this clock, and without chance."""
    clock = Told()
    with mock.patch.object(Client, "_clock", clock), mock.patch.object(AsyncClient, "_clock", clock):
        yield clock


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
