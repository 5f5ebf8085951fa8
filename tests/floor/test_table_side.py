"""A table whose file names a floor reports to it and hears who comes; without one no part of the floor is
loaded.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, time, timedelta
from importlib.util import find_spec
from pathlib import Path
from time import sleep
from typing import Any, NoReturn

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from console.app.console_at_table import Console, opened_table, shift_of
from console.floor.door import Answer, BatchStatus, FloorPart, OnDuty, OnTheWay, OtherConsole, PostgresDoor
from console.floor.self_report import SelfReport, TableStanding, read_report
from console.floor.table_side.account import NoAccount, dsn_of, password_in
from console.floor.table_side.line import FloorLine
from console.floor.table_side.own_report import OutsideFacts, ShiftDuties
from console.floor.ui.at_table import signature_times
from console.floor.wall import SeenTable
from console.supervisor.history.interval import Interval
from console.supervisor.reports.handover import SIDES
from console.supervisor.reports.journal_reports import table_report
from console.table.config import FloorConfig, ProbeConfig, Video, load_config
from console.table.core import (
    NOT_RESPONDING,
    AmendmentRequest,
    Clock,
    Duty,
    Game,
    HandoverSigners,
    Mode,
    NoPicture,
    NoteKind,
    NotRecorded,
    Person,
    ProbeAnswer,
    ProbedVideo,
    Refusal,
    Role,
    Session,
    SetClock,
    ShownTable,
    Situation,
    Station,
    Table,
    Unwritable,
    View,
    dealer_view,
    encode_table,
    shift_at,
)
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import (
    Batch,
    DamagedJournal,
    Heading,
    Identity,
    SqliteJournal,
    archives,
    open_journal,
    review,
)
from console.table.ui.dealer.bands import coming_banner
from tests.floor.studio_server import JONAS, FloorServer, packed
from tests.supervisor.reports.test_handover import NEXT, SHIFT, two_shifts
from tests.table.core.tables import Clockwork, Seen, words

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


class OpenDoor(PostgresDoor):
    """A door that takes everything, keeps the table's report, and says who comes to its call."""

    def __init__(self) -> None:
        super().__init__("", "")
        self.report: SelfReport | None = None
        self.takes = True
        self.asked = threading.Semaphore(0)
        self.duty: OnDuty | None = None
        self.sets: dict[str, str] | None = None
        self.said: list[dict[str, str] | None] = []
        """The sets of each answer."""

    def hello(self) -> list[FloorPart]:
        return []

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        self.report = None if state is None else read_report(state).report
        call = None if self.report is None else self.report.call
        coming = None if call is None or not self.takes else OnTheWay(1, call.number, "P9", "Jonas", AT)
        self.said.append(self.sets)
        self.asked.release()
        return Answer(BatchStatus.TAKEN, batch.last, batch.before, coming, sets=self.sets, duty=self.duty)

    def branch(self, part: int, heading: Heading, off: int, after: int, chain: bytes) -> bool:
        raise AssertionError

    def shrunk(self, part: int, number: int, chain: bytes) -> None:
        raise AssertionError

    def digest_over(self, part: int, first: int, last: int) -> bytes:
        raise AssertionError

    def pass_by(self, part: int, batch: Batch) -> Answer:
        raise AssertionError("all can be taken")

    def keep_states(self, part: int, states: Sequence[tuple[int, bytes]]) -> int:
        return -1

    def close(self) -> None:
        """Nothing is open."""


class AtTable:
    """A baccarat table at work with its line to a floor."""

    def __init__(
        self, session: Session, path: Path, door: PostgresDoor, is_disabled: Callable[[str], bool]
    ) -> None:
        clock = Clockwork()
        self.session, self.seen = session, list[ShownTable]()
        self.station = Station(session, clock, self._shown, _fails)
        self.names: dict[str, str] = {}
        beside = OutsideFacts(name=lambda who: self.names.get(who, who))
        self.line = FloorLine(
            path,
            door,
            session.game,
            beside,
            note=self.station.note,
            now=clock.utc,
            introduce=self.names.__setitem__,
            bar_sets=lambda sets: self.station.ask(lambda session: session.bar_sets(sets)),
            is_disabled=is_disabled,
            unanswered=lambda: self.station.unanswered,
        )
        self.came = threading.Event()
        self.station.start()
        self.line.start()

    def _shown(self, shown: ShownTable) -> None:
        self.seen.append(shown)
        self.line.show(shown)
        if shown.table.coming is not None:
            self.came.set()

    def say(self, **line: Any) -> None:
        """Give the table a line, and wait until it is taken."""
        done = threading.Event()
        self.station.submit(msgspec.json.encode(line))

        def seen(session: Session) -> View:
            done.set()
            return session.view()

        self.station.ask(seen)
        assert done.wait(60)


