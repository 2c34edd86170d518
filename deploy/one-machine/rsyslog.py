"""The lines that a collector gets by inarow-rsyslog.conf: `rsyslog.py RSYSLOGD MODULES` starts it with a line of nginx's log, and with one of the service as journald hands it on; then the service writes a file, which is emptied in place."""

import pathlib
import socket
import subprocess
import sys
import tempfile
import time

from machine import HERE

OF_SERVICE, OF_NGINX = ('{"target":"inarow::request","status":200}', '{"status":401,"refusal":"none was sent"}')
IN_A_FILE = ('{"target":"inarow::request","status":404}', '{"status":503}')
# Debian's rsyslog.conf is around the files of rsyslog.d.
AROUND = """
global(workDirectory="{directory}")
module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="{directory}/journal")
{file}
*.* action(type="omfile" file="{directory}/syslog")
"""


def wait_for(file: pathlib.Path, text: str = "") -> str:
    for _ in range(3_000):
        if file.exists() and (file.is_socket() or text in file.read_text()):
            return "" if file.is_socket() else file.read_text()
        time.sleep(0.01)
    raise AssertionError(f"no {text} in {file}")


def check(rsyslogd: str, modules: str) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as collector:
        directory, text = pathlib.Path(folder), (HERE / "inarow-rsyslog.conf").read_text()
        port = collector.getsockname()[1]
        for old, new in (("/var/log/nginx/inarow.log", f"{directory}/nginx.log"), ("/var/log/inarow.log", f"{directory}/service.log"), ('target="logs.example" port="5170"', f'target="127.0.0.1" port="{port}"')):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (directory / "conf").write_text(AROUND.format(directory=directory, file=text))
        (directory / "nginx.log").write_text(f"{OF_NGINX}\n")
        command = [rsyslogd, "-n", "-f", directory / "conf", "-i", directory / "pid", "-M", modules]
        with subprocess.Popen(command) as process, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journal:
            try:
                wait_for(directory / "journal")
                journal.connect(str(directory / "journal"))
                for line in (f"inarow[7]: {OF_SERVICE}", "other[8]: the end"):
                    journal.send(f"<30>Nov 27 10:00:00 {line}".encode())
                collector.settimeout(60)
                sender = collector.accept()[0]
                sender.settimeout(60)
                with sender, sender.makefile("r") as lines:
                    told = {lines.readline() for _ in range(2)}
                    assert told == {f"{OF_NGINX}\n", f"{OF_SERVICE}\n"}, told
                    for line in IN_A_FILE:
                        # The second is shorter, so that the file is.
                        (directory / "service.log").write_text(f"{line}\n")
                        told = lines.readline()
                        assert told == f"{line}\n", told
                kept = wait_for(directory / "syslog", "the end")
                assert "inarow::request" not in kept, "the lines are kept twice"
            finally:
                process.terminate()
    print("rsyslog: a collector gets the lines of nginx and of the service as they are, also of a file that is emptied in place, and the log of the system has none of the service")


if __name__ == "__main__":
    check(*sys.argv[1:])
