"""The card games' rules as the rule documents state them: values, points, third cards, totals, pairs."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "SHDC"
RED = "HD"
FACES = [rank + suit for rank in RANKS for suit in SUITS]
ALIKE_IN_A_SHOE = 8
"""Eight decks: a ninth card of one face can't come."""


def worth(face: str) -> int:
    """Ace 1, two to nine their pips, ten and pictures 10 (BAC-1.3.2 counts those 0: modulo ten the same)."""
    return min(RANKS.index(face[0]) + 1, 10)


def points(cards: list[str]) -> int:
    """The last digit of the sum (BAC-1.1-points)."""
    return sum(map(worth, cards)) % 10


def due_in_a_coup(player: list[str], banker: list[str]) -> str | None:
    """The hand whose card is next: each two in turn, then thirds (BAC-3.4.3, BAC-3.5.1); None if none is."""
    if len(player) < 2 or len(banker) < 2:
        return "player" if len(player) == len(banker) else "banker"
    two_of_player, two_of_banker = points(player[:2]), points(banker[:2])
    if max(two_of_player, two_of_banker) >= 8 or len(banker) == 3:
        return None
    if len(player) == 2:
        if two_of_player <= 5:
            return "player"
        return "banker" if two_of_banker <= 5 else None
    third = worth(player[2]) % 10
    draws_against = {
        3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
        4: {2, 3, 4, 5, 6, 7},
        5: {4, 5, 6, 7},
        6: {6, 7},
    }
    if two_of_banker <= 2 or third in draws_against.get(two_of_banker, set()):
        return "banker"
    return None


def pair(cards: list[str]) -> bool:
    """Whether the first two have one rank."""
    return len(cards) >= 2 and cards[0][0] == cards[1][0]


def coup_outcome(player: list[str], banker: list[str]) -> dict[str, object]:
    """The winner, and what lt pays side bets on."""
    one, other = points(player), points(banker)
    return {
        "winner": "player" if one > other else "banker" if other > one else "tie",
        "natural": max(points(player[:2]), points(banker[:2])) >= 8,
        "player_pair": pair(player),
        "banker_pair": pair(banker),
        "either_pair": pair(player) or pair(banker),
        "perfect_pair": player[0] == player[1] or banker[0] == banker[1],
        "size": "small" if len(player) + len(banker) == 4 else "big",
    }


def total(cards: list[str]) -> tuple[int, bool]:
    """A blackjack hand's total, and whether an ace counts 11 in it."""
    low = sum(map(worth, cards))
    soft = low <= 11 and any(face[0] == "A" for face in cards)
    return low + 10 * soft, soft


def is_blackjack(cards: list[str]) -> bool:
    """An ace and a card worth ten, as the first two (BJ-1.1-blackjack)."""
    return len(cards) == 2 and total(cards)[0] == 21


def perfect_pairs(two: list[str]) -> str | None:
    """LT-BJ-11: one rank and suit, one rank and colour, one rank."""
    if two[0][0] != two[1][0]:
        return None
    if two[0][1] == two[1][1]:
        return "perfect"
    return "coloured" if (two[0][1] in RED) == (two[1][1] in RED) else "mixed"


def twenty_one_and_three(three: list[str]) -> str | None:
    """LT-BJ-12: the player's two and the dealer's up card; straights from A-2-3 to Q-K-A."""
    suited = len({face[1] for face in three}) == 1
    ranks = sorted(RANKS.index(face[0]) for face in three)
    if len(set(ranks)) == 1:
        return "suited_trips" if suited else "three_of_a_kind"
    straight = ranks in ([low, low + 1, low + 2] for low in range(11)) or ranks == [0, 11, 12]
    if straight:
        return "straight_flush" if suited else "straight"
    return "flush" if suited else None
