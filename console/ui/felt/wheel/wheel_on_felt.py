"""A spin of roulette on the felt: the wheel, the number or the text in its place, the printed layout.

The view has the winning number; a reading that waits for the dealer is shown only as waiting. Fields that win
are bright, the others dark.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from console.table.showing.screen_values import DealerView
from console.table.state.phases import Bets, Phase, RoundStatus
from console.table.state.roles import Actor
from console.table.state.views import SpinView
from console.ui.felt.bet_time import draw_blocks, draw_figure
from console.ui.felt.notices import roulette_limits
from console.ui.felt.scene import FeltScene
from console.ui.felt.wheel.betting_layout import (
    LAYOUT_FIELDS,
    Field,
    LayoutPlan,
    WheelPlan,
    fields_of,
    wheel_plan,
)
from console.ui.felt.wheel.pockets import (
    BALL_OUT,
    INNER,
    WHITE,
    colour_of,
    draw_ball_out,
    draw_pocket,
    draw_ring,
    pocket_shape,
)
from console.ui.felt.wheel.shown_wheel import (
    Middle,
    ShownWheel,
    dealer_enters,
    field_label,
    parts_of,
    shown_wheel,
    spoken_wheel,
    state_text,
    turning_text,
    turns_text,
)
from console.ui.felt.wheel.wheel_rail import draw_last_numbers, spoken_numbers
from console.ui.kit.lettering import (
    DOT,
    advance,
    balance,
    fill_lines,
    legible,
    sentence,
    shrunk,
    write,
    write_lines,
)
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import AMBER, BG0, BG1, EDGE, FELT, LEAST, NOW, PRINT, RED, T0, T1, T2, font, mix
from console.ui.signs.incident_signs import step_sign
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.names import colour_word, number_name

_SIZES: Final = (30, 28, 26, 24, 22, 20, 18)
_SMALL: Final = (20, 19, 18, 17, 16)
_LIMIT_SIZES: Final = (LEAST, 17, 16, 15, 14, 13)


def draw_middle(painter: QPainter, box: QRectF, shown: ShownWheel, words: Words, due: QColor = NOW) -> None:
    """Draw the middle, except the countdown; ``due`` marks the dealer's next act."""
    match shown.middle:
        case Middle.NUMBER if shown.number is not None:
            draw_number(painter, box, shown.number, words)
        case Middle.LAST if shown.number is not None:
            _draw_one(painter, box, shown.number, words.text("wheel.last"), T2, words)
        case Middle.AGAIN if shown.number is not None:
            _draw_one(painter, box, shown.number, words.text("wheel.again_from"), due, words)
        case Middle.DIFFERS if shown.second is not None:
            _draw_two(painter, box, shown, words)
        case Middle.VOID:
            back = words.text("bets.refunded") if shown.refunded else ""
            _draw_words(painter, box, Sign("outcomes.crossed_ring"), words.text("wheel.void"), back, AMBER)
        case Middle.SPIN if shown.waits:
            note = words.text("wheel.waits.note.undecided" if shown.undecided else "wheel.waits.note")
            _draw_words(painter, box, Sign("states.hourglass"), words.text("wheel.waits"), note, T0)
        case Middle.REMOVE:
            text = words.text("wheel.remove")
            _draw_words(painter, box, Sign("wheel.remove_ball"), text, words.text("wheel.remove.note"), due)
        case Middle.COUNTDOWN:
            pass
        case _:
            note = words.count("note.spin", shown.asked) if shown.asks else ""
            _draw_words(painter, box, Sign("places.wheel"), state_text(words, shown), note, _ink(shown))


def _ink(shown: ShownWheel) -> QColor:
    return AMBER if shown.fault is not None and shown.has_reader else T0


