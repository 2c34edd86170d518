"""One machine: starts nginx with the committed configuration in front of one service, over TLS, on ports of their own.

Usage: test.py target/release/inarow (needs nginx, openssl, jq, ps, systemd-analyze, mkfs.ext4, nft, ip, logrotate and, for disks and networks of its own, root; nothing but the standard library). Prints each promise with its
figures and exits 1 at the first that does not hold:

- without a key, with a wrong one and with one in the wrong case a request is refused with 401, also where the cache has the answer;
- equal questions with different keys are one search: the cache answers the others, and no other cache may keep the answer;
- a key beyond its rate gets 429 with `Retry-After`; another key does not notice;
- a key with a rate of its own passes where others get 429;
- wrong keys have the rate of their address, and the 429 says so;
- bodies that are too long, and a service that is gone, are refused with 413 and 503;
- every refusal is a problem document whose members the contract names, for agents as the data of an error of JSON-RPC;
- browsers may ask what they may send without a key, and read refusals;
- each answer has the id of its own request, also out of the cache, and the log has it with the id that the service knows;
- what nginx refuses by itself is a problem document as well: paths and heads that are too long, methods, and what is no HTTP;
- with `inarow.socket` a restart beside the longest search turns no request away, and the search has its best so far;
- two instances that are restarted one after the other under load cost no request, by GET or by POST;
- a head or a body that does not come ends its connection, and more requests of one client at a time than the site allows get 429;
- a key whose searches take long leaves a search thread to others, also behind the same address;
- a service that hangs is told apart from one that is gone: 504; beside another instance it costs few requests, and no long answer is cut off;
- keys that are empty or short open nothing, whatever the file says, and the document's check tells them;
- an address that has several types of answers keeps one of each;
- the log holds no secret, however its field is named, and says whether a 503 is of a service that is gone, stops or is saturated;
- other names than the site's get nothing;
- each recipe of the document goes into a running nginx; a reload that is refused is told, by a command and by a metric;
- on a full disk what nginx cannot keep is lost, and said to be; with the document's file system it is sent;
- a search with a time of its own ends with its connection, and the log tells half a body;
- while the service is down, nginx has a copy of the runbook, with its style;
- the document's change of nginx.conf makes room for connections;
- under the unit's view of the system the metrics of all alerts are there, and its limit of memory counts;
- a single service does not start beside several instances;
- a log in a file goes on when logrotate has emptied it, that of nginx does not fill the disk, and the firewall of the runbook spares the machine itself;
- streams come record by record, problems name https and the port, pages and probes need no key, and the log names keys but holds none.

Waits of nginx are waited out, and nothing else has to be fast: a machine need only ask more than 10 times a second, the rate of a client.
"""

import concurrent.futures
import gzip
import http.client
import itertools
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import faults
import hardening
import limits
import metrics
import system
from machine import HERE, HOST, KEYS, NAME, NO_RATE, PATIENCE_S, QUESTION, Site, access_log, key, problem, rest, rpc, steps


# Longer than any test waits.
HOUR_MS = 3_600_000
# A second key of alice.
NEW_KEY = "c4d1e2" * 8

# systemd-run as far as the document needs it: a value in the file of settings ends with its line.
SYSTEMD_RUN = """#!/usr/bin/env python3
import argparse, os, pathlib, shlex
parser = argparse.ArgumentParser()
for flag in ("--quiet", "--wait", "--pipe", "--collect"):
    parser.add_argument(flag, action="store_true", required=True)
parser.add_argument("--property", action="append")
parser.add_argument("command", nargs=argparse.REMAINDER)
found = parser.parse_args()
properties = [one.split("=", 1) for one in found.property]
named = dict(properties)
assert named["MemoryMax"] == "536870912", named
lines = pathlib.Path(named["EnvironmentFile"].removeprefix("-")).read_text().splitlines()
settings = [one for name, value in properties if name == "Environment" for one in shlex.split(value)]
settings += [line for line in lines if not line.startswith("#")]
os.execve(found.command[0], found.command, dict(one.split("=", 1) for one in settings))
"""


