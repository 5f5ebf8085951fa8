"""What keeps a second tap from what lay beneath the first one.

Whoever taps twice on a key that goes with the first tap has seen nothing of what comes up under the finger:
not even an alarm, which is under no guard. A key of the keyboard is not held up.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from console.ui.hands.guard import GUARD
from console.ui.hands.later import later


class Shield(QWidget):
    """Nothing to be seen, for as long as a second tap may be meant for what lay here a moment ago."""

    keeps_place = True
    unseen = True
    """Nothing that is covered by it is told as covered."""

    def __init__(self, parent: QWidget, over: QRect) -> None:
        super().__init__(parent)
        self.setGeometry(over)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        later(self, self._go, round(GUARD * 1000))
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """It reaches nothing beneath."""

    def _go(self) -> None:
        self.hide()
        self.deleteLater()


def shield(part: QWidget, over: QRect | None = None) -> None:
    """Keep a second tap from what lies under a part that goes now; ``over`` is its place, in its parent."""
    parent = part.parentWidget()
    if parent is not None and part.isVisible() and parent.isVisible():
        Shield(parent, over or part.geometry())
