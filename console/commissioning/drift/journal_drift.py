"""The drift of a table's devices since its commissioning, by its journal.

A test deck has 52 cards: one failed scan in twenty gives no failure in one such deck of fourteen. So the
reference is the first 4,000 reads after the certificate. They are compared with the last 4,000 since, and
with those since today's opening.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from math import erfc, exp, lgamma, sqrt
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import msgspec

from console.supervisor.history import EntrySequence
from console.table.core import Drift, JournalEntry, Measure, NoteKind, events
from console.table.devices import Decoder, catalogue
from console.table.journal import archives, review

_EQUAL: Final = 1e-7
"""The share by which two probabilities may differ and still be equal."""


def fisher(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """The probability, if both have the same rate, that their hits are at least so uneven. ``of`` and
    ``other_of`` are the numbers of trials; 1.0 without a trial or hit.
    """
    together, tried = hits + other_hits, of + other_of
    low, high = max(0, together - other_of), min(of, together)

    def logarithm(one: int) -> float:
        return _ways(of, one) + _ways(other_of, together - one) - _ways(tried, together)

    here = logarithm(hits)
    terms = (logarithm(one) for one in range(low, high + 1))
    return min(1.0, sum(exp(each) for each in terms if each <= here + _EQUAL))


def _ways(of: int, hits: int) -> float:
    """The logarithm of the number of ways to choose ``hits`` out of ``of``."""
    return lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)


def mann_whitney(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The probability of so large a difference by chance, and the share of pairs in which one of ``others``
    is larger than one of ``values``, ties counted half: 0.5 if neither is.
    """
    many, other_many = len(values), len(others)
    if not many or not other_many:
        return 1.0, 0.5
    pairs = sorted([(value, 0) for value in values] + [(value, 1) for value in others])
    ranks, ties, at = 0.0, 0, 0
    while at < len(pairs):
        end = at
        while end < len(pairs) and pairs[end][0] == pairs[at][0]:
            end += 1
        same = end - at
        ranks += (at + 1 + end) / 2 * sum(which for _, which in pairs[at:end])
        ties += same**3 - same
        at = end
    larger = ranks - other_many * (other_many + 1) / 2
    total = many + other_many
    spread = many * other_many / 12 * (total + 1 - ties / (total * (total - 1))) if total > 1 else 0.0
    share = larger / (many * other_many)
    if spread <= 0:
        return 1.0, share
    away = max(0.0, abs(larger - many * other_many / 2) - 0.5) / sqrt(spread)
    return erfc(away / sqrt(2)), share


REFERENCE: Final = 4_000
"""The most reads after the certificate with which later ones are compared."""
RECENT: Final = 4_000
"""How many of the last reads are compared with the earlier ones."""
LEAST: Final = 200
"""The least reads in the reference and among the last that allow a finding."""
FIRST: Final = 52
"""The least of today's reads: those of a deck."""
CHANCE: Final = 0.001
"""The highest chance that an unchanged device is found to drift, each time that it is compared: by its last
reads, and once after an opening by today's.
"""
_EACH: Final = CHANCE / len(Measure)
"""The same for each measure: together they are wrong no more often than :data:`CHANCE`."""
FAR: Final = 0.85
"""The least share of pairs in which the time now, or then, is longer. Two people deal at two paces: a small
difference, however certain, is not the device's.
"""
_TIMED: Final = 0.5
"""The least share of reads with a time, which a round's first read lacks."""
FAR_TODAY: Final = 0.95
"""The least share of pairs for today's first reads, which are few, and one dealer's."""
_LONGEST: Final = 60.0
"""Seconds from which a pause between two reads is not the device's."""


class ReadCounts(msgspec.Struct):
    """The counts of a device: reads, failures, and the seconds between two reads of a round."""

    read: int = 0
    unread: int = 0
    repeated: int = 0
    faults: int = 0
    between: list[float] = []

    @property
    def attempts(self) -> int:
        """Every read, failed ones too."""
        return self.read + self.unread

    def of(self, measure: Measure) -> int:
        """How often the measured event happened."""
        return {Measure.UNREAD: self.unread, Measure.REPEATED: self.repeated, Measure.FAULTS: self.faults}[
            measure
        ]


