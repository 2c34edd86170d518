"""How long a call may take, and when it is repeated."""

from __future__ import annotations

import asyncio
import logging
import math
import random
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from ._errors import TimedOut, Unreachable
from ._protocol import JSON, RECORDS, checked, checked_key, read_problem, seconds_of, shown_origin

TIMEOUT = 15.0
"""Seconds of silence unless the caller says otherwise: longer than the longest search of a service."""
MATCH_TIMEOUT = 75.0
"""The default timeout of a whole match, which may take a minute."""
FIRST_WAIT = 0.25
"""Seconds before the first repetition where no `Retry-After` says how many; then twice as many each time, up to `GROWTH_MAX`."""
GROWTH_MAX = 8.0
"""Waits and their random parts grow to so many times the first, so that a service that was away for long is asked soon after its return."""
SPREAD = 1.0
"""The random part of the first wait is at most so many seconds, and no more than the wait itself."""

_log = logging.getLogger("inarow")
_REFUSALS = {429: "above the limit", 502: "away", 503: "busy"}
"""Statuses of refusals that may pass."""
_WAITED_FOR = {
    httpx.ConnectTimeout: "there was no connection",
    httpx.WriteTimeout: "the request was not taken",
    httpx.PoolTimeout: "all connections of this client were in use",
}


class Clock:
    """The time of a client; tests have one of their own."""

    def now(self) -> float:
        """Seconds from any start."""
        return time.monotonic()

    def chance(self) -> float:
        """A random number from 0 to 1."""
        return random.random()

    def sleep(self, seconds: float) -> None:
        """Blocks."""
        time.sleep(seconds)

    async def pause(self, seconds: float) -> None:
        """The same for asyncio."""
        await asyncio.sleep(seconds)


class Settings:
    """The settings that the clients have in common."""

    def __init__(self, origin: str, key: str | None, timeout: float | None, retries: int, retry_for: float | None) -> None:
        self.origin = checked(origin)
        for option, seconds in (("timeout", timeout), ("retry_for", retry_for)):
            if isinstance(seconds, str):
                raise TypeError(f"{option} is a text; give seconds, such as float({seconds!r})")
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout is {timeout!r}: give seconds above 0")
        if retry_for is not None and not retry_for > 0:
            raise ValueError(f"retry_for is {retry_for!r}: give seconds above 0, or retries=0 to ask once")
        if not isinstance(retries, int):
            raise TypeError(f"retries is {retries!r}: give a whole number from 0; 0 asks once")
        if retries < 0:
            raise ValueError(f"retries is {retries}: give a whole number from 0; 0 asks once")
        key = checked_key(key)
        self.headers = {"authorization": f"Bearer {key}"} if key else {}
        self.timeout = timeout
        self.retries = retries
        self.retry_for = retry_for

    def seconds(self, path: str, accept: str) -> float:
        """How long the service may be silent; a stream has signs of life."""
        if self.timeout is not None:
            return self.timeout
        return MATCH_TIMEOUT if path == "match" and accept == JSON else TIMEOUT


