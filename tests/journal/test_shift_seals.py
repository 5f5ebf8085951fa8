"""At the end of a shift the journal is sealed by itself, and play goes on whatever comes of that."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.journal.keys import FILE, NotPrivate, SealKey, default_folder
from console.journal.verify import verify
from console.shift_seals import ShiftSeals, make_key
from console.table.clock import SetClock
from console.table.shifts import shift_at
from tests.journal.entries import drawn, opened
from tests.journal.sealing import key_in

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
        assert made is not None and made.said is not None
        assert (made.said.shift, made.said.entries, made.said.by) == ("2026-03-01 14:00", 3, None)
        journal.append([drawn(4)])
        assert seals.look() is None
        clock.advance(8 * 3600)
        second = seals.look()
        assert second is not None and second.said is not None
        assert second.said.shift == "2026-03-01 22:00"
    assert verify(path, [key.public]).sealing.seals == 2


def test_what_an_earlier_shift_left_is_sealed_after_a_restart(tmp_path: Path, key: SealKey) -> None:
    clock = SetClock(EVENING)
    clock.advance(3600)
    with opened(tmp_path / "table.journal") as journal:
        journal.append([drawn(1)])
        made = ShiftSeals(journal, clock, shift_at, EVENING, lambda: key).look()
        assert made is not None and made.said is not None
        assert made.said.shift == "2026-03-01 14:00"


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


def test_the_key_is_made_in_the_users_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    make_key()
    assert (default_folder() / FILE).is_file()
    (default_folder() / FILE).chmod(0o644)
    make_key()
    assert "others" in caplog.text
