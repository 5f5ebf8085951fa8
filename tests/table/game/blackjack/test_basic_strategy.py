"""Every square of basic strategy, worked out from the rules: nothing offered is expected to bring more.

The expectations share nothing with the tables, and nothing with the project's game: each card is as likely as
in a full shoe, a hand is its hard total and whether it has an ace. BJ-2.6, BJ-2.7, BJ-3.7, BJ-4.4; LT-BJ-06,
LT-BJ-07, LT-BJ-09.
"""

from __future__ import annotations

from functools import cache

import pytest

from console.table.game.blackjack.basic_strategy import best, is_worth_half

NAMES = "A23456789T"
WORTH = {value: 4 / 13 if value == 10 else 1 / 13 for value in range(1, 11)}
BLACKJACK = 22
UP = list(range(1, 11))


def counted(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


@cache
def dealers(hard: int, ace: bool, cards: int) -> dict[int, float]:
    """The chance of each total of the dealer, 0 for bust."""
    total = counted(hard, ace)
    if cards == 2 and total == 21:
        return {BLACKJACK: 1.0}
    if total >= 17:
        return {total if total <= 21 else 0: 1.0}
    ends: dict[int, float] = {}
    for value, chance in WORTH.items():
        for end, share in dealers(hard + value, ace or value == 1, cards + 1).items():
            ends[end] = ends.get(end, 0) + chance * share
    return ends


@cache
def ends_against(up: int) -> dict[int, float]:
    """The chance of each total when the player acts: under an ace there is no blackjack any more."""
    ends = dict(dealers(up, up == 1, 1))
    if up == 1:
        left = 1 - ends.pop(BLACKJACK)
        ends = {end: share / left for end, share in ends.items()}
    return ends


def stand(total: int, up: int) -> float:
    if total > 21:
        return -1.0
    return sum(share * ((total > end) - (total < end)) for end, share in ends_against(up).items())


@cache
def hit(hard: int, ace: bool, up: int) -> float:
    expected = 0.0
    for value, chance in WORTH.items():
        more, soft = hard + value, ace or value == 1
        total = counted(more, soft)
        here = stand(total, up)
        expected += chance * (here if total >= 21 else max(here, hit(more, soft, up)))
    return expected


def double(hard: int, ace: bool, up: int) -> float:
    return 2 * sum(
        chance * stand(counted(hard + value, ace or value == 1), up) for value, chance in WORTH.items()
    )


def split(value: int, up: int) -> float:
    """Two hands that begin with this card; aces get one card each, others may double and not split again."""
    expected = 0.0
    for second, chance in WORTH.items():
        hard, ace = value + second, 1 in (value, second)
        total = counted(hard, ace)
        here = stand(total, up)
        if value != 1 and total != 21:
            here = max(here, hit(hard, ace, up), double(hard, ace, up))
        expected += chance * here
    return 2 * expected


def expected_of(first: int, second: int, up: int) -> dict[str, float]:
    hard, ace = first + second, 1 in (first, second)
    of = {
        "hit": hit(hard, ace, up),
        "stand": stand(counted(hard, ace), up),
        "double": double(hard, ace, up),
    }
    return of | {"split": split(first, up)} if first == second else of


HANDS = [(first, second) for first in UP for second in UP if {first, second} != {1, 10}]


@pytest.mark.parametrize("up", UP)
def test_every_two_cards_are_answered_by_what_is_expected_to_bring_most(up: int) -> None:
    for first, second in HANDS:
        of = expected_of(first, second, up)
        total, soft = counted(first + second, 1 in (first, second)), 1 in (first, second)
        cards = [NAMES[first - 1] + "S", NAMES[second - 1] + "H"]
        for offers in (set(of), set(of) - {"split"}, {"hit", "stand"}):
            answer = best(offers, cards, total, soft, NAMES[up - 1] + "D")
            assert of[answer] == max(of[offer] for offer in offers), (cards, up, of)


def test_pictures_are_tens() -> None:
    for ten in "TJQK":
        assert best(("hit", "stand"), ["6S", "TD"], 16, False, ten + "H") == "hit"
        assert best(("hit", "stand", "double", "split"), [ten + "S", "KD"], 20, False, "6H") == "stand"


def test_a_hand_worth_under_half_its_bet_is_given_up_before_the_look_under_an_ace() -> None:
    blackjack = dealers(1, True, 1)[BLACKJACK]
    for first, second in HANDS:
        worth = (1 - blackjack) * max(expected_of(first, second, 1).values()) - blackjack
        total, soft = counted(first + second, 1 in (first, second)), 1 in (first, second)
        assert is_worth_half(total, soft) is (worth > -0.5), (first, second, worth)


def test_a_natural_is_never_given_up() -> None:
    assert is_worth_half(21, True)
