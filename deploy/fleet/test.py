"""Three replicas on loopback behind nginx: the promises of the design, seen from outside.

Usage: test.py target/release/inarow (needs nginx; nothing but the standard library). Prints each promise with its figures and
exits 1 at the first that does not hold:

- every replica gives the same bytes for the same question;
- nobody reads the metrics of a replica through nginx;
- a repeated question is answered by the cache, with no search anywhere;
- each answer has the id of its own request, which no client chooses, and the log leads to the replica that computed it;
- where all replicas are gone or hang, and what nginx refuses by itself, rates first of all, is a problem document;
- a replica that is saturated is stepped over: its 503 is answered by another one;
- an answer that needed a key, or counted against a rate, never comes out of the cache;
- calls of the Model Context Protocol reach a replica each time: no cache answers them;
- a replica that is killed under load costs no request, and one that hangs a wait for few;
- replicas that are rolled over under load, all of them before nginx asks one again, cost no GET, no POST and no stream.

No time that passes is judged: what nginx waits for is only ever waited out, and ten times as much is allowed for everything else.
"""

import collections
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator

REPLICAS = 3
CLIENTS = 6
HOST = "127.0.0.1"
# How long the tests wait for an event that must come. Only a hang takes so long.
PATIENCE_S = 120
# The lines of the config for replicas, whose "resolve" takes nginx 1.27.3, and for its own port.
UPSTREAM_LINES = ("server inarow:8080 resolve max_fails=1 fail_timeout=5s;", "server inarow:8080 resolve max_fails=0 backup;")
LISTEN_LINE = "listen 8000;"
# How long nginx waits for a replica that hangs, shortened, but many times what any other answer takes on a machine that is busy.
SHORT_WAITS = tuple((f"proxy_read_timeout {old}s;", f"proxy_read_timeout {new}s;") for old, new in ((3, 2), (15, 4), (75, 8)))
CONFIG = pathlib.Path(__file__).with_name("nginx.conf")
# Both set-ups include them.
SHARED = ("inarow-maps.conf", "inarow-refusals.conf")
# Questions that a search answers, deterministically.
SEARCHES = (
    "/v1/move?game=four-by-four&depth=6",
    "/v1/analysis?game=gomoku&depth=1&multiPv=3",
    "/v1/move?game=connect-four&moves=4453&depth=5&heuristic=lines",
    "/v1/analysis?board=XO.......&turn=X",
    "/v1/position?board=XO..X....",
)


# Below the ports that the system gives to connections, so that one is still free when a server is started there once more.
PORTS = itertools.count(random.randrange(10_000, 25_000))


def free_port() -> int:
    for port in PORTS:
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind((HOST, port))
            return port
    raise AssertionError("no port is free")


def get(port: int, target: str, headers: dict | None = None) -> tuple[int, dict, bytes]:
    return ask(port, "GET", target, headers=headers)


def ask(port: int, method: str, target: str, body: str | None = None, headers: dict | None = None) -> tuple[int, dict, bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE_S)
    try:
        connection.request(method, target, body, headers or {})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def metric(port: int, name: str) -> float:
    lines = get(port, "/metrics")[2].decode().splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name)


class Replica:
    """One process on a port of its own, started again on the same port when it is rolled over."""

    def __init__(self, binary: str, **settings: str) -> None:
        self.binary, self.port, self.settings = binary, free_port(), settings
        self.start()

    def start(self) -> None:
        # As compose.yaml has it.
        header = {"INAROW_CLIENT_HEADER": "x-forwarded-for"}
        settings = header | {"INAROW_LISTEN": f"{HOST}:{self.port}", "INAROW_LOG": "warn", "INAROW_SHUTDOWN_DELAY_MS": "500"}
        self.process = subprocess.Popen([self.binary], env=os.environ | settings | self.settings)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        while True:
            assert self.process.poll() is None, f"a replica ended with {self.process.returncode}"
            with contextlib.suppress(OSError):
                if get(self.port, "/readyz")[0] == 200:
                    return
            time.sleep(0.02)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE_S)


