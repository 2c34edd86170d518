"""The package as others see it: its examples, its version, its licence."""

import contextlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from service import running

import inarow

PACKAGE = Path(__file__).parents[1]
ROOT = PACKAGE.parents[1]
LINES_MAX = 215


class Package(unittest.TestCase):
    """README.md and pyproject.toml."""

    def test_examples_print_what_they_say(self) -> None:
        readme = (PACKAGE / "README.md").read_text()
        self.assertLessEqual(len(readme.splitlines()), LINES_MAX, "it is short")
        examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertEqual(len(examples), 9)
        with running() as origin:
            for code in examples:
                code = code.replace("http://127.0.0.1:8080", origin)
                promised = re.findall(r"# prints (.*)", code)
                self.assertTrue(promised)
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(code, {"__name__": "example"})
                said = printed.getvalue().splitlines()
                # An example with a loop lists its output, with commas.
                self.assertIn(said, (promised, [part for line in promised for part in line.split(", ")]))

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_mypy_finds_nothing_to_say_about_the_examples(self) -> None:
        self.check_types("mypy", "--strict", "--config-file=", "--cache-dir=cache")

    @unittest.skipUnless(importlib.util.find_spec("pyright"), "pyright is not installed")
    def test_pyright_finds_nothing_to_say_about_the_examples(self) -> None:
        self.check_types("pyright", "--pythonpath", sys.executable)

    def check_types(self, checker: str, *options: str) -> None:
        """The examples, and how callers read answers."""
        examples = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
        examples.append(Path(__file__).with_name("reading.py").read_text())
        examples += [f'from {module} import *\n\nlevel: Level = "club"\nanswer: MoveAnswer | BatchAnswer | TreeNode\n' for module in ("inarow", "inarow.types")]
        package = str(Path(inarow.__file__).parents[1])
        with tempfile.TemporaryDirectory() as folder:
            for number, code in enumerate(examples):
                Path(folder, f"example_{number}.py").write_text(code)
            # pyright takes this folder for a part of the program, and mypy the path.
            Path(folder, "pyrightconfig.json").write_text(json.dumps({"extraPaths": [package]}))
            command = [sys.executable, "-m", checker, *options, "."]
            found = subprocess.run(command, env={**os.environ, "MYPYPATH": package}, cwd=folder, capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stderr), (0, ""), found.stdout)

    def test_version_is_the_service_s(self) -> None:
        versions = [tomllib.loads((folder / file).read_text()) for folder, file in ((PACKAGE, "pyproject.toml"), (ROOT, "Cargo.toml"))]
        self.assertEqual(versions[0]["project"]["version"], versions[1]["workspace"]["package"]["version"])
        self.assertEqual(inarow.__version__, versions[0]["project"]["version"])

    def test_licences_are_the_service_s(self) -> None:
        for file in ("LICENSE-MIT", "LICENSE-APACHE"):
            self.assertEqual((PACKAGE / file).read_text(), (ROOT / file).read_text())


if __name__ == "__main__":
    unittest.main()
