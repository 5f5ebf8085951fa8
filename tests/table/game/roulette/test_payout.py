"""The returns of roulette's bets: the house's one in thirty-seven on each, limits, the 92 % rule."""

from fractions import Fraction

import pytest

from console.table.game import Wager, load_rulebook, rulebook_ids
from console.table.game.roulette.payout import back, covered_numbers, first_broken_limit, whole_stake
from console.table.game.roulette.rules import RouletteRules
from console.table.game.stakes import BrokenLimit
from tests.table.game.roulette.printed_layout import CHIPS, EVERY, wager

RULES: dict[str, RouletteRules] = {id: load_rulebook(id).of(RouletteRules) for id in rulebook_ids()}
LT = RULES["lt"]
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}
"""To one, by how many numbers are covered, as casinos have it: 36 shared among them, the stake in it."""

every_rulebook = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def edge(bet: Wager, rules: RouletteRules) -> Fraction:
    """The share of a bet that the house keeps, on the average of all 37 numbers."""
    brought = sum(back(bet, number, rules) for number in range(37))
    return 1 - Fraction(brought, 37 * whole_stake(bet))


@every_rulebook
def test_every_bet_of_the_layout_leaves_the_house_one_in_thirty_seven(rules: RouletteRules) -> None:
    """ROU-2.2, LT-ROU-05: exactly, over all 37 numbers."""
    for on, numbers in EVERY:
        assert edge(wager(on, numbers, 100), rules) == Fraction(1, 37), (on, numbers)


@every_rulebook
def test_a_bet_brings_its_odds_on_its_numbers_and_nothing_on_others(rules: RouletteRules) -> None:
    """ROU-2.2, LT-ROU-05, ROU-3.3.5: 35, 17, 11, 8, 5, 2 or 1 to one, and the stake."""
    for on, numbers in EVERY:
        won = 70 * (ODDS[len(numbers)] + 1)
        brought = {number: back(wager(on, numbers, 70), number, rules) for number in range(37)}
        assert brought == {number: won if number in numbers else 0 for number in range(37)}, (on, numbers)


@every_rulebook
@pytest.mark.parametrize("on", CHIPS)
def test_a_part_of_the_wheel_leaves_the_house_one_in_thirty_seven(rules: RouletteRules, on: str) -> None:
    """LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10, ROU-2.2."""
    assert edge(Wager(on=on, stake=100), rules) == Fraction(1, 37)


@every_rulebook
@pytest.mark.parametrize("each", [1, 2, 9, 18])
def test_neighbours_leave_the_house_one_in_thirty_seven(rules: RouletteRules, each: int) -> None:
    """LT-ROU-11, ROU-2.2."""
    bet = Wager(on="neighbours", number=17, each=each, stake=100)
    assert edge(bet, rules) == Fraction(1, 37)
    assert whole_stake(bet) == 100 * (2 * each + 1)
    assert back(bet, 17, rules) == 3600


@pytest.mark.parametrize(
    ("on", "number", "brought"),
    [
        ("voisins", 0, 2 * 12),
        ("voisins", 25, 2 * 9),
        ("voisins", 4, 18),
        ("voisins", 1, 0),
        ("jeu_zero", 26, 36),
        ("jeu_zero", 0, 18),
        ("tiers", 33, 18),
        ("orphelins", 1, 36),
        ("orphelins", 17, 2 * 18),
        ("orphelins", 34, 18),
    ],
)
def test_a_part_of_the_wheel_brings_back_the_odds_of_its_chips(on: str, number: int, brought: int) -> None:
    """LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10: 17 is in two splits of the orphans."""
    assert back(Wager(on=on, stake=1), number, LT) == brought


def test_the_stake_of_a_part_of_the_wheel_is_a_chips() -> None:
    assert {on: whole_stake(Wager(on=on, stake=50)) for on in CHIPS} == {
        **{"voisins": 450, "jeu_zero": 200, "tiers": 300, "orphelins": 250},
    }


# Limits


@pytest.mark.parametrize(
    ("on", "numbers", "lowest", "highest"),
    [
        ("straight", (17,), 10, 150_00),
        ("split", (8, 11), 10, 300_00),
        ("street", (7, 8, 9), 10, 400_00),
        ("street", (0, 2, 3), 10, 400_00),
        ("corner", (8, 9, 11, 12), 10, 600_00),
        ("corner", (0, 1, 2, 3), 10, 600_00),
        ("six_line", (7, 8, 9, 10, 11, 12), 10, 900_00),
        ("column", tuple(range(1, 37, 3)), 1_00, 1_800_00),
        ("dozen", tuple(range(1, 13)), 1_00, 1_800_00),
        *((even, (), 1_00, 3_000_00) for even in ("red", "black", "odd", "even", "low", "high")),
    ],
)
def test_stakes_keep_the_lithuanian_limits(
    on: str, numbers: tuple[int, ...], lowest: int, highest: int
) -> None:
    """LT-ROU-04: by the kind of bet; there is no top win, however much a straight number pays."""
    stakes = (lowest - 1, lowest, highest, highest + 1)
    limits = [first_broken_limit(wager(on, numbers, stake), LT) for stake in stakes]
    assert limits == [BrokenLimit.BELOW, None, None, BrokenLimit.ABOVE]


