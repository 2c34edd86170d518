"""Shared by the tests of one machine: nginx with the committed configuration in front of services, over TLS, on ports of their own."""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).parent
HOST = "127.0.0.1"
# How long the tests wait for an event that must come. Only a hang takes so long.
PATIENCE_S = 120
NAME = "games.example"
KEYS = {"alice": "5f0c1d" * 8, "bob": "a07e2b" * 8}
QUESTION = "/v1/move?game=four-by-four&depth=6"
# A rate that no test reaches, for tests of anything else.
NO_RATE = ("rate=10r/s", "rate=100000r/s")


# Below the ports that the system gives to connections, so that one is still free when a server is started there once more.
PORTS = itertools.count(random.randrange(10_000, 25_000))


def free_port() -> int:
    for port in PORTS:
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind((HOST, port))
            return port
    raise AssertionError("no port is free")


def steps() -> str:
    """The commands of docs/operations.md for a new machine."""
    document = (HERE.parent.parent / "docs/operations.md").read_text()
    section = document.split("### nginx in front of it")[1].split("\n## ")[0]
    return "\n".join(re.findall(r"^ +```sh\n(.*?)^ +```$", section, re.MULTILINE | re.DOTALL))


def add_key(file: pathlib.Path, name: str, secret: str) -> None:
    """Adds a key by the whole step of the document, as often as it is repeated, but for the name and the secret of `openssl`."""
    step = re.search(r"^ *\[ -e \S+inarow-keys\.map \].*?&& echo [^\n]*", steps(), re.MULTILINE | re.DOTALL)
    assert step, "docs/operations.md has no step that adds a key"
    script = step[0].replace("/etc/nginx/inarow-keys.map", str(file)).replace("name=alice key=$(openssl rand -hex 24)", f"name={name} key={secret}")
    assert secret in script, script
    said = subprocess.run(["sh", "-euc", script], cwd=HERE, check=True, capture_output=True, text=True).stdout
    assert said == f"{name}: {secret}\n", said


