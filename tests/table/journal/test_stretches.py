"""Shifts, spans of time and rare kinds are found without reading every entry, and only as the entries say."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from console.base.words import Words
from console.table.core import Entry, SetClock
from console.table.custody import open_session
from console.table.journal import DamagedJournal, Identity, sibling, verify
from console.table.journal.file import consistency
from console.table.journal.file.connection import reading
from console.table.journal.file.errors import DerivedDiffers
from console.table.journal.file.high_water_mark import HighWaterMark, read_mark
from console.table.journal.file.sql import RARE, STRETCHES
from console.table.journal.proof.flaws import Flaw
from console.table.journal.reader import Review, review
from tests.examples import examples
from tests.instruments.harm.shifts import shift_of
from tests.table.core.tables import book
from tests.table.journal.entries import START, by_another_program, drawn, opened

DAY, NIGHT = "2026-03-01 06:00", "2026-03-01 18:00"
BACK_AND_FORTH = ((DAY, 0), (DAY, 1), (DAY, 2), (NIGHT, 3), (NIGHT, 1), (DAY, 2), (None, 3), (NIGHT, 9))
"""Shifts, and minutes: the clock was set back in the night, into the day shift before."""


def entries_of(*stood: tuple[str | None, int]) -> list[Entry]:
    return [
        drawn(place, shift=shift, at=START + timedelta(minutes=minute))
        for place, (shift, minute) in enumerate(stood, 1)
    ]


def stretches_in(path: Path) -> list[tuple[int, str | None]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT number, shift FROM stretch ORDER BY number").fetchall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with opened(tmp_path / "table.journal") as journal:
        for entry in entries_of(*BACK_AND_FORTH):
            journal.append([entry])
    return tmp_path / "table.journal"


def test_a_stretch_begins_with_each_shift_and_where_the_clock_was_set_back(path: Path) -> None:
    assert stretches_in(path) == [(1, DAY), (4, NIGHT), (5, NIGHT), (6, DAY), (7, None), (8, NIGHT)]
    assert verify(path).flaw is None


moment = st.tuples(st.sampled_from((DAY, NIGHT, None)), st.integers(0, 5))
bound = st.none() | st.integers(-1, 6)


@settings(
    max_examples=examples(40, at_night=800),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(moment, min_size=1, max_size=9), bound, bound, st.sampled_from((DAY, NIGHT, None)))
def test_bounds_are_those_that_reading_every_entry_finds(
    tmp_path: Path, stood: list[tuple[str | None, int]], low: int | None, high: int | None, shift: str | None
) -> None:
    path = tmp_path / "any.journal"
    for left in tmp_path.glob("any.journal*"):
        left.unlink()
    with opened(path) as journal:
        journal.append(entries_of(*stood))
    since, until = (None if each is None else START + timedelta(minutes=each) for each in (low, high))

    def fits(entry: tuple[str | None, int]) -> bool:
        of, minute = entry
        within = (low is None or minute >= low) and (high is None or minute < high)
        return within and (shift is None or of == shift)

    numbers = [number for number, entry in enumerate(stood, 1) if fits(entry)]
    with review(path) as found:
        assert found.bounds(since, until, shift) == ((numbers[0], numbers[-1]) if numbers else None)
        assert found.shifts() == tuple(sorted({of for of, _ in stood if of is not None}))


def steps(path: Path, ask: Callable[[Review], object]) -> int:
    """The number of SQLite's steps that a question takes."""
    taken: list[int] = []
    with closing(reading(path)) as connection:
        connection.set_progress_handler(lambda: taken.append(1), 1)
        ask(Review(path, connection))
    return len(taken)


QUESTIONS: dict[str, Callable[[Review], object]] = {
    "which shifts": lambda journal: journal.shifts(),
    "a shift": lambda journal: journal.bounds(None, None, NIGHT),
    "signatures": lambda journal: list(journal.of_a_kind("handover_signed", NIGHT)),
}


