"""Protects a part that appears under a finger from a second tap.

A person who taps twice on a key that goes with the first tap has not seen what appears under the finger: it
may even be an alarm, which has no guard. Keys of the keyboard are not delayed.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from console.table.ui.hands.deferred_call import call_later
from console.table.ui.hands.guard import GUARD


class Shield(QWidget):
    """An invisible part that stays as long as a second tap may be meant for the part before it."""

    keeps_place = True
    unseen = True
    """Assistive tools do not hear that it covers anything."""

    def __init__(self, parent: QWidget, area: QRect) -> None:
        super().__init__(parent)
        self.setGeometry(area)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        call_later(self, self._go, round(GUARD * 1000))
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The tap does not reach what lies beneath."""

    def _go(self) -> None:
        self.hide()
        self.deleteLater()


def shield(part: QWidget, area: QRect | None = None) -> None:
    """Keep a second tap from what lies under a part that goes now; ``area`` is its box, in its parent."""
    parent = part.parentWidget()
    if parent is not None and part.isVisible() and parent.isVisible():
        Shield(parent, area or part.geometry())
