"""Colours with their roles, measures, type, and the unit that scales them all."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QFontDatabase

BG0: Final = QColor("#0B0E10")
"""The ground."""
VEIL: Final = QColor.fromRgbF(BG0.redF(), BG0.greenF(), BG0.blueF(), 0.72)
"""The ground over a screen that a card or a menu covers."""
BG1: Final = QColor("#12181B")
"""Bars and panels."""
BG2: Final = QColor("#1C2429")
"""Buttons and tiles."""
BG3: Final = QColor("#273238")
"""Empty gauges, bands."""
LINE: Final = QColor("#232C31")
"""A hairline between zones; it carries no meaning."""
FELT: Final = QColor("#0F211C")
RAIL: Final = QColor("#0D1614")
RIM: Final = QColor("#1B2B27")
"""The table's padded edge."""
PRINT: Final = QColor("#4C7566")
"""Lines printed on the felt."""
QUIET_PRINT: Final = QColor("#1F3A31")
"""The line that only decorates the felt."""
T0: Final = QColor("#F4EFE3")
"""Prompt, points, announcement, LIVE, a note: words, or a sign before them."""
T1: Final = QColor("#C3BEB1")
"""Wait, second lines, translations: an edge without a surface."""
T2: Final = QColor("#959287")
"""Quiet labels, clause ids, times, what does not apply: a sign without an edge."""
NOW: Final = QColor("#74D3EE")
"""The dealer acts now: tile, next place, primary press; a filled surface, or an edge with an arrow."""
NOW_FILL: Final = QColor("#163640")
AMBER: Final = QColor("#F2B33D")
"""The pit boss acts now, or has ordered what is done, or at a desk the reader looks: a filled surface."""
FAULT: Final = QColor("#FFFFFF")
"""A device or a link is at fault and nothing waits for it: a dashed edge, and the fault in words."""
AMBER_FILL: Final = QColor("#3A2C10")
RED: Final = QColor("#F4574D")
"""Nobody acts: the end of bet time, a halt, a proof that failed; an octagon, or a line over the table."""
GREEN: Final = QColor("#7BCB97")
"""Done: a tick; never a surface."""
ROAD_RED: Final = QColor("#FF8A80")
ROAD_BLUE: Final = QColor("#7FB2FF")
"""Only the derived roads, whose colours are the trade's own."""
VIOLET: Final = QColor("#B9A0FF")
"""Only TRAINING: a triangle and a hatched frame."""
VIOLET_FILL: Final = QColor("#2A2144")
PINK: Final = QColor("#F49AC1")
"""Only REHEARSAL: a hatched frame."""
PINK_FILL: Final = QColor("#3B1C2C")
SLATE: Final = QColor("#9DB2C0")
"""Only REPLAY: a hatched bar."""
SLATE_FILL: Final = QColor("#243039")
FACE: Final = QColor("#EFE8D8")
INK: Final = QColor("#14181A")
SUIT_RED: Final = QColor("#B4152D")
BACK_DARK: Final = QColor("#2B4A5C")
BACK_LIGHT: Final = QColor("#3E6478")
EDGE: Final = QColor("#5C6A72")
STRONG_EDGE: Final = QColor("#6E7C84")
CHART: Final = QColor("#4B626E")
CUT_CARD: Final = QColor("#C9A227")
CUT_CARD_DARK: Final = QColor("#8A6D14")
HEALTH: Final = QColor("#5E6A70")
"""The outline of a healthy device."""

WIDTH: Final = 1280
HEIGHT: Final = 800
MARGIN: Final = 24
RADIUS: Final = 10
STATUS_HEIGHT: Final = 56
PROMPT_HEIGHT: Final = 216
RAIL_HEIGHT: Final = 56
ACTION_HEIGHT: Final = 112
BAND_HEIGHT: Final = 44
LIST_WIDTH: Final = 468
CARD_WIDTH: Final = 118
LEAST: Final = 18
"""The least size of a text that a dealer or pit boss must read, in units: 16 minutes of arc (ISO 9241) from
70 cm, on a panel of 15.6 inches.
"""
DESK_LEAST: Final = 13
"""The least size at a desk, where the eye is nearer."""


def unit(width: int, height: int) -> float:
    """Pixels a unit of the 1280 by 800 design takes on a screen of this size."""
    return min(width / WIDTH, height / HEIGHT)


def band_in(room: QRect) -> QRect:
    """The place of a band at the head of a part of a window."""
    return QRect(room.x(), room.y(), room.width(), round(BAND_HEIGHT * unit(room.width(), room.height())))


DESK: Final = 0.85
"""Pixels a unit takes at a desk, where the eye is nearer and a mouse presses: a larger window shows more, not
larger. The desktop's own scale comes on top.
"""


def families() -> list[str]:
    """Font families in the order of their use: Latin first, it has no kana; then Japanese."""
    return ["Noto Sans", "Noto Sans CJK JP"]


@cache
def font(size: int, *, bold: bool = False, track: int = 100) -> QFont:
    """A font in units, its share of the screen the same at every scale; ``track``: letter-spacing in per
    cent.
    """
    face = QFont()
    face.setFamilies(families())
    face.setPixelSize(size)
    face.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    face.setLetterSpacing(QFont.SpacingType.PercentageSpacing, track)
    return face


def has_japanese() -> bool:
    """Whether any installed font has Japanese; reading the list takes time, so ask after the first paint."""
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.Japanese))


def mix(colour: QColor, ground: QColor, share: float) -> QColor:
    """``share`` of a colour on a ground, opaque: overlapping cards don't shine through."""
    rest = 1 - share
    return QColor.fromRgbF(
        colour.redF() * share + ground.redF() * rest,
        colour.greenF() * share + ground.greenF() * rest,
        colour.blueF() * share + ground.blueF() * rest,
    )