def draw_number(painter: QPainter, box: QRectF, number: int, words: Words) -> None:
    """The winning number in its colour and shape, its colour's name beneath or beside it."""
    painter.setPen(pen(T0, 5))
    painter.setBrush(colour_of(number))
    radius = 14.0
    painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    word, beside = colour_word(words, number).upper(), box.width() > box.height() * 1.4
    tall = box.height() * (1.0 if beside else 0.78)
    size = round(min(tall * 0.86, box.width() * (0.46 if beside else 0.78)))
    face = font(size, bold=True)
    x = box.left() + box.width() * (0.34 if beside else 0.5)
    write(painter, str(number), x, box.top() + tall * (0.5 if beside else 0.52), face, WHITE, align=0.5)
    shape = _SHAPE * box.height()
    room = box.width() * (0.34 if beside else 0.86) - (0 if beside else shape * 1.45)
    sizes = tuple(round(share * box.height()) for share in (0.16, 0.145, 0.13, 0.115, 0.1, 0.085))
    name = shrunk(word, room, sizes, bold=True)
    if beside:
        x, y = box.left() + box.width() * 0.78, box.center().y()
        _draw_shape(painter, QRectF(x - shape / 2, y - shape * 1.3, shape, shape), number)
        write(painter, word, x, y + shape * 0.75, name, WHITE, align=0.5)
        return
    reach = shape + shape * 0.45 + advance(word, name)
    left, y = box.center().x() - reach / 2, box.top() + box.height() * 0.855
    _draw_shape(painter, QRectF(left, y - shape / 2, shape, shape), number)
    write(painter, word, left + shape * 1.45, y, name, WHITE)


_SHAPE: Final = 0.115


