"""A device that drifts is found, and hardly ever one that does not: both are simulated, from given seeds."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.commissioning.drift import journal_drift as drift_of_journal
from console.commissioning.drift.journal_drift import (
    DayOpening,
    DeviceReads,
    DriftFindings,
    ReadCounts,
    drifts,
    journal_drift,
    last_opening,
)  # fmt: skip
from console.table.core import Drift, Entry, JournalEntry, Measure, NoteKind, Table, encode_table, events
from console.table.core.state.commissioning_state import drift_of
from console.table.core.state.entries import EventRecord
from console.table.devices import DeviceRole
from console.table.devices.readings import WheelFaultMeaning
from console.table.game import DECK
from console.table.journal import Identity, archives, open_journal
from console.table.words import drift_text
from tests.base.words.catalogues import words

REFERENCE, RECENT, LEAST, FIRST = 4_000, 4_000, 200, 52
FAR_TODAY, CHANCE = 0.95, 1 / 1_000
"""Reads, and shares, as the handbook has them (commissioning.md)."""
PER_THOUSAND = 1.0
"""Failed scans of a sound device."""


def hits(chance: random.Random, of: int, per_thousand: float) -> int:
    """The number of failures in ``of`` reads at this rate, drawn by the gaps between them."""
    found, at = 0, chance.expovariate(per_thousand / 1e3)
    while at < of:
        found, at = found + 1, at + chance.expovariate(per_thousand / 1e3)
    return found


def device(chance: random.Random, reads: int, *, unread: float = PER_THOUSAND) -> ReadCounts:
    """A simulated device."""
    failed = hits(chance, reads, unread)
    return ReadCounts(reads - failed, failed, hits(chance, reads, 5.0), hits(chance, reads, 0.5))


def paced(chance: random.Random, pace: float, late: float = 0.0, reads: int = LEAST) -> ReadCounts:
    """A device at which somebody deals, unevenly, at this median of seconds; each card comes ``late``."""
    between = [pace * chance.lognormvariate(0, 0.35) + late for _ in range(reads)]
    return ReadCounts(read=reads, between=between)


def test_a_sound_device_alarms_no_more_often_than_the_stated_chance() -> None:
    """2,000 openings: two false alarms are expected at most, and more than five come once in sixty runs."""
    chance = random.Random(30)
    alarms = sum(bool(drifts("shoe", device(chance, REFERENCE), device(chance, RECENT))) for _ in range(2000))
    assert alarms <= 2000 * CHANCE + 3


def test_two_dealers_of_whom_one_is_half_as_fast_again_are_no_drift() -> None:
    chance = random.Random(33)
    for _ in range(60):
        one, other = (paced(chance, chance.uniform(1.2, 1.8)) for _ in range(2))
        assert drifts("shoe", one, other) == ()


@pytest.mark.parametrize(
    ("per_thousand", "within", "of_100"), [(10.0, 2000, 90), (20.0, 1000, 90), (50.0, 300, 90)]
)
def test_a_reader_that_fails_more_often_is_found_within_so_many_cards(
    per_thousand: float, within: int, of_100: int
) -> None:
    chance = random.Random(31)
    found = 0
    for _ in range(100):
        then, now = device(chance, REFERENCE), device(chance, within, unread=per_thousand)
        found += any(drift.measure is Measure.UNREAD for drift in drifts("shoe", then, now))
    assert found >= of_100


def test_a_reader_that_sends_each_card_late_is_found() -> None:
    chance = random.Random(32)
    (drift,) = drifts("shoe", paced(chance, 1.5), paced(chance, 1.5, late=1.5))
    assert drift.measure is Measure.BETWEEN and drift.now - drift.then == pytest.approx(1.5, abs=0.2)


def test_a_device_that_became_better_is_reported_too() -> None:
    then, now = ReadCounts(read=1960, unread=40), ReadCounts(read=2000)
    assert [drift.measure for drift in drifts("shoe", then, now)] == [Measure.UNREAD]


def test_too_few_reads_show_no_drift() -> None:
    then = ReadCounts(read=REFERENCE)
    assert drifts("shoe", then, ReadCounts(read=0, unread=LEAST - 1)) == ()
    assert drifts("shoe", then, ReadCounts(read=0, unread=LEAST))


def test_a_noted_drift_is_read_back_and_said_in_every_language() -> None:
    drift = Drift("shoe", Measure.UNREAD, 1.0, 12.5, 3e-5, 4000)
    assert drift_of("shoe unread 1.00 12.50 3e-05") == Drift("shoe", Measure.UNREAD, 1.0, 12.5, 3e-5)
    assert drift_of(drift.text) == drift
    assert drift_of("shoe of another form") is None
    for language in LANGUAGES:
        phrase = drift_text(words(language), drift)
        assert words(language).figure(12.5, 1) in phrase


def test_one_deck_separates_a_reader_that_fails_three_times_from_a_sound_one() -> None:
    chance = random.Random(34)
    alarms = sum(
        bool(drifts("shoe", device(chance, REFERENCE), device(chance, FIRST), FIRST, FAR_TODAY))
        for _ in range(1000)
    )
    assert alarms <= 1000 * CHANCE + 2
    (drift,) = drifts(
        "shoe", ReadCounts(read=3996, unread=4), ReadCounts(read=49, unread=3), FIRST, FAR_TODAY
    )
    assert drift.measure is Measure.UNREAD and drift.reads == 52


def test_a_slow_dealer_of_today_is_no_drift_and_a_late_reader_is() -> None:
    chance = random.Random(35)
    then = paced(chance, 1.2)
    for _ in range(200):
        today = paced(chance, 1.8, reads=FIRST)
        assert drifts("shoe", then, today, FIRST, FAR_TODAY) == ()
    late = paced(chance, 1.2, late=1.5, reads=FIRST)
    assert [each.measure for each in drifts("shoe", then, late, FIRST, FAR_TODAY)] == [Measure.BETWEEN]


NIGHT = datetime(2026, 11, 21, 22, tzinfo=UTC)


def noted(event: events.AnyEvent, at: int = 0) -> Entry:
    """An entry of an event, ``at`` seconds after the night began."""
    return Entry(
        kind=events.name_of(type(event)), event=events.ENCODER.encode(event), refused=None,
        at=NIGHT + timedelta(seconds=at), monotonic=0, person=None, shift="", shoe=1, round=None,
        prompt=b"{}", clauses=(), line=None, raw=None,
    )  # fmt: skip


def written(
    file: Path, failing: range, *, commissioned: bool = True, closed_after: tuple[int, ...] = ()
) -> None:
    """A journal of 900 reads after a certificate, those of ``failing`` failed. Its file is closed after each
    of these numbers of entries.
    """
    signed = events.Commissioned("ab" * 32, "T1", "S1")
    drawn, unread = events.CardDrawn(DECK[0], "shoe"), events.CardUnread("shoe")
    happened: list[events.AnyEvent] = [signed] if commissioned else []
    happened += [unread if at in failing else drawn for at in range(900)]
    entries = [noted(event, at) for at, event in enumerate(happened)]
    with open_journal(file, Identity("Table 7", "baccarat", "lt")) as journal:
        for first, after in pairwise((0, *closed_after, len(entries))):
            if first:
                archives.go_on_in_new_file(journal, encode_table(Table()), NIGHT + timedelta(days=first))
            journal.append(entries[first:after])


def count(reads: DeviceReads, event: events.AnyEvent, at: int, *, is_today: bool) -> None:
    entry = noted(event, at)
    fields = {name: getattr(entry, name) for name in EventRecord.__struct_fields__}
    reads.count_entry(JournalEntry(number=1, **fields), is_today=is_today)


CARD, NUMBER = events.CardDrawn(DECK[0], "shoe"), events.NumberRead(17, "wheel")
TWICE = 2 * bytes.fromhex("05314481B8033446")


@pytest.mark.parametrize(
    ("before", "read", "measure"),
    [
        (events.BytesReceived(DeviceRole.SHOE, TWICE), CARD, Measure.REPEATED),
        (events.DeviceNoted("shoe", "Retransmitted"), CARD, Measure.REPEATED),
        (events.DeviceFaulted("shoe", 1), CARD, Measure.FAULTS),
        (events.WheelFaulted(WheelFaultMeaning.FAILURE), NUMBER, Measure.FAULTS),
    ],
)
def test_a_repeated_message_or_fault_before_each_read_of_today_is_a_drift(
    before: events.AnyEvent, read: events.AnyEvent, measure: Measure
) -> None:
    reads = DeviceReads()
    for at in range(252):
        for event in (before, read) if at >= 200 else (read,):
            count(reads, event, 0, is_today=at >= 200)
    (drift,) = reads.drifts()
    assert (drift.device, drift.measure, drift.reads) == (read.device, measure, 52)
    assert (drift.then, drift.now) == (0.0, 1000.0)


@pytest.mark.parametrize(("seconds", "found"), [(59, [(Measure.BETWEEN, 20.0, 59.0)]), (60, [])])
def test_a_wheels_time_from_ball_to_number_is_compared_below_a_minute(
    seconds: int, found: list[tuple[Measure, float, float]]
) -> None:
    reads = DeviceReads()
    for at in range(252):
        today = at >= 200
        count(reads, events.BallSent(), 100 * at, is_today=today)
        count(reads, NUMBER, 100 * at + (seconds if today else 20), is_today=today)
    assert [(each.measure, each.then, each.now) for each in reads.drifts()] == found


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference of 400 reads."""
    monkeypatch.setattr(drift_of_journal, "REFERENCE", 400)


