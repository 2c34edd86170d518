"""The engine in this process, without a service: `pip install inarow[local]`."""

import asyncio
import atexit
import json
import os
import queue
import secrets
import threading
import time
import uuid
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.resources import files
from typing import Any, Literal, Never, TypedDict, Unpack

import httpx

try:
    import wasmtime
except ImportError as error:
    raise ImportError("inarow.local needs wasmtime: pip install 'inarow[local]'") from error

from ._async import AsyncClient
from ._client import Client
from ._protocol import only_known
from .types import PageRequest, PictureRequest, TreeFigure

__all__ = ["AsyncLocalClient", "AsyncLocalTransport", "LocalClient", "LocalSettings", "LocalTransport"]

_LINES = "application/x-ndjson"
_FORMS = {"text/plain": "text", "application/x-go-sgf": "sgf"}
_STREAMED = frozenset({"move", "analysis", "review", "match"})
# A module has at most 256 MiB of memory, which tables, books and searches of all games share.
_RANGES = {"tableMib": (1, 96), "movetimeMsDefault": (1, 86_400_000), "movetimeMsMax": (1, 86_400_000)}
# Longer than that of a service: nobody waits in a queue behind a process of one's own.
_MOVETIME_MS_MAX = 60_000


class LocalSettings(TypedDict, total=False):
    """Limits of a local engine."""

    tableMib: int
    """Memory for positions that were seen, 1 to 96 MiB; 64 unless given, as in the service."""
    movetimeMsDefault: int
    """Search time of a move or an analysis that names no limit, in milliseconds; 1,000 unless given, as in the service."""
    movetimeMsMax: int
    """Longest search time, also of puzzles, reviews and batches, in milliseconds; 60,000 unless given, and 10,000 in the service. A match has 60,000 at least."""


def _checked(settings: LocalSettings) -> dict[str, int]:
    """The settings with their defaults; raises `TypeError` for an unknown one, `ValueError` for one that is out of range."""
    only_known("LocalClient", settings, _RANGES)
    values: dict[str, Any] = {"movetimeMsMax": _MOVETIME_MS_MAX, **settings}
    for name, value in values.items():
        least, most = _RANGES[name]
        if not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{name} is {value!r}: send a whole number from {least} to {most}")
    return values


def _explained(body: bytes, movetime_ms_max: int) -> bytes:
    """A problem in the words of a process; those of a service are for its clients."""
    document = json.loads(body)
    problem = document.get("problem", document)
    own = {
        "internal": "the engine in this process has failed; perhaps it lacks memory, and a smaller tableMib helps",
        "saturated": "the engine's time ended before there was an answer: allow more movetime or, in a call without one, more than "
        f"LocalClient(movetimeMsMax={movetime_ms_max})",
    }
    problem["detail"] = own.get(problem["code"], problem["detail"])
    return json.dumps(document, separators=(",", ":")).encode()


def _failed(head: dict[str, Any]) -> bytes:
    """The service's problem document where the engine has failed."""
    detail = "an error in the service, not in the request; report it with the requestId"
    problem = {
        "type": f"{head['service']}/docs#problem-internal",
        "title": "The service failed",
        "status": 500,
        "detail": detail,
        "instance": f"/v1/{head['endpoint']}",
        "code": "internal",
        "requestId": head["requestId"],
        "errors": [],
    }
    return json.dumps(problem, separators=(",", ":")).encode()


def _module() -> bytes:
    """The engine; the published package has it, a checkout of the repository once it is made."""
    file = files("inarow") / "inarow.wasm"
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(f"no engine at {file}; in a checkout of the repository, tools/build_wasm.sh makes it") from None


def _refuse_ended(cancelled: threading.Event) -> None:
    if cancelled.is_set():
        raise httpx.ReadError("the call was ended")