def key(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {KEYS[name]}"}


class Site:
    """The services and nginx, each with its committed settings; only ports, paths and the certificate are others, and the changes
    of a test: `replaced` in the files of nginx, `settings` of the services, `more_keys` as lines, and `listener`, which holds the port of the one service."""

    def __init__(
        self,
        binary: str,
        instances: int = 1,
        replaced: tuple[tuple[str, str], ...] = (),
        settings: dict | None = None,
        more_keys: str = "",
        listener: socket.socket | None = None,
    ) -> None:
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="inarow-machine-"))
        self.directory.chmod(0o755)
        self.binary, self.port, self.plain_port = binary, free_port(), free_port()
        self.service_ports, self.metrics_port = [free_port() for _ in range(instances)], free_port()
        self.origin, self.replaced, self.settings = f"https://{NAME}:{self.port}", replaced, settings or {}
        self.more_keys, self.listener = more_keys, listener
        if listener:
            self.service_ports = [listener.getsockname()[1]]
        self.services = [self.start_service(port) for port in self.service_ports]
        self.start_nginx()

    def start_service(self, port: int) -> subprocess.Popen:
        lines = (HERE / "inarow.env").read_text().splitlines()
        settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        assert settings["INAROW_PUBLIC_ORIGIN"] == f"https://{NAME}", settings
        settings |= {"INAROW_PUBLIC_ORIGIN": self.origin, "INAROW_LISTEN": f"{HOST}:{port}", "INAROW_LOG_FORMAT": "json"} | self.settings
        if port == self.service_ports[0]:
            settings["INAROW_METRICS_LISTEN"] = f"{HOST}:{self.metrics_port}"
        log = (self.directory / f"service-{port}.log").open("a")
        if not self.listener:
            return subprocess.Popen([self.binary], env=os.environ | settings, stderr=log)
        # As systemd does: the socket is open at 3.
        command = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" 3<&0 </dev/null', self.binary]
        return subprocess.Popen(command, env=os.environ | settings, stdin=self.listener, stderr=log)

    def servers(self) -> str:
        """The lines of the document for two instances."""
        if len(self.service_ports) == 1:
            return ""
        document = (HERE.parent.parent / "docs/operations.md").read_text()
        block = re.search(r"```nginx\n(.*?)```", document.split("### Several instances")[1], re.DOTALL)
        assert block, "docs/operations.md has no lines for several instances"
        lines = block[1]
        for old, new in zip((8080, 8081), self.service_ports, strict=True):
            assert lines.count(f"127.0.0.1:{old} ") == 2, lines
            lines = lines.replace(f"127.0.0.1:{old} ", f"{HOST}:{new} ")
        return lines

    def start_nginx(self) -> None:
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        made += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "cert.pem"]
        subprocess.run(made, cwd=self.directory, check=True, stderr=subprocess.DEVNULL)
        for name, secret in KEYS.items():
            add_key(self.directory / "keys.map", name, secret)
        with (self.directory / "keys.map").open("a") as keys:
            keys.write(self.more_keys)
        self.write_configuration(self.replaced)
        command = ["nginx", "-e", "stderr", "-c", str(self.directory / "nginx.conf"), "-g", "daemon off;"]
        with (self.directory / "error.log").open("w") as log:
            self.nginx = subprocess.Popen(command, stderr=log)
        self.tls = ssl.create_default_context(cafile=self.directory / "cert.pem")
        for _ in range(50 * PATIENCE_S):
            assert self.nginx.poll() is None, self.errors()
            try:
                if self.ask("GET", "/readyz")[0] == 200:
                    assert "duplicate MIME type" not in self.errors(), self.errors()
                    return
            except OSError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"it does not start: {self.errors()}")

    def errors(self) -> str:
        return (self.directory / "error.log").read_text()

    def workers(self) -> set[str]:
        """The workers that take connections; between two generations ps may find none."""
        found = subprocess.run(["ps", "--ppid", str(self.nginx.pid), "-o", "pid=,args="], capture_output=True, text=True).stdout
        return {line.split()[0] for line in found.splitlines() if line.endswith("worker process")}

    def reload(self) -> bool:
        """Reloads as `systemctl reload nginx`, and waits until it is done; returns whether the new configuration is in force."""
        before, said = self.workers(), self.errors().count("[emerg]")
        self.nginx.send_signal(signal.SIGHUP)
        for _ in range(50 * PATIENCE_S):
            if self.errors().count("[emerg]") > said:
                return False
            if (now := self.workers()) and not now & before:
                return True
            time.sleep(0.02)
        raise AssertionError(f"neither old nor new: {self.errors()}")

    def write_configuration(self, replaced: tuple[tuple[str, str], ...]) -> None:
        files = {name: (HERE / name).read_text() for name in ("inarow.conf", "inarow-maps.conf", "inarow-refusals.conf")}
        files["servers"] = self.servers()
        for old, new in replaced:
            assert any(old in text for text in files.values()), f"no file of nginx has {old!r}"
            files = {name: text.replace(old, new) for name, text in files.items()}
        config, servers = files.pop("inarow.conf"), files.pop("servers")
        for name, text in files.items():
            (self.directory / name).write_text(text)
        server = "    server 127.0.0.1:8080;\n"
        for old, new in (
            (server, servers or server.replace("127.0.0.1:8080", f"{HOST}:{self.service_ports[0]}")),
            (f"default https://{NAME};", f"default {self.origin};"),
            *((f"/etc/nginx/{name}", f"{self.directory}/{name}") for name in files),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{self.directory}/cert.pem"),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{self.directory}/key.pem"),
            ("/etc/nginx/inarow-keys.map", f"{self.directory}/keys.map"),
            ("/var/lib/nginx/inarow", f"{self.directory}/cache"),
            ("/var/www/inarow;", f"{self.directory}/www;"),
            ("/var/log/nginx/inarow.log", f"{self.directory}/access.log"),
            ("    listen [::]:443 ssl http2 default_server;\n", ""),
            ("    listen [::]:80 default_server;\n", ""),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("    listen [::]:80;\n", ""),
            ("listen 443 ssl http2", f"listen {HOST}:{self.port} ssl http2"),
            ("listen 80", f"listen {HOST}:{self.plain_port}"),
        ):
            assert old in config, f"inarow.conf has no {old!r}"
            config = config.replace(old, new)
        (self.directory / "site.conf").write_text(config)
        temporary = "".join(f"{kind}_temp_path {self.directory}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        around = f"pid {self.directory}/pid; events {{}} http {{ {temporary} include {self.directory}/site.conf; }}"
        (self.directory / "nginx.conf").write_text(around)

    def connect(self) -> http.client.HTTPSConnection:
        """The name in the certificate is checked, while the connection goes to loopback."""
        connection = http.client.HTTPSConnection(NAME, self.port, timeout=PATIENCE_S)
        connection.sock = self.tls.wrap_socket(socket.create_connection((HOST, self.port), PATIENCE_S), server_hostname=NAME)
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
        return self.metric("inarow_search_nodes_total")

    def metric(self, name: str) -> float:
        """The sum of its rows."""
        connection = http.client.HTTPConnection(HOST, self.metrics_port, timeout=PATIENCE_S)
        connection.request("GET", "/metrics")
        lines = connection.getresponse().read().decode().splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if re.match(rf"{name}\b", line))

    def end_service(self, place: int = 0) -> None:
        self.services[place].send_signal(signal.SIGTERM)
        self.services[place].wait(timeout=PATIENCE_S)

    def restart(self, place: int) -> None:
        """One step of the recipe: `systemctl restart`, and the wait for its port."""
        self.end_service(place)
        port = self.service_ports[place]
        self.services[place] = self.start_service(port)
        for _ in range(50 * PATIENCE_S):
            try:
                with socket.create_connection((HOST, port), PATIENCE_S):
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("an instance does not become ready")

    def end(self) -> None:
        self.nginx.terminate()
        self.nginx.wait(timeout=PATIENCE_S)
        for place in range(len(self.services)):
            self.end_service(place)
        shutil.rmtree(self.directory, ignore_errors=True)


