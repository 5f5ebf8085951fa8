"""A journal's file is closed and the next goes on from it: no entry is lost, the chain holds over both."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from console.table.journal import Filter, Log, SqliteJournal, Tally, archives, verify
from console.table.journal.archives import Closing, FileBeingRead, creation_time, go_on_in_new_file, volumes
from console.table.journal.file.connection import reading
from console.table.journal.file.errors import GoesOnElsewhere
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.succession import journals_in, verify_all
from tests.table.journal.entries import START, by_another_program, counting, drawn, nothing, opened, written

MAY = datetime(2026, 5, 1, 6, tzinfo=UTC)


def closed_twice(path: Path) -> tuple[Path, Path]:
    with opened(path) as journal:
        _play(journal, 0, 5)
        first = go_on_in_new_file(journal, b'{"state":1}', MAY)
        _play(journal, 5, 3)
        second = go_on_in_new_file(journal, b'{"state":2}', MAY + timedelta(days=31))
        _play(journal, 8, 2)
    return first, second


def _play(journal: SqliteJournal, after: int, entries: int) -> None:
    for number in range(after + 1, after + entries + 1):
        journal.append([drawn(number, refused="halted" if number % 2 else None)])


def test_the_new_file_begins_with_the_state_and_names_the_old_ones_head(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    with opened(path) as journal:
        head = journal.head
        archive = go_on_in_new_file(journal, b'{"closed":true}', MAY)
        assert journal.last == 0
        recovered = journal.recover()
        assert (recovered.checkpoint, list(recovered.entries)) == (b'{"closed":true}', [])
        assert journal.append([drawn(6)]) == 1
    assert (verify(archive).entries, verify(archive).head) == (5, head)
    assert verify(path).flaw is None
    with closing(sqlite3.connect(path)) as connection:
        predecessor = connection.execute("SELECT file, entries, head FROM predecessor").fetchone()
    assert predecessor == (archive.name, 5, head)


def test_the_predecessor_that_a_file_names_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    closed_twice(path)
    for change in ("UPDATE predecessor SET head = x'00'", "DELETE FROM predecessor"):
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        by_another_program(copy, change)
        assert verify(copy).flaw is Flaw.IDENTITY, change


def test_a_closed_file_is_named_by_its_days_and_needs_nothing_beside_it(tmp_path: Path) -> None:
    first, second = closed_twice(tmp_path / "J.db")
    day = f"{creation_time(first):%Y%m%d}"
    assert first.name == f"J-{day}-20260501.db"
    assert second.name == "J-20260501-20260601.db"
    assert {file.name for file in tmp_path.iterdir() if "-2026" in file.name} == {first.name, second.name}
    with closing(sqlite3.connect(f"file:{first}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_closed_file_is_named_by_its_days_as_they_were_where_the_table_stands(
    tmp_path: Path, in_vilnius: None
) -> None:
    """Each file begins in the night in which the one before was closed, when it is yesterday in UTC."""
    nights = [datetime(2026, month, day, 21, 30, tzinfo=UTC) for month, day in ((3, 31), (4, 30))]
    with opened(tmp_path / "J.db") as journal:
        _play(journal, 0, 1)
        names = [go_on_in_new_file(journal, b"{}", night.astimezone()).name for night in nights]
    assert names[1] == "J-20260401-20260501.db"


def test_a_file_that_is_closed_at_a_wrong_clock_ends_on_no_day_before_its_first(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 1)
    begun = creation_time(path).astimezone()
    with opened(path) as journal:
        assert (
            go_on_in_new_file(journal, b"{}", MAY - timedelta(days=9_000)).name
            == f"J-{begun:%Y%m%d}-{begun:%Y%m%d}.db"
        )


def test_a_file_of_a_night_in_summer_is_of_the_same_month_in_winter(tmp_path: Path, in_vilnius: None) -> None:
    october, november = datetime(2026, 9, 30, 21, 30, tzinfo=UTC), datetime(2026, 10, 31, 22, 30, tzinfo=UTC)
    path = written(tmp_path / "J.db", 1)
    winter = datetime(2026, 10, 27, 9, tzinfo=UTC).astimezone()
    assert not Closing(monthly=True).is_due(path, october, winter)
    assert Closing(monthly=True).is_due(path, october, november.astimezone())


def test_the_files_of_a_journal_are_found_from_the_last(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    first, second = closed_twice(path)
    assert volumes(path) == [first, second, path]
    assert volumes(second) == [first, second]
    first.write_bytes(second.read_bytes())
    assert volumes(path) == [second, path], "another file of that name is none of them"


def test_a_closed_file_with_a_damaged_end_is_left_out_of_the_volumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One byte of a page makes a chain nothing at all, which no statement of SQL can."""
    path = tmp_path / "J.db"
    closed_twice(path)
    heading = archives._heading

    def without_chain(of: Path) -> object:
        found, end = heading(of)
        return found, (0 if end is None else end[0], None)

    monkeypatch.setattr(archives, "_heading", without_chain)
    assert volumes(path) == [path]


