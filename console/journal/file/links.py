"""Links in the place of own files: where others can write a folder, one leads wherever they like.

Whoever opens the file itself has it opened by way of no link. SQLite opens it by its name, and follows: so it
is looked at what lay there before, and what it holds then.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from console.journal.file.errors import IsLink

NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""Opens no file by way of a link: where others can write the folder, it may lead to any file of the user."""


def check_no_link(path: Path) -> None:
    """Raises IsLink where one lies in the file's place; the folders on the way may be links."""
    if path.is_symlink():
        raise IsLink(path)


class Lying(NamedTuple):
    """The file that lies in a place, and which of the process's descriptors hold it."""

    file: tuple[int, int]
    held: frozenset[str]


_OPEN: Final = Path("/proc/self/fd")
"""Where a system says what a process has open; not every one does."""


def lying(path: Path) -> Lying:
    """What lies there now. Raises IsLink, OSError where nothing does."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise IsLink(path)
    return Lying((found.st_dev, found.st_ino), _held((found.st_dev, found.st_ino)))


def check_opened(path: Path, before: Lying) -> None:
    """Raises IsLink where what has been opened by its name since is another file than lay there before.

    What a process had open before can't be told from what it opens anew: then the place alone is looked at.
    """
    now = lying(path)
    opened = now.held - before.held or before.held if _OPEN.is_dir() else True
    if now.file != before.file or not opened:
        raise IsLink(path)


def _held(file: tuple[int, int]) -> frozenset[str]:
    held = set()
    with suppress(OSError):
        for each in os.scandir(_OPEN):
            with suppress(OSError):  # it was closed meanwhile
                found = os.stat(each.path)
                if (found.st_dev, found.st_ino) == file:
                    held.add(each.name)
    return frozenset(held)