class _ReadResult(msgspec.Struct):
    """One read, and the failures since the one before."""

    failed: bool = False
    repeated: int = 0
    faults: int = 0
    after: float | None = None
    """Seconds since the one before in the same round; None for the first."""


class _ReadsOfDevice:
    """The reads of one device: the first ones, the last ones after those, and today's."""

    def __init__(self, decoder: Decoder) -> None:
        """``decoder`` reads its bytes."""
        self.first: list[_ReadResult] = []
        self.last: deque[_ReadResult] = deque(maxlen=RECENT)
        self.today: list[_ReadResult] = []
        self.is_today = False
        """Whether the next reads belong to today: today's reads are no reference for themselves."""
        self.decoder = decoder
        self._now = _ReadResult()
        self._before: tuple[str | None, datetime] | None = None

    def count_event(self, event: events.AnyEvent, entry: JournalEntry) -> None:
        match event:
            case events.BytesReceived():
                self._now.repeated += self.decoder.repeats(event.received)
                self.decoder = self.decoder.successor(event.received)
            case events.DeviceNoted():
                self._now.repeated += event.kind == _REPEATED
            case events.DeviceFaulted() | events.WheelFaulted():
                self._now.faults += 1
            case events.BallSent():
                self._before = (entry.round, entry.at)
            case events.CardDrawn() | events.NumberRead() | events.CardUnread():
                self._take_read(entry, failed=isinstance(event, events.CardUnread))

    def _take_read(self, entry: JournalEntry, *, failed: bool) -> None:
        read, self._now = self._now, _ReadResult()
        read.failed = failed
        if self._before is not None and self._before[0] == entry.round and not failed:
            seconds = (entry.at - self._before[1]).total_seconds()
            read.after = seconds if 0 < seconds < _LONGEST else None
        self._before = (entry.round, entry.at)
        if self.is_today:
            self.today.append(read)
        elif len(self.first) < REFERENCE:
            self.first.append(read)
        else:
            self.last.append(read)

    def drifts(self, device: str) -> tuple[Drift, ...]:
        """The drifts in the last reads, else in today's, which are fewer and show a drift earlier."""
        then = _together(self.first)
        last = drifts(device, then, _together([*self.last, *self.today][-RECENT:]))
        measures = {drift.measure for drift in last}
        today = drifts(device, then, _together(self.today), FIRST, FAR_TODAY)
        return (*last, *(drift for drift in today if drift.measure not in measures))


_REPEATED: Final = "Retransmitted"


def _together(reads: Iterable[_ReadResult]) -> ReadCounts:
    found = ReadCounts()
    for each in reads:
        found.read += not each.failed
        found.unread += each.failed
        found.repeated += each.repeated
        found.faults += each.faults
        if each.after is not None:
            found.between.append(each.after)
    return found


class DeviceReads:
    """Takes a journal's entries from the certificate on, and finds the drifts of each device."""

    def __init__(self) -> None:
        self._devices: dict[str, _ReadsOfDevice] = {}

    def count_entry(self, entry: JournalEntry, *, is_today: bool = False) -> None:
        """Take an entry, even a refused one: the device read it. ``is_today``: it follows today's opening."""
        event = events.DECODER.decode(entry.event)
        if isinstance(event, events.Noted) and event.what == NoteKind.DEVICE_MODEL:
            self.attach(event.text or "")
        device = event.device
        if isinstance(device, str) and isinstance(event, _DEVICE_EVENTS):
            reads = self._reads_of(device)
            reads.is_today = is_today
            reads.count_event(event, entry)

    def attach(self, note: str) -> None:
        """Take a device's model from the note of a start."""
        if (found := catalogue.attached_device(note)) is not None:
            self._reads_of(found.role).decoder = found.decoder

    def _reads_of(self, device: str) -> _ReadsOfDevice:
        """The reads of a device; without a noted model, it counts as the usual one."""
        if device not in self._devices:
            self._devices[device] = _ReadsOfDevice(catalogue.decoder_for(device))
        return self._devices[device]

    def drifts(self) -> tuple[Drift, ...]:
        return tuple(
            drift for device, reads in sorted(self._devices.items()) for drift in reads.drifts(device)
        )

    def read_counts(self) -> dict[str, int]:
        """How many of today's reads were compared, by device; without those with too few."""
        return {
            device: len(reads.today)
            for device, reads in sorted(self._devices.items())
            if len(reads.today) >= FIRST and len(reads.first) >= LEAST
        }


