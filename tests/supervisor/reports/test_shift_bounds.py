"""A shift's report reaches to the beginning of the next one: two shifts add up to the whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.supervisor.commands.incident import record_lines
from console.supervisor.history import EntrySequence
from console.supervisor.history.interval import Interval
from console.supervisor.history.timeline import go_on, noted_change
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.figures import Figures, NamedCount
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import TableShare, TooSlow, shift_report, table_report
from console.supervisor.reports.report_document import report_paper, table_name
from console.supervisor.reports.report_json import told
from console.supervisor.reports.shift_report import TableReport
from console.supervisor.review import Paperwork
from console.supervisor.ui.paper.document import pdf_of
from console.table.core import (
    SET,
    NoPicture,
    NoteKind,
    Notification,
    ProbeAnswer,
    ProbedVideo,
    SetClock,
    View,
    encode_table,
    shift_at,
    start_between,
)
from console.table.journal import Identity, archives, open_journal
from console.table.journal.proof.seals import seal
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.journal.sealing import key_in
from tests.table.played import CLOSED, DONE_D, OPEN, ROUND, card, incident, say, session_at

BOUND = datetime(2026, 11, 20, 22).astimezone()
LATE, NIGHT = "2026-11-20 14:00", "2026-11-20 22:00"
LENGTHS = ("open_seconds", "stood_seconds", "manual_seconds")
MANUAL: Seen = {"do": "manual", "by": "P1", "on": True}
HALTED = (OPEN, CLOSED, MANUAL, card("9H"), incident("card_fell", cards=1))
FREED = ({"do": "answer", "facts": {"seen": False}, "by": "P1"}, {"do": "authorise", "by": "P1"}, DONE_D)


def play(
    path: Path, clock: SetClock, *lines: Seen, shift: str | None = None, noting: Sequence[NoteKind] = ()
) -> bytes:
    """Play these lines after these notes, one a second; the state of the table after them."""
    with session_at(path, clock, shift=lambda at: shift or shift_at(at.astimezone())) as session:
        for note in noting:
            session.note(note)
        for line in lines:
            clock.advance(1)
            assert session.take(msgspec.json.encode(line)).accepted
        return encode_table(session.table)


@pytest.fixture(params=[False, True], ids=["one file", "two files"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> list[Path]:
    """A table that halts ten minutes before a change of shift and is freed twenty minutes after it."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(minutes=10, seconds=len(HALTED)))
    files, state = [path], play(path, clock, *HALTED)
    if request.param:
        with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
            files.insert(0, archives.go_on_in_new_file(journal, state, clock.utc()))
    clock.advance(30 * 60 - 1)
    play(path, clock, *FREED, say("after"))
    return files


def table_of(files: list[Path], interval: Interval) -> TableReport:
    (table,) = shift_report(files, interval, BOUND).tables
    return table


def lengths(figures: Figures) -> tuple[float, ...]:
    return tuple(getattr(figures, name) for name in LENGTHS)


@pytest.mark.sweep(1)
def test_a_halt_over_a_change_of_shift_is_counted_in_both_shifts(files: list[Path]) -> None:
    late, night = (table_of(files, Interval(shift=shift)) for shift in (LATE, NIGHT))
    assert late.whole.stood_seconds == pytest.approx(10 * 60)
    assert night.whole.stood_seconds == pytest.approx(20 * 60 + 2)
    assert (late.ended, night.begun) == (BOUND, BOUND)
    assert [each.since for each in night.lists.dealt] == [BOUND]
    assert [each.at for each in night.lists.staffing if each.change == "there"] == [BOUND, BOUND]
    assert night.lists.shoes[0].began == BOUND
    assert late.handover is not None and late.handover.at == BOUND


@pytest.mark.sweep(1)
def test_the_lengths_of_two_shifts_add_up_to_the_whole(files: list[Path]) -> None:
    whole, *shifts = (table_of(files, Interval(shift=shift)) for shift in (None, LATE, NIGHT))
    for one, *parts in zip(*(lengths(each.whole) for each in (whole, *shifts)), strict=True):
        assert sum(parts) == pytest.approx(one) and one > 0
    hours = {each.start: each.stood_seconds for shift in shifts for each in shift.hours}
    assert hours == {each.start: pytest.approx(each.stood_seconds) for each in whole.hours}


