"""When a call is repeated, by a clock that the test has, and the error where no answer comes."""

import heapq
import math
import pickle
import random
import socket
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest import mock

import httpx
from both import Blocking, Told, Unreliable, busy, told_clock

from inarow import Client, InarowError, Problem, TimedOut, Unreachable
from inarow._attempts import Attempts, Settings

KINDS = (Client, Blocking)
REFUSED = httpx.ConnectError("[Errno 111] Connection refused")
RESET = httpx.ReadError("[Errno 104] Connection reset by peer")
REMEDY = "; the client's option retry_for, in seconds, asks for longer"
CLOSED = httpx.RemoteProtocolError("Server disconnected without sending a response.")


@contextmanager
def closing_at_once() -> Iterator[tuple[str, list[int]]]:
    """A port that takes connections and closes them, with how many there were."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        seen: list[int] = []
        is_over = threading.Event()

        def serve() -> None:
            while True:
                with server.accept()[0] as connection:
                    if is_over.is_set():
                        return
                    connection.recv(10_000)
                    seen.append(1)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{address[1]}", seen
        finally:
            is_over.set()
            socket.create_connection(address).close()
            thread.join()


class Chances(Told):
    """Such a clock whose chances are the same in each run."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(1).random  # type: ignore[method-assign]


def admitted(calls: int, retry_for: float | None) -> int:
    """How many of these calls, made at once, get through a limit of 30 a minute with a burst of 3."""
    clock, settings = Chances(), Settings("http://service", None, None, 3, retry_for)
    waiting = [(0.0, call, Attempts(settings, "move", "application/json", clock)) for call in range(calls)]
    tokens, filled, through = 3.0, 0.0, 0
    while waiting:
        clock.seconds, call, attempts = heapq.heappop(waiting)
        tokens, filled = min(3.0, tokens + (clock.seconds - filled) / 2), clock.seconds
        if tokens >= 1:
            tokens, through = tokens - 1, through + 1
            continue
        refused = busy(429, str(math.ceil((1 - tokens) * 2)))
        refused.request = httpx.Request("GET", "http://service/v1/move")
        with suppress(Problem):
            heapq.heappush(waiting, (clock.seconds + attempts.wait_after(refused), call, attempts))
    return through


