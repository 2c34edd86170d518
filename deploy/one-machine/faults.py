"""A full disk, a reload that nginx refuses, a client that leaves and a service that is down: part of test.py."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import metrics
from limits import JSON, begin_body, unbuffered, until
from machine import HERE, NO_RATE, PATIENCE_S, QUESTION, Site, access_log, free_port, key, problem, rpc, steps

RATE_LINES = (
    ("limit_req_zone $inarow_client zone=inarow-rates:10m rate=10r/s;\n", 0),
    ("limit_conn_zone $inarow_client zone=inarow-clients:10m;\n", None),
    ("limit_req zone=inarow-rates burst=20 nodelay;", 1),
    ("limit_conn inarow-clients 8;", None),
)
LOST = "nginx could not write the answer"


def document() -> str:
    return (HERE.parent.parent / "docs/operations.md").read_text()


def rate_for_one_key() -> tuple[tuple[str, str], ...]:
    """The recipe of the document as replacements: of its two blocks the lines of the whole site, and those of a location."""
    blocks = [block.replace("\n  ", "\n") for block in re.findall(r"^  ```nginx\n(.*?)^  ```$", document(), re.MULTILINE | re.DOTALL)]
    assert len(blocks) == 2 and "limit_req_zone" in blocks[0] and "limit_conn" in blocks[1], blocks
    return tuple((old, "" if place is None else blocks[place]) for old, place in RATE_LINES)


def rate_for_two_keys() -> tuple[tuple[str, str], ...]:
    """The recipe with the maps of the sentence about a third rate."""
    maps = re.search(r"`(map \$inarow_key \$inarow_huge)`.*`(map \S+ \$inarow_small)` in place of the second `map`", document())
    assert maps, "docs/operations.md has no third rate"
    more = f'{maps[1]} {{\n    carol $inarow_key;\n    default "";\n}}\n{maps[2]} {{'
    return tuple((old, new.replace("map $inarow_large $inarow_small {", more)) for old, new in rate_for_one_key())


def tmpfs(place: pathlib.Path, size: str) -> None:
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", place], check=True)


def fill(place: pathlib.Path) -> None:
    with contextlib.suppress(OSError), (place / "full").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4_096))


@contextlib.contextmanager
def full(place: pathlib.Path) -> Iterator[None]:
    tmpfs(place, "16k")
    fill(place)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def body_without_a_place(site: Site) -> None:
    """Bodies need no disk; where they do, the refusal is a document."""
    like = json.loads(site.ask("GET", "/v1/move?depth=x", key("bob"))[2])
    long = json.dumps({"board": "XO.......", "turn": "X"}) + " " * 200_000
    places = [site.directory / kind for kind in ("client_body", "proxy")]
    with full(places[0]), full(places[1]):
        assert site.ask("POST", "/v1/move", key("bob") | JSON, long)[0] == 200
        small = ("client_body_buffer_size 256k;", "client_body_buffer_size 8k;")
        site.write_configuration((*site.replaced, small))
        assert site.reload()
        problem(site.ask("POST", "/v1/move", key("bob") | JSON, long), 500, "internal", like)
        rpc(site.ask("POST", "/mcp", key("bob") | JSON, long), 500, "internal", like)
    site.write_configuration(site.replaced)
    assert site.reload()
    assert [line["refusal"] for line in access_log(site) if line["status"] == 500] == ["nginx failed"] * 2


def full_disk(site: Site) -> None:
    """An answer that the cache would keep is not sent, and log and metric say so; a file system of its own, made by the step, is another disk."""
    until(200, lambda: site.ask("GET", QUESTION, key("bob")))
    with full(site.directory / "cache"):
        try:
            answer = site.ask("GET", "/v1/move?board=XO.......&turn=X", key("alice"))
        except http.client.HTTPException:
            pass
        else:
            raise AssertionError(f"nginx can do without its cache: the runbook is wrong: {answer}")
        site.ask("HEAD", "/v1/heuristics", key("alice"))
    lost = [line for line in access_log(site) if line["refusal"]]
    assert [(line["status"], line["key"], line["refusal"]) for line in lost if line["refusal"] == LOST] == [(200, "alice", LOST)], lost
    metrics.run(site.directory / "access.log", site.directory / "inarow.prom")
    assert metrics.counted(site.directory / "inarow.prom")[200, LOST] == 1

    step = re.search(r"^ *\[ -e /var/lib/nginx\.img .*?systemctl restart nginx$", steps(), re.MULTILINE | re.DOTALL)
    assert step, "docs/operations.md gives nginx no file system of its own"
    size = re.search(r"bs=1M count=(\d+) ", step[0])
    bounds = re.search(r"max_size=(\d+)m min_free=(\d+)m", (HERE / "inarow.conf").read_text())
    assert size and bounds and int(size[1]) > int(bounds[1]) + int(bounds[2]) + 256, "answers in parts need a place as well"
    disk, image = site.directory / "disk", site.directory / "disk.img"
    disk.mkdir()
    # Without loop devices the mount is another file system all the same.
    has_loops = subprocess.run(["losetup", "--find"], capture_output=True).returncode == 0
    if has_loops:
        subprocess.run(["truncate", "--size=120M", image], check=True)
        subprocess.run(["mkfs.ext4", "-q", image], check=True)
        subprocess.run(["mount", "-o", "loop", image, disk], check=True)
    else:
        tmpfs(disk, "80m")
    (disk / "nginx").mkdir()
    script = step[0].replace("/var/lib/nginx", f"{disk}/nginx").replace("/etc/fstab", f"{disk}/fstab").replace(size[0], "bs=1M count=50 ")
    mounted = f"-o loop {disk}/nginx.img" if has_loops else "-t tmpfs -o size=50m tmpfs"
    around = f'systemctl() {{ :; }}; mount() {{ grep -q "^$1.img $1 ext4 loop,nofail," {disk}/fstab && command mount {mounted} "$1"; }}\n'
    subprocess.run(["sh", "-euc", around + script], check=True)
    fill(disk)
    with (disk / "nginx/more").open("wb") as file:
        file.write(os.urandom(30 << 20))
        file.flush()
        os.fsync(file.fileno())
    (disk / "nginx").chmod(0o777)
    subprocess.run(["mount", "--bind", disk / "nginx", site.directory / "cache"], check=True)
    for expected in ("MISS", "HIT"):
        status, headers, _ = site.ask("GET", "/v1/move?board=XO.......&turn=X", key("alice"))
        assert (status, headers["x-cache-status"]) == (200, expected), headers
    for mounted in ("cache", "disk/nginx", "disk"):
        subprocess.run(["umount", site.directory / mounted], check=True)
    print("a full disk: what the cache would keep is lost, and said to be; with the file system of the document it is sent")


def pending(site: Site) -> int:
    """The metric of a pending reload for the files of this nginx."""
    pid = site.directory / "nginx.pid"
    pid.write_text(str(site.nginx.pid))
    file = site.directory / "inarow.prom"
    metrics.run(site.directory / "access.log", file, site.directory / "cert.pem", site.directory / "files", pid)
    found = re.search(r"^inarow_nginx_reload_pending ([01])$", file.read_text(), re.MULTILINE)
    assert found, file.read_text()
    return int(found[1])


def reload_command(site: Site, done: bool) -> int:
    """The exit code of the document's command, where the reload has this end."""
    command = re.search(r"^(lines=\$\(wc -l .*)$", document(), re.MULTILINE)
    assert command, "docs/operations.md does not say how a reload is watched"
    script = command[1].replace("/var/log/nginx/error.log", str(site.directory / "error.log"))
    # `sleep` waits here for the line that ends a reload.
    read, write = os.pipe()
    around = f"nginx() {{ :; }}; systemctl() {{ :; }}; sleep() {{ echo >&{write}; read -r _; }}\n"
    ran = subprocess.Popen(["bash", "-c", around + script], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, pass_fds=(write,))
    os.close(write)
    os.read(read, 1)
    os.close(read)
    assert site.reload() == done
    ran.communicate(b"\n")
    return ran.returncode