def _draw_shape(painter: QPainter, box: QRectF, number: int) -> None:
    """The colour's shape, in white: round for red, square for black, pointed for zero."""
    painter.setPen(pen(WHITE, max(3.0, box.height() * 0.12)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(pocket_shape(box, number, 2))


def _draw_one(painter: QPainter, box: QRectF, number: int, head: str, ink: QColor, words: Words) -> None:
    """One number that is not the winning one: its heading above, its name beneath."""
    side = box.height() * 0.44
    wide = side * 1.2
    face = shrunk(head, box.width(), (26, 24, 22, 20, 18), bold=True)
    write(painter, sentence(head), box.center().x(), box.top() + box.height() * 0.13, face, ink, align=0.5)
    mark = QRectF(box.center().x() - wide / 2, box.center().y() - side * 0.5, wide, side)
    draw_pocket(painter, mark, number, edge=pen(ink, 4) if ink != T2 else None)
    name = number_name(words, number)
    face = shrunk(name, box.width(), (26, 24, 22, 20), bold=True)
    write(painter, name, box.center().x(), box.top() + box.height() * 0.87, face, T0, align=0.5)


def _draw_two(painter: QPainter, box: QRectF, shown: ShownWheel, words: Words) -> None:
    """Two numbers of one spin, neither larger: the ball in the wheel decides."""
    numbers = [number for number in (shown.number, shown.second) if number is not None]
    side = min(box.height() * 0.4, box.width() * 0.4)
    face = shrunk(words.text("wheel.differs"), box.width(), (22, 21, 20), bold=True)
    head = QRectF(box.left(), box.top() + box.height() * 0.11 - 24, box.width(), 48)
    lines = balance(words.text("wheel.differs"), box.width(), face)
    write_lines(painter, lines, head, face, T0, align=0.5, leading=1.15)
    for at, number in enumerate(numbers):
        x = box.center().x() + (at - (len(numbers) - 1) / 2) * (side + 36)
        draw_pocket(painter, QRectF(x - side / 2, box.top() + box.height() * 0.22, side, side), number)
        name, y = number_name(words, number), box.top() + box.height() * 0.22 + side + 22
        write(painter, name, x, y, shrunk(name, side + 28, (19, 18, 17, 16)), T1, align=0.5)
    if len(numbers) == 2:
        x, y = box.center().x(), box.top() + box.height() * 0.22 + side / 2
        write(painter, "≠", x, y, font(30, bold=True), T0, align=0.5)
    note = words.text("wheel.differs.note")
    face = font(20)
    lines = balance(note, box.width(), face)
    low = QRectF(box.left(), box.bottom() - box.height() * 0.22, box.width(), box.height() * 0.2)
    write_lines(painter, lines, low, face, T0, align=0.5, leading=1.25)


def _draw_words(painter: QPainter, box: QRectF, sign: Sign, text: str, note: str, ink: QColor) -> None:
    """A sign, the state in words, and a line beneath."""
    fill(painter, box, BG1, 14)
    outline(painter, box, pen(PRINT if ink != AMBER else AMBER, 2), 14)
    side, room = min(76.0, box.height() * 0.28), box.width() - 36
    top = box.top() + box.height() * (0 if note else 0.09)
    sign(painter, QRectF(box.center().x() - side / 2, top + box.height() * 0.12, side, side), ink)
    for size in _SIZES:
        lines = balance(text, room, font(size, bold=True))
        if len(lines) <= 2 and all(advance(line, font(size, bold=True)) <= room for line in lines):
            break
    middle = QRectF(box.left(), top + box.height() * 0.44, box.width(), box.height() * 0.28)
    write_lines(painter, lines, middle, font(size, bold=True), ink, align=0.5, leading=1.25)
    if note:
        low = QRectF(box.left(), box.top() + box.height() * 0.72, box.width(), box.height() * 0.24)
        for size in _SMALL:
            note_lines = balance(note, room, font(size))
            if len(note_lines) <= 2:
                break
        write_lines(painter, note_lines, low, font(size), T1, align=0.5, leading=1.3)


_GROUND: Final = mix(PRINT, FELT, 0.34)
_QUIET_EDGE: Final = mix(EDGE, FELT, 0.55)


def sign_plate(box: QRectF) -> QRectF:
    """The box of the warning sign across a layout in this box."""
    high = min(96.0, box.height() * 0.4)
    return QRectF(box.left() + box.width() * 0.06, box.center().y() - high / 2, box.width() * 0.88, high)


def draw_no_more_bets(painter: QPainter, box: QRectF, words: Words) -> None:
    """The warning sign that ends the betting, across the layout (ROU-2.1.1-sign)."""
    plate = sign_plate(box)
    high = plate.height()
    fill(painter, plate, BG0, 10)
    outline(painter, plate.adjusted(2, 2, -2, -2), pen(RED, 4), 8)
    side = high * 0.56
    text = words.text("felt.no_more_bets").upper()
    face = shrunk(text, plate.width() - side - 64, (40, 36, 32, 30, 28, 26, 24, 22, 20), bold=True)
    left = plate.center().x() - (side + 18 + advance(text, face)) / 2
    Sign("states.caution")(painter, QRectF(left, plate.center().y() - side / 2, side, side), RED)
    write(painter, text, left + side + 18, plate.center().y(), face, T0)


def draw_layout(painter: QPainter, plan: LayoutPlan, lit: int | None, words: Words) -> None:
    """The whole layout; ``lit`` is the number that wins."""
    won = fields_of(lit) if lit is not None else frozenset()
    for number in range(37):
        if number != lit:
            _draw_number(painter, plan, number)
    for field in LAYOUT_FIELDS if plan.outside else ():
        _draw_field(painter, plan, field, words, won=field in won)
    if lit is not None:
        _draw_lit(painter, plan, lit)


def _draw_number(painter: QPainter, plan: LayoutPlan, number: int) -> None:
    box = plan.number(number)
    fill(painter, box, colour_of(number, quiet=True), 3)
    if colour_of(number, quiet=True) == colour_of(number):
        outline(painter, box, pen(_QUIET_EDGE, 1.5), 3)
    face = shrunk(str(number), box.width() - 4, _sizes(plan))
    if legible(painter, face):
        write(painter, str(number), box.center().x(), box.center().y(), face, T1, align=0.5)


def _draw_lit(painter: QPainter, plan: LayoutPlan, number: int) -> None:
    """The number that wins: its full colour, larger, with an edge in ivory."""
    box = plan.number(number).adjusted(-3, -3, 3, 3)
    fill(painter, box, colour_of(number), 5)
    outline(painter, box, pen(T0, 3.5), 5)
    largest = _sizes(plan)[0] + 4
    face = font(largest, bold=True)
    if legible(painter, face):
        write(painter, str(number), box.center().x(), box.center().y(), face, WHITE, align=0.5)


def _draw_field(painter: QPainter, plan: LayoutPlan, field: Field, words: Words, *, won: bool) -> None:
    box, label = plan.field(field), field_label(words, field)
    painter.setPen(Qt.PenStyle.NoPen)
    fill(painter, box, T0 if won else _GROUND, 3)
    sizes = tuple(max(10, size) for size in range(_sizes(plan)[0], _sizes(plan)[0] - 7, -1))
    face = shrunk(label, box.width() - 6, sizes, bold=won)
    if legible(painter, face):
        ink = BG0 if won else T1
        write(painter, label, box.center().x(), box.center().y(), face, ink, align=0.5)


def _sizes(plan: LayoutPlan) -> tuple[int, ...]:
    """The figures' size by the fields': 18 in the design."""
    size = max(12, round(min(plan.number(1).height() * 0.45, plan.number(1).width() * 0.5)))
    return (size, size - 1, size - 2)


_WRITTEN: Final = 0.86
"""The share of the ring's inner width that texts may take."""
_SPEED: Final = (44.0, 14.0, 0.93)
"""The line with the speed: how far down, half its height, its share of that width; no pocket lies in it."""


class WheelOnFelt:
    """Roulette's part of a felt; all of it is painted, nothing lies there as a part of its own."""

    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._felt = felt
        self._view, self._words, self._scene = view, words, scene
        self._limits: tuple[str, ...] = ()
        self.shown_wheel = ShownWheel()
        """The content of the wheel's side."""

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        """Keep the values that are to be painted."""
        self._view, self._words, self._scene = view, words, scene
        self.shown_wheel = shown_wheel(view)
        self._limits = roulette_limits(words, view.limits)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """No cards lie here."""
        return ()

    def at(self, point: QPointF) -> tuple[str, int] | None:
        """There is no card under any point."""
        return None

    def speech(self, words: Words) -> list[str]:
        """The number with its fields, or the awaited input; then the wheel; for assistive tools."""
        board = [spoken_numbers(self._board, words)] if self._board else []
        return [*spoken_wheel(words, self.shown_wheel), *board]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def plan(self) -> WheelPlan:
        """The plan of the zone."""
        scene = self._scene
        return wheel_plan(
            scene.wide,
            scene.high - scene.foot - (52 if scene.caption else 0),
            band=scene.band,
            counting=scene.counting,
            small=scene.scale < 1,
            halted=scene.halted,
            alone=self._wheel_alone,
        )

    @property
    def crown(self) -> None:
        """The felt fills the zone: wheel and layout need its corners."""
        return None

    @property
    def card_apart(self) -> QRectF:
        """No card is ever apart."""
        return QRectF()

    @property
    def cut_card(self) -> QRectF:
        """There is no cut card."""
        return QRectF()

    def arrange(self, scene: FeltScene) -> None:
        """Only the size counts."""
        self._scene = scene

    @property
    def _enters(self) -> bool:
        return dealer_enters(self._view)

    @property
    def fingerprint(self) -> object:
        """Everything that is painted, except the seconds and the speed, which have boxes of their own."""
        still = replace(self.shown_wheel, speed=None, turning=None)
        closed = self._is_closed(self._view)
        return (still, self._enters, self._scene.caption, self._board, closed, self._step)

    @property
    def _step(self) -> Sign | None:
        """The sign of an incident's step that is due."""
        prompt = self._view.view.prompt
        return None if prompt.step is None else step_sign(prompt.action)

    @property
    def _wheel_alone(self) -> bool:
        """Whether nothing stands beside the wheel: there is no number, and no reader tells its state. In a
        step its sign in the wheel is enough.
        """
        shown = self.shown_wheel
        if shown.middle is not Middle.NOTHING and (shown.middle is not Middle.SPIN or shown.waits):
            return False
        return not shown.has_reader or (self._scene.scale < 1 and self._step is not None)

    @property
    def _board(self) -> tuple[str, ...]:
        """The numbers of the board that stands in the layout's place while no ball runs; empty otherwise."""
        view = self._view
        between = view.view.phase == Phase.BETTING and not self._scene.halted
        return view.results if between else ()

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
        """The box of the speed, which changes twice a second; painting 37 pockets takes four milliseconds."""
        lay, (down, half, share) = self.plan, _SPEED
        unit, wide = lay.ring.width() / 300, lay.ring.width() * INNER * _WRITTEN * share
        high = max(half * unit, 9.0)
        return QRectF(lay.middle.x() - wide / 2, lay.middle.y() + down * unit - high, wide, 2 * high)

    @property
    def _around_ring(self) -> QRectF:
        """The box of the ring; with the arrow outside of it by which a ball is taken out."""
        ring = self.plan.ring
        out = ring.width() / 2 * (BALL_OUT - 1) if self.shown_wheel.middle is Middle.REMOVE else 0.0
        return ring.adjusted(-out, -out, out, out)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Wheel, middle, layout, and the number's line."""
        view, words, lay = self._view, self._words, self.plan
        if self._felt.touches(self._around_ring):
            self._paint_wheel(painter, words)
        if self._enters:
            return
        if self._felt.touches(lay.card) and not lay.alone:
            self._paint_middle(painter, view, words)
        if self._scene.counting and view.countdown.seconds_left is not None:
            draw_blocks(painter, lay.blocks, view, RED if self._scene.alarm else T0)
        if not lay.small and self._felt.touches(
            lay.line.united(QRectF(lay.layout.left, lay.layout.top, 10, 10))
        ):
            if self._board:
                box = lay.bets if self._limits else lay.bets.united(lay.line)
                draw_last_numbers(painter, box, self._board, words, self._scene.size(18))
            else:
                draw_layout(painter, lay.layout, self.shown_wheel.lit_number, words)
            self._paint_line(painter, words)
            if self._is_closed(view):
                draw_no_more_bets(painter, lay.bets, words)
        if self._scene.caption:
            self._paint_caption(painter, self._scene.caption)

    def _paint_wheel(self, painter: QPainter, words: Words) -> None:
        lay, shown = self.plan, self.shown_wheel
        mark = {Middle.NUMBER: T0, Middle.AGAIN: self._felt.tint.edge}.get(shown.middle)
        ball = shown.middle is Middle.NUMBER
        if self._felt.touches(self._around_ring, but=self._speed):
            draw_ring(painter, lay.middle, lay.ring.width() / 2, shown.top, mark=mark, ball=ball)
            if shown.middle is Middle.REMOVE:
                draw_ball_out(painter, lay.middle, lay.ring.width() / 2, self._felt.tint.edge)
        self._paint_hub(painter, words)

    def _paint_hub(self, painter: QPainter, words: Words) -> None:
        """The ball's turns, then the wheel's direction and speed."""
        lay, shown = self.plan, self.shown_wheel
        if lay.small and (sign := self._step) is not None:
            side = lay.ring.width() * INNER * 0.52
            box = QRectF(lay.middle.x() - side / 2, lay.middle.y() - side / 2, side, side)
            by_pit_boss = self._view.view.prompt.actor is Actor.PIT_BOSS
            sign(painter, box, AMBER if by_pit_boss else self._felt.tint.edge)
            return
        room, unit = lay.ring.width() * INNER * _WRITTEN, lay.ring.width() / 300
        x, y = lay.middle.x(), lay.middle.y()
        asked = shown.turns is None
        turns = turns_text(words, shown)
        lines = (
            (words.text("wheel.turns"), -58, (LEAST, 17, 16), False, T2),
            (turns, -30, (24, 22, 20, 19, 18, 17, 16, 15), True, T1 if asked else T0),
            (words.text("wheel.heading"), 16, (LEAST, 17, 16), False, T2),
            (self._turning(words), _SPEED[0], (20, 19, 18, 17, 16, 15), False, AMBER if self._silent else T0),
        )
        lower = 0 if shown.has_reader else 44  # without a reader nobody tells the wheel's speed
        for text, down, sizes, bold, ink in lines if shown.has_reader else lines[:2]:
            fitting = tuple(max(12, round(size * unit)) for size in sizes)
            width = room * (0.86 if abs(down) > 50 else _SPEED[2])
            face = shrunk(text, width, fitting, bold=bold)
            if legible(painter, face):
                write(painter, text, x, y + (down + lower) * unit, face, ink, align=0.5)

    @property
    def _silent(self) -> bool:
        return self.shown_wheel.fault is not None and self.shown_wheel.has_reader

    def _turning(self, words: Words) -> str:
        return words.text("lamp.wheel") if self._silent else turning_text(words, self.shown_wheel)

    def _paint_middle(self, painter: QPainter, view: DealerView, words: Words) -> None:
        box = self.plan.card
        if self.shown_wheel.middle is Middle.COUNTDOWN and view.countdown.seconds_left is not None:
            colour = RED if self._scene.alarm else T0
            x, y = box.center().x(), box.center().y() - 20
            draw_figure(painter, x, y, view.countdown.seconds_left, words, colour)
            return
        draw_middle(painter, box, self.shown_wheel, words, self._felt.tint.edge)

    @staticmethod
    def _is_closed(view: DealerView) -> bool:
        """Whether the warning sign is up: bets are closed, and no number is known yet (ROU-2.1.1-sign)."""
        lying = view.view.round
        waits = isinstance(lying, SpinView) and lying.status == RoundStatus.OPEN and lying.number is None
        return view.countdown.end_sign and waits and view.view.bets in (Bets.CLOSED, Bets.STAND)

    def _paint_limits(self, painter: QPainter, limits: tuple[str, ...]) -> None:
        """Every kind of bet with its least and most, in quiet lines as large as fit (LT-ROU-04)."""
        box, unit = self.plan.line, max(1.0, self.plan.scale)
        y, foot = box.top() + 6 * unit, self._scene.high - self._scene.foot
        for size in (round(each * unit) for each in _LIMIT_SIZES):
            lines = fill_lines(limits, box.width(), font(size))
            step = min(20 * unit, (foot - y) / (len(lines) - 0.4))
            if step >= size * 1.2:
                for at, line in enumerate(lines):
                    write(painter, line, box.right(), y + at * step, font(size), T2, align=1)
                return
        # else a halt's band and the countdown have taken the room

    def _paint_line(self, painter: QPainter, words: Words) -> None:
        """``odd · high · 3rd dozen · 3rd column``: number and colour stand large. Else the limits of bets."""
        if self.shown_wheel.lit_number is None:
            if self._scene.scale == 1 and self._limits:
                self._paint_limits(painter, self._limits)
            return
        box, text = self.plan.line, DOT.join(parts_of(words, self.shown_wheel.lit_number)[2:])
        size = round(18 * max(1.0, self.plan.scale))
        face = shrunk(text, box.width(), (size, size - 1, size - 2, size - 3, size - 4))
        write(painter, text, box.right(), box.center().y(), face, T1, align=1)

    def _paint_caption(self, painter: QPainter, caption: str) -> None:
        size = self._scene.size(18)
        face = shrunk(caption, self._scene.wide - 80, (size, size - 1, size - 2))
        y = self._scene.high - self._scene.foot - 34
        write(painter, caption, self._scene.wide / 2, y, face, T1, align=0.5)
