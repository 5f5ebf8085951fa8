"""While the journal can't be written play waits: cards that were read are owed, presses are refused."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import AmendmentRequest, NoteKind, Unwritable, events, ready
from console.table.core.running.clock import SetClock, SystemClock
from console.table.core.running.session import Resumption, Session
from console.table.core.running.station import (
    AGAIN_AFTER,
    BYTES_AT_MOST,
    LINKED_AT_MOST,
    Backlog,
    BytesJob,
    LineJob,
    ShownTable,
    Station,
)
from console.table.devices import DeviceRole
from tests.table.core.tables import CareInMemory, DamagedInMemory, Driven, JournalInMemory, card_frame

PATIENCE = 60.0
BETS = (b'{"do":"bets","state":"open"}', b'{"do":"bets","state":"closed"}')
CALL = b'{"do":"call","by":"D1","on":true}'


class AtWork:
    """A table in its own thread; ``kept`` is its journal, to be broken and mended."""

    def __init__(self, *, notes_clock: bool = False) -> None:
        self.kept, clock, game = JournalInMemory(), SystemClock(), Driven("sv").game
        self.came, self.shown, self.failed = Event(), list[ShownTable](), list[Exception]()
        self.session = Session(game, self.kept, clock, Resumption(ready(game)))
        self.station = Station(self.session, clock, self._show, self.failed.append, notes_clock=notes_clock)
        self.station.start()

    def _show(self, shown: ShownTable) -> None:
        self.shown.append(shown)
        self.came.set()

    def until(self, job: object, *, recorded: bool = True) -> ShownTable:
        """The view after a job, once it was taken or refused."""
        while True:
            for shown in self.shown:
                came = (
                    replace(shown.job, at=None, after=None) if isinstance(shown.job, BytesJob) else shown.job
                )
                if came == job and (shown.unwritable is None) == recorded:
                    return shown
            assert self.came.wait(PATIENCE), f"{job} was not taken"
            self.came.clear()

    def press(self, line: bytes) -> ShownTable:
        self.shown.clear()
        self.station.submit(line)
        return self.until(LineJob(line), recorded=not self.kept.broken)

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.kept.entries]


@pytest.fixture
def at_work() -> Iterator[AtWork]:
    table = AtWork()
    yield table
    table.station.stop()
    assert table.failed == []


def notes_of(table: AtWork) -> list[events.Noted]:
    recorded = [msgspec.json.decode(entry.event, type=events.AnyEvent) for entry in table.kept.entries]
    return [event for event in recorded if isinstance(event, events.Noted)]


def test_a_press_that_was_not_recorded_is_refused_and_not_done_later(at_work: AtWork) -> None:
    at_work.kept.broken = True
    assert at_work.press(CALL).unwritable is Unwritable.FULL
    again = at_work.press(CALL)
    assert (again.view.refused, again.view.call) == ("not_recorded", False)
    at_work.kept.broken = False
    at_work.shown.clear()
    while not notes_of(at_work):
        assert at_work.came.wait(PATIENCE)
        at_work.came.clear()
    assert at_work.kinds() == ["noted"]
    assert at_work.press(CALL).view.call


def test_the_console_notes_that_the_journal_is_back_and_since_when_it_was_away(
    at_work: AtWork,
) -> None:
    at_work.kept.broken = True
    at_work.press(CALL)
    at_work.kept.broken = False
    while at_work.shown[-1].unwritable is not None:
        assert at_work.came.wait(PATIENCE)
        at_work.came.clear()
    (note,) = notes_of(at_work)
    assert (
        note.what == NoteKind.JOURNAL_UNWRITTEN and note.text is not None and note.text.startswith("full 20")
    )


def test_cards_that_were_read_meanwhile_are_taken_in_their_order_and_once(at_work: AtWork) -> None:
    for line in BETS:
        at_work.press(line)
    at_work.kept.broken = True
    cards = [
        card_frame("1", "player", 1, "9H"),
        card_frame("2", "banker", 1, "2S"),
        card_frame("3", "player", 2, "KD"),
    ]
    for card in cards:
        at_work.station.receive(DeviceRole.SHOE, card)
    at_work.until(BytesJob(DeviceRole.SHOE, cards[0]), recorded=False)
    assert at_work.session.table.round is not None
    assert at_work.press(CALL).view.refused == "not_recorded"
    at_work.kept.broken = False
    at_work.until(BytesJob(DeviceRole.SHOE, cards[2]))
    at_work.station.stop()
    assert at_work.kinds()[2:] == ["bytes_received", "card_drawn"] * 3 + ["noted"]
    raw = [entry.raw for entry in at_work.kept.entries if entry.raw]
    assert raw == cards


def test_the_backlog_is_recorded_at_the_end_if_the_journal_is_back(at_work: AtWork) -> None:
    at_work.kept.broken = True
    at_work.station.receive(DeviceRole.SHOE, b"\x05")
    at_work.until(BytesJob(DeviceRole.SHOE, b"\x05"), recorded=False)
    at_work.kept.broken = False
    at_work.station.stop()
    assert at_work.kinds() == ["bytes_received", "noted"]


def test_a_flooded_backlog_keeps_its_bound_and_notes_the_bytes_let_go(at_work: AtWork) -> None:
    owing = Backlog()
    owing.note_failure(Unwritable.FULL, SystemClock().utc())
    for _ in range(3):
        owing.add(BytesJob(DeviceRole.SHOE, b""), BYTES_AT_MOST // 2)
    assert owing.note.endswith(f", {BYTES_AT_MOST // 2} bytes let go")


def test_a_backlog_up_to_its_bound_waits_and_has_its_full_room_again_after() -> None:
    owing = Backlog()
    for _ in range(2):
        owing.note_failure(Unwritable.FULL, SystemClock().utc())
        owing.add(BytesJob(DeviceRole.SHOE, b""), BYTES_AT_MOST)
        assert "let go" not in owing.note
        owing.add(BytesJob(DeviceRole.SHOE, b"\x05"), 1)
        assert owing.note.endswith(", 1 bytes let go")
        owing.remove_first()
        assert owing.first is None
        owing.clear()


def test_entries_recorded_meanwhile_take_no_room_in_the_backlog() -> None:
    """A disk that takes an entry now and then: nothing is let go as long as little waits."""
    owing = Backlog()
    owing.note_failure(Unwritable.FULL, SystemClock().utc())
    for _ in range(5):
        owing.add(BytesJob(DeviceRole.SHOE, b""), BYTES_AT_MOST // 2)
        owing.add(BytesJob(DeviceRole.SHOE, b""), BYTES_AT_MOST // 2)
        owing.remove_first()
        owing.remove_first()
    assert "let go" not in owing.note


def test_a_line_too_many_of_the_game_servers_is_not_taken_and_its_link_goes_on() -> None:
    """The system holds it back: a person's press does not wait for the server's lines."""
    session = Driven("sv").session
    station = Station(session, SetClock(), lambda _: None, list[Exception]().append)
    offered = [station.offer(CALL) for _ in range(LINKED_AT_MOST + 1)]
    assert offered == [*[True] * LINKED_AT_MOST, False]
    assert station.step() and station.offer(CALL)


@pytest.mark.parametrize("turn", [1, -1])
def test_the_bytes_of_two_devices_are_never_joined(turn: int) -> None:
    station = Station(Driven("sv").session, SetClock(), lambda _: None, list[Exception]().append)
    first, second = (DeviceRole.SHOE, DeviceRole.READER)[::turn]
    station.receive(first, b"\x05")
    station.receive(second, b"1")
    job = station._next_job()
    assert isinstance(job, BytesJob) and (job.device, job.received) == (first, b"\x05")


def test_a_table_waits_for_a_line_until_bets_open_by_themselves() -> None:
    clock, game = SetClock(), Driven("sv").game
    session = Session(game, JournalInMemory(), clock, Resumption(ready(game)))
    station = Station(session, clock, lambda _: None, list[Exception]().append, pause=2.0)
    station.show()
    clock.advance(1.5)
    assert station._patience() == 0.5


def test_while_much_comes_the_journal_is_tried_again_each_half_second_and_no_oftener() -> None:
    """A wheel speaks twice a second: without this nothing would be recorded until it falls silent."""
    kept, clock, game = JournalInMemory(), SetClock(), Driven("sv").game
    session = Session(game, kept, clock, Resumption(ready(game)))
    station = Station(session, clock, lambda _: None, list[Exception]().append)
    clock.advance(AGAIN_AFTER)

    def comes() -> list[str]:
        station.note(NoteKind.LOCKED)
        job = station._next_job()
        assert job is not None
        station._take(job)
        return [entry.kind for entry in kept.entries]

    kept.broken = True
    assert comes() == []
    assert comes() == [], "it was tried, and is broken still"
    kept.broken = False
    clock.advance(AGAIN_AFTER / 2)
    assert comes() == []
    clock.advance(AGAIN_AFTER / 2)
    assert comes() == ["noted"] * 5, "three that waited, the note of the break, and this one"


def test_a_correction_that_is_refused_because_its_file_was_set_aside_is_no_outage() -> None:
    kept, clock, game = DamagedInMemory(), SetClock(), Driven("sv").game
    session = Session(game, kept, clock, Resumption(ready(game)), care=CareInMemory(kept.go_on))
    shown, failed = list[ShownTable](), list[Exception]()
    station = Station(session, clock, shown.append, failed.append)
    station.submit(CALL)
    assert station.step()
    kept.damaged = True
    wrong = AmendmentRequest(
        entry=1, what="card", before="9H", after="8H", by="D1", authorised_by="P1", why="a video"
    )
    station.ask(lambda session: session.correct_entry(wrong))
    station.submit(CALL)
    while station.step():
        pass
    assert [(each.view.refused, each.unwritable) for each in shown[1:]] == [("bad_input", None), (None, None)]
    assert [entry.kind for entry in kept.entries] == ["noted", "entry_corrected", "pit_boss_called"]
    assert failed == []


def test_with_which_clock_a_shift_began_is_noted_once() -> None:
    table = AtWork(notes_clock=True)
    table.press(CALL)
    table.station.stop()
    (note,) = notes_of(table)
    assert note.what == NoteKind.SHIFT_BEGAN and note.text is not None
    assert note.text.split()[0] in ("synchronised", "unsynchronised", "unknown")
    assert note.text.split()[1].startswith("UTC")