def test_the_lithuanian_stakes_run_from_ten_cents_to_three_thousand_euro() -> None:
    """LT-ROU-04."""
    assert LT.limits is not None
    stakes = LT.limits.ranges.values()
    lowest, highest = min(each.lowest for each in stakes), max(each.highest for each in stakes)
    assert (LT.limits.currency, lowest, highest) == ("EUR", 10, 3_000_00)


@pytest.mark.parametrize(
    ("on", "highest"),
    [("voisins", 200_00), ("jeu_zero", 150_00), ("tiers", 300_00), ("orphelins", 150_00)],
)
def test_a_part_of_the_wheel_keeps_the_limits_of_the_bets_that_it_is_made_of(on: str, highest: int) -> None:
    """LT-ROU-04, LT-ROU-07: the two chips on 0/2/3 are one stake, of 400 EUR at most."""
    limits = [first_broken_limit(Wager(on=on, stake=chip), LT) for chip in (9, 10, highest, highest + 1)]
    assert limits == [BrokenLimit.BELOW, None, None, BrokenLimit.ABOVE]


def test_neighbours_keep_the_limits_of_straight_numbers() -> None:
    """LT-ROU-04, LT-ROU-11."""
    bets = [Wager(on="neighbours", number=0, each=4, stake=chip) for chip in (9, 10, 150_00, 150_01)]
    assert [first_broken_limit(bet, LT) for bet in bets] == [BrokenLimit.BELOW, None, None, BrokenLimit.ABOVE]


@pytest.mark.parametrize("id", ["sv", "ja", "is", "de"])
def test_the_other_documents_name_no_limits(id: str) -> None:
    """ROU-2.1.4: they are on the screen; LT-ROU-04 alone writes them down."""
    assert RULES[id].limits is None
    assert first_broken_limit(Wager(on="red", stake=10**12), RULES[id]) is None


# The 92 % rule


def straights(count: int) -> list[Wager]:
    return [Wager(on="straight", numbers=(number,), stake=1) for number in range(count)]


@pytest.mark.parametrize("id", ["sv", "is"])
def test_at_most_thirty_four_of_the_thirty_seven_numbers_are_covered(id: str) -> None:
    """LIM-roulette: 34 numbers are 91.9 %, 35 are 94.6 %."""
    assert Fraction(34, 37) <= Fraction(92, 100) < Fraction(35, 37)
    assert RULES[id].restricts(covered_numbers(straights(34))) is None
    assert RULES[id].restricts(covered_numbers(straights(35))) == "LIM-roulette"


@pytest.mark.parametrize(
    ("bets", "numbers"),
    [
        ([wager("red", (), 1), wager("black", (), 1)], 36),
        ([wager("red", (), 1), wager("odd", (), 1)], 26),
        ([wager("dozen", tuple(range(first, first + 12)), 1) for first in (1, 13)], 24),
        ([wager("dozen", tuple(range(first, first + 12)), 1) for first in (1, 13, 25)], 36),
        ([Wager(on="voisins", stake=1), Wager(on="tiers", stake=1)], 29),
        ([Wager(on=on, stake=1) for on in ("voisins", "tiers", "orphelins")], 37),
        ([Wager(on="neighbours", number=5, each=16, stake=1)], 33),
        ([Wager(on="neighbours", number=5, each=17, stake=1)], 35),
        ([*straights(34), *straights(34), wager("split", (0, 1), 1)], 34),
    ],
)
def test_a_number_that_is_covered_twice_counts_once(bets: list[Wager], numbers: int) -> None:
    """LIM-roulette."""
    assert len(covered_numbers(bets)) == numbers
    assert (RULES["sv"].restricts(covered_numbers(bets)) == "LIM-roulette") is (numbers > 34)


@pytest.mark.parametrize("id", ["ja", "de", "lt"])
def test_the_other_documents_let_every_number_be_covered(id: str) -> None:
    """LIM-roulette is a clause of sv and is only."""
    assert RULES[id].restricts(range(37)) is None
