"""The parts of `help` beside a description: the fields of a request and the members of an answer, which otherwise only types name."""

import ast
import inspect
import itertools
import types
import typing
from collections.abc import AsyncGenerator, Generator, Iterable, Mapping, Sequence
from typing import Any

# Units of numbers by the name of the field; a type says nothing about them.
_UNITS = {
    "movetime": "milliseconds",
    "timeMs": "milliseconds",
    "depth": "plies",
    "nodes": "positions searched",
    "maxNodes": "positions searched",
    "skill": "0 to 100",
    "size": "pixels",
    "expected": "0 to 1",
    "accuracy": "0 to 100",
}
CHOICES_MAX = 6
"""A longer list of names is shown by the name of its type."""

_names: dict[frozenset[Any], str] = {}
"""The names of unions and lists of names, by their parts."""

_fields: dict[str, dict[str, str]] = {}
"""The descriptions of the members of each dictionary."""


def know(exported: Mapping[str, Any]) -> None:
    """Learns the names of types, so that a hint is shown as it was written."""
    for name, value in exported.items():
        parts = typing.get_args(value)
        if parts and typing.get_origin(value) in (typing.Union, types.UnionType, typing.Literal):
            _names.setdefault(frozenset(parts), name)


def read_fields(module: types.ModuleType) -> None:
    """Reads the descriptions of fields and members, which only the source has."""
    try:
        classes = [part for part in ast.parse(inspect.getsource(module)).body if isinstance(part, ast.ClassDef)]
    except OSError:  # A program that is packed has no source.
        return
    for one in classes:
        fields = _fields.setdefault(one.name, {})
        for base in one.bases:
            fields |= _fields.get(ast.unparse(base), {})
        for field, text in itertools.pairwise(one.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                fields[ast.unparse(field.target)] = inspect.cleandoc(str(text.value.value))


def describe_calls(client: type) -> None:
    """Adds to each call of a client the contents of its types: the parameters for completion, and for `help` their descriptions and the answer."""
    for name, call in vars(client).items():
        if name.startswith("_") or not inspect.isfunction(call):
            continue
        hints = typing.get_type_hints(call)
        # Of an overloaded call, the last type takes every request.
        typed = (typing.get_overloads(call) or [call])[-1]
        answer = typing.get_type_hints(typed)["return"]
        hints.pop("return", None)
        is_stream = typing.get_origin(answer) in (Generator, AsyncGenerator)
        fields = {field: shown for one, hint in hints.items() for field, shown in (_described(hint) or {one: _shown(one, hint)}).items()}
        for what, members in (("Fields", fields), ("Records", _described(answer)) if is_stream else ("Answer", _answered(answer))):
            _add(call, what, members)
        returned = inspect.signature(call).replace(return_annotation=inspect.signature(typed).return_annotation)
        call.__signature__ = _signature(returned, hints)  # type: ignore[attr-defined]


def _described(hint: Any) -> dict[str, str]:
    """The members of a dictionary, each with its type and, below that, its description."""
    texts: dict[str, str] = {}
    for one in _dictionaries(hint):
        texts = _fields.get(one.__name__, {}) | texts
    return {name: f"{shown}\n        {texts[name]}" if name in texts else shown for name, shown in _members(hint).items()}


def _answered(hint: Any) -> dict[str, str]:
    """The same of an answer, and the members of its parts that have descriptions, each once."""
    found, seen = _described(hint), set[str]()
    members = [typing.get_type_hints(one) for one in _dictionaries(hint)]
    for name in found:
        inner = _described(typing.Union[tuple(one[name] for one in members if name in one)])
        if not seen.issuperset(inner) and any("\n" in shown for shown in inner.values()):
            lines = "".join(f"\n    {part}: {shown}" for part, shown in inner.items())
            found[name] += lines.replace("\n", "\n    ")
            seen |= set(inner)
    return found


def _signature(signature: inspect.Signature, hints: Mapping[str, Any]) -> inspect.Signature:
    """The signature of a call with the fields of its request in place of the dictionary that collects them."""
    parameters = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    for hint in hints.values():
        if typing.get_origin(hint) is typing.Unpack:
            request = typing.get_args(hint)[0]
            for name, field in typing.get_type_hints(request).items():
                default = inspect.Parameter.empty if name in request.__required_keys__ else None
                parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=_written(field)))
    return signature.replace(parameters=parameters)


def describe_answers(values: Iterable[Any]) -> None:
    """Adds the members of each dictionary among these to its description."""
    for value in values:
        if typing.is_typeddict(value):
            _add(value, "Members", _described(value))


def _add(described: Any, what: str, members: Mapping[str, str]) -> None:
    if members:
        lines = "\n".join(f"    {name}: {shown}" for name, shown in members.items())
        described.__doc__ = f"{inspect.cleandoc(described.__doc__ or '')}\n\n{what}:\n{lines}"


def _dictionaries(hint: Any) -> list[Any]:
    """Each dictionary that a type can be."""
    origin = typing.get_origin(hint)
    if typing.is_typeddict(origin or hint):
        return [origin or hint]
    if origin in (typing.Union, types.UnionType, typing.Unpack, typing.NotRequired, Generator, AsyncGenerator):
        return [one for part in typing.get_args(hint) for one in _dictionaries(part)]
    return []


def _members(hint: Any) -> dict[str, str]:
    """The members of a dictionary, or of each that a type can be, with every type that they have; none of other types."""
    found: dict[str, list[str]] = {}
    for one in _dictionaries(hint):
        for name, member in typing.get_type_hints(one, include_extras=True).items():
            shown = _shown(name, member)
            if shown not in found.setdefault(name, []):
                found[name].append(shown)
    return {name: " | ".join(shown) for name, shown in found.items()}


def _shown(name: str, hint: Any) -> str:
    """A type as it is written, and the unit of a number."""
    inner = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.NotRequired else hint
    is_number = bool({int, float} & {inner, *typing.get_args(inner)})
    return _written(hint) + (f" ({_UNITS[name]})" if is_number and name in _UNITS else "")


def _written(hint: Any) -> str:
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        known = _names.get(frozenset(parts))
        return known if known and len(parts) > CHOICES_MAX else " | ".join(f'"{part}"' if isinstance(part, str) else str(part) for part in parts)
    if origin in (typing.Union, types.UnionType):
        return _written_union(parts)
    if parts:
        return f"{origin.__name__}[{', '.join(map(_written, parts))}]"
    if hint is ...:
        return "..."
    return "None" if hint is type(None) else getattr(hint, "__name__", str(hint))


def _written_union(parts: Sequence[Any]) -> str:
    own = [part for part in parts if part is not type(None)]
    known = _names.get(frozenset(own))
    # Plain types say more than a name for them.
    shown = [known] if known and set(own) - {bool, int, float, str} else [_written(part) for part in own]
    return " | ".join([*shown, *(["None"] if len(own) < len(parts) else [])])
