"""A log that went bad, put together anew of the frames in it that did not.

Each frame's checksums go on from those of the frame before, so that SQLite reads a log to its first bad byte
and no further; but those of the frame before stand in it, and each can be looked at by itself. What is left
out may have been written again by a later frame. What the rows are worth is told by their digests, not here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from console.journal.wal import FRAME, HEADER, SUMMED_BIG, Sums, summed

_PAGE: Final = 4096
_VERSION: Final = 3007000


class _Frame(NamedTuple):
    number: int
    commits: int
    salts: tuple[int, int]
    sums: Sums
    page: bytes


def mended(log: bytes) -> bytes:
    """The log of all good frames up to the last that commits; empty where there is none."""
    frames = list(_frames(log))
    if not frames:
        return b""
    salts = Counter(frame.salts for frame in frames).most_common(1)[0][0]
    order = ">" if log[:4] == SUMMED_BIG.to_bytes(4, "big") else "<"
    good = [frame for frame, before in zip(frames, _before(log, frames), strict=True)
            if frame.salts == salts and _is_good(frame, before, salts, order)]  # fmt: skip
    while good and not good[-1].commits:
        good.pop()
    return _joined(good, salts, order) if good else b""


def _frames(log: bytes) -> Iterator[_Frame]:
    for at in range(HEADER.size, len(log) - FRAME.size - _PAGE + 1, FRAME.size + _PAGE):
        number, commits, one, two, first, second = FRAME.unpack_from(log, at)
        page = log[at + FRAME.size : at + FRAME.size + _PAGE]
        yield _Frame(number, commits, (one, two), (first, second), page)


def _before(log: bytes, frames: list[_Frame]) -> Iterator[_Frame]:
    """What each frame's checksums go on from."""
    *_, one, two, first, second = HEADER.unpack_from(log)
    yield _Frame(0, 0, (one, two), (first, second), b"")
    yield from frames[:-1]


def _is_good(frame: _Frame, before: _Frame, salts: tuple[int, int], order: str) -> bool:
    """Whether it is as it was written; one after a header that is lost can't be looked at, and may be."""
    if not frame.number or before.salts != salts:
        return bool(frame.number)
    said = FRAME.pack(frame.number, frame.commits, 0, 0, 0, 0)[:8]
    return summed(frame.page, summed(said, before.sums, order), order) == frame.sums


def _joined(frames: list[_Frame], salts: tuple[int, int], order: str) -> bytes:
    magic = SUMMED_BIG if order == ">" else SUMMED_BIG - 1
    head = HEADER.pack(magic, _VERSION, _PAGE, 0, *salts, 0, 0)[:24]
    sums = summed(head, (0, 0), order)
    pieces = [HEADER.pack(magic, _VERSION, _PAGE, 0, *salts, *sums)]
    for frame in frames:
        said = FRAME.pack(frame.number, frame.commits, 0, 0, 0, 0)[:8]
        sums = summed(frame.page, summed(said, sums, order), order)
        pieces += [FRAME.pack(frame.number, frame.commits, *salts, *sums), frame.page]
    return b"".join(pieces)