def settings_in_force_are_checked(binary: str, directory: pathlib.Path) -> None:
    """The command of the document sees the settings of the unit and of the file, whose lines count."""
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    command = re.search(r"^unit=inarow\nsystemd-run .*--check$", document, re.MULTILINE)
    assert command, "docs/operations.md has no command that checks the settings in force"
    copy = "INAROW_API_KEYS_FILE=/run/credentials/inarow.service/keys"
    unit = 'echo "$*" | grep -q MemoryMax && echo 536870912 || echo "INAROW_WORKERS=1 INAROW_DEPTH_MAX=7 $COPY"'
    (directory / "systemctl").write_text(f"#!/bin/sh\n{unit}\n")
    (directory / "systemd-run").write_text(SYSTEMD_RUN)
    for program in ("systemctl", "systemd-run"):
        (directory / program).chmod(0o755)
    script = command[0].replace("/usr/local/bin/inarow.new", binary).replace("/etc/inarow.env", str(directory / "inarow.env"))
    path = {"PATH": f"{directory}:{os.environ['PATH']}"}
    for file, code, says in (
        ("# a comment\nINAROW_DEPTH_MAX=9\n", 0, "settings are valid"),
        # A shell would take the second word for a program.
        ("INAROW_CORS_ORIGINS=https://a.example, https://b.example\n", 0, "settings are valid"),
        ("INAROW_WORKERS=x\n", 2, "INAROW_WORKERS"),
        ("INAROW_WROKERS=1\n", 2, "INAROW_WORKERS"),
    ):
        (directory / "inarow.env").write_text(file)
        done = subprocess.run(["sh", "-uc", script], env=os.environ | path, capture_output=True, text=True)
        assert done.returncode == code and says in done.stdout + done.stderr, done
    # A service that does not run has no copy of the keys.
    more = re.search(r"`(--property Environment=INAROW_API_KEYS_FILE=/etc/inarow\.keys)`", document)
    assert more, "docs/operations.md does not say how keys of LoadCredential are checked"
    (directory / "inarow.env").write_text("")
    (directory / "keys").write_text("alice: 5f0c1d5f0c1d5f0c1d\n")
    with_keys = script.replace(f" {binary} --check", f" {more[1].replace('/etc/inarow.keys', str(directory / 'keys'))} {binary} --check")
    for asked, code, says in ((script, 2, "/run/credentials"), (with_keys, 0, "keys: alice")):
        done = subprocess.run(["sh", "-c", asked], env=os.environ | path | {"COPY": copy}, capture_output=True, text=True)
        assert done.returncode == code and says in done.stdout + done.stderr, done
    print("upgrade: the settings in force are checked by the command of the document")


def files_are_where_they_are_looked_for() -> None:
    """The steps install the files that the others name, and nginx can make its directories on Debian."""
    config = (HERE / "inarow.conf").read_text()
    commands, unit = steps(), (HERE.parent / "systemd/inarow.service").read_text()
    for installed, named_in in (
        ("/usr/local/bin/inarow", unit),
        ("/etc/inarow.env", unit),
        ("/etc/nginx/inarow-keys.map", config),
        ("/etc/nginx/inarow-maps.conf", config),
        ("/etc/nginx/inarow-refusals.conf", config),
        ("/var/www/html", config),
    ):
        assert installed in commands and installed in named_in, installed
    for file in ("inarow.conf", "inarow.env", "inarow-keys.map", "inarow-maps.conf", "inarow-refusals.conf", "inarow-nginx-metrics"):
        assert re.search(rf"\b{re.escape(file)} ", commands) and (HERE / file).exists(), file
    assert "proxy_cache_path /var/lib/nginx/inarow " in config, "Debian has /var/lib/nginx; nginx makes one level of directories"
    assert commands.index("certbot certonly") < commands.index("sites-enabled"), "the site needs its certificate"


def template_is_the_unit() -> None:
    """The unit of several instances has the lines of that of one, with ports by the name of the instance."""
    one, several = ((HERE.parent / "systemd" / name).read_text() for name in ("inarow.service", "inarow@.service"))
    ports = {"127.0.0.1:8080": "127.0.0.1:%i", "127.0.0.1:18080": "127.0.0.1:1%i"}
    # `Assert…`: neither starts beside the other (system.py).
    expected, found = ([line for line in unit.splitlines() if not line.startswith(("#", "Assert"))] for unit in (one, several))
    for old, new in ports.items():
        assert sum(line.endswith(f"={old}") for line in expected) == 1, old
        expected = [line.replace(f"={old}", f"={new}") for line in expected]
    expected = [line + " on port %i" if line.startswith("Description=") else line for line in expected]
    assert expected == found, "the two units differ"
    # `systemctl start` waits until it listens; it is started again after any number of failures, but for settings that are refused.
    assert {"Type=notify", "Restart=always", "StartLimitIntervalSec=0", "RestartPreventExitStatus=2"} <= set(expected), expected
    settings = dict(line.removeprefix("Environment=").split("=", 1) for line in expected if line.startswith("Environment="))
    assert {"INAROW_LISTEN", "INAROW_METRICS_LISTEN"} <= settings.keys(), settings
    # The variables of this file count for all instances.
    assert "_LISTEN=" not in (HERE / "inarow.env").read_text()


