"""A paragraph with a journal's head in it: 64 digits in groups, each digit in a cell of one width.

It never knows whose value it is; a head is read aloud and compared group by group.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtGui import QPainter

from console.ui.lettering import advance, write
from console.ui.review.page import paragraph
from console.ui.theme import T0, font

GROUP: Final = 16
_DIGITS: Final = "0123456789abcdef"
_HEAD: Final = re.compile(r"\b[0-9a-f]{64}\b")


def groups_of(digits: str) -> tuple[str, ...]:
    """The digits in groups of sixteen."""
    return tuple(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def told(painter: QPainter, text: str, x: float, y: float, room: float, size: int = 17) -> float:
    """A text from ``y`` down, each head in it on lines of its own; returns where it ends."""
    found = _HEAD.search(text)
    if found is None:
        return paragraph(painter, text, x, y, room, size)
    y = paragraph(painter, text[: found.start()].rstrip(), x, y, room, size)
    y = _write_digits(painter, found.group(), x, y + 2, room, size)
    rest = text[found.end() :].strip()
    return told(painter, rest, x, y, room, size) if rest.strip(".。") else y


def _write_digits(painter: QPainter, digits: str, x: float, y: float, room: float, size: int) -> float:
    """As many groups in a line as fit, two at most: four rows or two."""
    face = font(size)
    cell = max(advance(digit, face) for digit in _DIGITS)
    wide, step = (GROUP + 1.5) * cell, size * 1.42
    across = 2 if 2 * wide - 1.5 * cell <= room else 1
    groups = groups_of(digits)
    for at, group in enumerate(groups):
        left, middle = x + at % across * wide, y + at // across * step + step / 2
        for place, digit in enumerate(group):
            write(painter, digit, left + (place + 0.5) * cell, middle, face, T0, align=0.5)
    return y + -(-len(groups) // across) * step
