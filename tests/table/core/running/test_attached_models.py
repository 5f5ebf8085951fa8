"""A device's model is noted in the journal when it is attached: once, and again when it is another one."""

from __future__ import annotations

from console.table.core.games.registry import game_of
from console.table.core.judging.checkpoints import encode_table, ready, table_after
from console.table.core.running.clock import SetClock
from console.table.core.running.session import Resumption, Session
from console.table.devices.catalogue import AttachedDevice, DeviceModel
from console.table.devices.line_format import Format
from console.table.devices.model import DeviceRole
from console.table.game.rulebook import load_rulebook
from tests.table.core.tables import JournalInMemory

USUAL = AttachedDevice(DeviceRole.SHOE, DeviceModel.ANGEL_EYE)


def test_a_model_is_noted_when_it_is_another_one_and_not_again() -> None:
    game, journal = game_of(load_rulebook("sv"), "baccarat"), JournalInMemory()
    begun = ready(game)
    session = Session(game, journal, SetClock(), Resumption(begun))
    other = AttachedDevice(DeviceRole.SHOE, DeviceModel.TEXT_CARDS, Format((r"(?P<card>..)",)))
    for attached, noted in ((USUAL, 0), (other, 1), (other, 1), (USUAL, 2), (USUAL, 2)):
        session.attach(attached)
        assert len(journal.entries) == noted, attached
    assert table_after(game, encode_table(begun), journal.entries) == session.table