def keys_and_cache(site: Site, like: dict) -> None:
    status, headers, first = site.ask("GET", QUESTION, key("alice"))
    assert (status, headers["x-cache-status"]) == (200, "MISS"), headers
    made = headers["date"]
    # The next second.
    while site.ask("GET", "/livez")[1]["date"] == made:
        time.sleep(0.05)
    assert headers["cache-control"] == "private, max-age=86400", headers
    searched, hits = site.searches(), 0
    assert searched > 0
    for name in ("bob", "alice", "bob"):
        status, headers, body = site.ask("GET", QUESTION, key(name))
        assert (status, headers["x-cache-status"], headers["cache-control"]) == (200, "HIT", "private, max-age=86400"), headers
        assert body == first and headers["date"] == made, "caches would count the age of a kept answer from now"
        hits += 1
    upper = {"Authorization": f"Bearer {KEYS['alice'].upper()}"}
    for wrong, why in (
        ({}, "none was sent"),
        ({"Authorization": "Bearer x"}, "the key sent is not valid"),
        ({"Authorization": f"Basic {KEYS['alice']}"}, "has another scheme than Bearer"),
        ({"X-Api-Key": KEYS["alice"]}, "one in x-api-key is not read"),
        (upper, "the key sent is not valid"),
    ):
        answer = site.ask("GET", QUESTION, wrong)
        headers = problem(answer, 401, "unauthorized", like)
        assert why in json.loads(answer[2])["detail"], answer
        assert headers["www-authenticate"] == 'Bearer realm="inarow"', headers
    for scheme in ("BEARER", "bearer", "Bearer "):
        assert site.ask("GET", QUESTION, {"Authorization": f"{scheme} {KEYS['bob']}"})[0] == 200, scheme
    answer = site.ask("GET", f"{QUESTION}&api_key={KEYS['alice']}")
    problem(answer, 401, "unauthorized", like)
    assert "one in the query is not read" in json.loads(answer[2])["detail"], answer
    headers = problem(site.ask("GET", '/v1/a"b\\c', {}), 401, "unauthorized", like)
    headers = rpc(site.ask("POST", "/mcp", {}, "{}"), 401, "unauthorized", like)
    assert headers["www-authenticate"] == 'Bearer realm="inarow"', headers
    rpc(site.ask("POST", "/mcp", key("alice"), "x" * 270_000), 413, "payload-too-large", like)
    ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    status, _, body = site.ask("POST", "/mcp", key("alice") | {"Content-Type": "application/json"}, ping)
    assert (status, json.loads(body)) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}}), body
    tagged = key("bob") | {"If-None-Match": site.ask("GET", QUESTION, key("bob"))[1]["etag"]}
    assert site.ask("GET", QUESTION, tagged)[0] == 304
    assert site.searches() == searched
    print(f"keys: 6 requests without a valid one refused, {hits} of {hits} equal questions of other keys from the cache, no search")


def types_of_one_address(site: Site) -> None:
    """Each is kept by itself. The answer is long enough for gzip, which has a part in Vary, too."""
    target, found = "/v1/analysis?game=connect-four&moves=d1,d2,d3,d4,d5", []
    for accept in ("text/plain", "application/json", "text/plain"):
        status, headers, body = site.ask("GET", target, key("bob") | {"Accept": accept})
        assert status == 200 and headers["content-type"].startswith(accept), (accept, status, headers)
        found.append((headers["x-cache-status"], body))
    assert [kept for kept, _ in found] == ["MISS", "MISS", "HIT"] and found[2] == ("HIT", found[0][1]), found
    print("cache: text and JSON of one address are each kept")