@pytest.mark.sweep(1)
def test_a_shift_counts_as_the_same_time_by_its_bounds_does(files: list[Path]) -> None:
    begun, ended = BOUND - timedelta(hours=8), BOUND + timedelta(hours=8)
    for shift, span in ((LATE, Interval(begun, BOUND)), (NIGHT, Interval(BOUND, ended))):
        named, timed = table_of(files, Interval(shift=shift)), table_of(files, span)
        assert named.whole == timed.whole and named.dealers == timed.dealers and named.hours == timed.hours


@pytest.mark.sweep(1)
def test_the_review_reports_a_shift_up_to_the_next_one(files: list[Path]) -> None:
    makes = Paperwork(files, {}, lambda: BOUND, draw=pdf_of)
    for shift in (LATE, NIGHT):
        compared = makes.report_of_shift(shift, lambda share: True)
        assert compared.report.tables == (table_of(files, Interval(shift=shift)),)


def test_a_shift_whose_name_is_no_time_reaches_to_the_first_entry_of_the_next(tmp_path: Path) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    play(path, clock, *HALTED, shift="late")
    clock.advance(60)
    play(path, clock, *FREED, shift="night")
    late, night = (table_report(path, Interval(shift=shift)) for shift in ("late", "night"))
    assert late.ended == night.begun == BOUND + timedelta(seconds=len(HALTED) + 61)
    assert (late.whole.stood_seconds, night.whole.stood_seconds) == (61, 2)


@pytest.mark.parametrize(
    "noting",
    [
        (NoteKind.RESTARTED,),
        (NoteKind.JOURNAL_ROLLED_BACK, NoteKind.CASINO, NoteKind.RESTARTED),
    ],
)
def test_the_time_from_one_shift_to_another_with_the_console_off_is_nobodys(
    tmp_path: Path, noting: tuple[NoteKind, ...]
) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(hours=3))
    play(path, clock, *HALTED)
    clock.advance(48 * 3600)
    started = clock.utc()
    play(path, clock, *FREED, noting=noting)
    late, later, whole = (
        table_report(path, each)
        for each in (Interval(shift=LATE), Interval(shift="2026-11-22 14:00"), Interval())
    )
    assert late.ended == BOUND and late.handover is not None and late.handover.at == BOUND
    assert [each.whole.open_seconds for each in (late, later, whole)] == [len(HALTED) - 1, 3, len(HALTED) + 2]
    assert [each.figures.open_seconds for each in late.dealers] == [len(HALTED) - 1]
    assert [each.start for each in late.hours] == [BOUND - timedelta(hours=3)]
    assert later.begun == BOUND + timedelta(days=2, hours=-8)
    assert [each.since for each in later.lists.dealt] == [started]


