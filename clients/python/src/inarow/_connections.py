"""The connections of a client."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

import httpx

Transport = httpx.BaseTransport | httpx.AsyncBaseTransport
Http = TypeVar("Http", bound=httpx.Client | httpx.AsyncClient)


class Connections(Generic[Http]):
    """Those of one process: after a fork the child makes its own, since on shared ones each process would read answers of the other."""

    def __init__(self, make: Callable[[], Http], transport: Transport | None) -> None:
        self._make = make
        self._can_fork = not isinstance(transport, httpx.HTTPTransport | httpx.AsyncHTTPTransport)
        self._start()

    def _start(self) -> None:
        self._http = self._make()
        # Last, so that no other thread takes those of the parent.
        self._process = os.getpid()

    def here(self) -> Http:
        """Those of this process."""
        if self._process != os.getpid() and not self._http.is_closed:
            if not self._can_fork:
                raise RuntimeError("the transport of this client has connections that a fork shares: make a client in each process")
            self._start()
        return self._http


class ThreadConnections(Connections[httpx.Client]):
    """The same for calls that block, in any number of threads."""

    def _start(self) -> None:
        self._calls: set[object] = set()
        self._is_left = False
        super()._start()

    @contextmanager
    def kept(self) -> Iterator[httpx.Client]:
        """They are not closed before the end of a call."""
        http, calls, call = self.here(), self._calls, object()
        calls.add(call)
        try:
            if self._is_left:
                raise RuntimeError("this client has been closed")
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
