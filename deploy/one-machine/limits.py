"""Clients that are slow, or many at a time, and a service that hangs: part of test.py."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator

from machine import HERE, HOST, KEYS, NO_RATE, PATIENCE_S, QUESTION, Site, access_log, key, problem, rpc, steps

JSON = {"Content-Type": "application/json"}
# The longest `movetime` unless set otherwise, and that of a match.
LONGEST_MS, LONGEST_MATCH_MS = 10_000, 60_000
# How long nginx waits for a service that hangs, shortened, but many times what any other answer takes on a machine that is busy.
SHORT_WAITS = tuple((f"proxy_read_timeout {old}s", f"proxy_read_timeout {new}s") for old, new in ((3, 2), (15, 5), (75, 30)))


def refusals_like(site: Site) -> dict:
    return json.loads(site.ask("GET", "/v1/move?depth=x", key("bob"))[2])


def ends(connection: socket.socket, sent: bytes) -> bool:
    """Whether nginx ends a connection on which these bytes come one by one, the last ones never."""
    connection.settimeout(0.1)
    for _ in range(10 * PATIENCE_S):
        try:
            connection.sendall(sent[:1])
            sent = sent[1:]
            if not connection.recv(1_000):
                return True
        except TimeoutError:
            pass
        except OSError:
            return True
    return False


def slow_requests_end(site: Site) -> None:
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    with socket.create_connection((HOST, site.port), PATIENCE_S) as half_open:
        assert ends(half_open, hello + bytes(200)), "a handshake that does not end holds a connection"
    with socket.create_connection((HOST, site.plain_port), PATIENCE_S) as plain:
        assert ends(plain, b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: " + b"x" * 200), "a head holds a connection of port 80"
    connection = site.connect()
    assert ends(connection.sock, b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: " + b"x" * 200), "a head holds a connection"
    connection.close()
    # On a machine that is busy, the head of the request may be too slow as well.
    for _ in range(20):
        connection = site.connect()
        with contextlib.suppress(OSError):
            begin_body(connection, "/v1/move", "alice")
        assert ends(connection.sock, b""), "a body that does not come holds a connection"
        connection.close()
        slow = [line["refusal"] for line in access_log(site) if (line["path"], line["status"]) == ("/v1/move", 408)]
        if slow:
            assert set(slow) == {"the request did not come in time"}, slow
            break
    else:
        raise AssertionError("no body was too slow")
    print("slow clients: a handshake, a head and a body that do not come end their connections")


def begin_body(connection: http.client.HTTPConnection, target: str, name: str) -> None:
    connection.putrequest("POST", target)
    for header, value in (key(name) | JSON | {"Content-Length": "100000"}).items():
        connection.putheader(header, value)
    connection.endheaders(b" ")


@contextlib.contextmanager
def slow_bodies(site: Site, target: str, count: int, name: str = "alice") -> Iterator[None]:
    """Sends so many bodies with a key, a byte now and then: no timeout ends them."""
    connections, stop = [], threading.Event()

    def drip() -> None:
        while not stop.wait(0.1):
            for connection in list(connections):
                with contextlib.suppress(OSError):
                    connection.sock.sendall(b" ")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        for _ in range(count):
            connection = site.connect()
            begin_body(connection, target, name)
            connections.append(connection)
        yield
    finally:
        stop.set()
        thread.join()
        for connection in connections:
            connection.close()


def bodies_end_in_time(site: Site) -> None:
    """Where nginx does not wait for a whole body, the service does, and ends one that comes byte by byte."""
    connection = site.connect()
    begin_body(connection, "/v1/move", "alice")
    connection.sock.settimeout(0.1)
    for _ in range(10 * PATIENCE_S):
        connection.sock.sendall(b" ")
        try:
            said = connection.sock.recv(1_000)
        except TimeoutError:
            continue
        assert b" 408 " in said.split(b"\r\n")[0] and b"x-request-id" in said.lower(), said
        break
    else:
        raise AssertionError("a body that comes byte by byte holds a connection")
    connection.close()
    print("slow bodies: where nginx passes them on as they come, one that takes too long as a whole got 408 of the service")


def unbuffered() -> tuple[str, str]:
    """The line of the document, where it says that it belongs."""
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    line = re.search(r"`(proxy_request_buffering off;)` beside `(proxy_http_version 1.1;)`", document)
    assert line, "docs/operations.md does not say how a whole body has a time"
    return line[2], f"{line[2]}\n    {line[1]}"


def until(status: int, ask) -> tuple[int, dict, bytes]:
    """The first answer with this status; nginx may not have read all heads yet, or not have seen that connections are closed."""
    for _ in range(20 * PATIENCE_S):
        answer = ask()
        if answer[0] == status:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"never {status}: {answer}")


def many_at_a_time_are_refused(site: Site) -> None:
    like = refusals_like(site)
    for target, count, asked, client, other in (("/v1/move", 8, QUESTION, key("alice"), key("bob")), ("/", 64, "/", {}, None)):
        with slow_bodies(site, target, count):
            refused = until(429, lambda: site.ask("GET", asked, client))
            assert problem(refused, 429, "too-many-requests", like)["retry-after"] == "1", refused
            assert json.loads(refused[2])["detail"] == "too many requests at a time; try again in 1 s", refused
            if other:
                rpc(site.ask("POST", "/mcp", client | JSON, "{}"), 429, "too-many-requests", like)
                assert site.ask("GET", asked, other)[0] == 200, "another key noticed"
                assert site.ask("GET", "/")[0] == 200, "the page noticed"
        until(200, lambda: site.ask("GET", asked, client))
    assert "too many requests at a time" in {line["refusal"] for line in access_log(site)}
    assert "limiting connections" not in (site.directory / "error.log").read_text(), "a flood fills the error log"
    print("many at a time: the 9th request of a key and the 65th of an address to the page got 429; another key did not notice")


@contextlib.contextmanager
def stopped(service: subprocess.Popen) -> Iterator[None]:
    service.send_signal(signal.SIGSTOP)
    # A thread may answer once more before the process has stopped.
    os.waitid(os.P_PID, service.pid, os.WSTOPPED | os.WNOWAIT)
    try:
        yield
    finally:
        service.send_signal(signal.SIGCONT)


def hang_is_no_shutdown(site: Site) -> None:
    like = refusals_like(site)
    until(200, lambda: site.ask("GET", QUESTION, key("bob")))
    with stopped(site.services[0]):
        for target in ("/v1/move?board=XO.......&turn=X", "/"):
            answer = site.ask("GET", target, key("alice"))
            assert problem(answer, 504, "gateway-timeout", like)["retry-after"] == "5", answer
        rpc(site.ask("POST", "/mcp", key("alice") | JSON, "{}"), 504, "gateway-timeout", like)
        assert site.ask("GET", QUESTION, key("alice"))[0] == 200, "the cache knows it"
        preflight = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
        for target in ("/v1/move", "/mcp"):
            status, headers, _ = site.ask("OPTIONS", target, preflight)
            assert (status, headers["access-control-allow-headers"]) == (204, "*,authorization"), (target, status, headers)
    until(200, lambda: site.ask("GET", "/v1/move?board=XO.......&turn=X", key("alice")))
    assert "the service does not answer" in {line["refusal"] for line in access_log(site)}
    print("a service that hangs: 504 with Retry-After, and what the cache has is still answered")


def hang_takes_few_requests(binary: str) -> None:
    """Two instances, one of which hangs: the first client that asks it waits, and all others get their answers from the other one."""
    site = Site(binary, instances=2, replaced=(*SHORT_WAITS, NO_RATE))
    try:
        with stopped(site.services[0]):
            begun = time.monotonic()
            for target, count, client in (("/", 20, {}), ("/readyz", 20, {}), ("/v1/move?board=XO.......&turn=X", 1, key("alice"))):
                statuses = {site.ask("GET", target, client)[0] for _ in range(count)}
                assert statuses == {200}, f"{count} times {target}: {statuses}"
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                asked = [pool.submit(site.ask, "GET", f"/v1/move?board=X........&skill=50&seed={seed}", key("alice")) for seed in range(40)]
                assert {one.result()[0] for one in asked} == {200}
            took = time.monotonic() - begun
        # Requests that waited went to both. nginx asks an instance again 10 s after it did not answer.
        waited = sum(", " in line["upstream"] for line in access_log(site))
        assert 0 < waited < 4 + took / 5, f"{waited} of 81 requests in {took:.1f} s waited for an instance that hung"
        print(f"an instance that hangs beside one that does not: 81 requests, none failed, {waited} waited; {took:.1f} s")
    finally:
        site.end()


def longest_answers_are_whole(site: Site) -> None:
    """nginx waits longer than any answer takes: by its numbers, and for a match as long as the service is told to take here."""
    config = (HERE / "inarow.conf").read_text()
    fleet = (HERE.parent / "fleet/nginx.conf").read_text()
    limits = json.loads(site.ask("GET", "/v1/games", key("bob"))[2])["limits"]
    for text in (config, fleet):
        waits = {int(seconds) * 1_000 for seconds in re.findall(r"proxy_read_timeout (\d+)s;", text)}
        short, search, match = sorted(waits)
        assert short < 10_000 < search < match, waits
        assert max(LONGEST_MS, limits["batchMovetimeMsMax"], 2 * limits["heartbeatMs"]) < search, waits
        assert LONGEST_MATCH_MS < match, waits
    match = {"game": "gomoku", "players": [{"movetime": 900}, {"movetime": 900}], "games": 50, "movetime": 8_000}
    begun = time.monotonic()
    status, _, body = site.ask("POST", "/v1/match", key("alice") | JSON, json.dumps(match))
    took = time.monotonic() - begun
    assert status == 200 and 6 < took, (status, took, body)
    status, _, _ = site.ask("GET", "/v1/move?game=gomoku&movetime=1500", key("alice"))
    assert status == 200, status
    print(f"long answers: a match of {took:.1f} s was not cut off where others are after 5 s")


def long_searches_leave_a_thread(binary: str) -> None:
    """Two keys behind one address: nobody's searches wait for those of others, and nobody is refused."""
    site = Site(binary, replaced=(NO_RATE,), settings={"INAROW_WORKERS": "2"})
    try:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(site.ask, "GET", f"/v1/move?game=gomoku&movetime=4000&seed={seed}&skill=99", key("alice")) for seed in range(8)]
            while not site.metric("inarow_searches_queued"):
                time.sleep(0.01)
            status, _, body = site.ask("GET", "/v1/move?game=gomoku&movetime=1000", key("bob"))
            found = json.loads(body)["search"]
            statuses = {one.result()[0] for one in asked}
        assert statuses == {200}, statuses
        assert status == 200 and found["stop"] == "movetime" and found["depth"] > 1, found
        lines = [json.loads(line) for line in (site.directory / f"service-{site.service_ports[0]}.log").open()]
        clients = {line.get("client") for line in lines if line.get("path") == "/v1/move"}
        assert clients == {"alice", "bob"}, clients
        assert not any(secret in json.dumps(lines) for secret in KEYS.values()), "the service was told a key"
        print(f"long searches: beside 8 of one key, the search of another one behind the same address came to depth {found['depth']}")
    finally:
        site.end()


