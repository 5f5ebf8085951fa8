"""The common parts of all bars: the mode's block at the left; language, name and clock at the right.

It knows who is here and what time it is; what stands between is each bar's own. Only the menu's key, on which
the name stands, and the language's code can be pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

import msgspec
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import Mode, Person
from console.table.ui.kit import theme
from console.table.ui.kit.keys import Keys
from console.table.ui.kit.lettering import advance, elide, shrunk, write
from console.table.ui.kit.surface import ScaledWidget, Surface, chequer, fill, hatch, outline, pen
from console.table.ui.kit.times import clock_time
from console.table.ui.signs.sign import Sign
from console.table.words.names import role_name

MIDDLE: Final = theme.STATUS_HEIGHT / 2
"""The middle of a bar's texts, in units from the bar's top."""
_LINES_APART: Final = 20.0
"""The distance between a trainee's name and who stands beside, in units."""
_CLOCK: Final = 126.0
"""The width that the clock takes at the right, in units."""


class TopMenuKey(ScaledWidget, QAbstractButton):
    """The key of the menu, with the name of the person who is signed in; without the menu only the name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = ""
        self._beside, self._left = "", False
        """The line beneath a trainee's name about the dealer beside, and whether that dealer has left."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_person(
        self,
        person: Person | None,
        words: Words,
        *,
        opens: bool,
        beside: Person | None = None,
        left: bool = False,
    ) -> None:
        """Show a name over the dealer ``beside`` a trainee (or ``left``); ``opens``: there is a menu."""
        there = ""
        if beside is not None:
            there = words.text("band.beside_left" if left else "bar.beside", name=beside.name)
        role = "" if person is None else role_name(words, person.role)
        name = "" if person is None else person.name
        menu = words.text("menu.open")
        self.setAccessibleName(menu if person is None else words.text("access.person", name=name, role=role))
        if there:
            self.setAccessibleName(f"{self.accessibleName()}, {there}")
        self.setAccessibleDescription(menu if opens else "")
        self.setVisible(opens or person is not None)
        # F10 opens it, too. Alone in a bar it would have the focus as soon as the window is shown.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if person is None else Qt.FocusPolicy.StrongFocus)
        self._left = left
        if (name, role, opens, there) != (self.text(), self._role, self.isEnabled(), self._beside):
            self.setText(name)
            self.setEnabled(opens)
            self._role, self._beside = role, there
            self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs, at most 250."""
        texts = (
            advance(self.text(), theme.font(theme.LEAST, bold=True)),
            advance(self._beside, theme.font(theme.LEAST)),
        )
        return min(250.0, 56 + max(texts) + 12) if self.text() else 56

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        box = QRectF(0, 0, self.wide, self.high)
        if self.isEnabled():
            body = box.adjusted(4, 5, -4, -5)
            fill(painter, body, theme.mix(theme.BG2, theme.T0, 0.85) if self.isDown() else theme.BG2, 8)
            outline(painter, body, pen(theme.EDGE, 2), 8)
        sign = Sign("states.menu") if self.isEnabled() else Sign("places.person")
        sign(painter, QRectF(15, MIDDLE - 13, 26, 26), theme.T1)
        if self.text():
            room = self.wide - 56
            face, under = theme.font(theme.LEAST, bold=True), theme.font(theme.LEAST)
            apart = _LINES_APART / 2 if self._beside else 0.0
            write(painter, elide(self.text(), room, face), 48, MIDDLE - apart, face, theme.T0)
            if self._beside:
                write(
                    painter,
                    elide(self._beside, room, under),
                    48,
                    MIDDLE + apart,
                    under,
                    theme.AMBER if self._left else theme.T1,
                )
        if self.hasFocus():
            outline(painter, box.adjusted(2, 2, -2, -2), pen(theme.T0, 4), 8)
        painter.end()


class TopBar(Surface):
    """A bar over a screen, without its own texts at the left."""

    menu_requested = Signal()
    read_last = True

    def __init__(self, clock: Callable[[], datetime], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock, self._words, self._time = clock, words, ""
        self._code_ends = 0.0
        """The right end of the language's code; a bar may put a part between it and the menu's key."""
        self.covers()
        self.name = TopMenuKey(self)
        self.name.clicked.connect(self.menu_requested)
        self.name.hide()
        self._timer = QTimer(self, interval=200)
        self._timer.timeout.connect(self.tick)

    def start(self) -> None:
        self._timer.start()

    def tick(self) -> None:
        time = clock_time(self._clock(), self._words)
        if time != self._time:
            self._time = time
            self.update_part(QRectF(self.wide - _CLOCK - 4, 0, _CLOCK + 4, self.high))

    def show_person(
        self,
        person: Person | None,
        words: Words,
        *,
        opens: bool = True,
        beside: Person | None = None,
        left: bool = False,
    ) -> None:
        """Show the person who is signed in, in the language that the whole bar uses from now on, and the
        dealer who stands ``beside`` a trainee, or has ``left``; ``opens``: the menu can be opened.
        """
        self._words = words
        self.name.show_person(person, words, opens=opens, beside=beside, left=left)

    @property
    def opens_menu(self) -> bool:
        return self.name.isEnabled() and not self.name.isHidden()

    def open_menu(self) -> None:
        """Ask for the menu, as its key in the bar does."""
        if self.opens_menu:
            self.menu_requested.emit()

    def key_rows(self, words: Words) -> Keys:
        """The keys of each screen beneath a bar: the next language, and the menu if the bar opens one."""
        menu = (("F10", words.text("menu.open")),) if self.opens_menu else ()
        return (("F9", words.text("keys.language")), *menu)

    # --- where it stands ---------------------------------------------------------------------

    def arrange(self) -> None:
        self._code_ends = self.place_name()

    def place_name(self) -> float:
        """Place the menu's key, if there is one; returns where the room before it ends."""
        right = self.wide - _CLOCK - 2
        if not self.name.isHidden():
            right -= self.name.wish
            self.put(self.name, QRectF(right, 0, self.name.wish, theme.STATUS_HEIGHT))
        return right

    @property
    def _code(self) -> str:
        return self._words.locale.mark

    @property
    def code_width(self) -> float:
        return advance(self._code, theme.font(theme.LEAST, bold=True)) + 32

    @property
    def room_ends(self) -> float:
        """The place where the room for a bar's own texts ends, in units."""
        return self._code_ends - self.code_width

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the language's code opens the menu, if the language is chosen."""
        if self.room_ends <= event.position().x() / self.u <= self._code_ends:
            self.open_menu()

    # --- how it looks ------------------------------------------------------------------------

    def paint_code(self, painter: QPainter) -> None:
        rule(painter, self.room_ends + 10)
        write(
            painter, self._code, self.room_ends + 22, MIDDLE + 1, theme.font(theme.LEAST, bold=True), theme.T2
        )

    def paint_clock(self, painter: QPainter) -> None:
        rule(painter, self.wide - _CLOCK)
        write(painter, self._time, self.wide - 20, MIDDLE + 1, theme.font(22, bold=True), theme.T1, align=1)


