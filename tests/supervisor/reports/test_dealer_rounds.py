"""The dealers of months are compared by counts that are kept of each complete part of a journal."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from console.base.software import Software
from console.supervisor.history.interval import Interval
from console.supervisor.reports import dealer_rounds, kept_reports
from console.supervisor.reports.dealer_rounds import DealerFold
from console.supervisor.reports.figures import DealerFigures
from console.supervisor.reports.finding_rows import against_the_house
from console.supervisor.reports.journal_reports import table_report
from console.table.core import SetClock
from console.table.journal import review
from tests.supervisor.reports.test_charts import KEPT, _unpacked
from tests.supervisor.reports.test_kept_reports import cache  # noqa: F401
from tests.supervisor.reports.test_shift_bounds import play
from tests.table.core.tables import Seen
from tests.table.played import FELL, START, round_of, written

PART = 20


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealer_rounds, "PART", PART)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "J.db", *rounds(6), *FELL)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[DealerFigures, ...]]:
    """The counts of each part whose entries were read."""
    found, take = list[tuple[DealerFigures, ...]](), DealerFold.take

    def noting(self: DealerFold) -> tuple[DealerFigures, ...]:
        found.append(take(self))
        return found[-1]

    monkeypatch.setattr(DealerFold, "take", noting)
    return found


def rounds(count: int, first: int = 1) -> list[Seen]:
    return [line for number in range(first, first + count) for line in round_of(number)]


def dealers(path: Path, interval: Interval) -> object:
    return against_the_house([table_report(path, interval, dealers_only=True)])


@pytest.mark.parametrize("packed", KEPT, ids=lambda each: f"{each.parent.name} {each.stem}")
def test_counts_of_parts_add_up_to_a_whole_report_from_any_time(packed: Path, tmp_path: Path) -> None:
    path = _unpacked(packed, tmp_path)
    with review(path) as journal:
        times = [row.at for row in journal.entries(0)]
    for since, until in [(0, 30), (0, 75), (0, -1), (10, 64), (33, -7), (2, 8)]:
        interval = Interval(times[since], times[until])
        assert dealers(path, interval) == against_the_house([table_report(path, interval)])


def test_only_the_newest_part_of_a_table_that_plays_is_read_again(
    path: Path, taken: list[tuple[DealerFigures, ...]]
) -> None:
    table_report(path, Interval(), dealers_only=True)
    with review(path) as journal:
        parts = -(-journal.last // PART)
    assert len(taken) == parts == 3
    play(path, SetClock(START + timedelta(minutes=10)), *rounds(1, first=9))
    taken.clear()
    found = dealers(path, Interval())
    assert 1 <= len(taken) <= 2
    assert found == against_the_house([table_report(path, Interval())])


def test_old_counts_are_looked_for_once_however_many_parts_are_kept(
    path: Path,
    cache: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each part that was kept looked at all others: months of a floor took half as long again."""
    looked, lstat = list[str](), Path.lstat

    def noting(self: Path) -> os.stat_result:
        looked.append(self.name)
        return lstat(self)

    cache.mkdir(mode=0o700, parents=True)
    (cache / "another").touch()
    monkeypatch.setattr(Path, "lstat", noting)
    table_report(path, Interval(), dealers_only=True)
    assert len([*cache.iterdir()]) > 2
    assert looked.count("another") == 1


def test_a_closed_file_is_not_read_again_though_its_last_part_is_short(
    tmp_path: Path, taken: list[tuple[DealerFigures, ...]]
) -> None:
    clock, first, second = SetClock(START), tmp_path / "J.1.db", tmp_path / "J.db"
    play(first, clock, *rounds(1))
    play(second, clock, *rounds(1))
    for _ in range(2):
        taken.clear()
        table_report(first, Interval(), later=[second], dealers_only=True)
    assert len(taken) == 1


def test_another_journal_in_its_place_has_its_own_counts(path: Path, tmp_path: Path) -> None:
    dealers(path, Interval())
    (tmp_path / "other").mkdir()
    other = written(tmp_path / "other" / "J.db", *rounds(2), *FELL, *rounds(3, first=7))
    for each in other.parent.iterdir():
        each.replace(path.parent / each.name)
    assert dealers(path, Interval()) == against_the_house([table_report(path, Interval())])


def test_another_console_reads_all_parts(
    path: Path, taken: list[tuple[DealerFigures, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_report(path, Interval(), dealers_only=True)
    parts = len(taken)
    monkeypatch.setattr(kept_reports, "at_work", lambda *_: Software("9.9.9"))
    table_report(path, Interval(), dealers_only=True)
    assert len(taken) == 2 * parts


def test_console_files_that_cannot_be_read_stop_no_report(
    path: Path, monkeypatch: pytest.MonkeyPatch, taken: list[tuple[DealerFigures, ...]]
) -> None:
    def gone(*_: str) -> Software:
        raise FileNotFoundError

    monkeypatch.setattr(kept_reports, "at_work", gone)
    for _ in range(2):
        assert table_report(path, Interval(), dealers_only=True).active
    assert len(taken) % 2 == 0 < len(taken)


def test_counts_that_were_changed_are_not_believed(
    path: Path,
    cache: Path,  # noqa: F811
    taken: list[tuple[DealerFigures, ...]],
) -> None:
    first = dealers(path, Interval())
    taken.clear()
    for each in cache.iterdir():
        kept = bytearray(each.read_bytes())
        kept[len(kept) // 2] ^= 1
        each.write_bytes(kept)
    assert dealers(path, Interval()) == first
    assert len(taken) == 3


def test_a_clock_set_back_within_a_part_keeps_each_entry_in_its_own_time(tmp_path: Path) -> None:
    path, clock = tmp_path / "J.db", SetClock(START)
    play(path, clock, *rounds(2))
    clock.set(-30)
    play(path, clock, *rounds(4, first=3))
    dealers(path, Interval())
    for seconds in range(-40, 40, 7):
        since = START + timedelta(seconds=seconds)
        until = since + timedelta(seconds=20)
        for interval in (Interval(since), Interval(None, since), Interval(since, until)):
            assert dealers(path, interval) == against_the_house([table_report(path, interval)])