class Nginx:
    """The load balancer, with the committed configuration, in a directory of its own."""

    def __init__(self, replicas: list[Replica], more: tuple[tuple[str, str], ...] = ()) -> None:
        self.port = free_port()
        self.directory = tempfile.mkdtemp(prefix="inarow-fleet-")
        config = CONFIG.read_text()
        addresses = [f"{HOST}:{replica.port}" for replica in replicas]
        for old, new in (
            *((line, "\n".join(line.replace("inarow:8080 resolve", address) for address in addresses)) for line in UPSTREAM_LINES),
            (LISTEN_LINE, f"listen {HOST}:{self.port};"),
            ("/tmp/", f"{self.directory}/"),
            ("/dev/stdout", f"{self.directory}/access.log"),
            # A worker may keep an answer just after it has sent it, and another one is asked next.
            ("proxy_cache_lock_timeout 50ms;", "proxy_cache_lock_timeout 30s;"),
            *((f"/etc/nginx/{file}", str(CONFIG.parent.with_name("one-machine") / file)) for file in SHARED),
            *more,
        ):
            assert old in config, f"{CONFIG} has no {old!r}"
            config = config.replace(old, new)
        path = pathlib.Path(self.directory, "nginx.conf")
        path.write_text(config)
        os.chmod(self.directory, 0o755)
        # Its messages about replicas that are gone are the doing of this test.
        self.log = pathlib.Path(self.directory, "log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(["nginx", "-c", str(path), "-g", "daemon off;"], stderr=log)
        while True:
            assert self.process.poll() is None, f"nginx does not start: {self.log.read_text()}"
            with contextlib.suppress(OSError):
                if get(self.port, "/livez")[0] == 200:
                    return
            time.sleep(0.02)

    def log_of(self, ids: list[str]) -> list[dict]:
        """The lines of these requests, in their order; each worker of nginx writes its own once a second."""
        found: list[dict] = []
        for _ in range(20 * PATIENCE_S):
            lines = pathlib.Path(self.directory, "access.log").read_text().splitlines(keepends=True)
            found = [json.loads(line) for line in lines if line.endswith("\n")]
            found = [line for line in found if line["id"] in ids]
            if len(found) == len(ids):
                break
            time.sleep(0.05)
        return sorted(found, key=lambda line: ids.index(line["id"]))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE_S)
        shutil.rmtree(self.directory, ignore_errors=True)


@contextlib.contextmanager
def behind_nginx(replicas: list[Replica], more: tuple[tuple[str, str], ...] = ()) -> Iterator[Nginx]:
    """nginx in front of these replicas; all of them end with the block."""
    nginx = Nginx(replicas, more)
    try:
        yield nginx
    finally:
        nginx.end()
        for replica in replicas:
            replica.end(signal.SIGTERM)


def same_bytes(replicas: list[Replica]) -> None:
    for target in SEARCHES:
        answers = {(status, headers["etag"], body) for status, headers, body in (get(one.port, target) for one in replicas)}
        assert len(answers) == 1, f"{target} has {len(answers)} answers"
        assert next(iter(answers))[0] == 200, target
    print(f"same bytes: {len(SEARCHES)} questions, {len(replicas)} replicas, one answer each")


def metrics_stay_inside(nginx: Nginx, replicas: list[Replica]) -> None:
    assert get(replicas[0].port, "/metrics")[0] == 200
    for target in ("/metrics", "/metrics?x=1", "//metrics", "/%6detrics"):
        status, _, body = get(nginx.port, target)
        assert status == 404 and b"inarow_" not in body, f"{target}: {status}"
    compose = CONFIG.parent.with_name("compose.yaml").read_text()
    assert "INAROW_METRICS_LISTEN:" in compose and "INAROW_WORKERS:" in compose
    print("metrics: 404 through nginx")


