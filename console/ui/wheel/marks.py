"""A number as a mark: in the rail's last numbers, and where a spin went wrong.

It knows marks and their names; it counts nothing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.table.views import DealerView
from console.ui.frozen import Frozen
from console.ui.lettering import shrunk, write
from console.ui.theme import T0, T1
from console.ui.wheel.pockets import draw_pocket
from console.ui.wheel.shown import wheel_shown
from console.ui.wheel.wording import number_name, state_text, wheel_heard
from console.words import Words

WIDE: Final = 38.0
"""A mark's width; it is 28 high."""
MOST: Final = 12


def last_number_name(result: str, words: Words) -> str:
    """``27, red``."""
    return number_name(words, int(result))


def draw_last_number(painter: QPainter, result: str, words: Words) -> None:
    """The number in its colour and shape."""
    draw_pocket(painter, QRectF(0, 0, WIDE, 28), int(result))


def _draw_frozen(painter: QPainter, view: DealerView, words: Words) -> None:
    """The number if one is known, else how the wheel stood."""
    shown = wheel_shown(view)
    if shown.number is None:
        text = words.text("wheel.waits") if shown.waits else state_text(words, shown)
        write(painter, text, 346, 48, shrunk(text, 340, (24, 22, 20, 18, 17), bold=True), T1, align=1)
        return
    draw_pocket(painter, QRectF(262, 14, 84, 66), shown.number)
    name = number_name(words, shown.number)
    write(painter, name, 246, 47, shrunk(name, 240, (24, 22, 20, 18), bold=True), T0, align=1)


def _frozen_heard(view: DealerView, words: Words) -> list[str]:
    return wheel_heard(words, wheel_shown(view))


FROZEN_SPIN: Final = Frozen(_draw_frozen, _frozen_heard)
