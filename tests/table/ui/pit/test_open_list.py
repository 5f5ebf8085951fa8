"""The list on the pit boss's page: all that is open has its row, however much it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF

from console.table.ui.pit.open_list import row_boxes

WIDE, HIGH = 560.0, 416.0
"""The list on a screen of 1280 by 800."""


@pytest.mark.parametrize("count", range(1, 9))
def test_eight_open_matters_have_a_row_each(count: int) -> None:
    boxes = row_boxes(count, WIDE, HIGH)
    assert len(boxes) == count and boxes[-1].bottom() <= HIGH
    assert all(upper.bottom() < lower.top() for upper, lower in pairwise(boxes))
    assert all(box.height() >= 40 for box in boxes)


@pytest.mark.parametrize("high", [HIGH, 270.0, 90.0])
def test_a_list_of_more_rows_than_fit_halves_no_row(high: float) -> None:
    """The headline says how many they are."""
    boxes = row_boxes(30, WIDE, high)
    assert 1 <= len(boxes) < 30
    assert QRectF(0, 0, WIDE, high).contains(boxes[-1]) or len(boxes) == 1
