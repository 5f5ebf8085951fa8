"""A number that was read and is not counted lies on the felt as a number, and looks like no result."""

from __future__ import annotations

import pytest

from console.table.core import Mode, Situation, dealer_view
from console.table.ui.felt.wheel.shown_wheel import Middle, shown_wheel, spoken_wheel
from tests.base.words.catalogues import words
from tests.table.core.editions.of_spins import BROKE_OFF, EARLY, HANGS, NEXT, RESPIN, SENT
from tests.table.core.editions.spins import CLOSED, DONE, OPEN, authorise, spin, wheel, withdraw
from tests.table.core.tables import Driven, Seen, book

OUT = (OPEN, CLOSED, SENT, spin(), HANGS, authorise(), DONE)
CASES: dict[str, tuple[tuple[Seen, ...], int, str]] = {
    "before its spin": ((OPEN, CLOSED, wheel("1/1", "2/1", "3/1", "4/1", "5/1:7")), 7, ""),
    "after a respin": ((*RESPIN, DONE, *BROKE_OFF, NEXT), 23, ""),
    "of nobody": (EARLY, 23, ".no_spin"),
    "of a ball that was out": ((*OUT, wheel("5/1:17"), withdraw("x")), 17, ".no_spin"),
    "while the pit boss decides": ((*OUT, wheel("5/1:17")), 17, ".undecided"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_number_that_is_not_counted_is_shown_and_is_no_result(case: str) -> None:
    """It said that the ball lay in a pocket, and a number that the wheel had was nowhere."""
    lines, number, why = CASES[case]
    table = Driven("lt", game="roulette")
    for line in lines:
        table.take(line)
    situation = Situation(mode=Mode.LIVE, name="7", game="roulette", rulebook=book("lt"), persons={})
    shown = shown_wheel(dealer_view(table.session.view(), table.table, situation))
    assert (shown.middle, shown.number, shown.lit_number) == (Middle.READ, number, None)
    said = " ".join(spoken_wheel(words("en"), shown))
    assert str(number) in said and words("en").text(f"wheel.waits.note{why}").removesuffix(".") in said