def cached(nginx: Nginx, replicas: list[Replica]) -> None:
    first = [get(nginx.port, target) for target in SEARCHES]
    before = sum(metric(one.port, "inarow_search_nodes_total") for one in replicas)
    asked = sum(metric(one.port, "inarow_http_requests_total") for one in replicas)
    repeats = 200
    for turn in range(repeats):
        status, headers, body = get(nginx.port, SEARCHES[turn % len(SEARCHES)])
        assert (status, headers["x-cache-status"]) == (200, "HIT"), headers
        assert body == first[turn % len(SEARCHES)][2]
    after = sum(metric(one.port, "inarow_search_nodes_total") for one in replicas)
    # Asking for the metrics counts, too.
    more = sum(metric(one.port, "inarow_http_requests_total") for one in replicas) - asked - 2 * len(replicas)
    assert before == after > 0, (before, after)
    assert more <= 0, f"{more} of {repeats} repeated questions reached a replica"
    print(f"cache: {repeats} repeated questions, no search, no request to a replica")


def ids(nginx: Nginx, replicas: list[Replica]) -> None:
    chosen = {"X-Request-Id": "chosen"}
    target = "/v1/move?game=four-by-four&depth=5"
    answers = [get(nginx.port, target, headers)[1] for headers in (chosen, {}, chosen)]
    found = [headers["x-request-id"] for headers in answers]
    assert [headers["x-cache-status"] for headers in answers] == ["MISS", "HIT", "HIT"], answers
    assert len(set(found)) == 3 and "chosen" not in found, found
    assert ["server-timing" in headers for headers in answers] == [True, False, False], answers
    timed = [get(nginx.port, f"{target}&movetime=9000")[1].get("x-cache-status", "") for _ in range(2)]
    assert timed == ["", ""], "nginx would wait for a search whose client has left"
    told = get(nginx.port, "/v1/move?depth=x&api_key=s3cret", chosen)[1]["x-request-id"]
    *lines, secret = nginx.log_of([*found, told])
    assert (secret["id"], secret["status"]) == (told, 422), secret
    assert [line["id"] for line in lines] == found and [line["cache"] for line in lines] == ["MISS", "HIT", "HIT"], lines
    assert {line["upstreamId"] for line in lines} == {found[0]}, lines
    assert lines[0]["upstream"] in {f"{HOST}:{one.port}" for one in replicas} and not lines[1]["upstream"], lines
    assert "s3cret" not in pathlib.Path(nginx.directory, "access.log").read_text()
    compose = CONFIG.parent.with_name("compose.yaml").read_text()
    assert all(f"./one-machine/{file}:/etc/nginx/{file}:ro" in compose for file in SHARED)
    print("ids: 3 answers with ids of their own, of which 2 out of the cache; the log leads to the replica")


def refusal(answer: tuple[int, dict, bytes], status: int, code: str, port: int | None) -> dict:
    """Checks a problem document; without a port its type names no host, where nginx refused the request before it read one."""
    found, headers, body = answer
    assert (found, headers["content-type"]) == (status, "application/problem+json"), answer
    document = json.loads(body)
    assert (document["status"], document["code"]) == (status, code), document
    origin = f"http://{HOST}:{port}" if port else ""
    assert document["type"] == f"{origin}/docs#problem-{code}", document
    assert document["requestId"] == headers["x-request-id"] and headers["cache-control"] == "no-store", headers
    return headers


def does_not_answer(nginx: Nginx, status: int, code: str, logged: str) -> None:
    found = []
    for method, target in (("GET", "/v1/games"), ("POST", "/v1/move"), ("GET", "/")):
        headers = refusal(ask(nginx.port, method, target), status, code, nginx.port)
        assert headers["retry-after"] == "5", headers
        found.append(headers["x-request-id"])
    lines = nginx.log_of(found)
    assert [line["refusal"] for line in lines] == [logged] * len(found), lines
    found, headers, body = ask(nginx.port, "POST", "/mcp", "{}", {"Content-Type": "application/json"})
    data = json.loads(body)["error"]["data"]
    assert (found, headers["retry-after"], data["code"], data["retryAfter"]) == (status, "5", code, 5), data


def hang(replica: Replica) -> None:
    replica.process.send_signal(signal.SIGSTOP)
    # A thread may answer once more before the process has stopped.
    os.waitid(os.P_PID, replica.process.pid, os.WSTOPPED | os.WNOWAIT)


