"""A report goes on from its last count if nothing that it was made of has changed, and only then."""

from __future__ import annotations

import os
import pickle
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from console.base.software import Software
from console.base.words import Words, turn_of
from console.supervisor.commands import incident
from console.supervisor.history import EntrySequence
from console.supervisor.history.interval import Interval
from console.supervisor.history.timeline import Moment, Progress, go_on
from console.supervisor.records.accounts.spans import Span, SpanFold
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports import journal_reports, kept_reports
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.shift_report import TableFold, TableReport
from console.table.core import SetClock
from console.table.game import rulebook, rulebook_folder
from console.table.journal import DamagedJournal, Identity, archives, open_journal, verify
from tests.command_lines import run
from tests.supervisor.reports.test_charts import KEPT, _unpacked
from tests.supervisor.reports.test_shift_bounds import play
from tests.table.played import FELL, START, say, written


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of kept reports of the test's own, in which each report is kept, however short."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_reports, "MANY", 0)
    return tmp_path / "cache" / "dealer-console" / "reports"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "J.db", *FELL, say("first"))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Moment]:
    """The first moments of journals, each as often as a report began there to count."""
    found, count = list[Moment](), TableFold.count_moment

    def noting(self: TableFold, moment: Moment, *, inside: bool) -> None:
        found.extend([moment] if moment.place == 1 else [])
        count(self, moment, inside=inside)

    monkeypatch.setattr(TableFold, "count_moment", noting)
    return found


def only(folder: Path) -> Path:
    (kept,) = folder.iterdir()
    return kept


def test_a_second_report_is_the_first_one_and_counts_no_entry(path: Path, counted: list[Moment]) -> None:
    first, second = (repr(table_report(path, Interval())) for _ in range(2))
    assert (first, len(counted)) == (second, 1)


