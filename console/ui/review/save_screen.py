"""Asks for the name under which the review writes a file; the folder is given, and nothing can be browsed.

It never lists a folder, opens nothing, and names a file only in this one folder: the other files of the
console's user (the journal, the people, the key) can be neither seen nor touched from here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.review.documents import WriteTarget
from console.ui.dealer.prompt import announce
from console.ui.kit.buttons import Button, Tone, lay
from console.ui.kit.keys import NOT_GUARDED, Keys, show_keys
from console.ui.kit.lettering import advance, at_most, break_lines, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.text_field import TextField
from console.ui.kit.theme import AMBER, BG0, BG1, EDGE, RADIUS, T0, T1, T2, font, unit
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.names import label_text

MOST: Final = 80
"""Letters of a file's name without its ending."""
_BAD: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u2028\u2029\u202a-\u202e\u2066-\u2069]')
"""Characters that a file's name may not have on one of the systems to which the file may be taken."""
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are ports for Windows, whatever their ending."""
_PANEL: Final = QRectF(140, 8, 1000, 396)


AskPath: TypeAlias = Callable[[str, tuple[str, ...], Callable[[WriteTarget], object]], object]
"""The question where to write a file.

It is given a suggested name, the file's kinds (``pdf``; the path ends in the first one), and a function. The
function is called with the answer; it is not called if the person cancels.
"""


class SaveScreen(Surface):
    """A name, the folder, and one press, over the screen that wants to write the file."""

    closed = Signal()

    def __init__(self, folder: Path, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder, self.words = folder, words
        self._kinds: tuple[str, ...] = ()
        self._then: Callable[[WriteTarget], object] = lambda _: None
        self._refused: str | None = None
        self._agreed: str | None = None
        """The name of an existing file, once the screen has said that the file exists."""
        self.name = TextField(self, limit=MOST)
        self.name.textEdited.connect(lambda _: self._typed())
        self.name.returnPressed.connect(self.save)
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, NOT_GUARDED, self)
        self.primary = Button(Sign("review.save"), Tone.NOW, NOT_GUARDED, self)
        self.back.meant.connect(self.cancel)
        self.primary.meant.connect(self.save)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def ask(self, name: str, kinds: tuple[str, ...], then: Callable[[WriteTarget], object]) -> None:
        """Ask for the name of a file; :data:`AskPath`."""
        self._kinds, self._then = kinds, then
        self._refused = self._agreed = None
        self.name.setText(name.removesuffix(f".{kinds[0]}"))
        self.set_words(self.words)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()

    def set_words(self, words: Words) -> None:
        """Show all of it in another language."""
        self.words = words
        text = words.text
        place = label_text(words, text("save.place"), str(self.folder))
        self.setAccessibleName(f"{text('save.title')}. {place}")
        self.name.setAccessibleName(text("save.name"))
        self.back.show_label(text("button.cancel"))
        again = self._agreed is not None
        self.primary.show_label(
            text("save.replace" if again else "save.press"),
            Sign("review.save"),
            Tone.AMBER if again else Tone.NOW,
        )
        self.arrange()
        self.update()

    @property
    def note(self) -> str:
        """The warning to show, if any."""
        return "" if self._refused is None else self.words.text(self._refused, file=self._agreed or "")

    def save(self) -> None:
        """Save under the name that was typed. If a file has it already, say so; a second press replaces that
        file.
        """
        stem = self.name.text().strip()
        if not _is_name(stem):
            self._show_note("save.bad_name", None)
            return
        paths = [self.folder / f"{stem}.{kind}" for kind in self._kinds]
        there = next((path.name for path in paths if os.path.lexists(path)), None)
        if there is not None and self._agreed != there:
            self._show_note("save.there", there)
            return
        then, target = self._then, WriteTarget(paths[0], replaces=there is not None)
        self._close()
        then(target)

    def cancel(self) -> None:
        """Cancel: write nothing."""
        self._close()

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _show_note(self, key: str, agreed: str | None) -> None:
        self._refused, self._agreed = key, agreed
        self.set_words(self.words)
        announce(self, self.note, at_once=True)

    def _typed(self) -> None:
        """Another name was typed: no warning has been shown for it yet."""
        if self._refused is not None:
            self._refused = self._agreed = None
            self.set_words(self.words)

    # --- how it looks -----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(unit(self.width(), self.height()))

    def _panel(self) -> QRectF:
        return _PANEL.translated((self.wide - 1280) / 2, 0)

    def arrange(self) -> None:
        """Lie in the upper half: the lower half is the keyboard's."""
        panel = self._panel()
        ending = self._ending_width
        self.put(self.name, QRectF(panel.left() + 32, panel.top() + 106, panel.width() - 64 - ending, 72))
        top = panel.bottom() - 32 - 72
        lay(self, self.back, QRectF(panel.left() + 32, top, max(220.0, self.back.wish(320) - 14), 72))
        wide = max(320.0, self.primary.wish(560) - 14)
        lay(self, self.primary, QRectF(panel.right() - 32 - wide, top, wide, 72))

    @property
    def _ending_width(self) -> float:
        return advance(self._ending, font(24, bold=True)) + 16

    @property
    def _ending(self) -> str:
        return "  ".join(f".{kind}" for kind in self._kinds)

    def paint(self, painter: QPainter) -> None:
        """The screen beneath darkened, and the panel."""
        veil = BG0.__class__(BG0)
        veil.setAlphaF(0.78)
        fill(painter, QRectF(0, 0, self.wide, self.high), veil)
        panel, text = self._panel(), self.words.text
        fill(painter, panel, BG1, RADIUS)
        outline(painter, panel, pen(EDGE, 2), RADIUS)
        left, room = panel.left() + 32, panel.width() - 64
        title = text("save.title")
        write(painter, title, left, panel.top() + 42, shrunk(title, room, (30, 28, 26), bold=True), T0)
        write(painter, text("save.name"), left, panel.top() + 86, font(17, bold=True), T2)
        ending = panel.right() - 32 - self._ending_width + 16
        write(painter, self._ending, ending, panel.top() + 142, font(24, bold=True), T1)
        self._paint_place(painter, left, panel.top() + 206, room)
        if note := self.note:
            lines = break_lines(note, room - 40, font(19))
            box = QRectF(left + 40, panel.top() + 226, room - 40, 62)
            Sign("states.caution")(painter, QRectF(left, box.center().y() - 14, 28, 28), AMBER)
            write_lines(painter, at_most(2, lines), box, font(19), AMBER, leading=1.3)

    def _paint_place(self, painter: QPainter, left: float, y: float, room: float) -> None:
        """The folder; only the end of a long one."""
        label = self.words.text("save.place")
        x = write(painter, label, left, y, font(17, bold=True), T2) + 16
        place, face = str(self.folder), font(19)
        while advance(place, face) > left + room - x and len(place) > 8:
            place = "…" + place[2:]
        write(painter, place, x, y, face, T0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the panel does nothing, and does not reach what lies beneath."""

    def key_rows(self, words: Words) -> Keys:
        return (("Enter", self.primary.text()), ("Esc", self.back.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, Esc goes back, F1 shows the keys; only the table's alarms reach the screen beneath."""
        match event.key():
            case Qt.Key.Key_F1:
                show_keys(self, self.key_rows(self.words), self.words)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not (self.name.hasFocus() or event.isAutoRepeat()):  # the field's Enter has saved already
                    self.save()
            case Qt.Key.Key_Escape:
                self.cancel()
            case _:
                event.setAccepted(event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3))


def _is_name(stem: str) -> bool:
    """Whether a file may have this name, in this folder and on other people's systems."""
    if not stem or stem.startswith(".") or stem.endswith(".") or len(stem.encode()) > 200:
        return False
    return _BAD.search(stem) is None and _DEVICES.fullmatch(stem) is None
