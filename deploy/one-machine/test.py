"""One machine: starts nginx with the committed configuration in front of one service, over TLS, on ports of their own.

Usage: test.py target/release/inarow (needs nginx and openssl; nothing but the standard library). Prints each promise with its
figures and exits 1 at the first that does not hold:

- without a key, with a wrong one and with one in the wrong case a request is refused with 401, also where the cache has the answer;
- equal questions with different keys are one search: the cache answers the others, and no other cache may keep the answer;
- a key beyond its rate gets 429 with `Retry-After`; another key does not notice;
- wrong keys have the rate of their address;
- bodies that are too long, and a service that is gone, are refused with 413 and 503;
- every refusal is a problem document whose members the contract names, for agents as the data of an error of JSON-RPC;
- browsers may ask what they may send without a key, and read refusals;
- streams come record by record, problems name https, pages and probes need no key, and the log names keys but holds none.
"""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
HOST = "127.0.0.1"
NAME = "games.example"
KEYS = {"alice": "5f0c1d" * 8, "bob": "a07e2b" * 8}
QUESTION = "/v1/move?game=four-by-four&depth=6"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return listener.getsockname()[1]


def steps() -> str:
    """The commands of docs/operations.md for a new machine."""
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    section = document.split("### nginx in front of it")[1].split("\n## ")[0]
    return "\n".join(re.findall(r"^ +```sh\n(.*?)^ +```$", section, re.MULTILINE | re.DOTALL))


def add_key(file: pathlib.Path, name: str, secret: str) -> None:
    """Adds a key by the document's command; `openssl` would make another one."""
    command = re.search(r"printf .*/etc/nginx/inarow-keys\.map", steps())
    assert command, "docs/operations.md has no command that adds a key"
    script = command[0].replace("/etc/nginx/inarow-keys.map", str(file))
    subprocess.run(["sh", "-euc", script], env=os.environ | {"name": name, "key": secret}, check=True)


def files_are_where_they_are_looked_for(config: str) -> None:
    """What the steps install is what the files name, and nginx can make its directories on Debian."""
    commands, unit = steps(), (HERE.parent / "systemd/inarow.service").read_text()
    for installed, named_in in (
        ("/usr/local/bin/inarow", unit),
        ("/etc/inarow.env", unit),
        ("/etc/nginx/inarow-keys.map", config),
        ("/var/www/html", config),
    ):
        assert installed in commands and installed in named_in, installed
    for file in ("inarow.conf", "inarow.env", "inarow-keys.map"):
        assert re.search(rf"\b{re.escape(file)} ", commands) and (HERE / file).exists(), file
    assert "proxy_cache_path /var/lib/nginx/inarow " in config, "Debian has /var/lib/nginx; nginx makes one level of directories"
    assert commands.index("certbot certonly") < commands.index("sites-enabled"), "the site needs its certificate"


