"""The floor's facts of one table, as named values without a window."""

from __future__ import annotations

import pytest

from console.floor.ui.one_table import TableFacts
from console.floor.wall import Cosignature, FloorTable
from tests.base.words.catalogues import words
from tests.floor.readings import table
from tests.table.ui.samples.tables import NOW

ENGLISH = words("en")


def opened(*, good: bool = True, cosigned: Cosignature | None = None) -> FloorTable:
    return FloorTable(table="B1", at=NOW, number=812, good=good, market="sv", view=None, cosigned=cosigned)


def test_a_table_that_was_never_read_has_no_values() -> None:
    assert TableFacts(None, None, ()).named(ENGLISH) == []


def test_values_that_a_table_does_not_report_are_left_out() -> None:
    named = TableFacts(table("B1", entry=812), None, ()).named(ENGLISH)
    assert named and all(name and text for name, text in named)
    assert "Chain" not in dict(named), "its entries are not read yet"


@pytest.mark.parametrize(("good", "said"), [(True, "unbroken up to entry 812"), (False, "broken")])
def test_the_chain_of_the_entries_that_were_read_is_named(good: bool, said: str) -> None:
    named = dict(TableFacts(table("B1", entry=812), opened(good=good), ()).named(ENGLISH))
    assert said in named["Chain"]


def test_the_card_set_in_play_and_who_prepared_it_are_named() -> None:
    named = dict(TableFacts(table("B1", set="A-17", prepared="Kai M."), None, ()).named(ENGLISH))
    assert (named["Set number"], named["Prepared by"]) == ("A-17", "Kai M.")


def test_entries_that_are_held_back_are_counted() -> None:
    seen = table("B1", entry=815, number=812, held_back=3)
    named = dict(TableFacts(seen, opened(), ()).named(ENGLISH))
    assert named[ENGLISH.text("floor.fact.held_back")].startswith("3 ")
