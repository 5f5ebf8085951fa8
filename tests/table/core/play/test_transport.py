"""Words of a serial server at a table: no card, no failed scan, no halt; and why a device is lost."""

from __future__ import annotations

import msgspec
import pytest

from console.table.core import NoteKind, Resumption, Session, SetClock, View, encode_table, game_of, ready
from console.table.core.judging.checkpoints import table_after
from console.table.devices import DeviceRole, LossReason
from console.table.game import load_rulebook
from tests.table.devices.models.test_card_lines import SERVERS
from tests.table.devices.rehearsal import MemoryJournal

READER = DeviceRole.READER


class AtTable:
    """A baccarat table with a card scanner, whose bets are open."""

    def __init__(self) -> None:
        self.game, self.journal = game_of(load_rulebook("sv"), "baccarat"), MemoryJournal()
        self.session = Session(self.game, self.journal, SetClock(), Resumption(ready(self.game)))
        self.begun = self.session.table
        self.say(do="bets", state="open")

    def say(self, **fields: object) -> View:
        return self.session.take(msgspec.json.encode(fields))

    def kept(self) -> list[str]:
        return [entry.kind for entry in self.journal.entries]


@pytest.mark.parametrize("said", SERVERS)
def test_a_serial_server_that_greets_halts_no_table(said: bytes) -> None:
    for fresh in (True, False):
        table = AtTable()
        assert table.session.receive(READER, said, fresh=fresh).phase == "betting"
        assert {"card_drawn", "card_unread"}.isdisjoint(table.kept())
        assert b"".join(entry.raw or b"" for entry in table.journal.entries) == said


def test_a_line_that_is_no_reading_is_a_failed_scan_but_just_after_the_opening() -> None:
    for fresh, due in ((True, "deal"), (False, "rescan")):
        table = AtTable()
        assert table.session.receive(READER, b"1H\r\n", fresh=fresh).phase == "betting"
        table.say(do="bets", state="closed")
        assert table.session.receive(READER, b"1H\r\n", fresh=fresh).prompt.action == due
    assert AtTable().session.receive(READER, b"9H\r\n", fresh=True).phase == "halted", "a card is a card"


def test_a_card_whose_line_ends_twice_is_one_card_and_no_scan_is_asked_again() -> None:
    table = AtTable()
    table.say(do="bets", state="closed")
    for line in (b"9H\r\r\n", b"2S\r\n\r\n"):
        view = table.session.receive(READER, line)
    assert (view.prompt.action, view.prompt.hand, view.prompt.card) == ("deal", "player", 2)


@pytest.mark.parametrize(
    ("what", "text"), [(NoteKind.DEVICE_LOST, "reader"), (NoteKind.RESTARTED, "2026-11-20T09:00:00+00:00")]
)
def test_half_a_line_from_before_a_loss_is_forgotten_and_a_replay_forgets_it(
    what: NoteKind, text: str
) -> None:
    table = AtTable()
    table.say(do="bets", state="closed")
    table.session.receive(READER, b"K")
    table.session.note(what, text=text)
    view = table.session.receive(READER, b"9H\r")
    assert (view.prompt.action, view.prompt.hand) == ("deal", "banker")
    assert table.kept()[-4:] == ["bytes_received", "noted", "bytes_received", "card_drawn"]
    assert table_after(table.game, encode_table(table.begun), table.journal.entries) == table.session.table


def test_the_reason_why_a_device_is_lost_is_in_the_entry() -> None:
    table = AtTable()
    table.session.note(NoteKind.DEVICE_LOST, text="reader", reason=LossReason.IN_USE)
    event = msgspec.json.decode(table.journal.entries[-1].event)
    assert event == {"event": "noted", "what": "device_lost", "text": "reader", "reason": "in_use"}
