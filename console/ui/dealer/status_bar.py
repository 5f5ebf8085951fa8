"""The bar at the top: LIVE, TRAINING or REHEARSAL, table, rules, round, lamps, language, person, clock.

It shows what is so; only the name in it can be pressed, for the person's menu.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.table.showing.screen_values import DealerView, Lamp, Mode, Person
from console.table.state.phases import Phase
from console.ui.kit.lettering import advance, cut, shrunk, write
from console.ui.kit.surface import Scaled, Surface, chequer, fill, hatch, outline, pen
from console.ui.kit.theme import (
    AMBER,
    AMBER_FILL,
    BG0,
    BG1,
    EDGE,
    HEALTH,
    PINK,
    PINK_FILL,
    STATUS_HEIGHT,
    T0,
    T1,
    T2,
    VIOLET,
    VIOLET_FILL,
    font,
    mixed,
)
from console.ui.kit.times import clock_time
from console.ui.signs import places, shoe, states
from console.ui.signs.nib import Sign
from console.words import Words
from console.words.names import game_name, lamp_text, role_name, rules_name, table_title

_SIGNS: Final[dict[str, Sign]] = {
    "shoe": shoe.shoe,
    "reader": places.reader,
    "wheel": places.wheel,
    "journal": places.journal,
    "link": places.link,
    "clock": places.clock,
    "floor": places.link,
}
_MIDDLE: Final = STATUS_HEIGHT / 2


class Fold(IntEnum):
    """How far the lamps are shortened for what must be read first: which mode this is, and which table."""

    WORDS = 0
    """A fault has its sign and its word."""
    SIGNS = 1
    COUNT = 2
    """One caution with the number of faults; a device without a fault has no lamp."""


class LampMark(Surface):
    """A device's health: a grey outline; at a fault an amber box, with a word where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lamp: Lamp | None = None
        self._text = ""
        self.fold = Fold.WORDS

    def show_lamp(self, lamp: Lamp, words: Words) -> None:
        """Show a lamp."""
        self._lamp, self._text = lamp, lamp_text(words, lamp)
        self.setAccessibleName(self._text)
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs."""
        if self._lamp is None or self._lamp.fault is None:
            return 32
        if self.fold is not Fold.WORDS:
            return 42
        return 46 + advance(self._text, font(17, bold=True))

    def paint(self, painter: QPainter) -> None:
        """The sign, and at a fault its word."""
        if self._lamp is None:
            return
        sign = _SIGNS[self._lamp.device]
        if self._lamp.fault is None:
            sign(painter, QRectF(6, _MIDDLE - 10, 20, 20), HEALTH)
            return
        box = QRectF(2, 10, self.wide - 4, 36)
        fill(painter, box, AMBER_FILL, 7)
        outline(painter, box, pen(AMBER, 2), 7)
        sign(painter, QRectF(11, _MIDDLE - 10, 20, 20), AMBER)
        if self.fold is Fold.WORDS:
            write(painter, self._text, 36, _MIDDLE, font(17, bold=True), AMBER)


class FaultCount(Surface):
    """How many lamps show a fault, where their signs have no room beside each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 0

    def show_lamps(self, lamps: Sequence[Lamp], words: Words) -> None:
        """Count the faults; assistive tools say which they are."""
        faults = [lamp_text(words, lamp) for lamp in lamps if lamp.fault is not None]
        self.count = len(faults)
        self.setAccessibleName(words.text("access.list").join(faults))
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs; 0 without a fault."""
        return 0.0 if not self.count else 48 + advance(str(self.count), font(17, bold=True))

    def paint(self, painter: QPainter) -> None:
        """A caution and the count."""
        box = QRectF(2, 10, self.wide - 4, 36)
        fill(painter, box, AMBER_FILL, 7)
        outline(painter, box, pen(AMBER, 2), 7)
        states.caution(painter, QRectF(11, _MIDDLE - 10, 20, 20), AMBER)
        write(painter, str(self.count), 38, _MIDDLE, font(17, bold=True), AMBER)


class NameButton(Scaled, QAbstractButton):
    """The name of who is signed in; a press opens the person's menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_person(self, person: Person, words: Words) -> None:
        """Show a name and the role under it."""
        self.setText(person.name)
        self._role = role_name(words, person.role)
        self.setAccessibleName(words.text("access.person", name=person.name, role=self._role))
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs, at most 220."""
        names = max(advance(self.text(), font(17, bold=True)), advance(self._role, font(14)))
        return min(220.0, 56 + names + 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Sign, name, role."""
        painter = self.started()
        box = QRectF(0, 0, self.wide, self.high)
        if self.isDown():
            fill(painter, box, mixed(T0, BG1, 0.12))
        places.person(painter, QRectF(14, _MIDDLE - 13, 26, 26), T1)
        painter.setClipRect(QRectF(0, 0, self.wide - 4, self.high))
        write(painter, self.text(), 48, 19, font(17, bold=True), T0)
        write(painter, self._role, 48, 39, font(14), T2)
        if self.hasFocus():
            painter.setClipping(False)
            outline(painter, box.adjusted(2, 2, -2, -2), pen(T0, 4), 8)
        painter.end()


