"""The way to close a table's window: a person confirms it; the hand stays as it lies."""

from __future__ import annotations

from console.table.state.note_kinds import NoteKind
from console.ui.kit.menu import MenuRow
from console.ui.sign_in.purpose import Purpose
from console.ui.signs import places
from console.ui.window.at_table.table_sign_in import TableSignIn
from console.ui.window.at_table.workplace import Workplace


class QuitQuestion:
    """Asks before a window is closed, and closes it."""

    def __init__(self, place: Workplace, sign_in: TableSignIn) -> None:
        self._place, self._sign_in = place, sign_in
        self.is_asked = False
        """Whether the window system asked to close the window, and a pit boss is asked to confirm."""

    def ask_for_system(self) -> None:
        """Ask a pit boss to confirm: the window system wants to close a table at which somebody is
        signed in.
        """
        if self._place.here.is_locked:
            return  # what unlocks it is on the screen
        if self._place.here.pit_boss_here() is None:
            self._sign_in.ask(Purpose.PIT_BOSS)
        else:
            self.ask()
        self.is_asked = True

    def ask(self) -> None:
        """Ask the person here to confirm."""
        text = self._place.words().text
        back = MenuRow(text("button.cancel"), places.leave, lambda: None)
        leave = MenuRow(text("menu.quit"), places.leave, self._leave, pit_boss=True)
        self._place.menu.open(text("confirm.quit"), (back, leave))

    def _leave(self) -> None:
        self._place.line.note(NoteKind.CONSOLE_CLOSED, who=self._place.here.who_answers())
        self._place.window.close()

    def stay(self) -> None:
        """The window stays open."""
        self.is_asked = False
