"""The dealer's hands, pairs and naturals of a fresh eight-deck shoe, counted by the engine itself.

Cards that the rules can't tell apart stand for one another. The engine deals every round: a seat that has
stood on two cards, which are not counted, so that the dealer has to draw.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

import pytest

from console.table.game import DECK, Card
from console.table.game.blackjack.hands import (
    DEALER,
    VALUE,
    Choice,
    Decision,
    Face,
    HandPlace,
    HoleDue,
    InsuranceStage,
    State,
)
from console.table.game.blackjack.round import Round
from console.table.game.blackjack.side_bets import Pair, Three, sides
from tests.table.game.blackjack.rounds import round_of

SHOE: Final = Counter(VALUE[card] for card in DECK * 8)
FACES: Final = {value: next(card for card in DECK if VALUE[card] == value) for value in SHOE}
"""A card for each value, an ace's being one."""

ENDS: Final = ("17", "18", "19", "20", "21", "blackjack", "bust")


def after(round: Round) -> Round:
    """The round with all done that is no card of the dealer's: 'no' to insurance, stood, the hole turned."""
    while True:
        match round.next_due:
            case InsuranceStage():
                round = round.decide(1, 1, Choice.DECLINE)
            case Decision():
                round = round.decide(1, 1, Choice.STAND)
            case HoleDue.PEEK:
                round = round.peek()
            case HoleDue.TURN_HOLE:
                round = round.turn()
            case _:
                return round


def ends(round: Round, left: Counter[int], chance: Fraction) -> Iterator[tuple[str, Fraction]]:
    """The possible ends of the dealer's hand from here, each with its probability."""
    outcome = round.outcome
    if outcome is not None:
        yield "bust" if outcome.bust else "blackjack" if outcome.blackjack else str(outcome.total), chance
        return
    cards = left.total()
    for value, face in FACES.items():
        if count := left[value]:
            left[value] -= 1
            yield from ends(after(round.deal(face)), left, chance * Fraction(count, cards))
            left[value] += 1


@pytest.fixture(scope="module")
def by_up_card() -> dict[int, dict[str, Fraction]]:
    """The probability of each end of the dealer's hand, by the up card's value."""
    found: dict[int, dict[str, Fraction]] = {}
    for value, face in FACES.items():
        round = round_of((1,)).deal(Card.HT).deal(face).deal(Card.D9)
        assert round.next_due == HandPlace(DEALER, 2, face=Face.DOWN)
        chances = dict.fromkeys(ENDS, Fraction(0))
        for end, chance in ends(round, SHOE - Counter({value: 1}), Fraction(1)):
            chances[end] += chance
        found[value] = chances
    return found


UP_SIX: Final = ".165640 .106208 .106390 .101592 .097247 .000000 .422922"
UP_ACE: Final = ".130210 .130813 .130643 .130879 .053595 .308434 .115426"
ALL: Final = ".145215 .139318 .133629 .179709 .072838 .047451 .281839"


def written(chances: dict[str, Fraction]) -> str:
    """Six digits each, in the order of :data:`ENDS`."""
    return " ".join(f"{float(chance):.6f}".removeprefix("0") for chance in chances.values())


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("value", "expected"), [(6, UP_SIX), (1, UP_ACE)])
def test_how_the_dealers_hand_ends_on_a_six_and_on_an_ace(
    by_up_card: dict[int, dict[str, Fraction]], value: int, expected: str
) -> None:
    """BJ-4.4-ii, LT-BJ-09: 17, 18, 19, 20, 21, blackjack, over 21."""
    assert written(by_up_card[value]) == expected


def test_how_the_dealers_hand_ends_over_all_up_cards(by_up_card: dict[int, dict[str, Fraction]]) -> None:
    """BJ-4.4-ii, LT-BJ-09."""
    weights = {value: Fraction(count, 416) for value, count in SHOE.items()}
    together = {end: sum((weights[v] * by_up_card[v][end] for v in SHOE), Fraction(0)) for end in ENDS}
    assert written(together) == ALL
    assert sum(together.values()) == 1


def test_every_hand_of_the_dealer_ends_in_one_of_seven_ways(
    by_up_card: dict[int, dict[str, Fraction]],
) -> None:
    """BJ-4.4-ii: exactly, on each up card; a blackjack under an ace or a ten alone."""
    assert all(sum(chances.values()) == 1 for chances in by_up_card.values())
    assert {value for value in SHOE if by_up_card[value]["blackjack"]} == {1, 10}


def drawn(cards: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of cards that a shoe can give, with the number of ways in which it does."""
    for faces in combinations_with_replacement(DECK, cards):
        yield faces, prod(comb(8, times) for times in Counter(faces).values())


def test_how_many_perfect_pairs_a_shoe_gives() -> None:
    """LT-BJ-11: of 86,320 pairs of cards."""
    ways: Counter[Pair | None] = Counter()
    for cards, count in drawn(2):
        ways[sides(cards, Card.SA).perfect_pairs] += count
    assert ways.total() == comb(416, 2) == 86_320
    assert (ways[Pair.PERFECT], ways[Pair.COLOURED], ways[Pair.MIXED]) == (1_456, 1_664, 3_328)


def test_how_many_threes_of_twenty_one_plus_three_a_shoe_gives() -> None:
    """LT-BJ-12: of 11,912,160 threes of cards."""
    ways: Counter[Three | None] = Counter()
    for (first, second, up), count in drawn(3):
        ways[sides((first, second), up).plus_three] += count
    assert ways.total() == comb(416, 3) == 11_912_160
    assert [ways[made] for made in Three] == [2_912, 24_576, 61_568, 368_640, 700_928]


def test_how_often_a_player_has_a_blackjack() -> None:
    """BJ-1.1-blackjack, LT-BJ-05."""
    ways = naturals = 0
    for (first, second), count in drawn(2):
        round = round_of((1,)).deal(first).deal(Card.C9).deal(second)
        ways += count
        naturals += count * (round.hands[1][0].state is State.BLACKJACK)
    assert f"{naturals / ways:.10f}" == "0.0474513438"
