"""Calls of /mcp by the official Python SDK of the Model Context Protocol (pip install mcp), without a greeting and with one.

agents.py http://127.0.0.1:8080/mcp
"""

import asyncio
import sys

from mcp import Client

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
        print(f"Python SDK, {mode}: {version}, {len(tools)} tools")


for mode, version in (("auto", STATELESS), (STATELESS, STATELESS), ("legacy", GREETED)):
    asyncio.run(check(sys.argv[1], mode, version))
