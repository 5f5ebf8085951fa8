"""Asks for the name under which a page writes a file; the folder is given, and nothing can be browsed.

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

from console.base.plain_text import WriteTarget
from console.base.words import Words
from console.table.ui.dealer.prompt import announce
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone
from console.table.ui.kit.keys import NOT_GUARDED, Keys, show_keys
from console.table.ui.kit.panel import ACROSS, DOWN, Label, Panel, SignWithWords
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.text_field import TextField
from console.table.ui.signs.sign import Sign

MOST: Final = 80
"""Letters of a file's name without its ending."""
_BAD: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u2028\u2029\u202a-\u202e\u2066-\u2069]')
"""Characters that a file's name may not have on one of the systems to which the file may be taken."""
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are ports for Windows, whatever their ending."""
_WIDE, _HIGH, _FOLDER = 1000.0, 396.0, 760.0
"""The panel's width and height, and the width that a folder has, in units."""


AskPath: TypeAlias = Callable[[str, tuple[str, ...], Callable[[WriteTarget], object]], object]
"""The question where to write a file.

It is given a suggested name, the file's kinds (``pdf``; the path ends in the first one), and a function. The
function is called with the answer; it is not called if the person cancels.
"""


class SaveScreen(Surface):
    """A name, the folder, and one press, over the screen that wants to write the file."""

    language_requested = Signal()
    """A person wants the next language."""
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
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, NOT_GUARDED)
        self.primary = Button(Sign("review.save"), Tone.NOW, NOT_GUARDED)
        self._lay_out()
        self.name.textEdited.connect(lambda _: self._typed())
        self.name.returnPressed.connect(self.save)
        self.back.meant.connect(self.cancel)
        self.primary.meant.connect(self.save)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def _lay_out(self) -> None:
        """The name and its ending, the folder, a warning, the keys."""
        self._title, self._named = Label(30, theme.T0, bold=True), Label(17, theme.T2, bold=True)
        self._ending = Label(24, theme.T1, bold=True, wraps=False)
        self._place = Label(17, theme.T2, bold=True, wraps=False)
        self._folder = Label(19, theme.T0, wraps=False)
        self._warning = Label(19, theme.AMBER)
        self._note = Panel(
            ACROSS, SignWithWords(28, Sign("states.caution"), theme.AMBER), self._warning, shares=(0, 1)
        )
        name = Panel(ACROSS, self.name, self._ending, high=72, shares=(1, 0))
        place = Panel(ACROSS, self._place, self._folder, shares=(0, 1))
        keys = Panel(ACROSS, self.back, None, self.primary, high=72 + 2 * FOCUS, shares=(1, 1, 2))
        above = (self._title, self._named, name, place, self._note, None)
        asked = Panel(DOWN, *above, sides=FOCUS, gap=10)
        self._panel = Panel(DOWN, asked, keys, sides=32 - FOCUS, ends=16, edge=theme.EDGE)
        self._panel.setParent(self)

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
        self.words = words
        text = words.text
        place = words.label(text("save.place"), str(self.folder))
        self.setAccessibleName(f"{text('save.title')}. {place}")
        self._title.setText(text("save.title"))
        self._named.setText(text("save.name"))
        self._ending.setText("  ".join(f".{kind}" for kind in self._kinds))
        self._place.setText(text("save.place"))
        self._folder.setAccessibleName(str(self.folder))
        self._warning.setText(self.note)
        self._note.setVisible(self._refused is not None)
        self.name.setAccessibleName(text("save.name"))
        self.back.show_label(text("button.cancel"))
        again = self._agreed is not None
        self.primary.show_label(
            text("save.replace" if again else "save.press"),
            Sign("review.save"),
            Tone.AMBER if again else Tone.NOW,
        )
        self.arrange()

    @property
    def note(self) -> str:
        return "" if self._refused is None else self.words.text(self._refused, file=self._agreed or "")

    def save(self) -> None:
        """Save under the name that was typed. If a file has it, say so; a second press replaces it."""
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
        self.set_unit(self.own_unit)

    def arrange(self) -> None:
        """Lie in the upper half: the lower half is the keyboard's."""
        self.put(self._panel, QRectF((self.wide - _WIDE) / 2, 8, _WIDE, _HIGH))
        letters, room = self._folder.fontMetrics(), round(_FOLDER * self.u)
        shown = letters.elidedText(str(self.folder), Qt.TextElideMode.ElideLeft, room)
        self._folder.setText(shown)  # only the end of a long path is shown

    def paint(self, painter: QPainter) -> None:
        veil = theme.BG0.__class__(theme.BG0)
        veil.setAlphaF(0.78)
        fill(painter, QRectF(0, 0, self.wide, self.high), veil)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the panel does nothing, and does not reach what lies beneath."""

    def key_rows(self, words: Words) -> Keys:
        language = ("F9", words.text("keys.language"))
        return (("Enter", self.primary.text()), ("Esc", self.back.text()), language)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, Esc goes back, F1 shows the keys, F9 takes the next language; alarms pass through."""
        match event.key():
            case Qt.Key.Key_F1:
                show_keys(self, self.key_rows(self.words), self.words)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if not (self.name.hasFocus() or event.isAutoRepeat()):  # the field's Enter has saved already
                    self.save()
            case Qt.Key.Key_Escape:
                self.cancel()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case _:
                event.setAccepted(event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3))


def _is_name(stem: str) -> bool:
    """Whether a file may have this name, in this folder and on other people's systems."""
    if not stem or stem.startswith(".") or stem.endswith(".") or len(stem.encode()) > 200:
        return False
    return _BAD.search(stem) is None and _DEVICES.fullmatch(stem) is None