def later() -> None:
    """Waits until a change is told from the last reload, whose time has whole seconds."""
    time.sleep(3)


def reloads(site: Site) -> None:
    """Each recipe of the document goes into a running nginx; where a reload is refused, the command and the metric say so."""
    enabled = site.directory / "files/sites-enabled"
    enabled.mkdir(parents=True)
    for name in ("keys.map", "site.conf", "default"):
        (enabled / name).symlink_to(site.directory / name)
    (site.directory / "default").write_text("")
    assert site.reload() and pending(site) == 0
    # A zone keeps its name and gets another key: `nginx -t` accepts it.
    refused = ("limit_req_zone $inarow_client zone=inarow-rates:", "limit_req_zone $inarow_key zone=inarow-rates:")
    later()
    site.write_configuration((refused, *site.replaced))
    assert pending(site) == 1
    assert reload_command(site, done=False) != 0
    assert pending(site) == 1
    keys = re.search(r"without the line `([^`]+)` in the site, no key is needed", document())
    assert keys, "docs/operations.md does not say how to serve without keys"
    without_keys = ((f"    {keys[1]}\n", ""),)
    for recipe in (
        rate_for_one_key(),
        without_keys,
        (unbuffered(),),
        (("limit_conn inarow-clients 8;", "limit_conn inarow-clients 1;"),),
        (("burst=20", "burst=40"),),
        (),
    ):
        site.write_configuration((*recipe, *site.replaced))
        assert reload_command(site, done=True) == 0, f"{recipe}: {site.errors()}"
        assert pending(site) == 0
        until(200 if recipe == without_keys else 401, lambda: site.ask("GET", QUESTION))
    # "Several instances".
    site.service_ports.append(free_port())
    site.write_configuration(site.replaced)
    assert reload_command(site, done=True) == 0, site.errors()
    # Put back from a copy that has kept its time, a certificate that is not served, and a site that is taken out.
    for change in (
        lambda: os.utime(site.directory / "keys.map", (0, 0)),
        lambda: os.utime(site.directory / "cert.pem"),
        (enabled / "default").unlink,
    ):
        later()
        change()
        assert pending(site) == 1
        assert site.reload() and pending(site) == 0
    # A clock that was wrong when a file was written.
    os.utime(site.directory / "keys.map", (time.time() + 86_400,) * 2)
    assert site.reload() and pending(site) == 0
    print("reloads: each recipe goes into a running nginx; of one that is refused, the command and the metric tell")