def test_a_start_that_closes_a_file_without_a_seal_was_off_before(tmp_path: Path) -> None:
    """Its first entry is the note of the seal that failed: two days passed as hours of an open table."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(hours=3))
    play(path, clock, *ROUND)
    clock.advance(48 * 3600)
    no_key = tmp_path / "no folder"
    no_key.touch()
    closing = archives.Closing(mib=0, keys=no_key)
    with session_at(
        path, clock, is_ready=False, shift=lambda at: shift_at(at.astimezone()), closing=closing
    ) as session:
        assert session.note(NoteKind.RESTARTED).entry == 2, "one before it, of the seal"
    report = table_of(archives.volumes(path), Interval())
    assert report.handover is not None and report.handover.unsealed is not None
    assert report.whole.open_seconds == len(ROUND) - 1


def test_an_outage_within_a_shift_is_time_of_that_shift(tmp_path: Path) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(hours=3))
    play(path, clock, *HALTED)
    clock.advance(60)
    play(path, clock, *FREED, noting=(NoteKind.RESTARTED,))
    late = table_report(path, Interval(shift=LATE))
    assert late.whole.open_seconds == 60 + len(HALTED) - 1 + len(FREED)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("last", "by", "end"),
    [
        ("2026-11-20 14:00", "2026-11-22 14:00", BOUND),
        ("2026-11-20 07:00", "2026-11-22 19:00", BOUND - timedelta(hours=3)),
        ("2026-11-20 07:00", "2026-11-22 07:00", BOUND + timedelta(hours=9)),
    ],
)
def test_a_shift_ends_at_its_own_end_although_the_next_ones_have_no_entry(
    tmp_path: Path, last: str, by: str, end: datetime
) -> None:
    """As 'drive' leaves it, which notes no start."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(hours=4, seconds=len(HALTED)))
    play(path, clock, *HALTED, shift=last)
    clock.advance(48 * 3600)
    play(path, clock, *FREED, shift=by)
    ended = table_report(path, Interval(shift=last))
    assert (ended.ended, ended.lists.dealt[-1].until) == (end, None)
    in_halt = (end - BOUND).total_seconds() + 4 * 3600
    assert ended.whole.stood_seconds == pytest.approx(in_halt)


@pytest.mark.parametrize("slewed", [0.005, 1.9])
def test_a_shift_has_no_hour_before_its_beginning(tmp_path: Path, slewed: float) -> None:
    """The clock of day was slewed a little during a halt over the change of shift; its hours have all of the
    shift's time nevertheless, on paper and in the export.
    """
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(minutes=10))
    play(path, clock, *HALTED)
    clock.set(-slewed)
    clock.advance(20 * 60)
    play(path, clock, *FREED)
    night = table_report(path, Interval(shift=NIGHT))
    assert [each.start for each in night.hours] == [BOUND]
    assert night.whole.stood_seconds == pytest.approx(10 * 60, abs=10)
    assert night.hours[0].stood_seconds == pytest.approx(night.whole.stood_seconds, abs=1e-4)
    spent = [row for row in JournalFacts([path]).rows["time_spent"] if row["shift_id"].endswith(NIGHT)]
    assert {row["hour"] for row in spent} == {BOUND}
    assert sum(row["stood_seconds"] for row in spent) == pytest.approx(night.whole.stood_seconds)


def test_a_clock_that_is_set_back_over_the_bound_loses_no_time(tmp_path: Path) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(seconds=3))
    play(path, clock, *HALTED)
    clock.set(-30)
    play(path, clock, say("set back"))
    clock.advance(40)
    play(path, clock, *FREED)
    for spans in (
        [Interval(shift=shift) for shift in (LATE, NIGHT)],
        [Interval(None, BOUND), Interval(BOUND, None)],
    ):
        whole, *parts = (table_report(path, each).whole for each in (Interval(), *spans))
        assert sum(each.stood_seconds for each in parts) == pytest.approx(whole.stood_seconds)
        assert whole.stood_seconds > 40


def test_a_set_clock_is_said_in_both_shifts_that_it_parts(tmp_path: Path) -> None:
    """The night's times ran backwards without a word, and its incident ended in no shift."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    play(path, clock, *HALTED, shift=NIGHT)
    clock.set(-200)
    play(path, clock, *FREED, shift=LATE)
    clock.advance(300)
    play(path, clock, say("on"), shift=NIGHT)
    formatter = RecordFormatter(words("en"), zone=BOUND.tzinfo)
    set_back = formatter.words.label(formatter.words.text("log.noted.clock_set"), "")
    outcomes = list[str]()
    for shift in (NIGHT, LATE):
        report = shift_report([path], Interval(shift=shift), BOUND)
        (change,) = report.tables[0].lists.clock
        assert change.seconds < -190
        paper = report_paper(report, formatter, "1.1")
        assert sum(line.startswith(set_back.strip()) for line in paper.head) == 1
        outcomes.append(str(paper.parts[0].rows[0][5]))
    ended = formatter.words.text("record.closed")
    assert all(f"{ended}: " in each for each in outcomes), outcomes
    beside = tmp_path / "T8.db"
    play(beside, SetClock(BOUND - timedelta(hours=1)), say("beside it"))
    both = shift_report([path, beside], Interval(), BOUND)
    (line,) = (each for each in report_paper(both, formatter, "1.1").head if set_back.strip() in each)
    assert line.startswith(table_name(both.tables[0], formatter)), "whose clock it was"


def test_a_report_names_each_set_clock_that_the_console_noted(tmp_path: Path) -> None:
    """One of less than two seconds stood in log, record and export, and not in the report."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    with session_at(path, clock) as session:
        for set_by, line in ((0.0, OPEN), (SET, say("on")), (-SET, CLOSED)):
            clock.set(set_by)
            assert session.take(msgspec.json.encode(line)).accepted
    noted = [seconds for each in EntrySequence([path]).moments(0) if (seconds := noted_change(each.event))]
    report = table_report(path, Interval())
    assert [each.seconds for each in report.lists.clock] == noted == [SET, -SET]


