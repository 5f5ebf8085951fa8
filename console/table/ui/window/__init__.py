"""A table's window: its screens and their people, its presses, and the screen of a table that can't start."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.window.at_table.at_screen import PeopleAtScreen
    from console.table.ui.window.at_table.workplace import Workplace
    from console.table.ui.window.bridge import Bridge, TableLine
    from console.table.ui.window.first_screen import FirstScreen, ask_first
    from console.table.ui.window.heartbeat import Heartbeat
    from console.table.ui.window.practice import PracticeStrip, with_cards, with_wheel
    from console.table.ui.window.start_trouble import (
        DAMAGED, MISSING, PLAIN, TROUBLE, TroubleScreen, TroubleWords,
    )
    from console.table.ui.window.surroundings import Surroundings
    from console.table.ui.window.table_at_work import PartAtTable, Receive, TableAtWork
    from console.table.ui.window.table_options import TableOptions
    from console.table.ui.window.table_setup import TableSetup
    from console.table.ui.window.table_window import TableWindow

__getattr__ = door(__name__)