def clients_that_leave(site: Site) -> None:
    """A question with a time of its own is not kept, so that its search ends with its connection; others are."""
    for _ in range(2):
        status, headers, _ = site.ask("GET", "/v1/move?board=XO.......&turn=X&movetime=900", key("bob"))
        assert status == 200 and headers.get("x-cache-status", "") == "", headers
    assert [site.ask("GET", "/v1/games", key("bob"))[1]["x-cache-status"] for _ in range(2)] == ["MISS", "HIT"]
    before = site.metric("inarow_searches_cancelled_total")
    connection = site.connect()
    connection.request("GET", "/v1/move?game=gomoku&moves=h8,i9&movetime=10000&seed=411", headers=key("alice"))
    while not site.metric("inarow_searches_in_flight"):
        time.sleep(0.02)
    connection.close()
    while site.metric("inarow_searches_in_flight"):
        time.sleep(0.02)
    assert site.metric("inarow_searches_cancelled_total") == before + 1, "the search ran its whole time"
    # Requests with whole heads, and bodies that end in the middle.
    for target in ("/v1/move", "/mcp"):
        connection = site.connect()
        begin_body(connection, target, "alice")
        connection.close()
    for _ in range(20 * PATIENCE_S):
        lines = access_log(site)
        left = [line for line in lines if line["status"] == 400]
        if len(left) == 2:
            break
        time.sleep(0.05)
    assert {(line["key"], line["refusal"]) for line in left} == {("alice", "the client left before the end of its body")}, left
    assert [line["status"] for line in lines if line["query"].endswith("seed=411")] == [499], lines
    print("clients that leave: a search with a time of its own ends with its connection, and the log says who sent half a body")


def runbook_without_the_service(site: Site) -> None:
    """nginx shows the copy of the runbook that the step makes."""
    step = re.search(r"^ *mkdir -p /var/www/inarow/docs\n.*?done$", steps(), re.MULTILINE | re.DOTALL)
    assert step, "docs/operations.md makes no copy of the runbook"
    script = step[0].replace("/var/www/inarow", f"{site.directory}/www").replace("127.0.0.1:8080", f"127.0.0.1:{site.service_ports[0]}")
    subprocess.run(["sh", "-euc", script], check=True)
    pages = {target: site.ask("GET", target) for target in ("/docs/runbook", "/runbook.md")}
    assert [(answer[0], answer[1]["content-type"].split(";")[0]) for answer in pages.values()] == [(200, "text/html"), (200, "text/markdown")]
    files = {target: site.ask("GET", target) for target in re.findall(r'"(/page/[^"]+)"', pages["/docs/runbook"][2].decode())}
    assert {target.rsplit(".")[-1] for target in files} == {"css", "js", "svg"}, files.keys()
    site.end_service()
    for target, (_, headers, body) in pages.items():
        status, now, copy = site.ask("GET", target)
        assert (status, now["content-type"].replace(" ", "").lower()) == (200, headers["content-type"].replace(" ", "").lower()), now
        assert b"InarowDown" in copy and len(copy) > len(body) / 2, target
    for target, (_, headers, body) in files.items():
        status, now, copy = site.ask("GET", target)
        assert (status, now["content-type"], copy) == (200, headers["content-type"], body), (target, now, headers)
    assert site.ask("GET", "/docs/guide")[0] == 503
    for file in (site.directory / "www").rglob("runbook.*"):
        file.unlink()
    assert site.ask("GET", "/runbook.md")[0] == 503, "without a copy"
    print(f"runbook: nginx has a copy while the service is down, with the {len(files)} files of its page")


def check(binary: str) -> None:
    for test in (reloads, clients_that_leave, runbook_without_the_service):
        site = Site(binary, replaced=(NO_RATE,))
        try:
            test(site)
        finally:
            site.end()
    # Nobody else sees the mounts.
    subprocess.run(["unshare", "--mount", sys.executable, __file__, binary], check=True)


def check_disks(binary: str) -> None:
    site = Site(binary, replaced=(NO_RATE,))
    try:
        full_disk(site)
        body_without_a_place(site)
    finally:
        site.end()


if __name__ == "__main__":
    check_disks(sys.argv[1])
