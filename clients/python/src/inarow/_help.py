"""What `help` shows beside a description: the fields of a request and the members of an answer, which only types name else."""

import inspect
import types
import typing
from collections.abc import AsyncGenerator, Generator, Iterable
from typing import Any


def describe_calls(client: type) -> None:
    """Adds to the description of each call of a client what its types have, which a signature only names."""
    for name, call in vars(client).items():
        if name.startswith("_") or not inspect.isfunction(call):
            continue
        hints = typing.get_type_hints(call)
        answer = hints.pop("return")
        is_stream = typing.get_origin(answer) in (Generator, AsyncGenerator)
        fields = [field for one, hint in hints.items() for field in _members(hint) or [one]]
        parts = [("Fields", fields), ("Records" if is_stream else "Answer", _members(answer))]
        for what, names in parts:
            _add(call, what, names)


def describe_answers(values: Iterable[Any]) -> None:
    """The same for the dictionaries among these."""
    for value in values:
        if typing.is_typeddict(value):
            _add(value, "Members", _members(value))


def _add(described: Any, what: str, names: list[str]) -> None:
    if names:
        described.__doc__ = f"{inspect.cleandoc(described.__doc__ or '')}\n\n{what}: {', '.join(names)}."


def _members(hint: Any) -> list[str]:
    """Those of a dictionary, or of each that a type can be; none of other types."""
    origin = typing.get_origin(hint)
    if typing.is_typeddict(origin or hint):
        return list((origin or hint).__annotations__)
    if origin in (typing.Union, types.UnionType, typing.Unpack, Generator, AsyncGenerator):
        return list(dict.fromkeys(name for part in typing.get_args(hint) for name in _members(part)))
    return []
