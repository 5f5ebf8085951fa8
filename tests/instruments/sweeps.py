"""Whole sweeps, of which the suite tries a sample: ``python3 -m tests sweeps [PART...]``.

Every language with every screen and game, every rehearsal under every rulebook, more chance: the tests of
each file that uses ``tests.sweep``, has a marked test or tries each language, with all their cases. The exit
status is pytest's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.sweep import ASKED, MARK, has_sweep

TESTS: Final = Path(__file__).resolve().parents[1]
_SIGNS: Final = ('parametrize("language", LANGUAGES)', f"mark.{MARK}")


def files() -> Iterator[Path]:
    """The files with a sweep, a marked test, or a test in each language, from the folder of tests."""
    for file in sorted(TESTS.rglob("test_*.py")):
        if has_sweep(file) or any(sign in file.read_text("utf-8") for sign in _SIGNS):
            yield file.relative_to(TESTS)


def main(argv: Sequence[str]) -> int:
    """Try them whole."""
    parser = argparse.ArgumentParser(prog="python3 -m tests sweeps", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="of a file's path; left out, all")
    parser.add_argument("--list", action="store_true", help="name the files, and try nothing")
    asked = parser.parse_args(argv)
    found = [file for file in files() if not asked.parts or any(part in str(file) for part in asked.parts)]
    if not found:
        parser.error(f"no file with a sweep has {' or '.join(asked.parts)} in its path")
    if asked.list:
        print(*found, sep="\n")
        return 0
    by_side = ("-n", "2", "--dist", "loadfile") if len(found) > 1 else ()
    line = (sys.executable, "-m", "pytest", "-q", *by_side, *(str(TESTS / file) for file in found))
    whole = {**os.environ, ASKED: "whole", "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(line, cwd=TESTS.parent, env=whole, check=False).returncode
