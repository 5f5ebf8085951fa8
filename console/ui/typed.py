"""A line to type into, as large as a finger, in the colours of the screen.

Qt's own field is kept for its input methods: a name in kanji is typed by a connected keyboard with them.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from console.ui.surface import Scaled
from console.ui.theme import BG0, BG2, NOW, NOW_FILL, STRONG_EDGE, T0, font

_LETTERS = 26


class TextField(Scaled, QLineEdit):
    """One line; a ``secret`` one shows dots."""

    def __init__(self, parent: QWidget, *, most: int, secret: bool = False) -> None:
        super().__init__(parent)
        self.setMaxLength(most)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        if secret:
            self.setEchoMode(QLineEdit.EchoMode.Password)

    def arrange(self) -> None:
        """Letters and edges as large as the screen's."""
        u = self.u
        edge, radius, inside = max(1, round(2 * u)), round(10 * u), round(16 * u)
        self.setFont(font(max(10, round(_LETTERS * u))))
        self.setStyleSheet(
            f"QLineEdit {{ background: {BG2.name()}; color: {T0.name()};"
            f" border: {edge}px solid {STRONG_EDGE.name()}; border-radius: {radius}px; padding: 0 {inside}px;"
            f" selection-background-color: {NOW.name()};"
            f" selection-color: {BG0.name()}; }}"
            f"QLineEdit:focus {{ background: {NOW_FILL.name()}; border: {2 * edge}px solid {NOW.name()}; }}"
        )
