"""The drift of a table's devices, as its journal shows it since the table was commissioned."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from console.journal.reader import review
from console.reports.drift.device_drift import DeviceReads
from console.table.state import events
from console.table.state.commissioned import Drift
from console.table.state.note_kinds import NoteKind

_FIRST: Final = 60_000
"""Entries after the certificate in which the first reads are looked for."""
_LAST: Final = 60_000
"""Entries back from now in which the last reads are."""


class DriftFindings(msgspec.Struct, frozen=True):
    """The findings of a look at a journal."""

    drifts: tuple[Drift, ...] = ()
    compared: dict[str, int] = {}
    """The number of reads since the opening that were compared, by device."""


def journal_drift(file: Path, today: int | None = None) -> DriftFindings:
    """The drifts of a journal's devices; none where the table was never commissioned. Raises JournalError.

    ``today`` is the entry with which the table was opened today: the reads since are compared by themselves,
    too. At most 120,000 entries are read, whatever the journal holds.
    """
    with review(file) as found:
        number = max(
            (each.number for each in found.of_a_kind(events.name_of(events.Commissioned), "")), default=0
        )
        bounds = found.bounds(None, None, None)
        if not number or bounds is None:
            return DriftFindings()
        reads, last = DeviceReads(today), bounds[1]
        for entry in found.of_a_kind(events.name_of(events.Noted), NoteKind.DEVICE_MODEL):
            if entry.number <= number:
                reads.take(entry)
        ends = number + _FIRST
        for entry in found.entries(number):  # a table that is not old is read once, to its end
            if entry.number > ends:
                break
            reads.take(entry)
        for entry in found.entries(max(ends, last - _LAST)):
            reads.take(entry)
        return DriftFindings(reads.drifts(), reads.read_counts())
