"""The types of the package are those of the contract: every member, whether it is always there, every name."""

import contextlib
import inspect
import io
import json
import pydoc
import re
import typing
import unittest
import urllib.request
from typing import Any

from service import running

import inarow
from inarow import _protocol, types
from inarow._protocol import CHOICES, PICTURE_SIZES

# Types by the names of their schemas; a union has the members of each of its types.
OTHER_NAMES = {"ProblemDocument": "Problem", "PositionParts": "PositionAnswer"}
# Those that no schema has: parts of others, lists of fields of a query, and choices of members.
OWN = {
    *("ChosenMove", "GameOver", "FinalChosenMove", "FinalGameOver", "Found", "OngoingPosition", "WonPosition", "DrawnPosition", "Stones", "Visit"),
    *("InnerNode", "LeafNode", "FinishedNode", "TranspositionNode", "BatchedRequest", "CustomChoices", "PuzzleRequest", "PictureRequest", "PageRequest", "TreeRequest", "TreeFigure", "Outcome", "Side", "Limits"),
    *("CellReference", "MoveReference", "Board", "Game", "Score", "ContinuationsRecord", "BatchOf", "SuccessOf", "PositionAnswer", "WholePositionRequest"),
}
NAMES = {name for name in dir(types) if name[0].isupper()}
HELPERS = {"Client", "AsyncClient", "InarowError", "Problem", "Unreachable", "TimedOut", "ERROR_WORDS", "bar", "mistakes", "error_message", "score_words", "with_names"}


def shapes(name: str) -> list[Any]:
    """The dictionaries that a name stands for; none if it is a list of names."""
    found = getattr(types, name)
    generic = typing.get_origin(found)
    parts = (generic,) if typing.is_typeddict(generic) else typing.get_args(found) or (found,)
    return [part for part in parts if typing.is_typeddict(part)]


def literals(name: str) -> set[str]:
    """The names that a type lists."""
    return set(typing.get_args(getattr(types, name)))


