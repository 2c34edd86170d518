"""Refusals."""

from typing import Literal, TypeAlias, TypedDict

__all__ = [
    "ErrorCode",
    "Fault",
    "ProblemCode",
    "ProblemDocument",
]

ProblemCode: TypeAlias = Literal[
    "malformed-http",
    "malformed-json",
    "malformed-query",
    "unauthorized",
    "not-found",
    "method-not-allowed",
    "not-acceptable",
    "request-timeout",
    "payload-too-large",
    "uri-too-long",
    "unsupported-media-type",
    "invalid-request",
    "answer-too-large",
    "too-many-requests",
    "internal",
    "saturated",
    "shutting-down",
    "unavailable",
    "gateway-timeout",
]
ErrorCode: TypeAlias = Literal[
    "unknown-field",
    "repeated",
    "missing",
    "misplaced",
    "wrong-type",
    "not-json",
    "not-a-choice",
    "not-whole",
    "out-of-range",
    "wrong-length",
    "unreadable",
    "unknown-character",
    "conflict",
    "not-on-board",
    "cell-taken",
    "column-full",
    "floating-stone",
    "not-alternating",
    "game-over",
    "two-winners",
    "turn-unknown",
    "unreachable",
    "undecided",
    "no-move-left",
    "does-not-fit",
    "too-large",
]


class Fault(TypedDict):
    """One fault of a request: the `pointer` of the field, a `code` for programs, and the remedy."""

    pointer: str
    code: ErrorCode
    detail: str


class ProblemDocument(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: ProblemCode
    requestId: str
    errors: list[Fault]
