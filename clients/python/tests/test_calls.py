"""Puzzles, games, matches, trees, continuations, batches, pictures, by both clients."""

import datetime
import json
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote_plus

import httpx
from both import Blocking, Both, busy
from service import running

from inarow import ERROR_WORDS, BatchedMove, BatchedPosition, Client, Move, MoveAnswer, Position, Problem, Score, TreeNode, bar, mistakes


KEY = "0123456789abcdef0123456789abcdef"
FIGURES = (("svg", "<svg"), ("dot", "digraph"), ("mermaid", "---\ntitle"))


def played(answer: MoveAnswer) -> str:
    """The value of a member narrows the others: mypy checks this file."""
    if answer["move"]:
        return f"{answer['move']['name']} {answer['after']['board']} {answer['search']['nodes']}"
    return f"{answer['score']['outcome']} in {answer['score']['plies'] + 0}"


def again(client: Client, answer: MoveAnswer) -> MoveAnswer:
    """The game of an answer is one of a request."""
    return client.move(game=answer["game"])


def ended(position: Position) -> str:
    """The winner, if there is one."""
    return position["winner"].lower() if position["status"] == "won" else position["status"]


def shown(node: TreeNode) -> int | str:
    """The members that a node's kind promises."""
    if node["kind"] == "leaf":
        return node["static"]["value"]
    if node["kind"] == "finished":
        return node["result"]["winner"] or "draw"
    return node["transposition"] if node["kind"] == "transposition" else len(node["children"])


