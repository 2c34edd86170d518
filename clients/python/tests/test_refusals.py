"""What is no answer of the service: proxies, wrong addresses, lost connections."""

import json
import time
import unittest
from email.utils import formatdate
from typing import Any

import httpx
from both import Blocking, Unreliable

from inarow import AsyncClient, Client, Problem

HTML = {"content-type": "text/html; charset=utf-8"}


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

    def test_a_page_of_a_proxy(self) -> None:
        problem = self.refused(401, headers=HTML, text="<html><head><title>401 Authorization Required</title></head>")
        self.assertEqual((problem.code, problem.status, problem.title), ("unknown", 401, "Authorization Required"))
        self.assertEqual(str(problem), "http://service answered 401, Authorization Required: this is not the service; perhaps a proxy")
        self.assertEqual((problem.errors, problem.retry_after), ([], None))
        problem = self.refused(429, headers={**HTML, "retry-after": "7"}, text="<h1>slow down</h1>")
        self.assertEqual((problem.title, problem.retry_after), ("Too Many Requests", 7))
        self.assertEqual(self.refused(502, text="").title, "Bad Gateway")
        self.assertTrue(str(self.refused(403, json={"message": "no such consumer"})).endswith("403, Forbidden: no such consumer"))
        self.assertEqual(self.refused(500, json=None).status, 500)

    def test_a_page_with_status_200_is_no_answer(self) -> None:
        problem = self.refused(200, headers=HTML, text="<title>Welcome</title>")
        self.assertEqual(str(problem), "http://service answered 200, Welcome: this is not the service; perhaps a proxy")

    def test_retry_after_may_be_a_date(self) -> None:
        problem = self.refused(503, headers={"retry-after": formatdate(time.time() + 3600, usegmt=True)})
        assert problem.retry_after is not None
        self.assertTrue(0 < problem.retry_after <= 3600, problem.retry_after)
        self.assertEqual(self.refused(503, headers={"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}).retry_after, 0)
        self.assertIsNone(self.refused(503, headers={"retry-after": "tomorrow"}).retry_after)
        busy = Unreliable(httpx.Response(429, headers={**HTML, "retry-after": "0"}, text="<h1>slow down</h1>"))
        self.assertEqual(Client("http://service", transport=busy).move(), {}, "it is asked again")

    def test_a_problem_of_the_service_keeps_title_and_time(self) -> None:
        document = {"code": "saturated", "status": 503, "title": "All searches are busy", "detail": "busy"}
        problem = self.refused(503, headers={"retry-after": "60"}, json=document)
        self.assertEqual((problem.code, problem.title, problem.retry_after, str(problem)), ("saturated", "All searches are busy", 60, "busy"))

    def test_errors_of_the_network_name_the_address(self) -> None:
        for kind in (Client, Blocking):
            client = kind("http://127.0.0.1:1/")
            for call in (client.move, lambda client=client: list(client.stream_move()), lambda client=client: client.match(players=[{}, {}])):
                with self.assertRaisesRegex(httpx.ConnectError, "^no answer from http://127.0.0.1:1: .") as raised:
                    call()
                self.assertEqual(raised.exception.request.url.port, 1)
            cut = Unreliable(httpx.Response(200, text='{"heartbeat":true}\n'))
            with self.assertRaisesRegex(httpx.RemoteProtocolError, "^no answer from http://service: the stream ended before"):
                list(kind("http://service", transport=cut).stream_move())
            broken = {"final": True, "problem": {"code": "internal", "status": 500, "detail": "failed"}}
            failed = Unreliable(httpx.Response(200, text=json.dumps(broken) + "\n"))
            with self.assertRaisesRegex(Problem, "failed"):
                list(kind("http://service", transport=failed).stream_move())

    def test_an_origin_that_ends_in_v1_is_told_so(self) -> None:
        for kind in (Client, AsyncClient):
            for origin in ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/"):
                with self.assertRaises(ValueError) as raised:
                    kind(origin)
                self.assertEqual(str(raised.exception), "leave out /v1 at the end of the origin http://127.0.0.1:8080/v1: calls add it")


if __name__ == "__main__":
    unittest.main()
