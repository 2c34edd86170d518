"""Attacks of outsiders, and mistakes of operators: part of test.py."""

import concurrent.futures
import http.client
import json
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time

from machine import HERE, HOST, KEYS, NAME, NO_RATE, PATIENCE_S, QUESTION, Site, access_log, add_key, key, problem, steps

SECRET = "5up3rs3cr3t"
# Where clients put keys by mistake, however they spell it.
SECRETS = (
    f"api_key={SECRET}",
    f"client_secret={SECRET}",
    f"refresh_token={SECRET}",
    f"k%65y={SECRET}",
    f"depth=1&pass={SECRET}",
    f"Bearer%20{SECRET}",
    SECRET,
)


def keys_step() -> str:
    step = re.search(r"^ *awk '[^']*' /etc/nginx/inarow-keys\.map", steps(), re.MULTILINE)
    assert step, "docs/operations.md does not say how the keys are checked"
    return step[0]


def wrong_keys_are_told() -> None:
    """The commands of the document: no key without `openssl`, and one that looks at the whole file."""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, "keys.map")
        made = re.search(r"^ *\[ -e \S+inarow-keys\.map \].*?&& echo [^\n]*", steps(), re.MULTILINE | re.DOTALL)[0]
        without = made.replace("/etc/nginx/inarow-keys.map", str(file)).replace("openssl rand", "false")
        for options in ("-uc", "-euc"):
            assert subprocess.run(["sh", options, without], cwd=HERE, capture_output=True).returncode != 0, "no key was made"
        good = (HERE / "inarow-keys.map").read_text()
        assert file.read_text() == good, "a line without a key was added"
        for name, secret in KEYS.items():
            add_key(file, name, secret)
        good = file.read_text()
        line = good.splitlines()[-1]
        check = keys_step().replace("/etc/nginx/inarow-keys.map", str(file))
        for more, wrong in (
            ("", False),
            (line.replace(KEYS["bob"], ""), True),
            (line.replace(KEYS["bob"], "5f0c1d5f0c1d5f0"), True),
            (line.replace(KEYS["bob"], ".*................"), True),
            (line.replace("bob", "eve"), True),
            (line.replace("bob", "10.0.0.1"), True),
            (line.replace(";", ""), True),
            (line.replace(KEYS["bob"], "5f0c1d5f0c1d5f0c"), False),
            (re.sub(":[0-9]+;", ";", line).replace(KEYS["bob"], "5f0c1d5f0c1d5f0c"), False),
            (re.sub(":[0-9]+;", ":;", line).replace(KEYS["bob"], "5f0c1d5f0c1d5f0c"), True),
        ):
            file.write_text(good + more + "\n")
            done = subprocess.run(["sh", "-euc", check], capture_output=True, text=True)
            last = good.count("\n") + 1
            assert (done.returncode != 0, f"line {last} " in done.stdout) == (wrong, wrong), (more, done)
            assert KEYS["bob"] not in done.stdout, "the check shows a key"
    print("keys: no line without a key is made, and empty, short, double and too wide ones are told")


def empty_keys_open_nothing(site: Site) -> None:
    """Empty and short keys are refused, also where such a line is in the file."""
    like = json.loads(site.ask("GET", "/v1/move?depth=x", key("bob"))[2])
    for sent in ("Bearer ", "Bearer", "Bearer  ", "", "Bearer short-key", " "):
        problem(site.ask("GET", QUESTION, {"Authorization": sent}), 401, "unauthorized", like)
    print("keys: neither an empty nor a short one opens the site, though its line is in the file")


