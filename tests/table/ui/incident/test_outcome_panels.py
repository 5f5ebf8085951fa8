"""An outcome's panels: each row of the decision table can be read whole, in letters of at least 18 pixels."""

from __future__ import annotations

import re

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, Fact
from console.table.ui.hands import PressGuard
from console.table.ui.incident.panels.decision_panel import DecisionPanel
from console.table.ui.incident.panels.outcome import OutcomePanel
from console.table.ui.incident.stage import Stage, decides
from console.table.ui.kit import theme
from console.table.words import clause_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import measured
from tests.sweep import IS_WHOLE
from tests.table.incidents.rows import Expected, committed
from tests.table.ui.samples.incidents import AUTHORISE, HERE, in_incident, incident, step

LOW = (1280, 372)
"""The zone under the notice to the players, on the smallest screen."""


def known(value: str) -> Fact:
    """A fact of the decision table, as it is answered."""
    number = re.match(r"\d+", value)
    return int(number[0]) if number else value == "true" if value in ("true", "false") else value


def awaited(row: Expected) -> DealerView:
    """A table whose incident has come to this row, before the pit boss confirms it."""
    shown = incident(
        row.kind,
        "awaiting",
        facts={fact: known(value) for fact, value in row.facts if fact != "choice"},
        clause=row.clause or None,
        basis="rule" if row.clause else None,
        outcome=row.outcome,
        authority=row.authority,
        choices=row.choices,
        steps=tuple(step(each) for each in row.steps),
    )
    return in_incident(AUTHORISE, shown, **HERE)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_the_decision_table_is_read_whole(qtbot: QtBot, language: str) -> None:
    turn, said = LANGUAGES.index(language), words(language)
    outcome, deciding = OutcomePanel(), DecisionPanel(PressGuard(lambda: 1.0), words("en"))
    for panel in (outcome, deciding):
        qtbot.addWidget(panel)
        panel.resize(*LOW)
    for row in [row for at, row in enumerate(committed()) if IS_WHOLE or at % len(LANGUAGES) == turn]:
        view = awaited(row)
        outcome.show_view(view, said)
        deciding.show_view(view, Stage.OUTCOME, said)
        shown = deciding if decides(view) else outcome
        texts, flawed = measured(shown)
        assert flawed == [], (row, flawed)
        assert min(text.size for text in texts if text.text not in "1234") >= theme.LEAST, row
        sense = clause_text(said, row.clause) if row.clause else ""
        read = "".join(text.text for text in texts)
        assert "".join((sense or "").split()) in "".join(read.split()), row
