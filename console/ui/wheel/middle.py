"""What stands between wheel and layout: the winning number as large as fits, or what there is instead.

Pure drawing into a box; what is due is told, and nothing here decides it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from console.ui.lettering import advance, balanced, sentence, shrunk, write, write_lines
from console.ui.signs import outcomes, places, states, wheel
from console.ui.signs.nib import Sign
from console.ui.surface import fill, outline, pen
from console.ui.theme import AMBER, BG1, NOW, PRINT, T0, T1, T2, font
from console.ui.wheel.pockets import WHITE, colour_of, draw_pocket, pocket_shape
from console.ui.wheel.shown import Middle, WheelShown
from console.ui.wheel.wording import colour_word, number_name, state_text
from console.words import Words

_SIZES: Final = (30, 28, 26, 24, 22, 20, 18)
_SMALL: Final = (20, 19, 18, 17, 16)


def draw_middle(painter: QPainter, box: QRectF, shown: WheelShown, words: Words, due: QColor = NOW) -> None:
    """What there is in the middle, but for the countdown; ``due`` marks what the dealer is to do."""
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
            _draw_words(painter, box, outcomes.crossed_ring, words.text("wheel.void"), back, AMBER)
        case Middle.SPIN if shown.waits:
            note = words.text("wheel.waits.note.undecided" if shown.undecided else "wheel.waits.note")
            _draw_words(painter, box, states.hourglass, words.text("wheel.waits"), note, T0)
        case Middle.REMOVE:
            text = words.text("wheel.remove")
            _draw_words(painter, box, wheel.remove_ball, text, words.text("wheel.remove.note"), due)
        case Middle.COUNTDOWN:
            pass
        case _:
            note = words.count("note.spin", shown.asked) if shown.asks else ""
            _draw_words(painter, box, places.wheel, state_text(words, shown), note, _ink(shown))


def _ink(shown: WheelShown) -> QColor:
    return AMBER if shown.silent and shown.has_reader else T0


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
    """One number that is not the winning one, with what it is over it and its name beneath."""
    side = box.height() * 0.44
    wide = side * 1.2
    face = shrunk(head, box.width(), (26, 24, 22, 20, 18), bold=True)
    write(painter, sentence(head), box.center().x(), box.top() + box.height() * 0.13, face, ink, align=0.5)
    mark = QRectF(box.center().x() - wide / 2, box.center().y() - side * 0.5, wide, side)
    draw_pocket(painter, mark, number, edge=pen(ink, 4) if ink != T2 else None)
    name = number_name(words, number)
    face = shrunk(name, box.width(), (26, 24, 22, 20), bold=True)
    write(painter, name, box.center().x(), box.top() + box.height() * 0.87, face, T0, align=0.5)


def _draw_two(painter: QPainter, box: QRectF, shown: WheelShown, words: Words) -> None:
    """Two numbers of one spin, neither larger: the ball in the wheel decides."""
    numbers = [number for number in (shown.number, shown.second) if number is not None]
    side = min(box.height() * 0.4, box.width() * 0.4)
    face = shrunk(words.text("wheel.differs"), box.width(), (22, 21, 20), bold=True)
    head = QRectF(box.left(), box.top() + box.height() * 0.11 - 24, box.width(), 48)
    lines = balanced(words.text("wheel.differs"), box.width(), face)
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
    lines = balanced(note, box.width(), face)
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
        lines = balanced(text, room, font(size, bold=True))
        if len(lines) <= 2 and all(advance(line, font(size, bold=True)) <= room for line in lines):
            break
    middle = QRectF(box.left(), top + box.height() * 0.44, box.width(), box.height() * 0.28)
    write_lines(painter, lines, middle, font(size, bold=True), ink, align=0.5, leading=1.25)
    if note:
        low = QRectF(box.left(), box.top() + box.height() * 0.72, box.width(), box.height() * 0.24)
        for size in _SMALL:
            told = balanced(note, room, font(size))
            if len(told) <= 2:
                break
        write_lines(painter, told, low, font(size), T1, align=0.5, leading=1.3)
