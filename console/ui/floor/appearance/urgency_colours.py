"""Urgency as colours: the more urgent, the brighter, for every kind of colour vision.

Red looks dark to a person without red cones (protanopia), and no brighter than amber to one without green
cones (deuteranopia). So red alone does not mark a halt: its ground is ivory, the brightest of all, and only
its edge is red. The module does not judge urgency.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import AMBER, AMBER_FILL, BG0, BG1, RED, T0, T1, T2


class Pressing(msgspec.Struct, frozen=True):
    """The colours of a tile and a row of one urgency: the ground, its edge, and the text."""

    ground: QColor
    ink: QColor
    edge: QColor | None
    edge_width: float
    row: QColor
    """The ground of a row in a list."""
    bar: QColor
    """The bar at the left end of a row."""
    row_ink: QColor
    """The colour of the cause and the wait."""
    strong: QColor
    """The colour of the table, and of the person who comes."""
    weak: QColor
    """The colour of the reason, and of missing values."""


HALT: Final = Pressing(T0, BG0, RED, 5, T0, RED, BG0, BG0, BG0)
"""Play is halted and players wait: nothing else on the wall has an ivory ground."""
NOW: Final = Pressing(AMBER, BG0, None, 0, AMBER_FILL, AMBER, AMBER, T0, T1)
"""Urgent: a call that has waited long, or a table that records nothing."""
SOON: Final = Pressing(AMBER_FILL, AMBER, AMBER, 3, BG1, AMBER, AMBER, T0, T1)
"""Somebody waits."""
CALM: Final = Pressing(BG1, T2, None, 0, BG1, T1, T1, T0, T1)
"""Nobody has to come."""


def pressing(priority: Priority, *, halted: bool) -> Pressing:
    """The colours of a priority; a halt of high priority is brighter than all others."""
    match priority:
        case Priority.HIGH:
            return HALT if halted else NOW
        case Priority.MEDIUM:
            return SOON
        case _:
            return CALM


def of_item(item: AlarmLine) -> Pressing:
    """The colours of an item of a list."""
    return pressing(item.priority, halted=item.what is AlarmKind.HALTED)


def paint_ground(painter: QPainter, body: QRectF, looks: Pressing) -> None:
    """A tile's ground; the edge lies inside it and leaves the ground of the smallest tile visible."""
    fill(painter, body, looks.ground, 6)
    if looks.edge is not None:
        outline(painter, body, pen(looks.edge, min(looks.edge_width, max(2.5, body.height() * 0.06))), 6)
