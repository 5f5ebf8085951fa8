"""The workplace at one table: what every part of its window uses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.ui.hands.guard import PressGuard
from console.ui.kit.menu import Menu
from console.ui.window.at_table.at_screen import PeopleAtScreen
from console.ui.window.bridge import TableLine
from console.ui.window.surroundings import Surroundings
from console.ui.window.table_setup import TableSetup


class Workplace(msgspec.Struct, frozen=True):
    """One table's window, for the parts that it is made of."""

    window: QWidget
    setup: TableSetup
    line: TableLine
    """The line to the table."""
    surroundings: Surroundings
    people_here: PeopleAtScreen
    """The people at this screen."""
    guard: PressGuard
    """The guard of the dealer's screen: a press that was meant for one prompt does not confirm the next."""
    menu: Menu
    market: Words
    """The words that the players hear; they never change."""
    words: Callable[[], Words]
    """Gives the words of the language that the screen speaks now."""
