"""Touch: five marks, in the corners and in the middle, each to be touched where it is drawn."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QInputDevice, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.proofs.panel_proofs import MOST_OFF, TouchPoint, TouchSample, no_touch, touch_proof
from console.commissioning.ui.panel.step import PanelStep
from console.table.ui.kit import fill, pen, theme
from console.table.ui.signs import Sign

_IN: Final = 40.0
"""The distance from the edges to a mark's middle, in units."""


class TouchPoints(PanelStep):
    """The marks one after the other; the first touch of each counts, wherever it lands."""

    name = "touch"
    covers_all = True
    offered = ("", "no")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.touched: list[TouchSample] = []

    def begin(self) -> None:
        self.touched = []

    @property
    def due(self) -> TouchPoint | None:
        return next(iter(tuple(TouchPoint)[len(self.touched) :]), None)

    def answer(self, at: int) -> None:
        self.prove(no_touch())

    def middle_of(self, place: TouchPoint) -> QPointF:
        if place is TouchPoint.MIDDLE:
            return QPointF(self.wide / 2, self.high / 2)
        left = place in (TouchPoint.UPPER_LEFT, TouchPoint.LOWER_LEFT)
        upper = place in (TouchPoint.UPPER_LEFT, TouchPoint.UPPER_RIGHT)
        return QPointF(_IN if left else self.wide - _IN, _IN if upper else self.high - _IN)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a touch; a finger's touch also comes as a mouse press, which its device distinguishes."""
        place = self.due
        if place is None:
            return
        by_finger = event.device().type() is QInputDevice.DeviceType.TouchScreen
        scale = self.devicePixelRatioF()
        drawn, landed = self.middle_of(place) * self.u, event.position()
        at, came = ((round(each.x() * scale), round(each.y() * scale)) for each in (drawn, landed))
        self.touched.append(TouchSample(place, at, came, by_finger, MOST_OFF * self.u * scale))
        self.update()
        if self.due is None:
            self.prove(tuple(touch_proof(touched) for touched in self.touched))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        self.paint_words(painter)
        done = {touched.place for touched in self.touched}
        for place in TouchPoint:
            at = self.middle_of(place)
            if place in done:
                Sign("states.tick")(painter, QRectF(at.x() - 16, at.y() - 16, 32, 32), theme.GREEN)
                continue
            due = place is self.due
            painter.setPen(pen(theme.NOW if due else theme.T2, 4 if due else 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, MOST_OFF, MOST_OFF)
            for along in (QPointF(34, 0), QPointF(0, 34)):
                painter.drawLine(at - along, at + along)
