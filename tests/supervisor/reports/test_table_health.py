"""The health of a table for monitoring: its journal's figures, and its troubles, each with its level."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.table_health import (
    HealthTrouble,
    HealthWatch,
    Level,
    TableHealth,
    health,
    with_people_elsewhere,
)
from console.table.commands.journal_copies import close_file
from console.table.core import (
    NOT_RESPONDING,
    NoPicture,
    NoteKind,
    Notification,
    Phase,
    ProbeAnswer,
    ProbedVideo,
    SetClock,
)
from console.table.custody import LifeSign, last_answer
from console.table.journal import Identity, open_journal, review
from console.table.journal.proof.seals import seal
from console.table.scenes.terms import wheel_lines
from tests.instruments.bench.play import filled
from tests.table.core.tables import Seen
from tests.table.journal.sealing import key_in
from tests.table.played import CLOSED, FELL, OPEN, ROUND, TICK, card, incident, say, time_of_line, written
from tests.table.played import noted as noted_at

ROOM = 2_147_483_648
CALLS: Seen = {"do": "call", "on": True, "by": "D1"}


def health_after(path: Path, lines: int, later: float = 0.0, disk: int = ROOM) -> TableHealth:
    """The table's health ``later`` seconds after its last line."""
    return health(path, time_of_line(lines) + timedelta(seconds=later), disk)


def journal_with_note(path: Path, what: NoteKind, text: str | None = None) -> Path:
    """The journal with the console's own doing in it, noted when its last line was taken."""
    return noted_at(path, what, time_of_line(len(ROUND)), text)


def troubles_of(found: TableHealth) -> dict[HealthTrouble, Level]:
    return {each.what: each.level for each in found.findings}


def test_a_console_that_does_not_answer_is_critical_while_its_table_is_open(tmp_path: Path) -> None:
    lines = (*ROUND, *FELL, OPEN)
    path = written(tmp_path / "t.db", *lines)
    assert health_after(path, len(lines), 60).unanswered_for is None, "no console plays there"
    alive = LifeSign(path)
    alive.give()
    answered = last_answer(path)
    assert answered is not None
    for late, level in ((NOT_RESPONDING - 1, None), (NOT_RESPONDING + 1, Level.CRITICAL)):
        found = health(path, answered + timedelta(seconds=late), ROOM)
        assert found.unanswered_for == pytest.approx(late)
        assert troubles_of(found).get(HealthTrouble.NO_ANSWER) is level
    alive.end()
    assert last_answer(path) is None
    begun = tmp_path / "closed.db"
    open_journal(begun, Identity("T7", "baccarat", "lt")).close()
    LifeSign(begun).give(600)
    found = health(begun, datetime.now(UTC), ROOM)
    assert found.phase is Phase.CLOSED and found.unanswered_for is not None
    assert HealthTrouble.NO_ANSWER not in troubles_of(found), "nobody waits for a closed table"


def test_a_table_in_play_is_well_and_its_figures_are_the_journals(tmp_path: Path) -> None:
    lines = (*ROUND, *FELL, OPEN)
    found = health_after(written(tmp_path / "t.db", *lines), len(lines), 5)
    assert (found.table, found.game, found.rules) == ("T7", "baccarat", "lt")
    assert (found.rounds, found.incidents, found.round_open) == (3, 1, True)
    assert (found.last_at, found.entry > len(lines) - 1) == (time_of_line(len(lines)), True)
    assert (found.level, found.findings, found.halted) == (Level.OK, (), "")


def test_a_file_that_a_closing_began_has_the_tables_figures(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND, CALLS)
    before = health_after(path, len(ROUND) + 1, 5)
    close_file(path, SetClock(time_of_line(len(ROUND) + 1)))
    found = health_after(path, len(ROUND) + 1, 5)
    assert (found.entry, found.last_at) == (0, None)
    kept = ("phase", "rounds", "incidents", "round_open", "called_for", "casino", "live")
    assert [getattr(found, each) for each in kept] == [getattr(before, each) for each in kept]
    assert found.phase is Phase.BETTING and found.rounds == 1 and found.called_for


