"""A spin of roulette on the felt: the wheel, the number or what there is instead, the layout.

Which number has won is the view's; a reading that waits for the dealer is shown as waiting only.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from console.table.views import DealerView, SpinView
from console.ui.countdown import draw_blocks, draw_figure
from console.ui.lettering import legible, shrunk, write
from console.ui.limits import roulette_limits
from console.ui.on_felt import Scene
from console.ui.surface import Surface
from console.ui.theme import AMBER, RED, T0, T1, T2, WIDTH, font
from console.ui.wheel.last_numbers import draw_last_numbers, heard
from console.ui.wheel.middle import draw_middle
from console.ui.wheel.plan import WheelPlan, plan
from console.ui.wheel.printed import draw_layout, draw_no_more_bets
from console.ui.wheel.ring import INNER, draw_ball_out, draw_ring
from console.ui.wheel.shown import Middle, WheelShown, dealer_enters, wheel_shown
from console.ui.wheel.wording import DOT, filled, parts_of, turning_text, turns_text, wheel_heard
from console.words import Words

_WRITTEN: Final = 0.86
"""How much of the ring's inner width its middle may be written over."""
_SPEED: Final = (44.0, 14.0, 0.93)
"""The line with the speed: how far down, half its height, its share of that width; no pocket lies in it."""


