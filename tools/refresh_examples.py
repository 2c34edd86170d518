"""Puts the real answers of a running server into the examples of `openapi.yaml`, into the cases of `tests/examples` and
under the `curl`s of README.md and docs/*.md; runs the recipes of docs/shell.md with a shell, curl and jq.

Usage, from the root of the repository: refresh_examples.py http://127.0.0.1:8080 (needs PyYAML; `.ci/run` leaves one in
target/ci/venv). Look at the difference before you commit it: it is what callers will see change.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import urllib.error
import urllib.request

import yaml

ORIGIN = "http://127.0.0.1:8080"
WIDTH = 148
# A longer value has a line for each of its members.
FLOW_MAX = 700
# Values in place of those that differ between runs.
REQUEST_ID = "5f1c2b9d03a7e846"
TIME_MS = 0.05


def settled(value):
    """The value with the same times in every run."""
    if isinstance(value, dict):
        return {name: TIME_MS if name == "timeMs" and item is not None else settled(item) for name, item in value.items()}
    return [settled(item) for item in value] if isinstance(value, list) else value


def settled_line(line: str) -> str:
    """A line of a stream, which holds a record, perhaps behind `data: `, with the same times in every run."""
    start = line.find("{")
    if start < 0:
        return line
    return line[:start] + json.dumps(settled(json.loads(line[start:])), ensure_ascii=False, separators=(",", ":"))


def ask(server: str, url: str, body: str | None, more: dict | None = None) -> tuple[int, dict | str]:
    headers = {"x-request-id": REQUEST_ID, "host": ORIGIN.removeprefix("http://")} | ({"content-type": "application/json"} if body else {}) | (more or {})
    request = urllib.request.Request(url.replace(ORIGIN, server), body.encode() if body else None, headers)
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    text = answer.read().decode()
    if answer.headers["content-type"].startswith(("text/plain", "application/x-go-sgf")):
        return answer.status, text.rstrip("\n")
    if answer.headers["content-type"] in ("application/x-ndjson", "text/event-stream"):
        return answer.status, "\n".join(map(settled_line, text.rstrip("\n").split("\n")))
    return answer.status, settled(json.loads(text))


def curl(server: str, command: str) -> tuple[int, dict | str]:
    words = iter(shlex.split(command)[1:])
    url, body, headers = None, None, {}
    for word in words:
        if word == "--json":
            body = next(words)
        elif word == "-H":
            name, value = next(words).split(":", 1)
            headers[name] = value.strip()
        elif not word.startswith("-"):
            url = word
    return ask(server, url, body, headers)


def flow(value) -> str:
    """A value on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def wrapped(start: str, value, indent: int) -> list[str] | None:
    """A value of moderate size on as few lines as hold it, broken behind commas."""
    whole = flow(value)
    if len(whole) > FLOW_MAX:
        return None
    # Spaces inside of texts, members and small mappings hold together.
    held = re.compile(r'"(?:[^"\\]|\\.)*"|\{[^{}]{,100}\}')
    text = held.sub(lambda found: found[0].replace(" ", "\1"), whole).replace(": ", ":\1")
    lines = textwrap.wrap(text, WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False)
    lines = [line.replace("\1", " ") for line in lines]
    return [f"{start}{lines[0]}", *(f"{' ' * (indent + 2)}{line}" for line in lines[1:])]


def block(key: str, value, indent: int) -> list[str]:
    """A member as lines of YAML, on one line where it fits; the text of a stream as it is."""
    if isinstance(value, str) and "\n" in value:
        return [f"{' ' * indent}{key}: |", *(" " * (indent + 2) + line if line else "" for line in value.split("\n"))]
    start = f"{' ' * indent}{key}: "
    if len(start + flow(value)) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return [start + flow(value)]
    if lines := wrapped(start, value, indent):
        return lines
    lines = [start.rstrip()]
    if isinstance(value, dict):
        for name, item in value.items():
            lines += block(name, item, indent + 2)
        return lines
    for item in value:
        start = f"{' ' * (indent + 2)}- "
        if len(start + flow(item)) <= WIDTH or not isinstance(item, dict):
            lines.append(start + flow(item))
        elif short := wrapped(start, item, indent + 2):
            lines += short
        else:
            members = [line for name, part in item.items() for line in block(name, part, indent + 4)]
            lines += [start + members[0].lstrip(), *members[1:]]
    return lines


