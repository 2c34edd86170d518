"""Many calls, few of them at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from ._errors import InarowError

Request = TypeVar("Request", bound=Mapping[str, object])
Answer = TypeVar("Answer")
_AHEAD = 4
"""How many times the calls in flight are taken from the requests: a slow call holds up the results of those, not the calls after it."""


def checked_in_flight(calls: int) -> int:
    """Raises `TypeError` or `ValueError` if it is no number of calls."""
    if not isinstance(calls, int):
        raise TypeError(f"in_flight is {calls!r}: give a whole number from 1")
    if calls < 1:
        raise ValueError(f"in_flight is {calls}: give a whole number from 1")
    return calls


def _checked(request: Request) -> Request:
    """Raises `TypeError` if it is not the fields of a call."""
    if not isinstance(request, Mapping):
        raise TypeError(f'{request!r} is not the fields of a call: give a dictionary, such as {{"pos": "4453"}} for solve')
    return request


def mapped(
    call: Callable[..., Answer], requests: Iterable[Request], in_flight: int
) -> Generator[tuple[Request, Answer | InarowError], None, None]:
    """Each request with its answer or error, in order; a single call at a time needs no thread."""

    def answer(request: Request) -> Answer | InarowError:
        try:
            return call(**_checked(request))
        except InarowError as error:
            return error

    if in_flight == 1:
        for request in requests:
            yield request, answer(request)
        return
    threads = ThreadPoolExecutor(in_flight, "inarow")
    begun = deque[tuple[Request, Future[Answer | InarowError]]]()
    try:
        for request in requests:
            begun.append((request, threads.submit(answer, request)))
            if len(begun) == _AHEAD * in_flight:
                first, future = begun.popleft()
                yield first, future.result()
        for first, future in begun:
            yield first, future.result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


async def mapped_async(
    call: Callable[..., Awaitable[Answer]], requests: Iterable[Request], in_flight: int
) -> AsyncGenerator[tuple[Request, Answer | InarowError], None]:
    """The same for asyncio; leaving it cancels the calls that run."""
    free = asyncio.Semaphore(in_flight)

    async def answer(request: Request) -> Answer | InarowError:
        async with free:
            try:
                return await call(**_checked(request))
            except InarowError as error:
                return error

    begun = deque[tuple[Request, asyncio.Task[Answer | InarowError]]]()
    try:
        for request in requests:
            begun.append((request, asyncio.create_task(answer(request))))
            if len(begun) == _AHEAD * in_flight:
                yield begun[0][0], await begun[0][1]
                begun.popleft()
        while begun:
            yield begun[0][0], await begun[0][1]
            begun.popleft()
    finally:
        for _, task in begun:
            task.cancel()
        await asyncio.gather(*(task for _, task in begun), return_exceptions=True)
