"""Journals that the review opens, and those that it can't."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from console.supervisor.records.accounts.lookup import every
from console.supervisor.review import journals
from console.supervisor.review.journals import JournalReads
from console.supervisor.review.paperwork import _WorkShare
from console.supervisor.review.story import Story, heading
from console.table.core import events
from console.table.custody import RulesMissing
from console.table.journal import Doubt, Filter, Identity, Log, LogRow, archives
from console.table.journal.file.place import make
from tests.base.words.catalogues import words
from tests.instruments.bench.play import FIRST, SV, lines_and_entries, opened
from tests.supervisor.records.accounts.test_across_files import PUT_RIGHT, SPUN, divided
from tests.table.core.tables import Driven, Seen, device
from tests.table.played import CLOSED, FELL, OPEN, ROUND, card, incident, say, time_of_line, written


@contextmanager
def prepared(paths: Sequence[Path]) -> Iterator[JournalReads]:
    """The journals of these files, prepared for every question; they are closed at the end."""
    with closing(JournalReads(paths)) as reads:
        while reads.prepare() < 1:
            pass
        yield reads


def test_a_journal_of_unknown_rules_is_closed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems a file that is open can be neither moved nor deleted."""
    path, opened = tmp_path / "journal.db", list[Log]()

    def log(paths: Sequence[Path]) -> Log:
        opened.append(Log(paths))
        return opened[0]

    make(path, Identity("7", "baccarat", "xx"), datetime(2026, 5, 1, tzinfo=UTC))
    monkeypatch.setattr(journals, "Log", log)
    with pytest.raises(RulesMissing, match="xx"):
        JournalReads([path])
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].files[0]._connection.execute("SELECT 1")


def test_a_log_can_be_sorted_though_a_clock_stood_at_the_beginning_of_time(tmp_path: Path) -> None:
    """One table's first entry of the year 1 ended the log of all: shifts are looked for before it."""
    first, *others = lines_and_entries(20)[1][:20]
    with opened(tmp_path / "a.db", SV, FIRST) as made:
        made.append([replace(first, at=datetime(1, 1, 1, tzinfo=UTC)), *others])
    reads = JournalReads([tmp_path / "a.db"])
    assert "T1" in reads.about().tables
    reads.close()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("cut", [2, 3, len(SPUN)])
def test_a_round_that_goes_on_in_the_next_file_is_one_replay_from_either(tmp_path: Path, cut: int) -> None:
    """Each entry has its number as counted from the file of the row; a number is put right after the cut."""
    lines = (*SPUN, *PUT_RIGHT, *SPUN)
    whole = _stories([written(tmp_path / "J.db", *lines, game="roulette")])
    found = _stories(divided(tmp_path / "cut" / "J.db", cut, lines, "roulette"))
    for journal, earlier in enumerate((0, cut)):
        for number in range(1, len(lines) + 1 - earlier if journal else cut + 1):
            mine, its = found[journal, number], whole[0, earlier + number]
            assert [each.number + earlier for each in mine.moments] == [each.number for each in its.moments]
            assert (mine.begin, mine.moments[-1].after.round) == (its.begin, its.moments[-1].after.round)


