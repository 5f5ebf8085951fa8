"""The wheel's serial number, noted while the wheel is checked: the configured one unless another one is
typed.

It keeps what was typed until the step is over; the figures of wheels are kept by serial number, and not by
table.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.showing.screen_values import DealerView
from console.ui.kit.lettering import shrunk, write
from console.ui.kit.surface import Surface
from console.ui.kit.text_field import ReasonField
from console.ui.kit.theme import T1
from console.visible import stripped
from console.words import Words

_MOST_LETTERS: Final = 24
"""The most letters of a serial number, as in the table's own file."""


class SerialField(Surface):
    """A name, and the field beneath it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._known: str | None = None
        self.field = ReasonField(self)
        self.field.setMaxLength(_MOST_LETTERS)
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def text(self) -> str | None:
        """The noted text; None if the field is empty."""
        return stripped(self.field.text()) or None

    def show_view(self, view: DealerView, words: Words) -> None:
        """Begin with the serial that is configured, or was noted last."""
        known = view.wheel.serial if view.wheel is not None else None
        if known != self._known:
            self._known = known
            self.field.setText(known or "")
        self._name = words.text("picture.serial")
        self.field.setAccessibleName(self._name)
        self.update()

    def arrange(self) -> None:
        """The field beneath its name."""
        self.put(self.field, QRectF(0, 32, self.wide, 52))

    def paint(self, painter: QPainter) -> None:
        """Paint the field's name above it."""
        write(painter, self._name, 2, 12, shrunk(self._name, self.wide, (18, 17, 16)), T1)
