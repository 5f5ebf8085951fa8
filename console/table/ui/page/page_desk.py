"""A page at a table's own console, beneath a strip of the table; it closes if the table needs the screen. It
knows whether it is open, its menu and its language; the page itself knows its purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.ui.dealer.live_strip import StripWithPage, TablePresses, comes_first
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.keys import NOT_GUARDED
from console.table.ui.kit.menu import Menu, MenuRow, language_rows
from console.table.ui.page.page import Page, RowPrinter
from console.table.ui.signs.sign import Sign


class AtTable(NamedTuple):
    """The table's window, for a page over it."""

    window: QWidget
    words: Words
    guard: PressGuard
    """The dealer's screen's."""
    presses: TablePresses
    speak: Callable[[str], object]
    """Changes the language."""
    quit: Callable[[], object]
    """Asks whether to close."""
    printer: RowPrinter | None = None
    """Prints the page's list."""


P = TypeVar("P", bound=Page)


class PageDesk(QObject, Generic[P]):
    """One page over one window."""

    left = Signal()
    """The person goes back to the table."""

    def __init__(self, at: AtTable, make_page: Callable[[QWidget], P]) -> None:
        """``make_page`` makes the page inside the widget that it is given."""
        super().__init__(at.window)
        self._words, self._speak, self._quit = at.words, at.speak, at.quit
        self.desk = StripWithPage(at.window, at.guard, at.presses, self.close)
        self.strip = self.desk.strip
        self.screen = make_page(self.desk)
        self.screen.printer = at.printer
        self.desk.hold(self.screen)
        self.menu = Menu(NOT_GUARDED, self.screen, lambda: self._words, theme.STATUS_HEIGHT)
        self.screen.left.connect(self.close)
        self.screen.menu_requested.connect(self.open_menu)
        self.screen.language_requested.connect(self._next_language)

    @property
    def is_there(self) -> bool:
        return not self.desk.isHidden()

    def show(self) -> None:
        self.desk.open()
        self.screen.show()

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        """Take the table's present view; a prompt that the strip cannot answer brings the table back."""
        if self.is_there:
            self.screen.show_mode(view.mode)
            self.strip.show_view(view, words, market)
            if comes_first(view):
                self.close()

    def close(self) -> None:
        if self.is_there:
            self.menu.close_menu()
            self.screen.drop_questions()
            self.put_away()
            self.desk.hide()
            self.left.emit()

    def put_away(self) -> None:
        """Drop the text that was typed and not stored."""

    def set_words(self, words: Words) -> None:
        self._words = words
        self.screen.set_words(words)

    def open_menu(self) -> None:
        """The menu: the languages, and the way out."""
        person = self.screen.person
        rows = [*language_rows(self._words.language, self._speak)]
        rows.append(MenuRow(self._words.text("review.back"), Sign("places.table"), self.close))
        rows.append(MenuRow(self._words.text("menu.quit"), Sign("places.leave"), self._leave))
        self.menu.setGeometry(self.screen.rect())
        self.menu.set_unit(self.screen.u)
        self.menu.open(self._words.text("menu.title", name=person.name) if person else "", tuple(rows))

    def _leave(self) -> None:
        """Close the console in the table's way, which asks for a second press."""
        self.close()
        self._quit()

    def _next_language(self) -> None:
        self._speak(self._words.next_language)
