"""Published cases of a wrong card set, by lines of the protocol alone: by what it is noticed, and when.

All are played at the window in tests/published, those of the first list as transcripts, too.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.instruments.published_cases import CASES, WHAT, Case, Learned, noticed, rows_of, shortened

SHOE = 416


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_a_wrong_set_is_noticed_in_its_first_shoe_or_when_it_is_counted(case: Case) -> None:
    """BAC-3.1.1: of one missing card 42 coups say nothing yet; the count at the close does."""
    found = noticed(case, "baccarat", 1)
    ordered = {each.what: "not_mixed" for each in CASES if each.order is not None}
    expected = {**ordered, "one card short": "count", "each deck in a secret order": "order"}
    assert found.by == expected.get(case.what, found.by) and found.by != "nothing"
    shoes = 1 if case.order is None or case.is_from_first else 2
    assert (found.cards < shoes * SHOE or found.by == "count") and found.rounds <= case.rounds


@pytest.mark.parametrize(
    ("number", "by", "most"),
    [
        (3, "count", 42 * SHOE), (14, "order", 67), (15, "not_mixed", 2 * SHOE), (16, "not_mixed", 208 + 15),
        (19, "not_mixed", 10),
    ],
)  # fmt: skip
def test_blackjack_notices_an_order_at_once_and_a_missing_card_by_the_count(
    number: int, by: str, most: int
) -> None:
    """BJ-3.1.1: within 15 cards of the stretch that comes again, 67 where each deck has one order."""
    (case,) = (each for each in CASES if each.number == number)
    found = noticed(case, "blackjack", 1)
    assert (found.by, found.cards <= most) == (by, True), found


def test_each_published_case_is_played_by_a_test_that_says_who_learns_of_it() -> None:
    tests = "".join(each.read_text("utf-8") for each in Path(__file__).parents[1].glob("published/test_*.py"))
    named = map(int, re.findall(r'\(([1-9]\d*), (?:[Rr]eader|")', tests))
    assert sorted({*named, *(each.number for each in CASES)}) == [*WHAT] == [*range(1, 35)]


def test_a_case_of_which_nobody_learns_is_printed_so() -> None:
    learned = [Learned(7, "dealer", "at once", "Stop"), Learned(7, "pit boss", "at once", "Look")]
    rows = [*rows_of(learned)]
    assert rows[8:10] == [
        "| 7: the dealer's first card forgotten | dealer | at once | Stop |",
        "|  | pit boss | at once | Look |",
    ]
    assert rows[2] == "| 1: five cards missing | **nobody** |  |  |"
    (one,) = shortened(learned)
    assert one == (7, "dealer, pit boss", "at once", "Stop")