class AuthorityButton(Scaled, QAbstractButton):
    """A pit boss's authority at this screen: a ring that empties, the time that is left, and a press that
    ends it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left, self._lasts = 0, 1
        self.is_short = False
        """Whether only ring and time have room; what a press does is heard all the same."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_left(self, left: int, lasts: int, words: Words, name: str) -> None:
        """Show how many of so many seconds are left."""
        self._left, self._lasts = left, max(1, lasts)
        self.setText(words.text("authority.end"))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(words.text("step_up.left", name=name, time=self.time))
        self.update()

    @property
    def time(self) -> str:
        """Minutes and seconds that are left."""
        return f"{self._left // 60}:{self._left % 60:02}"

    @property
    def wish(self) -> float:
        """The width in units that it needs."""
        return 106 if self.is_short else 106 + advance(self.text(), font(17, bold=True)) + 16

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ring, time, what a press does."""
        painter = self.started()
        box = QRectF(4, 4, self.wide - 8, self.high - 8)
        fill(painter, box, mixed(AMBER_FILL, T0, 0.85) if self.isDown() else AMBER_FILL, 8)
        outline(painter, box, pen(AMBER, 2), 8)
        ring = QRectF(14, _MIDDLE - 12, 24, 24)
        outline(painter, ring, pen(mixed(AMBER, AMBER_FILL, 0.3), 4), 12)
        painter.setPen(pen(AMBER, 4))
        span = round(360 * 16 * min(1.0, self._left / self._lasts))
        painter.drawArc(ring.adjusted(2, 2, -2, -2), 90 * 16, -span)
        write(painter, self.time, 46, _MIDDLE + 1, font(17, bold=True), AMBER)
        if not self.is_short:
            write(painter, self.text(), 100, _MIDDLE + 1, font(17, bold=True), T0)
        if self.hasFocus():
            outline(painter, QRectF(0, 0, self.wide, self.high).adjusted(1, 1, -1, -1), pen(T0, 4), 9)
        painter.end()


class StatusBar(Surface):
    """The bar over every screen."""

    menu_requested = Signal()
    end_pressed = Signal()
    """The pit boss at this screen gives up the authority."""
    arranged = Signal()
    """What is kept free before the lamps may lie elsewhere now."""

    def __init__(self, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock, self._time = clock, ""
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._left_room = 0.0
        self.kept = 0.0
        """Units before the lamps that are left to something else of the window."""
        self._asked, self._least = 0.0, 0.0
        self._still: object = None
        self.covers()
        self.lamps = [LampMark(self) for _ in range(6)]
        self.faults = FaultCount(self)
        self.name = NameButton(self)
        self.name.clicked.connect(self.menu_requested)
        self.authority = AuthorityButton(self)
        self.authority.clicked.connect(self.end_pressed)
        self.authority.hide()
        self._timer = QTimer(self, interval=200)
        self._timer.timeout.connect(self.tick)

    def start(self) -> None:
        """Start the clock."""
        self._timer.start()

    def tick(self) -> None:
        """Show the time if another second has begun."""
        time = clock_time(self._clock(), self._words)
        if time != self._time:
            self._time = time
            self.update(round((self.wide - 130) * self.u), 0, self.width(), self.height())

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show mode, table, health and person."""
        self._view, self._words = view, words
        left = (view.step_up_left, view.step_up_lasts)
        texts = self._left(view, words)
        still = (view.mode, view.lamps, view.dealer, view.pit_boss, words.language, texts, left)
        if still == self._still:
            return
        self._still = still
        for mark, lamp in zip(self.lamps, view.lamps, strict=False):
            mark.show_lamp(lamp, words)
        self.faults.show_lamps(view.lamps, words)
        person = _signed_in(view)
        if person is not None:
            self.name.show_person(person, words)
        if view.pit_boss is not None and view.step_up_left is not None:
            self.authority.show_left(view.step_up_left, view.step_up_lasts, words, view.pit_boss.name)
        self.setAccessibleName("  ".join(text for text, _ in self._left(view, words)))
        self.tick()
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """Lay out from the right: clock, name, language, lamps; the texts at the left have the rest.

        Mode and the table's name get their room first: the lamps are shortened for them, then the authority's
        words.
        """
        view, words = self._view, self._words
        if view is None or words is None:
            return
        right = self.wide - 128
        self.name.setVisible(_signed_in(view) is not None)
        if _signed_in(view) is not None:
            right -= self.name.wish
            self.put(self.name, QRectF(right, 0, self.name.wish, STATUS_HEIGHT))
        left = self._texts_end(view, words, 1)
        right = self._arrange_authority(view, right, left)
        self._language_at = right
        right -= self._language_width + 14
        right = self._arrange_lamps(view, right, right - 14 - self._least - left)
        self.kept = max(self._least, min(self._asked, right - 14 - self._texts_end(view, words, 3)))
        self._left_room = right - 14 - self.kept
        self.arranged.emit()

    def _arrange_authority(self, view: DealerView, right: float, left: float) -> float:
        """Place the authority's button and return where the room before it ends; its words go if the left has
        no room.
        """
        has_authority = view.pit_boss is not None and view.step_up_left is not None
        self.authority.setVisible(has_authority)
        if not has_authority:
            return right
        self.authority.is_short = False
        before = right - self._language_width - 28 - self.faults.wish - self._least - left
        self.authority.is_short = self.authority.wish > before
        right -= self.authority.wish
        self.put(self.authority, QRectF(right, 0, self.authority.wish, STATUS_HEIGHT))
        return right

    def _arrange_lamps(self, view: DealerView, right: float, room: float) -> float:
        """Place the lamps and return where the room before them ends; they are shortened until they fit."""
        lit = self.lamps[: len(view.lamps)]
        for fold in Fold:
            for lamp in lit:
                lamp.fold = fold
            if fold is Fold.COUNT or sum(lamp.wish for lamp in lit) <= room:
                break
        for lamp in self.lamps:
            lamp.setVisible(lamp in lit and fold is not Fold.COUNT)
        self.faults.setVisible(fold is Fold.COUNT and self.faults.count > 0)
        shown: tuple[LampMark | FaultCount, ...] = (self.faults,) if fold is Fold.COUNT else (*reversed(lit),)
        for mark in shown:
            right -= mark.wish
            self.put(mark, QRectF(right, 0, mark.wish, STATUS_HEIGHT))
            mark.update()
        return right

    def _texts_end(self, view: DealerView, words: Words, count: int) -> float:
        """Where the first so many texts at the left end."""
        x = mode_width(view.mode, words) + 22
        for at, (text, ruled) in enumerate(self._left(view, words)[:count]):
            x += (24 if ruled else 0) + advance(text, _face(at)) + 14
        return x

    @property
    def kept_box(self) -> QRectF:
        """The box before the lamps that is kept free."""
        return QRectF(self._left_room + 8, 4, max(0.0, self.kept - 12), STATUS_HEIGHT - 8)

    def keep(self, wide: float, least: float = 0.0) -> None:
        """Keep so many units before the lamps free, as far as table, game and rules leave them.

        At least ``least`` of them in any case: a text at the left that then has no room is left out, except
        the name.
        """
        if (wide, least) != (self._asked, self._least):
            self._asked, self._least = wide, least
            self.arrange()
            self.update()

    @property
    def _language_code(self) -> str:
        return self._words.locale.mark if self._words else ""

    @property
    def _language_width(self) -> float:
        return advance(self._language_code, font(16, bold=True)) + 18

    def _left(self, view: DealerView, words: Words) -> list[tuple[str, bool]]:
        """The texts at the left, each with whether a dividing line stands before it; the most important
        first.
        """
        numbers = []
        if view.view.phase == Phase.SHOE and view.shoe_number:
            numbers.append((words.text("status.shoe_preparing", shoe=view.shoe_number), True))
        else:
            if view.round_number:
                numbers.append((words.text("status.round", round=view.round_number), True))
            if view.shoe_number:
                numbers.append((words.text("status.shoe", shoe=view.shoe_number), not numbers))
        if view.dealer is None and view.pit_boss is None:
            numbers = [(words.text("mode.signed_out"), True)]
        elif view.dealer is None:
            numbers = [(words.text("status.no_dealer"), True), *numbers]
        head = [(table_title(words, view.table), False), (game_name(words, view.game), False)]
        return [*head, (rules_name(words, view.rules), True), *numbers]

    def paint(self, painter: QPainter) -> None:
        view, words = self._view, self._words
        bar = QRectF(0, 0, self.wide, self.high)
        paint_bar(painter, bar, None if view is None else view.mode)
        if view is None or words is None:
            return
        x = paint_mode(painter, view.mode, self.high, words) + 22
        self._paint_left(painter, view, words, x)
        if view.dealer is not None or view.pit_boss is not None:
            self._rule(painter, self._language_at - self._language_width - 4)
            code_at = self._language_at - self._language_width + 12
            write(painter, self._language_code, code_at, _MIDDLE + 1, font(16, bold=True), T2)
        self._rule(painter, self.wide - 126)
        write(painter, self._time, self.wide - 20, _MIDDLE + 1, font(22, bold=True), T1, align=1)

    def _paint_left(self, painter: QPainter, view: DealerView, words: Words, x: float) -> None:
        texts = self._left(view, words)
        for at, (text, ruled) in enumerate(texts):
            face = _face(at)
            colour = (T0, T1)[at] if at < 2 else T2
            if at == 0:  # the table is always named: at worst smaller
                face = shrunk(text, self._left_room - x, (22, 20, 18, 17, 16), bold=True)
                text = cut(text, self._left_room - x, face)
            elif x + (34 if ruled else 0) + advance(text, face) > self._left_room:
                continue
            if ruled:
                self._rule(painter, x + 8)
                x += 24
            x = write(painter, text, x, _MIDDLE + 1, face, colour) + 14

    def _rule(self, painter: QPainter, x: float) -> None:
        fill(painter, QRectF(x, 16, 1, 24), mixed(EDGE, BG1, 0.5))