class _Engine:
    """The contract as WebAssembly. One call at a time."""

    def __init__(self, settings: dict[str, int]) -> None:
        config = wasmtime.Config()
        # The next process need not compile it again, unless there is nowhere to keep it.
        with suppress(wasmtime.WasmtimeError):
            config.cache = True
        self._engine = wasmtime.Engine(config)
        self._code = _module()
        self._module: wasmtime.Module | None = None
        self._settings = settings
        self.begin()
        _of_process.add(self)
        self._on_record: Callable[[bytes], None] | None = None
        self._cancelled = threading.Event()

    def begin(self) -> None:
        """Begins with the module alone: at a fork, a thread of the parent may be in the engine."""
        self._lock = threading.Lock()
        self._exports: Any = None

    def answer(
        self, head: dict[str, Any], fields: bytes, cancelled: threading.Event, on_record: Callable[[bytes], None] | None = None
    ) -> tuple[int, bytes]:
        """Status and body of the reply; progress records go to `on_record`. Raises `httpx.ReadError` once it is cancelled."""
        with self._lock:
            _refuse_ended(cancelled)
            self._cancelled, self._on_record = cancelled, on_record
            try:
                if self._exports is None:
                    self._start()
                reply = self._call("answer", *self._write(json.dumps(head).encode()), *self._write(fields))
                _refuse_ended(cancelled)
                words = self._read(reply, 12)
                address, length, status = (int.from_bytes(words[at : at + 4], "little") for at in (0, 4, 8))
                return status, self._own(status, self._read(address, length))
            except wasmtime.Trap:
                # After a trap, the memory of an instance has no meaning.
                self._exports = None
                return 500, self._own(500, _failed(head))

    def _own(self, status: int, body: bytes) -> bytes:
        is_problem = status != 200 or body.startswith(b'{"final":true,"problem"')
        return _explained(body, self._settings["movetimeMsMax"]) if is_problem else body

    def _start(self) -> None:
        # This takes a second, which an event loop does not have.
        if self._module is None:
            self._module = wasmtime.Module(self._engine, self._code)
        self._store = wasmtime.Store(self._engine)
        linker = wasmtime.Linker(self._engine)
        number, word, long = wasmtime.ValType.f64(), wasmtime.ValType.i32(), wasmtime.ValType.i64()
        imports: list[tuple[str, list[wasmtime.ValType], list[wasmtime.ValType], Callable[..., Any]]] = [
            ("now", [], [number], self._now),
            ("date", [], [number], lambda: time.time() * 1e3),
            ("entropy", [], [long], lambda: secrets.randbits(63)),
            ("record", [word, word], [], self._record),
        ]
        for name, takes, gives, function in imports:
            linker.define(self._store, "inarow", name, wasmtime.Func(self._store, wasmtime.FuncType(takes, gives), function))
        self._exports = linker.instantiate(self._store, self._module).exports(self._store)
        if not self._call("configure", *self._write(json.dumps(self._settings).encode())):
            self._exports = None
            raise ValueError(f"settings that are not valid: {self._settings}")

    def _now(self) -> float:
        if self._cancelled.is_set():
            self._exports["memory"].write(self._store, b"\1", self._call("cancel_flag"))
        return time.monotonic() * 1e3

    def _record(self, address: int, length: int) -> None:
        if self._on_record:
            self._on_record(self._read(address, length))

    def _call(self, name: str, *values: int) -> int:
        return int(self._exports[name](self._store, *values))

    def _write(self, data: bytes) -> tuple[int, int]:
        address = self._call("allocate", len(data))
        self._exports["memory"].write(self._store, data, address)
        return address, len(data)

    def _read(self, address: int, length: int) -> bytes:
        return bytes(self._exports["memory"].read(self._store, address, address + length))


class _Records(httpx.SyncByteStream):
    """The records of a stream as they are found; closing it ends the search."""

    def __init__(self, found: Iterator[bytes], cancelled: threading.Event) -> None:
        self._found, self._cancelled = found, cancelled

    def __iter__(self) -> Iterator[bytes]:
        yield from self._found

    def close(self) -> None:
        self._cancelled.set()


class _AsyncRecords(httpx.AsyncByteStream):
    """The same for asyncio."""

    def __init__(self, found: AsyncIterator[bytes], cancelled: threading.Event) -> None:
        self._found, self._cancelled = found, cancelled

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for line in self._found:
            yield line

    async def aclose(self) -> None:
        self._cancelled.set()


