"""A spin of roulette on the felt: the wheel, the number or the text in its place, the printed layout.

The view has the winning number; a reading that waits for the dealer is shown only as waiting. Fields that win
are bright, the others dark.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.roles import Actor
from console.table.core.state.views import SpinView
from console.table.ui.felt.bet_time import draw_blocks, draw_figure
from console.table.ui.felt.notices import roulette_limits
from console.table.ui.felt.scene import FeltScene
from console.table.ui.felt.wheel import pockets
from console.table.ui.felt.wheel.betting_layout import (
    LAYOUT_FIELDS,
    Field,
    LayoutPlan,
    WheelPlan,
    fields_of,
    wheel_plan,
)
from console.table.ui.felt.wheel.shown_wheel import (
    Middle,
    ShownWheel,
    dealer_enters,
    field_label,
    parts_of,
    read_note,
    shown_wheel,
    spoken_wheel,
    state_text,
    turning_text,
    turns_text,
)
from console.table.ui.felt.wheel.wheel_rail import draw_last_numbers, spoken_numbers
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import (
    DOT,
    advance,
    balance,
    fill_lines,
    legible,
    sentence,
    shrunk,
    write,
    write_in,
    write_lines,
)
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.incident_signs import step_sign
from console.table.ui.signs.sign import Sign
from console.table.words.names import colour_word, number_name

_SIZES: Final = (30, 28, 26, 24, 22, 20, 18)
_SMALL: Final = (20, 19, theme.LEAST)
_LIMIT_LEADING: Final = 1.2
"""The distance between two lines of limits, in letter sizes."""


def draw_middle(
    painter: QPainter,
    box: QRectF,
    shown: ShownWheel,
    words: Words,
    due: QColor = theme.NOW,
    *,
    scale: float = 1,
) -> None:
    """Draw the middle, except the countdown; ``due`` marks the dealer's next act. On a felt that is drawn at
    a smaller ``scale`` there are only signs, numbers and the state's words.
    """
    match shown.middle:
        case Middle.NUMBER if shown.number is not None:
            draw_number(painter, box, shown.number, words)
        case Middle.LAST if shown.number is not None:
            _draw_one(painter, box, shown.number, words.text("wheel.last"), theme.T2, words)
        case Middle.AGAIN if shown.number is not None:
            _draw_one(painter, box, shown.number, words.text("wheel.again_from"), due, words)
        case Middle.DIFFERS if shown.second is not None:
            _draw_two(painter, box, shown, words, scale)
        case Middle.VOID:
            back = words.text("bets.refunded") if shown.refunded else ""
            _draw_words(
                painter,
                box,
                Sign("outcomes.crossed_ring"),
                words.text("wheel.void"),
                back,
                theme.AMBER,
                scale=scale,
            )
        case Middle.READ if shown.number is not None:
            mark, note = partial(pockets.draw_hollow_pocket, number=shown.number), read_note(words, shown)
            _draw_words(painter, box, mark, words.text("wheel.waits"), note, theme.T0, scale=scale)
        case Middle.REMOVE:
            text, note = words.text("wheel.remove"), words.text("wheel.remove.note")
            _draw_words(painter, box, Sign("wheel.remove_ball"), text, note, due, scale=scale)
        case Middle.COUNTDOWN:
            pass
        case _:
            note = words.count("note.spin", shown.asked) if shown.asks else ""
            text = state_text(words, shown)
            _draw_words(painter, box, Sign("places.wheel"), text, note, _ink(shown), scale=scale)


def _ink(shown: ShownWheel) -> QColor:
    return theme.FAULT if shown.fault is not None and shown.has_reader else theme.T0


def draw_number(painter: QPainter, box: QRectF, number: int, words: Words) -> None:
    """The winning number in its colour and shape, its colour's name beneath or beside it."""
    painter.setPen(pen(theme.T0, 5))
    painter.setBrush(pockets.colour_of(number))
    radius = 14.0
    painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    word, beside = colour_word(words, number).upper(), box.width() > box.height() * 1.4
    tall = box.height() * (1.0 if beside else 0.78)
    size = round(min(tall * 0.86, box.width() * (0.46 if beside else 0.78)))
    face = theme.font(size, bold=True)
    x = box.left() + box.width() * (0.34 if beside else 0.5)
    write(
        painter, str(number), x, box.top() + tall * (0.5 if beside else 0.52), face, pockets.WHITE, align=0.5
    )
    shape = _SHAPE * box.height()
    room = box.width() * (0.34 if beside else 0.86) - (0 if beside else shape * 1.45)
    sizes = tuple(round(share * box.height()) for share in (0.16, 0.145, 0.13, 0.115, 0.1, 0.085))
    name = shrunk(word, room, sizes, bold=True)
    if beside:
        x, y = box.left() + box.width() * 0.78, box.center().y()
        _draw_shape(painter, QRectF(x - shape / 2, y - shape * 1.3, shape, shape), number)
        write(painter, word, x, y + shape * 0.75, name, pockets.WHITE, align=0.5)
        return
    reach = shape + shape * 0.45 + advance(word, name)
    left, y = box.center().x() - reach / 2, box.top() + box.height() * 0.855
    _draw_shape(painter, QRectF(left, y - shape / 2, shape, shape), number)
    write(painter, word, left + shape * 1.45, y, name, pockets.WHITE)


