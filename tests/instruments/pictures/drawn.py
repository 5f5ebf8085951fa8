"""Whether a widget has anything on it, and a painter for what nobody looks at.

A picture of one colour is not null either.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.ui.kit import ScaledWidget

_STEP = 32
"""One pixel in this number is looked at, across and down."""


def colours(widget: QWidget) -> int:
    """The number of colours in its picture, of the pixels that are looked at."""
    picture = widget.grab().toImage()
    return len(
        {
            picture.pixel(x, y)
            for x in range(0, picture.width(), _STEP)
            for y in range(0, picture.height(), _STEP)
        }
    )


def is_drawn(widget: QWidget) -> bool:
    """Whether there is more on it than a ground, a line and a word in one ink."""
    return colours(widget) > 8


class Undrawn(QPainter):
    """A painter with a state as any other, whose strokes, letters and pictures are not drawn: they take half
    of the time of a paint.

    Each place in the program draws once with each types of arguments, so that Qt refuses those that it can't
    draw.
    """


_places = set[tuple[object, ...]]()


def _once(draw: Callable[..., Any]) -> Callable[..., Any]:
    def drawn(painter: QPainter, *given: Any) -> None:
        caller = sys._getframe(1)
        place = (caller.f_code, caller.f_lasti, *map(type, given))
        if place not in _places:
            _places.add(place)
            draw(painter, *given)

    return drawn


for _name in dir(QPainter):
    if _name.startswith(("draw", "fill", "stroke", "erase")):
        setattr(Undrawn, _name, _once(getattr(QPainter, _name)))


def undrawn(part: ScaledWidget) -> QPainter:
    """A painter of a part, in units, that draws nothing; whatever else a paint does is done."""
    painter = Undrawn(part._widget)
    painter.scale(part.u, part.u)
    return painter
