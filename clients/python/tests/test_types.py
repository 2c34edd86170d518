"""The types of the package are those of the contract: every member, whether it is always there, every name."""

import json
import typing
import unittest
import urllib.request
from typing import Any

from service import running

from inarow import types

# Members of a request and of an answer by name of their schema; the types of the package have the same names.
TYPES = (
    *("Rules", "Weights", "MoveRequest", "AnalysisRequest", "PositionRequest", "ReviewRequest", "Move", "ProvenScore", "HeuristicScore"),
    *("Position", "Search", "Reason", "MoveAnswer", "RankedLine", "AnalysisAnswer", "LineValue", "StaticValue", "Symmetry", "Records"),
    *("PositionAnswer", "MoveCost", "ReviewedMove", "ReviewedSide", "ReviewAnswer", "MoveProgress", "AnalysisProgress", "ReviewProgress"),
    *("FinalMove", "FinalAnalysis", "FinalReview", "Fault"),
)
NAMES = ("Preset", "HeuristicName", "Algorithm", "Level", "PointOfView", "ReasonKind", "ReviewLabel", "Transform")


class Types(unittest.TestCase):
    """Both ways: nothing is missing, nothing is more."""

    schemas: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        with running() as origin, urllib.request.urlopen(f"{origin}/openapi.json") as contract:
            cls.schemas = json.load(contract)["components"]["schemas"]

    def members(self, schema: dict[str, Any]) -> tuple[set[str], set[str]]:
        """All members of a schema, and those that are always there."""
        if "$ref" in schema:
            return self.members(self.schemas[schema["$ref"].rpartition("/")[2]])
        members = set(schema.get("properties", {}))
        always = set(schema.get("required", ()))
        for part in schema.get("allOf", ()):
            more, more_always = self.members(part)
            members |= more
            always |= more_always
        return members, always

    def test_members(self) -> None:
        for name in TYPES:
            with self.subTest(name):
                members, always = self.members(self.schemas[name])
                ours = getattr(types, name)
                hints = typing.get_type_hints(ours, include_extras=True)
                # A key of a class that postpones its annotations does not know that it is not required.
                optional = {key for key, hint in hints.items() if typing.get_origin(hint) is typing.NotRequired}
                self.assertEqual(set(hints), members)
                self.assertEqual(ours.__required_keys__ - optional, always)

    def test_names(self) -> None:
        for name in NAMES:
            self.assertEqual(set(typing.get_args(getattr(types, name))), set(self.schemas[name]["enum"]), name)


if __name__ == "__main__":
    unittest.main()