class Attempts:
    """The attempts of one call. `seconds` is how long the current one may wait for the service."""

    def __init__(self, settings: Settings, path: str, accept: str, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._path = path
        self.seconds = settings.seconds(path, accept)
        retry_for = settings.retry_for
        self._end = clock.now() + (self.seconds if retry_for is None else retry_for)
        # Within `retry_for` seconds there is no other bound, and each attempt may wait as long as the first.
        self._retries = settings.retries if retry_for is None else math.inf
        # A stream has signs of life, so that it may take as long as it likes.
        self._shares_time = retry_for is None and accept != RECORDS
        self._made = 1

    def wait_after(self, response: httpx.Response) -> float:
        """Seconds until the next attempt; raises the problem of the answer if there is to be none."""
        may_pass = response.status_code in _REFUSALS
        seconds = self._wait(seconds_of(response.headers.get("retry-after")))
        if not may_pass or not self._again(seconds):
            raise read_problem(response, self._settings.origin, self._remedy if may_pass else "")
        self._tell(_REFUSALS[response.status_code], response.status_code, seconds)
        return seconds

    def wait_after_error(self, error: httpx.RequestError) -> float:
        """The same where no answer came; raises the error with the address."""
        may_pass = _may_pass(error)
        seconds = self._wait(None)
        if not may_pass or not self._again(seconds):
            raise self.named(error, self._remedy if may_pass else "") from error
        self._tell("no answer", str(error) or type(error).__name__, seconds)
        return seconds

    def _tell(self, what: str, why: object, seconds: float) -> None:
        _log.info("%s, %s: %s (%s), again in %.1f s", shown_origin(self._settings.origin), self._path, what, why, seconds)

    def closed(self) -> Unreachable:
        """The error of a call whose client is closed before its answer."""
        return Unreachable(f"no answer from {self._settings.origin}: the client was closed during the call")

    def _wait(self, retry_after: float | None) -> float:
        """How long to wait, with a random part, so that calls which were refused together do not come back together: more each time."""
        # Without a bound, the power of two grows beyond all numbers.
        growth = min(GROWTH_MAX, 2.0 ** min(self._made - 1, 10))
        seconds = FIRST_WAIT * growth if retry_after is None else retry_after
        most = growth * min(SPREAD, FIRST_WAIT if retry_after is None else retry_after)
        # A call that has time for the wait alone is still made.
        left = max(0.0, self._end - self._clock.now() - seconds)
        return seconds + self._clock.chance() * min(most, left)

    def named(self, error: httpx.RequestError, remedy: str = "", what: str = "no answer from {}") -> Unreachable:
        """The error with the address and, if it is one of time, with the event that it waited for."""
        # The property of httpx raises an error where there is no request.
        request = getattr(error, "_request", None)
        said = str(error) or type(error).__name__
        if isinstance(error, httpx.TimeoutException):
            asked = f"{request.method} {request.url.path} got nothing" if request else "nothing came"
            said = f"{_WAITED_FOR.get(type(error), asked)} for {round(self.seconds, 2):g} s; the client's option timeout, in seconds, allows more"
        elif re.search("wrong.version|record layer", said, re.IGNORECASE):
            said += "; perhaps the service speaks http, not https"
        times = f" (asked {self._made} times)" if self._made > 1 else ""
        kind = TimedOut if isinstance(error, httpx.TimeoutException) else Unreachable
        return kind(f"{what.format(self._settings.origin)}: {said}{times}{remedy}", request=request)

    @property
    def _remedy(self) -> str:
        """Advice to outlast a failure that passes, unless this client has it or is told to ask once; a local engine has no such failures."""
        settings = self._settings
        is_of_use = settings.retry_for is None and settings.retries > 0 and not settings.origin.startswith("local:")
        return "; the client's option retry_for, in seconds, asks for longer" if is_of_use else ""

    def _again(self, seconds: float) -> bool:
        """Counts a repetition after a wait, if it is allowed."""
        left = self._end - self._clock.now() - seconds
        if self._made > self._retries or left <= 0:
            return False
        self._made += 1
        if self._shares_time:
            self.seconds = left
        return True


@contextmanager
def naming(attempts: Attempts) -> Iterator[None]:
    """Names the address in errors of the network."""
    try:
        yield
    except httpx.RequestError as error:
        raise attempts.named(error) from error


@contextmanager
def naming_stream(attempts: Attempts, http: httpx.Client | httpx.AsyncClient) -> Iterator[None]:
    """The same for a stream that has begun."""
    try:
        yield
    except httpx.RequestError as error:
        if http.is_closed:
            raise attempts.closed() from error
        if isinstance(error, httpx.TimeoutException):
            raise attempts.named(error) from error
        remedy = "; a stream that has begun is not repeated: call again, or go on with the records that came"
        raise attempts.named(error, remedy, "the connection to {} was lost during the answer") from error


def _may_pass(error: httpx.RequestError) -> bool:
    """Whether it is that of a service which starts again: a connection refused, reset, or closed without an answer."""
    if not isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError) or str(error).startswith("illegal"):
        return False
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror | ssl.SSLError):
            return False
        cause = cause.__cause__ or cause.__context__
    return True
