"""The way to close a table's window: a person confirms it; the hand stays as it lies."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from console.table.state.note_kinds import NoteKind
from console.ui.kit.menu import Menu, MenuRow
from console.ui.signs import places
from console.ui.window.at_table.at_screen import AtScreen
from console.ui.window.at_table.table_sign_in import TableSignIn
from console.ui.window.bridge import TableLine
from console.words import Words


class WayOut:
    """Asks before a window is closed, and closes it."""

    def __init__(
        self,
        window: QWidget,
        menu: Menu,
        here: AtScreen,
        sign_in: TableSignIn,
        line: TableLine,
        words: Callable[[], Words],
    ) -> None:
        self._window, self._menu, self._here = window, menu, here
        self._sign_in, self._line, self._words = sign_in, line, words
        self.is_asked = False
        """Whether the window system asked to close the window, and a pit boss is asked to confirm."""
        menu.closed.connect(self.stay)
        sign_in.asks.connect(self.stay)

    def ask_for_system(self) -> None:
        """The window system asks to close a table with somebody at it: ask a pit boss to confirm."""
        if self._here.is_locked:
            return  # what unlocks it is on the screen
        if self._here.pit_boss_here() is None:
            self._sign_in.ask("pit_boss")
        else:
            self.ask()
        self.is_asked = True

    def ask(self) -> None:
        """Ask the person here to confirm."""
        text = self._words().text
        back = MenuRow(text("button.cancel"), places.leave, lambda: None)
        leave = MenuRow(text("menu.quit"), places.leave, self._leave, pit_boss=True)
        self._menu.open(text("confirm.quit"), (back, leave))

    def _leave(self) -> None:
        self._line.note(NoteKind.CONSOLE_CLOSED, who=self._here.who_answers())
        self._window.close()

    def stay(self) -> None:
        """The window stays open."""
        self.is_asked = False
