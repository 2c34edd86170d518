"""The system around the service: the view of /proc and of control groups that the unit leaves, a log in a file, the firewall: part of test.py."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from machine import HERE, HOST, free_port, steps

DOCS = HERE.parent.parent / "docs"
# `ProcSubset=pid`, and the control group of the unit with its limit, in a namespace of mounts that nobody else sees.
SANDBOX = """
mount -t tmpfs tmpfs /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/system.slice/inarow.service
echo 0::/system.slice/inarow.service > /sys/fs/cgroup/own
echo 536870912 > /sys/fs/cgroup/system.slice/inarow.service/memory.max
mount -t proc -o subset=pid proc /proc
[ ! -e /proc/stat ] && [ ! -e /proc/meminfo ]
mount --bind /sys/fs/cgroup/own /proc/$$/cgroup
exec "$@"
"""


def sandboxed(*command: str) -> list[str]:
    return ["unshare", "--mount", "sh", "-euc", SANDBOX, "sh", *command]


@contextlib.contextmanager
def service(command: list[str], stderr: int | None = None, **settings: str) -> Iterator[int]:
    """The service, and its port once it is ready."""
    port = free_port()
    with subprocess.Popen(command, env=os.environ | {"INAROW_LISTEN": f"{HOST}:{port}"} | settings, stderr=stderr) as process:
        try:
            for _ in range(6_000):
                assert process.poll() is None, f"it ended with {process.returncode}"
                with contextlib.suppress(OSError):
                    ask(port, "/readyz")
                    break
                time.sleep(0.02)
            yield port
        finally:
            process.terminate()


def ask(port: int, target: str) -> str:
    connection = http.client.HTTPConnection(HOST, port, timeout=120)
    try:
        connection.request("GET", target)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def alerts_have_their_metrics(binary: str) -> None:
    """All that the rules name, also where the unit hides files in /proc."""
    assert "\nProcSubset=pid\n" in (HERE.parent / "systemd/inarow.service").read_text()
    rules = (HERE.parent / "prometheus/inarow.rules.yaml").read_text()
    names = {name for expr in re.findall(r"expr: (.*)", rules) for name in re.findall(r"\b(?:inarow|process)_\w+", expr)}
    with service(sandboxed(binary), INAROW_LOG="off") as port:
        ask(port, "/v1/move")
        page = ask(port, "/metrics")
    missing = [name for name in names if not re.search(rf"^{name}[ {{]", page, re.MULTILINE)]
    assert len(names) > 10 and not missing, f"in the unit there is no {missing}"
    print(f"alerts: {len(names)} metrics of their rules are there under the unit's view of /proc")


def limit_of_the_unit_is_warned_of(binary: str) -> None:
    settings = {"INAROW_WORKERS": "2", "INAROW_TABLE_MIB": "300"}
    done = subprocess.run(sandboxed(binary, "--check"), env=os.environ | settings, capture_output=True, text=True)
    assert done.returncode == 0 and "are 600 MiB of tables, above the memory of this machine, container or unit, 512 MiB" in done.stderr, done
    settings["INAROW_TABLE_MIB"] = "200"
    done = subprocess.run(sandboxed(binary, "--check"), env=os.environ | settings, capture_output=True, text=True)
    assert done.returncode == 0 and "of tables" not in done.stderr, done
    print("memory: tables above MemoryMax of the unit are warned of")


def log_in_a_file(binary: str) -> None:
    """The settings of the document for logrotate: the service goes on in the same file, and each line is in one of the two."""
    document = (DOCS / "operations.md").read_text()
    rotate = re.search(r"^/var/log/inarow\.log \{\n.*?^\}\n", document, re.MULTILINE | re.DOTALL)
    assert rotate and "\nStandardError=append:/var/log/inarow.log\n" in document, "docs/operations.md has no log in a file"
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        directory.chmod(0o755)
        log, settings = directory / "inarow.log", directory / "logrotate"
        settings.write_text(rotate[0].replace("/var/log/inarow.log", str(log)))
        settings.chmod(0o644)

        def lines(file: pathlib.Path) -> list[str]:
            return [json.loads(line)["path"] for line in file.read_text().splitlines() if '"path"' in line]

        def logged(port: int, target: str) -> None:
            ask(port, target)
            for _ in range(6_000):
                if target in lines(log):
                    return
                time.sleep(0.01)
            raise AssertionError(f"no line of {target}: {log.read_text()}")

        with log.open("ab") as file, service([binary], stderr=file.fileno(), INAROW_LOG_FORMAT="json") as port:
            logged(port, "/v1/games")
            subprocess.run(["logrotate", "--force", "--state", directory / "state", settings], check=True)
            assert "/v1/games" in lines(directory / "inarow.log.1") and "/v1/games" not in lines(log)
            logged(port, "/v1/heuristics")
        assert "\0" not in log.read_text(), "it goes on at its old place in the file"
    print("log: a file that logrotate empties in place goes on from its beginning")


def log_of_nginx_is_bounded() -> None:
    """The step of the document on Debian's file, also where it is repeated: one that grows has a next one on the same day."""
    step = re.search(r"^ *sed -i \S+rotate 14.*? /etc/logrotate\.d/nginx$", steps(), re.MULTILINE)
    times = re.search(r"\[Timer\]\\nOnCalendar=(\S+?)\\nAccuracySec=1min", steps())
    assert step and times, "docs/operations.md does not bound the log of nginx"
    subprocess.run(["systemd-analyze", "calendar", times[1]], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        directory.chmod(0o755)
        log, small, settings = directory / "inarow.log", directory / "error.log", directory / "logrotate"
        debian = pathlib.Path("/etc/logrotate.d/nginx").read_text()
        for old, new in (("/var/log/nginx/", f"{directory}/"), ("invoke-rc.d nginx rotate", "true")):
            assert old in debian, debian
            debian = debian.replace(old, new)
        settings.write_text(debian)
        settings.chmod(0o644)
        for _ in range(2):
            subprocess.run(["sh", "-euc", step[0].replace("/etc/logrotate.d/nginx", str(settings))], check=True)
        text = settings.read_text()
        assert [text.count(line) for line in ("\trotate", "\tmaxage 14\n", "\tmaxsize 256M\n")] == [1] * 3, text
        for size in (1_000, 300_000_000):
            for file in (log, small):
                file.touch()
            os.truncate(small, 1_000)
            os.truncate(log, size)
            subprocess.run(["logrotate", "--state", directory / "state", settings], check=True)
            assert (directory / "inarow.log.1").exists() == (size > 256_000_000), size
        assert not (directory / "error.log.1").exists() and log.stat().st_size == 0
    print("log of nginx: of a client that floods it begins a new file on the same day")


def units_exclude_each_other() -> None:
    """A single service and instances would want one port: the second is refused, once."""
    enabled = {
        "inarow.service": ["multi-user.target.wants/inarow@8080.service"],
        "inarow@.service": ["multi-user.target.wants/inarow.service", "sockets.target.wants/inarow.socket"],
    }
    for unit, others in enabled.items():
        lines = re.findall(r"^Assert.*", (HERE.parent / "systemd" / unit).read_text(), re.MULTILINE)
        with tempfile.TemporaryDirectory() as directory:
            conditions = [line.replace("/etc/systemd/system/", f"{directory}/") for line in lines]
            starts = lambda: subprocess.run(["systemd-analyze", "condition", *conditions], capture_output=True).returncode == 0  # noqa: E731
            assert conditions and starts(), lines
            for other in others:
                link = pathlib.Path(directory, other)
                link.parent.mkdir(exist_ok=True)
                link.touch()
                assert not starts(), f"{unit} starts beside {other}"
                link.unlink()
    print("units: a single service does not start beside instances that are enabled, nor these beside it")


# In a network of its own; it counts the connections that it opens from there: up to 100 to each address.
CLIENT = """
import socket
print("here", flush=True)
input()
for host in ("192.0.2.1", "2001:db8::1"):
    held = []
    try:
        while len(held) < 100:
            held.append(socket.create_connection((host, 443), 20))
    except ConnectionRefusedError:
        pass
    print(len(held), flush=True)
"""
# In another one: a server, the rule, connections of the same machine, and a wire to the client.
SERVER = """
import socket, subprocess, sys

def up(link, number, more=()):
    for command in (("address", "add", f"192.0.2.{number}/24", "dev", link), ("address", "add", f"2001:db8::{number}/64", "dev", link, "nodad"), ("link", "set", link, "up")):
        subprocess.run([*more, "ip", *command], check=True)

rule, client = sys.argv[1:]
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
server = socket.create_server(("::", 443), family=socket.AF_INET6, backlog=1024, dualstack_ipv6=True)
subprocess.run(["sh", "-euc", rule], check=True)
held = [socket.create_connection(("127.0.0.1", 443), 20) for _ in range(100)]
with subprocess.Popen(["unshare", "--net", sys.executable, "-c", client], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
    assert process.stdout.readline() == "here\\n"
    subprocess.run(["ip", "link", "add", "inside", "type", "veth", "peer", "name", "outside", "netns", str(process.pid)], check=True)
    up("inside", 1)
    up("outside", 2, ("nsenter", "--net", f"--target={process.pid}"))
    print(process.communicate("\\n", timeout=120)[0].split())
"""
# One machine with two addresses: the second is the one that floods.
FLOODED = """
import socket, subprocess, sys, threading
for command in (("link", "set", "lo", "up"), *(("address", "add", f"192.0.2.{number}/32", "dev", "lo") for number in (1, 2, 3))):
    subprocess.run(["ip", *command], check=True)
server = socket.create_server(("192.0.2.1", 443))

def serve():
    while True:
        threading.Thread(target=echo, args=(server.accept()[0],), daemon=True).start()

def echo(connection):
    while said := connection.recv(9):
        connection.sendall(said)

threading.Thread(target=serve, daemon=True).start()

def ask(connection):
    try:
        connection.sendall(b"x")
        return "answered" if connection.recv(9) else "ended"
    except ConnectionResetError:
        return "reset"

def connect(number):
    return socket.create_connection(("192.0.2.1", 443), 20, (f"192.0.2.{number}", 0))

held = connect(2)
print(ask(held))
subprocess.run(["sh", "-euc", sys.argv[1]], check=True)
print(ask(held))
try:
    print(ask(connect(2)))
except ConnectionRefusedError:
    print("refused")
print(ask(connect(3)))
"""


def firewall_spares_nginx() -> None:
    """The rule of the runbook needs no table of others, and counts each address but those of the machine itself."""
    rule = re.search(r"`(nft 'table inet inarow [^`]*)`", (DOCS / "runbook.md").read_text())
    assert rule, "docs/runbook.md has no rule for the firewall"
    told = subprocess.run(["unshare", "--net", sys.executable, "-c", SERVER, rule[1], CLIENT], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert told == "['64', '64']\n", told
    print("firewall: the rule of the runbook refuses connection 65 of an address, of IPv4 and IPv6, and none of 100 of the machine itself is")


def firewall_stops_a_flood() -> None:
    """The rule of the runbook ends the open connections of an address, and refuses more; all others are spared."""
    rule = re.search(r"`(nft 'table inet flood [^`]*)`", (DOCS / "runbook.md").read_text())
    assert rule and "192.0.2.1 " in rule[1], "docs/runbook.md has no rule against a flood"
    # The address of the runbook is the client's here.
    told = subprocess.run(["unshare", "--net", sys.executable, "-c", FLOODED, rule[1].replace("192.0.2.1 ", "192.0.2.2 ")], check=True, stdout=subprocess.PIPE, text=True)
    assert told.stdout.split() == ["answered", "reset", "refused", "answered"], told
    print("firewall: the rule of the runbook ends the open connections of an address and refuses new ones, of no other")


def check(binary: str) -> None:
    alerts_have_their_metrics(binary)
    limit_of_the_unit_is_warned_of(binary)
    log_in_a_file(binary)
    log_of_nginx_is_bounded()
    units_exclude_each_other()
    firewall_spares_nginx()
    firewall_stops_a_flood()


if __name__ == "__main__":
    check(sys.argv[1])
