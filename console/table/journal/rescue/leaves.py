"""The rows of a damaged journal, read from its leaf pages alone.

Every page of the file is looked at, from the first to the last. So no row is lost with what leads to it: the
schema, a tree's root, the file's header. The types of a row's columns show which table it belongs to;
its digests show whether it is as it was written. Knows SQLite's file format (sqlite.org/fileformat2.html,
sections 1.5, 1.6 and 2.1), and never asks SQLite itself.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import IO, Final, TypeAlias

from console.table.journal.file.wal import LEAF, varint

PAGE: Final = 4096
"""Bytes of a page of ours."""
_HEADER: Final = 8
"""Bytes of a leaf page before the places of its cells."""
_LOCAL: Final = PAGE - 35
"""Bytes of a row that a leaf holds at most; of a longer row, the rest stands on overflow pages."""
_LEAST: Final = (PAGE - 12) * 32 // 255 - 23
"""Bytes of a longer row that its leaf holds at least."""
_POINTER: Final = 4
_SIZES: Final = (0, 1, 2, 3, 4, 6, 8)
"""Bytes of an integer, by its type."""
_ZERO, _ONE = 8, 9
"""The types of the integers that take no byte."""
_READINGS: Final = 4
"""The times that each byte of the file may be read as a row's, on average: in a changed file several cells
may lie in one place, and overflow pages lead back to one another.
"""
_COLUMNS: Final = 17
"""The most columns of a table of ours."""

Value: TypeAlias = str | int | bytes | None

TABLES: Final = {
    "entry": re.compile("ntt[nt]ti[nt][nt]i[nt]tt[nt][nb]bb[nb]"),
    "meta": re.compile("ntttttb[nb]"),
    "predecessor": re.compile("ntib"),
    "checkpoint": re.compile("nbb"),
    "seal": re.compile("nitbb"),
}
"""The types of each table's columns: null, text, integer, bytes. The first: the row's number, beside it."""


class Pages:
    """The pages of a file with a log: the log's are newer."""

    def __init__(self, file: IO[bytes], newer: Mapping[int, bytes]) -> None:
        """``newer`` are the log's pages, by their numbers."""
        self._file, self._newer = file, newer
        self._in_file = (file.seek(0, 2) + PAGE - 1) // PAGE

    def __len__(self) -> int:
        return self._in_file + len(self._newer)

    def __iter__(self) -> Iterator[bytes]:
        """Every page but the first, which has the schema's rows."""
        beyond = (number for number in sorted(self._newer) if number > self._in_file)
        return map(self.__getitem__, itertools.chain(range(2, self._in_file + 1), beyond))

    def __getitem__(self, number: int) -> bytes:
        page = self._newer.get(number)
        if page is None:
            self._file.seek((number - 1) * PAGE)
            page = self._file.read(PAGE).ljust(PAGE, b"\0")  # the last one may have been cut
        return page


def rows(pages: Pages) -> Iterator[tuple[str, int, tuple[Value, ...]]]:
    """Each row that can be read: its table, its number, its other columns."""
    left = [_READINGS * PAGE * len(pages)]
    for page in pages:
        if page[0] != LEAF:
            continue
        cells = int.from_bytes(page[3:5], "big")
        for place in range(_HEADER, min(_HEADER + 2 * cells, PAGE), 2):
            with suppress(IndexError, UnicodeDecodeError):
                row = _row(pages, page, int.from_bytes(page[place : place + 2], "big"), left)
                if row is not None:
                    yield row


def _row(pages: Pages, page: bytes, at: int, left: list[int]) -> tuple[str, int, tuple[Value, ...]] | None:
    """The row of a cell; None if it is of no table of ours. Raises IndexError, UnicodeDecodeError."""
    size, at = varint(page, at)
    number, at = varint(page, at)
    held = size if size <= _LOCAL else _LEAST + (size - _LEAST) % (PAGE - _POINTER)
    held = held if held <= _LOCAL else _LEAST
    row = page[at : at + held]
    begin, place = varint(row, 0)
    if begin > len(row):  # a changed byte or no cell: our rows' headers fit on their leaf page
        return None
    types = list[int]()
    while place < begin and len(types) <= _COLUMNS:
        of, place = varint(row, place)
        types.append(of)
    shape = "".join(map(_letter, types))
    table = next((name for name, columns in TABLES.items() if columns.fullmatch(shape)), None)
    if table is None or begin + sum(map(_size, types)) != size or size > left[0]:
        return None
    left[0] -= size
    if size > held:
        first = int.from_bytes(page[at + held : at + held + _POINTER], "big")
        row += _overflow(pages, first, size - held)
    if len(row) != size:
        return None
    return table, number, tuple(_values(row, begin, types))[1:]


def _overflow(pages: Pages, number: int, size: int) -> bytes:
    """The rest of a row, from the overflow page of this number on; shorter if a page is missing."""
    rest = bytearray()
    while len(rest) < size and number > 1:
        page = pages[number]
        number = int.from_bytes(page[:_POINTER], "big")
        rest += page[_POINTER:]
    return bytes(rest[:size])


def _letter(of: int) -> str:
    if of >= 12:
        return "t" if of % 2 else "b"
    return "n" if of == 0 else "i" if of < len(_SIZES) or of in (_ZERO, _ONE) else "?"


def _size(of: int) -> int:
    if of >= 12:
        return (of - 12) // 2
    return _SIZES[of] if of < len(_SIZES) else 0


def _values(row: bytes, at: int, types: list[int]) -> Iterator[Value]:
    for of in types:
        held = row[at : at + _size(of)]
        at += len(held)
        if of >= 12:
            yield held.decode() if of % 2 else held
        elif of == 0:
            yield None
        else:
            yield of - _ZERO if of in (_ZERO, _ONE) else int.from_bytes(held, "big", signed=True)