def rule(painter: QPainter, x: float) -> None:
    """A line between two texts of a bar."""
    fill(painter, QRectF(x, 16, 1, 24), theme.mix(theme.EDGE, theme.BG1, 0.5))


def face_of(at: int) -> QFont:
    return theme.font(22, bold=True) if at == 0 else theme.font(20 if at == 1 else theme.LEAST)


def paint_texts(painter: QPainter, texts: Iterable[tuple[str, bool]], x: float, right: float) -> None:
    """The texts at the left, the most important first, each with whether a rule stands before it.

    The first is always there, at worst smaller and cut. Another that has no room is left out, and with it
    the text behind it that has no rule of its own: the shoe's number stands behind its round's.
    """
    left_out = False
    for at, (text, ruled) in enumerate(texts):
        face = face_of(at)
        if at == 0:
            face = shrunk(text, right - x, (22, 20, theme.LEAST), bold=True)
            text = elide(text, right - x, face)
        else:
            left_out = (left_out and not ruled) or x + (34 if ruled else 0) + advance(text, face) > right
            if left_out:
                continue
        if ruled:
            rule(painter, x + 8)
            x += 24
        x = write(painter, text, x, MIDDLE + 1, face, (theme.T0, theme.T1)[at] if at < 2 else theme.T2) + 14


class ModeMark(msgspec.Struct, frozen=True):
    """The mark of a table without players wherever it is shown: colour, pattern and sign."""

    ink: QColor
    ground: QColor
    sign: Sign
    pattern: Callable[[QPainter, QRectF], None]
    """Draws the frame's pattern into a box."""
    bar: Callable[[QPainter, QRectF], None]
    """Draws the status bar's ground, the same pattern in quiet colours."""


MARKS: Final = {
    Mode.TRAINING: ModeMark(
        theme.VIOLET,
        theme.VIOLET_FILL,
        Sign("states.triangle"),
        lambda painter, box: hatch(painter, box, theme.VIOLET, theme.VIOLET_FILL, 6, 8),
        lambda painter, box: hatch(
            painter, box, theme.mix(theme.VIOLET_FILL, theme.BG1, 0.9), theme.BG1, 6, 9
        ),
    ),
    Mode.REHEARSAL: ModeMark(
        theme.PINK,
        theme.PINK_FILL,
        Sign("states.clapper"),
        lambda painter, box: chequer(painter, box, theme.PINK, theme.PINK_FILL, 5),
        lambda painter, box: chequer(painter, box, theme.mix(theme.PINK_FILL, theme.BG1, 0.8), theme.BG1, 14),
    ),
}
"""Stripes, violet, a triangle: TRAINING. Chequers, pink, a clapperboard: REHEARSAL. LIVE has none."""


def paint_bar(painter: QPainter, bar: QRectF, mode: Mode) -> None:
    """The ground of a bar that shows which mode the table has."""
    fill(painter, bar, theme.BG1)
    if mode in MARKS:
        MARKS[mode].bar(painter, bar)


def paint_mode(painter: QPainter, mode: Mode, height: float, words: Words) -> float:
    """Paint the block that says whether the table is LIVE, TRAINING or a REHEARSAL; returns where it ends."""
    text, face = words.text(f"mode.{mode}"), _mode_face()
    block = QRectF(0, 0, mode_width(mode, words), height)
    mark = MARKS.get(mode)
    fill(painter, block, theme.T0 if mark is None else mark.ink)
    if mark is None:
        fill(painter, QRectF(21, MIDDLE - 6, 12, 12), theme.BG0, 6)
    else:
        mark.sign(painter, QRectF(18, MIDDLE - 10, 19, 19), theme.BG0)
    write(painter, text, 42, MIDDLE, face, theme.BG0)
    return block.right()


def mode_width(mode: Mode, words: Words) -> float:
    return 42 + advance(words.text(f"mode.{mode}"), _mode_face()) + 22


def _mode_face() -> QFont:
    return theme.font(18, bold=True, track=103)
