"""The layout as it is printed: numbers and fields, those that win lit, the others stepping back.

Pure drawing in units; where the fields lie is the plan's.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from console.ui.lettering import advance, legible, shrunk, write
from console.ui.signs import states
from console.ui.surface import fill, outline, pen
from console.ui.theme import BG0, EDGE, FELT, PRINT, RED, T0, T1, font, mixed
from console.ui.wheel.fields import FIELDS, Field, LayoutPlan, fields_of
from console.ui.wheel.pockets import WHITE, colour_of
from console.ui.wheel.wording import field_label
from console.words import Words

_GROUND: Final = mixed(PRINT, FELT, 0.34)
_QUIET_EDGE: Final = mixed(EDGE, FELT, 0.55)


def sign_plate(box: QRectF) -> QRectF:
    """Where the warning sign lies across a layout in this box."""
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
    states.caution(painter, QRectF(left, plate.center().y() - side / 2, side, side), RED)
    write(painter, text, left + side + 18, plate.center().y(), face, T0)


def draw_layout(painter: QPainter, plan: LayoutPlan, lit: int | None, words: Words) -> None:
    """The whole layout; ``lit`` is the number that wins."""
    won = fields_of(lit) if lit is not None else frozenset()
    for number in range(37):
        if number != lit:
            _draw_number(painter, plan, number)
    for field in FIELDS if plan.outside else ():
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
    size = max(12, round(min(plan.number(1).height() * 0.38, plan.number(1).width() * 0.5)))
    return (size, size - 1, size - 2)