class Calls(Both):
    """Each endpoint."""

    def test_unions(self) -> None:
        with Client(self.origin, timeout=600) as client:
            self.assertRegex(played(client.move(board="XX.OO....", turn="X")), r"^c3 XXXOO\.\.\.\. \d+$")
            over = client.move(board="XXXOO....")
            self.assertEqual((played(over), ended(over["position"])), ("loss in 0", "x"))
            for record in client.stream_move(board="XX.OO....", turn="X"):
                if record["final"]:
                    self.assertEqual(record["after"] and ended(record["after"]), "x")
            sides = client.review(moves="b2 b1 a1")["sides"]
            self.assertEqual({side: sides[side]["labels"]["blunder"] for side in sides}, {"X": 0, "O": 0})

    def test_puzzles(self) -> None:
        for client in self.clients():
            puzzle = client.puzzle(seed=1, theme="fork", solution=True)
            self.assertIn("fork", puzzle["themes"])
            best = client.move(moves=[move["cell"] for move in puzzle["moves"]])
            self.assertEqual(best["move"], puzzle["solution"]["move"])
            daily = client.puzzle(game="connect-four", date="2026-11-22")
            self.assertEqual((daily["date"], daily["solution"]), ("2026-11-22", None))
            self.assertRegex(client.puzzle()["date"], r"^\d{4}-\d\d-\d\d$")

    def test_a_puzzle_by_its_difficulty_and_the_game_of_an_answer(self) -> None:
        for client in self.clients():
            puzzle = client.puzzle(seed=1, difficulty="3-5")
            self.assertIn(puzzle["difficulty"], (3, 4, 5))
            self.assertEqual(client.position(game=puzzle["game"], moves=["b2"])["game"], puzzle["game"])

    def test_a_list_of_one_number_is_a_cell(self) -> None:
        for client in self.clients():
            for moves in ([35], ["a1"], ["a"], [38], [35, 36]):
                posted = httpx.post(f"{self.origin}/v1/position", json={"game": "connect-four", "moves": moves}).json()
                self.assertEqual(client.position(game="connect-four", moves=moves)["position"], posted["position"])
                self.assertEqual(len(client.review(game="connect-four", moves=moves)["moves"]), len(moves))
            self.assertEqual(client.move(searchMoves=[4])["move"]["name"], "b2")
        with Client(self.origin) as plain:
            self.assertTrue(plain.picture_url(game="connect-four", moves=[35]).endswith("moves=35%2C"))
            columns = plain.position(game="connect-four", moves="35")["position"]["board"]
        self.assertEqual(len(columns.replace(".", "")), 2)

    def test_a_cell_by_its_row_and_column_gets_the_name_to_send(self) -> None:
        detail = 'row 1 and col 2, from 0, are the cell c2; send its name: "c2"'
        for client in self.clients():
            for pair in ((1, 2), {"row": 1, "col": 2}):
                for fields in ({"moves": [pair]}, {"searchMoves": [pair]}):
                    with self.assertRaises(Problem) as raised:
                        client.move(**fields)
                    self.assertEqual(raised.exception.errors[0]["detail"], detail)

    def test_a_side_may_be_lower_case(self) -> None:
        for client in self.clients():
            board = "xo......."
            self.assertEqual(client.move(board=board, turn="x", pov="o"), client.move(board=board, turn="X", pov="O"))

    def test_annotated_reviews(self) -> None:
        for client in self.clients():
            text = client.review_text(moves="b2 b3 c3 a3 a1")
            self.assertRegex(text, r"^1\. b2 b3\?\? \{")
            self.assertRegex(text, r"\n1-0\n\{Accuracy: X 100\.0 %, O ")
            self.assertEqual(client.position(record=text)["position"]["winner"], "X")
            self.assertTrue(client.review_sgf(moves="b2 b3 c3").startswith("(;FF[4]"))
            with self.assertRaises(Problem):
                client.review_text(moves="b2 b2")

    def test_values_that_a_request_may_hold(self) -> None:
        for client in self.clients():
            reply = client.move(moves=["b2"])["move"]
            assert reply is not None
            expected = client.position(moves=["b2", reply["name"]])["position"]
            for moves in (["b2", reply], ("b2", reply["cell"]), (move for move in ("b2", reply)), iter(["b2", reply])):
                self.assertEqual(client.position(moves=moves)["position"], expected)
            self.assertEqual(client.match(players=[{"depth": 1}, {"depth": 1}], moves=["b2", reply], games=1)["complete"], True)
            for day in ("2026-11-22", datetime.date(2026, 11, 22), datetime.datetime(2026, 11, 22, 23, 59)):
                self.assertEqual(client.puzzle(date=day)["date"], "2026-11-22")
            for wrong, place, kind in ((object(), "moves", "object"), ([b"b2"], r"moves\[0\]", "bytes"), (1j, "moves", "complex")):
                with self.assertRaisesRegex(TypeError, f"^{place} has the type {kind}, which cannot be sent: send text, numbers, dates, lists or dictionaries$"):
                    client.move(moves=wrong)

    def test_games(self) -> None:
        for client in self.clients():
            answer = client.games()
            rules = {game["name"]: game["rules"] for game in answer["games"]}
            self.assertTrue(rules["connect-four"]["gravity"])
            self.assertEqual(answer["limits"]["sideMax"], 20)
            names = [heuristic["name"] for heuristic in client.heuristics()["heuristics"]]
            self.assertIn("threats", names)

    def test_matches(self) -> None:
        request: dict[str, Any] = {"players": [{"depth": 1}, {"level": "perfect"}], "board": "XX.OO....", "seed": 1}
        for client in self.clients():
            match = client.match(**request)
            self.assertEqual([row["wins"] for row in match["results"]], [1, 1])
            *games, last = client.stream_match(**request)
            self.assertEqual([record["played"]["number"] for record in games], [0, 1])
            self.assertEqual([row["wins"] for row in last["results"]], [1, 1])

    def test_trees(self) -> None:
        for client in self.clients():
            tree = client.tree(board="XOX.O....", algorithm="minimax", depth=4, transpositions=True)
            self.assertEqual({node["kind"] for node in tree["nodes"]}, {"inner", "leaf", "finished", "transposition"})
            for node in tree["nodes"]:
                shown(node)
                for member, kind in (("static", "leaf"), ("result", "finished"), ("transposition", "transposition")):
                    self.assertEqual(node[member] is not None, node["kind"] == kind)

    def test_continuations(self) -> None:
        for client in self.clients():
            answer = client.continuations(board="XOXXOO.X.", turn="O")
            self.assertEqual((answer["counts"]["games"], len(answer["games"]), answer["next"]), (2, 2, None))
            first, *games, last = client.stream_continuations(board="XOXXOO.X.", turn="O")
            self.assertEqual((first["counts"], games), (answer["counts"], answer["games"]))
            self.assertEqual(last, {"final": True, "games": 2, "next": None})

    def test_batches(self) -> None:
        requests = [BatchedMove(kind="move", board="XO.......", turn="X"), BatchedPosition(kind="position", board="X")]
        for client in self.clients():
            good, bad = client.batch(requests)["results"]
            self.assertEqual(client.batch(requests=requests, movetime=1000)["results"][1]["status"], 422)
            self.assertEqual(good["body"]["move"]["name"], "a2")
            self.assertEqual(bad["problem"]["errors"][0]["pointer"], "/requests/1/board")

    def test_answers_of_a_batch_are_told_apart_by_their_members(self) -> None:
        for client in self.clients():
            found = client.batch(requests=[{"kind": "move"}, {"kind": "move", "board": "XXXOO...."}, {"kind": "analysis"}, {"kind": "position"}])
            members = [("move" in result["body"], "search" in result["body"]) for result in found["results"]]
            self.assertEqual(members, [(True, True), (True, True), (False, True), (False, False)])

    def test_requests_of_a_batch_may_come_from_a_generator_also_for_a_repetition(self) -> None:
        for kind in (Client, Blocking):
            sent: list[list[str]] = []

            def answer(request: httpx.Request, sent: list[list[str]] = sent) -> httpx.Response:
                sent.append([one["board"] for one in json.loads(request.content)["requests"]])
                return busy(503, "0") if len(sent) == 1 else httpx.Response(200, json={"results": []})

            boards = ["X........", "XO......."]
            kind("http://service", transport=httpx.MockTransport(answer)).batch(BatchedMove(kind="move", board=board) for board in boards)
            self.assertEqual(sent, [boards, boards])

    def test_a_batch_without_requests_is_refused(self) -> None:
        for client in self.clients():
            with self.assertRaises(Problem) as raised:
                client.batch([])
            self.assertEqual([(fault["pointer"], fault["detail"]) for fault in raised.exception.errors], [("/requests", "the list is empty; send one request at least")])

    def test_solve(self) -> None:
        for client in self.clients():
            self.assertEqual(client.solve("4453"), {"pos": "4453", "score": [-5, -5, -2, -3, -4, -2, -2]})
            self.assertEqual(client.solve()["pos"], "")
            with self.assertRaises(Problem) as raised:
                client.solve("4444444")
            self.assertEqual(raised.exception.errors[0]["code"], "column-full")

    def test_pictures(self) -> None:
        for client in self.clients():
            request = {"game": "connect-four", "moves": "4453", "size": 400, "theme": "dark", "coordinates": False, "marks": ["d4", "c1-d2"]}
            for form, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
                picture = httpx.get(client.picture_url(form, last="d2", values=None, **request))
                self.assertEqual(picture.status_code, 200, picture.text)
                self.assertTrue(picture.content.startswith(start))
        self.assertEqual(Client("https://play.example/").picture_url(), "https://play.example/v1/position.svg")
        url = Client("https://play.example").picture_url(board=["XO.", "...", "..."])
        self.assertEqual(url, "https://play.example/v1/position.svg?board=XO.......")

    def test_pictures_are_asked_for_with_the_key(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "keys")
            file.write_text(f"{KEY}\n")
            with running("--api-keys-file", str(file)) as origin:
                for kind in (Client, Blocking):
                    client: Any = kind(origin, key=KEY)
                    svg = client.picture_svg(game={"width": 4, "height": 4, "k": 4}, moves=["a1", "b2"], marks=["c3"])
                    self.assertTrue(svg.startswith("<svg "), svg[:40])
                    self.assertEqual(client.picture_png(board="XO.......", size=200)[:4], b"\x89PNG")
                    with self.assertRaises(Problem) as raised:
                        client.picture_png(size=5_000)
                    self.assertEqual(raised.exception.errors[0]["pointer"], "/size")
                    for figure, start in FIGURES:
                        self.assertTrue(client.tree_figure(figure, board="XX.OO.X.O", cells=["c3", 7]).startswith(start), figure)
                    with self.assertRaises(Problem) as raised:
                        client.tree_figure(depth=1_000, theme="dark")
                    self.assertEqual(raised.exception.errors[0]["pointer"], "/depth")

    def test_a_tree_of_another_form_has_a_call_of_its_own(self) -> None:
        for client in self.clients():
            for form in ("svg", "dot", "png"):
                with self.assertRaisesRegex(TypeError, f"^tree has no format '{form}': call tree_figure$"):
                    client.tree(moves="b2", format=form)
            self.assertTrue(client.tree(moves="b2", format="json")["nodes"])

    def test_a_value_without_a_name_is_told_the_names(self) -> None:
        for client in self.clients():
            said = r"^move takes fields by name, and 'XO\.{7}' has none: write one of game=, board=, moves=, record=, .*seed= before it$"
            with self.assertRaisesRegex(TypeError, said):
                client.move("XO.......")
            with self.assertRaisesRegex(TypeError, "^stream_review takes fields by name, and '445' has none: write one of game=, "):
                client.stream_review("445")

    def test_an_address_of_the_page_names_the_game(self) -> None:
        client = Client("https://play.example/games/")
        move: Move = {"cell": 96, "row": 6, "col": 6, "name": "g9"}
        answered: dict[str, Any] = {"name": "gomoku", "width": 15, "height": 15, "k": 5}
        self.assertEqual(client.page_url(), "https://play.example/games/")
        for fields, said in (
            ({"game": answered, "moves": ["h8", move]}, "game=gomoku&moves=h8,g9"),
            ({"moves": " b2 a1, c3\n", "x": "skill-40", "o": "you", "view": "explore"}, "moves=b2,a1,c3&x=skill-40&o=you&view=explore"),
            ({"board": ["XO.", "...", "..."], "turn": "X"}, "board=XO.......&turn=X"),
            ({"view": "puzzle", "date": datetime.date(2026, 11, 22)}, "view=puzzle&date=2026-11-22"),
            ({"game": {"width": 4, "height": 3, "k": 3}}, 'game={"width": 4, "height": 3, "k": 3}'),
        ):
            self.assertEqual(unquote_plus(client.page_url(**cast(Any, fields))), f"https://play.example/games/?{said}")
        refused: list[tuple[dict[str, Any], str]] = [
            ({"record": "b2"}, "page_url has no record; it has game, board, moves, turn, x, o, view, date"),
            ({"moves": [4, "b2"]}, "page_url: send cells by name"),
        ]
        for fields, said in refused:
            with self.assertRaises(TypeError) as raised:
                client.page_url(**fields)
            self.assertEqual(str(raised.exception), said)

    def test_an_address_says_which_argument_is_wrong_and_what_is_allowed(self) -> None:
        cases: list[tuple[str, dict[str, Any], str]] = [
            ("picture_url", {"format": "jpeg"}, """format is 'jpeg'; it is "svg" or "png\""""),
            ("picture_url", {"theme": "blue"}, """theme is 'blue'; it is "light" or "dark\""""),
            ("picture_url", {"size": 5000}, "size is 5000; it is a whole number of pixels from 200 to 1200"),
            ("picture_url", {"size": "600"}, "size is '600'; it is a whole number of pixels from 200 to 1200"),
            ("picture_url", {"size": True}, "size is True; it is a whole number of pixels from 200 to 1200"),
            ("picture_url", {"coordinates": "no"}, "coordinates is 'no'; it is True or False"),
            ("picture_url", {"values": 1}, "values is 1; it is True or False"),
            ("tree_url", {"format": "png"}, """format is 'png'; it is "svg", "json", "dot" or "mermaid\""""),
            ("tree_url", {"trace": "yes"}, "trace is 'yes'; it is True or False"),
        ]
        client = Client("https://play.example")
        for call, fields, said in cases:
            with self.assertRaises(TypeError) as raised:
                getattr(client, call)(**fields)
            self.assertEqual(str(raised.exception), f"{call}: {said}")
        with self.assertRaisesRegex(TypeError, r'or "png"; write the fields of the position by name: picture_url\("svg", board="XO\.\.\.\.\.\.\."\)$'):
            client.picture_url({"board": "XO......."})  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, r'; write the fields of the position by name: tree_url\("svg", board="XO\.\.\.\.\.\.\."\)$'):
            client.tree_url({"board": "XO......."})  # type: ignore[arg-type]
        self.assertTrue(client.picture_url(size=1200, theme="dark", coordinates=False).endswith("?size=1200&theme=dark&coordinates=false"))

    def test_addresses_take_moves_of_answers_and_known_fields(self) -> None:
        client = Client("https://play.example")
        move: Move = {"cell": 4, "row": 1, "col": 1, "name": "b2"}
        url = client.picture_url(moves=[move], last=move, marks=[move, "a1-c3"])
        self.assertEqual(url, "https://play.example/v1/position.svg?moves=b2&last=b2&marks=b2%2Ca1-c3")
        self.assertEqual(client.tree_url(cells=[move, 0]), "https://play.example/v1/tree?format=svg&cells=b2%2C0")
        unknown: dict[str, Any] = {"fomat": "png"}
        with self.assertRaisesRegex(TypeError, "^picture_url has no fomat; it has format, game, board, moves, .*values$"):
            client.picture_url(**unknown)
        with self.assertRaisesRegex(TypeError, "^tree_url has no fomat; it has format, game, .*theme$"):
            client.tree_url(**unknown)

    def test_answers_as_text(self) -> None:
        for client in self.clients():
            self.assertIn("X O .", client.position_text(board="XO......."))
            for call in (client.move_text, client.analysis_text):
                self.assertIn("a2", call(board="XO.......", turn="X"))
            self.assertIn("only one move wins", client.puzzle_text(seed=1, theme="fork"))
            with self.assertRaises(Problem):
                client.move_text(board="XO")

    def test_a_bar_says_how_near_the_end_is(self) -> None:
        win: Score = {"outcome": "win", "plies": 7, "value": None, "expected": 1.0, "pov": "X"}
        loss: Score = {"outcome": "loss", "plies": 0, "value": None, "expected": 0.0, "pov": "X"}
        draw: Score = {"outcome": "draw", "plies": 7, "value": None, "expected": 0.5, "pov": "X"}
        unknown: Score = {"outcome": "unknown", "plies": None, "value": 3, "expected": 0.73, "pov": "X"}
        for score, full in ((win, 1 - 7 / 420), (loss, 0.0), (draw, 0.5), (unknown, 1 / (1 + (1 / 0.73 - 1) ** 0.2))):
            self.assertAlmostEqual(bar(score, 42), full)
        # As in the package for JavaScript.
        for expected, shown in ((0.0, 0.2), (0.0001, 0.2), (0.05, 0.36), (0.5, 0.5), (0.9, 0.61), (0.997, 0.76), (0.9999, 0.8), (0.9999999, 0.8)):
            unknown["expected"] = expected
            self.assertEqual(round(bar(unknown, 225), 2), shown)

    def test_mistakes_are_the_moves_that_gave_a_part_of_the_result_away(self) -> None:
        for client in self.clients():
            review = client.review(game="connect-four", moves="4444224352", explain=True)
            found = mistakes(review)
            self.assertEqual([move["ply"] for move in found], [move["ply"] for move in review["moves"] if move["cost"]["result"] > 0])
            self.assertTrue(found)
            for side in ("X", "O"):
                self.assertEqual(mistakes(review, side.lower()), mistakes(review, side))  # type: ignore[arg-type]
            for player in ("Y", "club", "", 1):
                with self.assertRaisesRegex(ValueError, f"^player is {player!r}: it is 'X' or 'O', or left out for both sides$"):
                    mistakes(review, player)  # type: ignore[arg-type]
            self.assertEqual([*mistakes(review, "X"), *mistakes(review, "O")], sorted(found, key=lambda move: (move["player"] == "O", move["ply"])))
            for move in found:
                self.assertTrue(move["text"].lower().startswith(ERROR_WORDS[move["label"]]), move["text"])
        words = re.search(r"errorWords = \{(.*?)\}", (Path(__file__).parents[2] / "js/fields.js").read_text(), re.DOTALL)
        assert words is not None
        self.assertEqual(dict(re.findall(r'"?([a-z-]+)"?: "(.*?)"', words[1])), ERROR_WORDS, "as in the package for JavaScript")

    def test_figures_of_trees(self) -> None:
        for client in self.clients():
            for form, start in FIGURES:
                figure = httpx.get(client.tree_url(board="XX.OO.X.O", format=form, cells=["c3", 7], theme="dark", trace=None))
                self.assertEqual(figure.status_code, 200, figure.text)
                self.assertTrue(figure.text.startswith(start))
        self.assertEqual(Client("https://play.example").tree_url("dot"), "https://play.example/v1/tree?format=dot")
        url = Client("https://play.example").tree_url(board=["XO.", "...", "..."], depth=3, format=None)
        self.assertEqual(url, "https://play.example/v1/tree?format=svg&board=XO.......&depth=3")


if __name__ == "__main__":
    unittest.main()
