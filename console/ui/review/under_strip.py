"""A table that plays, as a strip over what lies on its screen meanwhile; and when it wants all of it.

It never knows what lies there: the review, or the list of people.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.table.views import DealerView
from console.ui.buttons import PressGuard
from console.ui.review.live_strip import HIGH, LiveStrip
from console.ui.surface import Surface, fill
from console.ui.telling import Primary, primary
from console.ui.theme import BG0, unit


class UnderStrip(Surface):
    """The strip, and beneath it what somebody else reads or does meanwhile."""

    alarm = Signal(int)
    """F2 or F3, which are the table's wherever the focus is."""

    def __init__(self, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(parent)
        self.strip = LiveStrip(guard, self)
        self.content: QWidget | None = None
        self.covers()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip as high as on the dealer's screen its parts would be; the content has the rest."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put both in their places."""
        self.u = unit(self.width(), self.height())
        high = round(HIGH * self.u)
        self.strip.set_unit(self.u)
        self.strip.setGeometry(QRect(0, 0, self.width(), high))
        if self.content is not None:
            self.content.setGeometry(QRect(0, high, self.width(), self.height() - high))

    def set_unit(self, u: float) -> None:
        """Its parts take the unit from their own sizes."""

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, self.rect().toRectF(), BG0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An alarm never misses; where nobody is there to give it, nothing is left for it."""
        alarms = {Qt.Key.Key_F2: self.strip.wrong, Qt.Key.Key_F3: self.strip.call}
        key = alarms.get(Qt.Key(event.key()))
        if key is not None and not event.isAutoRepeat():
            if not key.isHidden():
                self.alarm.emit(event.key())
        else:
            super().keyPressEvent(event)


_ASKED: tuple[str, ...] = ("answer", "authorise")


def comes_first(view: DealerView) -> bool:
    """Whether the table wants the whole screen: it is halted or locked, calls, or asks for more than a press.

    What a press answers, a card or the time moves on is on the strip.
    """
    prompt = view.view.prompt
    if view.locked or view.view.phase == "halted" or view.view.call:
        return True
    by_hand = primary(view) in (Primary.NUMBER, Primary.TAKE)
    return by_hand or prompt.action in _ASKED or prompt.step is not None
