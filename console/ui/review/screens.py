"""The review's screens together: the log, and what is reached from it, made when it is first asked for.

It knows which screen follows which; it never knows where a journal is, nor how a file is written.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.journal.log_rows import LogRow
from console.table.clock import Clock
from console.table.views import Person
from console.ui.menu import Menu, Row
from console.ui.review.keys import NOT_GUARDED
from console.ui.review.log import LogScreen
from console.ui.review.reading import Reading
from console.ui.review.replay import ReplayScreen
from console.ui.review.story import Story
from console.ui.signs import places
from console.ui.surface import Surface, fill
from console.ui.theme import BG0, unit
from console.words import LANGUAGES, Words
from console.words.names import OWN_NAMES


class ReviewScreens(Surface):
    """One screen at a time, and over it the menu of who reads."""

    left = Signal()
    """The review is over."""
    language_changed = Signal(object)
    """The :class:`Words` that it now speaks."""

    def __init__(self, reading: Reading, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading, self.words, self._clock = reading, words, clock
        self._person: Person | None = None
        self._close = "menu.quit"
        self.log = LogScreen(reading, words, clock, self)
        self.replay: ReplayScreen | None = None
        self.menu = Menu(NOT_GUARDED, self)
        self._screens: list[QWidget] = [self.log]
        self._connect()

    def _connect(self) -> None:
        self.log.replay_asked.connect(self.replay_row)
        self.log.menu_requested.connect(self.open_menu)
        self.log.language_requested.connect(self.next_language)
        self.log.left.connect(self.left)
        self.menu.closed.connect(lambda: self._screen.setFocus(Qt.FocusReason.OtherFocusReason))

    def begin(self, person: Person | None, heading: tuple[str, ...], *, close: str) -> None:
        """Show the newest entries; ``close`` is the phrase by which the review is left."""
        self._person, self._close = person, close
        self.log.begin(person, heading)
        self._show(self.log)

    @property
    def _screen(self) -> QWidget:
        """The one that is in view."""
        return next((screen for screen in self._screens if not screen.isHidden()), self.log)

    def _show(self, screen: QWidget) -> None:
        for each in self._screens:
            each.setVisible(each is screen)
        screen.setGeometry(self.rect())
        screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def add(self, screen: QWidget) -> None:
        """One screen more, in its place."""
        screen.setGeometry(self.rect())
        self._screens.append(screen)
        self.menu.raise_()

    def show_log(self) -> None:
        """Back to the log as it was left."""
        self._show(self.log)

    # --- the replay -------------------------------------------------------------------------------

    def replay_row(self, row: LogRow) -> None:
        """Replay the round of a row, from the row on."""
        place = row.place
        self._reading.ask("story", lambda reads: reads.story(place), self.show_story)

    def show_story(self, story: Story | None) -> None:
        """Show a part of a journal moment by moment."""
        if story is None:
            return
        market = Words(story.situation.rulebook.market)
        if self.replay is None:
            self.replay = ReplayScreen(self.words, market, self._clock, self)
            self.replay.left.connect(self.show_log)
            self.replay.file_asked.connect(lambda: self.log.detail.file_pressed.emit())
            self.replay.menu_requested.connect(self.open_menu)
            self.replay.language_requested.connect(self.next_language)
            self.add(self.replay)
        self.replay.set_words(self.words, market)
        self._show(self.replay)
        self.replay.show_story(story, self._person)

    # --- the menu and the language ----------------------------------------------------------------

    def open_menu(self) -> None:
        """Show the languages, and the way out."""

        def chosen(language: str) -> Callable[[], None]:
            return lambda: self.speak(language)

        rows = [Row(OWN_NAMES[language], places.globe, chosen(language)) for language in LANGUAGES]
        rows.append(Row(self.words.text(self._close), places.leave, self.left.emit))
        name = self._person.name if self._person is not None else ""
        self.menu.open(self.words.text("menu.title", name=name) if name else "", tuple(rows))

    def speak(self, language: str) -> None:
        """Say everything in another language; what is shown stays."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.log.set_words(self.words)
        if self.replay is not None and self.replay.story is not None:
            self.replay.set_words(self.words, Words(self.replay.story.situation.rulebook.market))
        self.language_changed.emit(self.words)

    def next_language(self) -> None:
        """Speak the next of the languages."""
        self.speak(LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)])

    # --- Qt ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Every screen fills it."""
        self.u = unit(self.width(), self.height())
        for screen in self._screens:
            screen.setGeometry(self.rect())
        self.menu.setGeometry(self.rect())
        self.menu.set_unit(self.u)

    def set_unit(self, u: float) -> None:
        """Its screens take the unit from their own size."""

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, self.rect().toRectF(), BG0)
