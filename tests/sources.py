"""The program's own sources and the tests': each read and parsed once in a process; a copy to be changed."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PROGRAM: Final = ("console", "resources", "translations")
"""The folders that a console of its own needs."""


READERS: Final = ("tests/house/", "tests/app/words/test_phrases_in_use.py")
"""The tests that look at all sources: in one process, so that they are parsed once, and forgotten there once
the last of them has ended. Trees of all have millions of objects, and each later search for garbage would go
through them.
"""
FOLLOWERS: Final = (
    "tests/table/incidents/test_coverage.py",
    "tests/rehearsals/test_score.py",
    "tests/table/core/judging/test_awaited_cards.py",
    "tests/table/core/judging/test_phases.py",
    "tests/table/core/play/test_corrections.py",
)
"""The tests that look at each step of all scenes: in one process, so that they are played one time."""


@cache
def parsed(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(file.read_text("utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All of it, as ``ast.walk`` comes to it."""
    return tuple(ast.walk(parsed(file)))


FORGOTTEN: Final[list[Callable[[], None]]] = [nodes.cache_clear, parsed.cache_clear]
"""Each has one function keep no tree any longer, and no part of one."""


def forget() -> None:
    """Keep no tree of a source any longer."""
    for each in FORGOTTEN:
        each()


def copied(folder: Path, *parts: str) -> Path:
    """Copy these folders of the checkout into one of their own, with what Python has compiled of them.

    To compile the console again takes longer than most trials of a copy. A file that is changed
    in the copy is compiled again: it has another time.
    """
    for part in parts:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        if _compiled(ROOT / part).is_dir():
            shutil.copytree(_compiled(ROOT / part), _compiled(folder / part), dirs_exist_ok=True)
    return folder


def _compiled(folder: Path) -> Path:
    """The folder in which Python keeps a folder's compiled modules; a path that does not exist if it was
    given none.
    """
    return Path(sys.pycache_prefix or "/nowhere", *folder.absolute().parts[1:])
