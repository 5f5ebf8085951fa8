"""The number of a journal's last entry, in a file beside it, so that the next start notices a lost end.

Nothing else shows that a log was cut short or went bad at its end: what is left is a sound, shorter journal.
The mark is written after every commit and never waited for; it names only entries that were on the disk
before. The journal's heading stands beside the mark: should the heading's own page be lost, the rest can
still be attributed, and checked from its first entry on. A checksum over both can tell a mark that went bad
from a journal that did. After it comes a digest of the stretches that the console had derived from the
entries: a start of a large journal can't read all entries for them.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from struct import Struct, error
from typing import Final
from zlib import crc32

import msgspec

from console.base.system import read_json
from console.table.journal.file.heading import Heading

_MARK: Final = Struct(">32sQ32s")
"""The place where the journal's chain begins, its last number, the chain there."""
_LONG: Final = Struct(">I")
"""The length of the heading's JSON that follows the mark."""
_SUM: Final = Struct(">4sI")
"""The tag of a checksum, and the checksum over all before it."""
_SUMMED: Final = b"CRC1"
_STRETCHES: Final = Struct(">4sQ32sI")
"""The stretches' tag, last number, digest, and a checksum over all before."""
_DERIVED: Final = b"STR1"
_MOST: Final = 1 << 16
_AT: Final = 1
"""Its place in the file that is held; Windows lets nobody read the byte that is locked."""


class HighWaterMark:
    """The mark of an open journal, in the file that locks the journal."""

    def __init__(self, descriptor: int) -> None:
        """``descriptor`` is the file's descriptor."""
        self._held = descriptor
        self._beginning = b""
        self._heading = b""
        self.stretches = 0, b""
        """The last stretch's number, and the digest of all of them, written with the next entry."""

    def begin(self, heading: Heading, number: int, head: bytes, stretches: tuple[int, bytes]) -> None:
        """Write the mark for the journal with this heading, up to this entry and these stretches."""
        self._beginning, self.stretches = heading.digest, stretches
        written = msgspec.json.encode(heading)
        self._heading = _LONG.pack(len(written)) + written
        self.rise(number, head)
        with suppress(OSError):  # the earlier heading may have been longer
            long = _MARK.size + len(self._heading) + _SUM.size + _STRETCHES.size
            os.ftruncate(self._held, _AT + long)

    def rise(self, number: int, head: bytes) -> None:
        """Note that the journal has come to this entry; a disk that refuses it will refuse the journal."""
        mark = _MARK.pack(self._beginning, number, head) + self._heading
        try:  # suppress() would take 50 % longer, after each commit
            summed = mark + _SUM.pack(_SUMMED, crc32(mark))
            os.pwrite(self._held, summed + _derived(self.stretches, crc32(summed)), _AT)
        except OSError:
            return


def _derived(stretches: tuple[int, bytes], summed: int) -> bytes:
    """The stretches with their checksum, which goes on from that over all before."""
    return _STRETCHES.pack(_DERIVED, *stretches, crc32(_STRETCHES.pack(_DERIVED, *stretches, 0)[:-4], summed))


class Mark(msgspec.Struct, frozen=True):
    """The end of a journal: where its chain begins, its last number, the chain there."""

    beginning: bytes
    entries: int
    head: bytes
    heading: Heading | None = None
    """The journal's heading; None if it can't be read, or was changed."""
    is_sound: bool = True
    """Whether it is as it was written, as far as its checksum shows."""
    stretches: tuple[int, bytes] | None = None
    """The last stretch's number and the digest of all; None if unreadable."""


_DAMAGED: Final = Mark(b"", 0, b"", is_sound=False)


def read_mark(mark_path: Path) -> Mark | None:
    """The mark in this file, of any journal, or None."""
    before = None
    while True:
        try:
            content = _file_content(mark_path)
        except OSError:
            return None
        if not content:
            return None
        mark = _parsed(content)
        if mark.is_sound or content == before:  # otherwise a console may just be writing it
            return mark
        before = content


def _parsed(content: bytes) -> Mark:
    try:
        mark = Mark(*_MARK.unpack_from(content))
        (long,) = _LONG.unpack_from(content, _MARK.size)
    except error:
        return _DAMAGED
    begin = _MARK.size + _LONG.size
    end = begin + long
    heading = _heading(content[begin:end], mark.beginning) if long <= _MOST else None
    summed = content[:end] + _SUM.pack(_SUMMED, crc32(content[:end]))
    stretches = _stretches(content, len(summed))
    is_sound = heading is not None and content.startswith(summed) and stretches is not None
    return msgspec.structs.replace(mark, heading=heading, is_sound=is_sound, stretches=stretches)


def _stretches(content: bytes, at: int) -> tuple[int, bytes] | None:
    try:
        _, last, digest, _ = _STRETCHES.unpack_from(content, at)
    except error:
        return None
    is_sound = _derived((last, digest), crc32(content[:at])) == content[at : at + _STRETCHES.size]
    return (last, digest) if is_sound else None


def _heading(written: bytes, beginning: bytes) -> Heading | None:
    try:
        heading = read_json(written, type=Heading)
    except msgspec.DecodeError:
        return None
    return heading if heading.sound and heading.digest == beginning else None


def _file_content(mark_path: Path) -> bytes:
    """The file's content after its first byte. Raises OSError, also for a pipe, whose reading would block."""
    with os.fdopen(os.open(mark_path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{mark_path} is no file")
        return file.read(_AT + _MARK.size + _LONG.size + _MOST + _SUM.size + _STRETCHES.size)[_AT:]


def last_entry(mark_path: Path, beginning: bytes) -> int:
    """The last entry's number by the mark; 0 if the mark is damaged, or of another chain."""
    mark = read_mark(mark_path)
    return mark.entries if mark is not None and mark.is_sound and mark.beginning == beginning else 0


def marked_heading(mark_path: Path) -> Heading | None:
    """The heading of the mark's journal; None if it can't be read, or was changed."""
    mark = read_mark(mark_path)
    return None if mark is None else mark.heading


def forget(mark_path: Path) -> None:
    """Remove the mark: another journal lies there now, or an earlier copy that was put back."""
    with suppress(OSError):
        os.truncate(mark_path, 0)