@pytest.mark.parametrize("asked", QUESTIONS)
def test_ten_times_the_entries_of_a_shift_take_no_longer(asked: str, tmp_path: Path) -> None:
    taken = []
    for many in (20, 200):
        path = tmp_path / f"{many}.journal"
        with opened(path) as journal:
            journal.append(entries_of(*[(DAY, at) for at in range(many)], *[(NIGHT, many)] * many))
        taken.append(steps(path, QUESTIONS[asked]))
    assert taken[0] == taken[1]


def test_a_span_of_time_is_found_by_halving(tmp_path: Path) -> None:
    def hour(journal: Review) -> object:
        since: datetime = START + timedelta(minutes=5)
        return journal.bounds(since, since + timedelta(minutes=3), None)

    taken = []
    for many in (16, 1_024):
        path = tmp_path / f"{many}.journal"
        with opened(path) as journal:
            journal.append(entries_of(*[(DAY, at) for at in range(many)]))
        taken.append(steps(path, hour))
    assert taken[1] < 3 * taken[0], "64 times the entries are six halvings more"


@pytest.mark.parametrize("many", [30, 300])
def test_only_the_requested_shifts_of_a_journal_are_read(tmp_path: Path, many: int) -> None:
    """A journal of years has ten thousands of shifts."""
    with opened(tmp_path / "table.journal") as journal:
        journal.append(entries_of(*[(f"2026-03-01 {at:03}", at) for at in range(many)]))
    third, fifth = (f"{START + timedelta(minutes=at):%Y-%m-%dT%H:%M:%S.%f+00:00}" for at in (3, 5))
    with review(tmp_path / "table.journal") as found:
        assert [first for first, *_ in found._stretches("", "a", "2026-03-01 004")] == [5, 6]
        assert [first for first, *_ in found._stretches(third, fifth, None)] == [4, 5, 6]
        assert found.bounds(START + timedelta(minutes=3), START + timedelta(minutes=5), None) == (4, 5)


def test_every_kind_that_is_rare_is_found_by_its_index(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(9, kind=kind) for kind in RARE])
    with review(path) as found:
        for kind in RARE:
            (one,) = found.of_a_kind(kind, "9H")
            assert one.kind == kind
        assert len(list(found.of_a_kind("card_drawn", "9H"))) == len(BACK_AND_FORTH)


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        ("DELETE FROM stretch WHERE number = 6", 6),
        ("UPDATE stretch SET shift = 'x' WHERE number = 4", 4),
        ("UPDATE stretch SET at = '2026' WHERE number = 4", 4),
        ("UPDATE stretch SET before = at WHERE number = 5", 5),
        ("INSERT INTO stretch VALUES (3, '2026-03-01 06:00', '', NULL)", 3),
        ("INSERT INTO stretch VALUES (0, NULL, '', NULL)", 1),
    ],
)
def test_a_stretch_that_the_entries_do_not_give_is_found(path: Path, change: str, entry: int) -> None:
    by_another_program(path, change)
    verdict = verify(path)
    assert (verdict.flaw, verdict.entry, verdict.entries) == (Flaw.DERIVED, entry, len(BACK_AND_FORTH))
    assert verdict.name == "stretch"
    for ask in (partial(opened, path), review(path).__enter__):
        with pytest.raises(DerivedDiffers) as found:
            ask()
        assert found.value.slots["name"] == "stretch"


