"""The people's screen at a table's own console: under a strip of the table that plays, gone when that asks.

It knows when it is there and who is at it; that a change was made it has recorded.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from console.people.answers import Keeps
from console.table.clock import Clock
from console.table.views import DealerView, Person
from console.ui.buttons import PressGuard
from console.ui.fitting import room_in
from console.ui.menu import Menu, Row
from console.ui.people.screen import PeopleScreen
from console.ui.review.under_strip import UnderStrip, comes_first
from console.ui.signs import places
from console.words import LANGUAGES, Words
from console.words.names import OWN_NAMES


class PeopleDesk(QObject):
    """The people's screen over one window."""

    left = Signal()
    """Back to the table."""
    changed = Signal(str, object, object)
    """What was done, to which :class:`Person`, and by whom."""
    done_pressed = Signal()
    wrong_pressed = Signal()
    call_pressed = Signal()

    def __init__(
        self,
        window: QWidget,
        keeps: Keeps,
        words: Words,
        clock: Clock,
        guard: PressGuard,
        *,
        speak: Callable[[str], None],
        quit: Callable[[], object],
    ) -> None:
        """``guard`` is the dealer's screen's; ``speak`` another language; ``quit`` asks whether to close."""
        super().__init__(window)
        self._window, self._words = window, words
        self._speak, self._quit = speak, quit
        self.desk = UnderStrip(guard, window)
        self.desk.hide()
        self.strip = self.desk.strip
        self.screen = self.desk.content = PeopleScreen(keeps, words, clock, self.desk)
        self.menu = Menu(PressGuard(lambda: 1.0), self.screen)
        self.screen.left.connect(self.close)
        self.screen.menu_requested.connect(self.open_menu)
        self.screen.language_requested.connect(self._next_language)
        self.screen.changed.connect(self._changed)
        self.strip.table_asked.connect(self.close)
        self.strip.done_pressed.connect(self.done_pressed)
        self.strip.wrong_pressed.connect(self._wrong)
        self.strip.call_pressed.connect(self.call_pressed)
        self.desk.alarm.connect(
            lambda key: self._wrong() if key == Qt.Key.Key_F2 else self.call_pressed.emit()
        )

    @property
    def is_there(self) -> bool:
        """Whether it lies over the table."""
        return not self.desk.isHidden()

    def open(self, person: Person, heading: str) -> None:
        """Show everybody to a supervisor whose PIN was right."""
        self.desk.setGeometry(room_in(self._window))
        self.desk.lay_out()
        self.desk.show()
        self.desk.raise_()
        self.screen.show()
        self.screen.about = (heading,)
        self.screen.begin(person)

    def see(self, view: DealerView, words: Words, market: Words) -> None:
        """Look at the table as it is now: what can't be answered from the strip brings it back."""
        if self.is_there:
            self.screen.show_mode(view.mode)
            self.strip.show_view(view, words, market)
            if comes_first(view):
                self.close()

    def _wrong(self) -> None:
        self.close()
        self.wrong_pressed.emit()

    def close(self) -> None:
        """Back to the table; what was typed and not kept is forgotten."""
        if self.is_there:
            self.menu.close_menu()
            self.screen.form.begin()
            self.screen.close_form()
            self.desk.hide()
            self.left.emit()

    def set_words(self, words: Words) -> None:
        """Speak another language."""
        self._words = words
        self.screen.set_words(words)

    def open_menu(self) -> None:
        """The languages, and the way out."""
        person = self.screen.person

        def chosen(language: str) -> Callable[[], None]:
            return lambda: self._speak(language)

        rows = [Row(OWN_NAMES[language], places.globe, chosen(language)) for language in LANGUAGES]
        rows.append(Row(self._words.text("review.back"), places.table, self.close))
        rows.append(Row(self._words.text("menu.quit"), places.leave, self._leave))
        self.menu.setGeometry(self.screen.rect())
        self.menu.set_unit(self.screen.u)
        self.menu.open(self._words.text("menu.title", name=person.name) if person else "", tuple(rows))

    def _leave(self) -> None:
        """The table asks whether it is meant, and says what is kept."""
        self.close()
        self._quit()

    def _next_language(self) -> None:
        self._speak(LANGUAGES[(LANGUAGES.index(self._words.language) + 1) % len(LANGUAGES)])

    def _changed(self, what: str, person: Person) -> None:
        self.changed.emit(what, person, self.screen.person)