@pytest.mark.sweep
def test_a_round_that_goes_on_in_the_file_after_the_next_is_one_replay(tmp_path: Path) -> None:
    lines, path = (*SPUN, *PUT_RIGHT), tmp_path / "cut" / "J.db"
    first, _ = divided(path, 2, lines[:3], "roulette")
    second, _ = divided(path, 1, lines[3:], "roulette")
    found = _stories([first, second, path])
    replay, *others = [[each.event for each in story.moments] for story in found.values()]
    assert {at for at, _ in found} == {0, 1, 2} and isinstance(replay[0], events.BetsOpened)
    assert all(other == replay for other in others)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("cut", "until", "outcome"), [(5, 10, "void"), (7, 10, "void"), (5, 6, None)], ids=str
)
def test_a_report_open_as_a_file_was_salvaged_has_one_outcome_in_all_files(
    tmp_path: Path, cut: int, until: int, outcome: str | None
) -> None:
    path = written(tmp_path / "T7.db", *FELL[:cut])
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    files = archives.volumes(written(path, *FELL[cut:until], start=time_of_line(20)))
    with prepared(files) as reads:
        rows = [row for row in _rows(reads, Filter()) if row.incident == "T7-i1"]
    assert {row.place.journal for row in rows} == {0, 1}
    assert {(row.incident_kind, row.outcome) for row in rows} == {("card_fell", outcome)}


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "line", [incident("misread"), {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8D"}]
)
def test_the_logs_video_begins_in_the_salvaged_file_if_its_subject_does(tmp_path: Path, line: Seen) -> None:
    path = written(tmp_path / "T7.db", OPEN, CLOSED, card("8H"), {"do": "unread"})
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    files = archives.volumes(written(path, line, start=time_of_line(20)))
    (record,) = every(files[1])
    with closing(JournalReads(files)) as reads:
        (row,) = (each for each in _rows(reads, Filter()) if each.at == record.reported)
        glance = reads.glance(row.place)
    assert glance is not None and glance.filmed_from == record.filmed_from < time_of_line(5)


@pytest.mark.sweep
def test_the_replays_video_begins_in_the_salvaged_file_if_its_subject_does(tmp_path: Path) -> None:
    """The report is of a round that is over, and so the entries around a row are replayed."""
    reported = (*ROUND, REPORT)
    path = written(tmp_path / "T7.db", *reported)
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    files = archives.volumes(
        written(path, {"do": "sign_in", "who": "D2", "role": "dealer"}, start=time_of_line(30))
    )
    whole = written(tmp_path / "T8.db", *reported)
    last, known = _stories(files)[1, 1].moments[-1], _stories([whole])[0, len(reported)].moments[-1]
    assert last.onset == known.onset is not None


@pytest.mark.parametrize("game", ["baccarat", "roulette"])
def test_rows_of_a_preparation_stand_under_no_round_and_are_found_under_none(
    tmp_path: Path, game: str
) -> None:
    """The last round was dealt from the shoe before, or lies before the wheel's check: an incident of now is
    not of it.
    """
    between = {"baccarat": SHUFFLED, "roulette": CHECKED}[game]
    lines = (*(ROUND if game == "baccarat" else SPUN), *between)
    with prepared([written(tmp_path / "J.db", *lines, game=game)]) as reads:
        every = _rows(reads, Filter())[::-1]
        begun = next(at for at, row in enumerate(every) if row.kind in _BEGINS)
        report = every[-1]
        assert every[begun + 1 :] == [report] and every[begun].round == "T7-1"
        assert (report.round, report.recorded_round) == (None, "T7-1"), "the entry has the last round"
        assert report.incident is not None
        assert _rows(reads, Filter(round="T7-1")) == [row for row in every if row.round == "T7-1"][::-1]
        glance = reads.glance(report.place)
        assert glance is not None and glance.whole.row.round is None


REPORT: Seen = {"do": "incident", "by": "D1"}
SHUFFLED: tuple[Seen, ...] = ({"do": "reshuffle", "by": "P1", "on": True}, REPORT)
CHECKED: tuple[Seen, ...] = ({"do": "close", "by": "P1"}, {"do": "open", "by": "P1"}, REPORT)
_BEGINS = ("reshuffle_ordered", "table_opened")


def _rows(reads: JournalReads, wanted: Filter) -> list[LogRow]:
    reads.look_for(wanted)
    while not reads.count().done:
        pass
    return list(reads.rows(0, 99))


def _stories(files: Sequence[Path]) -> dict[tuple[int, int], Story]:
    """The story of each row, by its file and its entry."""
    with closing(JournalReads(files)) as reads:
        while not reads.count().done:
            pass
        found = {row.place: reads.story(row.place) for row in reads.rows(0, 99)}
    return {(at.journal, at.number): story for at, story in found.items() if story is not None}


def test_a_replay_of_a_shuffle_does_not_name_the_last_round() -> None:
    table = Driven("lt")
    for line in (*ROUND, {"do": "reshuffle", "by": "P1", "on": True}):
        assert table.take(line)["accepted"], line
    view = table.screen()
    assert view.round_number == 1 and view.view.round is not None
    shown = heading(view, words("en"))
    assert words("en").text("status.shoe_preparing", shoe=2) in shown
    assert not [each for each in shown if words("en").text("status.round", round=1) in each]


@pytest.mark.parametrize("earlier", [0, 4], ids=["in one file", "in the second of two"])
@pytest.mark.parametrize(("number", "first", "last"), [(35, 10, 60), (3, 1, 28), (60, 35, 60)])
def test_a_replay_outside_any_round_has_25_entries_on_either_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, first: int, last: int, earlier: int
) -> None:
    """Its first entry may be one after which the table's state was kept."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 5)
    lines = (REPORT, {"do": "withdraw", "by": "P1"}) * (earlier // 2 + 30)
    files = divided(tmp_path / "T7.db", earlier, lines) if earlier else [written(tmp_path / "T7.db", *lines)]
    story = _stories(files)[len(files) - 1, number]
    assert [each.number for each in story.moments] == [*range(first, last + 1)]
    assert story.moments[story.begin].number == number
    assert story.moments[-1].after.incidents.reported == (last + earlier + 1) // 2


@pytest.mark.parametrize(("between", "pieces"), [(198, 2), (199, 1)])
def test_the_bytes_of_a_row_are_searched_in_the_200_entries_before_it(
    tmp_path: Path, between: int, pieces: int
) -> None:
    halves: list[Seen] = [device(each, "reader") for each in (b"9", b"H\r\n")]
    lines = (OPEN, CLOSED, halves[0], *[say("still here")] * between, halves[1])
    with closing(JournalReads([written(tmp_path / "T7.db", *lines, code="sv")])) as reads:
        (read,) = (row for row in _rows(reads, Filter(bytes=True)) if row.kind == "card_drawn")
        assert len(reads.bytes_of(read.place)) == pieces


def test_no_more_than_20_entries_with_bytes_are_shown_beneath_a_row(tmp_path: Path) -> None:
    pieces = [device(each, "reader") for each in (*[b" "] * 20, b"9H\r\n")]
    with closing(JournalReads([written(tmp_path / "T7.db", OPEN, CLOSED, *pieces, code="sv")])) as reads:
        (read,) = (row for row in _rows(reads, Filter(bytes=True)) if row.kind == "card_drawn")
        found = reads.bytes_of(read.place)
    assert [each.number for each in found] == [*range(read.number - 1, read.number - 21, -1)]


def test_the_gravest_doubt_about_a_table_lasts(tmp_path: Path) -> None:
    story = _stories([written(tmp_path / "T7.db", *[say("still here")] * 4)])[0, 1]
    doubts = ((1, Doubt.UNPROVED), (2, Doubt.NEAR), (3, Doubt.CHANGED), (4, Doubt.UNPROVED))
    found = [replace(story, doubts=doubts).doubt(at) for at in range(4)]
    assert found == [*doubts[:3], doubts[2]]


def test_progress_over_several_files_is_the_share_of_their_entries() -> None:
    """From a half to the whole: ten entries of one file, then ten of the next one, each from its first."""
    progress = Mock(return_value=True)
    report = _WorkShare(progress, 0.5, 1.0).of([(11, 20), (1, 10)])
    assert all(map(report, (11, 15, 20, 1, 6)))
    assert [share for (share,), _ in progress.call_args_list] == [0.5, 0.6, 0.725, 0.75, 0.875]