class _Call:
    """A request as the engine takes it, and its response."""

    def __init__(self, request: httpx.Request, body: bytes) -> None:
        endpoint = request.url.path.rpartition("/")[2]
        is_query = request.method != "POST"
        self._accept = request.headers.get("accept", "")
        self._is_lines = self._accept == _LINES
        form = _FORMS.get(self._accept, "document") if not self._is_lines else "stream" if endpoint in _STREAMED else "lines"
        request_id = str(uuid.uuid4())
        self.head = {"endpoint": endpoint, "form": form, "query": is_query, "service": "", "requestId": request_id}
        self.fields = request.url.query if is_query else body
        self.is_stream = form == "stream"
        self.cancelled = threading.Event()
        self._headers = {"x-inarow-source": "local", "x-request-id": request_id}

    def response(self, status: int, body: bytes) -> httpx.Response:
        """The response of an answer, or of a problem."""
        kind = self._accept if self._is_lines or self._accept in _FORMS else "application/json"
        return httpx.Response(status, headers=self._head(kind if status == 200 else "application/problem+json"), content=body)

    def stream(self, records: httpx.SyncByteStream | httpx.AsyncByteStream) -> httpx.Response:
        """The response of a search whose records are found one by one."""
        return httpx.Response(200, headers=self._head(_LINES), stream=records)

    def _head(self, kind: str) -> dict[str, str]:
        return {**self._headers, "content-type": kind}


_Event = tuple[int | None, bytes] | BaseException
"""A record, or status and body of the reply; or the error that the caller's thread raises."""


class _Search(threading.Thread):
    """A call of the engine in a thread of its own: a signal handler that raises, as that of Ctrl-C does, must not unwind through the engine."""

    running: "set[_Search]" = set()

    def __init__(self, engine: _Engine, call: _Call) -> None:
        super().__init__(name="inarow", daemon=True)
        self._engine, self._call = engine, call
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()

    def run(self) -> None:
        self.running.add(self)
        call, event = self._call, self._events.put
        try:
            event(self._engine.answer(call.head, call.fields, call.cancelled, lambda record: event((None, record))))
        except BaseException as error:
            event(error)
        finally:
            self.running.discard(self)

    def take(self) -> tuple[int | None, bytes]:
        """Waits for the next event; an interrupt ends the search."""
        try:
            event = self._next()
        except BaseException:
            self.cancel()
            raise
        if isinstance(event, BaseException):
            raise event
        return event

    def _next(self) -> _Event:
        while True:
            # Windows looks for Ctrl-C only between waits.
            with suppress(queue.Empty):
                return self._events.get(timeout=0.1)

    def cancel(self) -> None:
        """The engine ends the search at its next look at the clock."""
        self._call.cancelled.set()


@atexit.register
def _end_searches() -> None:
    """A thread in the engine must not outlive the interpreter that it calls."""
    running = list(_Search.running)
    for search in running:
        search.cancel()
    for search in running:
        search.join()


class LocalTransport(httpx.BaseTransport):
    """Takes the place of the network in `Client` or any `httpx.Client`; the settings are those of `LocalClient`."""

    def __init__(self, **settings: Unpack[LocalSettings]) -> None:
        self._engine = _Engine(_checked(settings))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answers a request as the service does; an interrupt ends its search."""
        call = _Call(request, request.read())
        search = _Search(self._engine, call)
        try:
            search.start()
        except BaseException:
            search.cancel()
            raise
        status, body = search.take()
        if not call.is_stream or status not in (None, 200):
            return call.response(status or 500, body)

        def lines() -> Iterator[bytes]:
            at, line = status, body
            while True:
                yield line + b"\n"
                if at is not None:
                    return
                at, line = search.take()

        return call.stream(_Records(lines(), call.cancelled))


class AsyncLocalTransport(httpx.AsyncBaseTransport):
    """The same for `AsyncClient` or any `httpx.AsyncClient` on asyncio: the engine has a thread of its own."""

    def __init__(self, **settings: Unpack[LocalSettings]) -> None:
        self._engine = _Engine(_checked(settings))
        self.begin()
        _of_process.add(self)

    def begin(self) -> None:
        """Begins without the thread, which a fork lacks."""
        self._running: set[threading.Event] = set()
        self._worker = ThreadPoolExecutor(1, "inarow")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answers a request as the service does; a task that is cancelled ends its search."""
        call = _Call(request, await request.aread())
        if call.is_stream:
            return await self._stream(call)
        self._running.add(call.cancelled)
        try:
            answer = asyncio.get_running_loop().run_in_executor(self._worker, self._engine.answer, call.head, call.fields, call.cancelled)
            return call.response(*await answer)
        finally:
            call.cancelled.set()
            self._running.discard(call.cancelled)

    async def aclose(self) -> None:
        """Ends the searches that run, and the thread."""
        for cancelled in list(self._running):
            cancelled.set()
        self._worker.shutdown(wait=False)

    async def _stream(self, call: _Call) -> httpx.Response:
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[_Event] = asyncio.Queue()

        def put(event: _Event) -> None:
            # A loop that is closed listens no more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(events.put_nowait, event)

        def search() -> None:
            try:
                put(self._engine.answer(call.head, call.fields, call.cancelled, lambda record: put((None, record))))
            except BaseException as error:  # The caller's task raises it.
                put(error)
            finally:
                self._running.discard(call.cancelled)

        async def take() -> tuple[int | None, bytes]:
            event = await events.get()
            if isinstance(event, BaseException):
                raise event
            return event

        self._running.add(call.cancelled)
        self._worker.submit(search)
        try:
            status, body = await take()
        except BaseException:
            call.cancelled.set()
            raise
        if status not in (None, 200):
            return call.response(status or 500, body)

        async def lines() -> AsyncIterator[bytes]:
            at, line = status, body
            while True:
                yield line + b"\n"
                if at is not None:
                    return
                at, line = await take()

        return call.stream(_AsyncRecords(lines(), call.cancelled))


