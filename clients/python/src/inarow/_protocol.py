"""The requests and answers of both clients, without the connection."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any, SupportsIndex
from urllib.parse import urlencode, urlsplit

import httpx

from ._errors import Problem
from .types import PageRequest, PictureRequest, TreeFigure

JSON = "application/json"
RECORDS = "application/x-ndjson"
TEXT = "text/plain"
SVG = "image/svg+xml"
PNG = "image/png"
ANY = "*/*"
"""The media type where a field of the request chooses the form of the answer."""
QUERY_LENGTH_MAX = 4000
"""Longer queries go into the body of a POST; proxies take at least this much."""
POSTED = frozenset({"batch", "continuations", "match", "tree"})
"""The endpoints that have no GET."""
PICTURES = frozenset({"position.png", "position.svg"})
"""Paths that have no POST."""


def asked(response: httpx.Response) -> str:
    """The address that was asked, without the query."""
    return str(response.request.url.copy_with(query=None))


def read_problem(response: httpx.Response, origin: str, remedy: str = "") -> Problem:
    """Reads the problem of an answer whose body has arrived; a proxy has pages and documents of its own. Its detail gets the `remedy`."""
    seconds = seconds_of(response.headers.get("retry-after"))
    try:
        own = response.json()
    except ValueError:
        found = re.search(r"<title>\s*([^<]*?)\s*</title>", response.text, re.IGNORECASE)
        own = {"title": html.unescape(found[1])} if found else {}
    own = own if isinstance(own, dict) else {}
    path = urlsplit(origin).path
    hint = f"; the origin has a path, {path}: perhaps leave it out" if path else ""
    if isinstance(own.get("code"), str) and isinstance(own.get("status"), int):
        remedy += {"not-found": hint, "unauthorized": _key_remedy(response)}.get(own["code"], "")
        own["detail"] = str(own.get("detail") or own.get("title") or "") + remedy
        return Problem(own, seconds, asked(response))
    title = re.sub(r"^\d+\s+", "", str(own.get("title") or "")) or response.reason_phrase or "a page, not an answer"
    texts = (own.get(name) for name in ("detail", "message", "error"))
    said = _redirection(response) or next((text for text in texts if isinstance(text, str)), "this is not the service; perhaps a proxy")
    detail = f"{origin} answered {response.status_code}, {title}: {said}{hint}{remedy}"
    return Problem({"code": "unknown", "status": response.status_code, "title": title, "detail": detail}, seconds, asked(response))


def _redirection(response: httpx.Response) -> str | None:
    """Where an answer leads, and the origin to give instead; a key is not sent to an address that its caller has not named."""
    location = response.headers.get("location")
    if not (response.is_redirect and location):
        return None
    leads_to = str(response.request.url.join(location).copy_with(query=None))
    origin = leads_to.removesuffix(response.request.url.path).rstrip("/")
    return f"it leads to {leads_to}; if that is the service, give its origin: {origin}"


def _key_remedy(response: httpx.Response) -> str:
    """Where this client has its key, and whether it sent one."""
    if "authorization" in response.request.headers:
        return "; this client sent the one of its option key: check that, or ask the operator for a valid one"
    return '; give this client the key, which it sends as that header: Client(origin, key="KEY")'


def is_answer(response: httpx.Response) -> bool:
    """Whether it is a success, and no page of something else."""
    return response.is_success and not response.headers.get("content-type", "").startswith("text/html")


def checked_key(key: str | None) -> str:
    """The key without blanks around it; raises `TypeError` or `ValueError`, without the key, since errors are logged."""
    if not isinstance(key, str | None):
        raise TypeError(f"the key is no text but has the type {type(key).__name__}: give the operator's key as text")
    # A key from a file ends in a newline.
    key = (key or "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ValueError("the key has characters that no header can hold, such as a newline or an accent")
    if key.lower().startswith("bearer "):
        raise ValueError('the key begins with "Bearer ", which the client adds: give the key alone')
    return key


def checked(origin: str) -> str:
    """The origin without a slash at its end; raises `TypeError` if it is no text, `ValueError` if it has no scheme or ends in `/v1`."""
    remedy = 'give that of the service, such as "http://127.0.0.1:8080"'
    if not isinstance(origin, str):
        raise TypeError(f"the origin is {origin!r}: {remedy}")
    # One from a file ends in a newline.
    origin = origin.strip().rstrip("/")
    if not origin:
        raise ValueError(f"the origin is empty: {remedy}")
    if not origin.startswith(("http://", "https://", "local://")):
        place = f"in place of {found[0]}" if (found := re.match(r"\w+://", origin)) else "before it"
        raise ValueError(f"{origin} is no origin: write http:// or https:// {place}")
    if "?" in origin or "#" in origin:
        raise ValueError(f"{origin} is no origin: leave out what begins with ? or #")
    if re.search(r"\s", origin):
        raise ValueError(f"{origin!r} is no origin: leave out the blank")
    try:
        httpx.URL(origin)
    except httpx.InvalidURL as error:
        raise ValueError(f"{origin} is no origin: {error}") from None
    if origin.endswith("/v1"):
        raise ValueError(f"leave out /v1 at the end of the origin {origin}: calls add it")
    return origin


def shown_origin(origin: str) -> str:
    """The origin without a name and a password in it."""
    return re.sub(r"//[^/]*@", "//", origin)


def seconds_of(retry_after: str | None) -> float | None:
    """The seconds of a `Retry-After`, which may be a date; None if it is neither, or over."""
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except ValueError:
            return None
    return seconds if seconds > 0 else None


def arguments(path: str, fields: Mapping[str, object], accept: str) -> dict[str, Any]:
    """The arguments of `httpx.Client.build_request`; a GET where possible, since caches know its answer."""
    url = "/solve" if path == "solve" else f"/v1/{path}"
    fields = plain_fields(fields)
    if path == "tree" and accept == JSON and fields.get("format", "json") != "json":
        raise TypeError(f"tree has no format {fields['format']!r}: call tree_figure")
    if path in PICTURES or path not in POSTED and not any(_is_nested(name, value) for name, value in fields.items()):
        query = query_of(fields)
        if len(query) <= QUERY_LENGTH_MAX or path in PICTURES:
            return {"method": "GET", "url": f"{url}?{query}", "headers": {"accept": accept}}
    return {"method": "POST", "url": url, "headers": {"accept": accept}, "json": fields}


def plain_fields(fields: Mapping[str, object]) -> dict[str, object]:
    """The fields as JSON has them, without those that are None; raises `TypeError`, which names the place, for a value that cannot be sent."""
    moves = fields.get("moves")
    if isinstance(moves, int):
        raise TypeError(f'moves is a number: write columns as text, moves="{moves}"')
    return {name: _plain(name, name, value) for name, value in fields.items() if value is not None}


# A test compares them with the contract.
OF_MOVES = frozenset({"moves", "searchMoves", "avoidMoves", "cells", "last", "marks"})


def _plain(path: str, name: str, value: object) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, date):
        return (value.date() if isinstance(value, datetime) else value).isoformat()
    if isinstance(value, Mapping):
        # A move of an answer.
        if "cell" in value and "name" in value:
            return value["name"]
        if name in OF_MOVES and "move" in value:
            raise TypeError(f'{path} is a whole answer or a row of one; send its member "move", such as answer["move"]')
        return {key: _plain(f"{path}[{key!r}]", str(key), part) for key, part in value.items()}
    if isinstance(value, Set):
        raise TypeError(f"{path} is a {type(value).__name__}, which has no order: send a list")
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        parts = [_plain(f"{path}[{index}]", name, part) for index, part in enumerate(value)]
        # A board has gaps.
        if name != "board":
            for index, part in enumerate(parts):
                _refuse_gap(f"{path}[{index}]", part)
        return parts
    if isinstance(value, SupportsIndex):  # Numbers of other libraries.
        return value.__index__()
    remedy = "send text, numbers, dates, lists or dictionaries"
    raise TypeError(f"{path} has the type {type(value).__name__}, which cannot be sent: {remedy}")


def _refuse_gap(path: str, part: object) -> None:
    """Raises `TypeError` for an item of a list that a query would lose or split."""
    if part is None:
        raise TypeError(f"{path} is None: a list has no gaps (the move of a finished game is None)")
    if isinstance(part, str) and not part.strip():
        raise TypeError(f"{path} is empty: a list has no gaps")
    if isinstance(part, str) and "," in part:
        raise TypeError(f"{path} is {part!r}: write each one by itself")


def only_known(what: str, fields: Mapping[str, object], known: Iterable[str]) -> None:
    """Raises `TypeError` for a name that is not known."""
    names = list(known)
    for name in fields:
        if name not in names:
            raise TypeError(f"{what} has no {name}; it has {', '.join(names)}")


def _is_nested(name: str, value: object) -> bool:
    """Whether a list holds lists or mappings, which are text of no query; a board does."""
    return name != "board" and isinstance(value, list) and any(isinstance(part, list | dict) for part in value)


def query_of(fields: Mapping[str, object]) -> str:
    """Plain fields as a query."""
    return urlencode({name: _text(name, value) for name, value in fields.items()})


PICTURE_SIZES = (200, 1200)
CHOICES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "picture_url": {"format": ("svg", "png"), "theme": ("light", "dark")},
    "tree_url": {"format": ("svg", "json", "dot", "mermaid"), "theme": ("light", "dark")},
}
"""Choices in the addresses of figures, which nobody refuses before a browser asks for them."""
_FLAGS = frozenset({"coordinates", "values", "strict", "transpositions", "trace"})


def picture_url(origin: str, form: str, fields: Mapping[str, object]) -> str:
    """The address of a picture."""
    _check_figure("picture_url", {"format": form, **fields}, ("format", *PictureRequest.__annotations__))
    query = query_of(plain_fields(fields))
    return f"{origin}/v1/position.{form}{query and '?'}{query}"


def tree_url(origin: str, form: str | None, fields: Mapping[str, object]) -> str:
    """The address of a figure of a tree."""
    _check_figure("tree_url", {"format": form, **fields}, ("format", *TreeFigure.__annotations__))
    return f"{origin}/v1/tree?{query_of({'format': form or 'svg'} | plain_fields(fields))}"


def page_url(origin: str, fields: Mapping[str, object]) -> str:
    """The address of the page with a game, whose moves it reads by name."""
    only_known("page_url", fields, PageRequest.__annotations__)
    game = fields.get("game")
    name = game.get("name") if isinstance(game, Mapping) else None
    sent = plain_fields({**fields, "game": name or game})
    moves = sent.get("moves")
    if isinstance(moves, str):
        sent["moves"] = ",".join(moves.replace(",", " ").split())
    elif isinstance(moves, list) and not all(isinstance(move, str) for move in moves):
        raise TypeError("page_url: send cells by name")
    query = query_of(sent)
    return f"{origin}/{query and '?'}{query}"


def _check_figure(call: str, fields: Mapping[str, object], known: Iterable[str]) -> None:
    """Raises `TypeError`, which names the argument and its allowed values."""
    only_known(call, fields, known)
    for name, value in fields.items():
        if value is None:
            continue
        choices = CHOICES[call].get(name, ())
        said = f"{call}: {name} is {value!r}; "
        if choices and value not in choices:
            names = [f'"{choice}"' for choice in choices]
            remedy = f'; write the fields of the position by name: {call}("svg", board="XO.......")' if isinstance(value, Mapping) else ""
            raise TypeError(f"{said}it is {', '.join(names[:-1])} or {names[-1]}{remedy}")
        if name in _FLAGS and not isinstance(value, bool):
            raise TypeError(f"{said}it is True or False")
        least, most = PICTURE_SIZES
        if name == "size" and not (isinstance(value, SupportsIndex) and not isinstance(value, bool) and least <= value.__index__() <= most):
            raise TypeError(f"{said}it is a whole number of pixels from {least} to {most}")


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Sequence):
        return json.dumps(value)
    if name == "board":
        return "".join(_cells(value))
    joined = ",".join(str(item) for item in value)
    # A single number without a comma would be columns.
    return f"{joined}," if name == "moves" and joined.isdecimal() else joined


def _cells(board: Sequence[object]) -> Iterable[str]:
    for part in board:
        if isinstance(part, Sequence) and not isinstance(part, str):
            yield from _cells(part)
        else:
            yield str(part or ".")


def read_body(response: httpx.Response, accept: str) -> Any:
    """The answer of a response that has arrived."""
    if accept != JSON:
        return response.content if accept == PNG else response.text
    return _checked(_parsed(response.text))


def read_record(line: str, response: httpx.Response) -> Any:
    """The record of a line of a stream, or None for a sign of life."""
    record: dict[str, Any] = _parsed(line) if line else {"heartbeat": True}
    if "problem" in record:
        raise Problem(record["problem"], url=asked(response))
    return None if "heartbeat" in record else _checked(record)


_MARKS = frozenset({"final", "move", "moves", "game", "games", "heuristics", "results", "pos"})
"""Each answer and each record has one of them; a gateway's answer has none."""


def _checked(answer: Any) -> Any:
    if not isinstance(answer, dict) or _MARKS.isdisjoint(answer):
        raise httpx.RemoteProtocolError(_CUT)
    return answer


_CUT = "what came is cut, or no answer"


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise httpx.RemoteProtocolError(_CUT) from error


def ended_early() -> httpx.RemoteProtocolError:
    """The error of a stream whose connection was lost."""
    return httpx.RemoteProtocolError("the stream ended before its last record")
