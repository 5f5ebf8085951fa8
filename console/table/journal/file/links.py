"""Links in the place of own files: if others can write a folder, a link leads wherever they like.

A file that is opened directly is opened so that no link is followed. SQLite opens a file by its name and
follows links, so the place is compared before and after the opening. A pipe, a device or a folder is no file
either.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from threading import RLock
from typing import Final

import msgspec

from console.base.system import others_write, whole_file
from console.table.journal.file.errors import IsLink, NotAFile, TooLarge

NO_LINK: Final = os.O_NOFOLLOW
"""Opens no file by way of a link: if others can write the folder, it may lead to any file of the user."""


def is_private(path: Path) -> bool:
    """Whether ``path`` is a file or folder, no link, the user's own, and nobody else can write to it."""
    try:
        found = path.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(found.st_mode):
        return False
    return found.st_uid == os.geteuid() and not others_write(found)


def has_log(path: Path) -> bool:
    """Whether a write-ahead log with content lies beside the file: without one nothing is being written."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def check_no_link(path: Path) -> None:
    """Raises IsLink if a link lies in the file's place; the folders on the way may be links."""
    if path.is_symlink():
        raise IsLink(path)


def small_file(path: Path, *, links: bool = True) -> bytes:
    """The content of a seal's, key's, note's or proof's file; ``links``: whether its name may be a link.
    Raises NotAFile, TooLarge, OSError.
    """
    try:
        return whole_file.content_of(path, links=links)
    except whole_file.NotPlain as error:
        raise NotAFile(path) from error
    except whole_file.TooLarge as error:
        raise TooLarge(path, error.most // whole_file.MIB) from error


class FoundFile(msgspec.Struct, frozen=True):
    """The file that lies in a place, and which descriptors the process had when it was looked at."""

    file: tuple[int, int]
    had: frozenset[str]


_OPEN: Final = Path("/proc/self/fd")
"""The place where a system says what a process has open; not every one does."""


def found_file(path: Path) -> FoundFile:
    """The file that lies at ``path`` now. Raises IsLink, OSError if it is missing."""
    return FoundFile(_lies(path), frozenset(_descriptors()))


def check_opened(path: Path, before: FoundFile) -> None:
    """Raises IsLink if the file that was opened by its name is not the file that lay there before.

    If a descriptor that the process had before looks the same as one of the new opening, only the place is
    checked. A process may have thousands of descriptors, so the new ones are asked first.
    """
    file, now = _lies(path), _descriptors()
    every = (name for names in (now - before.had, now & before.had) for name in names)
    if file != before.file or not (any(_is_of(name, file) for name in every) or not _OPEN.is_dir()):
        raise IsLink(path)


def file_identity(path: str | Path, *, follows: bool = False) -> tuple[int, int] | None:
    """A file's device and number there, or None; a link is a file of its own unless it ``follows`` links."""
    try:
        found = os.stat(path, follow_symlinks=follows)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _lies(path: Path) -> tuple[int, int]:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise IsLink(path)
    return found.st_dev, found.st_ino


def first_bytes(path: Path, size: int) -> bytes:
    """The first bytes of a file that SQLite may have open in this process. Raises OSError.

    They are read by a descriptor that the process has already; without one, as :func:`whole_file_of` reads. A
    process that opens such a file and closes it again lets go of every lock that it has on it (POSIX),
    SQLite's too: the next program that opened the journal would take itself for its only one, and rebuild
    the log's index under a table that plays.
    """
    file = _lies(path)
    for name in _descriptors():
        with suppress(OSError):  # it was closed meanwhile, or opened for its name alone
            if _is_of(name, file):
                return os.pread(int(name), size, 0)
    with whole_file_of(path) as opened:
        return opened.read(size)


_waiting: Final[list[BufferedReader]] = []
"""Files that were read and are not closed yet: something else in this process has them open."""
_waits: Final = RLock()  # re-entered if the garbage collector ends one reading during another


@contextmanager
def whole_file_of(path: Path) -> Iterator[BufferedReader]:
    """The whole of a file that SQLite may have open in this process, for reading. Raises OSError.

    The file stays open as long as something else in the process is seen to have it open, so that SQLite's
    locks stay; SQLite does likewise with its own. Each later reading looks again, and closes the file if it
    can. In two cases the locks are lost: another thread opens the file in the microseconds between the look
    and the close, or the system does not say what a process has open.
    """
    _close_left()
    file = path.open("rb")
    try:
        yield file
    finally:
        if not file.closed:  # the interpreter leaves it open when it collects an abandoned reading
            with _waits:
                _waiting.append(file)
        _close_left()


def _close_left() -> None:
    """Close the files that nothing else in the process is seen to have open."""
    with _waits:
        for file in [*_waiting]:
            # A reading that the collector has ended needs no closing. If the collector ends one at this very
            # moment, the next reading looks again.
            _waiting[:] = [each for each in _waiting if not each.closed]
            with suppress(ValueError):
                # Looked up for each, since a thread may have got its number while the last one was closed.
                others = _descriptors() - {str(each.fileno()) for each in _waiting}
                found = os.fstat(file.fileno())
                if not any(_is_of(name, (found.st_dev, found.st_ino)) for name in others):
                    _waiting.remove(file)
                    file.close()


def _descriptors() -> set[str]:
    try:
        return set(os.listdir(_OPEN))
    except OSError:
        return set()


def _is_of(descriptor: str, file: tuple[int, int]) -> bool:
    try:
        found = os.fstat(int(descriptor))
    except OSError:  # it was closed meanwhile
        return False
    return (found.st_dev, found.st_ino) == file
