"""A ninth of one card: the pit boss says first whether it lies on the table."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.base.words.catalogues import words
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.straight import Straight, straight

OPEN, CLOSED = ({"do": "bets", "state": state} for state in ("open", "closed"))
SIX: dict[str, Any] = {"do": "card", "card": "6C"}
DONE = {"do": "done", "by": "D1"}


def asked(table: Straight) -> None:
    """Eight sixes of clubs lay in two coups; the ninth comes, and a pit boss answers for it."""
    for line in (OPEN, CLOSED, *[SIX] * 6, DONE, DONE, OPEN, CLOSED, *[SIX] * 3):
        table.take(line)
    assert table.view.view.refused == "impossible_card"
    table.touch(table.window.dealer.bar.primary)
    table.pin()
    if not table.window.dealer.presses.confirmation.isVisible():
        table.touch(table.window.dealer.bar.primary)
    assert table.window.dealer.presses.confirmation.isVisible()


@pytest.mark.parametrize(
    ("answer", "kind", "facts"),
    [("true", "wrong_card_set", {"cause": "copies"}), ("false", "misread", {})],
)
def test_yes_is_a_wrong_card_set_and_no_a_misread_card(
    qtbot: QtBot, answer: str, kind: str, facts: dict[str, Any]
) -> None:
    with straight(qtbot, "sv") as table:
        asked(table)
        said, menu = words("en"), table.window.dealer.presses.confirmation
        labels = {row.text() for row in menu_rows(menu)}
        assert {said.text(f"answer.confirm_card.{each}") for each in ("true", "false")} < labels
        table.touch(menu_row(menu, said.text(f"answer.confirm_card.{answer}")))
        while table.view.view.incident is not None and table.view.view.incident.kind is None:
            table.touch(table.window.dealer.incident.bar.primary)
        incident = table.view.view.incident
        assert incident is not None
        assert incident.kind == kind
        assert facts.items() <= incident.facts.items()
