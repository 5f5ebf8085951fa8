"""Whole shoes in every rulebook, to the reshuffle and on, by an oracle that shares nothing with the game.

BAC-3.4.3, BAC-3.5.1, BAC-3.5.3, BAC-3.2.2; LT-BAC-03, LT-BAC-06, LT-BAC-07.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from tests.table.core.tables import CODES, Driven, Seen, card_frame, device, frame, result_frame

RANKS, SUITS = "A23456789TJQK", "SHDC"
WORTH: dict[str, int] = dict(zip(RANKS, [*range(1, 10), 0, 0, 0, 0], strict=True))


def shuffled(seed: int) -> list[str]:
    cards = [rank + suit for rank in RANKS for suit in SUITS] * 8
    random.Random(seed).shuffle(cards)
    return cards


def total(hand: list[str]) -> int:
    return sum(WORTH[card[0]] for card in hand) % 10


BANKER_DRAWS = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""By the banker's points: the worth of the player's third card against which it draws."""


def dealt_out(cards: Iterator[str]) -> tuple[list[str], list[str], list[str]]:
    """A coup by the printed rules: the player's hand, the banker's, and the places in the order dealt."""
    first = [next(cards) for _ in range(4)]
    player, banker = first[0::2], first[1::2]
    places = ["player 1", "banker 1", "player 2", "banker 2"]
    if total(player) > 7 or total(banker) > 7:
        return player, banker, places
    if total(player) < 6:
        player.append(next(cards))
        places.append("player 3")
        draws = str(WORTH[player[2][0]]) in BANKER_DRAWS[total(banker)]
    else:
        draws = total(banker) < 6
    if draws:
        banker.append(next(cards))
        places.append("banker 3")
    return player, banker, places


def winner(player: list[str], banker: list[str]) -> str:
    difference = total(player) - total(banker)
    return "tie" if difference == 0 else "player" if difference > 0 else "banker"


