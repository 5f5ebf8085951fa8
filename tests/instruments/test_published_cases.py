"""Published cases of a wrong card set, by lines of the protocol alone: by what it is noticed, and when.

All thirteen cases are played at the window in tests/published, those of the protocol as transcripts, too.
"""

from __future__ import annotations

import pytest

from tests.instruments.published_cases import CASES, Case, noticed

SHOE = 416


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_a_wrong_set_is_noticed_in_its_first_shoe_or_when_it_is_counted(case: Case) -> None:
    """BAC-3.1.1: of one missing card 42 coups say nothing yet; the count at the close does."""
    found = noticed(case, "baccarat", 1)
    expected = {"one card short": "count", "decks in factory order": "order"}
    assert found.by == expected.get(case.what, found.by) and found.by != "nothing"
    assert (found.cards < SHOE or found.by == "count") and found.rounds <= case.rounds


@pytest.mark.parametrize("number", [3, 6])
def test_blackjack_notices_an_order_at_once_and_a_missing_card_by_the_count(number: int) -> None:
    """BJ-3.1.1."""
    found = noticed(CASES[number - 1], "blackjack", 1)
    assert (found.by, found.cards <= 10) == (("order", True) if number == 6 else ("count", False))
