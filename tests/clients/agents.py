"""Calls of /mcp by the official Python SDK of the Model Context Protocol (pip install mcp), without a greeting and with one,
without views and with them.

agents.py http://127.0.0.1:8080/mcp
agents.py http://127.0.0.1:8080/mcp --refused "a key"    of a service that refuses every call, with these words
agents.py http://127.0.0.1:8080/mcp --limited            of a service that refuses some calls for a moment, or asks for the key in AUTH
"""

import asyncio
import contextlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile

from mcp import Client
from mcp.client.extension import advertise

STATELESS, GREETED = "2026-07-28", "2025-11-25"


async def check(address: str, mode: str, version: str) -> None:
    async with Client(address, mode=mode) as client:
        assert client.protocol_version == version, (mode, client.protocol_version)
        tools = (await client.list_tools()).tools
        assert len(tools) == 7, tools
        found = await client.call_tool("best_move", {"moves": ["b2", "b1"]})
        assert not found.is_error and found.structured_content["chosen"]["score"]["outcome"] == "win", found
        refused = await client.call_tool("best_move", {"moves": ["b2", "b2"]})
        assert refused.is_error and "Legal moves: " in refused.content[0].text, refused
        assert not any(tool.meta for tool in tools), tools
        print(f"Python SDK, {mode}: {version}, {len(tools)} tools")


async def check_views(address: str, mode: str) -> None:
    """A client that announces MCP Apps finds a page for four tools."""
    announced = advertise("io.modelcontextprotocol/ui", {"mimeTypes": ["text/html;profile=mcp-app"]})
    async with Client(address, mode=mode, extensions=[announced]) as client:
        uris = [tool.meta["ui"]["resourceUri"] for tool in (await client.list_tools()).tools if tool.meta]
        assert len(uris) == 4 and len(set(uris)) == 1, uris
        (listed,) = (await client.list_resources()).resources
        (page,) = (await client.read_resource(uris[0])).contents
        assert str(listed.uri) == str(page.uri) == uris[0] and page.mime_type == "text/html;profile=mcp-app", page
        assert page.text.startswith("<!doctype html>"), page
        print(f"Python SDK, {mode}: a view of {len(page.text)} characters")


def printed_by(program: str, address: str) -> list[str]:
    """The lines that a program of the guide prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program.replace("http://127.0.0.1:8080/mcp", address), {})
    return printed.getvalue().split("\n")[:-1]


def check_guide(address: str, programs: list[str]) -> None:
    """The programs of docs/guide.md print their documented output."""
    for program in programs:
        printed = printed_by(program, address)
        assert printed == re.findall(r"# prints (.*)", program), printed
    print(f"Python SDK: {len(programs)} programs of the guide")


def check_types(programs: list[str]) -> None:
    """The programs of docs/guide.md pass strict types, as those who copy them may have them checked."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, f"program_{number}.py") for number in range(len(programs))]
        for file, program in zip(files, programs, strict=True):
            file.write_text(program)
            subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, file], check=True)


def check_refused(address: str, program: str, words: str) -> None:
    """The program that expects refusals prints the service's words."""
    printed = printed_by(program, address)
    assert len(printed) == 1 and words in printed[0], printed
    print(f"Python SDK, refused: {printed[0]}")


def main(address: str, mode: str = "", words: str = "") -> None:
    guide = (pathlib.Path(__file__).parents[2] / "docs/guide.md").read_text().split("## Agents\n")[1].split("\n## ")[0]
    programs = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(programs) == 2, programs
    if mode == "--refused":
        return check_refused(address, programs[-1], words)
    check_guide(address, programs if mode != "--limited" else programs[-1:])
    if mode != "--limited":
        check_types(programs)
        for version_mode, version in (("auto", STATELESS), (STATELESS, STATELESS), ("legacy", GREETED)):
            asyncio.run(check(address, version_mode, version))
            asyncio.run(check_views(address, version_mode))


main(*sys.argv[1:])
