"""A device's drift in words: its figures' places, and how seldom chance alone shows it."""

from __future__ import annotations

import pytest

from console.base.words import Words
from console.table.core import Drift, Measure
from console.table.words.drift_words import drift_text, looks


@pytest.mark.parametrize(
    ("measure", "then", "now", "figures"),
    [
        (Measure.BETWEEN, 12.34, 20.06, "12.3 after commissioning, 20.1 now"),
        (Measure.UNREAD, 9.94, 20.06, "9.9 after commissioning, 20.1 now"),
        (Measure.UNREAD, 10, 20.06, "10 after commissioning, 20 now"),
    ],
)
def test_a_median_of_seconds_and_fewer_than_ten_reads_have_a_decimal(
    measure: Measure, then: float, now: float, figures: str
) -> None:
    assert drift_text(Words("en"), Drift("shoe", measure, then, now, 3e-5)).endswith(figures)


def test_how_sure_it_is_is_a_round_number_that_never_says_too_much() -> None:
    assert [looks(each) for each in (3e-5, 2.4e-4, 9.9e-5, 0.0, 1e-9, 0.4)] == [
        30_000, 4_000, 10_000, 1_000_000, 1_000_000, 2,
    ]  # fmt: skip
