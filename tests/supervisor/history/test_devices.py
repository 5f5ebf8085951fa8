"""A device's troubles: one rule for the handover, the counts, the wheel's figures and the monitoring."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.supervisor.history.devices import Trouble, TroubleFold
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.reports import health
from console.supervisor.reports.journal_reports import table_report
from console.table.commands.journal_copies import close_file
from console.table.core import NoteKind, SetClock, kind_of_name
from console.table.core.running.replay import ReplayPart, moments_of
from console.table.custody import game_of_journal
from console.table.journal import review
from tests.supervisor.reports.test_shift_bounds import BOUND, LATE, NIGHT, play
from tests.table.core.tables import card_frame, device, frame
from tests.table.played import CLOSED, OPEN, ROUND, card, noted, say, time_of_line, written

FAULT = device(frame("1", "E", 0x42))
READS = device(card_frame("2", "player", 1, "9H"))


def with_notes(path: Path, *notes: str, after: int = 2, about: str = "shoe") -> Path:
    """The journal with these notes, each at the time of the line after the one before."""
    for number, note in enumerate(notes, after + 1):
        noted(path, kind_of_name(note), time_of_line(number), about)
    return path


def troubles(path: Path) -> list[Trouble]:
    """The troubles of a journal, the ended ones first."""
    fold, ended = TroubleFold(), list[Trouble]()
    for moment in EntrySequence([path]).moments(0):
        ended += (each for each in fold.follow(moment) if each.until is not None)
    return [*ended, *fold.open]


def handed_over(path: Path, interval: Interval | None = None) -> dict[str, str]:
    """The devices at fault at the end, by the report."""
    handover = table_report(path, interval or Interval()).handover
    assert handover is not None
    return {each.device: each.what for each in handover.ailing}


def watched(path: Path) -> dict[str, str]:
    """The devices at fault, by the monitoring."""
    return {**health(path, time_of_line(60), 10**12).devices}


def test_a_silence_is_one_however_it_is_noted_and_ends_as_the_device_is_connected(tmp_path: Path) -> None:
    path = with_notes(
        written(tmp_path / "J.db", OPEN, CLOSED), "device_overdue", "device_silent", "device_connected"
    )
    (silence,) = troubles(path)
    assert (silence.device, silence.what) == ("shoe", "silent")
    assert (silence.since, silence.until) == (time_of_line(3), time_of_line(5))


def test_what_is_late_is_silent_until_something_else_is_awaited(tmp_path: Path) -> None:
    """The screen shows it so; handover and monitoring knew only of what a port had noted."""
    path = with_notes(written(tmp_path / "J.db", OPEN, CLOSED), "device_overdue")
    assert handed_over(path) == watched(path) == {"shoe": "silent"}
    written(path, card("9H"), start=time_of_line(4))
    assert handed_over(path) == watched(path) == {}


@pytest.mark.parametrize("lost", ["lost", "connected"])
@pytest.mark.parametrize("device", ["shoe", "link"])
def test_what_is_late_is_lost_while_it_is_not_connected_and_silent_from_then_on(
    tmp_path: Path, device: str, lost: str
) -> None:
    """Late after it was lost, it was silent on paper and a mere warning, beside the screen's lamp."""
    sort, late = ("link", "server_overdue") if device == "link" else ("device", "device_overdue")
    notes = [f"{sort}_lost", late, f"{sort}_{lost}"]
    path = with_notes(written(tmp_path / "J.db", OPEN, CLOSED), *notes, about=device)
    what = "lost" if lost == "lost" else "silent"
    assert handed_over(path) == watched(path) == {device: what}
    part = ReplayPart(1, 9)
    with review(path) as journal:
        *_, last = moments_of(game_of_journal(path, journal.identity), None, journal.entries(0), part)
    assert [(each.device, each.fault) for each in last.lamps] == [(device, what)]


