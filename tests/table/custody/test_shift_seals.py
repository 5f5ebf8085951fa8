"""At the end of a shift the journal is sealed by itself, and play goes on whatever comes of that."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest

from console.table.core import Entry, NoteKind, SetClock, events, shift_at
from console.table.custody.shift_seals import ShiftSeals, make_key
from console.table.journal import DamagedJournal, SealKey, default_folder, verify
from console.table.journal.proof.keys import FILE, NotPrivate
from console.table.journal.proof.seals import both_signed, last_failure, seal
from tests.table.journal.entries import drawn, opened
from tests.table.journal.sealing import key_in

Side = Literal["outgoing", "incoming"]
SHIFT = "2026-03-01 14:00"
EVENING = datetime(2026, 3, 1, 21, 59, 50, tzinfo=UTC)


@pytest.fixture
def key(tmp_path: Path) -> SealKey:
    return key_in(tmp_path / "keys")


def test_the_shift_that_is_over_is_sealed_once(tmp_path: Path, key: SealKey) -> None:
    clock, path = SetClock(EVENING), tmp_path / "table.journal"
    with opened(path) as journal:
        seals = ShiftSeals(journal, clock, shift_at, EVENING, lambda: key)
        journal.append([drawn(1)])
        assert seals.look() is None
        clock.advance(10)
        journal.append([drawn(2)])
        made = seals.look()
        assert made is not None and made.content is not None
        assert (made.content.shift, made.content.entries, made.content.by) == ("2026-03-01 14:00", 3, None)
        journal.append([drawn(4)])
        assert seals.look() is None
        clock.advance(8 * 3600)
        second = seals.look()
        assert second is not None and second.content is not None
        assert second.content.shift == "2026-03-01 22:00"
    assert verify(path, [key.public]).sealing.seals == 2


def test_a_table_where_nothing_happens_is_sealed_by_the_clock_and_once(tmp_path: Path, key: SealKey) -> None:
    clock, path = SetClock(EVENING), tmp_path / "table.journal"
    with opened(path) as journal:
        seals = ShiftSeals(journal, clock, shift_at, EVENING, lambda: key)
        journal.append([drawn(1)])
        assert not seals.is_due
        for seconds in (10, 8 * 3600, 8 * 3600):
            clock.advance(seconds)
            assert seals.is_due
            made = seals.look()
            assert made is not None and made.content is not None and not seals.is_due
            assert (made.content.shift, made.content.entries) == ("2026-03-01 14:00", 2)
    assert verify(path, [key.public]).sealing.seals == 1


def test_entries_of_an_earlier_shift_are_sealed_after_a_restart(tmp_path: Path, key: SealKey) -> None:
    clock = SetClock(EVENING)
    clock.advance(3600)
    with opened(tmp_path / "table.journal") as journal:
        journal.append([drawn(1)])
        made = ShiftSeals(journal, clock, shift_at, EVENING, lambda: key).look()
        assert made is not None and made.content is not None
        assert made.content.shift == "2026-03-01 14:00"


def test_a_seal_that_can_not_be_made_is_logged_and_play_goes_on(
    tmp_path: Path, key: SealKey, caplog: pytest.LogCaptureFixture
) -> None:
    def refused() -> SealKey:
        raise NotPrivate(tmp_path / "keys")

    clock = SetClock(EVENING)
    with opened(tmp_path / "table.journal") as journal:
        journal.append([drawn(1)])
        seals = ShiftSeals(journal, clock, shift_at, EVENING, refused)
        clock.advance(10)
        with caplog.at_level(logging.WARNING):
            assert seals.look() is None
        assert "2026-03-01 14:00" in caplog.text
        assert journal.append([drawn(2)]) == 2


def test_a_failed_seal_is_reported_once_and_a_later_one_holds_all(
    tmp_path: Path, key: SealKey, caplog: pytest.LogCaptureFixture
) -> None:
    clock, path, failures, there = SetClock(EVENING), tmp_path / "table.journal", list[str](), list[SealKey]()

    def key_there() -> SealKey:
        if not there:
            raise NotPrivate(tmp_path / "keys")
        return there[0]

    with opened(path) as journal:
        journal.append([drawn(1)])
        seals = ShiftSeals(journal, clock, shift_at, EVENING, key_there, failures.append)
        for seconds in (10, 299, 1, 300):
            clock.advance(seconds)
            assert seals.is_due is (seconds != 299)
            assert seals.look() is None
        assert len(failures) == 1 and failures[0].startswith("2026-03-01 14:00: ")
        assert len(caplog.records) == 3, "at the shift's end, and twice five minutes later"
        there.append(key)
        clock.advance(300)
        made = seals.look()
        assert made is not None and made.content is not None
        assert (made.content.shift, made.content.entries) == ("2026-03-01 14:00", 2)
        clock.advance(300)
        assert seals.look() is None, "nothing is owed any more"


def test_the_next_shifts_seal_holds_what_the_last_one_left(tmp_path: Path, key: SealKey) -> None:
    clock, path, there = SetClock(EVENING), tmp_path / "table.journal", list[SealKey]()

    def key_there() -> SealKey:
        if not there:
            raise NotPrivate(tmp_path / "keys")
        return there[0]

    with opened(path) as journal:
        journal.append([drawn(1)])
        seals = ShiftSeals(journal, clock, shift_at, EVENING, key_there)
        clock.advance(10)
        assert seals.look() is None
        journal.append([drawn(2)])
        there.append(key)
        clock.advance(8 * 3600)
        made = seals.look()
        assert made is not None and made.content is not None
        assert (made.content.shift, made.content.entries) == ("2026-03-01 22:00", 3)
    assert verify(path, [key.public]).sealing.entries == 3


def sign(side: Side, shift: str = SHIFT, refused: str | None = None, by: str = "P1") -> Entry:
    event = events.HandoverSigned(by, shift, side)
    return drawn(kind="handover_signed", event=events.ENCODER.encode(event), refused=refused)


@pytest.mark.parametrize("sides", [("outgoing", "incoming"), ("incoming", "outgoing")])
def test_the_second_signature_of_a_handover_seals_the_shift(
    tmp_path: Path, key: SealKey, sides: tuple[Side, Side]
) -> None:
    clock, path = SetClock(EVENING), tmp_path / "table.journal"
    with opened(path) as journal:
        seals = ShiftSeals(journal, clock, shift_at, EVENING, lambda: key)
        journal.append([drawn(1), sign(sides[0])])
        assert seals.look(signed=True) is None
        journal.append([sign(sides[1], by="P2")])
        made = seals.look(signed=True)
        assert made is not None and made.content is not None
        assert (made.content.shift, made.content.by, made.content.entries) == (SHIFT, "P2", 4)
        journal.append([drawn(5)])
        assert seals.look(signed=True) is None, "those are sealed"


@pytest.mark.parametrize(
    "signed",
    [
        [sign("outgoing"), sign("outgoing")],
        [sign("outgoing"), sign("incoming", "2026-03-01 06:00")],
        [sign("outgoing"), sign("incoming", refused="same_person")],
    ],
)
def test_no_other_signatures_do(tmp_path: Path, key: SealKey, signed: list[Entry]) -> None:
    with opened(tmp_path / "table.journal") as journal:
        seals = ShiftSeals(journal, SetClock(EVENING), shift_at, EVENING, lambda: key)
        journal.append([drawn(1), *signed])
        assert seals.look(signed=True) is None


def test_the_last_failed_seal_is_read_from_the_journal_until_one_is_made(
    tmp_path: Path, key: SealKey
) -> None:
    clock, path = SetClock(EVENING), tmp_path / "table.journal"

    def noted(text: str) -> Entry:
        return drawn(
            kind="noted", event=events.ENCODER.encode(events.Noted(NoteKind.JOURNAL_NOT_SEALED, text=text))
        )

    with opened(path) as journal:
        journal.append([drawn(1)])
        assert last_failure(path) is None
        journal.append([noted("one"), noted("two"), drawn(4)])
        assert last_failure(path) == "two"
        seal(journal, key, clock)
        assert last_failure(path) is None
        journal.append([noted("three")])
        assert last_failure(path) == "three"


@pytest.mark.parametrize(
    ("kind", "forged", "asked"),
    [
        ("noted", f'{{"event":"noted","what":"{NoteKind.JOURNAL_NOT_SEALED}","text":true}}', last_failure),
        ("handover_signed", '{"event":"handover_signed","shift":1}', both_signed),
    ],
)
def test_a_forged_event_of_a_seal_is_the_finding_of_its_entry(
    tmp_path: Path, kind: str, forged: str, asked: Callable[[Path], object]
) -> None:
    """It ended the check of all tables of a floor."""
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(1), *[drawn(kind=kind, event=forged.encode())] * 2])
    with pytest.raises(DamagedJournal) as error:
        asked(path)
    assert error.value.slots["entry"] == "3"


def test_the_key_is_made_in_the_users_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    make_key()
    assert (default_folder() / FILE).is_file()
    (default_folder() / FILE).chmod(0o644)
    make_key()
    assert "others" in caplog.text