def test_a_copy_of_a_tables_journal_is_no_second_table_in_any_of_its_files(tmp_path: Path) -> None:
    """A copy beside the journal warned that its dealer was at two tables."""
    path, other = written(tmp_path / "t.db", *ROUND), written(tmp_path / "o.db", start=time_of_line(1))
    for each in (path, other):
        noted_at(each, NoteKind.LIVE_TABLE, time_of_line(50))
    copy = Path(shutil.copy(path, tmp_path / "copy.db"))
    close_file(path, SetClock(time_of_line(51)))

    def elsewhere(*files: Path) -> list[list[str | float]]:
        looks = {each: each.look(time_of_line(52), ROOM) for each in map(HealthWatch, files)}
        found = with_people_elsewhere(looks).values()
        return [[x.said for x in each.findings if x.what is HealthTrouble.ELSEWHERE] for each in found]

    assert elsewhere(path, copy) == [[], []]
    assert elsewhere(path, copy, other) == [["T7"], ["T7"], ["T7"]]


def test_a_dealer_who_went_on_from_a_closed_table_is_not_at_two_tables(tmp_path: Path) -> None:
    """Closing signs nobody out, and monitoring warned of the dealer at each table dealt at after it."""
    closes: tuple[Seen, ...] = ({"do": "close", "by": "P1"}, {"do": "done", "by": "D1", "counted": 416})
    lines = (*ROUND, {"do": "sign_out", "who": "P1"})
    still, other = (written(tmp_path / f"{at}.db", *lines, start=time_of_line(at)) for at in (1, 2))
    closed = written(tmp_path / "c.db", *ROUND, *closes, {"do": "sign_out", "who": "P1"})
    for each in (still, other, closed):
        noted_at(each, NoteKind.LIVE_TABLE, time_of_line(50))
    looks = {each: each.look(time_of_line(52), ROOM) for each in map(HealthWatch, (still, closed, other))}
    assert [found.phase is Phase.CLOSED for found in looks.values()] == [False, True, False]
    at_two = [troubles_of(found) for found in with_people_elsewhere(looks).values()]
    assert [HealthTrouble.ELSEWHERE in each for each in at_two] == [True, False, True]


def test_a_call_that_a_pit_boss_has_come_to_warns_nobody_until_that_one_has_left(tmp_path: Path) -> None:
    """Monitoring warned of a call that nobody had come to, while the wall said who was there."""
    called = (*ROUND, {"do": "sign_out", "who": "P1"}, CALLS)
    comes, leaves = {"do": "sign_in", "who": "P2", "role": "pit_boss"}, {"do": "sign_out", "who": "P2"}
    warns = 120
    for after, is_called in (((), True), ((comes,), False), ((comes, leaves), True)):
        lines = (*called, *after)
        found = health_after(written(tmp_path / f"{len(lines)}.db", *lines), len(lines), warns)
        assert (found.called_for is not None, HealthTrouble.CALLED in troubles_of(found)) == (is_called,) * 2


AGES: dict[HealthTrouble, tuple[Sequence[Seen], int, int]] = {
    HealthTrouble.HALTED: (FELL[:5], 60, 600),
    HealthTrouble.CALLED: ((*ROUND, {"do": "sign_out", "who": "P1"}, CALLS), 120, 600),
    HealthTrouble.SILENT: (ROUND, 1_800, 7_200),
}
"""The handbook's seconds since the last of these lines from which on it is a warning, and critical
(operating.md#monitoring).
"""


@pytest.mark.parametrize("what", AGES)
def test_an_age_is_a_warning_and_critical_from_the_handbooks_second_on(
    tmp_path: Path, what: HealthTrouble
) -> None:
    lines, warns, bad = AGES[what]
    path = written(tmp_path / "t.db", *lines)
    for age, level in ((warns - 1, None), (warns, Level.WARNING), (bad - 1, Level.WARNING)):
        assert troubles_of(health_after(path, len(lines), age)).get(what) is level, age
    found = health_after(path, len(lines), bad)
    assert troubles_of(found)[what] is found.level is Level.CRITICAL
    if what is HealthTrouble.HALTED:
        assert (found.halted, found.halted_for) == ("incident", bad)


