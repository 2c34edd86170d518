"""The real service on a free port: the binary that INAROW_BINARY names, or a debug build."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BINARY = os.environ.get("INAROW_BINARY") or str(Path(__file__).parents[3] / "target/debug/inarow")

UNHURRIED = ["--movetime-ms-max", "3600000", "--review-move-ms-default", "3600000"]
"""On a busy machine nothing ends because its time is over, unless a test says so."""


@contextmanager
def running(*settings: str) -> Iterator[str]:
    """Starts the service and gives its origin; the first line of its log tells the port."""
    command = [BINARY, "--listen", "127.0.0.1:0", *UNHURRIED, *settings]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    try:
        for line in server.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found[0]
                break
        else:
            raise AssertionError("the server has ended")
    finally:
        server.terminate()
        server.communicate()
