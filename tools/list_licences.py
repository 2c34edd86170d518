#!/usr/bin/env python3
"""Prints the licences of all that the binary is made of, as the table in third_party/LICENCES.md.

tools/list_licences.py > third_party/LICENCES.md
"""

import json
import subprocess

PLATFORM = "x86_64-unknown-linux-gnu"
HEAD = """# Licences of what the binary contains

Crates on Linux, as `tools/list_licences.py` finds them in `Cargo.lock`; those that only build or test it are not in it.

| crate | version | licence |
|---|---|---|"""


def main():
    """Walks the normal dependencies, from the crate itself on."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={PLATFORM}"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    seen, waiting = set(), [root]
    while waiting:
        crate = waiting.pop()
        if crate in seen or any("proc-macro" in target["kind"] for target in packages[crate]["targets"]):
            continue
        seen.add(crate)
        for dependency in nodes[crate]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    print(HEAD)
    for package in sorted((packages[crate] for crate in seen - {root}), key=lambda package: package["name"]):
        print(f"| {package['name']} | {package['version']} | {package['license']} |")
    print("\nThe API reference at `/docs` is drawn by RapiDoc, MIT ([rapidoc/LICENSE.txt](rapidoc/LICENSE.txt)).")


if __name__ == "__main__":
    main()