def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is too large for a start to read all its entries."""
    monkeypatch.setattr(consistency, "AT_A_START", 0)


def with_pairs(folder: Path) -> Path:
    """A journal whose shifts go back and forth: a pair that is taken out leaves rows that agree."""
    path = folder / "large.journal"
    stood = ((DAY, 0), (NIGHT, 1), (DAY, 2), (NIGHT, 3), (NIGHT, 1), (DAY, 4), (NIGHT, 5), (NIGHT, 9))
    with opened(path) as journal:
        for entry in entries_of(*stood):
            journal.append([entry])
    return path


TAKEN_OUT = (
    "DELETE FROM stretch WHERE number = 5",  # a clock that was set back
    "DELETE FROM stretch WHERE number IN (6, 7)",
    "DELETE FROM stretch WHERE number IN (4, 5, 6, 7)",
    "DELETE FROM stretch WHERE number IN (2, 3)",  # the last pair: what follows goes on in time
)


@pytest.mark.parametrize("change", TAKEN_OUT)
def test_a_stretch_taken_out_of_a_large_file_is_found_by_its_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """In each case the rows that are left agree with their entries, or the whole is not looked at."""
    large(monkeypatch)
    path = with_pairs(tmp_path)
    by_another_program(path, change)
    for ask in (partial(opened, path), review(path).__enter__):
        with pytest.raises(DerivedDiffers):
            ask()
    assert verify(path).flaw is Flaw.DERIVED


@pytest.mark.parametrize("change", TAKEN_OUT)
def test_a_stretch_taken_out_with_a_mark_made_to_fit_is_found_by_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """As the handbook says: the mark is a checksum, which anybody can make; the entries are what counts."""
    large(monkeypatch)
    path = with_pairs(tmp_path)
    by_another_program(path, change)
    lock, mark = sibling(path, ".lock"), read_mark(sibling(path, ".lock"))
    assert mark is not None and mark.heading is not None
    with closing(sqlite3.connect(path)) as connection, lock.open("r+b") as held:
        stretches = consistency.stretch_digest(connection, mark.heading.digest)
        HighWaterMark(held.fileno()).begin(mark.heading, mark.entries, mark.head, stretches)
    found = read_mark(lock)
    assert found is not None and found.is_sound and found.stretches == stretches != mark.stretches
    verdict = verify(path)
    assert (verdict.flaw, verdict.name) == (Flaw.DERIVED, "stretch")


@pytest.mark.parametrize("mark", ["gone", "cut", "of an earlier entry"])
def test_a_start_without_the_mark_of_its_last_entry_reads_all_entries(
    path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    large(monkeypatch)
    lock = sibling(path, ".lock")
    before = lock.read_bytes()
    with opened(path) as journal:
        journal.append([drawn(9, shift=NIGHT, at=START + timedelta(minutes=10))])
    if mark == "gone":
        lock.write_bytes(b"")
    elif mark == "cut":
        lock.write_bytes(lock.read_bytes()[:-48])
    else:
        lock.write_bytes(before)
    by_another_program(path, "DELETE FROM stretch WHERE number = 5")
    with pytest.raises(DerivedDiffers):
        opened(path)


def test_a_large_file_as_it_was_written_opens_and_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(monkeypatch)
    read: list[bool] = []
    unlike = consistency.strange_stretch

    def counted(connection: sqlite3.Connection, *, whole: bool) -> int | None:
        read.append(whole)
        return unlike(connection, whole=whole)

    monkeypatch.setattr(consistency, "strange_stretch", counted)
    with opened(path) as journal, review(path):
        journal.append(entries_of((DAY, 20), (NIGHT, 21)))
        journal.append([drawn(9, shift=DAY, at=START + timedelta(minutes=30))], b"{}")
        with review(path):
            pass
    opened(path).close()
    assert read == [False] * 4, "no entry but those of the stretches was read"


@pytest.mark.sweep(8)
@pytest.mark.parametrize(
    "planted",
    [
        f"SELECT number, '{DAY}', at, before FROM stretch",  # no shift but one
        "SELECT number, shift, '2020', before FROM stretch WHERE number = 4",
        "SELECT number, shift, at, '2020' FROM stretch WHERE number = 4",
        "SELECT number, shift, at, NULL FROM stretch WHERE number = 4",
        "SELECT * FROM stretch WHERE number = 4",
        f"VALUES (2, '{DAY}', (SELECT at FROM entry WHERE number = 2), NULL)",
        "SELECT 2, shift, at, (SELECT at FROM entry WHERE number = 1) FROM entry WHERE number = 2",
        "VALUES (9, NULL, '', NULL)",
        "VALUES (0, NULL, '', NULL)",
        "VALUES (NULL, NULL, '', NULL)",
    ],
)
@pytest.mark.parametrize("insert", ["INSERT", "INSERT OR IGNORE", "INSERT OR REPLACE"])
def test_another_programs_row_is_refused(path: Path, insert: str, planted: str) -> None:
    """Its triggers stand. Recursive ones are off in other programs, so none is asked of what is replaced."""
    before = stretches_in(path)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        pytest.raises(sqlite3.IntegrityError, match="an entry begins no such stretch"),
    ):
        other.execute(f"{insert} INTO stretch {planted}")
    assert stretches_in(path) == before
    with review(path) as found:
        assert found.bounds(None, None, NIGHT) == (4, 8)
    assert verify(path).flaw is None


def test_a_row_that_is_lost_can_be_put_back_as_the_entries_say(path: Path) -> None:
    by_another_program(path, "DELETE FROM stretch WHERE number = 6")
    assert verify(path).flaw is Flaw.DERIVED
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"INSERT INTO stretch {STRETCHES} AND number = 6")
    assert verify(path).flaw is None


def test_a_stretch_planted_ahead_without_its_guard_does_not_stop_that_entry(
    path: Path,
) -> None:
    with opened(path) as journal:
        by_another_program(path, "INSERT INTO stretch VALUES (9, 'x', '', NULL)")
        assert journal.append(entries_of((DAY, 10))) == 9
    assert verify(path).flaw is Flaw.DERIVED


def test_a_stretch_planted_ahead_without_its_guard_is_found_at_a_start(path: Path) -> None:
    by_another_program(path, "INSERT INTO stretch VALUES (9, 'x', '', NULL)")
    with pytest.raises(DamagedJournal) as found:
        opened(path)
    assert found.value.slots["entry"] == "9"


@pytest.mark.parametrize("number", [1, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("change", ["DELETE FROM", "UPDATE", "BEFORE"])
def test_no_reader_of_a_large_journal_believes_a_stretch_that_entries_contradict(
    path: Path, monkeypatch: pytest.MonkeyPatch, change: str, number: int
) -> None:
    """Where a start can't read all entries: each row is held to its own, and the rest as they are read."""
    monkeypatch.setattr(consistency, "AT_A_START", 0)
    statement = {
        "DELETE FROM": f"DELETE FROM stretch WHERE number = {number}",
        "UPDATE": f"UPDATE stretch SET at = '2026', shift = 'x' WHERE number = {number}",
        "BEFORE": f"UPDATE stretch SET before = '2026' WHERE number = {number}",
    }[change]
    by_another_program(path, statement)
    with pytest.raises(DerivedDiffers), review(path) as found:
        assert (change, number) == ("DELETE FROM", 5), "the others show in the rows"
        list(found.entries(0))


