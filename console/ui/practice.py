"""The small panel of a simulated table: draw or spin by hand, set the pace, and let things go wrong.

It is no part of the dealer's screen: a window of its own, which a LIVE table never has. It knows the
simulated device by what can be done with it (see :mod:`console.ui.practising`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCloseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.buttons import FOCUS, Button, PressGuard, Tone
from console.ui.lettering import write
from console.ui.practising import Practice
from console.ui.signs import places, states
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill
from console.ui.theme import BG0, MARGIN, T2, VIOLET, font
from console.words import Words

WIDTH: Final = 420
_ROW: Final = 60
_LOW: Final = 48
"""A row's height where there are many."""
_MANY: Final = 6
_GAP: Final = 8
_HEADING: Final = 38
PACES: Final = {"slow": 3.0, "normal": 1.6, "fast": 0.5}
"""Seconds from a prompt to its card or its ball."""


class PracticePanel(Surface):
    """Buttons for what a real shoe or wheel does by itself, and for what goes wrong with it."""

    def __init__(self, practice: Practice, words: Words, pace: float | None) -> None:
        super().__init__()
        self.setWindowFlag(Qt.WindowType.Tool)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._device, self._names, self._pressed = practice
        self._row = _LOW if len(self._pressed) > _MANY else _ROW
        self._words = words
        self._pace = pace
        self._plugged = True
        guard = PressGuard(lambda: 1.0)
        self._buttons = [self._button(sign, act, guard) for _, sign, act in self._pressed]
        self._plug = self._button(places.link, self._turn_plug, guard)
        self._paces = {name: self._button(states.hourglass, self._setter(name), guard) for name in PACES}
        self._by_hand = self._button(places.person, self._setter(None), guard)
        rows = len(self._buttons) + 1 + 3
        self.setFixedSize(WIDTH, 2 * MARGIN + 2 * _HEADING + rows * (self._row + _GAP))
        self.set_words(words)

    def set_words(self, words: Words) -> None:
        """Say everything in another language."""
        self._words = words
        self.setWindowTitle(words.text(self._names.title))
        for button, (key, _, _) in zip(self._buttons, self._pressed, strict=True):
            button.show_label(words.text(key))
        self._plug.show_label(words.text(self._names.unplug if self._plugged else self._names.plug_in))
        for name, button in self._paces.items():
            button.show_label(words.text(f"practice.pace.{name}"), tone=self._tone(PACES[name]))
        self._by_hand.show_label(words.text(self._names.by_hand), tone=self._tone(None))
        self.update()

    def show_beside(self, window: QWidget) -> None:
        """Show it at the right of the table's window if there is room; else it waits to be asked for."""
        free, beside = window.screen().availableGeometry(), window.frameGeometry()
        if beside.right() + 1 + self.width() <= free.right() + 1:
            self.move(beside.right() + 1, beside.top())
            self.show()

    def turn(self) -> None:
        """Show it, over the table's right side where there is no other room, or put it away."""
        if self.isVisible():
            self.hide()
            return
        free = self.screen().availableGeometry()
        self.move(min(self.x() or free.right(), free.right() + 1 - self.width()), free.top())
        self.show()
        self.raise_()

    def arrange(self) -> None:
        """The draw and the faults below one another, the paces two by two, by hand last."""
        width, top = self.wide - 2 * MARGIN, MARGIN + _HEADING
        for button in (*self._buttons, self._plug):
            self._lay(button, QRectF(MARGIN, top, width, self._row))
            top += self._row + _GAP
        top += _HEADING
        half = (width - _GAP) / 2
        for number, button in enumerate(self._paces.values()):
            row, column = divmod(number, 2)
            left, down = MARGIN + column * (half + _GAP), top + row * (self._row + _GAP)
            self._lay(button, QRectF(left, down, half, self._row))
        self._lay(self._by_hand, QRectF(MARGIN, top + 2 * (self._row + _GAP), width, self._row))

    def paint(self, painter: QPainter) -> None:
        """The ground and two headings, in the colour of training."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        heading = font(18, bold=True)
        write(painter, self._words.text(self._names.title), MARGIN, MARGIN + 12, heading, VIOLET)
        top = MARGIN + _HEADING + (len(self._buttons) + 1) * (self._row + _GAP)
        write(painter, self._words.text("practice.pace"), MARGIN, top + 14, heading, T2)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The panel goes with its table only: closing it hides it."""
        event.ignore()
        self.hide()

    def _button(self, sign: Sign, act: Callable[[], object], guard: PressGuard) -> Button:
        button = Button(sign, Tone.PLAIN, guard, self)
        button.meant.connect(act)
        return button

    def _lay(self, button: Button, rect: QRectF) -> None:
        self.put(button, rect.adjusted(-FOCUS, -FOCUS, FOCUS, FOCUS))

    def _tone(self, pace: float | None) -> Tone:
        return Tone.AMBER_EDGE if pace == self._pace else Tone.PLAIN

    def _setter(self, name: str | None) -> Callable[[], None]:
        def set_pace() -> None:
            self._pace = PACES[name] if name else None
            self._device.set_pace(self._pace)
            self.set_words(self._words)

        return set_pace

    def _turn_plug(self) -> None:
        self._plugged = not self._plugged
        (self._device.plug_in if self._plugged else self._device.unplug)()
        self.set_words(self._words)