class _WithoutAddresses:
    """The methods of `Client` that need a service."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def picture_url(self, format: Literal["svg", "png"] = "svg", **request: Unpack[PictureRequest]) -> Never:
        """Raises `ValueError`, since there is no service."""
        raise ValueError("no service, no address of a picture: call picture_svg")

    def picture_png(self, **request: Unpack[PictureRequest]) -> Never:
        """Raises `ValueError`: the engine draws SVG alone."""
        raise ValueError("no service, no PNG: call picture_svg")

    def tree_url(self, format: Literal["svg", "json", "dot", "mermaid"] | None = "svg", **request: Unpack[TreeFigure]) -> Never:
        """Raises `ValueError`, since there is no service."""
        raise ValueError("no service, no address of a figure: call tree_figure")

    def page_url(self, **request: Unpack[PageRequest]) -> Never:
        """Raises `ValueError`, since there is no service that has a page."""
        raise ValueError("no service, no address of its page")


_of_process: "weakref.WeakSet[_Engine | AsyncLocalTransport]" = weakref.WeakSet()


def _begin_in_fork() -> None:
    for part in list(_of_process):
        part.begin()


if hasattr(os, "register_at_fork"):  # Windows has no forks.
    os.register_at_fork(after_in_child=_begin_in_fork)


class LocalClient(_WithoutAddresses, Client):
    """The methods of `Client` without a service; `picture_png` and addresses raise `ValueError`, since only a service has them.

    The answers are those of the service, but for times and ids, where no clock ends the search: proven results, and calls with `depth` or
    `nodes`. Use these for labels of reviews that are to be the same each time. Calls are answered one at a time; threads may share the client.
    A review takes up to 60 s, or `movetimeMsMax`, which is 10,000 in the service, unless its `movetime` says otherwise; with one, the clock ends its
    searches. Gomoku takes three to four times as long as on a thread of the service, other boards little longer. The first use compiles the engine in some
    seconds, and keeps that, 3.4 MB, in the user's cache of wasmtime. Of small calls, a batch of 64 takes a twentieth of the time.

    Raises `TypeError` for an unknown setting, `ValueError` for one that is out of range.
    """

    # The engine answers so, and Ctrl-C ends the call that runs.
    _in_flight_max = 1

    def __init__(self, **settings: Unpack[LocalSettings]) -> None:
        super().__init__("local://inarow", retries=0, transport=LocalTransport(**settings))
        self._options = settings


class AsyncLocalClient(_WithoutAddresses, AsyncClient):
    """`LocalClient` for asyncio: the methods of `AsyncClient`, and the engine in a thread of its own, so that the event loop goes on.

    Calls are answered one at a time, in their order. A task that is cancelled, or a stream that is closed, ends its search, and `close` ends all.
    """

    def __init__(self, **settings: Unpack[LocalSettings]) -> None:
        super().__init__("local://inarow", retries=0, transport=AsyncLocalTransport(**settings))
        self._options = settings
