"""Calls take the fields of a request by name, and say so."""

import functools
import inspect
import types
import typing
from typing import Any


def take_by_name(client: type) -> None:
    """Makes each call of a client that takes only fields name them in the error about a value without a name; Python's own counts arguments."""
    for name, call in list(vars(client).items()):
        if not name.startswith("_") and inspect.isfunction(call):
            kinds = [one.kind for one in inspect.signature(call).parameters.values()]
            if kinds[1:] == [inspect.Parameter.VAR_KEYWORD]:
                setattr(client, name, _named(call))


def _named(call: types.FunctionType) -> Any:
    request = typing.get_args(typing.get_type_hints(call)["request"])[0]
    fields = ", ".join(f"{field}=" for field in request.__annotations__)

    def check(values: tuple[object, ...]) -> None:
        if values:
            raise TypeError(f"{call.__name__} takes fields by name, and {values[0]!r} has none: write one of {fields} before it")

    @functools.wraps(call)
    def named(self: object, /, *values: object, **request: object) -> object:
        check(values)
        return call(self, **request)

    @functools.wraps(call)
    async def named_async(self: object, /, *values: object, **request: object) -> object:
        check(values)
        return await call(self, **request)

    return named_async if inspect.iscoroutinefunction(call) else named
