"""How much memory a flood of HTTP/2 takes: connections with a window of 0, on each of which 100 requests wait to be read.

Usage: flood.py target/release/inarow [connections] (nothing but the standard library). Prints the resident memory of the service, in
MiB, after each step. The default is as many connections as the service takes by default; with that, exits 1 above 200 MiB.
"""

import os
import resource
import socket
import struct
import subprocess
import sys
import time

CONNECTIONS = 1_024
LIMIT_MIB = 200
REQUESTS = 100
PATH = b"/v1/move?board=XO.......&turn=X"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, SETTINGS = 1, 4
END_STREAM_AND_HEADERS = 5
INITIAL_WINDOW_SIZE = 4


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def request(number: int) -> bytes:
    """GET over http; path and authority are literals that are not indexed (RFC 7541, 6.2.2)."""
    block = b"\x82\x86\x04" + bytes([len(PATH)]) + PATH + b"\x01\x04test"
    return frame(HEADERS, END_STREAM_AND_HEADERS, 2 * number + 1, block)


def resident_mib(process: subprocess.Popen) -> float:
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def watch(process: subprocess.Popen, what: str, seconds: float) -> float:
    """Looks for so long; the most memory in that time."""
    most, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        most = max(most, resident_mib(process))
        time.sleep(0.05)
    print(f"{what:32} {resident_mib(process):4.0f} MiB, at most {most:.0f}")
    return most


def flood(process: subprocess.Popen, port: int, count: int) -> float:
    watch(process, "idle", 1)
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    watch(process, f"{count} connections", 1)
    hello = PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, 0))
    most = 0.0
    for what, content in (
        ("HTTP/2 on each", hello),
        ("a request on each", request(0)),
        (f"{REQUESTS} requests on each", b"".join(map(request, range(1, REQUESTS)))),
    ):
        for connection in sockets:
            try:
                connection.sendall(content)
            except OSError:
                pass  # the service has ended it
        most = max(most, watch(process, what, 5))
    for connection in sockets:
        connection.close()
    watch(process, "13 s after they have closed", 13)
    return most


def main() -> None:
    count = int(sys.argv[2]) if len(sys.argv) > 2 else CONNECTIONS
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    settings = {"INAROW_LISTEN": f"127.0.0.1:{port}", "INAROW_LOG": "off", "INAROW_CONNECTIONS_MAX": str(count)}
    process = subprocess.Popen([sys.argv[1]], env=os.environ | settings)
    try:
        time.sleep(1)
        most = flood(process, port, count)
    finally:
        process.kill()
        process.wait()
    if count == CONNECTIONS and most > LIMIT_MIB:
        sys.exit(f"{most:.0f} MiB are more than {LIMIT_MIB}")


if __name__ == "__main__":
    main()