class Types(unittest.TestCase):
    """Both ways: nothing is missing, nothing is more."""

    schemas: dict[str, Any]
    parameters: dict[str, Any]
    paths: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        with running() as origin, urllib.request.urlopen(f"{origin}/openapi.json") as contract:
            document = json.load(contract)
        cls.schemas, cls.parameters = (document["components"][part] for part in ("schemas", "parameters"))
        cls.paths = document["paths"]

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

    def test_every_name_is_exported(self) -> None:
        found: dict[str, Any] = {}
        exec("from inarow.types import *", found)
        self.assertEqual(set(found) - {"__builtins__"}, NAMES)
        self.assertEqual(set(inarow.__all__), NAMES | HELPERS)
        self.assertEqual(len(inarow.__all__), len(set(inarow.__all__)))
        self.assertLess(OWN, NAMES)

    def test_members(self) -> None:
        compared = 0
        for name in NAMES - OWN:
            for ours in shapes(name):
                with self.subTest(name):
                    members, always = self.members(self.schemas[OTHER_NAMES.get(name, name)])
                    self.assertEqual(set(typing.get_type_hints(ours)), members)
                    self.assertEqual(ours.__required_keys__, always)
                    compared += 1
        self.assertGreater(compared, 60)

    def test_names(self) -> None:
        compared = 0
        for name in NAMES - OWN:
            if not shapes(name):
                self.assertEqual(literals(name), set(self.schemas[name]["enum"]), name)
                compared += 1
        self.assertGreater(compared, 12)
        self.assertEqual(literals("Side"), set(self.schemas["Player"]["enum"]))
        self.assertEqual(literals("Outcome"), set(self.schemas["ProvenOutcome"]["enum"]))
        # A service has all of them, a local engine those that are required.
        self.assertEqual(set(typing.get_type_hints(types.Limits)), set(self.schemas["Limits"]["properties"]))

    def test_the_fields_of_moves_are_those_of_the_contract(self) -> None:
        of_moves = re.compile(r"/(MoveList|SentMoves|MoveReference|CellReference)\"")
        parameters = (parameter for parameter in self.parameters.values() if parameter["in"] == "query")
        found = {parameter["name"] for parameter in parameters if of_moves.search(json.dumps(parameter["schema"]))}
        # Marks are cells and arrows.
        self.assertEqual(_protocol.OF_MOVES, found | {"marks"})

    def test_every_endpoint_has_a_call(self) -> None:
        # The calls by the last part of the path; a stream is another form of the same, and so is a review as a text; the page has a link.
        others = {"puzzles": "puzzle", "position.svg": "picture_svg", "position.png": "picture_png"}
        paths = [path for path in self.paths if path.startswith("/v1/") or path == "/solve"]
        calls = {others.get(name, name) for name in (path.rpartition("/")[2] for path in paths)} | {"picture_url", "tree_url", "tree_figure", "page_url"}
        self.assertGreater(len(calls), 12)
        for kind in (inarow.Client, inarow.AsyncClient):
            found = {name for name in vars(kind) if not name.startswith(("_", "stream_", "review_", "close", "map")) and not name.endswith("_text")}
            self.assertEqual(found, calls)

    def test_help_shows_fields_and_members_with_types_and_units(self) -> None:
        for kind in (inarow.Client, inarow.AsyncClient):
            shown = inspect.getdoc(kind.move) or ""
            self.assertRegex(shown, r'^The best move, .*`answer\["position"\]\["status"\]`\.\n\nFields:\n    game: Game \| None\n')
            for line in (
                "    movetime: int | None (milliseconds)",
                "    depth: int | None (plies)",
                '    level: "beginner" | "casual" | "club" | "expert" | "perfect" | None',
                "    searchMoves: Iterable[MoveReference] | None",
                "Answer:",
                "    move: Move | None",
            ):
                self.assertIn(line, shown.splitlines())
            self.assertIn('`answer["moves"][0]["best"][0]["move"]["name"]`', inspect.getdoc(kind.review) or "")
            self.assertIn("    reasons: NotRequired[list[Reason]]\n", shown)
            fields_of_match = inspect.getdoc(kind.match) or ""
            self.assertIn("    players: Sequence[MatchPlayer]\n", fields_of_match)
            self.assertIn("    movetime: NotRequired[int | None] (milliseconds)\n", fields_of_match)
            self.assertIn("    difficulty: int | str | None\n", inspect.getdoc(kind.puzzle) or "")
            self.assertIn("    requests: Iterable[BatchedRequest]\n", inspect.getdoc(kind.batch) or "")
            self.assertRegex(inspect.getdoc(kind.stream_review) or "", r"\n\nRecords:\n    final: False \| True\n    left: int\n    move: ReviewedMove\n")
            for stream in (call for name, call in vars(kind).items() if name.startswith("stream_")):
                self.assertIn("raises with the first record, not at the call", inspect.getdoc(stream) or "")
            self.assertNotIn("Answer:", inspect.getdoc(kind.move_text) or "")
        self.assertRegex(inspect.getdoc(inarow.Search) or "", r"\n\nMembers:\n(    .*\n)*    timeMs: float \| None \(milliseconds\)\n")
        self.assertIn('`best[0]["move"]["name"]`', inspect.getdoc(inarow.ReviewedMove) or "")

    def test_help_explains_the_members_of_an_answer_and_of_its_parts(self) -> None:
        for kind in (inarow.Client, inarow.AsyncClient):
            shown = (inspect.getdoc(kind.move) or "").partition("\n\nAnswer:\n")[2]
            for name in ("move", "score", "position", "after", "search"):
                self.assertRegex(shown, rf"(?m)^    {name}: .*\n        [A-Z].*\.$")
            parts = (inarow.Move, inarow.ProvenScore, inarow.WonPosition, inarow.Search)
            for member in (name for part in parts for name in typing.get_type_hints(part)):
                self.assertRegex(shown, rf"(?m)^        {member}: .*\n            [A-Z].*\.$")
            self.assertIn('        status: "ongoing" | "won" | "drawn"\n', shown)
            self.assertEqual(shown.count("        board: str\n"), 1, "each part once")
        for part in (inarow.Search, inarow.ProvenScore, inarow.MoveCost):
            self.assertEqual(len(re.findall(r"(?m)^        \S", inspect.getdoc(part) or "")), len(typing.get_type_hints(part)))
        self.assertIn("1 less `expected` of the move played", inspect.getdoc(inarow.MoveCost) or "")

    def test_help_of_the_module_begins_with_an_example_and_leaves_out_the_types(self) -> None:
        shown = pydoc.plain(pydoc.render_doc(inarow)).splitlines()
        self.assertLess(len(shown), 3_000)
        self.assertNotIn("MoveRequest(", "\n".join(shown))
        example = inspect.cleandoc((inarow.__doc__ or "").partition("\n\n")[2].partition("\n\nNames:")[0])
        self.assertLess(shown.index("        " + example.splitlines()[0]), 10)
        for name in HELPERS | {"inarow.local", "inarow.types"}:
            self.assertTrue(any(name in line for line in shown[:30]), name)
        printed = io.StringIO()
        with running() as origin, contextlib.redirect_stdout(printed):
            exec(example.replace("http://127.0.0.1:8080", origin), {})
        self.assertEqual([printed.getvalue().strip()], re.findall("# prints (.*)", example))
        self.assertLess(set(dir(inarow)), set(vars(inarow)))

    def test_every_field_of_a_request_is_described(self) -> None:
        for kind in (inarow.Client, inarow.AsyncClient):
            for name, call in vars(kind).items():
                shown = inspect.getdoc(call) or ""
                if name.startswith("_") or "\nFields:\n" not in shown or name in ("batch", "map", "solve"):
                    continue
                fields = shown.split("Fields:\n")[1].split("\n\n")[0].splitlines()
                request = typing.get_args(typing.get_type_hints(call)["request"])[0]
                named = [line for line in fields if not line.startswith("        ") and not line.startswith("    format")]
                self.assertEqual([line.strip().split(":")[0] for line in named], list(request.__annotations__), name)
                self.assertEqual(len([line for line in fields if line.startswith("        ")]), len(named), f"{name}: a field has no description")
        self.assertIn("\n    movetime: int | None (milliseconds)\n        How long to search; ", inspect.getdoc(inarow.Client.move) or "")

    def test_a_review_s_fields_have_texts_of_their_own(self) -> None:
        for kind in (inarow.Client, inarow.AsyncClient):
            for call in (kind.review, kind.review_text, kind.review_sgf, kind.stream_review):
                shown = re.split("\n\n(?:Answer|Records):", inspect.getdoc(call) or "")[0]
                for own, other in (("The moves of the game, from `board` on;", "From the empty board"), ("judge whatever it is", "makes play weaker"), ("The side that moved first;", "The side to move;"), ("1 to 10", "0 for all")):
                    self.assertIn(own, shown)
                    self.assertNotIn(other, shown)
            self.assertIn("From the empty board", inspect.getdoc(kind.move) or "")
            self.assertNotIn("review", (inspect.getdoc(kind.move) or "").partition("\n\nAnswer:")[0])

    def test_signatures_have_the_fields_so_that_notebooks_complete_them(self) -> None:
        for kind in (inarow.Client, inarow.AsyncClient):
            parameters = inspect.signature(kind.move).parameters
            self.assertEqual(list(parameters), ["self", *inarow.MoveRequest.__annotations__])
            self.assertEqual(str(parameters["level"]), """level: '"beginner" | "casual" | "club" | "expert" | "perfect" | None' = None""")
            players = inspect.signature(kind.match).parameters["players"]
            self.assertEqual((players.default, players.kind), (players.empty, players.KEYWORD_ONLY))
            self.assertEqual(list(inspect.signature(kind.picture_url).parameters)[:3], ["self", "format", "game"])
            returned = {call: inspect.signature(getattr(kind, call)).return_annotation for call in ("batch", "position", "move")}
            self.assertEqual(returned, {"batch": "BatchAnswer", "position": "PositionParts", "move": "MoveAnswer"})
        self.assertNotIn("self", inspect.signature(inarow.Client("http://service").move).parameters)

    def test_calls_that_have_to_be_awaited_say_so(self) -> None:
        self.assertTrue(inspect.iscoroutinefunction(inarow.AsyncClient.move))
        self.assertFalse(inspect.iscoroutinefunction(inarow.Client.move))

    def test_help_names_the_errors_and_what_they_have(self) -> None:
        shown = inspect.getdoc(inarow.Client) or ""
        for name in ("InarowError", "Problem", "Unreachable", "TimedOut"):
            self.assertIn(f"`{name}`", shown)
        self.assertNotIn("httpx", shown)
        listed = re.findall(r"^    (\w+): ", inspect.getdoc(inarow.Problem) or "", re.MULTILINE)
        self.assertEqual(listed, list(inarow.Problem.__annotations__))
        self.assertLess(set(listed), set(vars(inarow.Problem({"code": "internal", "status": 500}))))

    def test_queries(self) -> None:
        for ours, path in ((types.PuzzleRequest, "/v1/puzzles"), (types.PictureRequest, "/v1/position.svg"), (types.TreeFigure, "/v1/tree")):
            fields = {self.named(parameter)["name"] for parameter in self.paths[path]["get"]["parameters"]}
            # The form of a tree is a call's name.
            self.assertEqual(set(typing.get_type_hints(ours)), fields - {"format"})

    def test_choices_of_figures(self) -> None:
        for call, path in (("picture_url", "/v1/position.svg"), ("tree_url", "/v1/tree")):
            fields = {found["name"]: found["schema"] for found in map(self.named, self.paths[path]["get"]["parameters"])}
            for name, choices in CHOICES[call].items():
                if name in fields:
                    schema = fields[name]
                    listed = schema.get("enum") or self.schemas[schema["$ref"].rpartition("/")[2]]["enum"]
                    self.assertEqual(set(choices), set(listed), f"{call} {name}")
        size = self.parameters["PictureSize"]["schema"]
        self.assertEqual(PICTURE_SIZES, (size["minimum"], size["maximum"]))

    def named(self, part: dict[str, Any]) -> Any:
        """A parameter of a path, perhaps one with a name of its own."""
        return self.parameters[part["$ref"].rpartition("/")[2]] if "$ref" in part else part


if __name__ == "__main__":
    unittest.main()