def test_closed_files_are_searched_along_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    closed_twice(path)
    with Log(volumes(path)) as log:
        list(log.fill(nothing))
        rows = log.newest()
        assert [(row.place.journal, row.number) for row in rows] == [
            *((2, n) for n in (2, 1)),
            *((1, n) for n in (3, 2, 1)),
            *((0, n) for n in (5, 4, 3, 2, 1)),
        ]
        odd = log.newest(Filter(refused=True))
        assert [row.at for row in odd] == [START + timedelta(milliseconds=731 * n) for n in (9, 7, 5, 3, 1)]
        tally = Tally(log, Filter(refused=True))
        while tally.step():
            pass
        assert tally.found == 5
        assert tally.rows(1, 3) == odd[1:4]
        assert log.newest(Filter(refused=True), 2) == odd[:2]
        assert log.newest(Filter(refused=True, until=odd[1].at), 2) == odd[2:4]


@pytest.mark.parametrize("form", ["as_closed", "renamed", "written_to", "damaged"])
def test_a_closed_file_takes_no_further_entry(tmp_path: Path, form: str) -> None:
    path = tmp_path / "J.db"
    first, second = closed_twice(path)
    match form:
        case "renamed":
            first = first.rename(tmp_path / "spring.db")
        case "written_to":
            by_another_program(first, "PRAGMA journal_mode = WAL")
        case "damaged":
            by_another_program(first, "UPDATE entry SET person = 'D9' WHERE number = 1")
    held, there = first.read_bytes(), sorted(tmp_path.iterdir())
    with pytest.raises(GoesOnElsewhere) as refused:
        opened(first)
    assert refused.value.slots == {"file": str(first), "journal": str(second)}
    assert (first.read_bytes(), sorted(tmp_path.iterdir())) == (held, there)
    with opened(path) as journal:
        journal.append([drawn(1)])


def test_a_file_that_is_being_read_is_closed_another_time(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with opened(path) as journal:
        _play(journal, 0, 5)
        with closing(reading(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entry").fetchone()
            with pytest.raises(FileBeingRead):
                go_on_in_new_file(journal, b"{}", MAY)
        assert journal.append([drawn(6)]) == 6
    assert volumes(path) == [path]


def test_a_closing_that_was_cut_short_leaves_the_journal_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "J.db"

    def cut(new: Path, to: Path) -> None:
        raise OSError(5, "Input/output error")

    with opened(path) as journal:
        _play(journal, 0, 5)
        with monkeypatch.context() as patch:
            patch.setattr("console.table.journal.archives.put", cut)
            with pytest.raises(Exception, match="Input/output"):
                go_on_in_new_file(journal, b"{}", MAY)
        assert journal.append([drawn(6)]) == 6
        archive = go_on_in_new_file(journal, b"{}", MAY)
        _play(journal, 6, 1)
    assert verify(archive).entries == 6
    assert volumes(path) == [archive, path]


def test_a_closing_that_was_cut_short_leaves_no_second_name_to_the_next_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it the folder would hold one file twice, and be no journal without a gap."""
    path = tmp_path / "J.db"

    def killed(new: Path, to: Path) -> None:
        raise KeyboardInterrupt

    with opened(path) as journal:
        _play(journal, 0, 5)
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr("console.table.journal.archives.put", killed)
            go_on_in_new_file(journal, b"{}", MAY)
        (tmp_path / "J-x.db").hardlink_to(path)
        archive = go_on_in_new_file(journal, counting(5), MAY + timedelta(days=1))
    assert {file.name for file in tmp_path.glob("J-2*")} == {archive.name}
    assert (tmp_path / "J-x.db").exists(), "a name that somebody else gave stays"
    (tmp_path / "J-x.db").unlink()
    (table,) = verify_all(journals_in(tmp_path))
    assert table.good


def test_two_files_of_the_same_days_have_two_names(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with opened(path) as journal:
        _play(journal, 0, 1)
        go_on_in_new_file(journal, b"{}", MAY)
        _play(journal, 1, 1)
        first = go_on_in_new_file(journal, b"{}", MAY)
        second = go_on_in_new_file(journal, b"{}", MAY)
    assert (first.name, second.name) == ("J-20260501-20260501.db", "J-20260501-20260501-2.db")
    assert len(volumes(path)) == 4


@pytest.mark.parametrize(
    ("closing", "now", "due"),
    [
        (Closing(), datetime(2030, 1, 1, tzinfo=UTC), False),
        (Closing(monthly=True), datetime(2026, 3, 31, 23, 59, tzinfo=UTC), False),
        (Closing(monthly=True), datetime(2026, 4, 1, tzinfo=UTC), True),
        (Closing(monthly=True), datetime(2027, 3, 1, tzinfo=UTC), True),
        (Closing(monthly=True), datetime(2026, 4, 1, tzinfo=timezone(timedelta(hours=9))), True),
        (Closing(mib=1), datetime(2026, 3, 1, tzinfo=UTC), False),
        (Closing(mib=0), datetime(2026, 3, 1, tzinfo=UTC), True),
    ],
)
def test_a_file_is_due_once_its_month_is_over_or_it_is_too_big(
    tmp_path: Path, closing: Closing, now: datetime, due: bool
) -> None:
    assert closing.is_due(written(tmp_path / "J.db", 1), START, now) is due