def rest() -> None:
    """Waits until the burst of every client is there again: 20 requests at 10 a second."""
    time.sleep(2.5)


def problem(answer: tuple[int, dict, bytes], status: int, code: str, like: dict) -> dict:
    """Checks a refusal; `like` is a problem document of the service."""
    found, headers, body = answer
    assert (found, headers["content-type"]) == (status, "application/problem+json"), answer
    document = json.loads(body)
    assert list(document) == list(like), f"{list(document)} is not {list(like)}"
    assert (document["status"], document["code"]) == (status, code), document
    assert document["type"].startswith(f"https://{NAME}:") and document["type"].endswith(f"/docs#problem-{code}"), document
    assert document["type"].split("/docs")[0] == like["type"].split("/docs")[0], "the port is lost"
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


def access_log(site: Site) -> list[dict]:
    """The lines of all requests so far. nginx writes a line after its answer, and the lines of its one process in order: a request without a
    key, which nginx refuses by itself, marks the end."""
    # Of letters: the log hides all that might be a key.
    mark = "/v1/mark/" + "".join(chr(ord("a") + int(digit)) for digit in str(time.monotonic_ns())[-15:])
    site.ask("GET", mark)
    for _ in range(100 * PATIENCE_S):
        text = (site.directory / "access.log").read_text()
        lines = [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
        if lines and lines[-1]["path"] == mark:
            return lines[:-1]
        time.sleep(0.01)
    raise AssertionError(f"nginx has not written the line of {mark}")
