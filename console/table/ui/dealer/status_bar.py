"""The bar at the top: LIVE, TRAINING or REHEARSAL, table, rules, round, lamps, language, person, clock. It
shows the table's state; only the menu's key in it can be pressed, on which the name stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView, Lamp
from console.table.ui.dealer import top_bar
from console.table.ui.felt.condition import play_waits_for
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, write
from console.table.ui.kit.surface import ScaledWidget, Surface, fill, outline, pen
from console.table.ui.kit.times import lasting
from console.table.ui.signs.sign import Sign
from console.table.words.names import game_name, lamp_text, rules_name, table_title

_SIGNS: Final[dict[str, Sign]] = {
    "shoe": Sign("shoe.shoe"),
    "reader": Sign("places.reader"),
    "wheel": Sign("places.wheel"),
    "journal": Sign("places.journal"),
    "link": Sign("places.link"),
    "clock": Sign("places.clock"),
    "floor": Sign("places.link"),
    "dealer": Sign("states.lock"),
}


class Fold(IntEnum):
    """The degree to which the lamps are shortened so that mode and table can be read first."""

    WORDS = 0
    """A fault has its sign and its word."""
    SIGNS = 1
    COUNT = 2
    """One caution with the number of faults; a device without a fault has no lamp."""


class LampMark(Surface):
    """A device's health: a grey outline; at a fault a box, with a word if there is room: white and dashed, or
    amber and filled while play waits for it.
    """

    _lamp: Lamp | None = None
    _text = ""
    is_urgent = False
    fold = Fold.WORDS

    def show_lamp(self, lamp: Lamp, words: Words, *, urgent: bool) -> None:
        """Show a device's or a connection's state, which a screen reader says in words."""
        self._lamp, self._text, self.is_urgent = lamp, lamp_text(words, lamp), urgent
        self.setAccessibleName(self._text)
        self.update()

    @property
    def wish(self) -> float:
        if self._lamp is None or self._lamp.fault is None:
            return 32
        if self.fold is not Fold.WORDS:
            return 42
        return 46 + advance(self._text, theme.font(theme.LEAST, bold=True))

    def paint(self, painter: QPainter) -> None:
        if self._lamp is None:
            return
        sign = _SIGNS[self._lamp.device]
        if self._lamp.fault is None:
            sign(painter, QRectF(6, top_bar.MIDDLE - 10, 20, 20), theme.HEALTH)
            return
        _paint_fault(painter, self.wide, sign, self._text if self.fold is Fold.WORDS else "", self.is_urgent)


def _paint_fault(painter: QPainter, wide: float, sign: Sign, text: str, urgent: bool) -> None:
    box, ink = QRectF(2, 10, wide - 4, 36), theme.BG0 if urgent else theme.FAULT
    fill(painter, box, theme.AMBER if urgent else theme.BG3, 7)
    outline(
        painter, box, pen(theme.AMBER if urgent else theme.FAULT, 2, dashes=None if urgent else [6, 4]), 7
    )
    sign(painter, QRectF(11, top_bar.MIDDLE - 10, 20, 20), ink)
    write(painter, text, 36, top_bar.MIDDLE, theme.font(theme.LEAST, bold=True), ink)


class FaultCount(Surface):
    """The number of lamps that show a fault, if their signs have no room beside each other."""

    count = 0
    is_urgent = False

    def show_lamps(self, lamps: Sequence[Lamp], words: Words, *, urgent: bool) -> None:
        """Count the faults; assistive tools say which they are."""
        self.is_urgent = urgent
        faults = [lamp_text(words, lamp) for lamp in lamps if lamp.fault is not None]
        self.count = len(faults)
        self.setAccessibleName(words.text("access.list").join(faults))
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs; 0 without a fault."""
        return 0.0 if not self.count else 48 + advance(str(self.count), theme.font(theme.LEAST, bold=True))

    def paint(self, painter: QPainter) -> None:
        _paint_fault(painter, self.wide, Sign("states.caution"), str(self.count), self.is_urgent)


class AuthorityButton(ScaledWidget, QAbstractButton):
    """A pit boss's authority at this screen: an emptying ring, the time left, and a press that ends it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left, self._lasts = 0, 1
        self.is_short = False
        """Whether only ring and time have room; assistive tools speak the press's words all the same."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_left(self, remaining: int, lasts: int, words: Words, name: str) -> None:
        self._left, self._lasts = remaining, max(1, lasts)
        self.setText(words.text("authority.end"))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(words.text("step_up.left", name=name, time=self.time))
        self.update()

    @property
    def time(self) -> str:
        return lasting(self._left)

    @property
    def wish(self) -> float:
        return 106 if self.is_short else 106 + advance(self.text(), theme.font(theme.LEAST, bold=True)) + 16

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        box = QRectF(4, 4, self.wide - 8, self.high - 8)
        fill(
            painter,
            box,
            theme.mix(theme.AMBER_FILL, theme.T0, 0.85) if self.isDown() else theme.AMBER_FILL,
            8,
        )
        outline(painter, box, pen(theme.AMBER, 2), 8)
        ring = QRectF(14, top_bar.MIDDLE - 12, 24, 24)
        outline(painter, ring, pen(theme.mix(theme.AMBER, theme.AMBER_FILL, 0.3), 4), 12)
        painter.setPen(pen(theme.AMBER, 4))
        span = round(360 * 16 * min(1.0, self._left / self._lasts))
        painter.drawArc(ring.adjusted(2, 2, -2, -2), 90 * 16, -span)
        write(painter, self.time, 46, top_bar.MIDDLE + 1, theme.font(theme.LEAST, bold=True), theme.AMBER)
        if not self.is_short:
            write(painter, self.text(), 100, top_bar.MIDDLE + 1, theme.font(theme.LEAST, bold=True), theme.T0)
        if self.hasFocus():
            outline(painter, QRectF(0, 0, self.wide, self.high).adjusted(1, 1, -1, -1), pen(theme.T0, 4), 9)
        painter.end()


