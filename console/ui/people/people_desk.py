"""The people's screen at a table's own console, under a strip of the table in play; it closes when the table
asks.

It knows whether it is open and who uses it; each change that is made is recorded.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.people.answers import Keeps
from console.table.running.clock import Clock
from console.table.showing.screen_values import DealerView, Person
from console.ui.dealer.live_strip import TablePresses, UnderStrip, comes_first
from console.ui.hands.guard import PressGuard
from console.ui.kit.menu import Menu, Row
from console.ui.people.people_list import PeopleScreen
from console.ui.signs import places
from console.words import LANGUAGES, Words
from console.words.locales import LOCALES


class PeopleDesk(QObject):
    """The people's screen over one window."""

    left = Signal()
    """The person goes back to the table."""
    changed = Signal(str, object, object)
    """What was done, to which :class:`Person`, and by whom."""

    def __init__(
        self,
        window: QWidget,
        keeps: Keeps,
        words: Words,
        clock: Clock,
        guard: PressGuard,
        presses: TablePresses,
        *,
        speak: Callable[[str], None],
        quit: Callable[[], object],
    ) -> None:
        """``guard`` is the dealer's screen's; ``speak`` changes the language; ``quit`` asks whether to
        close.
        """
        super().__init__(window)
        self._words = words
        self._speak, self._quit = speak, quit
        self.desk = UnderStrip(window, guard, presses, self.close)
        self.strip = self.desk.strip
        self.screen = PeopleScreen(keeps, words, clock, self.desk)
        self.desk.hold(self.screen)
        self.menu = Menu(PressGuard(lambda: 1.0), self.screen, lambda: self._words)
        self.screen.left.connect(self.close)
        self.screen.menu_requested.connect(self.open_menu)
        self.screen.language_requested.connect(self._next_language)
        self.screen.changed.connect(self._changed)

    @property
    def is_there(self) -> bool:
        """Whether it covers the table."""
        return not self.desk.isHidden()

    def open(self, person: Person, heading: str) -> None:
        """Show everybody to a supervisor whose PIN was right."""
        self.desk.open()
        self.screen.show()
        self.screen.begin(person, heading)

    def see(self, view: DealerView, words: Words, market: Words) -> None:
        """Look at the table's present state; a prompt that the strip can't answer brings the table back."""
        if self.is_there:
            self.screen.show_mode(view.mode)
            self.strip.show_view(view, words, market)
            if comes_first(view):
                self.close()

    def close(self) -> None:
        """Go back to the table; what was typed and not stored is lost."""
        if self.is_there:
            self.menu.close_menu()
            self.screen.form.begin()
            self.screen.close_form()
            self.desk.hide()
            self.left.emit()

    def set_words(self, words: Words) -> None:
        """Use another language."""
        self._words = words
        self.screen.set_words(words)

    def open_menu(self) -> None:
        """The menu: the languages, and the way out."""
        person = self.screen.person

        def chosen(language: str) -> Callable[[], None]:
            return lambda: self._speak(language)

        rows = [Row(LOCALES[language].name, places.globe, chosen(language)) for language in LANGUAGES]
        rows.append(Row(self._words.text("review.back"), places.table, self.close))
        rows.append(Row(self._words.text("menu.quit"), places.leave, self._leave))
        self.menu.setGeometry(self.screen.rect())
        self.menu.set_unit(self.screen.u)
        self.menu.open(self._words.text("menu.title", name=person.name) if person else "", tuple(rows))

    def _leave(self) -> None:
        """The table asks for a second press, and says what is kept."""
        self.close()
        self._quit()

    def _next_language(self) -> None:
        self._speak(LANGUAGES[(LANGUAGES.index(self._words.language) + 1) % len(LANGUAGES)])

    def _changed(self, what: str, person: Person) -> None:
        self.changed.emit(what, person, self.screen.person)