def ids(site: Site) -> None:
    """Each answer has the id of its request, and through the log the one of the request that brought it."""
    target = "/v1/move?game=four-by-four&depth=5"
    answers = [site.ask("GET", target, key(name) | {"X-Request-Id": "chosen"}) for name in ("alice", "bob", "alice")]
    found = [headers["x-request-id"] for _, headers, _ in answers]
    assert [headers["x-cache-status"] for _, headers, _ in answers] == ["MISS", "HIT", "HIT"], answers
    assert len(set(found)) == 3 and "chosen" not in found, found
    assert "server-timing" in answers[0][1], "the times of the search"
    assert not any("server-timing" in headers for _, headers, _ in answers[1:]), "the times of somebody else's search"
    tagged = site.ask("GET", target, key("bob") | {"If-None-Match": answers[0][1]["etag"]})
    assert tagged[0] == 304 and tagged[1]["x-request-id"] not in found, tagged
    status, headers, _ = site.ask("GET", "/v1/move?game=four-by-four&depth=x", key("bob"))
    assert status == 422 and len(headers["x-request-id"]) == 32, headers
    lines = [line for line in access_log(site) if line["id"] in found]
    assert [line["id"] for line in lines] == found and [line["cache"] for line in lines] == ["MISS", "HIT", "HIT"], lines
    assert [line["key"] for line in lines] == ["alice", "bob", "alice"], lines
    assert {line["upstreamId"] for line in lines} == {found[0]}, lines
    service = (site.directory / f"service-{site.service_ports[0]}.log").read_text()
    assert found[0] in service and found[1] not in service
    print("ids: 3 answers with ids of their own, of which 2 out of the cache; the log leads to the search")


def refused_by_nginx(site: Site, like: dict) -> None:
    """Requests that no location sees: with HTTP/1.1 each refusal is a document."""
    for target in ("/v1/move?board=" + "x" * 30_000, "/v1/move?board=" + "x" * 60_000, "/v1/move?board=" + "x" * 200_000):
        problem(site.ask("GET", target, key("alice")), 414, "uri-too-long", like)
    for many in (8, 40):
        headers = {f"x-{place}": "x" * 5_000 for place in range(many)}
        problem(site.ask("GET", "/v1/games", key("alice") | headers), 400, "malformed-http", like)
    problem(site.ask("TRACE", "/v1/games", key("alice")), 405, "method-not-allowed", like)
    problem(site.ask("GET", "/key"), 404, "not-found", like)
    problem(site.ask("GET", "/refused/method"), 404, "not-found", like)
    for raw in (b"GET / HTTP/1.1\r\n\r\n", b"GARBAGE\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n"):
        connection = site.connect()
        connection.sock.sendall(raw)
        answer = http.client.HTTPResponse(connection.sock)
        answer.begin()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        problem(found, 400, "malformed-http", like)
    connection = http.client.HTTPConnection(HOST, site.port, timeout=PATIENCE_S)
    connection.request("GET", "/v1/games?a=1", headers={"Host": NAME})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    problem(found, 400, "malformed-http", like)
    assert f"ask {site.origin}/v1/games" in json.loads(found[2])["detail"], "plain HTTP at the port of TLS"
    print("nginx itself: 414, 400, 405 and 404 are problem documents")


def restarted_under_load(binary: str) -> None:
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    # An instance is asked again when the next one is restarted, as the document waits for it.
    again = re.search(r"fail_timeout=(\d+)s", document)
    wait = re.search(r"^for unit in .*systemctl restart .*sleep (\d+)", document, re.MULTILINE)
    assert again and wait and int(wait[1]) > int(again[1]), "the document restarts an instance too early"
    site = Site(binary, instances=2, replaced=(NO_RATE, (again[0], "fail_timeout=1s")))
    stop, body = threading.Event(), {"board": "XO.......", "skill": 50}

    def ask(client: int) -> list[tuple]:
        found = []
        for turn in itertools.count():
            if stop.is_set():
                return found
            seed = client * 1_000_000 + turn
            if turn % 2:
                answer = site.ask("GET", f"/v1/move?board=X........&skill=50&seed={seed}", key("alice"))
            else:
                answer = site.ask("POST", "/v1/move", key("alice") | {"Content-Type": "application/json"}, json.dumps(body | {"seed": seed}))
            found.append((answer[0], answer[2]))

    try:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            clients = [pool.submit(ask, client) for client in range(4)]
            try:
                for _ in range(3):
                    for place in range(2):
                        site.restart(place)
                        time.sleep(2)
            finally:
                stop.set()
            answers = [answer for client in clients for answer in client.result()]
        failed = [answer for answer in answers if answer[0] != 200]
        assert not failed, f"{len(failed)} of {len(answers)} failed: {failed[:3]}"
        reached = [sum('"target":"inarow::request"' in line for line in log.open()) for log in site.directory.glob("service-*.log")]
        assert len(reached) == 2 and min(reached) > 0, f"an instance was never asked: {reached}"
        print(f"two instances: restarted 3 times each under {len(answers)} requests, half of them POSTs, none failed; asked {reached}")
    finally:
        site.end()


