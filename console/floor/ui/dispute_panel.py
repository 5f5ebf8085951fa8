"""The panel in which a supervisor names the cause of a mismatch between floor and table, and so ends it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.plain_text import stripped
from console.base.words import Words
from console.table.ui.hands import ENTERS, PressGuard
from console.table.ui.kit import (
    Button,
    Keys,
    Surface,
    TextField,
    Tone,
    WordKey,
    at_most,
    balance,
    fill,
    go_round,
    lay,
    outline,
    pen,
    show_keys,
    shrunk,
    theme,
    write_lines,
)
from console.table.ui.signs import Sign

REASONS: Final = ("restored", "renewed", "floor", "examined")
"""The most frequent causes of a dispute: a copy put back, a table set up again, the floor's own loss, a case.
"""
LONGEST: Final = 500
"""The most letters of the person's own words."""
_WIDE: Final = 760.0
_LETTERS: Final = 22
"""The size of the typed words, as of the reasons above them."""
_EDGE: Final = 24.0
_ROW: Final = 60.0
_GAP: Final = 12.0
_HEAD: Final = 96.0
_HIGH: Final = 2 * _EDGE + _HEAD + (len(REASONS) + 2) * (_ROW + _GAP)
"""Head, reasons, own words and the two answers, with half a gap more around the own words."""


class Settlement(Surface):
    """A panel over the whole window: the mismatch, the reasons as keys, and a line for the person's own
    words. No reason has the focus at first, and none counts until 0.4 s after it is painted.
    """

    closed = Signal()
    language_requested = Signal()
    """The supervisor wants the next language."""

    def __init__(self, words: Words, parent: QWidget, guard: PressGuard) -> None:
        super().__init__(parent)
        self._words, self._guard = words, guard
        guard.shown_on(self)
        self._what_in: Callable[[Words], str] = str
        self._what = ""
        self._then: Callable[[str], object] = str
        self.reasons = {reason: WordKey(Sign("states.tick"), self, guard) for reason in REASONS}
        self.own_reason = TextField(self, limit=LONGEST)
        self.own_reason.letters = _LETTERS
        self.write = Button(Sign("states.tick"), Tone.PLAIN, guard, self)
        self.cancel = Button(Sign("outcomes.back"), Tone.PLAIN, guard, self)
        for reason, key in self.reasons.items():
            key.meant.connect(partial(self._give_reason, reason))
        self.own_reason.textChanged.connect(lambda _: self._may_write())
        self.own_reason.returnPressed.connect(self._enter)
        self.write.meant.connect(self._write)
        self.cancel.clicked.connect(self.leave)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def ask(self, what_in: Callable[[Words], str], words: Words, then: Callable[[str], object]) -> None:
        """Ask for the cause; ``what_in`` words table and mismatch, ``then`` is called with the reason."""
        self._what_in, self._then = what_in, then
        self.own_reason.clear()
        self.set_words(words)
        self._may_write()
        self.arrange()
        self._guard.renew()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_words(self, words: Words) -> None:
        """Show all of it in another language; a typed reason stays."""
        self._words, self._what = words, self._what_in(words)
        self.setAccessibleName(self._what)
        for reason, key in self.reasons.items():
            key.show_label(words.text(f"floor.settle.{reason}"))
        self.own_reason.setPlaceholderText(words.text("floor.settle.own"))
        self.own_reason.setAccessibleName(words.text("floor.settle.own"))
        self.write.show_label(words.text("floor.settle"))
        self.cancel.show_label(words.text("button.back"))
        self.update()

    def leave(self) -> None:
        """Go back; the dispute stays as it is."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _may_write(self) -> None:
        self.write.setEnabled(bool(stripped(self.own_reason.text())))

    def _enter(self) -> None:
        if self._guard.accepts(self._guard.now()):
            self._write()

    def _write(self) -> None:
        if stripped(self.own_reason.text()):
            self._give_reason(" ".join(self.own_reason.text().split()))

    def _give_reason(self, reason: str) -> None:
        then = self._then
        self.leave()
        then(reason)

    def _panel(self) -> QRectF:
        high = min(_HIGH, self.high - 2 * _EDGE)
        return QRectF((self.wide - _WIDE) / 2, (self.high - high) / 2, _WIDE, high)

    def arrange(self) -> None:
        panel = self._panel()
        left, room = panel.left() + _EDGE, panel.width() - 2 * _EDGE
        y = panel.top() + _EDGE + _HEAD
        for key in self.reasons.values():
            lay(self, key, QRectF(left, y, room, _ROW))
            y += _ROW + _GAP
        self.put(self.own_reason, QRectF(left, y + _GAP / 2, room, _ROW))
        y += _ROW + 2 * _GAP
        lay(self, self.cancel, QRectF(left, y, room * 0.4 - 6, _ROW))
        lay(self, self.write, QRectF(left + room * 0.4 + 6, y, room * 0.6 - 6, _ROW))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.VEIL)
        panel = self._panel()
        fill(painter, panel, theme.BG1, theme.RADIUS)
        outline(painter, panel, pen(theme.EDGE, 2), theme.RADIUS)
        words = self._words
        room = panel.width() - 2 * _EDGE
        head = QRectF(panel.left() + _EDGE, panel.top() + 16, room, 44)
        face = shrunk(self._what, room, (24, 22, 20, 19, 18), bold=True)
        write_lines(painter, at_most(2, balance(self._what, room, face)), head, face, theme.T0, leading=1.15)
        asked = words.text("floor.settle.asked")
        face = shrunk(asked, room, (18, 17, 16, 15))
        place = QRectF(head.left(), head.bottom() + 4, room, 44)
        write_lines(
            painter, at_most(2, balance(asked, room, theme.font(face.pixelSize()))), place, face, theme.T1
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the panel only closes it, unless it is the asking key's second."""
        beside = not self._panel().contains(event.position() / self.u)
        if beside and self._guard.accepts(self._guard.time_of(event)):
            self.leave()

    def key_rows(self, words: Words) -> Keys:
        return (
            ("↑  ↓", words.text("keys.rows")),
            ("Enter", words.text("keys.choice.ring")),
            ("Esc", self.cancel.text()),
            ("F9", words.text("keys.language")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back, an arrow to the next key, F1 shows the keys, F9 takes the next language; letters
        begin one's own reason; the wall beneath gets no key.
        """
        match event.key():
            case Qt.Key.Key_F1:
                show_keys(self, self.key_rows(self._words), self._words)
            case Qt.Key.Key_Escape:
                self.leave()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case key if key in ENTERS and not event.isAutoRepeat():
                with self._guard.at(self._guard.time_of(event)):
                    for chosen in (*self.reasons.values(), self.cancel, self.write):
                        if chosen.hasFocus():
                            chosen.click()
            case _ if event.text().strip() and event.text().isprintable():
                self.own_reason.setFocus(Qt.FocusReason.OtherFocusReason)
                self.own_reason.insert(event.text())
            case _:
                event.accept()

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Tab and the arrows go round in the panel: no key beneath it gets the focus."""
        go_round((*self.reasons.values(), self.own_reason, self.cancel, self.write), onward=onward)
        return True
