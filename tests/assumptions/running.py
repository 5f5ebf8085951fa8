"""``python3 -m tests assumptions``: the tests of all that is assumed of others, with three sets of versions.

``here`` is this environment; ``oldest`` and ``newest`` are the versions that ``pyproject.toml`` allows the
console and its extras, each installed into an environment of its own in a temporary folder, with the newest
tools of the tests. The exit status is 1 if a test failed with one of them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

from console.base.setup import ROOT
from tests.assumptions.rows import BESIDE, assumptions, oldest, requirements

SETS = ("here", "oldest", "newest")


def main(argv: Sequence[str]) -> int:
    """Run them; 1 if a test failed."""
    options = argparse.ArgumentParser(prog="python3 -m tests assumptions", description=__doc__)
    options.add_argument("--only", choices=SETS, action="append", help="these versions alone")
    wanted = options.parse_args(argv)
    return max([run(versions) for versions in wanted.only or SETS])


def run(versions: str) -> int:
    """Run all tests with these versions, in an environment of their own unless they are those here."""
    if versions == "here":
        return held(Path(sys.executable))
    with TemporaryDirectory(prefix="assumptions-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        asked = [asked_for(each, versions) for each in (requirements() | requirements(*BESIDE)).values()]
        asked += [*map(str, requirements("dev").values()), "hatchling"]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *asked], check=True)
        print(f"assumptions: {versions}: {', '.join(asked)}", flush=True)
        return held(python, Path(folder, "compiled"))


def asked_for(requirement: Requirement, versions: str) -> str:
    """A package as pip is asked for it."""
    if versions == "newest":
        return str(requirement)
    extras = f"[{','.join(requirement.extras)}]" if requirement.extras else ""
    return f"{requirement.name}{extras}=={oldest(requirement)}"


def held(python: Path, compiled: Path | None = None) -> int:
    """Run each row's test by this Python; 1 if one failed."""
    tests = dict.fromkeys(f"tests/{row.test}" for row in assumptions().row)
    own = {"QT_QPA_PLATFORM": "offscreen", **({"PYTHONPYCACHEPREFIX": str(compiled)} if compiled else {})}
    ask: list[str | Path] = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    return int(subprocess.run(ask, cwd=ROOT, env=os.environ | own, check=False).returncode != 0)