class WheelOnFelt:
    """Roulette's part of a felt; all of it is painted, nothing lies there as a part of its own."""

    def __init__(self, felt: Surface) -> None:
        self._felt = felt
        self._scene = Scene(WIDTH, 360)
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._limits: tuple[str, ...] = ()
        self.shown = WheelShown()
        """What is shown of the wheel's side."""

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: Scene) -> None:
        """Keep what is to be painted."""
        self._view, self._words, self._scene = view, words, scene
        self.shown = wheel_shown(view)
        self._limits = roulette_limits(words, view.rules)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """No cards lie here."""
        return ()

    def at(self, point: QPointF) -> tuple[str, int] | None:
        """Nor under any point."""
        return None

    def heard(self, words: Words) -> list[str]:
        """The number with all that it is, or what is waited for; then the wheel."""
        board = [heard(self._board, words)] if self._board else []
        return [*wheel_heard(words, self.shown), *board]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def plan(self) -> WheelPlan:
        """Where everything lies."""
        scene = self._scene
        return plan(
            scene.wide,
            scene.high - scene.foot - (52 if scene.caption else 0),
            band=scene.band,
            counting=scene.counting,
            small=scene.scale < 1,
        )

    @property
    def crown(self) -> None:
        """The felt fills the zone: wheel and layout need its corners."""
        return None

    @property
    def held(self) -> QRectF:
        """No card is ever apart."""
        return QRectF()

    @property
    def cut_card(self) -> QRectF:
        """Nor is there a cut card."""
        return QRectF()

    def arrange(self, scene: Scene) -> None:
        """Only the size counts."""
        self._scene = scene

    @property
    def _enters(self) -> bool:
        return self._view is not None and dealer_enters(self._view)

    @property
    def painted(self) -> object:
        """All that is shown but the seconds, and the speed, which is in its own box."""
        still = replace(self.shown, speed=None, turning=None)
        closed = self._view is not None and self._is_closed(self._view)
        return (still, self._enters, self._scene.caption, self._board, closed)

    @property
    def _board(self) -> tuple[str, ...]:
        """The numbers of the board that has the layout's room while no ball runs; empty where it has not."""
        view = self._view
        between = view is not None and view.view.phase == "betting" and not self._scene.halted
        return view.results if between and view is not None else ()

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The wheel's speed, and while time runs the blocks and the figure."""
        lay = self.plan
        boxes = (self._speed,)
        if self._scene.counting:
            return (*boxes, lay.blocks.adjusted(-24, -8, 24, 6), lay.card.adjusted(-20, -20, 20, 20))
        return boxes

    @property
    def _speed(self) -> QRectF:
        """Where the speed is written: it changes twice a second, and 37 pockets take four milliseconds."""
        lay, (down, half, share) = self.plan, _SPEED
        unit, wide = lay.ring.width() / 300, lay.ring.width() * INNER * _WRITTEN * share
        high = max(half * unit, 9.0)
        return QRectF(lay.middle.x() - wide / 2, lay.middle.y() + down * unit - high, wide, 2 * high)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Wheel, middle, layout, and the number's line."""
        view, words, lay = self._view, self._words, self.plan
        if view is None or words is None:
            return
        if self._felt.touches(lay.ring):
            self._paint_wheel(painter, words)
        if self._enters:
            return
        if self._felt.touches(lay.card):
            self._paint_middle(painter, view, words)
        if self._scene.counting and view.seconds_left is not None:
            draw_blocks(painter, lay.blocks, view, RED if self._scene.alarm else T0)
        if self._felt.touches(lay.line.united(QRectF(lay.layout.left, lay.layout.top, 10, 10))):
            if self._board:
                box = lay.bets if self._limits else lay.bets.united(lay.line)
                draw_last_numbers(painter, box, self._board, words, self._scene.size(18))
            else:
                draw_layout(painter, lay.layout, self.shown.lit, words)
            self._paint_line(painter, words)
            if self._is_closed(view):
                draw_no_more_bets(painter, lay.bets, words)
        if self._scene.caption:
            self._paint_caption(painter, self._scene.caption)

    def _paint_wheel(self, painter: QPainter, words: Words) -> None:
        lay, shown = self.plan, self.shown
        mark = {Middle.NUMBER: T0, Middle.AGAIN: self._felt.tint.edge}.get(shown.middle)
        ball = shown.middle is Middle.NUMBER
        if self._felt.touches(lay.ring, but=self._speed):
            draw_ring(painter, lay.middle, lay.ring.width() / 2, shown.top, mark=mark, ball=ball)
            if shown.middle is Middle.REMOVE:
                draw_ball_out(painter, lay.middle, lay.ring.width() / 2, self._felt.tint.edge)
        self._paint_hub(painter, words)

    def _paint_hub(self, painter: QPainter, words: Words) -> None:
        """The ball's turns, then the wheel's direction and speed."""
        lay, shown = self.plan, self.shown
        room, unit = lay.ring.width() * INNER * _WRITTEN, lay.ring.width() / 300
        x, y = lay.middle.x(), lay.middle.y()
        asked = shown.turns is None
        turns = turns_text(words, shown)
        lines = (
            (words.text("wheel.turns"), -58, (16, 15, 14), False, T2),
            (turns, -30, (24, 22, 20, 19, 18, 17, 16, 15), True, T1 if asked else T0),
            (words.text("wheel.heading"), 16, (16, 15, 14), False, T2),
            (self._turning(words), _SPEED[0], (20, 19, 18, 17, 16, 15), False, AMBER if self._silent else T0),
        )
        for text, down, sizes, bold, ink in lines:
            fitting = tuple(max(12, round(size * unit)) for size in sizes)
            width = room * (0.86 if abs(down) > 50 else _SPEED[2])
            face = shrunk(text, width, fitting, bold=bold)
            if legible(painter, face):
                write(painter, text, x, y + down * unit, face, ink, align=0.5)

    @property
    def _silent(self) -> bool:
        return self.shown.silent and self.shown.has_reader

    def _turning(self, words: Words) -> str:
        if not self.shown.has_reader:
            return words.text("wheel.no_reader")
        return words.text("lamp.wheel") if self._silent else turning_text(words, self.shown)

    def _paint_middle(self, painter: QPainter, view: DealerView, words: Words) -> None:
        box = self.plan.card
        if self.shown.middle is Middle.COUNTDOWN and view.seconds_left is not None:
            colour = RED if self._scene.alarm else T0
            draw_figure(painter, box.center().x(), box.center().y() - 20, view.seconds_left, words, colour)
            return
        draw_middle(painter, box, self.shown, words, self._felt.tint.edge)

    @staticmethod
    def _is_closed(view: DealerView) -> bool:
        """Whether the warning sign is up: bets are closed, and no number is known yet (ROU-2.1.1-sign)."""
        lying = view.view.round
        waits = isinstance(lying, SpinView) and lying.status == "open" and lying.number is None
        return view.end_sign and waits and view.view.bets in ("closed", "stand")

    def _paint_limits(self, painter: QPainter, limits: tuple[str, ...]) -> None:
        """Every kind of bet with its least and most, in two or three quiet lines (LT-ROU-04)."""
        box, unit = self.plan.line, max(1.0, self.plan.scale)
        sizes = (round(15 * unit), round(14 * unit), round(13 * unit))
        face = next((font(size) for size in sizes if len(filled(limits, box.width(), font(size))) < 3), None)
        face = face or font(sizes[-1])
        lines, y = filled(limits, box.width(), face), box.top() + 2 * unit
        step = min(18 * unit, (self._scene.high - self._scene.foot - y) / (len(lines) - 0.4))
        if step < face.pixelSize() * 1.2:
            return  # a halt's band and the countdown have taken the room
        for line in lines:
            write(painter, line, box.right(), y, face, T2, align=1)
            y += step

    def _paint_line(self, painter: QPainter, words: Words) -> None:
        """``27 · red · odd · high · 3rd dozen · 3rd column``; else what bets are limited to."""
        if self.shown.lit is None:
            if self._scene.scale == 1 and self._limits:
                self._paint_limits(painter, self._limits)
            return
        box, text = self.plan.line, DOT.join(parts_of(words, self.shown.lit))
        size = round(18 * max(1.0, self.plan.scale))
        face = shrunk(text, box.width(), (size, size - 1, size - 2, size - 3, size - 4))
        write(painter, text, box.right(), box.center().y(), face, T1, align=1)

    def _paint_caption(self, painter: QPainter, caption: str) -> None:
        size = self._scene.size(18)
        face = shrunk(caption, self._scene.wide - 80, (size, size - 1, size - 2))
        y = self._scene.high - self._scene.foot - 34
        write(painter, caption, self._scene.wide / 2, y, face, T1, align=0.5)
