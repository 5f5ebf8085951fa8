"""The number of a journal's last entry, in a file beside it, so that the next start notices a lost end.

Nothing else shows that a log was cut short or went bad at its end: what is left is a sound, shorter journal.
The mark is written after every commit and never waited for; it names only entries that were on the disk
before. The journal's heading stands beside the mark: should the heading's own page be lost, the rest can
still be attributed, and checked from its first entry on.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from struct import Struct, error
from typing import Final

import msgspec

from console.journal.file.heading import Heading

_MARK: Final = Struct(">32sQ32s")
"""The place where the journal's chain begins, its last number, the chain there."""
_LONG: Final = Struct(">I")
"""The length of the heading's JSON that follows the mark."""
_MOST: Final = 1 << 16
_AT: Final = 1
"""Its place in the file that is held; Windows lets nobody read the byte that is locked."""


class HighWaterMark:
    """The mark of an open journal, in the file that locks the journal."""

    def __init__(self, descriptor: int) -> None:
        """``descriptor`` is the file's descriptor."""
        self._held = descriptor
        self._beginning = b""

    def begin(self, heading: Heading) -> None:
        """Write the mark for the journal with this heading."""
        self._beginning = heading.digest
        written = msgspec.json.encode(heading)
        with suppress(OSError):
            self._write(_AT + _MARK.size, _LONG.pack(len(written)) + written)

    def rise(self, number: int, head: bytes) -> None:
        """Note that the journal has come to this entry; a disk that refuses the mark will refuse the journal,
        too.
        """
        try:  # with suppress() this would take half as long again, after each commit
            self._write(_AT, _MARK.pack(self._beginning, number, head))
        except OSError:
            return

    def _write(self, at: int, content: bytes) -> None:
        os.pwrite(self._held, content, at)


def last_entry(mark_path: Path, beginning: bytes) -> int:
    """The number of the last entry by the mark; 0 if the mark belongs to a journal whose chain begins
    otherwise.
    """
    try:
        mark = _file_content(mark_path)
        whose, number, _ = _MARK.unpack_from(mark)
    except (OSError, error):
        return 0
    return int(number) if whose == beginning else 0


def _file_content(mark_path: Path) -> bytes:
    """The file's content after its first byte. Raises OSError, also for a pipe, whose reading would block."""
    with os.fdopen(os.open(mark_path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{mark_path} is no file")
        return file.read(_AT + _MARK.size + _LONG.size + _MOST)[_AT:]


class Mark(msgspec.Struct, frozen=True):
    """The end of a journal: where its chain begins, its last number, the chain there."""

    beginning: bytes
    entries: int
    head: bytes


def read_mark(mark_path: Path) -> Mark | None:
    """The mark in this file, of any journal; None where there is none."""
    try:
        return Mark(*_MARK.unpack_from(_file_content(mark_path)))
    except (OSError, error):
        return None


def marked_heading(mark_path: Path) -> Heading | None:
    """The heading of the mark's journal; None where it can't be read, or was changed."""
    try:
        kept = _file_content(mark_path)
        whose, _, _ = _MARK.unpack_from(kept)
        (long,) = _LONG.unpack_from(kept, _MARK.size)
        begin = _MARK.size + _LONG.size
        if long > _MOST:
            return None
        heading = msgspec.json.decode(kept[begin : begin + long], type=Heading)
    except (OSError, error, msgspec.DecodeError, RecursionError):
        return None
    return heading if heading.sound and heading.digest == whose else None


def forget(mark_path: Path) -> None:
    """Remove the mark: another journal lies there now, or an earlier copy that was put back."""
    with suppress(OSError):
        os.truncate(mark_path, 0)
