"""The field for searching a table, above the list of those that were found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from console.ui.floor.rows.urgency_list import UrgencyList
from console.ui.kit.text_field import SearchField
from console.ui.signs.sign import Sign
from console.words import Words


class TableSearch(SearchField):
    """Shown while a person looks for a table; Enter opens the chosen one, else the first."""

    changed = Signal()
    """The searched text has changed."""
    found = Signal(str)
    """The table to open."""
    ended = Signal()

    def __init__(self, results: UrgencyList, parent: QWidget) -> None:
        super().__init__(Sign("review.search"), parent)
        self._results = results
        self.textEdited.connect(lambda _: self._look())
        self.entered.connect(lambda _: self._open())
        self.left.connect(self._go_on)
        self.hide()

    @property
    def looked_for(self) -> str | None:
        """The typed text; None while nothing is looked for."""
        return None if self.isHidden() else self.text()

    def begin(self, words: Words) -> None:
        self.ask(words.text("floor.search.hint"))
        self.show()
        self._results.reorder()

    def put_away(self) -> None:
        """Hide the field and clear it."""
        self.hide()
        self.clear()

    def leave(self) -> None:
        self.put_away()
        self._results.reorder()
        self.ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key; a step down without a found table goes nowhere."""
        if event.key() != Qt.Key.Key_Down or (self.text() and self._results.lines):
            super().keyPressEvent(event)

    def _look(self) -> None:
        self._results.reorder()
        self.changed.emit()

    def _open(self) -> None:
        chosen = self._results.chosen
        lines = ((chosen,) if chosen is not None and chosen.table else ()) + self._results.lines
        if (table := next((line.table for line in lines if line.table), None)) is not None:
            self.found.emit(table)

    def _go_on(self) -> None:
        """Esc ends the search; an arrow down goes to the found tables."""
        if self.text() and self._results.lines:
            self._results.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.leave()
