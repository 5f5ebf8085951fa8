"""Each part of the console without those that are not beneath it: ``python3 -m tests alone [PART ...]``.

A copy of the checkout has the part and the ones it stands on alone. There the console starts, the simulated
table's window paints, the commands of each missing part are refused in one sentence, and the part's own tests
pass. Together that takes as long as the suite; ``--quick`` runs a few of the tests.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from console.app.parts import PARTS
from console.base.setup import ROOT
from tests.__main__ import SIDE_BY_SIDE
from tests.instruments.build import copied

STACKED: Final = 2
"""The first so many parts stand on one another; the others stand on these, and don't know one another."""
QUICK: Final = {
    "table": ("game", "people", "core/state"),
    "supervisor": ("reports/test_counts.py", "history/test_stays.py"),
    "floor": ("test_limits.py", "test_names.py"),
    "commissioning": ("test_certificate.py",),
    "rehearsals": ("test_script.py",),
}
"""The tests of a quick run, in the folder of the part's tests."""


def missing(part: str) -> list[str]:
    """The parts that are neither this one nor beneath it."""
    names = [*PARTS]
    return [name for name in names if name not in (*names[: min(names.index(part), STACKED)], part)]


def copy_of(part: str, target: Path) -> Path:
    """The checkout without the parts that are missing, and with the catalogues that are made of it."""
    copied(ROOT, target)
    for each in missing(part):
        for folder in ("console", "tests"):
            shutil.rmtree(target / folder / each)
    for made in (ROOT / "translations").glob("*.mo"):
        shutil.copy2(made, target / "translations")
    (target / ".venv").symlink_to(sys.prefix)  # a checkout without one would set it up first
    return target


def run(copy: Path, *line: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, with a folder of its own for what a console keeps for a person."""
    home = str(copy.parent / "home")
    around = {**os.environ, **dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), home)}
    around |= {"LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    command = (str(copy / ".venv" / "bin" / "python"), *line)
    return subprocess.run(command, cwd=copy, env=around, text=True, capture_output=True, check=False)


def faults(part: str, copy: Path, *, quick: bool) -> Iterator[str]:
    """All that is not as it should be without the parts that are missing."""
    started = run(copy, "-m", "console", "--version")
    if started.returncode or not started.stdout.strip():
        yield f"--version: {started.stderr.strip()}"
    painted = run(copy, "-m", "tests.instruments.painted_window")
    if painted.returncode:
        yield f"its window: {painted.stdout}{painted.stderr}".strip()
    for each in missing(part):
        for words in PARTS[each]:
            asked = run(copy, "-m", "console", *words.split())
            is_named = any(name in asked.stderr for name in missing(part))
            if asked.returncode != 2 or not is_named or len(asked.stderr.splitlines()) != 1:
                yield f"{words}: {asked.returncode} {asked.stdout}{asked.stderr}".strip()
    own = [f"tests/{part}/{name}" for name in (QUICK[part] if quick else ("",))]
    side_by_side = () if quick else (*SIDE_BY_SIDE, "-n", "2")  # one process crashed at the table's 7,000th
    tested = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *side_by_side, *own)
    if tested.returncode:
        yield f"its tests: {tested.stdout[-4_000:]}{tested.stderr[-1_000:]}".strip()


def main(argv: Sequence[str]) -> int:
    """Look at the parts that are named, or at all; 1 if one of them does not stand alone."""
    parser = argparse.ArgumentParser(prog="python3 -m tests alone", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a few of its tests")
    asked = parser.parse_args(argv)
    if unknown := {*asked.parts} - {*PARTS}:
        parser.error(f"no part: {', '.join(sorted(unknown))}")
    found = 0
    for part in asked.parts or PARTS:
        with tempfile.TemporaryDirectory(prefix=f"console-{part}-") as folder:
            for fault in faults(part, copy_of(part, Path(folder) / "checkout"), quick=asked.quick):
                print(f"{part}: {fault}")
                found += 1
        print(f"{part} without {', '.join(missing(part))}: looked at", flush=True)
    return min(found, 1)