def test_changes_of_the_clock_are_listed_and_not_counted_beside_the_list(tmp_path: Path) -> None:
    """A shift listed two, and counted one: the other led out of it."""
    path, clock, name = tmp_path / "T7.db", SetClock(BOUND), [NIGHT]
    with session_at(path, clock, shift=lambda at: name[0]) as session:
        for set_by, shift in ((0, NIGHT), (-SET, NIGHT), (-200, LATE)):
            clock.set(set_by)
            name[0] = shift
            assert session.take(b'{"do":"say","by":"D1","text":"on"}').accepted
    night, late = (table_report(path, Interval(shift=each)) for each in (NIGHT, LATE))
    assert [each.seconds for each in night.lists.clock] == [-SET, -200]
    assert [each.seconds for each in late.lists.clock] == [-200]
    assert not [each for table in (night, late) for each in table.doings if each.name == "clock_set"]


def test_a_shift_that_a_set_clock_interrupts_lists_who_and_which_shoe_came(
    tmp_path: Path,
) -> None:
    """The night's second part had rounds from no shoe, dealt by nobody."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    relief: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
    close: Seen = {"do": "close", "by": "P1", "on": True}
    play(path, clock, say("night"), shift=NIGHT)
    left = clock.utc()
    clock.set(-200)
    counted: Seen = {"do": "done", "by": "D2", "counted": 416}
    play(path, clock, relief, close, counted, {"do": "open", "by": "P1"}, shift=LATE)
    clock.advance(300)
    play(path, clock, say("on", "D2"), shift=NIGHT)
    lists = table_report(path, Interval(shift=NIGHT)).lists
    shoes = [(each.number, each.how, each.left) for each in lists.shoes]
    assert shoes == [
        (1, "there", 414),
        (2, "there", 416),
    ]
    assert [(each.who, each.change) for each in lists.staffing] == [
        ("D1", "there"),
        ("P1", "there"),
        ("D2", "there"),
    ]
    first, second = lists.dealt
    assert (first.who, first.until) == ("D1", left)
    assert (second.who, second.until) == ("D2", None)
    assert second.since == BOUND, "the shift goes on after the other one ended"


def test_a_trainee_is_there_once_in_a_shift_that_a_set_clock_interrupts(tmp_path: Path) -> None:
    """The night's report listed the trainee twice, since another dealer came beside meanwhile."""
    path, clock, name = tmp_path / "T7.db", SetClock(BOUND), [NIGHT]
    with session_at(path, clock, shift=lambda at: name[0]) as session:
        assert session.sign_in_beside("T1", "D2").accepted
        name[0] = LATE
        clock.set(-200)
        assert session.sign_in_beside("T1", "D3").accepted
        name[0] = NIGHT
        clock.advance(300)
        session.take(b'{"do":"say","by":"T1","text":"on"}')
    lists = table_report(path, Interval(shift=NIGHT)).lists
    assert [each.change for each in lists.staffing if each.who == "T1"] == ["came"]
    assert [each.who.beside for each in lists.dealt] == [None, "D2", "D3"]


