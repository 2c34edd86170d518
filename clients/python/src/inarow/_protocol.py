"""What both clients say and understand, without the connection."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import httpx

from .types import Fault

QUERY_LENGTH_MAX = 4000
"""Longer queries go into the body of a POST; proxies take at least this much."""


class Problem(Exception):
    """An answer of the service that is no success: a problem document (RFC 9457)."""

    code: str
    """For programs; `unknown` where something in front of the service answered, such as a proxy."""
    status: int
    errors: list[Fault]
    """Every fault of an invalid request; else empty."""
    request_id: str | None
    """For the operator's log."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__(document.get("detail") or document.get("title"))
        self.code = document["code"]
        self.status = document["status"]
        self.errors = document.get("errors") or []
        self.request_id = document.get("requestId")


def read_problem(response: httpx.Response) -> Problem:
    """Reads the problem of an answer whose body has arrived."""
    try:
        return Problem(response.json())
    except (ValueError, KeyError, TypeError, AttributeError):
        return Problem({"code": "unknown", "status": response.status_code, "title": f"HTTP status {response.status_code}"})


def wait_seconds(response: httpx.Response) -> float | None:
    """How long to wait before a repetition, or None if that would not help."""
    if response.status_code not in (429, 503):
        return None
    try:
        seconds = float(response.headers.get("retry-after", "1"))
    except ValueError:
        return None
    # Clients that were refused together do not come back together.
    return seconds * (1 + random.random() / 4)


def arguments(path: str, fields: Mapping[str, object], accept: str) -> dict[str, Any]:
    """The arguments of `httpx.Client.build_request`; a GET where possible, since caches know its answer."""
    fields = {name: value for name, value in fields.items() if value is not None}
    query = urlencode({name: _text(name, value) for name, value in fields.items()})
    if len(query) <= QUERY_LENGTH_MAX:
        return {"method": "GET", "url": f"/v1/{path}?{query}", "headers": {"accept": accept}}
    return {"method": "POST", "url": f"/v1/{path}", "headers": {"accept": accept}, "json": fields}


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Sequence):
        return json.dumps(value)
    if name == "board":
        return "".join(_cells(value))
    return ",".join(str(item) for item in value)


def _cells(board: Sequence[object]) -> Iterable[str]:
    for part in board:
        if isinstance(part, Sequence) and not isinstance(part, str):
            yield from _cells(part)
        else:
            yield str(part or ".")


def read_record(line: str) -> Any:
    """The record of a line of a stream, or None for a sign of life."""
    record: dict[str, Any] = json.loads(line) if line else {"heartbeat": True}
    if "problem" in record:
        raise Problem(record["problem"])
    return None if "heartbeat" in record else record


def ended_early() -> httpx.RemoteProtocolError:
    """The error of a stream whose connection was lost."""
    return httpx.RemoteProtocolError("the stream ended before its last record")