class Mark(NamedTuple):
    """How a table without players is marked wherever it is shown: colour, pattern and sign."""

    ink: QColor
    ground: QColor
    sign: Sign
    pattern: Callable[[QPainter, QRectF], None]
    """Draws the frame's pattern into a box."""
    bar: Callable[[QPainter, QRectF], None]
    """Draws the status bar's ground, the same pattern in quiet colours."""


MARKS: Final = {
    Mode.TRAINING: Mark(
        VIOLET,
        VIOLET_FILL,
        states.triangle,
        lambda painter, box: hatch(painter, box, VIOLET, VIOLET_FILL, 6, 8),
        lambda painter, box: hatch(painter, box, mixed(VIOLET_FILL, BG1, 0.9), BG1, 6, 9),
    ),
    Mode.REHEARSAL: Mark(
        PINK,
        PINK_FILL,
        states.clapper,
        lambda painter, box: chequer(painter, box, PINK, PINK_FILL, 5),
        lambda painter, box: chequer(painter, box, mixed(PINK_FILL, BG1, 0.8), BG1, 14),
    ),
}
"""Stripes, violet, a triangle: TRAINING. Chequers, pink, a clapperboard: REHEARSAL. LIVE has none."""


def paint_bar(painter: QPainter, bar: QRectF, mode: Mode | None) -> None:
    """The ground of a bar that shows which mode the table has."""
    fill(painter, bar, BG1)
    if mode in MARKS:
        MARKS[mode].bar(painter, bar)


