"""The workplace at one table: what every part of its window uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit.menu import Menu
from console.table.ui.window.at_table.at_screen import PeopleAtScreen
from console.table.ui.window.bridge import TableLine
from console.table.ui.window.surroundings import Surroundings
from console.table.ui.window.table_setup import TableSetup

if TYPE_CHECKING:
    from console.table.ui.page.table_acts import TableActs


class Workplace(msgspec.Struct, frozen=True):
    """One table's window, for the parts that it is made of."""

    window: QWidget
    setup: TableSetup
    line: TableLine
    surroundings: Surroundings
    people_here: PeopleAtScreen
    guard: PressGuard
    """The guard of the dealer's screen: a press that was meant for one prompt does not confirm the next."""
    menu: Menu
    market: Words
    """The words that the players hear; they never change."""
    words: Callable[[], Words]
    """Gives the words of the language that the screen speaks now."""

    def acts(
        self, seal: Callable[[str], Exception | None] | None = None, *, by_pin: bool = False
    ) -> TableActs:
        """The acts of a page on the table beneath; ``by_pin``: with a PIN, even where a badge suffices."""
        from console.table.ui.page.table_acts import TableActs

        config = self.setup.config
        return TableActs(
            self.line,
            self.setup.people,
            self.window,
            seal,
            badge_suffices=config.badge_suffices and not by_pin,
            keeps_duty=config.floor is None,
        )
