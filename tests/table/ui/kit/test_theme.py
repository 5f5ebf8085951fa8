"""Contrasts and units of the visual language."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from console.table.ui.kit import theme


def luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(one: QColor, other: QColor) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (theme.T0, theme.BG0), (theme.T0, theme.FELT), (theme.T0, theme.BG2), (theme.NOW, theme.BG0),
        (theme.BG0, theme.NOW), (theme.BG0, theme.AMBER), (theme.AMBER, theme.AMBER_FILL),
        (theme.T0, theme.NOW_FILL), (theme.INK, theme.FACE),
    ],
)  # fmt: skip
def test_the_prompts_text_has_a_contrast_of_seven(ink: QColor, ground: QColor) -> None:
    assert contrast(ink, ground) >= 7


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (theme.T2, theme.BG0), (theme.T2, theme.BG1), (theme.T2, theme.FELT), (theme.T1, theme.BG3),
        (theme.RED, theme.BG0), (theme.BG0, theme.RED), (theme.RED, theme.FELT), (theme.SUIT_RED, theme.FACE),
        (theme.ROAD_RED, theme.FELT), (theme.ROAD_BLUE, theme.FELT),
        (theme.VIOLET, theme.BG0), (theme.BG0, theme.VIOLET),
        (theme.PINK, theme.BG0), (theme.BG0, theme.PINK),
    ],
)  # fmt: skip
def test_other_texts_have_a_contrast_of_four_and_a_half(ink: QColor, ground: QColor) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize(
    ("shape", "ground"),
    [(theme.PRINT, theme.FELT), (theme.EDGE, theme.BG0), (theme.HEALTH, theme.BG1), (theme.GREEN, theme.BG1)],
)
def test_shapes_that_carry_meaning_have_a_contrast_of_three(shape: QColor, ground: QColor) -> None:
    assert contrast(shape, ground) >= 3


def test_a_losers_card_can_still_be_read_on_the_felt() -> None:
    face = theme.mix(theme.FACE, theme.FELT, 0.66)
    assert contrast(theme.INK, face) >= 4.5
    assert face.alpha() == 255


@pytest.mark.parametrize(
    ("size", "unit"),
    [((1280, 800), 1), ((1920, 1080), 1.35), ((2560, 1440), 1.8), ((1280, 1024), 1), ((1024, 600), 0.75)],
)
def test_the_unit_is_the_smaller_share_of_the_design(size: tuple[int, int], unit: float) -> None:
    assert theme.unit(*size) == pytest.approx(unit)