def paint_mode(painter: QPainter, mode: Mode, high: float, words: Words) -> float:
    """Paint the block that says whether the table is LIVE, for TRAINING or a REHEARSAL; returns where it
    ends.
    """
    text, face = words.text(f"mode.{mode}"), _mode_face()
    block = QRectF(0, 0, mode_width(mode, words), high)
    mark = MARKS.get(mode)
    fill(painter, block, T0 if mark is None else mark.ink)
    if mark is None:
        fill(painter, QRectF(21, _MIDDLE - 6, 12, 12), BG0, 6)
    else:
        mark.sign(painter, QRectF(18, _MIDDLE - 10, 19, 19), BG0)
    write(painter, text, 42, _MIDDLE, face, BG0)
    return block.right()


def mode_width(mode: Mode, words: Words) -> float:
    """How wide that block is, in units."""
    return 42 + advance(words.text(f"mode.{mode}"), _mode_face()) + 22


def _mode_face() -> QFont:
    return font(18, bold=True, track=103)


def _face(at: int) -> QFont:
    """The font of the text at this place at the left."""
    return font(22, bold=True) if at == 0 else font(20) if at == 1 else font(17)


def _signed_in(view: DealerView) -> Person | None:
    """Whose name stands in the bar: the dealer's, else the pit boss's."""
    return view.dealer or view.pit_boss
