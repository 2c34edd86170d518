"""How callers read answers; mypy and pyright accept each line. The tests of the package run both."""

from typing import Any, assert_type

from inarow import (
    AsyncClient, BatchAnswer, BatchRequest, Client, InarowError, MoveRequest, Position, PositionAnswer, PositionPart, PositionParts, PositionRequest, WholePositionRequest
)
from inarow.local import LocalClient


def status_after(client: Client) -> str:
    """Of a move, in a game that may be over."""
    answer = client.move(game="gomoku")
    if answer["move"]:
        print(answer["move"]["name"])
    if answer["after"]:
        print(answer["after"]["status"])
    if answer["search"]:
        print(answer["search"]["depth"])
    position: Position = answer["after"] or answer["position"]
    return position["winner"].lower() if position["status"] == "won" else position["status"]


def board_and_moves(client: Client, request: PositionRequest, parts: list[PositionPart]) -> str:
    """Of a position: all parts, unless the request has `fields`."""
    whole: PositionAnswer = client.position(game="gomoku", moves="h8", heuristics=["threats"])
    some = client.position(fields=parts)
    if "symmetry" in some:
        print(some["symmetry"]["orbit"])
    assert_type(client.position(**request), PositionParts)
    assert_type(client.position(fields=None), PositionAnswer)
    return client.position(game="gomoku")["position"]["board"] + whole["legalMoves"][0]["name"]


async def board(client: AsyncClient) -> str:
    """The same with `await`."""
    return (await client.position(game="gomoku"))["position"]["board"]


def records(client: Client) -> None:
    """Of streams: `is True` tells the last record to both."""
    for found in client.stream_move():
        print(found["search"] if found["final"] is True else found["depth"])
    for judged in client.stream_review(moves="b2"):
        if judged["final"] is True:
            print(judged["moves"][0]["label"])
        else:
            print(judged["move"]["label"], judged["left"])
    for played in client.stream_match(players=[{}, {}]):
        print(played["complete"] if played["final"] is True else played["played"]["winner"])
    for record in client.stream_continuations(winner="X"):
        print(record["next"] if "final" in record else len(record["moves"]) if "moves" in record else record["counts"]["x"])


class Bot:
    """A game is any text, also one that is only known when the program runs."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.own = "gomoku"

    def requests(self, client: Client) -> list[MoveRequest]:
        """In each form."""
        print(client.move(game=self.own)["game"], client.move(game="8,8,5")["game"], client.puzzle(game=self.game)["game"])
        return [{"game": self.game}, {"game": "7,7,4g"}, {"game": {"width": 4, "height": 4, "k": 4}}]


async def mapped(client: Client, other: AsyncClient, requests: list[MoveRequest]) -> None:
    """Of many calls, each with its request."""
    for request, answer in client.map(client.move, requests):
        print(request.get("game"), answer if isinstance(answer, InarowError) else answer["pv"][0]["name"])
    for _, text in client.map(client.move_text, [{"board": "XO......."}]):
        print(text if isinstance(text, InarowError) else text.splitlines())
    async for _, ranked in other.map(other.analysis, requests, in_flight=4):
        print(ranked if isinstance(ranked, InarowError) else ranked["lines"])


async def mapped_positions(client: Client, other: AsyncClient, local: LocalClient, some: list[PositionRequest], whole: list[WholePositionRequest]) -> None:
    """All parts come only where no request has `fields`."""
    for _, parts in client.map(client.position, some):
        assert_type(parts, PositionParts | InarowError)
    for _, parts in local.map(local.position, [{"moves": "b2", "fields": ["stateId"]}]):
        assert_type(parts, PositionParts | InarowError)
    async for _, parts in other.map(other.position, some):
        assert_type(parts, PositionParts | InarowError)
    for request, answer in client.map(client.position, whole):
        assert_type(answer, PositionAnswer | InarowError)
        assert_type(client.position(**request), PositionAnswer)
    async for _, answer in other.map(other.position, [{"moves": "b2"}]):
        print(answer if isinstance(answer, InarowError) else answer["position"]["turn"])


def mapped_batches(client: Client, requests: list[BatchRequest]) -> None:
    """Of requests of any kind."""
    for _, answer in client.map(client.batch, requests):
        assert_type(answer, BatchAnswer | InarowError)


def untyped(**request: Any) -> Any:
    """A call of the program's own."""
    return request


def mapped_untyped(client: Client, requests: list[MoveRequest]) -> None:
    """It has any answer."""
    for _, answer in client.map(untyped, requests):
        print(answer["found"])


def results(client: Client) -> None:
    """Of a batch, by their members."""
    for result in client.batch([{"kind": "move"}, {"kind": "analysis"}])["results"]:
        if "body" in result:
            body = result["body"]
            print(body["score"] if "move" in body else body["lines"] if "search" in body else body["game"])
