"""The drift of a table's devices, as its journal shows it since the table was commissioned."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.commissioning.drift.device_drift import DeviceReads
from console.supervisor.history import EntrySequence
from console.table.core import Drift, JournalEntry, NoteKind, events
from console.table.journal import archives, review

_FIRST: Final = 60_000
"""Entries after the certificate in which the first reads are looked for."""
_LAST: Final = 60_000
"""Entries back from now in which the last reads are."""


class DriftFindings(msgspec.Struct, frozen=True):
    drifts: tuple[Drift, ...] = ()
    compared: dict[str, int] = {}
    """The number of reads since the opening that were compared, by device."""
    has_reference: bool = True
    """Whether the table's certificate is in the journal, or in a closed file beside it."""


class DayOpening(NamedTuple):
    """The entry with which a table was opened today."""

    entry: int
    files_since: int = 0
    """The number of files in which the journal has gone on since: it is that many files before the last."""


def last_opening(file: Path) -> tuple[DayOpening, int] | None:
    """The last opening of a journal's table, and its rounds since, for a console that began at an open table.
    None if no opening is there, or its first reads were compared already. Raises JournalError.
    """
    files, number = _since_certificate(file)
    sequence = EntrySequence(files)
    opened = 0
    for place, entry in sequence.of_a_kind(events.name_of(events.TableOpened), ""):
        if entry.refused is None and place > number:
            opened = place
    if not opened:
        return None
    at, rounds = sequence.file_at(opened), 0
    for _, entry in sequence.entries(opened):
        match events.DECODER.decode(entry.event):
            case events.BetsOpened() if entry.refused is None:
                rounds += 1
            case events.Noted(what=NoteKind.CERTIFICATE_COMPARED):
                return None
    return DayOpening(opened - sequence.earlier(at), len(files) - 1 - at), rounds


def journal_drift(file: Path, today: DayOpening | None = None) -> DriftFindings:
    """The drifts of a journal's devices; none if the table was never commissioned. Raises JournalError.

    The certificate, and reads after it, may be in closed files that lie beside the journal's own. The reads
    since ``today`` are compared by themselves, too. At most 120,000 entries are read, whatever the journal
    holds.
    """
    files, number = _since_certificate(file)
    if not number:
        return DriftFindings(has_reference=False)
    sequence = EntrySequence(files)
    with sequence.file(len(files) - 1) as journal:
        end = sequence.earlier(len(files) - 1) + journal.last
    ends, begins = number + _FIRST, max(number + _FIRST, end - _LAST)
    opened: int | None = None
    if today is not None and today.files_since < len(files):
        opened = sequence.earlier(len(files) - 1 - today.files_since) + today.entry
    reads = DeviceReads()
    noted = [*sequence.of_a_kind(events.name_of(events.Noted), NoteKind.DEVICE_MODEL)]

    def read(after: int, until: int) -> None:
        for place, entry in sequence.entries(after, until):
            reads.count_entry(entry, is_today=opened is not None and place > opened)

    _attach(reads, noted, 0, number)
    read(number, ends)  # a young table's journal is read once, to its end
    _attach(reads, noted, ends, begins)
    read(begins, end)
    return DriftFindings(reads.drifts(), reads.read_counts())


def _since_certificate(file: Path) -> tuple[list[Path], int]:
    """The journal's files from that of the last certificate on, and its entry there; 0 if there is
    none.
    """
    files = archives.volumes(file)
    for at in reversed(range(len(files))):
        with review(files[at]) as found:
            entered = found.of_a_kind(events.name_of(events.Commissioned), "")
            signed = [each.number for each in entered if each.refused is None]
        if signed:
            return files[at:], max(signed)
    return files, 0


def _attach(reads: DeviceReads, noted: list[tuple[int, JournalEntry]], after: int, until: int) -> None:
    """Take the models that were noted among entries which are not read."""
    for at, each in noted:
        if after < at <= until:
            reads.count_entry(each)