class StatusBar(top_bar.TopBar):
    end_pressed = Signal()
    """The pit boss at this screen gives up the authority."""
    arranged = Signal()
    """The box before the lamps that is kept free may have moved."""

    def __init__(self, clock: Callable[[], datetime], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(clock, words, parent)
        self._view = NO_TABLE
        self._left_room = 0.0
        self.kept = 0.0
        """The width before the lamps that is kept free for another part of the window, in units."""
        self._asked, self._least = 0.0, 0.0
        self._still: object = None
        self.lamps = [LampMark(self) for _ in range(6)]
        self.faults = FaultCount(self)
        self.authority = AuthorityButton(self)
        self.authority.clicked.connect(self.end_pressed)
        self.authority.hide()

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view = view
        beside = None if view.dealer is None else view.beside
        opens, left = not view.screen.locked, view.beside_left
        self.show_person(view.dealer or view.pit_boss, words, opens=opens, beside=beside, left=left)
        authority = (view.screen.step_up_left, view.screen.step_up_lasts)
        texts = self._left(view, words)
        here = (view.dealer, beside, left, view.pit_boss, opens)
        urgent = [play_waits_for(view, lamp) for lamp in view.console.lamps]
        still = (view.mode, view.console.lamps, urgent, here, words.language, texts, authority)
        if still == self._still:
            return
        self._still = still
        for lit, mark, lamp in zip(urgent, self.lamps, view.console.lamps, strict=False):
            mark.show_lamp(lamp, words, urgent=lit)
        self.faults.show_lamps(view.console.lamps, words, urgent=any(urgent))
        seconds, lasts = authority
        if view.pit_boss is not None and seconds is not None:
            self.authority.show_left(seconds, lasts, words, view.pit_boss.name)
        self.setAccessibleName("  ".join(text for text, _ in self._left(view, words)))
        self.tick()
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """Lay out from the right: clock, name, language, lamps; the texts at the left have the rest. Mode and
        the table's name come first: the lamps shorten for them, then the authority's words.
        """
        view, words = self._view, self._words
        if view is NO_TABLE:  # nothing has a name yet
            return
        left = self._texts_end(view, words, 1)
        self._code_ends = self._arrange_authority(view, self.place_name(), left)
        right = self.room_ends
        right = self._arrange_lamps(view, right, right - 14 - self._least - left)
        self.kept = max(self._least, min(self._asked, right - 14 - self._texts_end(view, words, 3)))
        self._left_room = right - 14 - self.kept
        self.arranged.emit()

    def _arrange_authority(self, view: DealerView, right: float, left: float) -> float:
        """Place the authority's button; returns where the room before it ends; without room its words go."""
        has_authority = view.pit_boss is not None and view.screen.step_up_left is not None
        self.authority.setVisible(has_authority)
        if not has_authority:
            return right
        self.authority.is_short = False
        before = right - self.code_width - 14 - self.faults.wish - self._least - left
        self.authority.is_short = self.authority.wish > before
        right -= self.authority.wish
        self.put(self.authority, QRectF(right, 0, self.authority.wish, theme.STATUS_HEIGHT))
        return right

    def _arrange_lamps(self, view: DealerView, right: float, room: float) -> float:
        """Place the lamps and return where the room before them ends; they are shortened until they fit."""
        lit = sorted(self.lamps[: len(view.console.lamps)], key=lambda lamp: not lamp.is_urgent)
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
            self.put(mark, QRectF(right, 0, mark.wish, theme.STATUS_HEIGHT))
            mark.update()
        return right

    def _texts_end(self, view: DealerView, words: Words, count: int) -> float:
        """The place where the first ``count`` texts at the left end."""
        x = top_bar.mode_width(view.mode, words) + 22
        for at, (text, ruled) in enumerate(self._left(view, words)[:count]):
            x += (24 if ruled else 0) + advance(text, top_bar.face_of(at)) + 14
        return x

    @property
    def kept_box(self) -> QRectF:
        return QRectF(self._left_room + 8, 4, max(0.0, self.kept - 12), theme.STATUS_HEIGHT - 8)

    def keep(self, width: float, least: float = 0.0) -> None:
        """Keep this width free before the lamps, if table, game and rules still fit. ``least`` units stay
        free in any case; texts at the left but the table's name then give way.
        """
        if (width, least) != (self._asked, self._least):
            self._asked, self._least = width, least
            self.arrange()
            self.update()

    def _left(self, view: DealerView, words: Words) -> list[tuple[str, bool]]:
        """The texts at the left, each with whether a line stands before it; the most important first."""
        numbers = []
        if view.preparation.steps and view.shoe_number:  # halted or not: no round is dealt from it yet
            numbers.append((words.text("status.shoe_preparing", shoe=view.shoe_number), True))
        else:
            if view.round_number and not view.preparation.steps:
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
        top_bar.paint_bar(painter, bar, view.mode)
        if view is NO_TABLE:
            return
        x = top_bar.paint_mode(painter, view.mode, self.high, words) + 22
        top_bar.paint_texts(painter, self._left(view, words), x, self._left_room)
        self.paint_code(painter)
        self.paint_clock(painter)
