"""A time that came again, since the clock was set back, has a number on papers, in the log and its search."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from console.base.words import in_turn, turn_of, which_of
from console.cli import main
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.review import JournalReads
from console.supervisor.ui.review.log.time_field import searched_twice, with_typed_times
from console.table.commands.journal_copies import close_file
from console.table.core import SetClock
from console.table.journal import Filter, RepeatedTimes, Word
from tests.supervisor.reports.test_shift_bounds import play
from tests.supervisor.review.test_journals import prepared
from tests.table.played import FELL, round_of, say

pytestmark = pytest.mark.usefixtures("in_vilnius")
TEN = datetime(2026, 11, 20, 20, tzinfo=UTC)
"""At the table it is 22:00."""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Remarks at 22:05:01; at 22:01:01 and 22:05:01 once the clock was set back in play; at 22:03:01 once it
    was set back while the console was off; and at 22:02:01 and 22:07:01 once it was before a second file.
    """
    clock, newest = SetClock(TEN), tmp_path / "J.db"
    clock.advance(300)
    play(newest, clock, say("one"))
    clock.set(-241)
    play(newest, clock, say("two"))
    clock.advance(239)
    play(newest, clock, say("three"))
    clock.set(-121)
    play(newest, clock, say("four"))
    clock.set(-61)
    closed = close_file(newest, clock, tmp_path / "keys").file
    play(newest, clock, say("five"))
    clock.advance(299)
    play(newest, clock, say("six"))
    return [closed, newest]


def shown(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}{which_of(at)}"


SAID = {
    "one": "22:05:01#1",
    "two": "22:01:01#2",
    "three": "22:05:01#2",
    "four": "22:03:01#3",
    "five": "22:02:01#3",
    "six": "22:07:01",
}


def test_an_entry_of_a_time_that_came_again_knows_its_turn(files: list[Path]) -> None:
    rows = (row for _, row in EntrySequence(files).entries(0) if row.kind == "remarked")
    assert [shown(row.at) for row in rows] == [*SAID.values()]


def test_the_log_has_the_turns_that_the_papers_have_and_goes_to_each(files: list[Path]) -> None:
    with prepared(files) as reads:
        reads.look_for(Filter(kinds=frozenset(("remarked",))))
        while not reads.count().done:
            pass
        rows = {str(row.figures["text"]): row for row in reads.rows(0, 99)}
        assert {text: shown(row.at) for text, row in rows.items()} == SAID
        for row in rows.values():
            assert reads.rows(reads.number_at(row.at), 1) == (row,)


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("22:05:01", ("22:05:01#1", "22:05:01#2, 22:05:01#3")),
        ("22:02:01", ("22:02:01#1", "22:02:01#2, 22:02:01#3")),
        ("22:05:01#2", None),
        ("21:59", None),
    ],
)
def test_who_types_a_time_that_came_again_is_asked_which(
    files: list[Path], typed: str, texts: tuple[str, str] | None
) -> None:
    wanted, last = Filter(words=(Word(typed),)), TEN + timedelta(hours=1)
    with closing(JournalReads(files)) as reads:
        repeated = RepeatedTimes(reads.about().set_back)
        assert searched_twice(wanted, last, repeated) == texts
        reads.look_for(with_typed_times(wanted, last))
        while not reads.count().done:
            pass
        found = [row.figures.get("text") for row in reads.rows(0, 99) if row.kind == "remarked"]
    assert typed != "22:05:01#2" or found == ["three"]


@pytest.mark.parametrize("turn", [1, 2])
def test_an_interval_may_begin_and_end_in_one_turn(files: list[Path], turn: int) -> None:
    begin = TEN + timedelta(seconds=301)
    interval = Interval(in_turn(begin, turn), in_turn(begin + timedelta(seconds=1), turn))
    remarks = table_report(files[0], interval, later=files[1:]).lists.remarks
    assert [turn_of(each.at) for each in remarks] == [turn]


def test_report_and_log_from_or_until_a_turn_agree_if_the_clock_was_set_back_twice(tmp_path: Path) -> None:
    clock, path = SetClock(TEN), tmp_path / "J.db"
    for number, advance in enumerate((0, -60, 3600, -60, 600)):
        clock.set(advance)
        play(path, clock, say(str(number)), *round_of(number))
    said = [row.at for _, row in EntrySequence([path]).entries(0) if row.kind == "remarked"]
    assert [which_of(at) for at in said] == ["#1", "#2", "#1", "#2", ""]
    with prepared([path]) as reads:
        for place, at in enumerate(said):
            for interval, of_it in (Interval(at), range(place, 5)), (Interval(until=at), range(place)):
                report = table_report(path, interval)
                assert report.whole.rounds == len(of_it)
                assert [each.text for each in report.lists.remarks] == [*map(str, of_it)]
                dealers = table_report(path, interval, dealers_only=True).dealers
                assert sum(each.figures.rounds for each in dealers) == len(of_it)
                reads.look_for(Filter(interval.start, interval.until, kinds=frozenset(("remarked",))))
                while not reads.count().done:
                    pass
                assert [row.figures["text"] for row in reads.rows(0, 9)] == [*map(str, reversed(of_it))]


def test_papers_of_a_shift_that_began_in_a_closed_file_have_all_after_a_set_clock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clock is set back by an hour before the shift, in it, and before the file that goes on."""
    clock, path = SetClock(TEN), tmp_path / "J.db"
    for shift, text in ("early", "another shift"), ("late", "first"), ("late", "closed"):
        play(path, clock, say(text), *FELL, shift=shift)
        clock.set(-3600)
    closed = close_file(path, clock=clock).file
    play(path, clock, say("after"), shift="late")
    (table,) = shift_report([path], Interval(), TEN, from_shift_start=True).tables
    said = [each.text for each in table.lists.remarks if "chair" not in each.text]
    assert said == ["first", "closed", "after"]
    assert main(["incident", str(path), "--lang", "en"]) == 0
    *lines, left_out = capsys.readouterr().out.splitlines()
    assert [each.partition("\t")[0] for each in lines] == ["T7-i2", "T7-i3"]
    assert left_out == f"Earlier shifts are not in this list. See them with: dealer-console incident {closed}"
    assert main(["incident", str(closed), "--lang", "en"]) == 0
    assert "T7-i1" in capsys.readouterr().out


def test_a_report_from_a_turn_on_marks_its_times(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", *map(str, files), "--from", "2026-11-20T22:05:01#2"]) == 0
    out = capsys.readouterr().out
    assert "22:05:01#2" in out and "22:05:01#1" not in out
    span = ("--from", "2026-11-20T22:05:01#1", "--until", "2026-11-20T22:04#2")
    assert main(["report", *map(str, files), *span]) == 0, "a time set back comes later"
    out = capsys.readouterr().out
    assert "22:01:01#2" in out and "22:05:01#1" in out and "22:05:01#2" not in out


def test_an_incident_and_its_video_are_of_their_turn_on_the_record_and_in_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, path = SetClock(TEN), tmp_path / "J.db"
    clock.advance(60)
    play(path, clock, say("before"))
    clock.set(-60)
    play(path, clock, *FELL)
    assert main(["incident", str(path), "T7-i1", "--lang", "en"]) == 0
    record = capsys.readouterr().out
    assert "Happened  20/11/2026 22:00:06#2\n" in record and "21:59:36 – 22:00:11 UTC+02:00 #2\n" in record
    assert main(["report", str(path), "--csv", str(tmp_path / "r.csv"), "--lang", "en"]) == 0
    assert "22:00:06#2" in (tmp_path / "r.csv").read_text("utf-8-sig")