def socket_waits_through_a_restart(binary: str) -> None:
    """Runs the recipe of the document, whose grace time is shorter than nginx waits for anything. Here nginx has more, for a machine that is busy, and the
    search an hour."""
    recipe = re.search(r"^grep -qs .* /etc/inarow\.env$", (HERE.parent.parent / "docs/operations.md").read_text(), re.MULTILINE)
    assert recipe and f"#   {recipe[0]}\n" in (HERE.parent / "systemd/inarow.socket").read_text(), "the socket has no grace time of its own"
    with tempfile.TemporaryDirectory() as directory, socket.socket() as listener:
        file = pathlib.Path(directory, "inarow.env")
        for _ in range(2):
            subprocess.run(["sh", "-euc", recipe[0].replace("/etc/inarow.env", str(file))], check=True)
        settings = dict([file.read_text().rstrip("\n").split("=")])
        waits = [int(seconds) * 1_000 for seconds in re.findall(r"proxy_read_timeout (\d+)s;", (HERE / "inarow.conf").read_text())]
        assert 500 < int(settings["INAROW_SHUTDOWN_GRACE_MS"]) <= min(waits) - 1_000, (settings, waits)
        listener.bind((HOST, 0))
        listener.listen(64)
        longer = tuple((f"proxy_read_timeout {wait}s;", f"proxy_read_timeout {wait * 10}s;") for wait in (3, 15))
        site = Site(binary, listener=listener, replaced=(NO_RATE, *longer), settings=settings | {"INAROW_MOVETIME_MS_MAX": str(HOUR_MS)})
        try:
            with concurrent.futures.ThreadPoolExecutor(5) as pool:
                body = json.dumps({"game": "gomoku", "movetime": HOUR_MS, "skill": 99})
                search = pool.submit(site.ask, "POST", "/v1/move", key("alice") | {"Content-Type": "application/json"}, body)
                while not site.metric("inarow_searches_in_flight"):
                    assert not search.done(), search.result()
                    time.sleep(0.01)
                site.services[0].send_signal(signal.SIGTERM)
                while "SIGTERM: stopping" not in (site.directory / f"service-{site.service_ports[0]}.log").read_text():
                    time.sleep(0.01)
                waiting = [pool.submit(site.ask, "GET", target, key("bob")) for target in ("/readyz", "/v1/games", "/v1/position", "/")]
                site.services[0].wait(timeout=PATIENCE_S)
                site.services[0] = site.start_service(site.service_ports[0])
                statuses = [one.result()[0] for one in waiting]
                status, _, answer = search.result()
            assert statuses == [200] * 4, statuses
            assert status == 200 and json.loads(answer)["search"]["stop"] == "cancelled", (status, answer)
        finally:
            site.end()
    print("a socket that systemd holds: 4 requests waited through a restart beside a search of an hour, which had its best so far")


def empty_the_cache(site: Site) -> None:
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    command = re.search(r"`(find /var/lib/nginx/inarow [^`]*)`", document)
    assert command, "docs/operations.md does not say how the cache is emptied"
    for expected in ("MISS", "HIT"):
        assert site.ask("GET", "/v1/move?game=four-by-four&depth=4", key("bob"))[1]["x-cache-status"] == expected
    subprocess.run(["sh", "-euc", command[1].replace("/var/lib/nginx/inarow", str(site.directory / "cache"))], check=True)
    for expected in ("MISS", "HIT"):
        assert site.ask("GET", "/v1/move?game=four-by-four&depth=4", key("bob"))[1]["x-cache-status"] == expected
    site.ask("GET", QUESTION, key("bob"))
    print("cache: emptied by the command of the document, and filled again")


def browsers(site: Site) -> None:
    asks = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    status, headers, _ = site.ask("OPTIONS", "/v1/move", asks)
    assert status in (200, 204) and "access-control-allow-methods" in headers, (status, headers)
    print("browsers: what they may send is answered without a key")


