#!/usr/bin/env python3
"""How long the service takes for exact answers in Connect Four, as a table for docs/benchmarks.md.

deploy/latency.py target/release/inarow          # 1,000 positions after 0 to 41 stones, and 1,000 after 10 to 18
deploy/latency.py target/release/inarow 100 7    # 100 positions of each, from seed 7

The positions come from random games, equally many after each number of stones. The service is held on one core. Requests come one
at a time over one connection; a few before them do not count.
"""

import http.client
import os
import random
import statistics
import subprocess
import sys
import time

PORT = 18091
WIDTH, HEIGHT = 7, 6
RANGES = [(0, 41), (10, 18), (0, 11)]
ENDPOINTS = ["/v1/move", "/v1/analysis"]
WARM_UP = 20


def wins(columns: list[list[int]], column: int) -> bool:
    """Whether the last stone in a column completes a line of four."""
    row, player = len(columns[column]) - 1, columns[column][-1]

    def reach(across: int, up: int) -> int:
        length, x, y = 0, column + across, row + up
        while 0 <= x < WIDTH and 0 <= y < len(columns[x]) and columns[x][y] == player:
            length, x, y = length + 1, x + across, y + up
        return length

    return any(1 + reach(x, y) + reach(-x, -y) >= 4 for x, y in [(0, 1), (1, 0), (1, 1), (1, -1)])


def game(chance: random.Random, stones: int) -> str:
    """The moves of a random game of so many stones that is not over."""
    while True:
        columns: list[list[int]] = [[] for _ in range(WIDTH)]
        moves = []
        for ply in range(stones):
            column = chance.choice([column for column in range(WIDTH) if len(columns[column]) < HEIGHT])
            columns[column].append(ply % 2)
            if wins(columns, column):
                break
            moves.append("abcdefg"[column] + str(len(columns[column])))
        if len(moves) == stones:
            return ",".join(moves)


def ask(connection: http.client.HTTPConnection, endpoint: str, moves: str) -> float:
    """Milliseconds from the request to the end of the answer."""
    start = time.perf_counter()
    connection.request("GET", f"{endpoint}?game=connect-four&moves={moves}")
    answer = connection.getresponse()
    body = answer.read()
    elapsed = 1000 * (time.perf_counter() - start)
    assert answer.status == 200 and b'"stop":"solved"' in body.replace(b" ", b""), body[:500]
    return elapsed


def main() -> None:
    """Prints the table."""
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    environment = {**os.environ, "INAROW_LISTEN": f"127.0.0.1:{PORT}", "INAROW_WORKERS": "1"}
    with subprocess.Popen(["taskset", "-c", "0", sys.argv[1]], env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as server:
        try:
            time.sleep(1)
            connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
            print("| endpoint | stones | median | 95th percentile | longest |\n|---|---|---|---|---|")
            for endpoint in ENDPOINTS:
                for first, last in RANGES:
                    chance = random.Random(seed)
                    games = [game(chance, first + index % (last - first + 1)) for index in range(count)]
                    for moves in games[:WARM_UP]:
                        ask(connection, endpoint, moves)
                    times = sorted(ask(connection, endpoint, moves) for moves in games)
                    high = times[round((count - 1) * 0.95)]
                    print(f"| `{endpoint}` | {first} to {last} | {statistics.median(times):.2f} ms | {high:.1f} ms "
                          f"| {times[-1]:.0f} ms |", flush=True)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