def test_a_device_that_was_lost_in_a_closed_file_is_lost_in_the_next_one(tmp_path: Path) -> None:
    path = with_notes(written(tmp_path / "J.db", *ROUND), "device_lost", after=len(ROUND))
    close_file(path, SetClock(time_of_line(len(ROUND) + 2)))
    assert watched(path) == {"shoe": "lost"}
    noted(path, NoteKind.LOCKED, time_of_line(len(ROUND) + 3))
    assert handed_over(path) == watched(path) == {"shoe": "lost"}
    assert table_report(path, Interval()).devices == (), "it was lost before"


def test_a_device_at_fault_in_a_closed_file_is_so_in_the_next_one_until_it_reads(
    tmp_path: Path,
) -> None:
    """Neither the next file's report nor the monitoring has the entry of the fault."""
    path = written(tmp_path / "J.db", *ROUND, FAULT, {"do": "withdraw", "by": "P1"})
    close_file(path, SetClock(time_of_line(len(ROUND) + 3)))
    assert watched(path) == {"shoe": "fault"}
    noted(path, NoteKind.LOCKED, time_of_line(len(ROUND) + 4))
    assert handed_over(path) == watched(path) == {"shoe": "fault"}
    written(path, OPEN, CLOSED, READS, start=time_of_line(len(ROUND) + 5))
    assert handed_over(path) == watched(path) == {}


def test_a_console_that_starts_again_knows_of_no_device_until_it_has_tried_it(tmp_path: Path) -> None:
    path = with_notes(written(tmp_path / "J.db", OPEN, CLOSED), "device_lost", "restarted")
    assert handed_over(path) == watched(path) == {}
    with_notes(path, "device_lost", after=4)
    assert handed_over(path) == watched(path) == {"shoe": "lost"}
    (shoe,) = table_report(path, Interval()).devices
    assert shoe.lost == 2


@pytest.mark.sweep(1)
@pytest.mark.parametrize("ends", ["device_connected", "reads"])
def test_a_fault_ends_with_the_next_reading_or_connection(tmp_path: Path, ends: str) -> None:
    path = written(tmp_path / "J.db", OPEN, CLOSED, FAULT)
    assert handed_over(path) == watched(path) == {"shoe": "fault"}
    with_notes(path, "restarted", after=3)
    assert handed_over(path) == watched(path) == {"shoe": "fault"}, "its last word is its last word"
    if ends == "reads":
        written(path, {"do": "withdraw", "by": "P1"}, READS, start=time_of_line(4))
    else:
        with_notes(path, ends, after=4)
    assert handed_over(path) == watched(path) == {}


def test_a_device_that_came_back_in_the_shift_that_a_set_clock_put_between_is_well(tmp_path: Path) -> None:
    path, clock = tmp_path / "T7.db", SetClock(BOUND)
    play(path, clock, OPEN, CLOSED, shift=NIGHT)
    noted(path, NoteKind.LINK_LOST, clock.utc())
    play(path, clock, say("night"), shift=NIGHT)
    clock.set(-200)
    play(path, clock, say("late"), shift=LATE, noting=(NoteKind.LINK_CONNECTED,))
    clock.advance(300)
    play(path, clock, say("on"), shift=NIGHT)
    assert handed_over(path, Interval(shift=NIGHT)) == handed_over(path) == {}


def test_troubles_that_end_with_a_restart_end_in_the_order_in_which_they_began(tmp_path: Path) -> None:
    """Their rows in a database of facts came in another order each time it was written."""
    path = written(tmp_path / "J.db", OPEN)
    devices = ("wheel", "reader", "shoe", "link")
    for at, name in enumerate(devices[:3], 2):
        noted(path, NoteKind.DEVICE_LOST, time_of_line(at), name)
    noted(path, NoteKind.LINK_LOST, time_of_line(5))
    noted(path, NoteKind.RESTARTED, time_of_line(6))
    assert [each.device for each in troubles(path)] == [*devices]
