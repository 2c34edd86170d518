"""Measures the time from starting a server to its first answer, over several starts.

Usage: first_answer.py BINARY [MAX_MS]. Prints the median; exits with 1 if it is above MAX_MS, which is for a quiet machine.
"""

import http.client
import os
import socket
import statistics
import subprocess
import sys
import time

STARTS = 7
GIVE_UP_S = 120.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port: int) -> bool:
    """One request; False while nothing listens yet."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP_S)
    try:
        connection.request("GET", "/v1/move?board=XO.......&turn=X")
        answer = connection.getresponse()
        body = answer.read()
    except ConnectionRefusedError:
        return False
    finally:
        connection.close()
    if answer.status != 200:
        sys.exit(f"the first answer is {answer.status}: {body[:500]!r}")
    return True


def time_to_first_answer(binary: str) -> float:
    port = free_port()
    environment = os.environ | {"INAROW_LISTEN": f"127.0.0.1:{port}"}
    start = time.perf_counter()
    with subprocess.Popen([binary], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            while not ask(port):
                if server.poll() is not None or time.perf_counter() - start > GIVE_UP_S:
                    sys.exit(f"{binary} does not answer")
                time.sleep(0.0005)
            return 1000 * (time.perf_counter() - start)
        finally:
            server.terminate()


def main() -> None:
    binary, limit = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else None
    times = sorted(time_to_first_answer(binary) for _ in range(STARTS))
    median = statistics.median(times)
    goal = "" if limit is None else f"; goal {limit:.0f} ms"
    print(f"median {median:.1f} ms of {STARTS} starts (from {times[0]:.1f} to {times[-1]:.1f}{goal})")
    sys.exit(limit is not None and median > limit)


if __name__ == "__main__":
    main()