def refused_by_nginx(binary: str) -> None:
    replicas = [Replica(binary) for _ in range(REPLICAS)]
    nginx = Nginx(replicas, SHORT_WAITS)
    try:
        for length, port in ((30_000, nginx.port), (200_000, None)):
            refusal(get(nginx.port, "/v1/move?board=" + "x" * length), 414, "uri-too-long", port)
        refusal(get(nginx.port, "/v1/games", {"x-long": "x" * 40_000}), 400, "malformed-http", nginx.port)
        refusal(ask(nginx.port, "TRACE", "/v1/games"), 405, "method-not-allowed", nginx.port)
        refusal(get(nginx.port, "/metrics"), 404, "not-found", nginx.port)
        long = json.dumps({"board": " " * 2_000_000})
        refusal(ask(nginx.port, "POST", "/v1/move", long, {"Content-Type": "application/json"}), 413, "payload-too-large", nginx.port)
        # Replicas that hang are told apart from those that are gone.
        for replica in replicas:
            hang(replica)
        does_not_answer(nginx, 504, "gateway-timeout", "the service does not answer")
        for replica in replicas:
            replica.process.send_signal(signal.SIGCONT)
            replica.end(signal.SIGTERM)
        does_not_answer(nginx, 503, "unavailable", "the service is gone")
    finally:
        nginx.end()
        for replica in replicas:
            if replica.process.poll() is None:
                replica.process.send_signal(signal.SIGCONT)
                replica.end(signal.SIGTERM)
    print("nginx itself: 414, 400, 405, 404, 413 and, without replicas, 503 and 504 with Retry-After are problem documents")


def hanging(binary: str) -> None:
    """One of three hangs: the first client that asks it waits, and all others get their answers elsewhere."""
    replicas = [Replica(binary) for _ in range(REPLICAS)]
    nginx = Nginx(replicas, SHORT_WAITS)
    try:
        hang(replicas[0])
        begun, asked = time.monotonic(), []
        for count in range(60):
            target = ("/", "/readyz", f"/v1/move?board=X........&skill=50&seed={count}")[count % 3]
            status, headers, _ = get(nginx.port, target)
            assert status == 200, target
            asked.append(headers["x-request-id"])
        took = time.monotonic() - begun
        # Requests that waited went to two replicas. nginx asks one again 5 s after it did not answer.
        waited = sum(", " in line["upstream"] for line in nginx.log_of(asked))
        assert 0 < waited < 4 + took / 3, f"{waited} of 60 requests in {took:.1f} s waited for a replica that hung"
    finally:
        replicas[0].process.send_signal(signal.SIGCONT)
        nginx.end()
        for replica in replicas:
            replica.end(signal.SIGTERM)
    print(f"a replica that hangs: 60 requests, none failed, {waited} waited; {took:.1f} s")


def limited_by_nginx(binary: str) -> None:
    rates = (
        ("    upstream inarow {", "    limit_req_zone $binary_remote_addr zone=rates:1m rate=1r/m;\n    upstream inarow {"),
        ("proxy_pass http://inarow;", "limit_req zone=rates burst=1 nodelay;\n            proxy_pass http://inarow;"),
    )
    replica = Replica(binary)
    nginx = Nginx([replica], rates)
    try:
        answers = [get(nginx.port, "/v1/games") for _ in range(3)]
        assert refusal(answers[-1], 429, "too-many-requests", nginx.port)["retry-after"] == "1", answers
        status, headers, body = ask(nginx.port, "POST", "/mcp", "{}", {"Content-Type": "application/json"})
        data = json.loads(body)["error"]["data"]
        assert (status, headers["retry-after"], data["code"], data["retryAfter"]) == (429, "1", "too-many-requests", 1), data
    finally:
        nginx.end()
        replica.end(signal.SIGTERM)
    print("rates in nginx: 429 with Retry-After are problem documents")


