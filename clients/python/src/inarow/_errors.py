"""The errors of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import httpx

from .types import Fault, ProblemCode


class InarowError(Exception):
    """Every failure of a call: a `Problem`, `Unreachable` or `TimedOut`.

    A fault of the program that calls is a `TypeError` or `ValueError` instead, and after `close` a `RuntimeError`.
    """


class Unreachable(InarowError, httpx.TransportError):
    """Nothing answers: there is no network, or an answer breaks off or is none. Its `__cause__` is the error of httpx."""


class TimedOut(Unreachable, httpx.TimeoutException):
    """Nothing came for as long as `timeout` says."""


class Problem(InarowError):
    """An answer that is no success: a problem document of the service (RFC 9457), or the answer of a proxy.

    Members:
        status: int, that of HTTP
        code: ProblemCode, or "unknown" where something in front of the service answered, such as a proxy
        title: str, the kind of problem in words; of a proxy the title of its page
        detail: str, what is wrong, and the remedy
        errors: list[Fault], every fault of an invalid request, each with `pointer`, `code` and `detail`; else empty
        retry_after: float | None, in seconds: when to try again, where the answer has a `Retry-After`
        request_id: str | None, for the operator's log
        url: str | None, the address that was asked, without the query
    """

    status: int
    code: ProblemCode | Literal["unknown"]
    title: str
    detail: str
    errors: list[Fault]
    retry_after: float | None
    request_id: str | None
    url: str | None

    def __init__(self, document: Mapping[str, Any], retry_after: float | None = None, url: str | None = None) -> None:
        self.title = document.get("title") or ""
        self.detail = document.get("detail") or self.title
        super().__init__(self.detail)
        self.code = document["code"]
        self.status = document["status"]
        self.url = url
        self.errors = document.get("errors") or []
        self.retry_after = retry_after
        self.request_id = document.get("requestId")
        self._document = document

    def __reduce__(self) -> tuple[Any, ...]:
        # Pools of processes hand errors over by pickle.
        return type(self), (self._document, self.retry_after, self.url)

    def __str__(self) -> str:
        # The detail about a proxy begins with the title.
        said = self.detail if self.code == "unknown" or not self.title else f"{self.title}: {self.detail}"
        return f"{said} ({self.url})" if self.url else said