def rates(site: Site, like: dict) -> None:
    asked = []
    for client, others, by in ((key("alice"), key("bob"), ""), ({"Authorization": "Bearer x"}, key("alice"), " by requests without a valid key: the key sent is not valid")):
        rest()
        # On one connection, as fast as it goes: above 10 a second on any machine.
        connection, statuses = site.connect(), []
        while 429 not in statuses:
            assert len(statuses) < 2_000, statuses
            connection.request("GET", QUESTION, headers=client)
            answer = connection.getresponse()
            refused = (answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
            statuses.append(answer.status)
        connection.close()
        assert len(statuses) > 20 and len(set(statuses)) == 2, statuses
        assert problem(refused, 429, "too-many-requests", like)["retry-after"] == "1"
        assert json.loads(refused[2])["detail"] == f"rate limit exceeded{by}; try again in 1 s", refused
        assert site.ask("GET", QUESTION, others)[0] == 200
        # As long as the burst of the client is used up.
        connection = site.connect()
        for _ in range(2_000):
            connection.request("POST", "/mcp", "{}", client | {"Content-Type": "application/json"})
            answer = connection.getresponse()
            refused = (answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
            if answer.status == 429:
                break
        connection.close()
        rpc(refused, 429, "too-many-requests", like)
        asked.append(len(statuses))
    rest()
    print(f"rates: request {asked[0]} of a key and {asked[1]} of an address with wrong keys got 429; another key did not notice")


def rate_for_one_key(binary: str) -> None:
    """The lines of the document in a running nginx: bob has more than alice, each second and at a time."""
    site = Site(binary)
    try:
        site.write_configuration(faults.rate_for_one_key())
        assert site.reload(), site.errors()
        # Bob's burst; alice's ends somewhere, as on any machine that asks faster than 10 times a second.
        for name, count in (("bob", 100), ("alice", 2_000)):
            connection, statuses = site.connect(), []
            while len(statuses) < count and 429 not in statuses:
                connection.request("GET", "/v1/games", headers=key(name))
                answer = connection.getresponse()
                answer.read()
                statuses.append(answer.status)
            connection.close()
            assert (429 in statuses) == (name == "alice"), (name, len(statuses))
        assert {line["status"] for line in access_log(site) if line["key"] == "bob"} == {200}
        rest()
        for name, count in (("bob", 32), ("alice", 8)):
            with limits.slow_bodies(site, "/v1/move", count - 1, name):
                rest()
                assert site.ask("GET", "/v1/games", key(name))[0] == 200, f"{name} has {count} at a time"
            rest()
            with limits.slow_bodies(site, "/v1/move", count, name):
                rest()
                refused = limits.until(429, lambda name=name: site.ask("GET", "/v1/games", key(name)))
                assert "at a time" in json.loads(refused[2])["detail"], refused
            rest()
        site.write_configuration(faults.rate_for_two_keys())
        assert site.reload(), site.errors()
    finally:
        site.end()
    print(f"rates: a key with a rate of its own had 100 requests at once, where request {len(statuses)} of another got 429, and 32 at a time, not 8")


def too_long_or_gone(site: Site, like: dict) -> None:
    long = json.dumps({"board": " " * 270_000})
    problem(site.ask("POST", "/v1/move", key("alice") | {"Content-Type": "application/json"}, long), 413, "payload-too-large", like)
    long_query = site.ask("GET", f"/v1/move?board={'x' * 9_000}", key("alice"))
    assert json.loads(long_query[2])["code"] == "uri-too-long", long_query
    site.end_service()
    unknown = site.ask("GET", "/v1/move?board=XO.......&turn=X", key("alice"))
    assert problem(unknown, 503, "unavailable", like)["retry-after"] == "5"
    asks = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for target in ("/v1/move", "/mcp"):
        status, headers, _ = site.ask("OPTIONS", target, asks)
        assert (status, headers["access-control-allow-headers"]) == (204, "*,authorization"), (target, status, headers)
    for target in ("/", "/readyz", "/docs"):
        assert problem(site.ask("GET", target), 503, "unavailable", like)["retry-after"] == "5", target
    rpc(site.ask("POST", "/mcp", key("alice") | {"Content-Type": "application/json"}, "{}"), 503, "unavailable", like)
    status, headers, _ = site.ask("GET", QUESTION, key("bob"))
    assert (status, headers["x-cache-status"]) == (200, "HIT"), headers
    print("a body that is too long: 413; a service that is gone: 503 with Retry-After, and what the cache has is still answered")


def certificate_is_watched(site: Site) -> None:
    """The test's own ends in two days, so that the command of the document warns."""
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    command = re.search(r"`(openssl x509 -checkend [^`]*)`", document)
    assert command, "docs/operations.md does not say how the certificate is watched"
    command = command[1].replace(f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(site.directory / "cert.pem"))
    for asked, code in ((command, 1), (command.replace("1209600", "3600"), 0)):
        assert subprocess.run(["sh", "-c", asked], stdout=subprocess.DEVNULL).returncode == code, asked


def passes_on(site: Site) -> None:
    connection = http.client.HTTPConnection(HOST, site.plain_port, timeout=PATIENCE_S)
    connection.request("GET", f"/v1/games?api_key={KEYS['alice']}", headers={"Host": NAME})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("location")) == (301, f"{site.origin}/v1/games?api_key={KEYS['alice']}")
    for target in ("/", "/livez", "/openapi.json"):
        assert site.ask("GET", target)[0] == 200, target
    assert site.ask("GET", "/metrics")[0] == 404
    connection = site.connect()
    start = time.monotonic()
    records = key("alice") | {"Accept": "application/x-ndjson"}
    connection.request("GET", "/v1/move?game=gomoku&movetime=9000", headers=records)
    first, began = connection.getresponse().readline(), time.monotonic() - start
    connection.close()
    # A record that nginx keeps back comes when the search is over.
    assert json.loads(first)["depth"] == 1 and began < 9, f"the first record came after {began:.2f} s: {first}"
    last = site.ask("GET", "/v1/move?game=gomoku&movetime=300", records)[2].splitlines()[-1]
    assert json.loads(last)["final"], last
    print(f"streams: the first record came after {began:.2f} of 9 s")


def log_names_keys(site: Site) -> None:
    site.ask("GET", QUESTION, {"User-Agent": f"curl/8 {'x' * 200}"})
    site.ask("GET", QUESTION, {"Authorization": f"Bearer {NEW_KEY}", "User-Agent": "curl/8"})
    lines = access_log(site)
    errors = (site.directory / "error.log").read_text()
    assert "limiting requests" not in errors, "a flood fills the error log"
    log = "".join((site.directory / "access.log").read_text().splitlines(keepends=True)[: len(lines)])
    assert {"", "alice", "bob"} == {line["key"] for line in lines}, {line["key"] for line in lines}
    assert any(line["query"] == "***" for line in lines), "a key was sent in a query"
    assert not any(secret in log for secret in (*KEYS.values(), NEW_KEY))
    without, new = lines[-2:]
    assert (new["key"], new["keyMade"], new["userAgent"]) == ("alice", "2", ""), new
    assert without["userAgent"] == f"curl/8 {'x' * 121}", "of a refused request alone, and cut"
    assert {"none was sent", "the key sent is not valid"} <= {line["refusal"] for line in lines if line["status"] == 401}
    assert {line["refusal"] for line in lines if line["status"] == 429} == {"rate limit exceeded"}
    assert {line["refusal"] for line in lines if line["status"] == 503} == {"the service is gone"}
    assert {line["refusal"] for line in lines if line["status"] in (200, 301, 422)} == {""}
    # Recipes read the old logs of logrotate, too: the first half here. A full disk leaves half a line.
    half = len(log.splitlines()) // 2
    (site.directory / "access.log.2.gz").write_bytes(gzip.compress(("".join(log.splitlines(keepends=True)[:half]) + '{"timest\n').encode()))
    (site.directory / "access.log").write_text("".join(log.splitlines(keepends=True)[half:]) + '{"timestamp":"20\n')
    told = recipe(site, "select(.status | IN(401")
    refused = sum(line["status"] in (401, 429, 503, 504) for line in lines)
    assert sum(int(row.split()[0]) for row in told.splitlines()) == refused, told
    assert re.search(r"^ *\d+ 429\talice\t127\.0\.0\.1\trate limit exceeded\t$", told, re.MULTILINE), told
    assert "\tnone was sent\tcurl/8 x" in told, told
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", line["timestamp"]) for line in lines), lines[0]
    rows = [json.loads(row) for row in recipe(site, ".keyMade", " | jq -c .").splitlines()]
    assert [row["requests"] for row in rows if row["made"] == "2"] == [1] and len(rows) == 2, rows
    assert all(re.fullmatch(r"\d{14}", row["made"]) for row in rows if row["made"] != "2"), rows
    rows = sorted((json.loads(row) for row in recipe(site, "refused:", " | jq -c .").splitlines()), key=lambda row: row["key"])
    assert [row["key"] for row in rows] == ["alice", "bob"], rows
    for row in rows:
        own = [line for line in lines if line["key"] == row["key"]]
        expected = len(own), sum(line["status"] == 429 for line in own), sum(line["status"] >= 500 for line in own)
        assert (row["requests"], row["refused"], row["failed"]) == expected, row
        assert abs(row["seconds"] - sum(line["seconds"] for line in own)) < 0.001, row
    counted = counted_for_metrics(site)
    kinds = {(line["status"], line["refusal"]) for line in lines[half:]}
    assert counted == {kind: sum((line["status"], line["refusal"]) == kind for line in lines[half:]) for kind in kinds}, counted
    by_key = metrics.counted_by_key(site.directory / "inarow.prom")
    of_alice = sum(line["status"] == 429 and line["key"] == "alice" for line in lines[half:])
    assert by_key[429, "rate limit exceeded", "alice"] == of_alice > 0 and {key for _, _, key in by_key} <= {"", "alice", "bob"}, by_key
    print(f"log: {len(lines)} lines name keys and hold none, and say why who was refused; {len(counted)} kinds of answers as a metric")


def recipe(site: Site, part: str, behind: str = "") -> str:
    """The output, for all logs, of the document's command that has this part."""
    found = [line.strip() for line in steps().splitlines() if "zcat -f /var/log/nginx/inarow.log*" in line and part in line]
    assert len(found) == 1, f"docs/operations.md has {len(found)} commands with {part}"
    command = found[0].replace("/var/log/nginx/inarow.log*", f"{site.directory}/access.log*") + behind
    return subprocess.run(["sh", "-euc", command], check=True, capture_output=True, text=True).stdout


def counted_for_metrics(site: Site) -> dict[tuple[int, str], int]:
    """The program of the document, as its line of cron calls it."""
    line = re.search(
        r'^ *echo "\S \S \S \S \S root (/usr/local/bin/inarow-nginx-metrics) (\S+) \S+/inarow\.prom (\S+)" > /etc/cron\.d/inarow-nginx-metrics$', steps(), re.MULTILINE
    )
    assert line and line[2] == "/var/log/nginx/inarow.log" and f" {line[1]}\n" in steps(), "docs/operations.md installs no such program"
    assert line[3] == "/etc/letsencrypt/live/${host:?}/fullchain.pem", line[3]
    file = site.directory / "inarow.prom"
    metrics.run(site.directory / "access.log", file, site.directory / "cert.pem")
    end = re.search(r"^inarow_certificate_expiry_timestamp_seconds (\d+)$", file.read_text(), re.MULTILINE)
    assert end and 86_400 < int(end[1]) - time.time() < 2 * 86_400, "the test's own ends in two days"
    return metrics.counted(file)


def main() -> None:
    template_is_the_unit()
    files_are_where_they_are_looked_for()
    with tempfile.TemporaryDirectory() as directory:
        settings_in_force_are_checked(os.path.abspath(sys.argv[1]), pathlib.Path(directory))
    socket_waits_through_a_restart(sys.argv[1])
    restarted_under_load(sys.argv[1])
    rate_for_one_key(sys.argv[1])
    metrics.check()
    limits.check(sys.argv[1])
    hardening.check(sys.argv[1])
    system.check(sys.argv[1])
    faults.check(sys.argv[1])
    site = Site(sys.argv[1], more_keys=f'"~^[Bb][Ee][Aa][Rr][Ee][Rr] +{NEW_KEY}$" alice:2;\n')
    try:
        _, _, body = site.ask("GET", "/v1/move?depth=x", key("bob"))
        like = json.loads(body)
        assert like["type"] == f"{site.origin}/docs#problem-invalid-request", like
        keys_and_cache(site, like)
        types_of_one_address(site)
        rest()
        ids(site)
        refused_by_nginx(site, like)
        empty_the_cache(site)
        browsers(site)
        certificate_is_watched(site)
        passes_on(site)
        rates(site, like)
        too_long_or_gone(site, like)
        log_names_keys(site)
    finally:
        site.end()


if __name__ == "__main__":
    main()
