"""A server whose lines are refused: twenty a second are entries of their own, one more counts the rest."""

from __future__ import annotations

import threading

import msgspec
import pytest

from console.table.core import NoteKind, events, game_of, ready
from console.table.core.running.clock import SetClock
from console.table.core.running.session import AT_MOST, WELL_AFTER, Resumption, Session
from console.table.core.running.station import ShownTable, Station
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal

FOREIGN = b'{"do":"open","by":"P1"}'
NO_JSON = b"{"
CLOSED_AGAIN = b'{"do":"bets","state":"closed"}'
SEATS = b'{"do":"seats","seats":[1]}'
REMARK = b'{"do":"say","by":"D1","text":"all is well"}'


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def session(clock: SetClock, journal: MemoryJournal) -> Session:
    game = game_of(load_rulebook("sv"), "baccarat")
    return Session(game, journal, clock, Resumption(ready(game)))


def counted(journal: MemoryJournal) -> list[str]:
    """The texts of the entries that count refused lines."""
    recorded = (msgspec.json.decode(entry.event, type=events.AnyEvent) for entry in journal.entries)
    return [
        each.text or ""
        for each in recorded
        if isinstance(each, events.Noted) and each.what == NoteKind.LINK_LINES_REFUSED
    ]


def test_twenty_a_second_are_entries_and_one_a_second_counts_the_rest(
    session: Session, clock: SetClock, journal: MemoryJournal
) -> None:
    for second in range(3):
        for number in range(370):
            view = session.take((FOREIGN, NO_JSON)[number % 2], by_link=True)
            assert view.refused == ("not_authorised", "bad_input")[number % 2] and view.why
            session.record_refused_lines()
        assert len(journal.entries) <= (second + 1) * (AT_MOST + 1)
        clock.advance(1)
    session.record_refused_lines()
    assert sum(map(int, counted(journal))) == 3 * (370 - AT_MOST), "none of them is in no entry"
    assert len(counted(journal)) == 3
    assert session.record_refused_lines(at_once=True) is None


@pytest.mark.parametrize(
    ("line", "refused"),
    [(CLOSED_AGAIN, "out_of_turn"), (SEATS, "not_this_game")],
    ids=["out of turn", "another game's"],
)
def test_refused_lines_that_a_server_may_send_are_counted_too(
    session: Session, journal: MemoryJournal, line: bytes, refused: str
) -> None:
    for _ in range(AT_MOST + 5):
        assert session.take(line, by_link=True).refused == refused
    assert len(journal.entries) == AT_MOST
    session.record_refused_lines(at_once=True)
    assert counted(journal) == ["5"]


def test_accepted_lines_and_peoples_lines_are_each_recorded_beside_a_flood(
    session: Session, clock: SetClock, journal: MemoryJournal
) -> None:
    for _ in range(100):
        session.take(FOREIGN, by_link=True)
    before = len(journal.entries)
    assert session.take(b'{"do":"bets","state":"open"}', by_link=True).accepted
    session.take(b'{"do":"view"}', by_link=True)
    for _ in range(40):
        session.take(FOREIGN.replace(b"P1", b"X9"))
        session.take(REMARK)
    assert len(journal.entries) == before + 81


def test_the_link_counts_as_misbehaving_until_it_has_been_well_for_a_while(
    session: Session, clock: SetClock
) -> None:
    for _ in range(AT_MOST):
        session.take(FOREIGN, by_link=True)
    assert not session.link_misbehaves
    session.take(FOREIGN, by_link=True)
    assert session.link_misbehaves
    clock.advance(WELL_AFTER - 1)
    assert session.link_misbehaves
    clock.advance(1)
    assert not session.link_misbehaves


def test_a_table_at_work_counts_the_last_of_them_too_and_shows_how_the_link_is(
    session: Session, clock: SetClock, journal: MemoryJournal
) -> None:
    shown: list[ShownTable] = []
    well, ill = threading.Event(), threading.Event()

    def show(now: ShownTable) -> None:
        shown.append(now)
        (ill if now.misbehaves else well).set()

    station = Station(session, clock, show, print)
    for _ in range(AT_MOST + 5):
        session.take(FOREIGN, by_link=True)
    station.start()
    assert ill.wait(60)
    well.clear()
    clock.advance(WELL_AFTER + 1)
    station.beat(lambda: None)
    assert well.wait(60), "nobody pressed anything"
    station.stop()
    assert counted(journal) == ["5"]
