#!/usr/bin/env python3
"""The cost of many players at once for a fleet, and the savings of its cache: a table for docs/operations.md.

deploy/fleet/load.py target/release/inarow [PLAYERS]

Needs nginx, and nothing else but the standard library. Three replicas stand behind nginx as the fleet's test starts them. Players
with random moves play whole games against the service, the same ones three times: past the cache, with an empty cache, and
other players with the cache that these have filled. Processor time is what counts, so that neither the client nor the other work
of the machine matters.
"""

import concurrent.futures
import dataclasses
import http.client
import json
import os
import random
import sys
import urllib.parse

import test as fleet

PLAYERS = 1000
THREADS = 8
# nginx passes a request with a key by the cache, and a service without keys ignores it.
PAST_THE_CACHE = {"Authorization": "Bearer none"}
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Kind:
    """How some players play: the chance that a player is one of them, and the fields of their requests."""

    weight: int
    game: str
    width: int
    fields: dict = dataclasses.field(default_factory=dict)
    endpoint: str = "/v1/move"
    has_seed: bool = False
    is_post: bool = False


KINDS = (
    Kind(40, "tic-tac-toe", 3),
    Kind(10, "tic-tac-toe", 3, {"level": "casual"}, has_seed=True),
    Kind(5, "tic-tac-toe", 3, is_post=True),
    Kind(20, "connect-four", 7),
    Kind(10, "connect-four", 7, {"level": "club"}, has_seed=True),
    Kind(5, "connect-four", 7, {"multiPv": 7}, endpoint="/v1/analysis"),
    Kind(10, "gomoku", 15, {"depth": 4}),
)


def legal(kind: Kind, board: str) -> list[int]:
    """The cells where a person might play: those next to a stone, or the middle."""
    empty = [cell for cell, stone in enumerate(board) if stone == "."]
    if kind.game == "connect-four":
        return [cell for cell in empty if cell + kind.width >= len(board) or board[cell + kind.width] != "."]
    if kind.game == "tic-tac-toe":
        return empty
    stones = [divmod(cell, kind.width) for cell, stone in enumerate(board) if stone != "."]
    near = lambda cell: any(max(abs(cell // kind.width - row), abs(cell % kind.width - col)) == 1 for row, col in stones)
    return list(filter(near, empty)) or [len(board) // 2]


def name(kind: Kind, cell: int, height: int) -> str:
    """The name of a cell, as people write it."""
    return "abcdefghijklmno"[cell % kind.width] + str(height - cell // kind.width)


class Player:
    """One player and the connection of a browser."""

    def __init__(self, port: int, number: int, headers: dict) -> None:
        self.chance = random.Random(number)
        self.kind = self.chance.choices(KINDS, [kind.weight for kind in KINDS])[0]
        self.fields = {"game": self.kind.game, **self.kind.fields, **({"seed": number} if self.kind.has_seed else {})}
        self.connection = http.client.HTTPConnection(fleet.HOST, port, timeout=30)
        self.headers = headers

    def ask(self, moves: list[str]) -> tuple[dict, bool]:
        """The answer, and whether the cache had it."""
        target, body, headers = self.kind.endpoint, None, dict(self.headers)
        if self.kind.is_post:
            body = json.dumps({**self.fields, "moves": moves})
            headers["Content-Type"] = "application/json"
        else:
            target += "?" + urllib.parse.urlencode({**self.fields, "moves": ",".join(moves)}, safe=",")
        self.connection.request("POST" if body else "GET", target, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status == 200, (answer.status, content)
        return json.loads(content), answer.headers.get("x-cache-status") == "HIT"

    def play(self) -> tuple[int, int]:
        """Plays a game as X; how many requests it took, and how many of them the cache answered."""
        kind = self.kind
        height = 6 if kind.game == "connect-four" else kind.width
        board, moves, requests, hits = "." * (kind.width * height), [], 0, 0
        while cells := legal(kind, board):
            cell = self.chance.choice(cells)
            moves.append(name(kind, cell, height))
            board = board[:cell] + "X" + board[cell + 1:]
            answer, is_hit = self.ask(moves)
            requests, hits = requests + 1, hits + is_hit
            best = answer["lines"][:1] if "lines" in answer else [answer]
            reply = best[0]["move"] if best else None
            if reply is None:
                break
            moves.append(reply["name"])
            board = board[:reply["cell"]] + "O" + board[reply["cell"] + 1:]
            if best[0]["score"]["plies"] == 1:
                break
        self.connection.close()
        return requests, hits


def seconds(pids: list[int]) -> float:
    """Processor time that these processes and their children have taken."""
    total = 0.0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            total += sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            total += seconds([int(child) for child in file.read().split()]) * TICKS_A_SECOND
    return total / TICKS_A_SECOND


def run(name: str, nginx: fleet.Nginx, replicas: list[fleet.Replica], players: range, headers: dict) -> None:
    """Lets the players play, and prints a row of the table."""
    services, proxy = [replica.process.pid for replica in replicas], [nginx.process.pid]
    before = seconds(services), seconds(proxy)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        played = list(pool.map(lambda number: Player(nginx.port, number, headers).play(), players))
    requests, hits = (sum(counts) for counts in zip(*played))
    service, other = seconds(services) - before[0], seconds(proxy) - before[1]
    print(f"| {name} | {requests:,} | {100 * hits / requests:.0f} % | {1e3 * service / requests:.3f} ms | {1e3 * other / requests:.3f} ms "
          f"| {requests / (service + other):,.0f} |", flush=True)


def main() -> None:
    """Prints the table."""
    binary, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else PLAYERS
    replicas = [fleet.Replica(binary) for _ in range(fleet.REPLICAS)]
    with fleet.behind_nginx(replicas) as nginx:
        print("| players | requests | from the cache | processor time a request, replicas | nginx | requests a second and core |")
        print("|---|---|---|---|---|---|")
        run(f"{count:,}, past the cache", nginx, replicas, range(count), PAST_THE_CACHE)
        run("the same, a cache that is empty at first", nginx, replicas, range(count), {})
        run(f"{count:,} others, the cache of the former", nginx, replicas, range(count, 2 * count), {})


if __name__ == "__main__":
    main()
