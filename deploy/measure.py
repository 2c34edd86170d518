#!/usr/bin/env python3
"""How many requests a second one core answers, by kind, as a table for docs/benchmarks.md.

deploy/measure.py target/release/inarow

The service is held on one core and the load, from wrk (Debian's package of that name), on another; a machine of two cores
that does nothing else will do. Every kind is many different requests, asked in turn, so that nothing depends on one of them.
"""

import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

SECONDS = 5
CONNECTIONS = 16
PORT = 18090
ORIGIN = f"http://127.0.0.1:{PORT}"
LUA = """
local requests, next = {}, 0
for line in io.lines("%s") do
    local method, path, body = line:match("^(%%S+)\\t(%%S+)\\t(.*)$")
    requests[#requests + 1] = wrk.format(method, path, {["content-type"] = "application/json"}, body ~= "" and body or nil)
end
request = function() next = next %% #requests + 1; return requests[next] end
"""


def get(path, **query):
    """A GET as a line for wrk: method, target, body."""
    return f"GET\t{path}?{urllib.parse.urlencode(query)}\t"


def post(path, **body):
    """A POST as such a line."""
    return f"POST\t{path}\t{json.dumps(body)}"


def ask(path):
    """The answer to a GET."""
    with urllib.request.urlopen(ORIGIN + path, timeout=30) as answer:
        return json.load(answer)


def positions(chance, game, stones, count):
    """Games of so many stones, by random moves, that are not over."""
    found = []
    while len(found) < count:
        moves, legal = [], ask(f"/v1/position?game={game}")["legalMoves"]
        while legal and len(moves) < stones:
            moves.append(chance.choice(legal)["name"])
            legal = ask(f"/v1/position?game={game}&moves={','.join(moves)}")["legalMoves"]
        if legal:
            found.append(",".join(moves))
    return found


def kinds():
    """Name of each kind and its requests."""
    chance = random.Random(1)
    small = [moves for stones in range(7) for moves in positions(chance, "tic-tac-toe", stones, 10)]
    opening = positions(chance, "connect-four", 6, 40)
    middle = positions(chance, "connect-four", 18, 40)
    large = positions(chance, "gomoku", 12, 20)
    falling = {"game": "connect-four"}
    return {
        "tic-tac-toe, `GET /v1/move`": [get("/v1/move", moves=moves) for moves in small],
        "tic-tac-toe, `POST /v1/move`": [post("/v1/move", moves=list(filter(None, moves.split(",")))) for moves in small],
        "tic-tac-toe, `GET /v1/analysis`": [get("/v1/analysis", moves=moves) for moves in small],
        "`GET /v1/position`": [get("/v1/position", moves=moves) for moves in small],
        "Connect Four, 6 stones, `GET /v1/move`": [get("/v1/move", moves=moves, **falling) for moves in opening],
        "Connect Four, 18 stones, `GET /v1/move`": [get("/v1/move", moves=moves, **falling) for moves in middle],
        "Connect Four, depth 4": [get("/v1/move", moves=moves, depth=4, **falling) for moves in middle],
        "Gomoku, depth 4": [get("/v1/move", game="gomoku", moves=moves, depth=4) for moves in large],
    }


def measure(requests):
    """Requests a second, and the 99th percentile of their times as wrk writes it."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/requests", "w", encoding="utf-8") as file:
            file.write("\n".join(requests) + "\n")
        with open(f"{folder}/wrk.lua", "w", encoding="utf-8") as file:
            file.write(LUA % f"{folder}/requests")
        command = ["taskset", "-c", "1", "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "--timeout=30s",
                   f"-s{folder}/wrk.lua", ORIGIN]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    slowest = re.search(r"^\s+99%\s+([\d.]+\w+)$", output, re.MULTILINE)
    return float(rate[1]), slowest[1]


def main():
    """Prints the table."""
    environment = {**os.environ, "INAROW_LISTEN": f"127.0.0.1:{PORT}", "INAROW_WORKERS": "1", "INAROW_LOG": "info"}
    with subprocess.Popen(["taskset", "-c", "0", sys.argv[1]], env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            time.sleep(1)
            print(f"| requests, {CONNECTIONS} connections | a second | 99th percentile |\n|---|---|---|")
            for name, requests in kinds().items():
                runs = [measure(requests) for _ in range(3)]
                rate = statistics.median(rate for rate, _ in runs)
                print(f"| {name} | {rate:,.0f} | {sorted(runs)[1][1]} |", flush=True)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