_SHAPE: Final = 0.115


def _draw_shape(painter: QPainter, box: QRectF, number: int) -> None:
    """The colour's shape, in white: round for red, square for black, pointed for zero."""
    painter.setPen(pen(pockets.WHITE, max(3.0, box.height() * 0.12)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(pockets.pocket_shape(box, number, 2))


def _draw_one(painter: QPainter, box: QRectF, number: int, head: str, ink: QColor, words: Words) -> None:
    """One number that is not the winning one: its heading above, its name beneath."""
    side = box.height() * 0.44
    wide = side * 1.2
    face = shrunk(head, box.width(), (26, 24, 22, 20, 18), bold=True)
    write(painter, sentence(head), box.center().x(), box.top() + box.height() * 0.13, face, ink, align=0.5)
    mark = QRectF(box.center().x() - wide / 2, box.center().y() - side * 0.5, wide, side)
    pockets.draw_pocket(painter, mark, number, edge=pen(ink, 4) if ink != theme.T2 else None)
    name = number_name(words, number)
    face = shrunk(name, box.width(), (26, 24, 22, 20), bold=True)
    write(painter, name, box.center().x(), box.top() + box.height() * 0.87, face, theme.T0, align=0.5)


def _draw_two(painter: QPainter, box: QRectF, shown: ShownWheel, words: Words, scale: float) -> None:
    """Two numbers of one spin, neither larger: the ball in the wheel decides."""
    numbers = [number for number in (shown.number, shown.second) if number is not None]
    side = min(box.height() * 0.4, box.width() * 0.4)
    worded, head = legible(theme.font(20), scale), words.text("wheel.differs")
    top = box.top() + box.height() * 0.22 if worded else box.center().y() - side / 2
    for at, number in enumerate(numbers):
        x = box.center().x() + (at - (len(numbers) - 1) / 2) * (side + 36)
        pockets.draw_pocket(painter, QRectF(x - side / 2, top, side, side), number)
        name = number_name(words, number)
        if worded and advance(name, theme.font(theme.LEAST)) <= side + 32:
            write(painter, name, x, top + side + 22, theme.font(theme.LEAST), theme.T1, align=0.5)
    if len(numbers) == 2:
        write(painter, "≠", box.center().x(), top + side / 2, theme.font(30, bold=True), theme.T0, align=0.5)
    if not worded:
        return
    face = shrunk(head, box.width(), (22, 21, 20), bold=True)
    high = QRectF(box.left(), box.top() + box.height() * 0.11 - 24, box.width(), 48)
    write_lines(painter, balance(head, box.width(), face), high, face, theme.T0, align=0.5, leading=1.15)
    lines = balance(words.text("wheel.differs.note"), box.width(), theme.font(20))
    low = QRectF(box.left(), box.bottom() - box.height() * 0.22, box.width(), box.height() * 0.2)
    write_lines(painter, lines, low, theme.font(20), theme.T0, align=0.5, leading=1.25)


def _draw_words(
    painter: QPainter,
    box: QRectF,
    sign: Callable[[QPainter, QRectF, QColor], None],
    text: str,
    note: str,
    ink: QColor,
    *,
    scale: float,
) -> None:
    """A sign, the state in words, and a line beneath if it can be read."""
    note = note if legible(theme.font(_SMALL[-1]), scale) else ""
    fill(painter, box, theme.BG1, 14)
    dashes = [6.0, 4.0] if ink == theme.FAULT else None
    outline(
        painter, box, pen(ink if ink in (theme.AMBER, theme.FAULT) else theme.PRINT, 2, dashes=dashes), 14
    )
    side, room = min(76.0, box.height() * 0.28), box.width() - 36
    top = box.top() + box.height() * (0 if note else 0.09)
    sign(painter, QRectF(box.center().x() - side / 2, top + box.height() * 0.12, side, side), ink)
    sizes = [size for size in _SIZES if legible(theme.font(size), scale)]
    for size in sizes:
        lines = balance(text, room, theme.font(size, bold=True))
        if len(lines) <= 2 and all(advance(line, theme.font(size, bold=True)) <= room for line in lines):
            break
    middle = QRectF(box.left(), top + box.height() * 0.44, box.width(), box.height() * 0.28)
    write_lines(painter, lines, middle, theme.font(size, bold=True), ink, align=0.5, leading=1.25)
    if note:
        low = QRectF(box.left(), box.top() + box.height() * 0.72, box.width(), box.height() * 0.24)
        for size in _SMALL:
            note_lines = balance(note, room, theme.font(size))
            if len(note_lines) <= 2:
                break
        write_lines(painter, note_lines, low, theme.font(size), theme.T1, align=0.5, leading=1.3)


_GROUND: Final = theme.mix(theme.PRINT, theme.FELT, 0.34)
_QUIET_EDGE: Final = theme.mix(theme.EDGE, theme.FELT, 0.55)


def sign_plate(box: QRectF) -> QRectF:
    high = min(96.0, box.height() * 0.4)
    middle = box.top() + box.height() * 0.305  # across the numbers: the fields beneath stay clear of it
    return QRectF(box.left() + box.width() * 0.06, middle - high / 2, box.width() * 0.88, high)


def draw_no_more_bets(painter: QPainter, box: QRectF, words: Words) -> None:
    """The warning sign that ends the betting, across the layout (ROU-2.1.1-sign)."""
    plate = sign_plate(box)
    high = plate.height()
    fill(painter, plate, theme.BG0, 10)
    outline(painter, plate.adjusted(2, 2, -2, -2), pen(theme.RED, 4), 8)
    side = high * 0.56
    text = words.text("felt.no_more_bets").upper()
    face = shrunk(text, plate.width() - side - 64, (40, 36, 32, 30, 28, 26, 24, 22, 20), bold=True)
    left = plate.center().x() - (side + 18 + advance(text, face)) / 2
    Sign("states.caution")(painter, QRectF(left, plate.center().y() - side / 2, side, side), theme.RED)
    write(painter, text, left + side + 18, plate.center().y(), face, theme.T0)


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
    fill(painter, box, pockets.colour_of(number, quiet=True), 3)
    if pockets.colour_of(number, quiet=True) == pockets.colour_of(number):
        outline(painter, box, pen(_QUIET_EDGE, 1.5), 3)
    write_in(painter, str(number), box, theme.font(_size(plan)), theme.T1)


def _draw_lit(painter: QPainter, plan: LayoutPlan, number: int) -> None:
    """The number that wins: its full colour, larger, with an edge in ivory."""
    box = plan.number(number).adjusted(-3, -3, 3, 3)
    fill(painter, box, pockets.colour_of(number), 5)
    outline(painter, box, pen(theme.T0, 3.5), 5)
    face = theme.font(_size(plan) + 4, bold=True)
    write_in(painter, str(number), box, face, pockets.WHITE)


def _draw_field(painter: QPainter, plan: LayoutPlan, field: Field, words: Words, *, won: bool) -> None:
    box, label, face = plan.field(field), field_label(words, field), theme.font(_size(plan))
    fill(painter, box, theme.T0 if won else _GROUND, 3)
    if advance(label, face) <= box.width() - 2:
        ink = theme.BG0 if won else theme.T1
        write_in(painter, label, box, face, ink)


def _size(plan: LayoutPlan) -> int:
    return max(theme.LEAST, round(min(plan.number(1).height() * 0.45, plan.number(1).width() * 0.5)))


class _HubLines(NamedTuple):
    head: str
    text: str
    ink: QColor
    head_ink: QColor = theme.T2
    bold: bool = False


_TURNS: Final = ((-50, -24), (18, 44))
"""The lines in the wheel, from its middle down: the ball's turns, and the wheel's, each under its heading."""
_HALF_LINE: Final = 12.0
"""Half the height of such a line; no pocket lies in it."""


class WheelOnFelt:
    """Roulette's part of a felt; all of it is painted, nothing lies there as a part of its own."""

    cards = ()
    crown = None
    """The felt fills the zone: wheel and layout need its corners."""
    card_apart = cut_card = QRectF()

    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._felt = felt
        self._view, self._words, self._scene = view, words, scene
        self._limits: tuple[str, ...] = ()
        self.shown_wheel = ShownWheel()

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._view, self._words, self._scene = view, words, scene
        self.shown_wheel = shown_wheel(view)
        self._limits = roulette_limits(words, view.limits)

    def at(self, point: QPointF) -> tuple[str, int] | None:
        return None

    def speech(self, words: Words) -> list[str]:
        """The number with its fields, or the awaited input; then the wheel; for assistive tools."""
        board = [spoken_numbers(self._board, words)] if self._board else []
        return [*spoken_wheel(words, self.shown_wheel), *board]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def plan(self) -> WheelPlan:
        scene = self._scene
        plan = wheel_plan(
            scene.wide,
            scene.high - scene.foot - (52 if scene.caption else 0),
            band=scene.band,
            counting=scene.counting,
            small=scene.scale < 1,
            halted=scene.halted,
            alone=self._wheel_alone,
        )
        size, lines = self._limit_lines(plan)
        return replace(plan, beneath=_LIMIT_LEADING * size * len(lines))

    def _limit_lines(self, plan: WheelPlan) -> tuple[int, tuple[str, ...]]:
        """The limits of bets as they stand beneath the layout, while no number wins, and their size."""
        size = round(theme.LEAST * max(1.0, plan.scale))
        shown = self._scene.scale == 1 and self.shown_wheel.lit_number is None
        return size, fill_lines(self._limits, plan.line.width(), theme.font(size)) if shown else ()

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
        prompt = self._view.view.prompt
        return None if prompt.step is None else step_sign(prompt.action)

    @property
    def _wheel_alone(self) -> bool:
        """Whether nothing stands beside the wheel: there is no number, and no reader reports its state. In a
        step its sign in the wheel is enough.
        """
        shown = self.shown_wheel
        if shown.middle not in (Middle.NOTHING, Middle.SPIN):
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
        lay, unit = self.plan, self.plan.ring.width() / 300
        wide, down = self._chord(_TURNS[1][1] * unit), _TURNS[1][1] * unit
        return QRectF(lay.middle.x() - wide / 2, lay.middle.y() + down - _HALF_LINE, wide, 2 * _HALF_LINE)

    def _chord(self, down: float) -> float:
        """The width inside the ring for a line at this distance beneath its middle."""
        radius, edge = self.plan.ring.width() / 2 * pockets.INNER, abs(down) + _HALF_LINE
        return 2 * sqrt(max(0.0, radius**2 - edge**2)) - 6

    @property
    def _around_ring(self) -> QRectF:
        """The box of the ring; with the arrow outside of it by which a ball is taken out."""
        ring = self.plan.ring
        out = ring.width() / 2 * (pockets.BALL_OUT - 1) if self.shown_wheel.middle is Middle.REMOVE else 0.0
        return ring.adjusted(-out, -out, out, out)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        view, words, lay = self._view, self._words, self.plan
        if self._felt.touches(self._around_ring):
            self._paint_wheel(painter, words)
        if self._enters:
            return
        if self._felt.touches(lay.card) and not lay.alone:
            self._paint_middle(painter, view, words)
        if self._scene.counting and view.countdown.seconds_left is not None:
            draw_blocks(painter, lay.blocks, view, theme.RED if self._scene.alarm else theme.T0)
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
        mark = {Middle.NUMBER: theme.T0, Middle.AGAIN: self._felt.tint.edge}.get(shown.middle)
        ball = shown.middle is Middle.NUMBER
        if self._felt.touches(self._around_ring, but=self._speed):
            radius, scale = lay.ring.width() / 2, self._scene.scale
            pockets.draw_ring(painter, lay.middle, radius, shown.top, mark=mark, ball=ball, scale=scale)
            if shown.middle is Middle.REMOVE:
                pockets.draw_ball_out(painter, lay.middle, lay.ring.width() / 2, self._felt.tint.edge)
        self._paint_hub(painter, words)

    def _paint_hub(self, painter: QPainter, words: Words) -> None:
        lay, shown = self.plan, self.shown_wheel
        if lay.small and (sign := self._step) is not None:
            side = lay.ring.width() * pockets.INNER * 0.52
            box = QRectF(lay.middle.x() - side / 2, lay.middle.y() - side / 2, side, side)
            by_pit_boss = self._view.view.prompt.actor is Actor.PIT_BOSS
            sign(painter, box, theme.AMBER if by_pit_boss else self._felt.tint.edge)
            return
        unit, middle = lay.ring.width() / 300, lay.middle
        ink = theme.T1 if shown.turns is None else theme.T0
        turns = _HubLines(words.text("wheel.turns"), turns_text(words, shown), ink, bold=True)
        moves = _HubLines(words.text("wheel.heading"), turning_text(words, shown), theme.T0)
        lower = 0 if shown.has_reader else 44  # without a reader nobody reports the wheel's speed
        told = (turns, self._fault(words, unit) or moves) if shown.has_reader else (turns,)
        for lines, downs in zip(told, _TURNS, strict=False):
            over, under = ((down + lower) * unit for down in downs)
            sizes = (24, 22, 20, 19, theme.LEAST) if lines.bold else (20, 19, theme.LEAST)
            value = shrunk(lines.text, self._chord(under), sizes, bold=lines.bold)
            head = (lines.head, over, theme.font(theme.LEAST), lines.head_ink)
            for line, down, face, colour in (head, (lines.text, under, value, lines.ink)):
                if legible(face, self._scene.scale) and advance(line, face) <= self._chord(down):
                    write(painter, line, middle.x(), middle.y() + down, face, colour, align=0.5)

    def _fault(self, words: Words, unit: float) -> _HubLines | None:
        """The fault of a wheel that is not heard; if one line is too narrow, in the heading's place, too."""
        if not self._silent:
            return None
        text = state_text(words, self.shown_wheel)
        lines = balance(text, self._chord(_TURNS[1][1] * unit), theme.font(theme.LEAST))
        if len(lines) == 2:
            return _HubLines(*lines, theme.FAULT, theme.FAULT)
        return _HubLines(words.text("wheel.heading"), text, theme.FAULT)

    @property
    def _silent(self) -> bool:
        return self.shown_wheel.fault is not None and self.shown_wheel.has_reader

    def _paint_middle(self, painter: QPainter, view: DealerView, words: Words) -> None:
        box = self.plan.card
        if self.shown_wheel.middle is Middle.COUNTDOWN and view.countdown.seconds_left is not None:
            colour = theme.RED if self._scene.alarm else theme.T0
            x, y = box.center().x(), box.center().y() - 20
            draw_figure(painter, x, y, view.countdown.seconds_left, words, colour)
            return
        draw_middle(painter, box, self.shown_wheel, words, self._felt.tint.edge, scale=self._scene.scale)

    @staticmethod
    def _is_closed(view: DealerView) -> bool:
        """Whether the warning sign is up: bets are closed, and no number is known yet (ROU-2.1.1-sign)."""
        lying = view.view.round
        waits = isinstance(lying, SpinView) and lying.status == RoundStatus.OPEN and lying.number is None
        return view.countdown.end_sign and waits and view.view.bets in (Bets.CLOSED, Bets.STAND)

    def _paint_limits(self, painter: QPainter) -> None:
        """Every kind of bet with its least and most, in quiet lines (LT-ROU-04)."""
        plan = self.plan
        size, lines = self._limit_lines(plan)
        y = plan.line.bottom() - _LIMIT_LEADING * size * (len(lines) - 0.5)
        for line in lines:
            write(painter, line, plan.line.right(), y, theme.font(size), theme.T2, align=1)
            y += _LIMIT_LEADING * size

    def _paint_line(self, painter: QPainter, words: Words) -> None:
        """``odd · high · 3rd dozen · 3rd column``: number and colour stand large. Else the limits of bets."""
        if self.shown_wheel.lit_number is None:
            self._paint_limits(painter)
            return
        box, text = self.plan.line, DOT.join(parts_of(words, self.shown_wheel.lit_number)[2:])
        size = round(18 * max(1.0, self.plan.scale))
        write(painter, text, box.right(), box.center().y(), theme.font(size), theme.T1, align=1)

    def _paint_caption(self, painter: QPainter, caption: str) -> None:
        face = theme.font(self._scene.size(theme.LEAST))
        y = self._scene.high - self._scene.foot - 34
        write(painter, caption, self._scene.wide / 2, y, face, theme.T1, align=0.5)
