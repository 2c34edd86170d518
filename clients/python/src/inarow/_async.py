"""The client for asyncio: the same calls with `await`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from typing import Any, Literal, Never, Self, Unpack, overload

import httpx

from ._attempts import Attempts, Clock, Settings, naming, naming_stream
from ._connections import LoopConnections, copied
from ._errors import InarowError
from ._map import Answer, Request, checked_in_flight, mapped_async
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


class AsyncClient:
    """`Client` for asyncio: the same calls with `await` and `async for`; a cancelled call ends the search. Each event loop has connections of its own."""

    _clock = Clock()

    def __init__(
        self,
        origin: str,
        *,
        key: str | None = None,
        timeout: float | None = None,
        retries: int = 3,
        retry_for: float | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = Settings(origin, key, timeout, retries, retry_for)
        self._options: Mapping[str, Any] = {
            "origin": origin, "key": key, "timeout": timeout, "retries": retries, "retry_for": retry_for, "transport": transport
        }
        settings = self._settings
        # It takes long to read the certificates, for which no loop has to stand still.
        verify = httpx.create_ssl_context() if transport is None else True
        self._connections = LoopConnections(
            lambda: httpx.AsyncClient(base_url=settings.origin, headers=settings.headers, transport=transport, verify=verify), transport
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __reduce__(self) -> Any:
        return copied(self, self._options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown_origin(self._settings.origin)!r})"

    async def close(self) -> None:
        """Closes the connections; calls and streams that run end as `Unreachable`."""
        await self._connections.leave()

    async def move(self, **request: Unpack[MoveRequest]) -> MoveAnswer:
        """The best move, `answer["move"]["name"]`; in a finished game `answer["move"]` is None. The game's status is `answer["position"]["status"]`."""
        answer: MoveAnswer = await self._answer("move", request)
        return answer

    async def move_text(self, **request: Unpack[MoveRequest]) -> str:
        """The same for a terminal: the board as text, the move, the score."""
        text: str = await self._answer("move", request, TEXT)
        return text

    async def analysis(self, **request: Unpack[AnalysisRequest]) -> AnalysisAnswer:
        """Every move, ranked."""
        answer: AnalysisAnswer = await self._answer("analysis", request)
        return answer

    async def analysis_text(self, **request: Unpack[AnalysisRequest]) -> str:
        """The same as text."""
        text: str = await self._answer("analysis", request, TEXT)
        return text

    # Only the first one is known to have all parts.
    @overload
    async def position(self, **request: Unpack[WholePositionRequest]) -> PositionAnswer: ...

    @overload
    async def position(self, **request: Unpack[PositionRequest]) -> PositionParts: ...

    async def position(self, **request: Unpack[PositionRequest]) -> Any:
        """The facts of a position by the rules and the heuristics; with `fields` only some parts of it."""
        return await self._answer("position", request)

    async def position_text(self, **request: Unpack[PositionRequest]) -> str:
        """The board as text, and who is to move or has won."""
        text: str = await self._answer("position", request, TEXT)
        return text

    async def review(self, **request: Unpack[ReviewRequest]) -> ReviewAnswer:
        """A whole game, judged move by move. `best` of a move is a list, best first: `answer["moves"][0]["best"][0]["move"]["name"]`."""
        answer: ReviewAnswer = await self._answer("review", request)
        return answer

    async def review_text(self, **request: Unpack[ReviewRequest]) -> str:
        """The same as an annotated game for people: numbered moves with signs and remarks, and the accuracy. It is a `record` again."""
        text: str = await self._answer("review", request, TEXT)
        return text

    async def review_sgf(self, **request: Unpack[ReviewRequest]) -> str:
        """The same as an SGF file with its labels as remarks."""
        text: str = await self._answer("review", request, "application/x-go-sgf")
        return text

    async def puzzle(self, **request: Unpack[PuzzleRequest]) -> PuzzleAnswer:
        """A position in which exactly one move keeps the outcome; that of today unless the request says otherwise."""
        answer: PuzzleAnswer = await self._answer("puzzles", request)
        return answer

    async def puzzle_text(self, **request: Unpack[PuzzleRequest]) -> str:
        """Its task and its board as text."""
        text: str = await self._answer("puzzles", request, TEXT)
        return text

    async def games(self) -> GamesAnswer:
        """The games by name, the choices of a request, and the limits of this service."""
        answer: GamesAnswer = await self._answer("games", {})
        return answer

    async def heuristics(self) -> HeuristicsAnswer:
        """The heuristics by name, with the formula of each."""
        answer: HeuristicsAnswer = await self._answer("heuristics", {})
        return answer

    async def match(self, **request: Unpack[MatchRequest]) -> MatchAnswer:
        """Engine against engine, for up to 60 s."""
        answer: MatchAnswer = await self._answer("match", request)
        return answer

    async def tree(self, **request: Unpack[TreeRequest]) -> TreeAnswer:
        """Every node that a textbook search visits."""
        answer: TreeAnswer = await self._answer("tree", request)
        return answer

    async def tree_figure(self, format: Literal["svg", "dot", "mermaid"] = "svg", **request: Unpack[TreeFigure]) -> str:
        """The same as a figure, asked for with the key: the text of an SVG, or of a graph in the language of Graphviz or Mermaid."""
        text: str = await self._answer("tree", {**request, "format": format}, ANY)
        return text

    async def continuations(self, **request: Unpack[ContinuationsRequest]) -> ContinuationsAnswer:
        """All games that can follow a position: their numbers, and a page of them."""
        answer: ContinuationsAnswer = await self._answer("continuations", request)
        return answer

    # Of overlapping types the first one counts; a list of one kind is never asked for another.
    @overload
    async def batch(self, requests: Iterable[BatchedMove], *, movetime: int | None = None) -> BatchOf[MoveAnswer]: ...  # type: ignore[overload-overlap]

    @overload
    async def batch(self, requests: Iterable[BatchedAnalysis], *, movetime: int | None = None) -> BatchOf[AnalysisAnswer]: ...  # type: ignore[overload-overlap]

    @overload
    async def batch(self, requests: Iterable[BatchedPosition], *, movetime: int | None = None) -> BatchOf[PositionParts]: ...  # type: ignore[overload-overlap]

    @overload
    async def batch(self, requests: Iterable[BatchedRequest], *, movetime: int | None = None) -> BatchAnswer: ...

    async def batch(self, requests: Iterable[BatchedRequest], *, movetime: int | None = None) -> Any:
        """Several requests at once; one that is not valid has a problem as its result. Of one kind, answers have its type.

        `answer["results"]` has a `body` or a `problem` for each request, in the same order. All share the `movetime`, 10 s unless set. There may be 64 of
        them unless the operator says otherwise, `games()["limits"]["batchRequestsMax"]`: of more, send slices, `requests[at : at + 64]`.
        """
        return await self._answer("batch", {"requests": requests, "movetime": movetime})

    # An untyped call has any answer. Of a call with several the first would count, so its requests say which.
    @overload
    def map(  # type: ignore[overload-overlap]
        self, call: Callable[..., Awaitable[Never]], requests: Iterable[Request], *, in_flight: int = 2
    ) -> AsyncGenerator[tuple[Request, Any], None]: ...

    @overload
    def map(  # type: ignore[overload-overlap]
        self, call: Callable[..., Awaitable[PositionAnswer]], requests: Iterable[WholePositionRequest], *, in_flight: int = 2
    ) -> AsyncGenerator[tuple[WholePositionRequest, PositionAnswer | InarowError], None]: ...

    @overload
    def map(
        self, call: Callable[..., Awaitable[PositionParts]], requests: Iterable[Request], *, in_flight: int = 2
    ) -> AsyncGenerator[tuple[Request, PositionParts | InarowError], None]: ...

    @overload
    def map(
        self, call: Callable[..., Awaitable[BatchAnswer]], requests: Iterable[Request], *, in_flight: int = 2
    ) -> AsyncGenerator[tuple[Request, BatchAnswer | InarowError], None]: ...

    @overload
    def map(
        self, call: Callable[..., Awaitable[Answer]], requests: Iterable[Request], *, in_flight: int = 2
    ) -> AsyncGenerator[tuple[Request, Answer | InarowError], None]: ...

    def map(self, call: Callable[..., Any], requests: Iterable[Any], *, in_flight: int = 2) -> AsyncGenerator[tuple[Any, Any], None]:
        """Any number of requests, `in_flight` of them at a time: yields each one with its answer, in their order; in place of an answer may be its `InarowError`.

        `call` is that of a request, `client.map(client.move, [{"board": "XO......."}, {"moves": "b2"}])`, and a request the fields of the call.
        Closing the iterator cancels the calls that run.
        """
        return mapped_async(call, requests, checked_in_flight(in_flight))

    async def solve(self, pos: str = "") -> ColumnScores:
        """Connect Four by column digits, as gamesolver.org answers."""
        answer: ColumnScores = await self._answer("solve", {"pos": pos})
        return answer

    def picture_url(self, format: Literal["svg", "png"] = "svg", **request: Unpack[PictureRequest]) -> str:
        """The address of a picture of a position. Nothing is asked; an address has no key."""
        return picture_url(self._settings.origin, format, request)

    async def picture_svg(self, **request: Unpack[PictureRequest]) -> str:
        """A picture of a position, asked for with the key: the text of an SVG."""
        text: str = await self._answer("position.svg", request, SVG)
        return text

    async def picture_png(self, **request: Unpack[PictureRequest]) -> bytes:
        """The same as the bytes of a PNG, for a file or `IPython.display.Image`."""
        data: bytes = await self._answer("position.png", request, PNG)
        return data

    def tree_url(self, format: Literal["svg", "json", "dot", "mermaid"] | None = "svg", **request: Unpack[TreeFigure]) -> str:
        """The address of a figure of a search tree: a picture, or a graph in the language of Graphviz or Mermaid. Nothing is asked; an address has no key."""
        return tree_url(self._settings.origin, format, request)

    def page_url(self, **request: Unpack[PageRequest]) -> str:
        """The address of the service's page with a game on its board, to share it."""
        return page_url(self._settings.origin, request)

    def stream_move(self, **request: Unpack[MoveRequest]) -> AsyncGenerator[MoveProgress | FinalMove, None]:
        """A record for each completed depth, then the answer. A refusal raises with the first record, not at the call. Closing the iterator ends the search."""
        return self._records("move", request)

    def stream_analysis(self, **request: Unpack[AnalysisRequest]) -> AsyncGenerator[AnalysisProgress | FinalAnalysis, None]:
        """The same for an analysis. A refusal raises with the first record, not at the call."""
        return self._records("analysis", request)

    def stream_review(self, **request: Unpack[ReviewRequest]) -> AsyncGenerator[ReviewProgress | FinalReview, None]:
        """A record for each judged move, then the answer. A refusal raises with the first record, not at the call."""
        return self._records("review", request)

    def stream_match(self, **request: Unpack[MatchRequest]) -> AsyncGenerator[MatchProgress | FinalMatch, None]:
        """A record for each game, then the answer. A refusal raises with the first record, not at the call."""
        return self._records("match", request)

    def stream_continuations(self, **request: Unpack[ContinuationsRequest]) -> AsyncGenerator[ContinuationsRecord, None]:
        """The counts, each game, the end. A refusal raises with the first record, not at the call."""
        return self._records("continuations", request)

    async def _answer(self, path: str, fields: Mapping[str, object], accept: str = JSON) -> Any:
        attempts = Attempts(self._settings, path, accept, self._clock)
        response = await self._open(self._connections.here(), attempts, path, fields, accept)
        with naming(attempts):
            return read_body(response, accept)

    async def _records(self, path: str, fields: Mapping[str, object]) -> AsyncGenerator[Any, None]:
        attempts = Attempts(self._settings, path, RECORDS, self._clock)
        http = self._connections.here()
        response = await self._open(http, attempts, path, fields, RECORDS)
        try:
            with naming_stream(attempts, http):
                async for line in response.aiter_lines():
                    record = read_record(line, response)
                    if record is not None:
                        yield record
                        if record.get("final"):
                            return
                raise ended_early()
        finally:
            await response.aclose()

    async def _open(self, http: httpx.AsyncClient, attempts: Attempts, path: str, fields: Mapping[str, object], accept: str) -> httpx.Response:
        """The answer, whole unless it is a stream."""
        sent = arguments(path, fields, accept)
        while True:
            request = http.build_request(**sent, timeout=attempts.seconds)
            try:
                response = await http.send(request, stream=True)
                if accept == RECORDS and is_answer(response):
                    return response
                try:
                    await response.aread()
                finally:
                    await response.aclose()
            except httpx.RequestError as error:
                if http.is_closed:
                    raise attempts.closed() from error
                seconds = attempts.wait_after_error(error)
            else:
                if is_answer(response):
                    return response
                seconds = attempts.wait_after(response)
            await self._clock.pause(seconds)
            if http.is_closed:
                raise attempts.closed()
