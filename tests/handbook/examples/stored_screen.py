"""An entry as the journal stores it, for somebody who compares it with another program's reading."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core import Clock
from console.table.journal import LogRow
from console.table.ui.kit import DOWN, Label, Panel
from console.table.ui.page import Page
from console.table.ui.signs import Sign


class StoredScreen(Page):
    """The JSON of one entry's event."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.document"), words, clock, parent)
        self.row: LogRow | None = None
        self._stored = Label(17)
        self.body = Panel(DOWN, self._stored, None)
        self.body.setParent(self)

    def begin(self, row: LogRow) -> None:
        """Show another entry."""
        self.row = row
        self.refresh()

    @property
    def title(self) -> str:
        return self.words.text("review.stored.title")

    @property
    def beneath(self) -> str:
        """The number of the entry."""
        return "" if self.row is None else self.words.text("review.stored.entry", number=self.row.number)

    def refresh(self) -> None:
        self._stored.setText("" if self.row is None else self.row.event)
        super().refresh()