def secrets_stay_out_of_the_log(site: Site) -> None:
    for query in SECRETS:
        site.ask("GET", f"/v1/games?{query}")
        site.ask("GET", f"/v1/move?{query}", key("bob"))
        connection = http.client.HTTPConnection(HOST, site.plain_port, timeout=PATIENCE_S)
        connection.request("GET", f"/v1/move?{query}", headers={"Host": NAME})
        assert connection.getresponse().status == 301
    for target in ("/v1/move?game=gomoku&depth=1&searchMoves=a1,b2", "/v1/games"):
        site.ask("GET", target, key("bob"))
    for target in (f"/v1/{SECRET}/move", f"/v1/games/{SECRET}?depth=1", f"/{SECRET}"):
        site.ask("GET", target, key("bob"))
    queries = {line["query"] for line in access_log(site)}
    assert SECRET not in (site.directory / "access.log").read_text()
    assert {"***", "game=gomoku&depth=1&searchMoves=a1,b2", ""} <= queries, queries
    paths = {line["path"] for line in access_log(site)}
    assert {"/***", "/v1/move", "/v1/games"} <= paths, paths
    # The log shows the service's own paths as they are.
    for target in ("/docs/games-and-heuristics?a=1", "/v1/position.svg", "/games-and-heuristics.md"):
        site.ask("GET", target)
        assert access_log(site)[-1]["path"] == target.split("?")[0], access_log(site)[-1]
    service = "".join(log.read_text() for log in site.directory.glob("service-*.log"))
    assert SECRET not in service and '"path":"/***"' in service, "the log of the service has a secret"
    contract = (HERE.parent.parent / "openapi.yaml").read_text()
    fields = set(re.findall(r"name: (\w+), in: query", contract)) | set(re.findall(r"name: (\w+)\n\s+in: query", contract))
    logged = set(re.search(r'"~\^\(\(([\w|]+)\)=', (HERE / "inarow-maps.conf").read_text())[1].split("|"))
    assert fields == logged, f"the log leaves out {fields - logged}, and no query has {logged - fields}"
    install = re.search(r"^ *\[ -e /var/log/nginx/inarow\.log \] \|\| install -m 640 [^\n]*", steps(), re.MULTILINE)
    assert install and steps().index(install[0]) < steps().index("sites-enabled"), "everybody on the machine may read the log"
    print(f"log: {3 * len(SECRETS)} requests with secrets, {len(fields)} fields of the contract are logged and nothing else")


def other_names_are_refused(site: Site) -> None:
    tls = ssl.create_default_context(cafile=site.directory / "cert.pem")
    tls.check_hostname = False
    for name in ("other.example", None):
        try:
            tls.wrap_socket(socket.create_connection((HOST, site.port), 15), server_hostname=name)
        except (ssl.SSLError, OSError):
            continue
        raise AssertionError(f"there was a handshake for {name}")
    status, headers, _ = site.ask("GET", "/readyz", {"Host": "other.example"})
    assert (status, headers["server"]) == (421, "nginx"), (status, headers)
    connection = http.client.HTTPConnection(HOST, site.plain_port, timeout=PATIENCE_S)
    connection.request("GET", "/", headers={"Host": "other.example"})
    assert connection.getresponse().status == 421
    for target in ("/", "/v1/games"):
        assert site.ask("GET", target, key("bob"))[1]["server"] == "nginx", "the version of nginx is told"
    config = (HERE / "inarow.conf").read_text()
    assert config.count("ssl_protocols TLSv1.2 TLSv1.3;") == config.count("listen 443 "), "old versions of TLS"
    print("names: no handshake and 421 for others than the site's; nginx does not tell its version")


def long_queries_are_kept(site: Site) -> None:
    """The key of the cache is the whole address."""
    for length in (6_000, 8_100, 20_000):
        assert site.ask("GET", f"/v1/move?board={'x' * length}", key("bob"))[0] in (414, 422), length
    assert "is not enough for cache key" not in (site.directory / "error.log").read_text()


def refusals_are_told_apart(binary: str) -> None:
    settings = {"INAROW_WORKERS": "1", "INAROW_QUEUE_MAX": "1", "INAROW_SHUTDOWN_GRACE_MS": "2500"}
    site = Site(binary, replaced=(NO_RATE,), settings=settings)
    try:
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            asked = [pool.submit(site.ask, "GET", f"/v1/move?game=gomoku&movetime=9000&seed={seed}&skill=99", key("alice")) for seed in range(3)]
            while not any(one.done() for one in asked):
                time.sleep(0.05)
            site.end_service()
            statuses = sorted(one.result()[0] for one in asked)
        assert statuses == [200, 503, 503], statuses
        assert site.ask("GET", "/v1/move?board=XO.......&turn=X", key("bob"))[0] == 503
        refusals = [line["refusal"] for line in access_log(site) if line["status"] == 503 and line["path"] == "/v1/move"]
        assert refusals == ["the service is saturated", "the service stops", "the service is gone"], refusals
        print(f"503 in the log: {', '.join(refusals)}")
    finally:
        site.end()


def check(binary: str) -> None:
    wrong_keys_are_told()
    site = Site(binary, replaced=(NO_RATE,), more_keys="".join(f'"~^{sent}$" eve;\n' for sent in ("[Bb]earer +", "Bearer short-key", "")))
    try:
        empty_keys_open_nothing(site)
        secrets_stay_out_of_the_log(site)
        other_names_are_refused(site)
        long_queries_are_kept(site)
    finally:
        site.end()
    refusals_are_told_apart(binary)
