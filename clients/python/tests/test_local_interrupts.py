"""Signals while the engine of this process searches: they raise in the caller, and neither end the process nor break the client."""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path

import inarow

CHILD = """
import os, signal, sys, threading
from inarow.local import LocalClient, _Engine

searching = threading.Event()
now = _Engine._now


def seen(engine):
    searching.set()
    return now(engine)


def interrupt(number):
    searching.wait()
    os.kill(os.getpid(), number)


class Alarm(Exception):
    pass


def raise_alarm(*_):
    raise Alarm


_Engine._now = seen
# A script that runs in the background of a shell ignores it, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGUSR1, raise_alarm)
client = LocalClient(movetimeMsMax=3_600_000)
request = dict(game="gomoku", moves="h8,i9", movetime=3_600_000)


def stream():
    for record in client.stream_move(**request):
        searching.set()


for number, call in (("SIGINT", lambda: client.move(**request)), ("SIGUSR1", lambda: client.move(**request)), ("SIGINT", stream)):
    searching.clear()
    threading.Thread(target=interrupt, args=[getattr(signal, number)]).start()
    try:
        call()
    except (KeyboardInterrupt, Alarm) as error:
        print(type(error).__name__, client.move()["move"]["name"], flush=True)
"""
UNCAUGHT = """
searching.clear()
threading.Thread(target=interrupt, args=[signal.SIGINT]).start()
client.move(**request)
"""
LEFT = """
stream = client.stream_move(**request)
next(stream)
"""


@unittest.skipUnless(hasattr(signal, "SIGUSR1"), "signals of POSIX")
class Interrupts(unittest.TestCase):
    def ended(self, program: str) -> tuple[int, list[str], str]:
        """Result, lines and errors of a program of its own."""
        environment = {**os.environ, "PYTHONPATH": str(Path(inarow.__file__).parents[1])}
        ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        return ran.returncode, ran.stdout.splitlines(), ran.stderr

    def test_a_handler_that_raises_ends_the_call_and_the_client_goes_on(self) -> None:
        self.assertEqual(self.ended(CHILD), (0, ["KeyboardInterrupt a3", "Alarm a3", "KeyboardInterrupt a3"], ""))

    def test_a_program_that_is_interrupted_ends_by_the_signal(self) -> None:
        result, _, said = self.ended(CHILD + UNCAUGHT)
        self.assertEqual((result, said.splitlines()[-1]), (-signal.SIGINT, "KeyboardInterrupt"), said)

    def test_a_program_ends_while_a_stream_is_open(self) -> None:
        self.assertEqual(self.ended(CHILD + LEFT)[::2], (0, ""))


if __name__ == "__main__":
    unittest.main()
