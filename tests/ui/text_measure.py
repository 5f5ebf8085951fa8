"""Every text that a screen paints, measured where it stands: what is over another, cut off, or too small.

All of a screen's text goes through one function of :mod:`console.ui.lettering`; while a screen is drawn here
the function's painter is listened to. What lies beneath another part of the screen is not seen, and not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from math import hypot
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

LEAST: Final = 12
"""The least size of letters in pixels, at the smallest screen."""
_OPAQUE: Final = Qt.WidgetAttribute.WA_OpaquePaintEvent
_TOUCH: Final = 1.5
"""Pixels by which two texts may reach into each other's box: letters seldom fill it."""


class Text(NamedTuple):
    """A text in its place on the screen, in pixels."""

    text: str
    box: QRectF
    size: float
    part: QRectF
    """The widget that it is painted on: what is beyond is cut off."""
    upright: bool
    """Whether it stands level; a wheel's figures do not, and their boxes reach into one another."""


@contextmanager
def listened() -> Iterator[list[tuple[QWidget, Text]]]:
    """The texts that are painted meanwhile, each with its widget."""
    heard: list[tuple[QWidget, Text]] = []
    draw = QPainter.drawText

    def drawn(painter: QPainter, *given: Any) -> Any:
        widget = painter.device()
        if isinstance(widget, QWidget) and len(given) == 2 and isinstance(given[0], QPointF):
            at, text = given
            metrics = QFontMetricsF(painter.font())
            turned = painter.transform()
            box = turned.mapRect(metrics.tightBoundingRect(text).translated(at))
            size = painter.font().pixelSize() * hypot(turned.m21(), turned.m22())
            upright = abs(turned.m21()) < 0.01
            heard.append((widget, Text(text, box, size, QRectF(widget.rect()), upright)))
        return draw(painter, *given)

    QPainter.drawText = drawn  # type: ignore[method-assign, assignment]
    try:
        yield heard
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]


def texts_of(screen: QWidget) -> list[Text]:
    """The texts of a screen that are seen when it is drawn."""
    with listened() as heard:
        screen.grab()
    seen = []
    for widget, text in heard:
        moved = QPointF(widget.mapTo(screen, widget.rect().topLeft()))
        box = text.box.translated(moved)
        if text.text.strip() and _is_seen(screen, widget, box):
            seen.append(text._replace(box=box, part=text.part.translated(moved)))
    return seen


def _is_seen(screen: QWidget, widget: QWidget, box: QRectF) -> bool:
    above = screen.childAt(box.center().toPoint())
    return (
        above is None
        or above is widget
        or widget is screen
        or above.isAncestorOf(widget)
        or (widget.isAncestorOf(above) and not above.testAttribute(_OPAQUE))
    )


def flaws(screen: QWidget, covered: frozenset[str] = frozenset()) -> list[str]:
    """What is wrong with the texts of a screen, a line each; beneath the ``covered`` ones others may lie."""
    texts = texts_of(screen)
    plates = [each for each in texts if each.text in covered]
    texts = [each for each in texts if each in plates or not any(_lies_under(each, one) for one in plates)]
    small = [each for each in texts if each.size < LEAST - 0.51]
    found = [f"under {LEAST} px: {each.text!r} ({each.size:.1f})" for each in small]
    found += [f"cut off: {each.text!r}" for each in texts if _beyond(each)]
    found += [f"elided: {each.text!r}" for each in texts if each.text.endswith("…") and len(each.text) > 1]
    for one, other in combinations((each for each in texts if each.upright), 2):
        both = one.box.intersected(other.box)
        same = one.text == other.text  # drawn once more, larger, where it counts
        if min(both.width(), both.height()) > _TOUCH and not same:
            found.append(f"over one another: {one.text!r}, {other.text!r}")
    return found


def _lies_under(text: Text, plate: Text) -> bool:
    """Whether a text lies under a sign, whose plate reaches beyond its words."""
    room = plate.box.height()
    return plate.box.adjusted(-3 * room, -room, 3 * room, room).intersects(text.box)


def _beyond(text: Text) -> bool:
    slack = 1.0
    return not text.part.adjusted(-slack, -slack, slack, slack).contains(text.box)
