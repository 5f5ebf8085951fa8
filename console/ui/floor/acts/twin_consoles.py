"""Two consoles that play as one table: a person decides at the wall which of them counts."""

from __future__ import annotations

from functools import partial
from typing import Final

from console.floor.alarms.items import AlarmLine
from console.floor.wall import AlarmOver, Boss, Decision
from console.table.showing.screen_values import Person
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.desk_line import DeskAct, DeskRequest
from console.ui.floor.acts.wall_sign_in import COUNTS, boss
from console.ui.floor.appearance.floor_words import place_text, span, what_text
from console.ui.kit.menu import MenuRow
from console.ui.signs.sign import Sign

_CHOSEN_HERE: Final = "wall"
"""The diary's reason, said in words by `floor.settle.wall`: who chose stands beside it."""


class TwinConsoles:
    """Asks in the menu which of two consoles counts, each with its address and its time."""

    def __init__(self, wall: WallParts) -> None:
        self._wall = wall

    def press(self, item: AlarmLine) -> None:
        """Have a pit boss or a supervisor decide."""
        self._wall.sign_in.do(COUNTS, partial(self._ask_which, item), item)

    def _ask_which(self, item: AlarmLine, person: Person) -> None:
        words, by, table = self._wall.words(), boss(person), item.tables[0]
        if self._wall.still(item) is None:
            return
        seen = self._wall.alarms.tables.get(table)
        consoles = seen.twins.at_work if seen is not None and seen.twins is not None else ()
        rows = tuple(
            MenuRow(
                words.text("floor.twins.counts", address=each.label, age=span(words, each.age)),
                Sign("places.table"),
                partial(self._decide, item, each.id, by),
            )
            for each in consoles
        )
        self._wall.menu.ask(f"{place_text(words, item)}  {what_text(words, item)}", rows)

    def _decide(self, item: AlarmLine, console: str, by: Boss) -> None:
        if self._wall.still(item) is not None:
            table = item.tables[0]
            self._wall.line.ask(DeskRequest(DeskAct.COUNT, table), partial(self._count, table, console, by))

    def _count(self, table: str, console: str, by: Boss) -> Decision:
        """Record which console counts. Blocks. Raises AlarmOver where there are no longer two, and nobody has
        decided that.
        """
        decision = self._wall.line.desk.count(table, console, by, _CHOSEN_HERE)
        if decision is None:
            raise AlarmOver(table)
        return decision