def test_what_was_noted_while_a_set_clock_interrupts_a_shift_is_known_in_it(tmp_path: Path) -> None:
    """The late shift's report said that nobody had informed the office, and that S1 was on duty all along."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(minutes=5))
    kept, other = (Notification(id, "authority", clock.utc(), 24) for id in ("T7-i1", "T7-i2"))
    with session_at(path, clock, shift=shift_at) as session:

        def told(due: Notification) -> None:
            session.note(NoteKind.NOTIFICATION_DUE, text=due.text)

        told(kept)
        session.set_on_duty("S1")
        left = clock.utc()
        clock.advance(600)
        told(other)
        for each in (kept, other):
            assert all(session.tick_notification(each, who).accepted for who in ("S1", "P1"))
        session.set_on_duty("S2")
        clock.set(-540)
        session.note(NoteKind.VIDEO_MISSING, text=ProbedVideo(left, ProbeAnswer(NoPicture.SLOW)).text)
        session.set_on_duty("S1")
    report = table_report(path, Interval(shift=LATE))
    assert [(each.incident, len(each.ticks)) for each in report.notifications] == [("T7-i1", 2)]
    assert report.handover is not None and report.handover.duties is not None
    assert [(each.who, each.until is None) for each in report.handover.duties] == [
        *(("S1", False), ("S2", False), ("S1", True)),
    ]
    assert report.handover.duties[0].until == BOUND, "what came after it is the next shift's"


def test_a_tick_before_a_shift_that_a_set_clock_interrupts_is_listed_once(tmp_path: Path) -> None:
    """It read 'Confirmed by S1, S1': two confirmations, of the two that are due."""
    path, clock, name = tmp_path / "T7.db", SetClock(BOUND), [LATE]
    with session_at(path, clock, shift=lambda at: name[0]) as session:
        begun = Notification("T7-i1", "authority", clock.utc(), 24)
        session.note(NoteKind.NOTIFICATION_DUE, text=begun.text)
        assert session.tick_notification(begun, "S1").accepted
        for name[0] in (NIGHT, LATE, NIGHT):
            clock.advance(120)
            assert session.take(msgspec.json.encode(say("on"))).accepted
    (listed,) = table_report(path, Interval(shift=NIGHT)).notifications
    assert [each.by for each in listed.ticks] == ["S1"]


def test_rounds_after_a_set_clock_interrupted_a_shift_are_of_the_set_that_came_then(tmp_path: Path) -> None:
    path, clock, name = tmp_path / "T7.db", SetClock(BOUND), [NIGHT]
    with session_at(path, clock, rules="sv", shift=lambda at: name[0]) as session:

        def take(*lines: Seen) -> View:
            for line in lines:
                clock.advance(1)
                assert session.take(msgspec.json.encode(line)).accepted
            return session.view()

        for shift, number in ((NIGHT, None), (LATE, "B 2")):
            name[0] = shift
            if number is not None:
                clock.set(-200)
                seen = take({"do": "reshuffle", "by": "P1", "new": True})
                while seen.phase == "shoe":
                    by = "P1" if seen.prompt.actor == "pit_boss" else "D1"
                    seen = take({"do": "done", "by": by, "counted": 416, "set": number})
                clock.advance(300)
                name[0] = NIGHT
            take(*ROUND)
    sets = table_report(path, Interval(shift=NIGHT)).card_sets
    assert [(each.number, each.round_count) for each in sets] == [(None, 1), ("B 2", 1)]


@pytest.mark.parametrize("numbers", [[None, "B 2"], [None, "B 2", "B 2"], [None, None]])
def test_a_set_that_came_as_a_set_clock_interrupted_a_shift_is_inspected_as_its_own(
    numbers: list[str | None], tmp_path: Path
) -> None:
    """No shoe was dealt from it, and it may have the number of the set before, or none as that one."""
    given: Seen = {} if numbers[-1] is None else {"set": numbers[-1]}
    path, clock, name = tmp_path / "T7.db", SetClock(BOUND), [NIGHT]
    with session_at(path, clock, rules="sv", shift=lambda at: name[0]) as session:

        def take(line: Seen, until: str) -> None:
            clock.advance(1)
            assert session.take(msgspec.json.encode(line)).accepted
            while session.view().prompt.action != until:
                clock.advance(1)
                by = "P1" if session.view().prompt.actor == "pit_boss" else "D1"
                done = {"do": "done", "by": by, "counted": 416, **given}
                assert session.take(msgspec.json.encode(done)).accepted

        closed = {"do": "close", "by": "P1"}
        for _ in numbers[:-2]:
            take(closed, "open_table")
            take({"do": "open", "by": "P1"}, "receive_decks")
            take({"do": "done", "by": "D1", **given}, "inspect")
        take(closed, "open_table")
        take({"do": "open", "by": "P1"}, "receive_decks")
        name[0] = LATE
        clock.set(-200)
        take({"do": "done", "by": "D1", **given}, "inspect")
        clock.advance(300)
        name[0] = NIGHT
        take(closed, "open_table")
    sets = table_report(path, Interval(shift=NIGHT)).card_sets
    assert [(each.number, each.inspected_at_close is not None) for each in sets] == [
        (number, True) for number in numbers
    ]


def test_a_report_taken_back_while_a_set_clock_interrupts_its_shift_counts_once(
    tmp_path: Path,
) -> None:
    """It is taken back in the other shift, and counts there."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    play(path, clock, OPEN, CLOSED, card("9H"), incident("card_fell"), shift=NIGHT)
    clock.set(-200)
    play(path, clock, {"do": "withdraw", "by": "D1"}, shift=LATE)
    clock.advance(300)
    play(path, clock, say("on"), shift=NIGHT)
    night, late = (table_report(path, Interval(shift=each)).whole for each in (NIGHT, LATE))
    assert (night.taken_back, late.taken_back) == (0, 1)
    assert table_report(path, Interval()).whole.taken_back == 1


