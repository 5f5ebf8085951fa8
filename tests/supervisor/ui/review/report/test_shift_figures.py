"""The figures of a shift in words: those of what was played, and dashes where nothing was measured."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.figures import Figures
from console.supervisor.reports.report_document import report_paper
from console.supervisor.ui.review.report.report_screen import figures_of
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import ROUNDS, counted


@pytest.mark.sweep
def test_the_reports_figures_are_those_of_what_was_played() -> None:
    (table,) = counted().report.tables
    figures = {each.name: each.value for each in figures_of(table.whole, words("en"))}
    assert figures["rounds"] == str(ROUNDS - 3)
    assert figures["incidents"] == figures["rounds void"] == "3"


PAPER_ROWS: Final = {
    "rounds": ("report.rounds",),
    "rounds_an_hour": ("report.rounds_an_hour",),
    "to_result": ("report.to_result.median",),
    "incidents": ("report.incidents",),
    "voids": ("report.voids",),
    "corrections": ("report.corrections", "report.amended"),
    "waits": ("report.waits.median",),
}
"""The rows of the paper that say the same as each figure of the window; of several rows their sum."""


def on_paper(whole: Figures) -> dict[str, float]:
    """The figures of the paper's table, by their rows."""
    counted_report = counted().report
    (table,) = counted_report.tables
    report = replace(counted_report, tables=(replace(table, whole=whole),))
    paper = report_paper(report, RecordFormatter(words("en")), "1.1")
    (part,) = (part for part in paper.parts if part.heading == words("en").text("report.figures"))
    return {str(row[0]): float(str(row[1])) for row in part.rows if row[1] is not None}


def in_window(whole: Figures) -> dict[str, float]:
    """The figures of the window, as numbers: a wait of 0:39 is 39 seconds."""
    said = words("en")
    names = {said.text(f"shift.{name}"): name for name in PAPER_ROWS}
    found = {}
    for figure in figures_of(whole, said):
        minutes, colon, seconds = figure.value.partition(":")
        value = int(minutes) * 60 + int(seconds) if colon else float(figure.value.rstrip(" s"))
        found[names[figure.name]] = value
    return found


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"corrections": 3},
        {"amended": 4},
        {"corrections": 3, "amended": 4},
        {"voids": 9},
        {"rounds": 523},
        {"open_seconds": 7200.0},
    ],
    ids=str,
)
def test_each_figure_of_the_window_is_its_papers(changed: dict[str, float]) -> None:
    """'Corrections' without those made afterwards fell no test."""
    (table,) = counted().report.tables
    whole = replace(table.whole, **changed)
    window, paper, said = in_window(whole), on_paper(whole), words("en")
    assert window.keys() == PAPER_ROWS.keys(), "a figure of the window that no row of the paper says"
    for name, rows in PAPER_ROWS.items():
        written = sum(paper[said.text(row)] for row in rows)
        assert window[name] == (round(written) if name == "waits" else written), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_time_that_was_not_measured_is_a_dash(language: str) -> None:
    values = [each.value for each in figures_of(Figures(), words(language))]
    assert values == ["0", "–", "–", "0", "0", "0", "–"]
