"""A picture as a person without red's or green's cone sees it, and how bright each part of it is then.

From F. Viénot, H. Brettel, J. D. Mollon, 'Digital video colourmaps for checking the legibility of displays by
dichromats', Color Research and Application 24 (1999), 243-252: RGB to cones (L, M, S) by one matrix, the lost
cone from the two that are left, and back. The light of a pixel is linear (sRGB) on both ways; brightness is
the relative luminance of WCAG 2. The paper first draws all colours a little together, so that none falls
outside of what a screen shows; here such a one is cut at the screen's edge, and black stays black.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PySide6.QtGui import QColor, QImage

Light = tuple[float, float, float]
"""Linear red, green and blue, each 0 to 1."""

_TO_CONES: Final = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
_TO_LIGHT: Final = (
    (0.080944, -0.130504, 0.116721),
    (-0.0102485, 0.0540194, -0.113615),
    (-0.000365294, -0.00412163, 0.693513),
)
"""The inverse, as the paper prints it."""


def _times(matrix: tuple[Light, Light, Light], light: Light) -> Light:
    rows = tuple(sum(part * value for part, value in zip(row, light, strict=True)) for row in matrix)
    return rows[0], rows[1], rows[2]


def _protanope(light: Light) -> Light:
    _, m, s = _times(_TO_CONES, light)
    return _times(_TO_LIGHT, (2.02344 * m - 2.52581 * s, m, s))


def _deuteranope(light: Light) -> Light:
    long, _, s = _times(_TO_CONES, light)
    return _times(_TO_LIGHT, (long, 0.494207 * long + 1.24827 * s, s))


SIGHTS: Final[dict[str, Callable[[Light], Light]]] = {
    "all three cones": lambda light: light,
    "deuteranopia": _deuteranope,
    "protanopia": _protanope,
}


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4


@cache
def light_seen(rgb: int, sight: str) -> Light:
    """The light of a pixel that is seen, linear."""
    light = SIGHTS[sight]((_linear(rgb >> 16 & 255), _linear(rgb >> 8 & 255), _linear(rgb & 255)))
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    return red, green, blue


def luminance(rgb: int, sight: str) -> float:
    """The luminance of a pixel, 0 to 1."""
    red, green, blue = light_seen(rgb, sight)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """WCAG's ratio of two luminances."""
    dark, bright = sorted((one, other))
    return (bright + 0.05) / (dark + 0.05)


def contrast_of(one: QColor, other: QColor, sight: str) -> float:
    """The same of two colours."""
    return contrast(luminance(one.rgb() & 0xFFFFFF, sight), luminance(other.rgb() & 0xFFFFFF, sight))


def luminances(picture: QImage, sight: str) -> list[float]:
    """The luminance of each pixel, row by row."""
    return [
        luminance(picture.pixel(x, y) & 0xFFFFFF, sight)
        for y in range(picture.height())
        for x in range(picture.width())
    ]