def test_an_index_that_lacks_a_row_is_named_and_no_entry_is_blamed(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(9, kind="noted")])
    unindexed(path)
    verdict = verify(path)
    assert (verdict.flaw, verdict.name) == (Flaw.DERIVED, "entry_rare")
    with pytest.raises(DerivedDiffers) as found:
        review(path).__enter__()
    assert found.value.slots == {"file": str(path), "name": "entry_rare", "entry": "10"}
    said = Words("en").text("journal.verify.derived", file=path, name="entry_rare")
    assert "no entry was changed" in said


def unindexed(path: Path) -> None:
    """Take the rows out of the index of rare kinds, as a page of an earlier moment in its place does."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'entry_rare'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    written = bytearray(path.read_bytes())
    start = (root - 1) * size
    assert written[start] == 10, "a leaf of an index"
    written[start + 1 : start + 8] = b"\0\0\0\0" + size.to_bytes(2) + b"\0"
    path.write_bytes(written)


def test_a_table_whose_stretches_were_taken_out_derives_them_again_at_its_start(tmp_path: Path) -> None:
    path, named = tmp_path / "T1.db", (Identity("T1", "baccarat", "sv"), book("sv"), SetClock())
    with ExitStack() as stack:
        session = open_session(path, *named, stack, is_ready=True).session
        for line in shift_of("baccarat", "sv", 12, 7).lines:
            session.take(line)
    with review(path) as found:
        before = found.shifts(), found.bounds(None, None, None)
    by_another_program(path, "DELETE FROM stretch")
    with ExitStack() as stack:
        salvage = open_session(path, *named, stack, may_lose=False).salvage
        assert salvage is not None
    with review(path) as found:
        assert found.shifts() == before[0]
        assert before[1] is not None and found.bounds(None, None, before[0][0]) is not None
    assert verify(path).flaw is None
