"""Answers that are not the service's: proxies, wrong addresses, lost connections."""

import json
import socket
import threading
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from typing import Any

import httpx
from both import Blocking, Unreliable
from service import running

from inarow import AsyncClient, Client, InarowError, Problem, Unreachable, error_message

HTML = {"content-type": "text/html; charset=utf-8"}


@contextmanager
def killed_during_its_answer(record: bytes) -> Iterator[str]:
    """A port that begins a stream with a record, and then closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with server.accept()[0] as connection:
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(record), record))

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        thread.join()


class Refusals(unittest.TestCase):
    """Of both clients."""

    def refused(self, status: int, **answer: Any) -> Problem:
        """The problem that a call gets from something that answers so."""
        problems = []
        for kind in (Client, Blocking):
            with self.assertRaises(Problem) as raised:
                kind("http://service", retries=0, transport=Unreliable(httpx.Response(status, **answer))).move()
            problems.append(raised.exception)
        first, second = problems
        self.assertEqual((str(first), first.code, first.status, first.title), (str(second), second.code, second.status, second.title))
        return first

    def test_a_redirection_names_the_origin_to_give(self) -> None:
        for location, origin in (
            ("https://service/v1/move?", "https://service"),
            ("/games/v1/move", "http://service/games"),
            ("https://elsewhere/login", "https://elsewhere/login"),
        ):
            problem = self.refused(308, headers={"location": location})
            self.assertIn(f"; if that is the service, give its origin: {origin}", problem.detail)
            self.assertEqual(error_message(problem), "The service is not at this address.")
        self.assertIn("perhaps a proxy", self.refused(304).detail)

    def test_a_key_is_taken_without_its_newline_and_never_shown(self) -> None:
        for kind in (Client, AsyncClient):
            for key in ("secret\n", " secret "):
                self.assertEqual(kind("http://127.0.0.1:1", key=key)._settings.headers, {"authorization": "Bearer secret"})
            for key in ("sec\nret", "secrét"):
                with self.assertRaisesRegex(ValueError, "^the key has characters that no header can hold") as caught:
                    kind("http://127.0.0.1:1", key=key)
                self.assertNotIn(key, str(caught.exception))

    def test_a_key_is_given_without_the_word_of_its_header(self) -> None:
        for kind in (Client, AsyncClient):
            with self.assertRaisesRegex(ValueError, '^the key begins with "Bearer ", which the client adds: give the key alone$'):
                kind("http://127.0.0.1:1", key="Bearer secret")

    def test_a_key_is_text(self) -> None:
        keys: list[Any] = [5, b"secret", ["secret"]]
        for kind in (Client, AsyncClient):
            for key in keys:
                said = f"^the key is no text but has the type {type(key).__name__}: give the operator's key as text$"
                with self.assertRaisesRegex(TypeError, said):
                    kind("http://127.0.0.1:1", key=key)

    def test_a_call_after_the_last_is_a_fault_of_the_program(self) -> None:
        client = Client("http://127.0.0.1:1")
        client.close()
        with self.assertRaises(RuntimeError):
            client.move()
        for described in (InarowError, Client):
            self.assertIn("`RuntimeError`", described.__doc__ or "")

    def test_a_page_of_a_proxy(self) -> None:
        problem = self.refused(401, headers=HTML, text="<html><head><title>401 Authorization Required</title></head>")
        self.assertEqual((problem.code, problem.status, problem.title), ("unknown", 401, "Authorization Required"))
        self.assertEqual(str(problem), "http://service answered 401, Authorization Required: this is not the service; perhaps a proxy (http://service/v1/move)")
        self.assertEqual((problem.errors, problem.retry_after), ([], None))
        problem = self.refused(429, headers={**HTML, "retry-after": "7"}, text="<h1>slow down</h1>")
        self.assertEqual((problem.title, problem.retry_after), ("Too Many Requests", 7))
        self.assertEqual(self.refused(502, text="").title, "Bad Gateway")
        self.assertTrue(self.refused(403, json={"message": "no such consumer"}).detail.endswith("403, Forbidden: no such consumer"))
        self.assertEqual(self.refused(500, json=None).status, 500)

    def test_a_page_with_status_200_is_no_answer(self) -> None:
        problem = self.refused(200, headers=HTML, text="<title>Welcome</title>")
        self.assertEqual(str(problem), "http://service answered 200, Welcome: this is not the service; perhaps a proxy (http://service/v1/move)")

    def test_retry_after_may_be_a_date(self) -> None:
        problem = self.refused(503, headers={"retry-after": formatdate(time.time() + 3600, usegmt=True)})
        assert problem.retry_after is not None
        self.assertTrue(0 < problem.retry_after <= 3600, problem.retry_after)
        self.assertEqual(self.refused(503, headers={"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}).retry_after, None)
        self.assertIsNone(self.refused(503, headers={"retry-after": "tomorrow"}).retry_after)
        busy = Unreliable(httpx.Response(429, headers={**HTML, "retry-after": "0"}, text="<h1>slow down</h1>"))
        self.assertEqual(Client("http://service", transport=busy).move(), {"move": None}, "it is asked again")

    def test_a_problem_of_the_service_keeps_title_and_time(self) -> None:
        document = {"code": "saturated", "status": 503, "title": "All searches are busy", "detail": "busy"}
        problem = self.refused(503, headers={"retry-after": "60"}, json=document)
        detail = "busy"
        self.assertEqual((problem.code, problem.title, problem.retry_after, problem.detail), ("saturated", "All searches are busy", 60, detail))
        self.assertEqual(str(problem), f"All searches are busy: {detail} (http://service/v1/move)")
        self.assertEqual((problem.url, problem.args), ("http://service/v1/move", (detail,)))

    def test_a_missing_key_and_a_wrong_one_are_told_apart_and_where_it_is_set(self) -> None:
        document = {"code": "unauthorized", "status": 401, "title": "A key is needed", "detail": 'send "Authorization: Bearer KEY"'}
        cases = [
            (None, '; give this client the key, which it sends as that header: Client(origin, key="KEY")'),
            ("secret", "; this client sent the one of its option key: check that, or ask the operator for a valid one"),
        ]
        for kind in (Client, Blocking):
            for key, remedy in cases:
                with self.assertRaises(Problem) as raised:
                    kind("http://service", key=key, transport=Unreliable(httpx.Response(401, json=document))).move()
                self.assertEqual(raised.exception.detail, f"{document['detail']}{remedy}")
                self.assertNotIn("secret", str(raised.exception))

    def test_errors_of_the_network_name_the_address(self) -> None:
        for kind in (Client, Blocking):
            client = kind("http://127.0.0.1:1/", retries=0)
            for call in (client.move, lambda client=client: list(client.stream_move()), lambda client=client: client.match(players=[{}, {}])):
                with self.assertRaisesRegex(Unreachable, "^no answer from http://127.0.0.1:1: .") as raised:
                    call()
                self.assertEqual(raised.exception.request.url.port, 1)
            cut = Unreliable(httpx.Response(200, text='{"heartbeat":true}\n'))
            said = "the connection to http://service was lost during the answer: the stream ended before its last record; a stream that has begun is not repeated: "
            with self.assertRaisesRegex(Unreachable, f"^{said}call again, or go on with the records that came$"):
                list(kind("http://service", transport=cut).stream_move())
            broken = {"final": True, "problem": {"code": "internal", "status": 500, "detail": "failed"}}
            failed = Unreliable(httpx.Response(200, text=json.dumps(broken) + "\n"))
            with self.assertRaisesRegex(Problem, "failed"):
                list(kind("http://service", transport=failed).stream_move())

    def test_a_service_that_is_killed_during_a_stream_was_there(self) -> None:
        record = b'{"final":false,"depth":1}\n'
        for kind in (Client, Blocking):
            with killed_during_its_answer(record) as origin:
                with self.assertRaisesRegex(Unreachable, f"^the connection to {origin} was lost during the answer: .*; a stream that has begun is not repeated: "):
                    list(kind(origin).stream_move())

    def test_an_origin_that_ends_in_v1_is_told_so(self) -> None:
        for kind in (Client, AsyncClient):
            for origin in ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/"):
                with self.assertRaises(ValueError) as raised:
                    kind(origin)
                self.assertEqual(str(raised.exception), "leave out /v1 at the end of the origin http://127.0.0.1:8080/v1: calls add it")

    def test_an_origin_is_that_of_a_service(self) -> None:
        cases: list[tuple[Any, type[Exception], str]] = [
            (None, TypeError, 'the origin is None: give that of the service, such as "http://127.0.0.1:8080"'),
            (8080, TypeError, 'the origin is 8080: give that of the service, such as "http://127.0.0.1:8080"'),
            ("", ValueError, 'the origin is empty: give that of the service, such as "http://127.0.0.1:8080"'),
            ("127.0.0.1:8080", ValueError, "127.0.0.1:8080 is no origin: write http:// or https:// before it"),
            ("http://a b", ValueError, "'http://a b' is no origin: leave out the blank"),
            ("http://a:port", ValueError, "http://a:port is no origin: Invalid port: 'port'"),
            ("http://a?key=1", ValueError, "http://a?key=1 is no origin: leave out what begins with ? or #"),
        ]
        for kind in (Client, AsyncClient):
            for origin, error, said in cases:
                with self.assertRaises(error) as raised:
                    kind(origin)
                self.assertEqual(str(raised.exception), said)

    def test_an_origin_may_come_from_a_file(self) -> None:
        self.assertEqual(Client("http://127.0.0.1:8080/\n").picture_url(), "http://127.0.0.1:8080/v1/position.svg")

    def test_an_origin_with_a_path_is_told_so(self) -> None:
        own = {"code": "not-found", "status": 404, "title": "There is nothing at this path", "detail": "GET / lists the endpoints"}
        for kind in (Client, Blocking):
            for answer in (httpx.Response(404, json=own), httpx.Response(404, text="<title>Not Found</title>")):
                with self.assertRaises(Problem) as raised:
                    kind("http://service/docs", transport=Unreliable(answer)).move()
                self.assertTrue(raised.exception.detail.endswith("; the origin has a path, /docs: perhaps leave it out"), raised.exception)

    def test_an_answer_that_is_cut_or_none_names_the_address(self) -> None:
        said = "^no answer from http://service: what came is cut, or no answer$"
        for kind in (Client, Blocking):
            for text in ('{"move":', "", "welcome", "{}", '{"status":"ok"}', "null"):
                with self.assertRaisesRegex(Unreachable, said):
                    kind("http://service", transport=Unreliable(httpx.Response(200, text=text))).move()
            with self.assertRaisesRegex(Unreachable, "^the connection to http://service was lost during the answer: what came is cut, or no answer; "):
                list(kind("http://service", transport=Unreliable(httpx.Response(200, text='{"final":fal\n'))).stream_move())

    def test_a_service_that_speaks_http_is_not_asked_by_https(self) -> None:
        with running() as origin:
            for kind in (Client, Blocking):
                with self.assertRaisesRegex(Unreachable, "^no answer from https://.*; perhaps the service speaks http, not https$"):
                    kind(origin.replace("http:", "https:")).move()

    def test_a_gap_in_a_list_is_refused_with_its_place(self) -> None:
        none = "is None: a list has no gaps (the move of a finished game is None)"
        whole = 'is a whole answer or a row of one; send its member "move", such as answer["move"]'
        answer = {"move": {"cell": 4, "row": 1, "col": 1, "name": "b2"}, "score": {}}
        cases: list[tuple[str, dict[str, Any], str]] = [
            ("move", {"moves": [""]}, "moves[0] is empty: a list has no gaps"),
            ("stream_move", {"moves": ["d", " "]}, "moves[1] is empty: a list has no gaps"),
            ("position", {"moves": ["d", None]}, f"moves[1] {none}"),
            ("review", {"moves": ["d,d"]}, "moves[0] is 'd,d': write each one by itself"),
            ("analysis", {"searchMoves": ["a1", None]}, f"searchMoves[1] {none}"),
            ("position", {"fields": ["position", ""]}, "fields[1] is empty: a list has no gaps"),
            ("position", {"heuristics": [None]}, f"heuristics[0] {none}"),
            ("tree", {"cells": [""]}, "cells[0] is empty: a list has no gaps"),
            ("match", {"players": [{}, None]}, f"players[1] {none}"),
            ("batch", {"requests": [{"kind": "move", "moves": ["b2", None]}]}, f"requests[0]['moves'][1] {none}"),
            ("picture_url", {"marks": ["b2", ""]}, "marks[1] is empty: a list has no gaps"),
            ("tree_url", {"moves": [None]}, f"moves[0] {none}"),
            ("move", {"moves": {"b2"}}, "moves is a set, which has no order: send a list"),
            ("move", {"moves": ["b2", answer]}, f"moves[1] {whole}"),
            ("move", {"searchMoves": [{"rank": 1, "move": None}]}, f"searchMoves[0] {whole}"),
            ("picture_url", {"last": answer}, f"last {whole}"),
            ("batch", {"requests": [{"kind": "move", "moves": [answer]}]}, f"requests[0]['moves'][0] {whole}"),
            ("move", {"moves": 4453}, 'moves is a number: write columns as text, moves="4453"'),
        ]
        for kind in (Client, Blocking):
            service = Unreliable()
            client = kind("http://service", transport=service)
            for call, fields, said in cases:
                with self.assertRaises(TypeError) as raised:
                    list(getattr(client, call)(**fields))
                self.assertEqual(str(raised.exception), said)
            self.assertEqual(service.times, [], "nothing is sent")


if __name__ == "__main__":
    unittest.main()