def test_a_halt_by_a_wheels_warning_is_named_as_papers_and_the_floor_name_it(tmp_path: Path) -> None:
    """LT-ROU-26: the wheel warned of the spin, which is no fault of a device."""
    lines = (OPEN, CLOSED, wheel_lines("*X;3;094;33;A;163;0"))
    path = written(tmp_path / "t.db", *lines, game="roulette")
    handover = table_report(path, Interval()).handover
    assert handover is not None
    assert health_after(path, len(lines)).halted == handover.halt == "no_spin"


@pytest.mark.parametrize("halting", [(), (card("8C"),)], ids=["reports alone", "a halt"])
def test_a_standstill_counts_from_its_beginning_through_reports_in_a_row(
    tmp_path: Path, halting: tuple[Seen, ...]
) -> None:
    """A halt, a report over it, and one that waited behind: players have waited all the while, so the limit
    is reached though each report is young.
    """
    fell = [incident("card_fell", "D1", cards=count) for count in (1, 2)]
    withdrawn: Seen = {"do": "withdraw", "by": "D1"}
    lines = (OPEN, CLOSED, card("9H"), card("2S"), card("KD"), card("4C"), *halting, *fell, withdrawn)
    path = written(tmp_path / "t.db", *lines, refused=("out_of_turn",))
    bad = 600
    found = health_after(path, len(lines), bad - (len(halting) + 2) * TICK)
    assert (found.halted, found.halted_for, found.level) == ("incident", bad, Level.CRITICAL)


