"""The program that counts nginx's log for Prometheus: reads only new lines, across rotations, and runs do not overlap."""

import collections
import fcntl
import json
import pathlib
import re
import subprocess
import tempfile

from machine import HERE

ROW = re.compile(r'inarow_nginx_answers_total\{status="(\d+)",refusal="([^"]*)",key="([^"]*)"\} (\d+)')


def run(log: pathlib.Path, file: pathlib.Path, *more: pathlib.Path) -> None:
    # Its messages, as of a certificate that is none, are for the mail of cron.
    subprocess.run([HERE / "inarow-nginx-metrics", log, file, *more], check=True, stderr=subprocess.DEVNULL)


def counted(file: pathlib.Path) -> dict[tuple[int, str], int]:
    """The counts of all keys together."""
    all_keys: dict[tuple[int, str], int] = collections.Counter()
    for (status, refusal, _), count in counted_by_key(file).items():
        all_keys[status, refusal] += count
    return {kind: count for kind, count in all_keys.items() if count}


def counted_by_key(file: pathlib.Path) -> dict[tuple[int, str, str], int]:
    rows = [row for row in file.read_text().splitlines() if not row.startswith(("#", "inarow_certificate_", "inarow_nginx_reload_"))]
    found = [ROW.fullmatch(row) for row in rows]
    assert all(found), rows
    return {(int(row[1]), row[2], row[3]): int(row[4]) for row in found if row}


def lines(*answers: tuple[int, str]) -> str:
    return "".join(json.dumps({"status": status, "refusal": refusal, "path": "/é"}, ensure_ascii=False) + "\n" for status, refusal in answers)


def append(log: pathlib.Path, text: str) -> None:
    with log.open("a") as file:
        file.write(text)


def grows_and_is_rotated(directory: pathlib.Path) -> None:
    """Any number of runs counts the same as one pass over all lines."""
    log, old, file = (directory / name for name in ("inarow.log", "inarow.log.1", "inarow.prom"))
    ok, gone, wrong = (200, ""), (503, "the service is gone"), (401, "none was sent")
    half = lines(gone)[:20]
    append(log, lines(ok, wrong))
    run(log, file)
    assert counted(file) == {ok: 1, wrong: 1}
    # Lines are not read twice: overwritten ones would be counted no more.
    with log.open("r+b") as read:
        read.write(b"x" * (len(lines(ok, wrong).encode()) - 1))
    append(log, "no JSON\n" + lines(ok) + half)
    run(log, file)
    assert counted(file) == {ok: 2, wrong: 1}, "a line counts when it is whole"
    append(log, lines(gone)[len(half) :])
    log.rename(old)
    log.touch()
    for _ in range(2):
        run(log, file)
        assert counted(file) == {ok: 2, wrong: 1, gone: 1}
    append(old, lines(ok))
    append(log, lines(gone, ok))
    for _ in range(2):
        run(log, file)
        assert counted(file) == {ok: 4, wrong: 1, gone: 2}
    whole = directory / "whole.log"
    whole.write_text(lines(ok, wrong) + "no JSON\n" + lines(ok, gone, ok, gone, ok))
    run(whole, directory / "whole.prom")
    assert counted(directory / "whole.prom") == counted(file)
    # Emptied in place; then its state is lost.
    log.write_text(lines(gone))
    run(log, file)
    assert counted(file) == {ok: 4, wrong: 1, gone: 3}
    (directory / "inarow.prom.state").write_text("{")
    run(log, file)
    assert counted(file) == {gone: 1}


def refusals() -> set[tuple[int, str]]:
    """The refusals of the configuration, by its maps for the log."""
    maps = (HERE / "inarow.conf").read_text() + (HERE / "inarow-maps.conf").read_text()

    def says(name: str) -> set[str]:
        found = re.search(rf"^map .* \{name} \{{\n(.*?)^\}}", maps, re.MULTILINE | re.DOTALL)
        assert found, name
        values = [re.fullmatch(r' +(?:"[^"]*"|\S+) (?:"([^"]*)"|(\$\w+));', line) for line in found[1].splitlines()]
        assert all(values), found[1]
        return {one for value in values if value for one in (says(value[2]) if value[2] else {value[1]})}

    of_log = [
        row
        for name in ("refusal", "break")
        for row in re.findall(r'^ +"~\^(\d+) .*" (?:"([^"]+)"|(\$\w+));$', maps.split(f"$inarow_logged_{name} {{\n")[1].split("\n}")[0], re.MULTILINE)
    ]
    return {(int(status), one) for status, text, name in of_log for one in (says(name) if name else {text})}


def answers_have_rows(directory: pathlib.Path) -> None:
    """Before the first of them, of names without a request, too: `rate` does not count the first value of a row."""
    log, file = directory / "rows.log", directory / "rows.prom"
    log.write_text("".join(json.dumps({"status": 200, "refusal": "", "key": name}) + "\n" for name in ("alice", "bob")))
    # As step 5 of the document writes it, and names alone; carol and dave have not asked yet.
    keys = directory / "inarow-keys.map"
    keys.write_text((HERE / "inarow-keys.map").read_text() + "".join(f'"~^[Bb][Ee][Aa][Rr][Ee][Rr] +{number:048x}$" {name};\n' for number, name in enumerate(("bob:20260102030405", "carol:20260102030406", "carol", "dave"))))
    run(log, file, directory / "none.pem", directory)
    rows = counted_by_key(file)
    none = {row for row, count in rows.items() if count == 0}
    known = refusals() | {(200, "")}
    assert {200, 400, 401, 408, 429, 500, 503, 504} == {status for status, _ in known} and len(known) == 16, known
    expected = {(*kind, name) for kind in known for name in ("", "alice", "bob", "carol", "dave") if kind[0] != 401 or not name}
    assert none == expected - {(200, "", "alice"), (200, "", "bob")}, none ^ expected
    append(log, json.dumps({"status": 503, "refusal": "the service is gone", "key": "bob"}) + "\n")
    run(log, file, directory / "none.pem", directory)
    now = counted_by_key(file)
    assert now == rows | {(503, "the service is gone", "bob"): 1}, now


def runs_do_not_overlap(directory: pathlib.Path) -> None:
    log, file = directory / "one.log", directory / "one.prom"
    log.write_text(lines((200, "")))
    with (directory / "one.prom.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run(log, file)
        assert not file.exists()
    run(log, file)
    assert counted(file) == {(200, ""): 1}


def a_certificate_that_is_none_is_told(directory: pathlib.Path) -> None:
    """Gone, or garbage: its end is then 0, for which there is an alert; all else is counted."""
    log, file, certificate = directory / "cert.log", directory / "cert.prom", directory / "cert.pem"
    log.write_text(lines((200, "")))
    for garbage in (None, "", "no certificate\n"):
        if garbage is not None:
            certificate.write_text(garbage)
        run(log, file, certificate)
        assert "\ninarow_certificate_expiry_timestamp_seconds 0\n" in file.read_text(), file.read_text()
        assert counted(file) == {(200, ""): 1}


def check() -> None:
    with tempfile.TemporaryDirectory() as directory:
        grows_and_is_rotated(pathlib.Path(directory))
        answers_have_rows(pathlib.Path(directory))
        runs_do_not_overlap(pathlib.Path(directory))
        a_certificate_that_is_none_is_told(pathlib.Path(directory))
    print("metric of nginx: a log that grows, is rotated and emptied is counted once, and by one run at a time; answers and refusals of each key have rows before the first")


if __name__ == "__main__":
    check()
