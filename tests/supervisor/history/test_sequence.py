"""The files of a journal are read as one, whichever of them is open at the time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console.base.words import in_turn, turn_of
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import EntrySequence, ShiftBeginning, shift_beginning
from console.table.commands.journal_copies import close_file
from console.table.core import JournalEntry, SetClock
from console.table.journal import DamagedJournal, review
from tests.supervisor.reports.test_shift_bounds import LATE, NIGHT, play
from tests.table.played import ROUND, START, say, session_at, written


@pytest.fixture
def three_files(tmp_path: Path) -> list[Path]:
    newest = written(tmp_path / "J.db", say("one"))
    clock = SetClock(START)
    closed = [close_file(newest, clock, tmp_path / "keys").file for _ in range(2)]
    return [*closed, newest]


def test_a_file_that_is_open_already_is_counted_too(three_files: list[Path]) -> None:
    sequence = EntrySequence(three_files)
    with sequence.file(1) as middle:
        assert sequence.earlier(2) == sequence.earlier(1) + middle.last


def test_files_that_are_kept_open_show_the_moment_of_their_first_reading(three_files: list[Path]) -> None:
    sequence, newest = EntrySequence(three_files), three_files[-1]
    with session_at(newest, is_ready=False) as session:
        with sequence.kept_open():
            with sequence.file(2) as journal:
                last = journal.last
            session.take(msgspec.json.encode(say("two")))
            with sequence.file(2) as journal:
                assert journal.last == last
        with sequence.file(2) as journal:
            assert journal.last == last + 1


def test_damage_is_named_by_its_own_file_while_another_one_is_kept_open(three_files: list[Path]) -> None:
    sequence = EntrySequence(three_files)
    with pytest.raises(DamagedJournal) as raised, sequence.kept_open(), sequence.file(0):
        with sequence.file(1):
            pass
        raise sqlite3.DatabaseError("a page that can't be read")
    assert raised.value.path == three_files[0]


def test_an_empty_file_belongs_to_the_shift_in_which_the_one_before_it_ended(tmp_path: Path) -> None:
    newest, clock = tmp_path / "J.db", SetClock(START)
    for shift in (LATE, NIGHT):
        play(newest, clock, *ROUND, shift=shift)
    closed = close_file(newest, clock, tmp_path / "keys").file
    with review(closed) as journal:
        first = next(row for row in journal.entries(0) if row.shift == NIGHT)
    assert shift_beginning(newest) == ShiftBeginning([closed], first.number, before=closed)


Counted = tuple[EntrySequence, list[tuple[int, int, JournalEntry]]]


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    """Three files, in each of which the clock was set back; and each entry's file, number and row."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 5)
    clock, newest = SetClock(START), tmp_path / "J.db"
    closed = list[Path]()
    for text in ("one", "two", "three"):
        play(newest, clock, say(text), *ROUND, say(f"again {text}"))
        clock.set(-7)
        play(newest, clock, say(f"back {text}"), say("on"), say("and on"))
        closed += [close_file(newest, clock, tmp_path / "keys").file] if text != "three" else []
    sequence = EntrySequence([*closed, newest])
    of_files = list[tuple[int, int, JournalEntry]]()
    rows = [row for _, row in sequence.entries(0)]
    for at in range(3):
        with sequence.file(at) as journal:
            last = journal.last
        of_files += [(at, number, rows[len(of_files) + number - 1]) for number in range(1, last + 1)]
    with sequence.kept_open():
        yield sequence, of_files


def test_a_place_is_an_entrys_number_over_the_files_of_its_journal(counted: Counted) -> None:
    sequence, of_files = counted
    end = len(of_files)
    whole = [*sequence.entries(0)]
    assert [(place, row.number) for place, row in whole] == [
        (place, number) for place, (_, number, _) in enumerate(of_files, 1)
    ]
    begins = {place - number for place, (_, number, _) in enumerate(of_files, 1)}
    kept = sorted(begins | _kept(sequence, of_files))
    assert len(kept) > 2 * len(begins)
    for place, (at, number, _) in enumerate(of_files, 1):
        assert sequence.file_at(place) == at
        with sequence.file(at) as journal:
            assert sequence.chain(place) == journal.chain(number)
        assert sequence.counted(place) == place
        newest = max(each for each in kept if each <= place)
        assert sequence.begin(place) == sequence.state(place)[0] == newest
    assert sequence.counted(end + 1) is None
    for newer, place in enumerate(reversed(kept)):
        refused = iter((False,) * newer)
        assert sequence.begin(end, lambda _, no=refused: next(no, True)) == place  # type: ignore[misc]
        assert [each.place for each in sequence.moments(place)] == [*range(place + 1, end + 1)]
    back = [(place, row) for place, row in whole if b"back" in row.event]
    assert len(back) == 3 and [*sequence.of_a_kind("remarked", "back")] == back
    assert [*sequence.of_a_kind("remarked", "back", 1)] == back[1:]
    for after in range(0, end, 5):
        for upto in (None, *range(after, end + 1, 3)):
            assert [*sequence.entries(after, upto)] == whole[after:upto]


def _kept(sequence: EntrySequence, of_files: list[tuple[int, int, JournalEntry]]) -> set[int]:
    """The places of the states that a file has within it."""
    kept = set[int]()
    for place, (at, number, _) in enumerate(of_files, 1):
        with sequence.file(at) as journal:
            kept |= {place} if journal.begin(number)[0] == number else set()
    return kept


def test_an_interval_has_the_first_and_the_last_place_of_its_times(counted: Counted) -> None:
    sequence, of_files = counted
    times = [row.at for _, _, row in of_files]
    turns = [(at, turn_of(at)) for at in times]
    assert {turn for _, turn in turns} == {1, 2, 3, 4}
    for place, (at, turn) in enumerate(turns, 1):
        if turn and (at, turn) not in turns[: place - 1]:
            assert sequence.places(Interval(start=at)) == [range(place, len(times) + 1)]
            assert sequence.places(Interval(until=at)) == ([range(1, place)] if place > 1 else [])
    for interval in (Interval(), Interval(until=times[-1] + timedelta(seconds=1))):
        assert sequence.places(interval) == [range(1, len(times) + 1)]
    assert sequence.places(Interval(start=in_turn(max(times), 0) + timedelta(seconds=1))) == []
