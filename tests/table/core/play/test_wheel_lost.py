"""A wheel that could not be heard for a while: no step is judged over the gap, and no number comes twice."""

from __future__ import annotations

import msgspec
import pytest

from console.table.core import NoteKind, Resumption, Session, SetClock, View, encode_table, game_of, ready
from console.table.core.judging.checkpoints import table_after
from console.table.devices import DeviceRole
from console.table.devices.models.cammegh import status_line
from console.table.devices.wheel_status import WheelStatus
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal


def line(state: int, game: int = 11, number: int = 34) -> bytes:
    return status_line(WheelStatus(state, game, number, 0, 140, "clockwise"))


class Spun:
    """A roulette table whose wheel has reported that the ball was sent."""

    def __init__(self) -> None:
        self.game, self.journal = game_of(load_rulebook("sv"), "roulette"), MemoryJournal()
        self.begun = ready(self.game)
        self.session = Session(self.game, self.journal, SetClock(), Resumption(self.begun))
        for state in ("open", "closed"):
            self.say(do="bets", state=state)
        self.say(do="spin", turns=4, direction="against", by="D1")
        self.session.receive(DeviceRole.WHEEL, line(2) + line(3))

    def say(self, **fields: object) -> View:
        return self.session.take(msgspec.json.encode(fields))


@pytest.mark.parametrize(
    ("what", "text"), [(NoteKind.DEVICE_LOST, "wheel"), (NoteKind.RESTARTED, "2026-11-20T09:00:00+00:00")]
)
def test_a_number_that_comes_after_a_gap_is_taken_though_its_step_was_not_seen(
    what: NoteKind, text: str
) -> None:
    spun = Spun()
    spun.session.note(what, text=text)
    assert spun.session.receive(DeviceRole.WHEEL, line(5, number=17)).phase == "result"
    assert spun.session.receive(DeviceRole.WHEEL, line(5, number=17)).phase == "result"


def test_without_a_gap_the_same_step_halts() -> None:
    spun = Spun()
    spun.session.note(NoteKind.DEVICE_LOST, text="shoe")
    assert spun.session.receive(DeviceRole.WHEEL, line(5, number=17)).phase == "halted"


def test_a_number_read_before_the_wheel_was_lost_does_not_count_again() -> None:
    spun = Spun()
    spun.session.receive(DeviceRole.WHEEL, line(4) + line(5, number=17))
    spun.session.note(NoteKind.DEVICE_LOST, text="wheel")
    view = spun.session.receive(DeviceRole.WHEEL, line(5, number=17))
    assert (view.phase, view.accepted) == ("result", True)


def test_a_replayed_journal_repeats_the_loss_of_the_wheel_where_it_was() -> None:
    spun = Spun()
    spun.session.receive(DeviceRole.WHEEL, line(4)[:7])
    spun.session.note(NoteKind.DEVICE_LOST, text="wheel")
    spun.session.receive(DeviceRole.WHEEL, line(5, number=17))
    assert table_after(spun.game, encode_table(spun.begun), spun.journal.entries) == spun.session.table
