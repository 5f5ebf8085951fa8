"""The bets: the layout's fields against a second drawing of it, and the racetrack on the wheel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import Wager
from console.table.game.roulette.bets import FIELDS, SECTORS, Bet, neighbours, stack
from console.table.game.roulette.payout import BETS, is_a_bet, stacks
from console.table.game.roulette.rules import BetKind
from console.table.game.roulette.spin import WHEEL
from tests.table.game.roulette.printed_layout import CHIPS, EVERY, NAMED_ALONE, bets, wager

# The layout


def test_the_layout_has_these_bets_and_no_others() -> None:
    """ROU-1.1-bets, ROU-1.1-inside, ROU-1.1-outside, LT-ROU-12."""
    assert {on.value: set(fields) for on, fields in FIELDS.items()} == bets()


def test_how_many_bets_of_each_kind_there_are() -> None:
    """ROU-1.1-bets: zero has three splits, two streets and the corner 0-1-2-3."""
    assert {on.value: len(fields) for on, fields in FIELDS.items() if on not in NAMED_ALONE} == {
        "straight": 37,
        "split": 57 + 3,
        "street": 12 + 2,
        "corner": 22 + 1,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
    }
    assert len(EVERY) == 157


def test_the_dozens_end_at_twelve_twenty_four_and_thirty_six() -> None:
    """LT-ROU-06."""
    assert sorted((min(dozen), max(dozen), len(dozen)) for dozen in FIELDS[Bet.DOZEN]) == [
        *((1, 12, 12), (13, 24, 12), (25, 36, 12)),
    ]


def test_zero_is_in_no_even_chance_dozen_or_column() -> None:
    """LT-ROU-01."""
    outside = [on for on in Bet if on.kind in (BetKind.EVEN_CHANCE, BetKind.DOZEN, BetKind.COLUMN)]
    assert len(outside) == 8
    assert not any(0 in field for on in outside for field in FIELDS[on])


def test_every_bet_of_the_layout_is_one_however_its_numbers_are_named() -> None:
    """ROU-1.1-bets, LT-ROU-12."""
    for on, numbers in EVERY:
        assert is_a_bet(wager(on, numbers, 100)), (on, numbers)
        (laid,) = stacks(wager(on, tuple(reversed(numbers)), 100))
        assert (laid.on.value, laid.numbers, laid.chips) == (on, frozenset(numbers), 1)


@pytest.mark.parametrize(
    ("on", "numbers"),
    [
        ("straight", (37,)),
        ("straight", (-1,)),
        ("straight", ()),
        ("split", (1, 5)),
        ("split", (3, 4)),
        ("split", (0, 4)),
        ("split", (36, 37)),
        ("split", (8, 8)),
        ("split", (8,)),
        ("street", (2, 3, 4)),
        ("street", (0, 1, 3)),
        ("street", (1, 4, 7)),
        ("corner", (0, 1, 2, 4)),
        ("corner", (3, 4, 6, 7)),
        ("corner", (1, 2, 3, 4)),
        ("six_line", (2, 3, 4, 5, 6, 7)),
        ("six_line", (1, 2, 3, 7, 8, 9)),
        ("six_line", (34, 35, 36, 37, 38, 39)),
        ("six_line", (0, 1, 2, 3, 4, 5)),
        ("column", tuple(range(1, 13))),
        ("dozen", tuple(range(2, 14))),
        ("dozen", tuple(range(1, 37, 3))),
    ],
)
def test_numbers_that_have_no_field_in_common_are_no_bet(on: str, numbers: tuple[int, ...]) -> None:
    """ROU-1.1-bets."""
    assert not is_a_bet(Wager(on=on, numbers=numbers, stake=100))
    with pytest.raises(ValueError, match="the layout has no such bet"):
        stack(Bet(on), numbers)


def test_a_number_named_twice_is_no_bet() -> None:
    assert not is_a_bet(Wager(on="split", numbers=(8, 11, 11), stake=100))


@pytest.mark.parametrize("on", ["player", "main", "21+3", "five_numbers", "reds", ""])
def test_bets_of_other_games_and_the_five_number_line_are_refused(on: str) -> None:
    """ROU-1.1-inside: a single-zero layout has no line of five numbers."""
    assert on not in BETS
    assert not is_a_bet(Wager(on=on, stake=100))
    assert not is_a_bet(Wager(on=on, numbers=(0, 1, 2, 3), stake=100))


def test_a_bet_on_numbers_needs_them() -> None:
    assert not any(is_a_bet(Wager(on=on.value, stake=1)) for on in Bet if on not in NAMED_ALONE)


@given(st.sampled_from([on.value for on in Bet]), st.frozensets(st.integers(-1, 38), max_size=6))
def test_any_numbers_are_a_bet_only_if_they_are_a_field(on: str, numbers: frozenset[int]) -> None:
    """ROU-1.1-bets."""
    asked = Wager(on=on, numbers=tuple(numbers), stake=1)
    assert is_a_bet(asked) == (on in NAMED_ALONE or numbers in bets()[on])


# The racetrack


def pockets_of(on: str) -> set[int]:
    return set().union(*(laid.numbers for laid in SECTORS[on]))


def arc(first: int, last: int) -> set[int]:
    """The pockets clockwise from one number to another."""
    turned = WHEEL[WHEEL.index(first) :] + WHEEL[: WHEEL.index(first)]
    return set(turned[: turned.index(last) + 1])


@pytest.mark.parametrize("on", CHIPS)
def test_a_part_of_the_wheel_is_laid_with_these_chips(on: str) -> None:
    """LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10."""
    laid = [sorted(each.numbers) for each in stacks(Wager(on=on, stake=1)) for _ in range(each.chips)]
    assert sorted(laid) == sorted(map(sorted, CHIPS[on]))


def test_voisins_are_nine_chips_jeu_zero_four_tiers_six_and_orphelins_five() -> None:
    """LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10; the document's 15 numbers and 4 chips are slips."""
    counted = {on: (sum(laid.chips for laid in SECTORS[on]), len(pockets_of(on))) for on in SECTORS}
    assert counted == {"voisins": (9, 17), "jeu_zero": (4, 7), "tiers": (6, 12), "orphelins": (5, 8)}


