"""A journal compared with the floor's copy: whether they agree, and which of the two lacks entries. It
recomputes every digest from the entries, and asks the floor only for digests. Agreement proves that the floor
saw this history, never that the history is true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from console.floor.door import FloorPart
from console.table.journal import Shipment, digest_of

STEP: Final = 16_384
"""The most digests in one question."""

Over: TypeAlias = Callable[[int, int, int], bytes]
"""The floor's digest over the digests of a part's entries between two numbers."""


class Finding(StrEnum):
    AGREES = "agrees"
    """The journal has all that the floor has; entries that the floor lacks are behind."""
    CUT = "cut"
    """The floor has entries that are missing at its end."""
    LATER = "later"
    """The floor has a file that continues this one and is missing here."""
    REWRITTEN = "rewritten"
    """From an entry on, the floor has other entries."""
    REPLACED = "replaced"
    """The floor has another journal of this table, which this one does not continue."""
    UNKNOWN = "unknown"
    """The floor has nothing of this table."""


class ComparisonResult(msgspec.Struct, frozen=True):
    """The finding about the first wrong file, or about all."""

    finding: Finding
    number: int = 0
    """The floor's last number in the newest file, or in the wrong one."""
    behind: int = 0
    """Entries that the floor lacks."""
    entry: int = 0
    """The first entry that was cut off, or that differs."""
    missing: int = 0
    """Entries that only the floor has."""
    file: Path | None = None
    """The file that is not right."""


def compare(
    files: Sequence[Path], floor_parts: Sequence[FloorPart], over: Over, closed_heads: Collection[bytes] = ()
) -> ComparisonResult:
    """A journal's files, the oldest first, compared with the floor's parts of its table. ``closed_heads`` are
    the beginnings of files that exist here and are not compared. Raises a JournalError if a file can't be
    read.
    """
    if not floor_parts:
        return ComparisonResult(Finding.UNKNOWN)
    shipments = [Shipment(file) for file in files]
    begun = {part.begins for part in floor_parts}
    if not begun & {each.begins for each in shipments} and not goes_on(shipments[0], floor_parts):
        return ComparisonResult(
            Finding.REPLACED, max(part.number for part in floor_parts), file=shipments[0].path
        )
    number = behind = 0
    for shipment in shipments:
        own, number = shipment.last()[0], 0
        for part in floor_parts:
            if part.begins == shipment.begins:
                found = _against(shipment, own, part, over)
                if found is not None:
                    return found
                number = max(number, part.number)
        behind += own - number
    later = _later(shipments, floor_parts, closed_heads)
    if later is not None:
        return ComparisonResult(Finding.LATER, number, behind, missing=later.number, file=shipments[-1].path)
    return ComparisonResult(Finding.AGREES, number, behind)


def first_difference(shipment: Shipment, part: int, until: int, over: Over) -> int | None:
    """The first entry, up to ``until``, that differs on the floor, found by halving; None if none does."""
    for first in range(1, until + 1, STEP):
        last = min(until, first + STEP - 1)
        own = shipment.digests(first, last)

        def same(till: int, own: list[bytes] = own, first: int = first) -> bool:
            return over(part, first, till) == digest_of(b"".join(own[: till - first + 1]))

        if same(last):
            continue
        low, high = first, last
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if same(middle) else (low, middle)
        return low
    return None


def _against(shipment: Shipment, own: int, part: FloorPart, over: Over) -> ComparisonResult | None:
    """The first difference between one file and the floor's copy of it, or None."""
    differs = first_difference(shipment, part.part, min(own, part.number), over)
    if differs is not None:
        missing = max(0, part.number - own)
        return ComparisonResult(Finding.REWRITTEN, part.number, 0, differs, missing, shipment.path)
    if own < part.number:
        return ComparisonResult(Finding.CUT, part.number, 0, own + 1, part.number - own, shipment.path)
    return None


def goes_on(shipment: Shipment, floor_parts: Sequence[FloorPart]) -> bool:
    """Whether a file continues one that the floor has."""
    before = shipment.heading.predecessor
    ends = {(part.number, part.chain.hex()) for part in floor_parts}
    return before is not None and (before.entries, before.head) in ends


def _later(
    shipments: Sequence[Shipment], floor_parts: Sequence[FloorPart], closed_heads: Collection[bytes]
) -> FloorPart | None:
    """A part on the floor that continues the newest of these files, and whose own file is missing here."""
    number, chain = shipments[-1].last()
    known = {each.begins for each in shipments} | set(closed_heads)
    found = [
        part for part in floor_parts if part.begins not in known and part.follows == (number, chain.hex())
    ]
    return found[-1] if found else None
