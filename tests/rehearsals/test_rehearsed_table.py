"""The table of a rehearsal alone: its clock that is set, its disk that is full, and who did what it took."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.rehearsals.at_play.rehearsed_table import RehearsedTable, SetBackClock
from console.table.core import (
    PersonAtTable,
    Refusal,
    Role,
    SetClock,
    ShownTable,
    Table,
    View,
    game_of,
    lines,
    ready,
)
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal

GAME = game_of(load_rulebook("sv"), "baccarat")
BEGUN = replace(ready(GAME), people=(PersonAtTable("D1", Role.DEALER),))


class WatchedTable:
    """A rehearsal's table, and who did what it has shown."""

    def __init__(self) -> None:
        self.clock, self.by_console = SetClock(), list[bool]()
        self.table = RehearsedTable(
            GAME, BEGUN, SetBackClock(self.clock), MemoryJournal(), self._see, lambda error: None
        )

    def _see(self, shown: ShownTable, before: Table, view: View) -> None:
        if shown.job is not None:
            self.by_console.append(self.table.is_by_console)


@pytest.fixture
def watched() -> WatchedTable:
    return WatchedTable()


def test_a_clock_that_is_set_moves_the_time_of_day_and_no_wait(watched: WatchedTable) -> None:
    before = watched.table.utc
    watched.table.set_clock()
    assert (watched.table.utc - before).total_seconds() == 120
    assert watched.table.now == 0.0


def test_a_full_disk_takes_nothing_and_has_room_again_after_a_while(watched: WatchedTable) -> None:
    watched.table.fill_disk()
    watched.table.do(lines.Bets("open"))
    assert watched.table.view.refused == Refusal.NOT_RECORDED
    watched.table.look_after_disk()
    assert watched.table.disk_is_full
    watched.clock.advance(8.0)
    watched.table.look_after_disk()
    assert not watched.table.disk_is_full


def test_a_rehearsed_table_separates_the_consoles_acts_from_a_persons(watched: WatchedTable) -> None:
    watched.table.do(lines.Bets("open"))
    watched.table.station.submit(b'{"do":"say","by":"D1","text":"ready"}')
    watched.table.drain()
    assert watched.by_console == [True, False]
