"""Executes docs/notebooks/*.ipynb afresh against a running service, and compares their outputs with those that are stored in them.

Usage, from the root of the repository: run_notebooks.py ORIGIN [--write] (needs nbclient and ipykernel, as in .ci/requirements.txt;
INAROW_PACKAGE is a folder with the package `inarow` for Python, by default the source of clients/python). With --write it stores the outputs.
A cell that fails ends it. Every output is the same in every run, so there are no exceptions: a notebook prints neither times nor paths.
"""

import argparse
import difflib
import os
import pathlib
import sys

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path("docs/notebooks")
BYTES_MAX = 150_000
CELL_SECONDS_MAX = 300


def executed(stored: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """A notebook with the outputs of a new kernel, and nothing in it that depends on the machine."""
    fresh = nbformat.from_dict(stored)
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    # The output of a cell may come in several pieces, by the kernel's timer.
    settings = {"timeout": CELL_SECONDS_MAX, "record_timing": False, "coalesce_streams": True}
    client = NotebookClient(fresh, resources={"metadata": {"path": str(NOTEBOOKS)}}, **settings)
    # Else a kernel warns at its start that it listens on a local port.
    client.extra_arguments = ["--log-level=ERROR"]
    client.execute()
    fresh.metadata = nbformat.from_dict(
        {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    )
    return fresh


def written(notebook: nbformat.NotebookNode) -> str:
    nbformat.validate(notebook)
    return nbformat.writes(notebook, indent=1, ensure_ascii=False) + "\n"


def difference(before: str, after: str) -> str:
    """The first lines that differ, cut where a picture would fill the screen."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "stored", "executed", n=0, lineterm="")
    return "\n".join(line[:200] for line, _ in zip(lines, range(40)))


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("origin")
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    package = os.environ.get("INAROW_PACKAGE", "clients/python/src")
    os.environ |= {"INAROW_ORIGIN": chosen.origin, "PYTHONPATH": str(pathlib.Path(package).resolve())}
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert paths, f"there is no notebook in {NOTEBOOKS}"
    stale = 0
    for path in paths:
        before = path.read_text()
        after = written(executed(nbformat.reads(before, as_version=4)))
        cells = sum(cell.cell_type == "code" for cell in nbformat.reads(after, as_version=4).cells)
        size = len(after.encode())
        assert size <= BYTES_MAX, f"{path} has {size} bytes, more than {BYTES_MAX}"
        if chosen.write:
            path.write_text(after)
        elif before != after:
            print(difference(before, after))
            print(f"{path} does not show what it shows when executed: python3 tools/run_notebooks.py {chosen.origin} --write")
            stale += 1
            continue
        print(f"{path}: {cells} cells executed, {size} bytes")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
