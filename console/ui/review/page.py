"""What a review's smaller screens share: the bar, a headline with a line beneath, the way back, one press."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.table.clock import Clock
from console.table.views import Mode, Person
from console.ui.buttons import Button, Tone
from console.ui.lettering import balanced, shrunk, write, write_lines
from console.ui.review.bar import ReviewBar
from console.ui.review.keys import NOT_GUARDED, lay
from console.ui.review.progress import ProgressLine
from console.ui.sign_in import SignInScreen
from console.ui.signs import outcomes
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill
from console.ui.theme import ACTION_HEIGHT, BG0, BG1, LINE, MARGIN, STATUS_HEIGHT, T0, T1, font, unit
from console.words import Words

TOP = STATUS_HEIGHT + 104.0
"""Where what a page shows begins."""


class Page(Surface):
    """Subclasses say :attr:`title`, :attr:`beneath` and what the primary is, and paint the rest."""

    left = Signal()
    menu_requested = Signal()
    language_requested = Signal()

    def __init__(self, sign: Sign, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.person: Person | None = None
        self.about: tuple[str, ...] = ()
        self.said = ""
        """What came of the last press."""
        self.sign_in: SignInScreen | None = None
        """Where a PIN is asked for, once one was."""
        self.bar = ReviewBar(clock.utc, self)
        self.back = Button(outcomes.back, Tone.PLAIN, NOT_GUARDED, self)
        self.primary = Button(sign, Tone.NOW, NOT_GUARDED, self)
        self.progress = ProgressLine(self)
        self.back.meant.connect(self.left)
        self.primary.meant.connect(self.press)
        self.bar.menu_requested.connect(self.menu_requested)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- what a page says -------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The headline."""
        return ""

    @property
    def beneath(self) -> str:
        """The line beneath it."""
        return ""

    @property
    def primary_label(self) -> str | None:
        """What the one press does; None where there is none."""
        return None

    def press(self) -> None:
        """The one press."""

    def say(self, key: str, **slots: object) -> None:
        """Say what came of a press."""
        self.progress.end()
        self.said = self.words.text(key, **slots)
        self.update()

    def end_sign_in(self) -> None:
        """Ask nobody for a PIN any more; what was typed of one is gone."""
        if self.sign_in is not None:
            self.sign_in.hide()

    def show_page(self, person: Person | None, about: tuple[str, ...]) -> None:
        """Show it to somebody; ``about`` says of what it is."""
        self.person, self.about = person, about
        self.refresh()

    def set_words(self, words: Words) -> None:
        """Say all of it in another language."""
        self.words = words
        self.progress.set_words(words)
        self.refresh()

    def refresh(self) -> None:
        """Show everything again."""
        self.bar.show_reading(self.mode, self.about, self.person, self.words)
        self.back.show_label(self.words.text("button.back_to", fact=self.back_to))
        label = self.primary_label
        self.primary.setVisible(label is not None)
        if label is not None:
            self.primary.show_label(label)
        self.setAccessibleName(f"{self.title}. {self.beneath}")
        self.arrange()
        self.update()

    @property
    def mode(self) -> Mode:
        """What stands in the bar's block."""
        return Mode.REVIEW

    @property
    def back_to(self) -> str:
        """Where the way back leads."""
        return self.words.text("review.log")

    # --- layout and painting ----------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the unit from the size."""
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Bar and keys."""
        wide, high = self.wide, self.high
        self.put(self.bar, QRectF(0, 0, wide, STATUS_HEIGHT))
        top = high - ACTION_HEIGHT + 16
        back = max(220.0, self.back.wish(400) - 14)
        lay(self, self.back, QRectF(MARGIN, top, back, 80))
        reach = 0.0
        if not self.primary.isHidden():
            reach = max(380.0, self.primary.wish(560) - 14)
            lay(self, self.primary, QRectF(wide - MARGIN - reach, top, reach, 80))
        left = MARGIN + back + 24
        self._free = QRectF(left, top, wide - MARGIN - reach - 24 - left, 80)
        self.put(self.progress, self._free)

    def paint(self, painter: QPainter) -> None:
        """The ground, the headline, what came of the last press."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        bar = QRectF(0, self.high - ACTION_HEIGHT, self.wide, ACTION_HEIGHT)
        fill(painter, bar, BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), LINE)
        room = self.wide - 2 * MARGIN
        title = shrunk(self.title, room, (38, 36, 34, 32, 30, 28), bold=True)
        write(painter, self.title, MARGIN, STATUS_HEIGHT + 38, title, T0)
        beneath = shrunk(self.beneath, room, (19, 18, 17, 16, 15, 14))
        write(painter, self.beneath, MARGIN, STATUS_HEIGHT + 78, beneath, T1)
        if self.progress.isHidden() and self.said:
            face = shrunk(self.said, self._free.width(), (19, 18, 17, 16), bold=True)
            lines = balanced(self.said, self._free.width(), face)[:3]
            write_lines(painter, lines, self._free, face, T0, leading=1.3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter the primary, Esc back, F9 the language."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not self.primary.isHidden():
                self.press()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case _:
                super().keyPressEvent(event)


def paragraph(painter: QPainter, text: str, x: float, y: float, room: float, size: int = 17) -> float:
    """A text in as many lines as it needs, from ``y`` down; returns where it ends."""
    face = font(size)
    lines = balanced(text, room, face)
    step = size * 1.42
    for line in lines:
        write(painter, line, x, y + step / 2, face, T1)
        y += step
    return y
