"""Whether a widget has anything on it: a picture of one colour is not null either."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

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
