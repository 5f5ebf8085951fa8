"""The rollback journal of SQLite beside a file: whether it can change what the file holds.

SQLite switches a file's write-ahead log on and off in a transaction of its first page alone. A console that
is killed in it leaves the old page in a rollback journal, and the next writer of the file puts it back. Such
a page differs from the file's in the bytes that say whether there is a log, and in the counters that change
with them. A rollback journal with anything else in it is another program's. Knows SQLite's file format
(sqlite.org/fileformat2.html, section 3), and never asks SQLite itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from struct import Struct
from typing import Final

from console.table.journal.file.links import NO_LINK, first_bytes, has_log

ROLLBACK: Final = "-journal"
"""The ending of its name."""

_HEADER: Final = Struct(">8s5I")
"""Magic number, records, nonce, the file's length in pages before, bytes of a sector, bytes of a page."""
_MAGIC: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_NUMBER: Final = 4
"""Bytes of a page's number before it, and of its checksum after it."""
_MOST: Final = 1 << 18
"""Bytes of such a rollback journal at most: a sector, a page, and what aligns them."""
_COUNTED: Final = frozenset((18, 19, *range(24, 28), *range(92, 100)))
"""The first page's bytes that switching the log changes: versions, the counter of changes and its copy."""


def lies_beside(path: Path) -> bool:
    """Whether a rollback journal with any content, or a link, lies beside the file at ``path``."""
    rollback = path.with_name(path.name + ROLLBACK)
    return os.path.lexists(rollback) and rollback.lstat().st_size > 0


def is_of_the_log_switch(path: Path) -> bool:
    """Whether the rollback journal beside the file can do no more than switch its log back. In one whose
    first byte is zero, or without records, SQLite finds nothing to put back.
    """
    if has_log(path):
        return False  # a log that is in use has no such transaction beside it
    try:
        descriptor = os.open(path.with_name(path.name + ROLLBACK), os.O_RDONLY | os.O_NONBLOCK | NO_LINK)
        with os.fdopen(descriptor, "rb") as file:
            held = file.read(_MOST + 1)
        length, first = path.stat().st_size, first_bytes(path, 1 << 16)
    except OSError:
        return False  # a link or a folder, or the file itself can't be read
    if held.startswith(b"\0"):
        return True  # SQLite writes the magic number last, once all else is on the disk
    if len(held) < _HEADER.size or len(held) > _MOST:
        return False
    magic, records, _, pages, sector, size = _HEADER.unpack_from(held)
    if magic != _MAGIC or not 32 <= sector <= 1 << 16 or pages * size != length or records > 1:
        return False
    begin = sector + _NUMBER
    number, page, rest = held[sector:begin], held[begin : begin + size], held[begin + size :]
    if records == 0:
        return not held[sector:].startswith(_MAGIC)  # SQLite would continue with another header
    differing = (at for at, (its, ours) in enumerate(zip(page, first[:size], strict=True)) if its != ours)
    is_first_page = number == b"\0\0\0\1" and page[18:20] in (b"\1\1", b"\2\2")
    return (
        is_first_page
        and len(page) == size == len(first[:size])
        and not any(rest[_NUMBER:])
        and _COUNTED.issuperset(differing)
    )