def seal_at(path: Path, at: datetime, shift: str | None = None, terminal: str | None = None) -> None:
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key_in(path.parent / "keys"), SetClock(at), shift=shift, terminal=terminal)


SEALED = (NamedCount("journal_sealed", 1),)


@pytest.mark.sweep(1)
def test_a_seal_that_a_terminal_makes_later_changes_no_period_and_no_figure(files: list[Path]) -> None:
    named, whole = Interval(shift=NIGHT), Interval()
    before = [table_of(files, each) for each in (named, whole)]
    seal_at(files[-1], BOUND + timedelta(days=32), terminal="root")
    for report, interval in zip(before, (named, whole), strict=True):
        assert table_of(files, interval) == replace(report, doings=SEALED), "it is counted all the same"
    day = table_of(files, Interval(BOUND + timedelta(days=31)))
    assert (day.doings, day.whole.open_seconds) == (SEALED, 0), "it is what happened on that day"


def test_a_table_goes_on_after_a_terminals_seal_as_without_it(tmp_path: Path) -> None:
    reports = list[list[Any]]()
    for name, seals in (("sealed", True), ("not", False)):
        (folder := tmp_path / name).mkdir()
        path, clock = folder / "T7.db", SetClock(BOUND - timedelta(minutes=10))
        play(path, clock, *HALTED)
        if seals:
            seal_at(path, BOUND + timedelta(hours=1), terminal="root")
        clock.advance(2 * 3600)
        play(path, clock, *FREED)
        intervals = (Interval(shift=LATE), Interval(shift=NIGHT), Interval())
        made = [table_report(path, each) for each in intervals]
        bare = [replace(each, first=None, last=None, doings=(), handover=None) for each in made]
        # A seal moves the numbers of the entries.
        without = {"entry": None, "closed_entry": None}
        listed = [[told(each) | without for each in report.incidents] for report in made]
        reports.append([replace(each, incidents=()) for each in bare] + listed)
    sealed, unsealed = reports
    assert sealed == unsealed