def _fails(error: Exception) -> None:
    raise error


@contextmanager
def at_table(
    path: Path,
    door: PostgresDoor,
    *,
    ready: bool = False,
    closing: archives.Closing | None = None,
    clock: Clock | None = None,
    is_disabled: Callable[[str], bool] = lambda who: False,
) -> Iterator[AtTable]:
    with ExitStack() as stack:
        named = (path, Identity("T1", "baccarat", "sv"), load_rulebook("sv"), clock or Clockwork(), stack)
        session = open_session(*named, is_ready=ready, closing=closing).session
        here = AtTable(session, path, door, is_disabled)
        stack.callback(here.line.stop)
        stack.callback(here.station.stop)
        yield here


def sign_in(who: str, role: Role) -> Seen:
    return {"do": "sign_in", "who": who, "role": role.value}


def test_a_coming_pit_boss_is_noted_until_they_sign_in_at_the_table(tmp_path: Path) -> None:
    desk, path = OpenDoor(), tmp_path / "journal.db"
    with at_table(path, desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.say(do="call", by="D1", on=True)
        assert here.came.wait(60)
        coming = here.session.table.coming
        assert coming is not None
        assert (coming.who, here.names) == ("P9", {"P9": "Jonas"})
        here.say(**sign_in("P9", Role.PIT_BOSS))
        assert here.session.table.coming is None
    noted = [shown.job for shown in here.seen if getattr(shown.job, "what", "") == "coming"]
    assert len(noted) == 1, "it is noted once, however often the floor says it"


def test_a_pit_boss_no_longer_comes_once_either_side_cancels_the_call(tmp_path: Path) -> None:
    desk = OpenDoor()
    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.say(do="call", by="D1", on=True)
        assert here.came.wait(60)
        desk.takes = False
        until(here, desk, lambda: here.session.table.coming is None)
        here.came.clear()
        desk.takes = True
        assert here.came.wait(60), "it is taken again"
        here.say(do="call", by="D1", on=False)
        until(here, desk, lambda: here.session.table.coming is None)


def until(here: AtTable, desk: OpenDoor, so: Callable[[], bool]) -> None:
    """Have the floor answer to an entry after the other until it is so."""
    for _ in range(20):
        here.say(do="say", by="D1", text="still here")
        assert desk.asked.acquire(timeout=60)
        if so():
            return
    assert so()


def test_a_table_whose_thread_stands_still_gives_no_young_sign_of_life(tmp_path: Path) -> None:
    desk, hold, holds = OpenDoor(), threading.Event(), threading.Event()

    def stand() -> None:
        holds.set()
        hold.wait(60)

    with at_table(tmp_path / "journal.db", desk, ready=True) as here:
        here.say(do="bets", state="open")
        here.station.look(stand)
        assert holds.wait(60)
        here.station.submit(b'{"do":"bets","state":"closed"}')
        answered = here.station._answered
        assert answered is not None
        here.station._answered = answered - NOT_RESPONDING
        assert until_report(desk, lambda report: report.unanswered >= NOT_RESPONDING)
        hold.set()
        assert until_report(desk, lambda report: report.unanswered == 0)


def until_report(desk: OpenDoor, so: Callable[[SelfReport], bool]) -> bool:
    """Wait for a report of the table that is so."""
    while desk.asked.acquire(timeout=60):
        if desk.report is not None and so(desk.report):
            return True
    return False


def test_sets_put_aside_elsewhere_are_barred_once_the_journal_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor says its list again only if that changes: one that came to nothing was lost."""

    def fails(*_: object, **_also: object) -> NoReturn:
        raise NotRecorded(Unwritable.FULL)

    desk = OpenDoor()
    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        with monkeypatch.context() as disk:
            disk.setattr(SqliteJournal, "append", fails)
            here.station.submit(b'{"do":"say","by":"D1","text":"not written"}')
            while here.seen[-1].unwritable is None:
                assert desk.asked.acquire(timeout=60)
            desk.sets = {"AB 12": "T2"}
            for times in (1, 2):  # with the second answer the first one was heard
                here.line.set_shift_duties(unsigned=True, unsealed=times == 2)
                while desk.said.count(desk.sets) < times:
                    assert desk.asked.acquire(timeout=60)
        assert here.session.table.sets.barred == ()
        while here.seen[-1].unwritable is not None:
            assert desk.asked.acquire(timeout=60)
        until(here, desk, lambda: here.session.table.bars_set("AB 12"))
        desk.sets = {}
        until(here, desk, lambda: not here.session.table.bars_set("AB 12"))


def test_the_journal_notes_once_whom_the_floor_has_on_duty_and_since_when(tmp_path: Path) -> None:
    desk, since = OpenDoor(), AT - timedelta(hours=1)

    def on_duty(here: AtTable) -> Duty | None:
        return here.session.table.console.on_duty

    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        assert on_duty(here) is None, "a floor of before says nothing"
        desk.duty = OnDuty("S1", "Aida", since)
        until(here, desk, lambda: on_duty(here) == Duty("S1", since))
        assert here.names["S1"] == "Aida"
        desk.duty = OnDuty("S2", "Ona", AT)
        until(here, desk, lambda: on_duty(here) == Duty("S2", AT))
        desk.duty = OnDuty("", "", AT)
        until(here, desk, lambda: on_duty(here) is None)
    noted = [getattr(shown.job, "what", "") for shown in here.seen]
    assert [each for each in noted if each.startswith("supervisor_")] == [
        *("supervisor_on_duty", "supervisor_on_duty", "supervisor_off_duty"),
    ]
    with at_table(tmp_path / "journal.db", desk) as here:
        desk.duty = OnDuty("S1", "Aida", since)
        here.say(**sign_in("D1", Role.DEALER))
        until(here, desk, lambda: on_duty(here) is not None)
    desk.duty = None
    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        present = on_duty(here)
        assert present is not None and present.who == "S1", "a restart without the floor knows it"


def test_who_is_disabled_in_the_tables_list_is_on_duty_no_more(tmp_path: Path) -> None:
    """The console ended the duty; the floor says the old one until its wall has ended it."""
    desk, disabled = OpenDoor(), set[str]()
    with at_table(tmp_path / "journal.db", desk, is_disabled=disabled.__contains__) as here:
        here.say(**sign_in("D1", Role.DEALER))
        desk.duty = OnDuty("S1", "Aida", AT)
        until(here, desk, lambda: here.session.table.console.on_duty is not None)
        disabled.add("S1")
        here.station.note(NoteKind.SUPERVISOR_DISABLED, who="S1")
        until(here, desk, lambda: here.session.table.console.on_duty is None)
        for _ in range(2):
            here.say(do="say", by="D1", text="still here")
        desk.duty = OnDuty("S2", "Ona", AT)
        until(here, desk, lambda: (here.session.table.console.on_duty or Duty("", AT)).who == "S2")
        disabled.add("S2")
        desk.duty = OnDuty("", "", AT)  # the wall was first
        until(here, desk, lambda: here.session.table.console.on_duty is None)
    noted = [getattr(shown.job, "what", "") for shown in here.seen]
    assert [each for each in noted if each.startswith("supervisor_")] == [
        *("supervisor_on_duty", "supervisor_disabled", "supervisor_on_duty", "supervisor_disabled"),
    ]


P2_COMES = sign_in("P2", Role.PIT_BOSS)
EARLY: tuple[Seen, ...] = ({"do": "bets", "state": "open"}, {"do": "card", "card": "9H"})
"""A card while bets are open halts the table."""
CALL: Seen = {"do": "call", "by": "D1", "on": True}
FACTS = {"first_card": True, "seen": False}
REPORT: Seen = {"do": "incident", "by": "D1", "kind": "early_deal", "facts": FACTS}
STANDING: dict[str, tuple[Seen, ...]] = {
    "a call": (CALL,),
    "a halt": EARLY,
    "a halt, and then a call": (*EARLY, CALL),
    "a call, and then a halt": (CALL, *EARLY),
    "a halt, and then its report": (*EARLY, REPORT),
    "another report behind it": (*EARLY, REPORT, REPORT),
    "who came is there": (*EARLY, P2_COMES),
    "who came to a call is there": (CALL, P2_COMES),
    "who came has left": (*EARLY, P2_COMES, {"do": "sign_out", "who": "P2"}),
    "the dealer called beside": (P2_COMES, *EARLY, CALL),
    "the dealer called beside, and no more": (P2_COMES, *EARLY, CALL, {**CALL, "on": False}),
    "the call is answered, the halt is not": (
        CALL,
        *EARLY,
        P2_COMES,
        {"do": "call", "by": "P2", "on": False},
    ),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("what", STANDING)
def test_a_call_that_stood_at_a_restart_is_the_same_after_it(tmp_path: Path, what: str) -> None:
    """By another number nobody had taken it, and the journal noted that who was on the way did not come."""
    desk, path = OpenDoor(), tmp_path / "journal.db"
    desk.takes = False
    with at_table(path, desk, ready=True) as here:
        here.say(do="sign_out", who="P1")
        for line in STANDING[what]:
            here.say(**line)
        before = here.line.report
        here.say(do="say", by="D1", text="still here")
    assert before is not None and before.call is not None
    again = OpenDoor()
    again.takes = False
    with at_table(path, again) as here:
        until(here, again, lambda: again.report is not None)
    assert again.report is not None and again.report.call is not None
    call = again.report.call
    assert (call.number, call.arrived) == (before.call.number, before.call.arrived)
    assert abs(call.since - before.call.since) < timedelta(seconds=1)


@pytest.mark.parametrize(
    "error", [DamagedJournal(Path("J.db"), 1), ValueError("a bug")], ids=("damage", "bug")
)
def test_a_call_whose_beginning_cannot_be_found_is_reported_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    path, desk, again = tmp_path / "journal.db", OpenDoor(), OpenDoor()
    with at_table(path, desk, ready=True) as here:
        here.say(**CALL)
        until(here, desk, lambda: desk.report is not None and desk.report.call is not None)

    def fails(journal: Path, game: Game, since: datetime) -> None:
        raise error

    monkeypatch.setattr("console.floor.table_side.line.standing_call", fails)
    with at_table(path, again) as here:
        until(here, again, lambda: again.report is not None)
        assert again.report is not None and again.report.call is not None


def damage(path: Path) -> None:
    """Overwrite the page of a journal's heading under the console that has it open: no entry is lost."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        asked = "SELECT rootpage - 1 FROM sqlite_master WHERE name = 'meta'"
        page = int(connection.execute(asked).fetchone()[0])
    with path.open("rb+") as file:
        file.seek(page * 4096)
        file.write(b"\xff" * 4096)


def stand_for_a_while(here: AtTable, desk: OpenDoor) -> None:
    """Make a dozen entries, which the floor gets."""
    here.say(**sign_in("D1", Role.DEALER))
    here.say(do="bets", state="open")
    for _ in range(10):
        here.say(do="say", by="D1", text="still here")
    until(here, desk, lambda: desk.report is not None and desk.report.entry > 10)


def test_a_table_whose_journal_was_set_aside_in_play_goes_on_reporting(tmp_path: Path) -> None:
    desk, path = OpenDoor(), tmp_path / "journal.db"
    with at_table(path, desk, ready=True) as here:
        here.say(do="sign_out", who="P1")
        stand_for_a_while(here, desk)
        assert desk.report is not None and desk.report.standing is TableStanding.PLAYING
        before = here.session.view().entry
        damage(path)
        here.say(do="incident", by="D1", kind="technical_fault")
        assert here.session.set_aside == 1
        # The floor notes in the new file, too, as soon as it has seen it.
        assert here.session.view().entry < before, "a new file counts from 1"
        assert here.came.wait(60), "the call of this halt reached the floor"
        here.came.clear()
        assert desk.report.standing is not TableStanding.PLAYING
        assert desk.report.call is not None and desk.report.call.number == 2
        assert here.line.report is not None and here.line.report.entry == here.session.view().entry


@pytest.mark.sweep(1)
@pytest.mark.parametrize("changed", ["set aside in play", "closed at a start", "set aside at a start"])
def test_for_the_floor_a_call_stays_the_same_when_the_journal_changes_its_file(
    floor: FloorServer, tmp_path: Path, changed: str
) -> None:
    path, desk, closing = tmp_path / "journal.db", floor.desk(), None

    def seen() -> SeenTable:
        return next(each for each in desk.read().tables if each.table == "T1")

    def all_shipped(here: AtTable) -> SeenTable:
        """Wait until the floor knows the table's last entry and holds all that is before it."""
        for _ in range(600):
            found = seen()
            if found.report == here.line.report and found.number == here.session.view().entry:
                return found
            sleep(0.1)
        raise AssertionError(found)

    with at_table(path, floor.door(), ready=True) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.say(do="call", by="D1", on=True)
        call = all_shipped(here).call
        assert call is not None
        desk.take_call("T1", call, JONAS)
        assert here.came.wait(60)
        if changed == "set aside in play":
            damage(path)
            here.say(do="say", by="D1", text="still here")
            assert here.session.set_aside == 1
        after = all_shipped(here)
        assert (after.backlog, after.disputed, after.part) == (0, "", 2 if here.session.set_aside else 1)
        assert after.call is not None and after.call.taken is not None and after.call.number == call.number
    if changed == "closed at a start":
        closing = archives.Closing(mib=0)
    elif changed == "set aside at a start":
        damage(path)
    an_hour_later = SetClock(AT + timedelta(hours=1))
    with at_table(path, floor.door(), closing=closing, clock=an_hour_later) as here:
        here.say(do="say", by="D1", text="still here")
        after = all_shipped(here)
        assert after.call is not None and after.call.taken is not None
        assert (after.call.number, after.call.taken.name, after.part) == (call.number, JONAS.name, 2)
        assert (after.backlog, after.disputed) == (0, "")


def test_a_view_older_than_the_one_shown_or_of_the_file_before_is_passed_over(
    tmp_path: Path,
) -> None:
    desk, path = OpenDoor(), tmp_path / "journal.db"
    with at_table(path, desk, ready=True) as here:
        stand_for_a_while(here, desk)
        early, late = here.seen[-2:]
        here.line.show(early)
        assert here.line.report is not None and here.line.report.entry == late.view.entry
        damage(path)
        here.say(do="incident", by="D1", kind="technical_fault")
        here.line.show(late)
        assert here.line.report.standing is not TableStanding.PLAYING


def time_of(path: Path, entry: int) -> datetime:
    with review(path) as file:
        return next(file.entries(entry - 1)).at


def test_a_correction_never_names_an_entry_of_another_file_than_was_read(tmp_path: Path) -> None:
    path, desk = tmp_path / "journal.db", OpenDoor()
    texts = {"what": "the card", "before": "9H", "after": "8H", "why": "seen on the video"}
    correction = AmendmentRequest(entry=5, by="D1", authorised_by="P1", made_at=None, **texts)
    with at_table(path, desk, ready=True) as here:
        stand_for_a_while(here, desk)
        here.station.stop()
        made_at = time_of(path, correction.entry)
        damage(path)
        assert here.session.correct_entry(correction).refused == Refusal.BAD_INPUT
        assert (here.session.set_aside, here.session.view().entry) == (1, 2), "the note, and the refusal"
        assert here.session.correct_entry(correction).refused == Refusal.BAD_INPUT
        while here.session.view().entry < correction.entry:  # the new file has such a number, too
            here.session.note(NoteKind.RESTARTED)
        shown_before = msgspec.structs.replace(correction, made_at=made_at)
        assert here.session.correct_entry(shown_before).refused == Refusal.BAD_INPUT
        of_none = msgspec.structs.replace(correction, entry=99, made_at=time_of(path, correction.entry))
        assert here.session.correct_entry(of_none).refused == Refusal.BAD_INPUT
        of_today = msgspec.structs.replace(correction, made_at=time_of(path, correction.entry))
        assert here.session.correct_entry(of_today).refused is None
        kept = msgspec.structs.replace(correction, file=archives.volumes(path)[0].name)
        assert here.session.correct_entry(kept).refused is None


def test_a_table_reports_a_shifts_duties_until_they_are_done(tmp_path: Path) -> None:
    desk = OpenDoor()
    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.line.set_shift_duties(unsigned=True, unsealed=True)
        until(here, desk, lambda: duties(desk) == (True, True))
        assert duties(desk) == (True, True)
        here.line.set_shift_duties(unsigned=False, unsealed=False)
        until(here, desk, lambda: duties(desk) == (False, False))
        assert duties(desk) == (False, False)


def duties(desk: OpenDoor) -> tuple[bool, bool] | None:
    """The open points of a shift (unsigned, unsealed) that the table last reported to the floor."""
    return None if desk.report is None else (desk.report.unsigned, desk.report.unsealed)


def test_a_handover_is_owed_from_a_shift_s_end_until_both_sides_have_signed() -> None:
    duties = ShiftDuties(lambda at: shift_at(at, (time(6), time(22))), AT)
    night, noon = AT.replace(hour=23), AT.replace(day=2)
    ended, one = "2026-01-01 06:00", {"outgoing": "P1"}
    both = {**one, "incoming": "P2"}
    assert not duties.is_unsigned(None, AT, 1), "the shift goes on"
    assert duties.is_unsigned(None, night, 2)
    assert duties.is_unsigned(HandoverSigners(ended, one), night, 3)
    assert not duties.is_unsigned(HandoverSigners(ended, both), night, 4)
    assert not duties.is_unsigned(HandoverSigners("2026-01-01 22:00", one), night, 5), "both still stand"
    assert duties.is_unsigned(HandoverSigners("2026-01-01 22:00", one), noon, 6), (
        "another shift has ended since"
    )


@pytest.mark.parametrize(("hour", "last", "owed"), [(20, 21, False), (18, 21, True), (18, 18, False)])
def test_a_pair_of_signatures_long_before_a_shifts_last_entry_does_not_count(
    hour: int, last: int, owed: bool
) -> None:
    """The handover says so, too: more than an hour before it they are made again."""
    duties = ShiftDuties(lambda at: shift_at(at, (time(6), time(22))), AT)
    both = HandoverSigners("2026-01-01 06:00", {"outgoing": "P1", "incoming": "P2"})
    duties.is_unsigned(None, AT, 1)
    duties.is_unsigned(both, AT.replace(hour=hour), 2)
    duties.is_unsigned(both, AT.replace(hour=last), 3 if last > hour else 2)
    duties.is_unsigned(both, AT.replace(hour=21, minute=59), 3 if last > hour else 2)
    assert duties.is_unsigned(both, AT.replace(hour=23), 4) is owed


def test_a_note_at_a_closed_table_makes_no_pair_of_signatures_too_early() -> None:
    duties = ShiftDuties(lambda at: shift_at(at, (time(6), time(22))), AT)
    both = HandoverSigners("2026-01-01 06:00", {"outgoing": "P1", "incoming": "P2"})
    duties.is_unsigned(None, AT, 1)
    duties.is_unsigned(both, AT.replace(hour=18), 2)
    duties.is_unsigned(both, AT.replace(hour=21), 3, only_noted=True)
    assert not duties.is_unsigned(both, AT.replace(hour=23), 4, only_noted=True)


@pytest.mark.parametrize("closed", (False, True))
@pytest.mark.parametrize(("minutes", "owed"), [(0, False), (1, True)])
def test_after_a_restart_too_a_pair_long_before_a_shifts_last_entry_does_not_count(
    tmp_path: Path, minutes: int, owed: bool, closed: bool
) -> None:
    path = two_shifts(tmp_path / "J.db", both=True)
    if closed:  # at a month's end
        with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
            archives.go_on_in_new_file(journal, encode_table(Table()), AT)
    times = signature_times(path, SHIFT)
    stopped = min(times.values()) + timedelta(hours=1, minutes=minutes)
    duties = ShiftDuties(lambda at: SHIFT if at <= stopped else NEXT, stopped, times)
    handed = HandoverSigners(SHIFT, {"outgoing": "S1", "incoming": "P1"})
    assert duties.is_unsigned(handed, stopped + timedelta(minutes=1), 1) is owed


def test_a_pair_for_the_shift_that_goes_on_does_not_count_for_the_one_before() -> None:
    duties = ShiftDuties(lambda at: shift_at(at, (time(6), time(22))), AT)
    night, both = AT.replace(hour=23), {"outgoing": "P1", "incoming": "P2"}
    duties.is_unsigned(None, AT, 1)
    assert duties.is_unsigned(HandoverSigners("2026-01-01 22:00", both), night, 2)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("missing", ["psycopg", "token"])
def test_a_table_that_can_not_join_its_floor_plays_on_and_says_so_in_its_journal_too(
    qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    config, spec = load_config(file), find_spec
    if missing == "psycopg":
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name, *more: None if name == missing else spec(name, *more)
        )
    token = file.parent / "token" if missing == "token" else None
    with ExitStack() as stack:
        console = Console(config, load_rulebook("ja"), SetClock(), stack)
        floor_config = FloorConfig("db.example", "table_7", password_file=token)
        console.config = msgspec.structs.replace(config, floor=floor_config)
        qtbot.addWidget(console.window)
        console.open(full_screen=False)

        def lamps() -> list[str]:
            return (
                []
                if console.window.people_here.view is None
                else [each.device for each in console.window.people_here.view.console.lamps]
            )

        qtbot.waitUntil(lambda: "floor" in lamps())
        assert console.floor is None
        noted = "floor_missing" if missing == "psycopg" else "floor_not_joined"
        qtbot.waitUntil(lambda: any(noted.encode() in each for each in packed(config.journal)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A roulette table's file without a device."""
    table = tmp_path / "table7.toml"
    table.write_text(
        'name = "T1"\ngame = "roulette"\nrules = "ja"\nlanguage = "de"\n'
        'journal = "journal.db"\npeople = "people.json"\n',
        "utf-8",
    )
    return table


def test_a_table_with_a_floor_sends_all_once_its_window_is_painted(
    qtbot: QtBot, file: Path, floor: FloorServer
) -> None:
    config = load_config(file)
    with ExitStack() as stack:
        console = Console(config, load_rulebook("ja"), SetClock(), stack)
        console.config = msgspec.structs.replace(
            config, floor=FloorConfig(str(floor.server.sockets), floor.accounts["T1"], database="lasting")
        )
        qtbot.addWidget(console.window)
        first_paint = console.open(full_screen=False)
        assert console.floor is None, "it waits for the first paint"
        assert first_paint
        qtbot.waitUntil(lambda: console.floor is not None)
        path = config.journal
        qtbot.waitUntil(lambda: floor.entries() == packed(path) != [])
        row = floor.admin.execute("SELECT told FROM floor.state WHERE table_id = 'T1'").fetchone()
        assert row is not None
        assert (row[0]["standing"], row[0]["mode"]) == ("closed", "live")
        lamps = console.window.surroundings.lamps  # by its clock it is the first of January
        qtbot.waitUntil(lambda: lamps.clock_ahead < -2)


@pytest.mark.parametrize("named", [True, False], ids=["still named", "no more named"])
def test_what_a_floor_or_a_recorder_said_ends_once_the_tables_file_names_none(
    file: Path, named: bool
) -> None:
    """A set put aside elsewhere was barred for ever, and that there is no picture stood for ever."""
    config, rules = load_config(file), load_rulebook("ja")
    probe = ProbeConfig(Video("https://nvr.example/{camera}?t={time}", "7"))
    with_both = msgspec.structs.replace(config, floor=FloorConfig("floor.example"), probe=probe)
    with ExitStack() as stack:
        session = opened_table(with_both, rules, SetClock(), stack)[0].session
        session.bar_sets({"AB 12": "T2"})
        missing = ProbedVideo(AT, ProbeAnswer(NoPicture.SLOW))
        session.note(NoteKind.VIDEO_MISSING, text=missing.text)
    with ExitStack() as stack:
        table = opened_table(with_both if named else config, rules, SetClock(), stack)[0].session.table
    assert (table.bars_set("AB 12"), table.console.video_missing == "slow") == (named, named)


def test_a_table_that_starts_again_gives_its_floor_no_pair_that_is_hours_old(
    qtbot: QtBot, file: Path, floor: FloorServer
) -> None:
    clock = SetClock()
    begun = clock.utc().astimezone().hour
    config = msgspec.structs.replace(load_config(file), shifts=(time(begun),))
    rules, shift = load_rulebook("ja"), shift_of(config)
    with ExitStack() as stack:
        session = opened_table(config, rules, clock, stack)[0].session
        for who, side in zip(("S1", "S2"), SIDES, strict=True):
            session.take(msgspec.json.encode({"do": "sign_in", "who": who, "role": "supervisor"}))
            assert session.sign_handover(who, shift(clock.utc()), side).accepted
        clock.advance(2 * 3600)
        session.take(b'{"do":"sign_out","who":"S1"}')
    clock.advance(24 * 3600)
    with ExitStack() as stack:
        console = Console(config, rules, clock, stack)
        console.config = msgspec.structs.replace(
            config, floor=FloorConfig(str(floor.server.sockets), floor.accounts["T1"], database="lasting")
        )
        qtbot.addWidget(console.window)
        console.open(full_screen=False)

        def is_unsigned() -> bool:
            row = floor.admin.execute("SELECT told FROM floor.state WHERE table_id = 'T1'").fetchone()
            return row is not None and row[0].get("unsigned") is True

        qtbot.waitUntil(is_unsigned)


def test_without_a_floor_in_its_file_a_table_loads_nothing_of_it(
    qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_floor() -> list[str]:
        begins = ("console.floor.", "psycopg")
        asked = ("console.floor.part", "console.floor.ui", "console.floor.ui.at_table")
        return [name for name in sys.modules if name.startswith(begins) and name not in asked]

    for name in of_floor():
        monkeypatch.delitem(sys.modules, name)
    with ExitStack() as stack:
        console = Console(load_config(file), load_rulebook("ja"), SetClock(), stack)
        qtbot.addWidget(console.window)
        console.open(full_screen=False)
        taken_up = console.station._thread
        qtbot.waitUntil(lambda: taken_up.ident is not None)
        qtbot.wait(0)
        assert console.floor is None
    assert of_floor() == []


def test_a_floor_elsewhere_is_believed_by_its_certificate_and_asked_for_proof(tmp_path: Path) -> None:
    dsn = dsn_of("db1.example:5433, db2.example", "table_7", tmp_path / "ca.pem")
    for part in ("db1.example,db2.example", "5433,5432", "verify-full", "scram-sha-256", "ca.pem"):
        assert part in dsn
    assert "sslmode" not in dsn_of("/run/floor", "table_7"), "on this machine the system says who connects"


def test_a_password_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("geheim\n", "utf-8")
    file.chmod(0o644)
    with pytest.raises(NoAccount, match="open"):
        password_in(file)
    file.chmod(0o600)
    assert password_in(file) == "geheim"


def test_the_dealer_s_band_names_who_comes_and_how_long_players_wait(tmp_path: Path) -> None:
    desk = OpenDoor()
    with at_table(tmp_path / "journal.db", desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.say(do="call", by="D1", on=True)
        assert here.came.wait(60)
        person = Person("P9", "Jonas", Role.PIT_BOSS, "lt")
        situation = Situation(
            mode=Mode.LIVE, name="T1", game="baccarat", rulebook=load_rulebook("sv"), persons={"P9": person}
        )
        shown = dealer_view(here.session.view(), here.session.table, situation)
    coming = shown.call.coming
    assert coming is not None
    assert (coming.by.name, coming.waited) == ("Jonas", None), "play goes on: nobody waits"
    banner = coming_banner(shown, words("en"), words("sv"))
    assert banner is not None and banner.text == "Jonas is on the way"
    replace = msgspec.structs.replace
    waits = replace(shown, call=replace(shown.call, coming=replace(coming, waited=72)))
    late = coming_banner(waits, words("de"), words("sv"))
    assert late is not None and late.text == "Jonas ist unterwegs. Die Spieler warten seit 1:12"


def test_the_report_says_how_long_it_took_to_take_a_call_and_to_arrive(tmp_path: Path) -> None:
    path, desk = tmp_path / "journal.db", OpenDoor()
    with at_table(path, desk) as here:
        here.say(**sign_in("D1", Role.DEALER))
        here.say(do="call", by="D1", on=True)
        assert here.came.wait(60)
        here.say(**sign_in("P9", Role.PIT_BOSS))
    whole = table_report(path, Interval()).whole
    assert (whole.to_take.count, whole.to_arrive.count) == (1, 1)
    assert whole.to_take.longest is not None and 0 < whole.to_take.longest < 60
    assert whole.to_arrive.longest is not None and 0 < whole.to_arrive.longest < 60


def test_a_table_that_was_passed_over_notes_who_did_so_and_says_it_until_it_counts(
    tmp_path: Path,
) -> None:
    notes, said, names = list[tuple[object, str | None, str | None]](), list[str](), dict[str, str]()

    def note(kind: NoteKind, who: str | None = None, text: str | None = None) -> None:
        notes.append((kind, who, text))

    line = FloorLine(
        tmp_path / "journal.db",
        OpenDoor(),
        None,
        OutsideFacts(),
        note=note,
        now=lambda: AT,
        introduce=names.__setitem__,
        passed_over=said.append,
    )
    line._is_passed_over(OtherConsole("0f3e4012" * 4, "P9", "Jonas"))
    line._is_passed_over(None)
    assert notes == [(NoteKind.FLOOR_PASSED_OVER, "P9", "0f3e4012" * 4)]
    assert (said, names) == (["Jonas", ""], {"P9": "Jonas"})
