"""A sign: an SVG file of ``resources/signs``, drawn in one colour of the theme."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgRenderer

from console.base.system import resource_folder

GRID: Final = 96.0
"""The side of a sign's square in the units of its file."""
STROKE: Final = 6.0
"""The width of a usual stroke in those units."""
_WIDEST: Final = 11.0
_CLEAR: Final = 2.0
"""Pixels of a stroke at least, on a small sign."""
_WIDTH: Final = re.compile(r'stroke-width="([\d.]+)"')


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign by its folder and file, as ``places.bell``. Drawn without its file: raises FileNotFoundError."""

    name: str

    @property
    def file(self) -> Path:
        return resource_folder("signs").joinpath(*self.name.split(".")).with_suffix(".svg")

    def __call__(self, painter: QPainter, rect: QRectF, colour: QColor) -> None:
        """Draw the sign in the middle of a box; below 32 pixels its strokes grow, to stay 2 pixels wide."""
        side = min(rect.width(), rect.height())
        width = min(_WIDEST, max(STROKE, _CLEAR * GRID / max(side, 1.0)))
        square = QRectF(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side))
        _renderer(self, colour.rgba(), round(width, 1)).render(painter, square)


@lru_cache(maxsize=1024)
def _renderer(sign: Sign, colour: int, width: float) -> QSvgRenderer:
    """The drawing in a colour (0xAARRGGBB), its strokes wider by as much as the usual one is."""
    ink = QColor.fromRgba(colour)
    drawing = sign.file.read_text("utf-8").replace("#000", ink.name())
    if ink.alpha() < 255:
        drawing = drawing.replace("<svg ", f'<svg opacity="{ink.alphaF():.3f}" ', 1)
    grown = _WIDTH.sub(lambda found: f'stroke-width="{float(found[1]) * width / STROKE:.2f}"', drawing)
    return QSvgRenderer(QByteArray(grown.encode()))


