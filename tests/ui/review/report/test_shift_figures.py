"""The figures of a shift in words: those of what was played, and dashes where nothing was measured."""

from __future__ import annotations

import pytest

from console.reports.figures import Figures
from console.ui.review.report.report_screen import figures_of
from console.words import LANGUAGES
from tests.ui.samples.night import ROUNDS, counted
from tests.words.catalogues import words


def test_the_reports_figures_are_those_of_what_was_played() -> None:
    (table,) = counted().report.tables
    figures = {each.name: each.value for each in figures_of(table.whole, words("en"))}
    assert figures["rounds"] == str(ROUNDS - 3)
    assert figures["incidents"] == figures["rounds void"] == "3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_time_that_was_not_measured_is_a_dash(language: str) -> None:
    values = [each.value for each in figures_of(Figures(), words(language))]
    assert values == ["0", "–", "–", "0", "0", "0", "–"]
