"""The badge reader: a badge is held to it five times, and its form and pace are measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.proofs.panel_proofs import HOLDS, badges_proof, not_measured
from console.commissioning.ui.panel.step import PanelStep
from console.table.people import BadgeForm
from console.table.ui.hands import ENTERS, digit_of, us_sign
from console.table.ui.kit import fill, shrunk, theme, write
from console.table.ui.signs import Sign

_OVER: Final = 0.6
"""Seconds without a sign after which a badge is over; no reader is so slow."""
_ENDS: Final = (*ENTERS, Qt.Key.Key_Tab)


class BadgeHolds(PanelStep):
    """A place for each hold; the badge's number is neither shown nor kept."""

    name = "badges"
    offered = ("", "no")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.form: BadgeForm | None = None
        """How the reader types, as the table's file names it."""
        self.time_of: Callable[[QKeyEvent], float] = lambda event: event.timestamp() / 1000
        """The seconds at which a key was pressed, by the guard of the page."""
        self.held: list[BadgeForm] = []
        self._run, self._placed = "", ""
        """The signs that came, by the present layout, and by a US keyboard's."""
        self._last, self._apart, self._is_unread = float("-inf"), 0.0, False
        self._over = QTimer(self, singleShot=True, interval=round(_OVER * 1000))
        self._over.timeout.connect(self._end_badge)

    def begin(self) -> None:
        self.held, self._is_unread = [], False
        self.end()

    @property
    def takes_tab(self) -> bool:
        """Tab ends a badge of many readers."""
        return True

    @property
    def beneath(self) -> str:
        if self._is_unread:
            return self.words.text("commissioning.badges.unread")
        return self.words.text("commissioning.badges.beneath", done=len(self.held), of=HOLDS)

    def answer(self, at: int) -> None:
        if at == 1:
            self.prove([not_measured()])

    def takes(self, event: QKeyEvent) -> bool:
        """Take the signs of a badge, and the key that ends it."""
        at = self.time_of(event)
        if event.key() in _ENDS:
            if not self._run:
                return event.key() == Qt.Key.Key_Tab
            self._apart = max(self._apart, at - self._last)
            self._end_badge()
            return True
        sign = event.text().strip()
        if not sign or not sign.isprintable():
            return False
        if self._run and at - self._last > _OVER:
            self.end()
        if self._run:
            self._apart = max(self._apart, at - self._last)
        self._run, self._placed = self._run + sign, self._placed + (digit_of(event) or us_sign(event) or sign)
        self._last = at
        self._over.start()
        return True

    def end(self) -> None:
        self._over.stop()
        self._run, self._placed, self._apart = "", "", 0.0

    def _end_badge(self) -> None:
        pace = max(1, round(self._apart * 1000))
        form = BadgeForm.of(self._run, pace) or BadgeForm.of(self._placed, pace)
        self.end()
        self._is_unread = form is None
        if form is not None:
            self.held.append(form)
        self.update()
        self.changed.emit()
        if len(self.held) == HOLDS:
            self.prove([badges_proof(self.held, self.form)])

    def paint(self, painter: QPainter) -> None:
        side, gap = min(120.0, self.high - 60), 24.0
        x, y = (self.wide - HOLDS * side - (HOLDS - 1) * gap) / 2, (self.high - side) / 2 - 20
        for at in range(HOLDS):
            box = QRectF(x + at * (side + gap), y, side, side)
            done = at < len(self.held)
            fill(painter, box, theme.BG1 if done else theme.BG2, theme.RADIUS)
            if done:
                sign = QRectF(box.center().x() - 24, box.center().y() - 24, 48, 48)
                Sign("states.tick")(painter, sign, theme.GREEN)
        if self.held:
            last = self.held[-1]
            text = self.words.text("commissioning.badges.last", digits=last.digits, pace=last.pace)
            face = shrunk(text, self.wide - 80, (22, 20, 18, 16))
            write(painter, text, self.wide / 2, y + side + 48, face, theme.T1, align=0.5)