@pytest.mark.usefixtures("short")
def test_a_journals_later_reads_are_compared_with_its_first_ones(tmp_path: Path) -> None:
    written(tmp_path / "late.db", range(850, 880))
    (drift,) = journal_drift(tmp_path / "late.db").drifts
    assert (drift.device, drift.measure, drift.then) == ("shoe", Measure.UNREAD, 0.0)
    assert drift.now == pytest.approx(60.0)
    written(tmp_path / "even.db", range(0, 900, 30))
    assert journal_drift(tmp_path / "even.db").drifts == ()


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("closed_after", [(1,), (300,), (600,), (120, 401, 860)])
def test_reads_are_compared_with_those_in_a_file_that_was_closed_since(
    tmp_path: Path, closed_after: tuple[int, ...]
) -> None:
    one, many = tmp_path / "one.db", tmp_path / "many.db"
    written(one, range(850, 880))
    written(many, range(850, 880), closed_after=closed_after)
    assert len(archives.volumes(many)) == len(closed_after) + 1
    assert journal_drift(many) == journal_drift(one) != DriftFindings()


@pytest.mark.sweep
@pytest.mark.usefixtures("short")
def test_todays_reads_may_have_begun_in_the_file_before(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    written(one, range(860, 900, 8))
    written(two, range(860, 900, 8), closed_after=(870,))
    looked = journal_drift(one, DayOpening(841))
    assert looked.compared == {"shoe": 60}
    assert journal_drift(two, DayOpening(841, files_since=1)) == looked
    assert journal_drift(two, DayOpening(841)).compared == {}, "the newest file has 31 entries"


@pytest.mark.usefixtures("short")
def test_reads_between_the_first_and_the_last_are_passed_over_but_for_their_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A month of play is not read: of it the devices' models alone."""
    monkeypatch.setattr(drift_of_journal, "_FIRST", 450)
    monkeypatch.setattr(drift_of_journal, "_LAST", 240)
    attached = list[str]()
    monkeypatch.setattr(DeviceReads, "attach", lambda self, note: attached.append(note))
    file = tmp_path / "models.db"
    written(file, range(0))
    with open_journal(file, Identity("Table 7", "baccarat", "lt")) as journal:
        for model in ("one", "two"):
            note = events.Noted(NoteKind.DEVICE_MODEL, None, model)
            journal.append([noted(note), *[noted(events.CardDrawn(DECK[0], "shoe"))] * 300])
    journal_drift(file)
    assert attached == ["one", "two"]


@pytest.mark.usefixtures("short")
def test_a_table_that_was_never_commissioned_has_nothing_to_drift_from(tmp_path: Path) -> None:
    written(tmp_path / "t7.db", range(850, 880), commissioned=False)
    assert journal_drift(tmp_path / "t7.db") == DriftFindings(has_reference=False)


@pytest.mark.usefixtures("short")
def test_without_the_file_of_the_certificate_the_drift_has_no_reference(tmp_path: Path) -> None:
    file = tmp_path / "t7.db"
    written(file, range(850, 880), closed_after=(600,))
    archives.volumes(file)[0].rename(tmp_path / "elsewhere.db")
    assert journal_drift(file) == DriftFindings(has_reference=False)


def test_the_last_opening_is_found_again_until_its_reads_were_compared(tmp_path: Path) -> None:
    file = tmp_path / "t7.db"
    written(file, range(0))
    assert last_opening(file) is None, "opened before the certificate, or never"
    opened, round_ = noted(events.TableOpened("P1")), noted(events.BetsOpened("T7-1", 20))
    refused = (msgspec.structs.replace(each, refused="wrong_phase") for each in (opened, round_))
    with open_journal(file, Identity("Table 7", "baccarat", "lt")) as journal:
        journal.append([opened, round_, opened, round_, round_, *refused])
        assert last_opening(file) == (DayOpening(904), 2)
        archives.go_on_in_new_file(journal, encode_table(Table()), NIGHT + timedelta(days=9))
        journal.append([round_])
        assert last_opening(file) == (DayOpening(904, files_since=1), 3)
        journal.append([opened])
        assert last_opening(file) == (DayOpening(journal.last), 0)
        journal.append([noted(events.Noted(NoteKind.CERTIFICATE_COMPARED, None, "shoe 75"))])
    assert last_opening(file) is None


@pytest.mark.sweep
@pytest.mark.usefixtures("short")
def test_the_reads_since_the_opening_are_compared_by_themselves(tmp_path: Path) -> None:
    """Five of the last sixty: among all of the last 500 that would not be sure."""
    file = tmp_path / "today.db"
    written(file, range(860, 900, 8))
    assert journal_drift(file).drifts == ()
    looked = journal_drift(file, DayOpening(841))
    assert [(each.measure, each.reads) for each in looked.drifts] == [(Measure.UNREAD, 60)]
    assert looked.compared == {"shoe": 60}
    assert journal_drift(file, DayOpening(880)).compared == {}, "too few"
