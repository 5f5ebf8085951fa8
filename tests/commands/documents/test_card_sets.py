"""What ``dealer-console card-sets`` says of a set."""

from __future__ import annotations

from console.commands.documents.card_sets import lines_of
from console.history.card_sets import SetFact
from console.words import Words

NOTE = Words("en").text("record.set_rounds.note")


def test_the_rounds_are_counted_with_those_that_the_figures_concern() -> None:
    said = list(lines_of(SetFact("A-17", rounds=["1", "2", "3"], concerned=["3"]), Words("en")))
    assert any(line.endswith("3 rounds, 1 concerned") for line in said)
    assert f"  {NOTE}" in said


def test_a_set_without_a_finding_leaves_nothing_to_decide() -> None:
    said = list(lines_of(SetFact("A-17", rounds=["1", "2", "3"]), Words("en")))
    assert any(line.endswith("3 rounds, 0 concerned") for line in said)
    assert f"  {NOTE}" not in said