def room_for_connections() -> None:
    """The step of the document on Debian's nginx.conf, also where it is repeated."""
    step = re.search(r"^ *grep -q worker_rlimit_nofile .*", steps(), re.MULTILINE)
    assert step, "docs/operations.md does not say how nginx takes more connections"
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, "nginx.conf")
        file.write_text(f"worker_processes auto;\npid {directory}/pid;\n\nevents {{\n\tworker_connections 768;\n\t# multi_accept on;\n}}\nhttp {{}}\n")
        for _ in range(2):
            subprocess.run(["sh", "-euc", step[0].replace("/etc/nginx/nginx.conf", str(file))], check=True)
        text = file.read_text()
        connections, files = (re.findall(rf"^\s*{name} (\d+);$", text, re.MULTILINE) for name in ("worker_connections", "worker_rlimit_nofile"))
        assert len(connections) == len(files) == 1 and int(files[0]) >= 2 * int(connections[0]) > 2 * 768, text
        subprocess.run(["nginx", "-t", "-q", "-e", "stderr", "-c", str(file)], check=True)
    print(f"connections: {connections[0]} for each worker of nginx, with {files[0]} files")


def check(binary: str) -> None:
    room_for_connections()
    short = (("client_header_timeout 10s", "client_header_timeout 3s"), ("client_body_timeout 10s", "client_body_timeout 3s"))
    # Each with the settings of its test, so that no other one meets a short time on a machine that is busy.
    match = {"INAROW_MATCH_MOVETIME_MS_MAX": "8000", "INAROW_BATCH_MOVETIME_MS_MAX": "1500", "INAROW_MOVETIME_MS_MAX": "1500", "INAROW_HEARTBEAT_MS": "1000"}
    for test, replaced, settings in (
        (slow_requests_end, short, {}),
        (many_at_a_time_are_refused, (), {}),
        (bodies_end_in_time, (unbuffered(),), {"INAROW_BODY_TIMEOUT_MS": "2000"}),
        (hang_is_no_shutdown, SHORT_WAITS, {}),
        (longest_answers_are_whole, SHORT_WAITS, match),
    ):
        site = Site(binary, replaced=(*replaced, NO_RATE), settings=settings)
        try:
            test(site)
        finally:
            site.end()
    hang_takes_few_requests(binary)
    long_searches_leave_a_thread(binary)