def key(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {KEYS[name]}"}


class Site:
    """The service and nginx, each with its committed settings; only ports, paths and the certificate are others."""

    def __init__(self, binary: str) -> None:
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="inarow-machine-"))
        self.directory.chmod(0o755)
        self.binary, self.service_port, self.port, self.plain_port = binary, free_port(), free_port(), free_port()
        self.metrics_port = free_port()
        self.start_service()
        self.start_nginx()

    def start_service(self) -> None:
        lines = (HERE / "inarow.env").read_text().splitlines()
        settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        assert settings["INAROW_METRICS_LISTEN"], settings
        settings |= {"INAROW_LISTEN": f"{HOST}:{self.service_port}", "INAROW_METRICS_LISTEN": f"{HOST}:{self.metrics_port}"}
        self.service = subprocess.Popen([self.binary], env=os.environ | settings, stderr=subprocess.DEVNULL)

    def start_nginx(self) -> None:
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        made += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "cert.pem"]
        subprocess.run(made, cwd=self.directory, check=True, stderr=subprocess.DEVNULL)
        shutil.copy(HERE / "inarow-keys.map", self.directory / "keys.map")
        for name, secret in KEYS.items():
            add_key(self.directory / "keys.map", name, secret)
        config = (HERE / "inarow.conf").read_text()
        files_are_where_they_are_looked_for(config)
        for old, new in (
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{self.directory}/cert.pem"),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{self.directory}/key.pem"),
            ("/etc/nginx/inarow-keys.map", f"{self.directory}/keys.map"),
            ("/var/lib/nginx/inarow", f"{self.directory}/cache"),
            ("/var/log/nginx/inarow.log", f"{self.directory}/access.log"),
            ("server 127.0.0.1:8080;", f"server {HOST}:{self.service_port};"),
            ("listen 443 ssl http2;", f"listen {HOST}:{self.port} ssl http2;"),
            ("listen 80;", f"listen {HOST}:{self.plain_port};"),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("    listen [::]:80;\n", ""),
        ):
            assert old in config, f"inarow.conf has no {old!r}"
            config = config.replace(old, new)
        (self.directory / "site.conf").write_text(config)
        temporary = "".join(f"{kind}_temp_path {self.directory}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        around = f"pid {self.directory}/pid; events {{}} http {{ {temporary} include {self.directory}/site.conf; }}"
        (self.directory / "nginx.conf").write_text(around)
        command = ["nginx", "-e", "stderr", "-c", str(self.directory / "nginx.conf"), "-g", "daemon off;"]
        with (self.directory / "error.log").open("w") as log:
            self.nginx = subprocess.Popen(command, stderr=log)
        self.tls = ssl.create_default_context(cafile=self.directory / "cert.pem")
        for _ in range(500):
            assert self.nginx.poll() is None, (self.directory / "error.log").read_text()
            try:
                if self.ask("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"it does not start: {(self.directory / 'error.log').read_text()}")

    def connect(self) -> http.client.HTTPSConnection:
        """The name in the certificate is checked, while the connection goes to loopback."""
        connection = http.client.HTTPSConnection(NAME, self.port, timeout=15)
        connection.sock = self.tls.wrap_socket(socket.create_connection((HOST, self.port), 15), server_hostname=NAME)
        return connection

    def ask(self, method: str, target: str, headers: dict | None = None, body: str | None = None) -> tuple[int, dict, bytes]:
        connection = self.connect()
        try:
            connection.request(method, target, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def searches(self) -> float:
        connection = http.client.HTTPConnection(HOST, self.metrics_port, timeout=15)
        connection.request("GET", "/metrics")
        lines = connection.getresponse().read().decode().splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith("inarow_search_nodes_total"))

    def end_service(self) -> None:
        self.service.send_signal(signal.SIGTERM)
        self.service.wait(timeout=20)

    def end(self) -> None:
        self.nginx.terminate()
        self.nginx.wait(timeout=10)
        self.end_service()
        shutil.rmtree(self.directory, ignore_errors=True)


def rest() -> None:
    """Until the burst of every client is there again: 20 requests at 10 a second."""
    time.sleep(2.5)


def problem(answer: tuple[int, dict, bytes], status: int, code: str, like: dict) -> dict:
    """Checks a refusal; `like` is a problem document of the service."""
    found, headers, body = answer
    assert (found, headers["content-type"]) == (status, "application/problem+json"), answer
    document = json.loads(body)
    assert list(document) == list(like), f"{list(document)} is not {list(like)}"
    assert (document["status"], document["code"]) == (status, code), document
    assert document["type"] == f"https://{NAME}/docs#problem-{code}", document
    assert len(document["requestId"]) == 32 and document["errors"] == [], document
    assert headers["x-request-id"] == document["requestId"], headers
    assert "x-request-id" in headers["access-control-expose-headers"], headers
    assert (headers["cache-control"], headers["access-control-allow-origin"]) == ("no-store", "*"), headers
    return headers


def rpc(answer: tuple[int, dict, bytes], status: int, code: str, like: dict) -> dict:
    """Checks a refusal of an agent: an error of JSON-RPC whose data is the problem document."""
    found, headers, body = answer
    assert (found, headers["content-type"]) == (status, "application/json"), answer
    document = json.loads(body)
    error = document.pop("error")
    assert document == {"jsonrpc": "2.0", "id": None}, document
    retry_after = error["data"].pop("retryAfter", None)
    assert (str(retry_after) if retry_after else None) == headers.get("retry-after"), answer
    assert (error["code"], error["message"]) == (-32000, error["data"]["detail"]), error
    inner = headers | {"content-type": "application/problem+json"}
    return problem((found, inner, json.dumps(error["data"]).encode()), status, code, like)


def keys_and_cache(site: Site, like: dict) -> None:
    status, headers, first = site.ask("GET", QUESTION, key("alice"))
    assert (status, headers["x-cache-status"]) == (200, "MISS"), headers
    assert headers["cache-control"] == "private, max-age=86400", headers
    searched, hits = site.searches(), 0
    assert searched > 0
    for name in ("bob", "alice", "bob"):
        status, headers, body = site.ask("GET", QUESTION, key(name))
        assert (status, headers["x-cache-status"], headers["cache-control"]) == (200, "HIT", "private, max-age=86400"), headers
        assert body == first
        hits += 1
    upper = {"Authorization": f"Bearer {KEYS['alice'].upper()}"}
    for wrong, why in (
        ({}, "none was sent"),
        ({"Authorization": "Bearer x"}, "the key sent is not valid"),
        ({"Authorization": f"Basic {KEYS['alice']}"}, 'none was sent after "Bearer"'),
        (upper, "the key sent is not valid"),
    ):
        answer = site.ask("GET", QUESTION, wrong)
        headers = problem(answer, 401, "unauthorized", like)
        assert why in json.loads(answer[2])["detail"], answer
        assert headers["www-authenticate"] == 'Bearer realm="inarow"', headers
    for scheme in ("BEARER", "bearer", "Bearer "):
        assert site.ask("GET", QUESTION, {"Authorization": f"{scheme} {KEYS['bob']}"})[0] == 200, scheme
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


def browsers(site: Site) -> None:
    asks = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    status, headers, _ = site.ask("OPTIONS", "/v1/move", asks)
    assert status in (200, 204) and "access-control-allow-methods" in headers, (status, headers)
    print("browsers: what they may send is answered without a key")


def rates(site: Site, like: dict) -> None:
    asked = []
    for client, others in ((key("alice"), key("bob")), ({"Authorization": "Bearer x"}, key("alice"))):
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


def too_long_or_gone(site: Site, like: dict) -> None:
    long = json.dumps({"board": " " * 270_000})
    problem(site.ask("POST", "/v1/move", key("alice") | {"Content-Type": "application/json"}, long), 413, "payload-too-large", like)
    long_query = site.ask("GET", f"/v1/move?board={'x' * 9_000}", key("alice"))
    assert json.loads(long_query[2])["code"] == "uri-too-long", long_query
    site.end_service()
    unknown = site.ask("GET", "/v1/move?board=XO.......&turn=X", key("alice"))
    assert problem(unknown, 503, "shutting-down", like)["retry-after"] == "5"
    asks = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for target in ("/v1/move", "/mcp"):
        status, headers, _ = site.ask("OPTIONS", target, asks)
        assert (status, headers["access-control-allow-headers"]) == (204, "*,authorization"), (target, status, headers)
    for target in ("/", "/readyz", "/docs"):
        assert problem(site.ask("GET", target), 503, "shutting-down", like)["retry-after"] == "5", target
    rpc(site.ask("POST", "/mcp", key("alice") | {"Content-Type": "application/json"}, "{}"), 503, "shutting-down", like)
    status, headers, _ = site.ask("GET", QUESTION, key("bob"))
    assert (status, headers["x-cache-status"]) == (200, "HIT"), headers
    print("a body that is too long: 413; a service that is gone: 503 with Retry-After, and what the cache has is still answered")


def passes_on(site: Site) -> None:
    connection = http.client.HTTPConnection(HOST, site.plain_port, timeout=15)
    connection.request("GET", "/v1/games", headers={"Host": NAME})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("location")) == (301, f"https://{NAME}/v1/games")
    for target in ("/", "/livez", "/openapi.json"):
        assert site.ask("GET", target)[0] == 200, target
    assert site.ask("GET", "/metrics")[0] == 404
    connection = site.connect()
    start = time.monotonic()
    connection.request("GET", "/v1/move?game=gomoku&movetime=2000", headers=key("alice") | {"Accept": "application/x-ndjson"})
    stream = connection.getresponse()
    first, began = stream.readline(), time.monotonic() - start
    last = stream.read().splitlines()[-1]
    whole = time.monotonic() - start
    connection.close()
    assert json.loads(first)["depth"] == 1 and json.loads(last)["final"], (first, last)
    assert began < whole / 2, f"the first record came after {began:.2f} of {whole:.2f} s"
    print(f"streams: the first record came after {began:.2f} of {whole:.2f} s")


def log_names_keys(site: Site) -> None:
    errors = (site.directory / "error.log").read_text()
    assert "limiting requests" not in errors, "a flood fills the error log"
    log = (site.directory / "access.log").read_text()
    assert '"alice" "GET /v1/move' in log and '"bob" "GET' in log, log[:500]
    assert not any(secret in log for secret in KEYS.values())
    print(f"log: {len(log.splitlines())} lines name keys and hold none")


def main() -> None:
    site = Site(sys.argv[1])
    try:
        _, _, body = site.ask("GET", "/v1/move?depth=x", key("bob"))
        like = json.loads(body)
        assert like["type"] == f"https://{NAME}/docs#problem-invalid-request", like
        keys_and_cache(site, like)
        browsers(site)
        passes_on(site)
        rates(site, like)
        too_long_or_gone(site, like)
        log_names_keys(site)
    finally:
        site.end()


if __name__ == "__main__":
    main()