class Dealer:
    """Deals what a shoe holds, by lines or by the shoe's own bytes, and looks at every view."""

    def __init__(self, code: str, *, by_shoe: bool) -> None:
        self.table, self.by_shoe, self.frames = Driven(code), by_shoe, 0
        self.rounds: set[str] = set()
        self.right_to_left = code in ("ja", "is", "de")

    def seq(self) -> str:
        self.frames += 1
        return chr(0x30 + self.frames % 70)

    def take(self, line: Seen) -> Seen:
        seen = self.table.take(line)
        assert seen["accepted"], seen
        return seen

    def card(self, place: str, face: str) -> Seen:
        hand, position = place.split()
        if self.by_shoe:
            return self.take(device(card_frame(self.seq(), hand, int(position), face)))
        return self.take({"do": "card", "card": face})

    def coup(self, cards: Iterator[str], left: int) -> Seen:
        """One coup, each view compared with the oracle; the cut card lies seven cards from the end."""
        seen = self.take({"do": "bets", "state": "open"})
        assert (seen["phase"], seen["bets"], seen["say"]) == ("betting", "open", "place_your_bets")
        assert seen["round"]["id"] not in self.rounds, "a round's id is its own"
        self.rounds.add(seen["round"]["id"])
        seen = self.take({"do": "bets", "state": "closed"})
        player, banker, places = dealt_out(cards)
        hands = {"player": player, "banker": banker}
        for place in places:
            if left == 7:
                seen = self.take(device(frame(self.seq(), "C")) if self.by_shoe else {"do": "cut_card"})
                assert seen["say"] == "last_hand_before_shuffle"
                assert seen["shoe"] == {"left": left, "last_hand": True}
            hand, position = place.split()
            prompt = seen["prompt"]
            assert seen["phase"] == "dealing"
            assert (prompt["action"], prompt["actor"]) == ("deal", "dealer")
            assert (prompt["hand"], prompt["card"]) == (hand, int(position))
            assert prompt["crosswise"] is (position == "3")
            seen = self.card(place, hands[hand][int(position) - 1])
            left -= 1
            assert seen["shoe"]["left"] == left
        self.decided(seen, player, banker)
        return self.announced(player, banker)

    def decided(self, seen: Seen, player: list[str], banker: list[str]) -> None:
        won = winner(player, banker)
        natural = len(player) == len(banker) == 2 and max(total(player), total(banker)) >= 8
        assert seen["phase"] == "result"
        assert (seen["round"]["player"], seen["round"]["banker"]) == (player, banker)
        assert seen["round"]["points"] == {"player": total(player), "banker": total(banker)}
        outcome = seen["round"]["outcome"]
        assert (outcome["winner"], outcome["natural"]) == (won, natural)
        assert outcome["size"] == ("small" if len(player) + len(banker) == 4 else "big")
        pairs = [hand[0][0] == hand[1][0] for hand in (player, banker)]
        assert [outcome["player_pair"], outcome["banker_pair"], outcome["either_pair"]] == [
            *pairs,
            any(pairs),
        ]
        assert outcome["perfect_pair"] == any(hand[0] == hand[1] for hand in (player, banker))
        assert seen["say"] == ("tie" if won == "tie" else f"{won}_wins")

    def announced(self, player: list[str], banker: list[str]) -> Seen:
        pairs = [name for name, hand in (("player", player), ("banker", banker)) if hand[0][0] == hand[1][0]]
        result = result_frame(self.seq(), winner(player, banker), *pairs)
        seen = self.take(device(result) if self.by_shoe else {"do": "done", "by": "D1"})
        assert (seen["phase"], seen["bets"], seen["round"]["status"]) == ("collecting", "settled", "finished")
        assert seen["prompt"]["direction"] == ("right_to_left" if self.right_to_left else "left_to_right")
        return self.take({"do": "done", "by": "D1"})

    def prepared(self, seen: Seen, cards: Iterator[str]) -> int:
        """Do every step until bets may open; the cards that are left then."""
        left = 416
        while seen["phase"] == "shoe":
            assert seen["shoe"]["left"] == left
            prompt = seen["prompt"]
            if prompt["action"] == "burn_card":
                first = next(cards)
                seen = self.take({"do": "card", "card": first})
                count = WORTH[first[0]] or 10
                assert (seen["prompt"]["burned"], seen["prompt"]["count"]) == (first, count)
                for _ in range(count):
                    next(cards)
                left -= 1
                seen, left = self.take({"do": "done", "by": "D1"}), left - count
            else:
                by = "P1" if prompt["actor"] == "pit_boss" else "D1"
                seen = self.take({"do": "done", "by": by, "counted": 416})
        assert (seen["phase"], seen["shoe"]) == ("betting", {"left": left, "last_hand": False})
        return left


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("code", "by_shoe"), [*product(CODES, (False, True))])
def test_shoe_after_shoe_is_dealt_to_its_cut_card_and_shuffled(code: str, by_shoe: bool) -> None:
    dealer = Dealer(code, by_shoe=by_shoe)
    dealer.take({"do": "close", "by": "P1"})
    dealer.take({"do": "done", "by": "D1", "counted": 416})
    seen = dealer.take({"do": "open", "by": "P1"})
    coups = 0
    for seed in range(2):
        order = shuffled(seed)
        cards = iter(order)
        left = dealer.prepared(seen, cards)
        while True:
            seen = dealer.coup(cards, left)
            coups += 1
            if seen["phase"] == "shoe":
                break
            left = seen["shoe"]["left"]
            assert seen["phase"] == "betting"
            assert left >= 7, "the cut card has come, and the last hand with it"
        assert (seen["phase"], seen["shoe"]) == ("shoe", {"left": 416, "last_hand": False})
        assert seen["prompt"]["action"] == {"sv": "wash", "lt": "replace_shoe"}.get(code, "split_piles")
    assert coups > 120
    assert dealer.table.from_the_start() == dealer.table.table
    checkpoint = dealer.table.table
    dealer.table.restart()
    assert dealer.table.table == checkpoint