def pretty(value, indent: int = 0, width: int = 100) -> str:
    """JSON with line breaks only where a line would be too long; the text of a stream as it is."""
    if indent == 0 and isinstance(value, str) and "\n" in value:
        return value
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= width or not isinstance(value, (dict, list)) or not value:
        return line
    inner, outer = " " * (indent + 2), " " * indent
    if isinstance(value, dict):
        items = (f"{json.dumps(key)}: {pretty(item, indent + 2, width)}" for key, item in value.items())
        return "{\n" + ",\n".join(inner + item for item in items) + f"\n{outer}}}"
    return "[\n" + ",\n".join(inner + pretty(item, indent + 2, width) for item in value) + f"\n{outer}]"


def refresh_contract(server: str, text: str) -> str:
    contract = yaml.safe_load(text)
    lines, path, method, status, skipping, answers, examples = [], None, None, None, False, False, False
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if skipping and (not line.strip() or indent > 16):
            continue
        skipping = False
        lines.append(line)
        if indent <= 14:
            examples = answers and line.strip() == "examples:"
        if found := re.match(r"  (/\S*):$", line):
            path = found[1]
        elif found := re.match(r"    (get|post):$", line):
            method, answers = found[1], False
        elif re.match(r"      responses:", line):
            answers = True
        elif found := re.match(r'        "(\d+)":', line):
            status = int(found[1])
        elif examples and (found := re.match(r" {16}([a-z0-9-]+):$", line)):
            name, operation = found[1], contract["paths"][path][method]
            if method == "post":
                value = operation["requestBody"]["content"]["application/json"]["examples"][name]["value"]
                real, answer = ask(server, ORIGIN + path, json.dumps(value))
            else:
                source = next(sample["source"] for sample in operation["x-codeSamples"] if sample["label"] == name)
                real, answer = curl(server, source)
            if real != status:
                sys.exit(f"{method} {path} {name} is documented as {status}; the answer is {real}: {answer}")
            lines += block("value", answer, 18)
            skipping = True
        elif line == "components:":
            answers = False
    return "\n".join(lines)


def refresh_cases(server: str, text: str) -> str:
    cases = json.loads(text)
    for case in cases:
        request = case["request"]
        body = json.dumps(request["body"]) if "body" in request else None
        status, answer = ask(server, ORIGIN + request["path"], body, request.get("headers"))
        if status != case["status"]:
            sys.exit(f"{case['name']} is documented as {case['status']}; the answer is {status}: {answer}")
        if isinstance(answer, str):
            case["stream"] = answer.split("\n")
        else:
            case["answer"] = answer
    return pretty(cases, width=WIDTH) + "\n"


def refresh_document(server: str, text: str) -> str:
    def shown(found: re.Match) -> str:
        return f"$ {found[1]}\n{pretty(curl(server, found[1])[1])}\n```"

    return re.sub(r"^\$ (curl .*)\n(?:(?!```).*\n)*```", shown, text, flags=re.MULTILINE)


def refresh_shell(server: str, text: str) -> str:
    """Runs the recipes, in order and in one folder, after the program that all of them use: `$ ` begins a command, `> ` goes on with it."""
    common = re.search(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]

    def shown(found: re.Match) -> str:
        script = common + re.sub(r"^[$>] ", "", found[1], flags=re.MULTILINE)
        ran = subprocess.run(["sh", "-c", script.replace(ORIGIN, server)], capture_output=True, text=True, cwd=folder, check=False)
        return f"```console\n{found[1]}{ran.stdout.rstrip()}\n```"

    with tempfile.TemporaryDirectory() as folder:
        return re.sub(r"^```console\n((?:[$>] .*\n)+)(?:(?!```).*\n)*```", shown, text, flags=re.MULTILINE)


def main() -> None:
    server = sys.argv[1].rstrip("/")
    documents = ["README.md", *sorted(pathlib.Path("docs").glob("*.md"))]
    cases = sorted(pathlib.Path("tests/examples").glob("*.json"))
    files = [("openapi.yaml", refresh_contract)]
    files += [(path, refresh_shell if str(path) == "docs/shell.md" else refresh_document) for path in documents] + [(path, refresh_cases) for path in cases]
    for name, refresh in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        fresh = refresh(server, text)
        with open(name, "w", encoding="utf-8") as file:
            file.write(fresh)


if __name__ == "__main__":
    main()
