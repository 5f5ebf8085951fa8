"""``python3 -m tests lock``: writes ``requirements.lock`` from what ``pyproject.toml`` asks for.

Every part that the console, its floor, its tests and its build need, in one exact version each, with the
digests of all its files for every system and every Python that is supported. ``uv`` solves it once for all of
them; the set-up takes those blocks that name what was asked for, and pip refuses a file with another digest.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from console.base.setup import OWN, ROOT, lock_file
from console.base.setup.locked_versions import FOR, needs_digest

_HEAD: Final = """\
# Every part in one exact version, with its files' digests; made by `python3 -m tests lock`, not by hand.
# A line `{mark} NAMES` says what of pyproject.toml needs the block under it: the console itself or an extra.
# {digest}
"""
OLDEST: Final = "3.11"


def needs(root: Path) -> dict[str, list[str]]:
    """The requirements in ``pyproject.toml``, by extras; those of console and build under `OWN`."""
    written = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    project = written["project"]
    own = [*project["dependencies"], *written["build-system"]["requires"]]
    return {OWN: own, **project["optional-dependencies"]}


def solved(wanted: Sequence[str], *, within: str = "") -> str:
    """All that these needs come to, with digests, for every system; ``within`` holds versions that stand.

    Raises subprocess.CalledProcessError if they can't be had together; uv has said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        asked, stands = Path(folder, "asked.in"), Path(folder, "stands.txt")
        asked.write_text("\n".join(wanted), "utf-8")
        stands.write_text(within, "utf-8")
        line = (sys.executable, "-m", "uv", "pip", "compile", str(asked), "--constraints", str(stands))
        told = (
            "--universal",
            "--python-version",
            OLDEST,
            "--generate-hashes",
            "--no-annotate",
            "--no-header",
        )
        done = subprocess.run(
            (*line, *told, "--no-emit-index-url", "--no-emit-find-links", "--quiet"),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return done.stdout


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each part's name and its lines."""
    for block in re.split(r"\n(?=\S)", text.strip()):
        yield re.split(r"[=<>;\s\[]", block, maxsplit=1)[0].lower(), block


def written(root: Path) -> str:
    """The file's text."""
    wanted = needs(root)
    every = solved([need for needed in wanted.values() for need in needed])
    versions = "\n".join(block.partition(" \\")[0] for _, block in blocks(every))
    asks: Mapping[str, set[str]] = {
        name: {part for part, _ in blocks(solved(needed, within=versions))} for name, needed in wanted.items()
    }
    parts = [
        f"{FOR} {' '.join(name for name in wanted if part in asks[name])}\n{block}"
        for part, block in blocks(every)
    ]
    return _HEAD.format(mark=FOR, digest=needs_digest(root)) + "\n" + "\n\n".join(parts) + "\n"


def main(argv: Sequence[str]) -> int:
    """Write it."""
    argparse.ArgumentParser(prog="python3 -m tests lock", description=__doc__).parse_args(argv)
    lock_file(ROOT).write_text(written(ROOT), "utf-8")
    return 0