_DEVICE_EVENTS: Final = (
    events.BytesReceived,
    events.CardDrawn,
    events.CardUnread,
    events.NumberRead,
    events.BallSent,
    events.DeviceNoted,
    events.DeviceFaulted,
    events.WheelFaulted,
)


def drifts(
    device: str, then: ReadCounts, now: ReadCounts, least: int = LEAST, far: float = FAR
) -> tuple[Drift, ...]:
    """The drifts of a device's reads; empty with fewer than ``least`` reads now, or too few then. ``far`` is
    the least share of pairs, as :data:`FAR`.
    """
    if then.attempts < LEAST or now.attempts < least:
        return ()
    found = []
    for measure in (Measure.UNREAD, Measure.REPEATED, Measure.FAULTS):
        before, since = (min(each.of(measure), each.attempts) for each in (then, now))
        chance = fisher(before, then.attempts, since, now.attempts)
        if chance < _EACH:
            rate, since_then = before / then.attempts * 1e3, since / now.attempts * 1e3
            found.append(Drift(device, measure, rate, since_then, chance, now.attempts))
    if len(then.between) >= _TIMED * LEAST and len(now.between) >= _TIMED * least:
        chance, longer = mann_whitney(then.between, now.between)
        if chance < _EACH and not 1 - far < longer < far:
            middle, middle_now = median(then.between), median(now.between)
            found.append(Drift(device, Measure.BETWEEN, middle, middle_now, chance, len(now.between)))
    return tuple(found)


_FIRST: Final = 60_000
"""Entries after the certificate that are searched for the first reads."""
_LAST: Final = 60_000
"""The latest entries, which are searched for the last reads."""


class DriftFindings(msgspec.Struct, frozen=True):
    drifts: tuple[Drift, ...] = ()
    compared: dict[str, int] = {}
    """How many reads since the opening were compared, by device."""
    has_reference: bool = True
    """Whether the table's certificate is in the journal, or in a closed file beside it."""


class DayOpening(NamedTuple):
    """The entry with which a table was opened today."""

    entry: int
    files_since: int = 0
    """How many files the journal has had since."""


def last_opening(file: Path) -> tuple[DayOpening, int] | None:
    """The last opening of a journal's table, and its rounds since, for a console that began at an open table.
    None without one, or if its first reads were compared. Raises JournalError.
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
    """The drifts of a journal's devices; none without a commissioning. Raises JournalError. The certificate,
    and reads after it, may be in closed files beside the journal's. The reads since ``today`` are also
    compared alone. At most 120,000 entries are read.
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
    read(number, ends)  # A young table's journal is read once, to its end.
    _attach(reads, noted, ends, begins)
    read(begins, end)
    return DriftFindings(reads.drifts(), reads.read_counts())


def _since_certificate(file: Path) -> tuple[list[Path], int]:
    """The journal's files from that of the last certificate on, and its entry there; 0 without one."""
    files = archives.volumes(file)
    for at in reversed(range(len(files))):
        with review(files[at]) as found:
            entered = found.of_a_kind(events.name_of(events.Commissioned), "")
            signed = [each.number for each in entered if each.refused is None]
        if signed:
            return files[at:], max(signed)
    return files, 0


def _attach(reads: DeviceReads, noted: list[tuple[int, JournalEntry]], after: int, until: int) -> None:
    """Take the models that were noted among unread entries."""
    for at, each in noted:
        if after < at <= until:
            reads.count_entry(each)
