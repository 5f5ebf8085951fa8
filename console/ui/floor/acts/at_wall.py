"""The parts of the wall's window that an act in a person's name uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from console.floor.alarms.items import AlarmLine
from console.ui.floor.acts.desk_line import DeskLine
from console.ui.floor.acts.wall_sign_in import WallSignIn
from console.ui.floor.frame.note import Note
from console.ui.floor.readings.heard_alarms import HeardAlarms
from console.ui.kit.menu import Menu
from console.words import Words


class WallParts(NamedTuple):
    """The parts of the wall's window that an act at the wall needs."""

    line: DeskLine
    """The line to the floor's server."""
    alarms: HeardAlarms
    sign_in: WallSignIn
    menu: Menu
    note: Note
    """The place where a refusal is said."""
    words: Callable[[], Words]
    """Gives the words of the language that the wall speaks now."""

    def touched(self) -> None:
        """Somebody pressed something: the last note goes, and the sign-in lasts its full time again."""
        self.note.hide()
        self.sign_in.stay()

    def still(self, item: AlarmLine) -> AlarmLine | None:
        """The present state of an alarm. None where it ended while the person signed in or was asked; a note
        then says so.
        """
        present = self.alarms.present(item)
        if present is None:
            self.note.show_text(self.words().text("floor.ended"), stays=True)
        return present
