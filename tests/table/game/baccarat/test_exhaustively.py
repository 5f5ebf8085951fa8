"""Every coup that a fresh eight-deck shoe can give, counted by the engine itself.

Cards that the rules can't tell apart stand for one another: a card for each number of points when it is
counted who wins, a card for each kind of equality when pairs are. The engine deals every such coup.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm, prod
from typing import Final

import pytest

from console.table.game import DECK, Card
from console.table.game.baccarat.coup import POINTS, Coup, Outcome, Size, Winner

SHOE: Final = Counter(POINTS[card] for card in DECK * 8)
"""Cards of a fresh shoe by their points."""

FACES: Final = tuple(next(card for card in DECK if POINTS[card] == value) for value in range(10))
"""A card for each number of points."""

ORDERED_SIX: Final = perm(416, 6)


def coups(coup: Coup, left: Counter[int], ways: int) -> Iterator[tuple[Coup, int]]:
    """Each coup that can follow, decided, with the number of orders of real cards that give it."""
    if coup.next_place is None:
        yield coup, ways
        return
    for value, face in enumerate(FACES):
        if count := left[value]:
            left[value] -= 1
            yield from coups(coup.deal(face), left, ways * count)
            left[value] += 1


@pytest.fixture(scope="module")
def counted() -> Counter[tuple[Winner, int]]:
    """Orders of six cards by who wins and how many of them are dealt."""
    counts: Counter[tuple[Winner, int]] = Counter()
    for coup, ways in coups(Coup(), SHOE.copy(), 1):
        outcome, dealt = coup.outcome, len(coup.cards)
        assert outcome is not None
        assert (outcome.size is Size.SMALL) == (dealt == 4)
        counts[outcome.winner, dealt] += ways * perm(416 - dealt, 6 - dealt)
    return counts


def test_all_ordered_six_card_outcomes_are_counted(counted: Counter[tuple[Winner, int]]) -> None:
    assert counted.total() == ORDERED_SIX == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("winner", "orders"),
    [
        (Winner.BANKER, 2_292_252_566_437_888),
        (Winner.PLAYER, 2_230_518_282_592_256),
        (Winner.TIE, 475_627_426_473_216),
    ],
)
def test_each_winner_has_its_exact_number_of_orders(
    counted: Counter[tuple[Winner, int]], winner: Winner, orders: int
) -> None:
    """BAC-3.5.1-i, BAC-3.5.1-ii, BAC-3.5.1-iii, BAC-3.5.1-iv, BAC-3.5.1-v and BAC-3.5.2 together."""
    assert sum(ways for (won, _), ways in counted.items() if won is winner) == orders


@pytest.mark.parametrize(
    ("cards", "orders"),
    [(4, 1_893_735_611_458_560), (5, 1_516_734_808_780_800), (6, 1_587_927_855_264_000)],
)
def test_how_many_cards_are_dealt_how_often(
    counted: Counter[tuple[Winner, int]], cards: int, orders: int
) -> None:
    """LT-BAC-09: small is four cards, big five or six."""
    assert sum(ways for (_, dealt), ways in counted.items() if dealt == cards) == orders


KINDS: Final = (Card.S2, Card.H3, Card.D5, Card.C7)
"""Four cards that share neither rank nor suit."""


def equalities(cards: int) -> Iterator[tuple[int, ...]]:
    """The ways in which cards can be equal or not: ``(0, 1, 0, 2)`` is the first equal to the third only."""
    if not cards:
        yield ()
        return
    for kinds in equalities(cards - 1):
        for kind in range(len(set(kinds)) + 1):
            yield (*kinds, kind)


def chance(kinds: int, copies: int, side: str) -> Fraction:
    """The probability of a pair in the first four cards of a shoe with ``copies`` copies of ``kinds``
    kinds.
    """
    won = total = 0
    for equal in equalities(4):
        ways = perm(kinds, len(set(equal))) * prod(perm(copies, n) for n in Counter(equal).values())
        total += ways
        won += ways * bool(getattr(_decided(equal), side))
    assert total == perm(416, 4)
    return Fraction(won, total)


def _decided(equal: tuple[int, ...]) -> Outcome:
    coup = Coup()
    for kind in equal:
        coup = coup.deal(KINDS[kind])
    while coup.next_place is not None:
        coup = coup.deal(Card.DK)
    assert coup.outcome is not None
    return coup.outcome


def test_four_cards_can_be_equal_in_fifteen_ways() -> None:
    assert len(set(equalities(4))) == 15


@pytest.mark.parametrize(
    ("side", "kinds", "copies", "expected"),
    [
        ("player_pair", 13, 32, Fraction(31, 415)),
        ("banker_pair", 13, 32, Fraction(31, 415)),
        ("either_pair", 13, 32, Fraction(340_163, 2_365_251)),
        ("perfect_pair", 52, 8, Fraction(246_848_784, 7_379_583_120)),
    ],
)
def test_how_likely_the_pairs_are(side: str, kinds: int, copies: int, expected: Fraction) -> None:
    """LT-BAC-09: a pair has one rank, a perfect pair one rank and one suit."""
    assert chance(kinds, copies, side) == expected