def test_an_unanswered_call_is_a_trouble_with_its_age(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", OPEN, CALLS)
    warns = 120
    found = health_after(path, 2, warns)
    assert (found.called_for, troubles_of(found)) == (warns, {HealthTrouble.CALLED: Level.WARNING})


def test_an_open_table_that_records_nothing_is_silent_and_a_closed_one_is_not(tmp_path: Path) -> None:
    warns, bad = 1_800, 7_200
    path = written(tmp_path / "t.db", *ROUND)
    assert troubles_of(health_after(path, len(ROUND), warns)) == {HealthTrouble.SILENT: Level.WARNING}
    assert troubles_of(health_after(path, len(ROUND), bad)) == {HealthTrouble.SILENT: Level.CRITICAL}
    closed = journal_with_note(tmp_path / "closed.db", NoteKind.LOCKED)
    assert troubles_of(health_after(closed, 0, bad)) == {}


def test_a_lost_device_is_critical_until_it_is_back_and_was_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    journal_with_note(path, NoteKind.DEVICE_LOST, text="shoe")
    found = health_after(path, len(ROUND), 1)
    assert (troubles_of(found), found.devices) == ({HealthTrouble.LOST: Level.CRITICAL}, {"shoe": "lost"})
    journal_with_note(path, NoteKind.DEVICE_CONNECTED, text="shoe")
    found = health_after(path, len(ROUND), 2)
    assert (found.level, found.errors) == (Level.OK, {"shoe": 1})
    later = health_after(path, len(ROUND), 86_410)
    assert later.errors == {}, "it was the day before"


def test_a_link_misbehaves_until_five_minutes_after_the_last_count_or_a_new_one(
    tmp_path: Path,
) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    shown_for = 300
    journal_with_note(path, NoteKind.LINK_LINES_REFUSED, text="350")
    found = health_after(path, len(ROUND), shown_for - 1)
    assert (troubles_of(found), found.devices) == (
        {HealthTrouble.MISBEHAVING: Level.WARNING},
        {"link": "misbehaving"},
    )
    assert health_after(path, len(ROUND), shown_for).devices == {}
    journal_with_note(path, NoteKind.LINK_LOST)
    assert troubles_of(health_after(path, len(ROUND), 1)) == {HealthTrouble.LOST: Level.CRITICAL}, (
        "what was told last counts"
    )
    journal_with_note(path, NoteKind.LINK_LINES_REFUSED, text="1")
    journal_with_note(path, NoteKind.LINK_CONNECTED)
    assert health_after(path, len(ROUND), 1).findings == ()


def test_a_note_of_another_version_leaves_devices_and_link_as_they_were_known(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    journal_with_note(path, NoteKind.LINK_LINES_REFUSED, text="350")
    journal_with_note(path, NoteKind.DEVICE_LOST, text="shoe")
    before = health_after(path, len(ROUND), 1)
    for what in ("link_weighed", "device_warmed"):
        journal_with_note(path, cast(NoteKind, what), text="shoe")
    after = health_after(path, len(ROUND), 1)
    assert after.devices == before.devices == {"shoe": "lost", "link": "misbehaving"}
    assert (after.findings, after.errors) == (before.findings, {"shoe": 1})


def test_a_closed_tables_misbehaving_link_is_a_trouble_too(tmp_path: Path) -> None:
    path = journal_with_note(tmp_path / "closed.db", NoteKind.LINK_LINES_REFUSED, text="350")
    assert troubles_of(health_after(path, len(ROUND), 1)) == {HealthTrouble.MISBEHAVING: Level.WARNING}


def test_an_unsynchronised_clock_and_an_unsealed_live_journal_are_troubles(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    journal_with_note(path, NoteKind.SHIFT_BEGAN, text="unsynchronised UTC+0200")
    assert troubles_of(health_after(path, len(ROUND))) == {HealthTrouble.CLOCK: Level.WARNING}
    journal_with_note(path, NoteKind.JOURNAL_NOT_SEALED, text="no key")
    assert HealthTrouble.UNSEALED not in troubles_of(health_after(path, len(ROUND))), (
        "a simulated table's proves nothing"
    )
    journal_with_note(path, NoteKind.LIVE_TABLE)
    assert troubles_of(health_after(path, len(ROUND)))[HealthTrouble.UNSEALED] is Level.CRITICAL


def test_a_table_whose_last_entry_lies_in_the_future_is_not_ok(tmp_path: Path) -> None:
    """Its clock was ahead: until that time nothing was silent or waited, and the table was called OK."""
    path = written(tmp_path / "t.db", *ROUND)
    warns, bad = 60, 1_800
    for ahead, level in (
        (warns - 1, None),
        (warns, Level.WARNING),
        (bad - 1, Level.WARNING),
        (bad, Level.CRITICAL),
    ):
        found = health_after(path, len(ROUND), -ahead)
        assert troubles_of(found) == ({} if level is None else {HealthTrouble.AHEAD: level})


def test_a_recorder_without_a_picture_is_a_trouble_until_it_has_one(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    gone = ProbedVideo(time_of_line(1), ProbeAnswer(NoPicture.SIGN_IN), "T7-i1")
    journal_with_note(path, NoteKind.VIDEO_MISSING, text=gone.text)
    found = health_after(path, len(ROUND))
    assert troubles_of(found) == {HealthTrouble.NO_PICTURE: Level.WARNING}
    assert found.no_picture == "sign_in"
    back = ProbedVideo(time_of_line(1), ProbeAnswer(None, 2))
    journal_with_note(path, NoteKind.VIDEO_SEEN, text=back.text)
    assert troubles_of(health_after(path, len(ROUND))) == {}


def test_an_office_that_should_have_been_informed_is_a_trouble_by_how_late_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    due = Notification("T7-i1", "authority", time_of_line(len(ROUND)), 1)
    journal_with_note(path, NoteKind.NOTIFICATION_DUE, text=due.text)
    for late, level in ((-1, None), (0, Level.WARNING), (3_599, Level.WARNING), (3_600, Level.CRITICAL)):
        found = health_after(path, len(ROUND), 3_600 + late)
        assert troubles_of(found).get(HealthTrouble.NOTIFY) is level, late


def test_a_look_at_a_table_that_has_rested_reads_its_last_entries_alone(tmp_path: Path) -> None:
    """All entries were read if none was of the last day: 13 seconds a look at a million."""
    path, looks = filled(tmp_path / "t.db", 6_000), list[None]()
    with review(path) as journal:
        (ended,) = (each.at for each in journal.entries(journal.last - 1))
    HealthWatch(path, lambda: looks.append(None)).look(ended + timedelta(days=2), ROOM)
    assert len(looks) * 100 < 1_500


def test_the_clock_the_failed_seal_and_the_pit_boss_who_came_are_known_after_a_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 1)
    path = written(tmp_path / "t.db", *ROUND)
    noted = (
        (NoteKind.SHIFT_BEGAN, "unsynchronised UTC+0200"),
        (NoteKind.LIVE_TABLE, None),
        (NoteKind.JOURNAL_NOT_SEALED, "no key"),
    )
    for what, text in noted:
        journal_with_note(path, what, text)
    came: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    written(path, CALLS, came, say("he is here"), start=time_of_line(len(ROUND)), is_ready=False)
    found = health_after(path, len(ROUND), 172_800)
    troubles = troubles_of(found)
    assert troubles[HealthTrouble.UNSEALED] is Level.CRITICAL
    assert troubles[HealthTrouble.CLOCK] is Level.WARNING
    assert (found.clock, found.called_for) == ("unsynchronised", None)


def test_a_never_sealed_live_journal_is_judged_by_its_oldest_entry(tmp_path: Path) -> None:
    path = journal_with_note(written(tmp_path / "t.db", *ROUND), NoteKind.LIVE_TABLE)
    began = health(path, time_of_line(len(ROUND)), ROOM)
    assert (began.sealed_at, began.sealed) == (None, 0)
    warns, bad = 93_600, 180_000
    first = time_of_line(len(ROUND)) - timedelta(seconds=began.unsealed_for or 0)
    for age, level in (
        (warns - 1, None), (warns, Level.WARNING), (bad - 1, Level.WARNING), (bad, Level.CRITICAL)
    ):  # fmt: skip
        found = health(path, first + timedelta(seconds=age), ROOM)
        assert troubles_of(found).get(HealthTrouble.UNSEALED) is level, age


def test_a_table_that_rested_under_its_seal_is_well_when_it_opens_again(tmp_path: Path) -> None:
    path = journal_with_note(written(tmp_path / "t.db", *ROUND), NoteKind.LIVE_TABLE)
    done, key = time_of_line(len(ROUND)), key_in(tmp_path / "seal")
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key, SetClock(done))
    monday = done + timedelta(days=3)
    assert health(path, monday, ROOM).unsealed_for is None
    noted_at(path, NoteKind.SHIFT_BEGAN, monday, "synchronised UTC+0200")
    found = health(path, monday + timedelta(hours=1), ROOM)
    assert found.unsealed_for == 3600
    assert HealthTrouble.UNSEALED not in troubles_of(found)
    assert found.sealed_at == done


@pytest.mark.parametrize(
    ("left", "level"),
    [(1000, None), (999, Level.WARNING), (100, Level.WARNING), (99, Level.CRITICAL), (None, None)],
)
def test_a_disk_that_takes_few_more_files_is_a_trouble(
    tmp_path: Path, left: int | None, level: Level | None
) -> None:
    """Other programs have used up the inodes, and `df` still shows gigabytes."""
    path = written(tmp_path / "t.db", *ROUND)
    found = health(path, time_of_line(len(ROUND)), ROOM, left)
    assert troubles_of(found) == ({} if level is None else {HealthTrouble.FILES: level})


@pytest.mark.parametrize(
    ("left", "level"),
    [
        (2_147_483_648, None),
        (2_147_483_647, Level.WARNING),
        (268_435_456, Level.WARNING),
        (268_435_455, Level.CRITICAL),
    ],
)
def test_little_room_on_the_disk_is_a_trouble(tmp_path: Path, left: int, level: Level | None) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    found = troubles_of(health_after(path, len(ROUND), disk=left))
    assert found == ({} if level is None else {HealthTrouble.DISK: level})
