"""Painted buttons: a press that was meant for the last prompt never confirms the next one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QEvent, QMetaMethod, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QInputEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy, QWidget

from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.hands.key_places import digit_of
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import SOFT, advance, balance, shrunk, write, write_lines
from console.table.ui.kit.surface import ScaledWidget, fill, outline, pen
from console.table.ui.signs.sign import Sign

FOCUS: Final = 7
"""Units kept free around a button for its focus ring: 4 wide, 3 outside."""
_BEHIND: Final = 0.5
"""The share of a key's colours that is left while its press is being saved."""


_PRESSES: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.TouchBegin)


def is_press(event: QEvent) -> bool:
    """Whether somebody pressed a key or touched something."""
    return isinstance(event, QInputEvent) and event.type() in _PRESSES


def is_meant(pressed: QObject, event: QEvent) -> bool:
    """Whether a press can have had a meaning: it was on a key, a button or a field, not on an empty place."""
    return event.type() is QEvent.Type.KeyPress or isinstance(pressed, (QAbstractButton, QLineEdit))


class Tone(StrEnum):
    """The weight and the person of a button: how much it stands out, and whose press it is."""

    PLAIN = "plain"
    NOW = "now"
    AMBER = "amber"
    AMBER_EDGE = "amber_edge"


class Button(ScaledWidget, QAbstractButton):
    """A sign and a label; emits :attr:`meant` for a press that the guard lets through."""

    meant = Signal()

    def __init__(self, sign: Sign, tone: Tone, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign, self.tone, self._guard = sign, tone, guard
        self._began = float("-inf")
        self.among_plain = False
        """Whether it stands in a row or column with plain buttons, and has a label of their size."""
        self.sign_ink: QColor | None = None
        """The sign's own colour, if it has one."""
        self.digit = ""
        """The digit that presses it, in its corner; empty if none does."""
        self.decides = False
        """Whether its press decides something: then Space does not press it, since it ends typed words."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pressed.connect(self._begin)
        self.clicked.connect(self._end)

    def show_label(self, label: str, sign: Sign | None = None, tone: Tone | None = None) -> None:
        shown = (label, sign or self.sign, tone or self.tone)
        if shown == (self.text(), self.sign, self.tone):
            return
        self.sign, self.tone = shown[1], shown[2]
        self.setText(label)
        self.setAccessibleName(label.replace("\u00ad", ""))
        self.update()

    @property
    def size_of_label(self) -> int:
        return 22 if self.tone is Tone.PLAIN else 30

    def wish(self, most: float) -> float:
        """The width in units, focus ring included, of the label in one line; at most ``most``."""
        label = advance(self.text(), theme.font(self.size_of_label, bold=True))
        return min(most, 2 * FOCUS + 76 + label + 26 + (24 if self.tone is not Tone.PLAIN else 0))

    def _begin(self) -> None:
        self._began = self._guard.now()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note the press: it begins when the finger comes down."""
        with self._guard.at(self._guard.time_of(event)):
            super().mousePressEvent(event)

    def _end(self) -> None:
        if not self.isSignalConnected(QMetaMethod.fromSignal(self.meant)):
            self._guard.press(self)  # an alarm has no guard, so its press was not refused
        elif self._guard.accepts(self._began):
            self._guard.press(self)
            self.meant.emit()

    @property
    def steps_back(self) -> bool:
        """Whether the button's press is being saved: then it is only outlined, and takes no second press."""
        return self._guard.holds_back(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space presses what decides nothing, and Enter if nobody has a foot switch."""
        if event.key() in ENTERS and self.takes_enter:
            if not event.isAutoRepeat():
                with self._guard.at(self._guard.time_of(event)):
                    self.click()
            return
        is_typed = self.decides and event.key() == Qt.Key.Key_Space
        if is_typed or event.key() in ENTERS or digit_of(event):  # keypad digits are arrows without NumLock
            event.ignore()
            return
        with self._guard.at(self._guard.time_of(event)):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        whole = QRectF(0, 0, self.wide, self.high)
        body = whole.adjusted(FOCUS, FOCUS, -FOCUS, -FOCUS)
        ink = self._body(painter, body)
        self._label(painter, body, ink)
        if self.digit:
            write(
                painter,
                self.digit,
                body.left() + 12,
                body.top() + 17,
                theme.font(theme.LEAST, bold=True),
                ink,
            )
        if self.hasFocus():
            outline(painter, whole, pen(theme.T0, 4), theme.RADIUS + FOCUS)
        painter.end()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        """Paint the button's body; returns its ink."""
        down = self.isDown()
        if self.steps_back or not self.isEnabled():
            return stepped_back(painter, body)
        match self.tone:
            case Tone.NOW | Tone.AMBER:
                surface = theme.NOW if self.tone is Tone.NOW else theme.AMBER
                fill(painter, body, theme.mix(surface, theme.BG0, 0.8) if down else surface, theme.RADIUS)
                return theme.BG0
            case Tone.AMBER_EDGE:
                fill(painter, body, theme.AMBER_FILL, theme.RADIUS)
                outline(painter, body, pen(theme.AMBER, 3), theme.RADIUS)
                return theme.AMBER
            case _:
                fill(painter, body, theme.mix(theme.BG2, theme.T0, 0.85) if down else theme.BG2, theme.RADIUS)
                outline(painter, body, pen(theme.EDGE, 2), theme.RADIUS)
                return theme.T0

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        side, gap = 36.0, 16.0
        room = body.width() - side - gap - 36
        sizes = _SIZES[self.among_plain or self.tone is Tone.PLAIN]
        face = shrunk(self.text(), room, sizes, bold=True)
        lines = balance(self.text(), room, face)
        for size, more in _NARROW:  # more than two lines would leave the body
            if len(lines) <= 2:
                break
            face = theme.font(size, bold=True)
            lines = balance(self.text(), room + more, face)
        reach = max(advance(line, face) for line in lines)
        left = body.center().x() - (side + gap + reach) / 2
        self.sign(painter, QRectF(left, body.center().y() - side / 2, side, side), self.sign_ink or ink)
        if len(lines) == 1:
            write(painter, lines[0], left + side + gap, body.center().y(), face, ink)
        else:
            box = QRectF(left + side + gap, body.top(), reach, body.height())
            write_lines(painter, lines, box, face, ink, leading=1.25)


_SIZES: Final = {True: (22, 21, 20), False: (30, 28, 26, 24, 22)}
"""Label sizes by whether the button is a plain one."""
_NARROW: Final = ((20, 0), (19, 0), (theme.LEAST, 0), (theme.LEAST, 24))
"""The sizes of a long label in two lines, with the width that it takes from the edges beside it."""


def stepped_back(painter: QPainter, body: QRectF) -> QColor:
    """Paint the ground of a key whose press is being saved; returns its ink."""
    fill(painter, body, theme.BG0, theme.RADIUS)
    outline(painter, body, pen(theme.EDGE, 2), theme.RADIUS)
    return theme.T2


def go_round(parts: Sequence[QWidget], *, onward: bool) -> None:
    """Give the focus to the next or previous part; if none has it, to the first or last."""
    ring = [part for part in parts if part.isEnabled()]
    at = next((at for at, part in enumerate(ring) if part.hasFocus()), -1 if onward else len(ring))
    reason = Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason
    if ring:
        ring[(at + (1 if onward else -1)) % len(ring)].setFocus(reason)


def lay(on: ScaledWidget, button: QWidget, body: QRectF) -> None:
    """Place a key so that its body, without its focus ring, fills a box."""
    on.put(button, body.adjusted(-FOCUS, -FOCUS, FOCUS, FOCUS))


class PressArea(Button):
    def __init__(self, guard: PressGuard, parent: QWidget | None = None, tone: Tone = Tone.PLAIN) -> None:
        super().__init__(Sign("states.caution"), tone, guard, parent)
        self.hint, self.key = "", ""
        self.chosen = False

    def show_answer(self, label: str, hint: str | None = None, key: str = "", chosen: bool = False) -> None:
        shown = (label, hint or "", key, chosen)
        if shown != (self.text(), self.hint, self.key, self.chosen):
            self.hint, self.key, self.chosen = shown[1:]
            self.setText(label)
            spoken = label.replace(SOFT, "")
            self.setAccessibleName(spoken if not hint else f"{spoken}, {hint}")
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        whole = QRectF(0, 0, self.wide, self.high)
        body = whole.adjusted(FOCUS, FOCUS, -FOCUS, -FOCUS)
        if self.steps_back:
            stepped_back(painter, body)
            painter.setOpacity(_BEHIND)
        else:
            self.ground(painter, body)
        self.draw(painter, body)
        painter.setOpacity(1)
        if self.hasFocus():
            outline(painter, whole, pen(theme.T0, 4), theme.RADIUS + FOCUS)
        painter.end()

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """Paint the surface: a chosen one in the acting person's colour, a quiet one only outlined."""
        accent, filled = (
            (theme.AMBER, theme.AMBER_FILL) if self.tone is Tone.AMBER_EDGE else (theme.NOW, theme.NOW_FILL)
        )
        surface = filled if self.chosen else theme.BG2
        fill(painter, body, theme.mix(surface, theme.T0, 0.85) if self.isDown() else surface, theme.RADIUS)
        edge = pen(accent, 4) if self.chosen else pen(theme.STRONG_EDGE, 2)
        outline(painter, body, edge, theme.RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Paint the content."""
