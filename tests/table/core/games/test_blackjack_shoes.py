"""Whole shoes of blackjack in every rulebook, by an oracle that shares nothing with the game.

BJ-3.4, BJ-2.5.1, BJ-2.6, BJ-2.7, BJ-3.7, BJ-4.4-i to iii, BJ-3.2.2, BJ-3.3; LT-BJ-01, LT-BJ-06 to LT-BJ-10.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.table.core.games.test_baccarat_shoes import shuffled
from tests.table.core.tables import CODES, Driven, Seen


def worth(card: str) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: list[str]) -> int:
    low = sum(map(worth, cards))
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def natural(cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


class Dealer:
    """Deals a shoe by the printed rules and looks at what the table shows after every line."""

    def __init__(self, code: str) -> None:
        self.table, self.code = Driven(code, game="blackjack"), code
        self.seen = self.table.view()
        self.chance = random.Random(code)
        self.left = 416
        self.cut_card_out = False
        self.cards: Iterator[str] = iter(())

    def take(self, **line: object) -> Seen:
        self.seen = self.table.take(dict(line))
        assert self.seen["accepted"], self.seen
        return self.seen

    def deal(self, where: dict[str, object]) -> str:
        """The next card of the shoe to the place that the prompt must name; the cut card may come before."""
        if self.left == 208 and not self.cut_card_out:
            self.cut_card_out = True
            assert self.take(do="cut_card")["say"] == "last_hand_before_shuffle"
        prompt = self.seen["prompt"]
        assert prompt["action"] == "deal"
        assert {key: prompt.get(key) for key in ("seat", "hand", "card", "face")} == {"seat": None} | where
        face = next(self.cards)
        self.take(do="card", card=face)
        self.left -= 1
        assert self.seen["shoe"]["left"] == self.left
        return face

    def to_seat(self, seat: int, hand: int, card: int) -> str:
        return self.deal({"seat": seat, "hand": hand, "card": card, "face": "up"})

    def to_dealer(self, card: int) -> str:
        return self.deal({"hand": "dealer", "card": card, "face": "down" if card == 2 else "up"})

    def answer(self, seat: int, hand: int, offers: list[str], *more: str) -> str:
        assert self.seen["phase"] == "deciding"
        assert self.seen["prompt"]["offers"] == offers
        choice = self.chance.choice([*offers, "timeout", *more])
        self.take(do="decision", seat=seat, hand=hand, choice=choice)
        return choice

    def round(self) -> None:
        """A round from its bets to the next, by the printed rules."""
        seats = sorted(self.chance.sample(range(1, 8), self.chance.randint(1, 7)))
        self.take(do="bets", state="open")
        self.take(do="seats", seats=self.chance.sample(seats, len(seats)))
        self.take(do="bets", state="closed")
        hands = {seat: [[self.to_seat(seat, 1, 1)]] for seat in seats}
        dealer = [self.to_dealer(1)]
        for seat in seats:
            hands[seat][0].append(self.to_seat(seat, 1, 2))
        dealer.append(self.to_dealer(2))
        assert self.seen["round"]["dealer"]["cards"] == [dealer[0], "??"]
        gone = self.insured(seats) if dealer[0][0] == "A" else set()
        if dealer[0][0] != "A" or self.looked(dealer):
            stands = self.seats_played(hands, seats, gone)
            self.drawn(dealer, stands)
        self.ended(hands, dealer, gone)

    def insured(self, seats: list[int]) -> set[int]:
        """Everybody answers the ace, in any order; those who gave up."""
        offers = ["insure", "decline"] + (["surrender"] if self.code == "lt" else [])
        waiting, gone = list(seats), set()
        while waiting:
            assert (self.seen["prompt"]["stage"], self.seen["prompt"]["seats"]) == ("insurance", waiting)
            seat = self.chance.choice(waiting)
            waiting.remove(seat)
            if self.answer(seat, 1, offers) == "surrender":
                gone.add(seat)
        return gone

    def looked(self, dealer: list[str]) -> bool:
        """The dealer looks; whether the round goes on."""
        assert (self.seen["phase"], self.seen["prompt"]["action"]) == ("deciding", "peek")
        self.take(do="done", by="D1")
        assert (self.seen["phase"] == "result") is natural(dealer)
        return not natural(dealer)

    def seats_played(self, hands: dict[int, list[list[str]]], seats: list[int], gone: set[int]) -> bool:
        """Every seat in its turn; whether a hand is left that the dealer can still win or lose against."""
        stands = False
        for seat in seats:
            if seat in gone or natural(hands[seat][0]):
                continue
            stands = self.seat_played(hands[seat], seat) or stands
        return stands

    def seat_played(self, hands: list[list[str]], seat: int) -> bool:
        first, second = hands[0]
        offers = ["hit", "stand", "double"] + (["split"] if worth(first) == worth(second) else [])
        choice = self.answer(seat, 1, offers, *(["split"] * 3 if len(offers) == 4 else []))
        if choice != "split":
            return self.hand_played(hands[0], seat, 1, choice)
        hands[:] = [[first], [second]]
        for number, hand in enumerate(hands, 1):
            hand.append(self.to_seat(seat, number, 2))
        if first[0] == "A":
            return True
        kept = [self.hand_played(hand, seat, number) for number, hand in enumerate(hands, 1)]
        return any(kept)

    def hand_played(self, hand: list[str], seat: int, number: int, choice: str | None = None) -> bool:
        while total(hand) < 21:
            if choice is None:
                two = ["double"] if len(hand) == 2 else []
                choice = self.answer(seat, number, ["hit", "stand", *two])
            if choice in ("stand", "timeout"):
                return True
            hand.append(self.to_seat(seat, number, len(hand) + 1))
            if choice == "double":
                break
            choice = None
        return total(hand) <= 21

    def drawn(self, dealer: list[str], stands: bool) -> None:
        """The hole card is turned; the dealer draws to 17 while it can change a result."""
        assert (self.seen["phase"], self.seen["prompt"]["action"]) == ("dealing", "turn_hole")
        self.take(do="done", by="D1")
        while stands and total(dealer) < 17:
            dealer.append(self.to_dealer(len(dealer) + 1))

    def ended(self, hands: dict[int, list[list[str]]], dealer: list[str], gone: set[int]) -> None:
        seen = self.seen
        assert (seen["phase"], seen["prompt"]["action"]) == ("result", "announce")
        assert seen["say"] == ("blackjack" if natural(dealer) else "dealer_result")
        shown = seen["round"]
        assert (shown["dealer"]["cards"], shown["dealer"]["total"]) == (dealer, total(dealer))
        for seat, of_seat in hands.items():
            states = [hand["state"] for hand in shown["seats"][str(seat)]]
            assert [hand["cards"] for hand in shown["seats"][str(seat)]] == of_seat
            split = len(of_seat) == 2
            due = [result(hand, dealer, split) for hand in of_seat]
            assert states == (["surrendered"] if seat in gone else due)
        self.take(do="done", by="D1")
        assert (self.seen["phase"], self.seen["bets"]) == ("collecting", "settled")
        assert self.seen["prompt"]["direction"] == "right_to_left"
        self.take(do="done", by="D1")

    def prepared(self) -> None:
        while self.seen["phase"] == "shoe":
            by = "P1" if self.seen["prompt"]["actor"] == "pit_boss" else "D1"
            self.take(do="done", by=by, counted=416)
        assert (self.seen["phase"], self.seen["shoe"]) == ("betting", {"left": 416, "last_hand": False})
        self.left, self.cut_card_out = 416, False


def result(hand: list[str], dealer: list[str], split: bool) -> str:
    if total(hand) > 21:
        return "lost"
    own, theirs = (
        22 if natural(cards) and counts else total(cards)
        for cards, counts in ((hand, not split), (dealer, True))
    )
    theirs = 0 if theirs > 22 or total(dealer) > 21 else theirs
    return "won" if own > theirs else "push" if own == theirs else "lost"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", CODES)
def test_shoe_after_shoe_is_dealt_to_its_cut_card_and_shuffled(code: str) -> None:
    dealer = Dealer(code)
    dealer.take(do="close", by="P1")
    dealer.take(do="done", by="D1", counted=416)
    dealer.take(do="open", by="P1")
    rounds = 0
    for seed in range(4):
        dealer.cards = iter(shuffled(seed))
        dealer.prepared()
        while dealer.seen["phase"] == "betting":
            dealer.round()
            rounds += 1
        assert dealer.cut_card_out and dealer.left <= 208
        assert (dealer.seen["phase"], dealer.seen["shoe"]["left"]) == ("shoe", 416)
        assert dealer.seen["prompt"]["action"] == ("shuffle_1" if code == "lt" else "wash")
    assert rounds > 30
    assert dealer.table.from_the_start() == dealer.table.table
    before = dealer.table.table
    dealer.table.restart()
    assert dealer.table.table == before