def test_voisins_tiers_and_orphelins_part_the_wheel() -> None:
    """LT-ROU-07, LT-ROU-09, LT-ROU-10."""
    parts = [pockets_of(on) for on in ("voisins", "tiers", "orphelins")]
    assert sorted(number for part in parts for number in part) == list(range(37))


def test_voisins_and_jeu_zero_lie_around_zero_and_tiers_across_from_it() -> None:
    """LT-ROU-07: from 22 to 25; LT-ROU-08: from 12 to 15; LT-ROU-09: from 27 to 33."""
    assert pockets_of("voisins") == arc(22, 25)
    assert pockets_of("jeu_zero") == arc(12, 15) < pockets_of("voisins")
    assert pockets_of("tiers") == arc(27, 33)


def test_the_orphans_are_the_two_arcs_between_them() -> None:
    """LT-ROU-10."""
    left, right = arc(17, 6), arc(1, 9)
    assert pockets_of("orphelins") == left | right
    assert sorted((len(left), len(right))) == [3, 5]


def test_neighbours_are_a_number_and_so_many_pockets_at_each_side() -> None:
    """LT-ROU-11."""
    two = [laid.numbers for laid in neighbours(0, 2)]
    assert two == [{3}, {26}, {0}, {32}, {15}]
    assert [laid.numbers for laid in neighbours(26, 1)] == [{3}, {26}, {0}]
    assert [laid.numbers for laid in neighbours(5, 1)] == [{10}, {5}, {24}]


@given(st.integers(0, 36), st.integers(1, 18))
def test_neighbours_lay_a_chip_on_every_number_of_an_arc(number: int, each: int) -> None:
    """LT-ROU-11."""
    laid = stacks(Wager(on="neighbours", number=number, each=each, stake=1))
    assert all((one.on, one.chips, len(one.numbers)) == (Bet.STRAIGHT, 1, 1) for one in laid)
    numbers = [next(iter(one.numbers)) for one in laid]
    assert len(set(numbers)) == len(numbers) == 2 * each + 1
    assert numbers[each] == number
    assert set(numbers) == arc(numbers[0], numbers[-1])


@pytest.mark.parametrize(("number", "each"), [(0, 0), (0, 19), (37, 1), (-1, 1), (0, None), (None, 2)])
def test_no_pockets_at_the_sides_or_more_than_there_are_is_no_bet(
    number: int | None, each: int | None
) -> None:
    """LT-ROU-11."""
    assert not is_a_bet(Wager(on="neighbours", number=number, each=each, stake=1))


def test_with_eighteen_at_each_side_the_whole_wheel_is_covered() -> None:
    """LT-ROU-11."""
    assert {number for laid in neighbours(17, 18) for number in laid.numbers} == set(range(37))
