"""Two consoles that play as one table: a person decides at the wall which of them counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from console.floor.alarms.items import Item
from console.floor.wall import Boss
from console.table.showing.screen_values import Person
from console.ui.floor.acts.desk_line import Asked, DeskLine
from console.ui.floor.acts.wall_sign_in import COUNTS, WallSignIn, boss
from console.ui.floor.floor_words import place_text, span, what_text
from console.ui.floor.heard.heard_alarms import HeardAlarms
from console.ui.kit.menu import Menu, MenuRow
from console.ui.signs import outcomes, places
from console.words import Words

_CHOSEN_HERE: Final = "wall"
"""The diary's reason, said in words by `floor.settle.wall`: who chose stands beside it."""


class TwinConsoles:
    """Asks in the menu which of two consoles counts, each by its address and since when it is heard."""

    def __init__(
        self,
        line: DeskLine,
        alarms: HeardAlarms,
        sign_in: WallSignIn,
        menu: Menu,
        words: Callable[[], Words],
    ) -> None:
        self._line, self._alarms, self._sign_in = line, alarms, sign_in
        self._menu, self._words = menu, words

    def press(self, item: Item) -> None:
        """Have a pit boss or a supervisor decide."""
        self._sign_in.do(COUNTS, partial(self._ask_which, item), item)

    def _ask_which(self, item: Item, person: Person) -> None:
        words, by, table = self._words(), boss(person), item.tables[0]
        seen = self._alarms.tables.get(table)
        consoles = seen.twins.consoles if seen is not None and seen.twins is not None else ()
        rows = [
            MenuRow(
                words.text(
                    "floor.twins.counts", address=each.address or each.id[:8], age=span(words, each.age)
                ),
                places.table,
                partial(self._line.ask, Asked("count", table), partial(self._count, table, each.id, by)),
            )
            for each in consoles
        ]
        rows.append(MenuRow(words.text("button.cancel"), outcomes.back, lambda: None))
        self._menu.ask(f"{place_text(words, item)}  {what_text(words, item)}", tuple(rows))

    def _count(self, table: str, console: str, by: Boss) -> None:
        """Record which console counts. Blocks. Raises LookupError if that is decided already."""
        if not self._line.desk.count(table, console, by, _CHOSEN_HERE):
            raise LookupError(table)