class AttemptsTest(unittest.TestCase):
    """Of both clients."""

    def test_a_busy_service_is_asked_again_as_late_as_it_says(self) -> None:
        for kind in KINDS:
            with told_clock() as clock:
                service = Unreliable(busy(503, "2"), busy(429, "0"), httpx.Response(502, text=""), clock=clock)
                self.assertEqual(kind("http://service", transport=service).move(), {"move": None})
                self.assertEqual(service.times, [0, 2, 2.5, 3.5], "with a Retry-After of 0 it is the second of 0.25 s, 0.5 s, 1 s, without one the third")

    def test_a_service_that_starts_again_is_asked_until_it_is_there(self) -> None:
        for kind in KINDS:
            with told_clock() as clock:
                service = Unreliable(CLOSED, REFUSED, RESET, clock=clock)
                self.assertEqual(kind("http://service", transport=service).match(players=[{}, {}]), {"move": None})
                self.assertEqual(service.times, [0, 0.25, 0.75, 1.75])
                self.assertEqual(service.timeouts, [75, 74.75, 74.25, 73.25], "all attempts share the time")

    def test_a_log_says_why_a_call_waits(self) -> None:
        for kind in KINDS:
            with told_clock(), self.assertLogs("inarow", "INFO") as log:
                service = Unreliable(busy(503, "2"), busy(429, "1.44"), httpx.Response(502, text=""), REFUSED, httpx.ReadError(""))
                kind("http://name:secret@service", transport=service, retry_for=60).move()
            said = ["busy (503), again in 2.0 s", "above the limit (429), again in 1.4 s", "away (502), again in 1.0 s"]
            said += ["no answer ([Errno 111] Connection refused), again in 2.0 s", "no answer (ReadError), again in 2.0 s"]
            self.assertEqual(log.output, [f"INFO:inarow:http://service, move: {words}" for words in said])
            with told_clock(), self.assertNoLogs("inarow"):
                kind("http://service", transport=Unreliable()).move()
                with self.assertRaises(Problem):
                    kind("http://service", transport=Unreliable(busy(503, "60"))).move()

    def test_a_stream_is_repeated_until_it_has_begun(self) -> None:
        for kind in KINDS:
            with told_clock() as clock:
                record = httpx.Response(200, text='{"final":true}\n')
                service = Unreliable(REFUSED, record, clock=clock)
                self.assertEqual(list(kind("http://service", transport=service).stream_move()), [{"final": True}])
                self.assertEqual(service.timeouts, [15, 15], "its silence has the whole time")
                cut = Unreliable(httpx.Response(200, text='{"heartbeat":true}\n'), clock=clock)
                with self.assertRaises(Unreachable):
                    list(kind("http://service", transport=cut).stream_move())
                self.assertEqual(len(cut.times), 1)

    def test_repetitions_are_bounded_by_number_and_by_time(self) -> None:
        for kind in KINDS:
            for answer, attempts in ((busy(503, "0"), 3), (busy(503, "60"), 1), (busy(503, "tomorrow"), 3), (busy(502, "0"), 3), (busy(500, "0"), 1)):
                with told_clock() as clock:
                    service = Unreliable(*[answer] * 5, clock=clock)
                    with self.assertRaises(Problem):
                        kind("http://service", transport=service, retries=2).move()
                    self.assertEqual(len(service.times), attempts)
            cases: list[tuple[dict[str, Any], list[float]]] = [
                ({}, [0, 0.25, 0.75, 1.75]),
                ({"retries": 0}, [0]),
                ({"retries": 9, "timeout": 1}, [0, 0.25, 0.75]),
            ]
            for options, times in cases:
                with told_clock() as clock:
                    service = Unreliable(*[REFUSED] * 20, clock=clock)
                    with self.assertRaises(Unreachable) as raised:
                        kind("http://service", transport=service, **options).move()
                    self.assertEqual(service.times, times)
                    # A caller who asks once wants no other patience.
                    more = f" (asked {len(times)} times){REMEDY}" if len(times) > 1 else ""
                    self.assertEqual(str(raised.exception), f"no answer from http://service: [Errno 111] Connection refused{more}")
                    self.assertIsInstance(raised.exception.__cause__, httpx.ConnectError)

    def test_a_call_outlasts_a_restart_if_its_caller_wishes_so(self) -> None:
        for kind in KINDS:
            with told_clock() as clock:
                service = Unreliable(*[REFUSED] * 8, busy(503, "1"), clock=clock)
                self.assertEqual(kind("http://service", transport=service, retry_for=30, timeout=4).move(), {"move": None})
                self.assertEqual(service.times, [0, 0.25, 0.75, 1.75, 3.75, 5.75, 7.75, 9.75, 11.75, 12.75])
                self.assertEqual(set(service.timeouts), {4}, "each attempt has the whole time")
            with told_clock() as clock:
                service = Unreliable(*[REFUSED] * 2_000, clock=clock)
                with self.assertRaises(Unreachable) as raised:
                    kind("http://service", transport=service, retry_for=3_000, retries=0).move()
                self.assertLess(2_990, service.times[-1])
                self.assertLess(service.times[-1], 3_000, "no attempt begins after that time")
                self.assertRegex(str(raised.exception), r"\(asked 1503 times\)$")
            for seconds in (0, -1, float("nan")):
                with self.assertRaisesRegex(ValueError, "^retry_for is .*: give seconds above 0, or retries=0 to ask once$"):
                    Client("http://service", retry_for=seconds)
                with self.assertRaisesRegex(ValueError, "^timeout is .*: give seconds above 0$"):
                    Client("http://service", timeout=seconds)
        for option in ("timeout", "retry_for"):
            of_text: dict[str, Any] = {option: "30"}
            with self.assertRaisesRegex(TypeError, rf"^{option} is a text; give seconds, such as float\('30'\)$"):
                Client("http://service", **of_text)
        wrong: list[tuple[Any, type[Exception]]] = [(-1, ValueError), ("3", TypeError), (1.5, TypeError), (None, TypeError)]
        for retries, error in wrong:
            with self.assertRaisesRegex(error, f"^retries is {retries!r}: give a whole number from 0; 0 asks once$"):
                Client("http://service", retries=retries)

    def test_calls_that_were_refused_together_come_back_apart_each_time_more(self) -> None:
        for kind in KINDS:
            cases: list[tuple[float, dict[str, Any], list[float]]] = [
                (0.0, {}, [0, 1, 2, 3]),
                (0.5, {}, [0, 1.5, 3.5, 6.5]),
                (0.5, {"retry_for": 60}, [0, 1.5, 3.5, 6.5, 11.5, 16.5]),
                # The random part takes no more time than there is.
                (0.5, {"timeout": 3}, [0, 1.5, 2.75]),
            ]
            for chance, options, times in cases:
                with told_clock() as clock, mock.patch.object(clock, "chance", lambda chance=chance: chance):
                    service = Unreliable(*[busy(429, "1")] * (len(times) - 1), clock=clock)
                    if options.get("timeout"):
                        service.answers.append(busy(429, "1"))
                        with self.assertRaises(Problem):
                            kind("http://service", transport=service, **options).move()
                    else:
                        kind("http://service", transport=service, **options).move()
                    self.assertEqual(service.times, times)

    def test_the_random_part_is_at_most_a_second_and_the_first_wait(self) -> None:
        for kind in KINDS:
            for refused, times in (
                (busy(503, "5"), [0, 5.5, 11.5]),
                (httpx.Response(503, text=""), [0, 0.375, 1.125]),
                (REFUSED, [0, 0.375, 1.125]),
            ):
                with told_clock() as clock, mock.patch.object(clock, "chance", lambda: 0.5):
                    service = Unreliable(refused, refused, clock=clock)
                    kind("http://service", transport=service).move()
                    self.assertEqual(service.times, times)

    def test_calls_above_a_rate_limit_get_through(self) -> None:
        self.assertEqual(admitted(10, retry_for=30), 10)
        self.assertGreaterEqual(admitted(10, retry_for=None), 7)

    def test_a_passing_failure_names_the_option_that_asks_for_longer(self) -> None:
        options_and_remedies: list[tuple[dict[str, Any], str]] = [({}, REMEDY), ({"retry_for": 0.1}, "")]
        for kind in KINDS:
            for answer in (busy(503, "60"), busy(429, "60"), httpx.Response(502, text="")):
                for options, remedy in options_and_remedies:
                    with told_clock() as clock, self.assertRaises(Problem) as raised:
                        kind("http://service", transport=Unreliable(*[answer] * 9, clock=clock), retries=1, **options).move()
                    self.assertEqual(raised.exception.detail.endswith(REMEDY), bool(remedy), raised.exception)
            for answer, retries in ((busy(500, "0"), 3), (busy(503, "0"), 0)):
                with self.assertRaises(Problem) as raised:
                    kind("http://service", transport=Unreliable(answer), retries=retries).move()
                self.assertNotIn("retry_for", str(raised.exception))

    def test_one_class_has_all_failures_of_calls(self) -> None:
        for kind in KINDS:
            kinds = []
            for answer in (busy(500, "0"), REFUSED, httpx.ReadTimeout("timed out"), httpx.DecodingError("incorrect header check"), httpx.Response(200, text="{")):
                with self.assertRaises(InarowError) as raised:
                    kind("http://service", transport=Unreliable(answer), retries=0).move()
                kinds.append(type(raised.exception))
            self.assertEqual(kinds, [Problem, Unreachable, TimedOut, Unreachable, Unreachable])
        self.assertTrue(issubclass(Unreachable, httpx.TransportError) and issubclass(TimedOut, httpx.TimeoutException))
        self.assertTrue(issubclass(TimedOut, Unreachable))

    def test_failures_go_through_pools_of_processes(self) -> None:
        problem = Problem({"code": "saturated", "status": 503, "title": "All searches are busy", "detail": "busy"}, 2.0, "http://service/v1/move")
        for error in (problem, Unreachable("no answer"), TimedOut("no answer")):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), again.args), (type(error), str(error), error.args))
        self.assertEqual(pickle.loads(pickle.dumps(problem)).retry_after, 2.0)

    def test_a_port_that_closes_is_asked_again(self) -> None:
        for kind in KINDS:
            with told_clock(), closing_at_once() as (origin, seen):
                with self.assertRaisesRegex(Unreachable, rf"^no answer from {origin}: .* \(asked 3 times\){REMEDY}$"):
                    kind(origin, retries=2).move()
                self.assertEqual(len(seen), 3)

    def test_a_lasting_failure_is_asked_once(self) -> None:
        for kind in KINDS:
            with told_clock() as clock:
                with self.assertRaises(Unreachable) as raised:
                    kind("http://nobody.invalid").move()
                self.assertNotIn("retry_for", str(raised.exception))
                service = Unreliable(httpx.RemoteProtocolError("illegal status line: bytearray(b'hello')"), clock=clock)
                with self.assertRaises(Unreachable):
                    kind("http://service", transport=service).move()
                self.assertEqual(clock.now(), 0, "nobody waits")

    def test_errors_of_time_say_what_was_waited_for_and_what_changes_it(self) -> None:
        cases: list[tuple[type[httpx.TimeoutException], str]] = [
            (httpx.ConnectTimeout, "there was no connection"),
            (httpx.ReadTimeout, "POST /v1/match got nothing"),
            (httpx.WriteTimeout, "the request was not taken"),
            (httpx.PoolTimeout, "all connections of this client were in use"),
        ]
        for kind in KINDS:
            for error, waited_for in cases:
                service = Unreliable(error("timed out"))
                with self.assertRaises(TimedOut) as raised:
                    kind("http://service", transport=service).match(players=[{}, {}])
                said = f"no answer from http://service: {waited_for} for 75 s; the client's option timeout, in seconds, allows more"
                self.assertEqual(str(raised.exception), said)
                self.assertEqual(len(service.times), 1, "it is not repeated")
            slow = Unreliable(httpx.ReadTimeout("timed out"))
            with self.assertRaisesRegex(TimedOut, "GET /v1/move got nothing for 3600 s;"):
                kind("http://service", transport=slow, timeout=3600).move()


if __name__ == "__main__":
    unittest.main()