def never_kept(nginx: Nginx, replicas: list[Replica]) -> None:
    """Holds for all answers at /mcp, also for the problem of a service that has it switched off."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    calls = [("POST", body), ("GET", None)] * 5
    count = "inarow_http_requests_total"
    before = sum(metric(one.port, count) for one in replicas)
    for method, content in calls:
        direct, _, _ = ask(replicas[0].port, method, "/mcp", content, accept)
        status, headers, _ = ask(nginx.port, method, "/mcp", content, accept)
        assert status == direct, f"{method} /mcp is {direct}, behind nginx {status}"
        assert "x-cache-status" not in headers, headers
    # Each call was made twice, and asking for the metrics counts, too.
    reached = sum(metric(one.port, count) for one in replicas) - before - len(replicas)
    assert reached == 2 * len(calls), (reached, len(calls))
    print(f"/mcp: {len(calls)} calls behind nginx, each reached a replica ({direct} to GET)")


def stepped_over(binary: str) -> None:
    busy = Replica(binary, INAROW_WORKERS="1", INAROW_QUEUE_MAX="1", INAROW_MOVETIME_MS_MAX="3600000")
    free = [Replica(binary) for _ in range(REPLICAS - 1)]
    with behind_nginx([busy, *free]) as nginx, contextlib.ExitStack() as held:
        # They end with their connections.
        hold = "/v1/move?game=gomoku&movetime=3600000"
        for _ in range(2):
            connection = held.enter_context(contextlib.closing(http.client.HTTPConnection(HOST, busy.port, timeout=PATIENCE_S)))
            connection.request("GET", hold)
        # One is searched, and the other one fills the queue.
        while not (metric(busy.port, "inarow_searches_in_flight") and metric(busy.port, "inarow_searches_queued")):
            time.sleep(0.01)
        status, headers, _ = get(busy.port, hold)
        assert status == 503 and "retry-after" in headers, f"the busy replica answers {status}"
        refused = metric(busy.port, "inarow_searches_rejected_total")
        for depth, column in itertools.product((5, 6), "1234567"):
            target = f"/v1/move?game=connect-four&heuristic=lines&moves=4{column}&depth={depth}"
            status, _, body = get(nginx.port, target)
            assert status == 200, body
        refused = metric(busy.port, "inarow_searches_rejected_total") - refused
        assert refused > 0, "nginx never asked the busy replica"
        print(f"saturated replica: 14 questions, {refused:.0f} times 503 behind nginx, 14 answers")


def never_shared(binary: str) -> None:
    target = SEARCHES[0]
    with tempfile.TemporaryDirectory() as directory:
        keys = pathlib.Path(directory, "keys")
        keys.write_text("key-a\nkey-b\n")
        with behind_nginx([Replica(binary, INAROW_API_KEYS_FILE=str(keys))]) as nginx:
            key = {"Authorization": "Bearer key-a"}
            for turn in range(3):
                status, kept, _ = get(nginx.port, target, key)
                assert status == 200, status
                for wrong in ({}, {"Authorization": "Bearer key-c"}, {"Authorization": ""}):
                    status, headers, body = get(nginx.port, target, wrong)
                    assert status == 401, f"without a key, after {turn + 1} answers with one: {status} {headers} {body}"
                assert (kept["cache-control"], kept["x-cache-status"]) == ("private, max-age=86400", "BYPASS"), kept
    replica = Replica(binary, INAROW_RATE_PER_MINUTE="1", INAROW_RATE_BURST="2", INAROW_CLIENT_HEADER="x-forwarded-for")
    with behind_nginx([replica]) as nginx:
        answers = [get(nginx.port, target) for _ in range(3)]
        statuses = [status for status, _, _ in answers]
        assert statuses == [200, 200, 429], statuses
        remaining = [headers["ratelimit-remaining"] for _, headers, _ in answers]
        assert remaining == ["1", "0", "0"], remaining
    print("keys and rates: no answer that needed a key without one, each client has its own rate headers")


class Load:
    """Clients that ask a mix of questions, some new and some repeated, as GETs, POSTs and streams, one after the other."""

    def __init__(self, port: int, with_streams: bool) -> None:
        self.port, self.with_streams, self.running = port, with_streams, True
        self.answers, self.failures, self.slowest = collections.Counter(), [], 0.0
        self.threads = [threading.Thread(target=self.run, args=(client,), daemon=True) for client in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, client: int) -> None:
        for turn in itertools.count():
            if not self.running:
                return
            kind = ("GET", "GET", "GET", "GET", "POST", "stream" if self.with_streams else "POST")[turn % 6]
            start = time.monotonic()
            try:
                problem = self.ask(kind, turn, client * 1_000_000 + turn)
            except (OSError, http.client.HTTPException) as error:
                problem = repr(error)
            self.slowest = max(self.slowest, time.monotonic() - start)
            self.answers[kind] += 1
            if problem:
                self.failures.append(f"{kind}: {problem}")

    def ask(self, kind: str, turn: int, seed: int) -> str | None:
        """The fault of an answer, if it has one."""
        boards = ("X........", "XO.......", ".........", "X...O....", "XX..O....")
        if kind == "POST":
            body = json.dumps({"board": boards[turn % 5], "skill": 50, "seed": seed})
            status, _, answer = ask(self.port, "POST", "/v1/move", body, {"Content-Type": "application/json"})
        elif kind == "stream":
            target = f"/v1/move?game=gomoku&movetime=150&seed={seed}"
            status, _, answer = get(self.port, target, {"Accept": "application/x-ndjson"})
            last = json.loads(answer.splitlines()[-1]) if status == 200 else {}
            if status == 200 and not (last.get("final") and last.get("move")):
                return f"{target}: ends with {last}"
        else:
            target = (
                f"/v1/move?board={boards[turn % 5]}&skill=50&seed={seed}",
                SEARCHES[turn % len(SEARCHES)],
                f"/v1/analysis?game=four-by-four&depth=3&multiPv=1&searchMoves={seed % 16}",
                "/v1/games",
            )[turn % 4]
            status, _, answer = get(self.port, target)
        return None if status == 200 else f"{status} {answer[:300]!r}"

    def end(self, what: str) -> None:
        self.running = False
        for thread in self.threads:
            thread.join()
        total = sum(self.answers.values())
        assert not self.failures, f"{what}: {len(self.failures)} of {total} failed: {self.failures[:5]}"
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.answers.items()))
        print(f"{what}: {kinds}, none failed, the slowest took {self.slowest * 1000:.0f} ms")


def killed(nginx: Nginx, replicas: list[Replica]) -> None:
    # A stream ends when its replica is killed, and nobody can finish it.
    load = Load(nginx.port, with_streams=False)
    time.sleep(1)
    replicas[0].end(signal.SIGKILL)
    time.sleep(1)
    replicas[0].start()
    load.end("one replica killed")


def rolled_over(binary: str) -> None:
    """Stops and starts one replica after the other, without a pause."""
    # Without a delay a replica refuses connections as soon as it is asked to stop, which nginx has to bear.
    replicas = [Replica(binary, INAROW_SHUTDOWN_DELAY_MS="0") for _ in range(REPLICAS)]
    # On a machine of any speed all of them have failed before nginx asks the first one again.
    with behind_nginx(replicas, (("fail_timeout=5s", "fail_timeout=600s"),)) as nginx:
        load, rounds = Load(nginx.port, with_streams=True), []
        time.sleep(1)
        while len(rounds) < 5:
            start = time.monotonic()
            for replica in replicas:
                code = replica.end(signal.SIGTERM)
                assert code == 0, f"a replica that was asked to stop ended with {code}"
                replica.start()
            rounds.append(time.monotonic() - start)
        load.end(f"{REPLICAS} replicas rolled over {len(rounds)} times, at best within {min(rounds):.2f} s")


def main() -> None:
    binary = sys.argv[1]
    replicas = [Replica(binary) for _ in range(REPLICAS)]
    with behind_nginx(replicas) as nginx:
        same_bytes(replicas)
        metrics_stay_inside(nginx, replicas)
        cached(nginx, replicas)
        ids(nginx, replicas)
        never_kept(nginx, replicas)
        killed(nginx, replicas)
    refused_by_nginx(binary)
    hanging(binary)
    limited_by_nginx(binary)
    rolled_over(binary)
    never_shared(binary)
    stepped_over(binary)


if __name__ == "__main__":
    main()