def test_the_seal_of_a_shift_that_has_ended_makes_it_no_longer(tmp_path: Path) -> None:
    """A table makes it after the first entry of the next shift; a start makes it hours later."""
    path, clock = tmp_path / "T7.db", SetClock(BOUND - timedelta(minutes=10, seconds=len(HALTED)))
    play(path, clock, *HALTED)
    clock.advance(10 * 60)
    play(path, clock, say("begun"))
    seal_at(path, clock.utc() + timedelta(milliseconds=200), shift=LATE)
    clock.advance(20 * 60)
    play(path, clock, *FREED)
    late, night = (table_report(path, Interval(shift=shift)) for shift in (LATE, NIGHT))
    assert (late.ended, late.doings, night.doings) == (BOUND, SEALED, ())
    assert late.whole.stood_seconds == pytest.approx(10 * 60)
    assert night.whole.stood_seconds == pytest.approx(20 * 60 + 4)


@pytest.mark.parametrize("hours", [-5, 1, 5.75])
def test_a_report_made_in_another_zone_finds_the_same_bound(hours: float) -> None:
    begun = datetime.fromisoformat(NIGHT).astimezone() + timedelta(hours=hours)
    after, by = begun - timedelta(minutes=4), begun + timedelta(minutes=5)
    assert start_between(NIGHT, after, by) == begun
    assert start_between(NIGHT, after - timedelta(hours=1), by) in (by, BOUND), "several are possible"
    assert start_between("night", after, by) == by
    local = start_between(NIGHT, BOUND - timedelta(minutes=4), BOUND)
    assert local == BOUND and local.tzinfo is UTC, "as all times of a journal"


def test_of_a_floors_tables_one_that_takes_ten_times_the_median_is_named(tmp_path: Path) -> None:
    """A journal of 4.5 MB made the whole studio's papers 25 times slower, and nothing said which it was."""
    files = [tmp_path / f"{name}.db" for name in ("long", "a", "b", "c")]
    for at, (file, remarks) in enumerate(zip(files, (1500, 1, 1, 1), strict=True)):
        play(file, SetClock(BOUND + timedelta(seconds=at)), *[say("more")] * remarks)
    most = 10 * 0.6 * 2  # in a second thousand of entries, by three tables that have less than one
    seconds = chain((0.0, 0.6, 0.6, 1.2, 1.2, 1.8, 1.8), count(1.9 + most, 1.0))
    known = {file: file.stem for file in files}
    with pytest.raises(TooSlow) as raised:
        shift_report(files, Interval(), BOUND, known=known, clock=lambda: next(seconds))
    assert raised.value.path == files[0]
    assert "ten times" in words("en").text(TooSlow.key, file="BJ 7")
    assert len(shift_report(files, Interval(), BOUND, clock=lambda: next(seconds)).tables) == 4, "no floor's"
    plain = RecordFormatter(words("en"))
    seconds = chain((0.0, 0.6, 0.6, 1.2, 1.2, 1.8, 1.8), count(1.9 + most, 1.0))
    with pytest.raises(TooSlow) as raised:
        [*record_lines(files, plain, known=known, clock=lambda: next(seconds))]
    assert raised.value.path == files[0]
    assert [*record_lines(files, plain, clock=lambda: next(seconds))], "no floor's"
    busy = chain((0.0, 0.6, 0.6, 1.2, 1.2, 1.8, 1.8), count(1.7 + most, 0.0))
    report = shift_report(files, Interval(), BOUND, known=known, clock=lambda: next(busy))
    assert len(report.tables) == 4, "its journal is as much longer"


@pytest.mark.parametrize(("seconds", "thousands"), [(0.04, 300), (4.0, 1)])
def test_a_floors_table_that_is_read_is_not_slow_beside_those_that_are_kept(
    seconds: float, thousands: int
) -> None:
    """Three closed tables' reports were kept: one that played all month was left out."""
    now, night = [0.0], Path("night.db")
    share = TableShare(go_on, lambda: now[0])
    for name in ("a", "b", "c"):
        share.of(Path(name))
        now[0] += 0.02
    within = share.of(night)
    for number in range(1, thousands + 1):
        now[0] += seconds
        assert within(number * 1000) and within(number * 1000 + 7)
    now[0] += max(3.0, thousands)
    with pytest.raises(TooSlow):
        within(thousands * 1000 + 8)
