#!/usr/bin/env python3
"""Prints the licences of all that the binary is made of, as they stand in third_party/LICENCES.md.

tools/list_licences.py > third_party/LICENCES.md
"""

import subprocess

PLATFORM = "x86_64-unknown-linux-gnu"
HEAD = """# Licences of what the binary contains

The crates on Linux, as `tools/list_licences.py` finds them; those that only build or test the binary are no part of it.

| crate | version | licence |
|---|---|---|"""


def main():
    """Lists the normal dependencies of the service, those of its own workspace left out."""
    command = ["cargo", "tree", "--locked", "--edges=normal,no-proc-macro", "--prefix=none", "--package=inarow", f"--target={PLATFORM}"]
    output = subprocess.run([*command, "--format={p}|{l}"], check=True, capture_output=True, text=True).stdout
    rows = set()
    for line in output.splitlines():
        if "(/" in line:  # a crate of the workspace, with its folder
            continue
        package, licence = line.replace(" (*)", "").split("|")
        name, version = package.split()[:2]
        rows.add(f"| {name} | {version.removeprefix('v')} | {licence} |")
    print(HEAD, *sorted(rows), sep="\n")
    print("\nThe scores of the opening book of Connect Four come from bitbully-databases, MIT", end=" ")
    print("([bitbully-databases/LICENSE](bitbully-databases/LICENSE)).")


if __name__ == "__main__":
    main()
