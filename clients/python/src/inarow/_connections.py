"""The connections of a client."""

import asyncio
import functools
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

_CLOSED = "this client has been closed"


def copied(client: object, options: Mapping[str, object]) -> tuple[Callable[[], Any], tuple[()]]:
    """How pickle makes a client in another process: anew, with connections of its own."""
    try:
        pickle.dumps(options)
    except Exception as error:
        raise TypeError(f"an option of this {type(client).__name__} cannot go to another process ({error}): make a client in each process") from error
    return functools.partial(type(client), **options), ()


class ThreadConnections:
    """The connections of one process, for calls that block, in any number of threads.

    After a fork the child makes its own, since on shared ones each process would read answers of the other.
    """

    def __init__(self, make: Callable[[], httpx.Client], transport: httpx.BaseTransport | None) -> None:
        self._make = make
        self._can_fork = not isinstance(transport, httpx.HTTPTransport)
        self._start()

    def _start(self) -> None:
        self._calls: set[object] = set()
        self._is_left = False
        self._http = self._make()
        # Last, so that no other thread takes those of the parent.
        self._process = os.getpid()

    def here(self) -> httpx.Client:
        """The connections of this process."""
        if self._process != os.getpid() and not self._http.is_closed:
            if not self._can_fork:
                raise RuntimeError("the transport of this client has connections that a fork shares: make a client in each process")
            self._start()
        return self._http

    @contextmanager
    def kept(self) -> Iterator[httpx.Client]:
        """They are not closed before the end of a call."""
        http, calls, call = self.here(), self._calls, object()
        calls.add(call)
        try:
            if self._is_left:
                raise RuntimeError(_CLOSED)
            yield http
        finally:
            calls.discard(call)
            if self._is_left and not calls:
                http.close()

    def leave(self) -> None:
        """Takes no more calls, and closes them at the end of the last one."""
        http = self.here()
        self._is_left = True
        if not self._calls:
            http.close()


class LoopConnections:
    """The connections for asyncio: each event loop of each process has its own, since those of another one hear nothing in it."""

    def __init__(self, make: Callable[[], httpx.AsyncClient], transport: httpx.AsyncBaseTransport | None) -> None:
        self._make = make
        self._can_part = not isinstance(transport, httpx.AsyncHTTPTransport)
        self._is_shared = transport is not None
        self._of: dict[tuple[int, asyncio.AbstractEventLoop], httpx.AsyncClient] = {}
        self._is_left = False

    def here(self) -> httpx.AsyncClient:
        """The connections of the loop that runs."""
        if self._is_left:
            raise RuntimeError(_CLOSED)
        here = (os.getpid(), asyncio.get_running_loop())
        if here not in self._of or self._of[here].is_closed:
            if self._of and not self._can_part:
                raise RuntimeError("the transport of this client has connections of another process or event loop: make a client in each")
            # Other threads may do the same for loops of their own.
            for process, loop in list(self._of):
                if loop.is_closed():
                    self._of.pop((process, loop), None)
            self._of[here] = http = self._make()
            # At its end a loop awaits `aclose` of all that begins here, as generators do; a transport of the caller's serves other loops, too.
            begins = sys.get_asyncgen_hooks().firstiter
            if begins and not self._is_shared:
                begins(http)  # type: ignore[arg-type]
        return self._of[here]

    async def leave(self) -> None:
        """Takes no more calls, and closes them; loops of other threads close their own."""
        if self._is_left:
            return
        own = self.here()
        self._is_left = True
        for (process, loop), http in list(self._of.items()):
            if http is not own and process == os.getpid() and loop.is_running():
                asyncio.run_coroutine_threadsafe(http.aclose(), loop)
        await own.aclose()
