"""The client whose calls block."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, Literal, Never, Self, Unpack, overload

import httpx

from ._attempts import Attempts, Clock, Settings, naming, naming_stream
from ._connections import ThreadConnections, copied
from ._errors import InarowError
from ._map import Answer, Request, checked_in_flight, mapped
from ._protocol import (
    ANY,
    JSON,
    PNG,
    RECORDS,
    SVG,
    TEXT,
    arguments,
    ended_early,
    is_answer,
    page_url,
    picture_url,
    read_body,
    read_record,
    shown_origin,
    tree_url,
)
from .types import (
    AnalysisAnswer,
    AnalysisProgress,
    AnalysisRequest,
    BatchAnswer,
    BatchedAnalysis,
    BatchedMove,
    BatchedPosition,
    BatchedRequest,
    BatchOf,
    ColumnScores,
    ContinuationsAnswer,
    ContinuationsRecord,
    ContinuationsRequest,
    FinalAnalysis,
    FinalMatch,
    FinalMove,
    FinalReview,
    GamesAnswer,
    HeuristicsAnswer,
    MatchAnswer,
    MatchProgress,
    MatchRequest,
    MoveAnswer,
    MoveProgress,
    MoveRequest,
    PageRequest,
    PictureRequest,
    PositionAnswer,
    PositionParts,
    PositionRequest,
    PuzzleAnswer,
    PuzzleRequest,
    ReviewAnswer,
    ReviewProgress,
    ReviewRequest,
    TreeAnswer,
    TreeFigure,
    TreeRequest,
    WholePositionRequest,
)


class Client:
    """Asks a service.

    `key` is a key of the operator. `timeout` is how many seconds the service may be silent: 15 unless given, and 75 for a match; where an operator
    allows a `movetime` above it, it has to be longer. `retries` is how often a call is repeated that got a 429, 502 or 503, or whose connection was
    refused, reset or closed without an answer, as when a service starts again: after the time of its `Retry-After`, else 0.25 s, 0.5 s, 1 s and each
    time 2 s, and a random part of at most 1 s, then 2 s, 4 s and each time 8 s, so that calls refused together come back apart. All attempts share the
    `timeout` seconds. `retries=0` asks once. `retry_for` takes the place of `retries`: a call is repeated, however often, until so many seconds have
    passed, and each attempt has the whole `timeout`; 30 outlasts a restart of the service. A stream that has begun is not repeated.

    Every call raises an `InarowError`: `Problem` if the service refuses it, `Unreachable` without a network and where an answer is cut, and `TimedOut`
    after the timeout. A fault of the program is a `TypeError`: a field that cannot be sent, such as a list with a None, or no origin, as of a variable
    that is not set; or a `ValueError`: an origin with `/v1` at its end; or a `RuntimeError`: a call after `close`.

    Threads may share a client, and with it the connections. So may processes, each with its own, whether forked or given it by pickle, with the key; only
    a client with a `transport` is made in each. The logger `inarow` tells each wait, at the level INFO. `close` it after the last call. A call that blocks
    ends with its answer: one that may have to be stopped is asked as a stream, whose `close` ends the search on the server, too, or with `AsyncClient`.
    """

    _clock = Clock()
    _in_flight_max = sys.maxsize

    def __init__(
        self,
        origin: str,
        *,
        key: str | None = None,
        timeout: float | None = None,
        retries: int = 3,
        retry_for: float | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = Settings(origin, key, timeout, retries, retry_for)
        self._options: Mapping[str, Any] = {
            "origin": origin, "key": key, "timeout": timeout, "retries": retries, "retry_for": retry_for, "transport": transport
        }
        settings = self._settings
        self._connections = ThreadConnections(
            lambda: httpx.Client(base_url=settings.origin, headers=settings.headers, transport=transport), transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return copied(self, self._options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown_origin(self._settings.origin)!r})"

    def close(self) -> None:
        """Closes the connections once the calls of other threads have their answers; streams that are open end as `Unreachable`."""
        self._connections.leave()

    def move(self, **request: Unpack[MoveRequest]) -> MoveAnswer:
        """The best move, `answer["move"]["name"]`; in a finished game `answer["move"]` is None. The game's status is `answer["position"]["status"]`."""
        answer: MoveAnswer = self._answer("move", request)
        return answer

    def move_text(self, **request: Unpack[MoveRequest]) -> str:
        """The same for a terminal: the board as text, the move, the score."""
        text: str = self._answer("move", request, TEXT)
        return text

    def analysis(self, **request: Unpack[AnalysisRequest]) -> AnalysisAnswer:
        """Every move, ranked."""
        answer: AnalysisAnswer = self._answer("analysis", request)
        return answer

    def analysis_text(self, **request: Unpack[AnalysisRequest]) -> str:
        """The same as text."""
        text: str = self._answer("analysis", request, TEXT)
        return text

    # Only the first one is known to have all parts.
    @overload
    def position(self, **request: Unpack[WholePositionRequest]) -> PositionAnswer: ...  # pyright: ignore[reportOverlappingOverload]

    @overload
    def position(self, **request: Unpack[PositionRequest]) -> PositionParts: ...

    def position(self, **request: Unpack[PositionRequest]) -> Any:
        """The facts of a position by the rules and the heuristics; with `fields` only some parts of it."""
        return self._answer("position", request)

    def position_text(self, **request: Unpack[PositionRequest]) -> str:
        """The board as text, and who is to move or has won."""
        text: str = self._answer("position", request, TEXT)
        return text

    def review(self, **request: Unpack[ReviewRequest]) -> ReviewAnswer:
        """A whole game, judged move by move. `best` of a move is a list, best first: `answer["moves"][0]["best"][0]["move"]["name"]`."""
        answer: ReviewAnswer = self._answer("review", request)
        return answer

    def review_text(self, **request: Unpack[ReviewRequest]) -> str:
        """The same as an annotated game for people: numbered moves with signs and remarks, and the accuracy. It is a `record` again."""
        text: str = self._answer("review", request, TEXT)
        return text

    def review_sgf(self, **request: Unpack[ReviewRequest]) -> str:
        """The same as an SGF file with its labels as remarks."""
        text: str = self._answer("review", request, "application/x-go-sgf")
        return text

    def puzzle(self, **request: Unpack[PuzzleRequest]) -> PuzzleAnswer:
        """A position in which exactly one move keeps the outcome; that of today unless the request says otherwise."""
        answer: PuzzleAnswer = self._answer("puzzles", request)
        return answer

    def puzzle_text(self, **request: Unpack[PuzzleRequest]) -> str:
        """Its task and its board as text."""
        text: str = self._answer("puzzles", request, TEXT)
        return text

    def games(self) -> GamesAnswer:
        """The games by name, the choices of a request, and the limits of this service."""
        answer: GamesAnswer = self._answer("games", {})
        return answer

    def heuristics(self) -> HeuristicsAnswer:
        """The heuristics by name, with the formula of each."""
        answer: HeuristicsAnswer = self._answer("heuristics", {})
        return answer

    def match(self, **request: Unpack[MatchRequest]) -> MatchAnswer:
        """Engine against engine, for up to 60 s."""
        answer: MatchAnswer = self._answer("match", request)
        return answer

    def tree(self, **request: Unpack[TreeRequest]) -> TreeAnswer:
        """Every node that a textbook search visits."""
        answer: TreeAnswer = self._answer("tree", request)
        return answer

    def tree_figure(self, format: Literal["svg", "dot", "mermaid"] = "svg", **request: Unpack[TreeFigure]) -> str:
        """The same as a figure, asked for with the key: the text of an SVG, or of a graph in the language of Graphviz or Mermaid."""
        text: str = self._answer("tree", {**request, "format": format}, ANY)
        return text

    def continuations(self, **request: Unpack[ContinuationsRequest]) -> ContinuationsAnswer:
        """All games that can follow a position: their numbers, and a page of them."""
        answer: ContinuationsAnswer = self._answer("continuations", request)
        return answer

    # Of overlapping types the first one counts; a list of one kind is never asked for another.
    @overload
    def batch(self, requests: Iterable[BatchedMove], *, movetime: int | None = None) -> BatchOf[MoveAnswer]: ...  # type: ignore[overload-overlap]

    @overload
    def batch(self, requests: Iterable[BatchedAnalysis], *, movetime: int | None = None) -> BatchOf[AnalysisAnswer]: ...  # type: ignore[overload-overlap]

    @overload
    def batch(self, requests: Iterable[BatchedPosition], *, movetime: int | None = None) -> BatchOf[PositionParts]: ...  # type: ignore[overload-overlap]

    @overload
    def batch(self, requests: Iterable[BatchedRequest], *, movetime: int | None = None) -> BatchAnswer: ...

    def batch(self, requests: Iterable[BatchedRequest], *, movetime: int | None = None) -> Any:
        """Several requests at once; one that is not valid has a problem as its result. Of one kind, answers have its type.

        `answer["results"]` has a `body` or a `problem` for each request, in the same order. All share the `movetime`, 10 s unless set. There may be 64 of
        them unless the operator says otherwise, `games()["limits"]["batchRequestsMax"]`: of more, send slices, `requests[at : at + 64]`.
        """
        return self._answer("batch", {"requests": requests, "movetime": movetime})

    # An untyped call has any answer. Of a call with several the first would count, so its requests say which.
    @overload
    def map(  # type: ignore[overload-overlap]
        self, call: Callable[..., Never], requests: Iterable[Request], *, in_flight: int = 2
    ) -> Generator[tuple[Request, Any], None, None]: ...

    @overload
    def map(  # type: ignore[overload-overlap]
        self, call: Callable[..., PositionAnswer], requests: Iterable[WholePositionRequest], *, in_flight: int = 2
    ) -> Generator[tuple[WholePositionRequest, PositionAnswer | InarowError], None, None]: ...

    @overload
    def map(
        self, call: Callable[..., PositionParts], requests: Iterable[Request], *, in_flight: int = 2
    ) -> Generator[tuple[Request, PositionParts | InarowError], None, None]: ...

    @overload
    def map(
        self, call: Callable[..., BatchAnswer], requests: Iterable[Request], *, in_flight: int = 2
    ) -> Generator[tuple[Request, BatchAnswer | InarowError], None, None]: ...

    @overload
    def map(
        self, call: Callable[..., Answer], requests: Iterable[Request], *, in_flight: int = 2
    ) -> Generator[tuple[Request, Answer | InarowError], None, None]: ...

    def map(self, call: Callable[..., Any], requests: Iterable[Any], *, in_flight: int = 2) -> Generator[tuple[Any, Any], None, None]:
        """Any number of requests, `in_flight` of them at a time: yields each one with its answer, in their order; in place of an answer may be its `InarowError`.

        `call` is that of a request, `client.map(client.move, [{"board": "XO......."}, {"moves": "b2"}])`, and a request the fields of the call.
        More than one at a time are asked by threads; a `LocalClient` asks one at a time. Leaving the loop asks no more, and leaves the calls that run to
        their threads.
        """
        return mapped(call, requests, min(checked_in_flight(in_flight), self._in_flight_max))

    def solve(self, pos: str = "") -> ColumnScores:
        """Connect Four by column digits, as gamesolver.org answers."""
        answer: ColumnScores = self._answer("solve", {"pos": pos})
        return answer

    def picture_url(self, format: Literal["svg", "png"] = "svg", **request: Unpack[PictureRequest]) -> str:
        """The address of a picture of a position. Nothing is asked; an address has no key."""
        return picture_url(self._settings.origin, format, request)

    def picture_svg(self, **request: Unpack[PictureRequest]) -> str:
        """A picture of a position, asked for with the key: the text of an SVG."""
        text: str = self._answer("position.svg", request, SVG)
        return text

    def picture_png(self, **request: Unpack[PictureRequest]) -> bytes:
        """The same as the bytes of a PNG, for a file or `IPython.display.Image`."""
        data: bytes = self._answer("position.png", request, PNG)
        return data

    def tree_url(self, format: Literal["svg", "json", "dot", "mermaid"] | None = "svg", **request: Unpack[TreeFigure]) -> str:
        """The address of a figure of a search tree: a picture, or a graph in the language of Graphviz or Mermaid. Nothing is asked; an address has no key."""
        return tree_url(self._settings.origin, format, request)

    def page_url(self, **request: Unpack[PageRequest]) -> str:
        """The address of the service's page with a game on its board, to share it."""
        return page_url(self._settings.origin, request)

    def stream_move(self, **request: Unpack[MoveRequest]) -> Generator[MoveProgress | FinalMove, None, None]:
        """A record for each completed depth, then the answer. A refusal raises with the first record, not at the call. Leaving the loop ends the search."""
        return self._records("move", request)

    def stream_analysis(self, **request: Unpack[AnalysisRequest]) -> Generator[AnalysisProgress | FinalAnalysis, None, None]:
        """The same for an analysis. A refusal raises with the first record, not at the call."""
        return self._records("analysis", request)

    def stream_review(self, **request: Unpack[ReviewRequest]) -> Generator[ReviewProgress | FinalReview, None, None]:
        """A record for each judged move, then the answer. A refusal raises with the first record, not at the call."""
        return self._records("review", request)

    def stream_match(self, **request: Unpack[MatchRequest]) -> Generator[MatchProgress | FinalMatch, None, None]:
        """A record for each game, then the answer. A refusal raises with the first record, not at the call."""
        return self._records("match", request)

    def stream_continuations(self, **request: Unpack[ContinuationsRequest]) -> Generator[ContinuationsRecord, None, None]:
        """The counts, each game, the end. A refusal raises with the first record, not at the call."""
        return self._records("continuations", request)

    def _answer(self, path: str, fields: Mapping[str, object], accept: str = JSON) -> Any:
        attempts = Attempts(self._settings, path, accept, self._clock)
        with self._connections.kept() as http:
            response = self._open(http, attempts, path, fields, accept)
        with naming(attempts):
            return read_body(response, accept)

    def _records(self, path: str, fields: Mapping[str, object]) -> Generator[Any, None, None]:
        attempts = Attempts(self._settings, path, RECORDS, self._clock)
        http = self._connections.here()
        response = self._open(http, attempts, path, fields, RECORDS)
        try:
            with naming_stream(attempts, http):
                for line in response.iter_lines():
                    record = read_record(line, response)
                    if record is not None:
                        yield record
                        if record.get("final"):
                            return
                raise ended_early()
        finally:
            response.close()

    def _open(self, http: httpx.Client, attempts: Attempts, path: str, fields: Mapping[str, object], accept: str) -> httpx.Response:
        """The answer, whole unless it is a stream."""
        sent = arguments(path, fields, accept)
        while True:
            request = http.build_request(**sent, timeout=attempts.seconds)
            try:
                response = http.send(request, stream=True)
                if accept == RECORDS and is_answer(response):
                    return response
                try:
                    response.read()
                finally:
                    response.close()
            except httpx.RequestError as error:
                if http.is_closed:
                    raise attempts.closed() from error
                seconds = attempts.wait_after_error(error)
            else:
                if is_answer(response):
                    return response
                seconds = attempts.wait_after(response)
            self._clock.sleep(seconds)
            if http.is_closed:
                raise attempts.closed()
