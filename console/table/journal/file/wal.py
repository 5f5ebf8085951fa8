"""The write-ahead log as bytes: its transactions, and how refused transactions are cut off.

A commit whose sync failed has its pages in the log already, and readers skip them only as long as the log's
index lives: a console that is killed then would find an entry that it had called not recorded. Knows SQLite's
file format (sqlite.org/fileformat2.html, section 4), and never asks SQLite itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from struct import Struct, unpack
from typing import Final

import msgspec

from console.table.journal.file.links import NO_LINK, first_bytes

HEADER: Final = Struct(">8I")
"""A log's header: magic number, version, page size, checkpoints, two salts, two checksums."""
FRAME: Final = Struct(">6I")
"""A page's frame: its number, the file's length in pages if it commits, the salts, the checksums."""
SUMMED_BIG: Final = 0x377F0683
"""The magic number of a log whose checksums are big-endian; one less for little-endian."""
_FRAMES: Final = Struct("=I")
"""In the log's index, which is in the computer's own order: how many frames of the log are in use."""
_FRAMES_AT: Final = 16
LEAF: Final = 13
"""The first byte of a page whose cells are rows."""
_WORD: Final = 0xFFFFFFFF
_PIECE: Final = 1 << 16
"""Bytes that are compared at once: megabytes in one piece would leave holes in the process's memory."""

Sums = tuple[int, int]


class Transaction(msgspec.Struct, frozen=True):
    """A transaction of the log: where its first frame begins and its last one ends, and its pages."""

    begin: int
    end: int
    pages: tuple[bytes, ...]

    def holds(self, after: int) -> bool:
        """Whether a row with a higher number than ``after`` lies on one of its pages."""
        return any(_last_row(page) > after for page in self.pages)


def transactions(log: bytes) -> Iterator[Transaction]:
    """The whole transactions of a log in their order, as a restart would find them."""
    if len(log) < HEADER.size:
        return
    magic, _, size, _, *salt, first, second = HEADER.unpack_from(log)
    order = ">" if magic == SUMMED_BIG else "<"
    sums = checksums(log[:24], (0, 0), order)
    if magic | 1 != SUMMED_BIG or sums != (first, second):
        return
    begin, pages = HEADER.size, list[bytes]()
    for at in range(begin, len(log) - FRAME.size - size + 1, FRAME.size + size):
        _, commits, *salted, first, second = FRAME.unpack_from(log, at)
        page = log[at + FRAME.size : at + FRAME.size + size]
        sums = checksums(page, checksums(log[at : at + 8], sums, order), order)
        if salted != salt or sums != (first, second):
            return
        pages.append(page)
        if commits:
            end = at + FRAME.size + size
            yield Transaction(begin, end, tuple(pages))
            begin, pages = end, []


def is_found_again(log: Path, index: Path) -> bool:
    """Whether a restart would find in the log everything to which its index leads a reader.

    SQLite checks the checksums only when it rebuilds the index. A log that was changed since then is still
    read; as soon as the index is gone, it ends at the first frame with a wrong checksum. Raises OSError.
    """
    count = first_bytes(index, _FRAMES_AT + _FRAMES.size)[_FRAMES_AT:]
    used = _FRAMES.unpack(count)[0] if len(count) == _FRAMES.size else 0
    return used == 0 or sum(len(each.pages) for each in transactions(log.read_bytes())) >= used


class Copy:
    """A log's bytes as they were left, in memory: another program's change is seen at once, even if the
    system's times do not show it.

    SQLite sets the log's owner whenever root opens the journal, even only to read. That changes the time of
    the log's status, as does a write whose own time was put back.
    """

    def __init__(self, path: Path) -> None:
        """Copy the log at ``path``. Raises OSError."""
        # Closing this descriptor loses no lock: SQLite has none on the log.
        self._log = os.open(path, os.O_RDONLY | NO_LINK)
        self._bytes = bytearray()
        self._end = 0
        self._frame, self._salts = FRAME.size, b""
        self.follow()

    def follow(self) -> None:
        """Add the frames with the log's salts that were committed since. Raises OSError."""
        known = self._end
        self._follow_on()
        if self._end > known:
            return  # a header that somebody changed is found with the other bytes
        header = os.pread(self._log, HEADER.size, 0)
        if header != self._bytes[: HEADER.size]:
            # SQLite overwrites the log from its start.
            self._bytes[: HEADER.size], self._end = header, HEADER.size
        if len(header) < HEADER.size:
            return
        self._frame, self._salts = FRAME.size + HEADER.unpack(header)[2], header[16:24]
        if len(self._bytes) == HEADER.size:
            while piece := os.pread(self._log, _PIECE, len(self._bytes)):
                self._bytes += piece
        self._follow_on()

    def _follow_on(self) -> None:
        frame, salts, goes_on = self._frame, self._salts, True
        while goes_on:
            read = os.pread(self._log, frame + FRAME.size, self._end)  # read where the next frame would begin
            if len(read) < frame or read[8:16] != salts:
                return
            self._bytes[self._end : self._end + frame] = read[:frame]
            self._end += frame
            goes_on = read[frame + 8 : frame + 16] == salts

    @property
    def is_as_left(self) -> bool:
        """Whether every byte is unchanged. Raises OSError."""
        every = range(0, len(self._bytes) + 1, _PIECE)  # the last one finds a log that is longer now
        return all(os.pread(self._log, _PIECE, at) == self._bytes[at : at + _PIECE] for at in every)

    def close(self) -> None:
        os.close(self._log)


def cut_off(path: Path, after: int) -> None:
    """Cut the log at ``path`` before the first transaction that holds an entry after this one.

    Raises OSError if that fails; the cut must then be tried again. Only for the journal's one writer while
    its connection is open: then nobody reads that far, and nobody writes.
    """
    if not path.exists():
        return
    for transaction in transactions(path.read_bytes()):
        if transaction.holds(after):
            _cut(path, transaction.begin)
            return


def _cut(path: Path, at: int) -> None:
    descriptor = os.open(path, os.O_RDWR | NO_LINK)
    try:
        # A frame of zeros ends the log, too, and can perhaps be written where the disk lets nothing be cut.
        os.lseek(descriptor, at, os.SEEK_SET)
        os.write(descriptor, bytes(FRAME.size))
        os.ftruncate(descriptor, at)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def checksums(piece: bytes, sums: Sums, order: str) -> Sums:
    """The two checksums after these bytes, of words in this order (``<`` or ``>``)."""
    first, second = sums
    words = iter(unpack(f"{order}{len(piece) // 4}I", piece))
    for even in words:
        first = (first + even + second) & _WORD
        second = (second + next(words) + first) & _WORD
    return first, second


def _last_row(page: bytes) -> int:
    """The number of a page's last row, 0 if the page has no rows; a file's first page never has any."""
    cells = int.from_bytes(page[3:5], "big")
    if page[0] != LEAF or not cells:
        return 0
    at = int.from_bytes(page[8 + 2 * (cells - 1) : 10 + 2 * (cells - 1)], "big")
    _, at = varint(page, at)
    return varint(page, at)[0]


def varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the position after it; 0 past a page's end."""
    value = 0
    for place, byte in enumerate(page[at : at + 9]):
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return 0, at + 9
