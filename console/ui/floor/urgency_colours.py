"""How much something presses, as colours: the more it presses, the brighter it is, for every eye.

Red is dark to a person without its cone (protanopia) and no brighter than amber to one without green's
(deuteranopia), so a halt is not told by red alone: its ground is ivory, the brightest there is, and red is
only its edge. It never knows what presses, nor where it is painted.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from console.floor.alarms.items import Item, Priority, What
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import AMBER, AMBER_FILL, BG0, BG1, RED, T0, T1, T2


class Pressing(msgspec.Struct, frozen=True):
    """How a tile and a row of one urgency look: the ground, its edge, and what is written on them."""

    ground: QColor
    ink: QColor
    edge: QColor | None
    edge_width: float
    row: QColor
    """The ground of a row in a list."""
    bar: QColor
    """The bar at a row's beginning."""
    row_ink: QColor
    """What it is, and how long."""
    strong: QColor
    """Which table it is, and who comes."""
    weak: QColor
    """Why; what is not said by anybody."""


HALT: Final = Pressing(T0, BG0, RED, 5, T0, RED, BG0, BG0, BG0)
"""Play stands and players wait: nothing else on the wall has an ivory ground."""
NOW: Final = Pressing(AMBER, BG0, None, 0, AMBER_FILL, AMBER, AMBER, T0, T1)
"""It can't wait: a call that has waited long, a table that records nothing."""
SOON: Final = Pressing(AMBER_FILL, AMBER, AMBER, 3, BG1, AMBER, AMBER, T0, T1)
"""Somebody waits."""
CALM: Final = Pressing(BG1, T2, None, 0, BG1, T1, T1, T0, T1)
"""Nobody has to come."""


def pressing(priority: Priority, *, halted: bool) -> Pressing:
    """What a priority looks like; a halt that is high stands above all others."""
    match priority:
        case Priority.HIGH:
            return HALT if halted else NOW
        case Priority.MEDIUM:
            return SOON
        case _:
            return CALM


def of_item(item: Item) -> Pressing:
    """What something in a list looks like."""
    return pressing(item.priority, halted=item.what is What.HALTED)


def paint_ground(painter: QPainter, body: QRectF, looks: Pressing) -> None:
    """A tile's ground; the edge lies within it and leaves the ground of the smallest tile in view."""
    fill(painter, body, looks.ground, 6)
    if looks.edge is not None:
        outline(painter, body, pen(looks.edge, min(looks.edge_width, max(2.5, body.height() * 0.06))), 6)