@pytest.mark.parametrize("asked", [(), ("--handover",), ("--from", "2026-01-01")])
def test_all_forms_of_a_second_report_are_the_same_to_the_byte(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    def made() -> list[object]:
        tell = partial(run, "report", draw=lambda _: b"", now=lambda: START)
        targets = [tmp_path / f"out.{kind}" for kind in ("json", "csv")]
        exports = [word for target in targets for word in (f"--{target.suffix[1:]}", str(target))]
        assert tell([str(path), *asked]) == tell([str(path), *asked, *exports]) == 0
        found: list[object] = [capsys.readouterr(), *(target.read_bytes() for target in targets)]
        for target in targets:
            target.unlink()
        return found

    assert made() == made()


@pytest.mark.parametrize(("asked", "times"), [((), 1), (("--recount",), 2)])
def test_a_report_that_is_to_count_again_does_so(
    path: Path, counted: list[Moment], asked: tuple[str, ...], times: int
) -> None:
    tell = partial(run, "report", draw=lambda _: b"", now=lambda: START)
    assert tell([str(path)]) == tell([str(path), *asked]) == 0
    assert len(counted) == times


def test_a_report_is_kept_for_its_user_alone(path: Path, cache: Path) -> None:
    table_report(path, Interval())
    assert [place.stat().st_mode & 0o777 for place in (cache, only(cache))] == [0o700, 0o600]


def test_a_report_of_few_entries_is_not_kept(
    path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_reports, "MANY", 5_000)
    table_report(path, Interval())
    assert not cache.exists()


def test_another_interval_is_counted_again(path: Path, counted: list[Moment]) -> None:
    table_report(path, Interval())
    table_report(path, Interval(START))
    table_report(path, Interval(START, START + timedelta(hours=1)))
    assert len(counted) == 3


def test_a_journal_that_went_on_is_counted_on(path: Path, counted: list[Moment]) -> None:
    table_report(path, Interval())
    clock = SetClock(START)
    clock.advance(600)
    play(path, clock, say("second"))
    assert [each.text for each in table_report(path, Interval()).lists.remarks][-2:] == [
        "first",
        "second",
    ]
    assert len(counted) == 1


def test_an_entry_that_was_changed_is_found_by_verify_and_by_counting_again(path: Path) -> None:
    table_report(path, Interval())
    with closing(sqlite3.connect(path)) as connection, connection:
        schema = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for trigger, _ in schema:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("UPDATE entry SET event = replace(event, 'first', 'worst')")
        for _, text in schema:
            connection.execute(text)
    assert verify(path).flaw is not None
    kept_reports.clear_unused(0)
    with pytest.raises(DamagedJournal):
        table_report(path, Interval())


def test_another_journal_in_its_place_is_counted_again(
    tmp_path: Path, path: Path, counted: list[Moment]
) -> None:
    table_report(path, Interval())
    (tmp_path / "other").mkdir()
    other = written(tmp_path / "other" / "J.db", *FELL, say("other"))
    for each in other.parent.iterdir():
        each.replace(path.parent / each.name)
    assert [each.text for each in table_report(path, Interval()).lists.remarks][-1:] == ["other"]
    assert len(counted) == 2


@pytest.mark.parametrize("software", [Software("9.9.9"), Software("1.2.0", manifest="f" * 64)])
def test_another_console_counts_again(
    path: Path, counted: list[Moment], monkeypatch: pytest.MonkeyPatch, software: Software
) -> None:
    table_report(path, Interval())
    monkeypatch.setattr(kept_reports, "at_work", lambda *_: software)
    table_report(path, Interval())
    assert len(counted) == 2


def test_a_rulebook_that_was_changed_counts_again(
    path: Path, counted: list[Moment], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An installed console's manifest, which stands for all of its files, knows nothing of a house's own."""
    folder = copytree(rulebook_folder(), tmp_path / "rulebooks")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: folder)
    monkeypatch.setattr(kept_reports, "at_work", partial(Software, "1.2.0", "f" * 64))
    table_report(path, Interval())
    table_report(path, Interval())
    with (folder / f"{EntrySequence((path,)).identity.rules}.toml").open("a") as own:
        own.write("# another row\n")
    table_report(path, Interval())
    assert len(counted) == 2


def test_another_time_zone_counts_again(
    path: Path, counted: list[Moment], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_report(path, Interval())
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    table_report(path, Interval())
    assert len(counted) == 2


def changed(kept: Path) -> None:
    *rest, last = kept.read_bytes()
    kept.write_bytes(bytes((*rest, last ^ 1)))


def cut(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-9])


def emptied(kept: Path) -> None:
    kept.write_bytes(b"")


def writable_by_others(kept: Path) -> None:
    kept.chmod(0o666)


def folder_writable_by_others(kept: Path) -> None:
    kept.parent.chmod(0o777)


def linked(kept: Path) -> None:
    os.symlink(kept.rename(kept.parent.parent / "elsewhere"), kept)


TAMPERED = [changed, cut, emptied, writable_by_others, folder_writable_by_others, linked]


@pytest.mark.parametrize("tamper", TAMPERED)
def test_a_kept_report_that_was_tampered_with_is_not_believed(
    path: Path, cache: Path, counted: list[Moment], tamper: Callable[[Path], None]
) -> None:
    first = repr(table_report(path, Interval()))
    tamper(only(cache))
    assert repr(table_report(path, Interval())) == first
    assert len(counted) == 2


class Called:
    """Runs a function as it is read."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, ("ran",)


@pytest.mark.parametrize("value", [Called(), Interval(), {"a": [Called()]}])
def test_a_kept_file_makes_values_alone_and_runs_nothing(
    path: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    monkeypatch.chdir(tmp_path)
    first = repr(table_report(path, Interval()))
    sequence, forged = EntrySequence((path,)), zlib.compress(pickle.dumps(value))
    made_of = kept_reports._made_of(sequence, journal_reports._fold(sequence, Interval()).made_with)
    kept = only(cache)
    assert made_of is not None and kept_reports.kept(made_of, tuple, sequence.game) is not None
    digest = sha256(sha256(made_of).digest() + forged).hexdigest().encode()
    kept.write_bytes(digest + b"\n" + forged)
    assert repr(table_report(path, Interval())) == first
    assert not (tmp_path / "ran").exists()


def test_an_entry_that_comes_while_the_report_is_made_is_counted_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, report = SetClock(START + timedelta(minutes=10)), TableFold.report

    def going_on(self: TableFold) -> TableReport:
        play(path, clock, say("second"))
        return report(self)

    with monkeypatch.context() as patched:
        patched.setattr(TableFold, "report", going_on)
        table_report(path, Interval())
    found = repr(table_report(path, Interval()))
    kept_reports.clear_unused(0)
    assert found == repr(table_report(path, Interval()))


@pytest.mark.usefixtures("in_vilnius")
def test_a_clock_set_back_later_counts_again(tmp_path: Path, counted: list[Moment]) -> None:
    """It marks the times of entries before it."""
    path, clock = tmp_path / "J.db", SetClock(START)
    clock.advance(300)
    play(path, clock, say("one"))
    table_report(path, Interval())
    clock.set(-241)
    play(path, clock, say("two"))
    assert [turn_of(each.at) for each in table_report(path, Interval()).lists.remarks] == [1, 2]
    assert len(counted) == 2


def test_a_journal_that_goes_on_in_another_file_counts_again(path: Path, counted: list[Moment]) -> None:
    table_report(path, Interval())
    clock = SetClock(START + timedelta(minutes=10))
    state = play(path, clock)
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        earlier = archives.go_on_in_new_file(journal, state, clock.utc())
    play(path, clock, say("second"))
    found = table_report(earlier, Interval(), later=[path])
    assert len(counted) == 2
    kept_reports.clear_unused(0)
    assert table_report(earlier, Interval(), later=[path]) == found


def at_every_entry(
    sequence: EntrySequence, paper: object, fold: Any, progress: Progress = go_on, **more: Any
) -> tuple[Any, Iterator[Moment]]:
    """A paper's fold that is kept, and read again, after each entry."""

    def passed() -> Iterator[Moment]:
        while True:
            known, stream = kept_reports.going_on(sequence, paper, fold, progress, **more)
            pairs = zip(fold, known, strict=True) if type(fold) is tuple else [(fold, known)]
            for each, read in pairs:
                each.__dict__ = read.__dict__
            if (moment := next(stream, None)) is None:
                return
            yield moment
            next(stream, None)

    return fold, passed()


PAPERS: dict[str, Callable[[Path], object]] = {
    "report": lambda path: table_report(path, Interval()),
    "card-sets": lambda path: journal_reports.tables_of([path]),
    "shoe": lambda path: journal_reports.shoe_report([path]),
    "wheel": lambda path: journal_reports.wheel_report([path]),
    "incident": lambda path: [*incident.record_lines([path], RecordFormatter(Words("en")))],
}
OF_GAMES = [
    (packed, paper)
    for packed in KEPT
    for paper in (
        *("report", "incident"),
        *(("wheel",) if "roulette" in packed.name else ("card-sets", "shoe")),
    )
]


@pytest.mark.parametrize(
    ("packed", "paper"), OF_GAMES, ids=lambda each: each if isinstance(each, str) else each.stem
)
def test_a_paper_kept_after_each_entry_is_as_one_counted_at_once(
    packed: Path,
    paper: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path, make = _unpacked(packed, tmp_path), PAPERS[paper]
    whole = make(path)
    kept_reports.clear_unused(0)
    monkeypatch.setattr(kept_reports, "KEPT_EVERY", 1)
    for reader in (journal_reports, incident):
        monkeypatch.setattr(reader, "going_on", at_every_entry)
    assert make(path) == whole
    assert not caplog.messages


@pytest.mark.parametrize(("asked", "is_whole"), [((), False), (("--recount",), True)])
def test_a_list_of_incidents_reads_on_unless_it_is_to_count_again(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[str, ...],
    is_whole: bool,
) -> None:
    path, follow, followed = _unpacked(KEPT[0], tmp_path), SpanFold.follow, list[int]()

    def noting(self: SpanFold, moment: Moment) -> Iterator[Span]:
        followed.append(moment.place)
        return follow(self, moment)

    tell = partial(run, "incident", draw=lambda _: b"")
    assert tell([str(path)]) == 0
    first = capsys.readouterr()
    assert "\t" in first.out
    monkeypatch.setattr(SpanFold, "follow", noting)
    assert tell([str(path), *asked]) == 0
    assert (capsys.readouterr(), bool(followed)) == (first, is_whole)


def test_a_wheel_keeps_a_megabyte_of_a_million_entries(cache: Path) -> None:
    """They have some 200,000 spins."""
    spins, chance, at = journal_reports.SpinRows(), Random(1), START
    for number in range(200_000):
        at += timedelta(seconds=chance.uniform(35, 75))
        spins.add(f"T8-{number}", at, number // 60 % 9, (f"T8-{number - 1}",))
        spins.numbers[-1] = chance.randrange(37)
    kept_reports.keep(b"", spins)
    assert only(cache).stat().st_size <= 1_000_000
    found = kept_reports.kept(b"", journal_reports.SpinRows)
    assert found is not None
    assert [*found.rows()] == [*spins.rows()]
    assert len(found.places) == 2


@pytest.mark.usefixtures("in_vilnius")
def test_a_time_that_came_again_keeps_its_turn(tmp_path: Path, counted: list[Moment]) -> None:
    path, clock = tmp_path / "J.db", SetClock(START)
    clock.advance(300)
    play(path, clock, say("one"))
    clock.set(-241)
    play(path, clock, say("two"))
    clock.advance(239)
    play(path, clock, say("three"))
    turns = [[turn_of(each.at) for each in table_report(path, Interval()).lists.remarks] for _ in range(2)]
    assert turns == [[1, 2, 2], [1, 2, 2]]
    assert len(counted) == 1


def test_a_folder_that_cannot_be_made_stops_no_report(path: Path, cache: Path, counted: list[Moment]) -> None:
    cache.parent.parent.write_text("")
    for _ in range(2):
        assert shift_report([path], Interval(), START).tables[0].active
    assert len(counted) == 2


def folder_linked(kept: Path) -> None:
    os.symlink(kept.parent.rename(kept.parent.parent / "elsewhere"), kept.parent)


@pytest.mark.parametrize(
    ("days", "shared", "is_kept"),
    [
        (179.9, None, True),
        (180.1, None, False),
        (180.1, folder_writable_by_others, True),
        (180.1, folder_linked, True),
    ],
)
def test_a_kept_report_of_half_a_year_ago_is_removed_from_a_private_folder(
    path: Path, cache: Path, days: float, shared: Callable[[Path], None] | None, is_kept: bool
) -> None:
    table_report(path, Interval())
    old, then = only(cache), time.time() - days * 86_400
    os.utime(old, (then, then))
    if shared is not None:
        shared(old)
    table_report(path, Interval(START))
    assert old.exists() is is_kept
