"""A device that a commissioning tests: what it says is recorded, and is not play until play goes on."""

from __future__ import annotations

from console.table.core import NoteKind, encode_table, game_of, ready
from console.table.core.judging.checkpoints import table_after
from console.table.core.running.clock import SetClock
from console.table.core.running.session import Resumption, Session
from console.table.core.state.note_kinds import SCREEN
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from tests.table.core.tables import JournalInMemory, card_frame

OPEN, CLOSED = b'{"do":"bets","state":"open"}', b'{"do":"bets","state":"closed"}'
CARD = card_frame("1", "player", 1, "9H")


def at_table() -> tuple[Session, JournalInMemory]:
    """A baccarat table that is ready for its first coup."""
    game, journal = game_of(load_rulebook("sv"), "baccarat"), JournalInMemory()
    return Session(game, journal, SetClock(), Resumption(ready(game))), journal


def kinds(journal: JournalInMemory) -> list[str]:
    return [entry.kind for entry in journal.entries]


def test_a_card_of_a_tested_shoe_is_recorded_and_is_not_drawn() -> None:
    session, journal = at_table()
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="shoe")
    view = session.receive(DeviceRole.SHOE, CARD)
    assert kinds(journal) == ["noted", "bytes_received"] and view.refused is None
    assert not any(session.table.shoe.seen) and not session.table.halted
    session.note(NoteKind.DEVICE_TEST_ENDED, text="shoe")
    session.receive(DeviceRole.SHOE, card_frame("2", "player", 1, "8H"))
    assert kinds(journal)[2:] == ["noted", "bytes_received", "card_drawn"]
    game = game_of(load_rulebook("sv"), "baccarat")
    assert table_after(game, encode_table(ready(game)), journal.entries) == session.table


def test_another_device_is_at_play_meanwhile() -> None:
    session, journal = at_table()
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="reader")
    session.receive(DeviceRole.SHOE, CARD)
    assert kinds(journal) == ["noted", "bytes_received", "card_drawn"]


def test_play_that_goes_on_ends_the_test_and_the_next_card_counts() -> None:
    session, journal = at_table()
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="shoe")
    for line in (OPEN, CLOSED):
        assert session.take(line).refused is None
    assert session.table.tested_device is None
    session.receive(DeviceRole.SHOE, CARD)
    assert kinds(journal)[-2:] == ["bytes_received", "card_drawn"]


def test_no_device_is_tested_in_a_round() -> None:
    session, _ = at_table()
    session.take(OPEN)
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="shoe")
    assert session.table.tested_device is None


def test_a_restart_ends_the_test() -> None:
    session, _ = at_table()
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="shoe")
    session.note(NoteKind.RESTARTED)
    assert session.table.tested_device is None


def test_a_note_of_something_else_ends_no_test_and_is_kept() -> None:
    session, _ = at_table()
    session.note(NoteKind.DEVICE_TEST_BEGAN, text="shoe")
    session.note(NoteKind.LOCKED, text=SCREEN)
    assert session.table.tested_device == "shoe" and session.table.console.screen_locked
