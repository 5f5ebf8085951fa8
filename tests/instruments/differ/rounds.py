"""The three games' rounds: what is due, by what happened in them so far.

A round of cards is its script, played from the beginning each time: cards in the order dealt, answers, what
was done. So a corrected card is another card in the script, and a script that can't be played any
more could not have happened (``correct``, not_possible).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.instruments.differ.cards import (
    coup_outcome,
    due_in_a_coup,
    is_blackjack,
    perfect_pairs,
    points,
    total,
    twenty_one_and_three,
    worth,
)

Shown = dict[str, Any]
Event = tuple[Any, ...]
DECISION_SECONDS = 13


class CouldNotHaveHappened(Exception):
    """An event of the script was not due when it came."""


@dataclass
class Due:
    """The next thing in a round: deal, insurance, peek, decide, turn_hole or nothing (``over``)."""

    what: str
    fields: Shown = field(default_factory=dict)


class Coup:
    """Baccarat: two hands."""

    def __init__(self, script: list[Event]) -> None:
        self.hands: dict[str, list[str]] = {"player": [], "banker": []}
        self.order: list[tuple[str, int]] = []
        for event in script:
            hand = due_in_a_coup(self.hands["player"], self.hands["banker"])
            if hand is None or event[0] != "card":
                raise CouldNotHaveHappened
            self.hands[hand].append(event[1])
            self.order.append((hand, len(self.hands[hand])))

    def due(self) -> Due:
        """Thirds lie crosswise."""
        hand = due_in_a_coup(self.hands["player"], self.hands["banker"])
        if hand is None:
            return Due("over")
        card = len(self.hands[hand]) + 1
        return Due("deal", {"hand": hand, "card": card, "crosswise": card == 3})

    def phase(self) -> str:
        """Dealing until no card is due."""
        return "result" if self.due().what == "over" else "dealing"

    def winner(self) -> str:
        """The announcement of the result."""
        won = coup_outcome(**self.hands)["winner"]
        return "tie" if won == "tie" else f"{won}_wins"

    def lying(self) -> list[tuple[str, int, str]]:
        """The cards on the table in the order dealt: hand, position, face."""
        return [(hand, card, self.hands[hand][card - 1]) for hand, card in self.order]

    def shown(self, *, void: bool) -> Shown:
        """The round's part of the view; a void has no outcome."""
        over = self.due().what == "over" and not void
        return {
            **{hand: list(cards) for hand, cards in self.hands.items()},
            "points": {hand: points(cards) for hand, cards in self.hands.items()},
            "outcome": coup_outcome(**self.hands) if over else None,
        }


@dataclass
class Box:
    """A seat's hand; ``dealt`` are its cards' places in the script."""

    cards: list[str] = field(default_factory=list)
    dealt: list[int] = field(default_factory=list)
    bet: int = 1
    double: bool = False
    """Whether it was doubled; its bet is 1 even so once the first one went back (LT-BJ-2.3.8)."""
    split: bool = False
    hitting: bool = False
    stood: bool = False
    turns: list[str] = field(default_factory=list)
    """The answers of its own turn."""
    out: str | None = None
    """The way in which the hand went out: surrendered or refunded; None while it is in."""

    def ended(self) -> bool:
        """No answer and no card is due any more (4.4-i; split aces stand on their second card)."""
        aces = self.split and len(self.cards) == 2 and self.cards[0][0] == "A"
        return bool(self.out) or self.stood or self.over() or aces or self.doubled_and_dealt()

    def doubled_and_dealt(self) -> bool:
        """Doubling brings exactly one card."""
        return self.double and not self.hitting

    def over(self) -> bool:
        """21 and over move on by themselves."""
        return total(self.cards)[0] >= 21

    def blackjack(self) -> bool:
        """21 after a split is none."""
        return not self.split and is_blackjack(self.cards)

    def in_play(self) -> bool:
        """A stood or doubled hand: one for which the dealer draws."""
        return not self.out and not self.blackjack() and total(self.cards)[0] <= 21

    def state(self) -> str:
        """Before the result, and not for the hand that is acting."""
        if self.out:
            return self.out
        if total(self.cards)[0] > 21:
            return "bust"
        if self.blackjack():
            return "blackjack"
        if self.doubled_and_dealt():
            return "doubled"
        return "stood" if self.cards and self.ended() else "waiting"


class Boxes:
    """Blackjack: the seats' hands and the dealer's."""

    def __init__(self, seats: list[int], script: list[Event], *, lt: bool) -> None:
        self.lt = lt
        self.seats = {seat: [Box()] for seat in sorted(seats)}
        self.dealer: list[str] = []
        self.dealers: list[int] = []
        self.answered: dict[int, str] = {}
        self.insurance: dict[int, str] = {}
        self.peeked = self.turned = False
        self.firsts: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.faces: dict[int, str] = {}
        for number, event in enumerate(script):
            self.take(number, event)

    def take(self, number: int, event: Event) -> None:
        """One event of the script."""
        due = self.due()
        match event:
            case ("card", face):
                if due.what != "deal":
                    raise CouldNotHaveHappened
                self.faces[number] = face
                self.deal(number, face, due.fields)
            case ("decision", seat, hand, choice):
                if due.what == "insurance" and seat in due.fields["seats"] and hand == 1:
                    self.insure(seat, choice)
                elif due.what == "decide" and (seat, hand) == (due.fields["seat"], due.fields["hand"]):
                    if choice not in (*due.fields["offers"], "timeout"):
                        raise CouldNotHaveHappened
                    self.decide(seat, hand, choice)
                else:
                    raise CouldNotHaveHappened
            case ("stands", seat, hand, choice):  # decided before a card was taken out again
                if self.dealer[0][0] == "A" and not self.peeked and seat not in self.answered:
                    self.insure(seat, choice)
                else:
                    self.decide(seat, hand, choice)
            case ("done", what):
                if due.what != what:
                    raise CouldNotHaveHappened
                self.done(what)
            case ("refund", seat, hand):
                box = self.seats[seat][hand - 1]
                if box.double:
                    box.bet = 1
                else:
                    box.out = "refunded"
            case _:
                raise CouldNotHaveHappened

    def deal(self, number: int, face: str, place: Shown) -> None:
        """A card to its place."""
        if place["hand"] == "dealer":
            self.dealer.append(face)
            self.dealers.append(number)
            return
        box = self.seats[place["seat"]][place["hand"] - 1]
        box.cards.append(face)
        box.dealt.append(number)
        box.hitting = False
        if not box.split and len(box.cards) <= 2:
            self.firsts[place["seat"]].append(number)

    def insure(self, seat: int, choice: str) -> None:
        """Stage insurance: timeout is decline; surrender in lt only (LT-BJ-07)."""
        if choice not in ("insure", "decline", "timeout", *(["surrender"] if self.lt else [])):
            raise CouldNotHaveHappened
        self.answered[seat] = choice
        if choice == "insure":
            self.insurance[seat] = "open"
        if choice == "surrender":
            self.seats[seat][0].out = "surrendered"

    def decide(self, seat: int, hand: int, choice: str) -> None:
        """A player's answer; timeout stands."""
        box = self.seats[seat][hand - 1]
        box.turns.append(choice)
        if choice in ("stand", "timeout"):
            box.stood = True
        elif choice == "split":
            box.split = True
            other = Box([box.cards.pop()], [box.dealt.pop()], split=True)
            self.seats[seat].append(other)
        else:
            box.hitting = True
            box.double = choice == "double"
            box.bet = 2 if box.double else 1

    def done(self, what: str) -> None:
        """The dealer looked at the hole card, or turned it."""
        self.turned = what == "turn_hole" or is_blackjack(self.dealer)
        if what == "peek":
            self.peeked = True
            won = "won" if is_blackjack(self.dealer) else "lost"
            self.insurance = dict.fromkeys(self.insurance, won)

    def turn_ended(self, seat: int, hand: int) -> bool:
        """Whether a hand's turn has ended, by an answer, a timeout or a card."""
        box = self.seats[seat][hand - 1]
        return box.ended() and bool(box.turns or box.split)

    def missed(self, seat: int) -> bool:
        """Whether a seat missed insurance and surrender by timeout, from the peek on."""
        return self.peeked and self.answered.get(seat) == "timeout"

    def insured(self, seat: int) -> str | None:
        """The state of the insurance, which a refund leaves as it is."""
        return self.insurance.get(seat)

    def due(self) -> Due:
        """The protocol's "Blackjack", 1 to 3."""
        if (first := self.first_deal()) is not None:
            return first
        if self.dealer[0][0] == "A" and not self.peeked:
            waiting = [
                seat
                for seat, boxes in self.seats.items()
                if seat not in self.answered and boxes[0].out != "refunded"
            ]
            if waiting:
                offers = ["insure", "decline", *(["surrender"] if self.lt else [])]
                return Due(
                    "insurance",
                    {"stage": "insurance", "seats": waiting, "offers": offers, "seconds": DECISION_SECONDS},
                )
            return Due("peek")
        if self.peeked and is_blackjack(self.dealer):
            return Due("over")
        for seat, boxes in self.seats.items():
            for hand, box in enumerate(boxes, 1):
                if box.split and len(box.cards) == 1 and not box.out:
                    return Due("deal", {"hand": hand, "card": 2, "seat": seat, "face": "up"})
            for hand, box in enumerate(boxes, 1):
                if box.ended():
                    continue
                if box.hitting:
                    place = {"hand": hand, "card": len(box.cards) + 1, "seat": seat, "face": "up"}
                    return Due("deal", place)
                offers = ["hit", "stand", *(["double"] if len(box.cards) == 2 else [])]
                if len(boxes) == 1 and len(box.cards) == 2 and len({worth(card) for card in box.cards}) == 1:
                    offers.append("split")
                where = {"hand": hand, "seat": seat, "offers": offers, "seconds": DECISION_SECONDS}
                return Due("decide", where)
        if not self.turned:
            return Due("turn_hole")
        in_play = any(box.in_play() for boxes in self.seats.values() for box in boxes)
        if in_play and total(self.dealer)[0] < 17:
            return Due("deal", {"hand": "dealer", "card": len(self.dealer) + 1, "face": "up"})
        return Due("over")

    def first_deal(self) -> Due | None:
        """One up to each seat, the dealer's up card, one up to each, the dealer's down card (BJ-3.4)."""
        for card in (1, 2):
            for seat, boxes in self.seats.items():
                if len(boxes[0].cards) < card and len(boxes) == 1 and not boxes[0].out:
                    return Due("deal", {"hand": 1, "card": card, "seat": seat, "face": "up"})
            if len(self.dealer) < card:
                face = "up" if card == 1 else "down"
                return Due("deal", {"hand": "dealer", "card": card, "face": face})
        return None

    def phase(self) -> str:
        """Dealing, deciding until no hand is left to act, dealing for the dealer, result."""
        due = self.due()
        if due.what == "over":
            return "result"
        if due.what in ("insurance", "peek", "decide"):
            return "deciding"
        first_deal = len(self.dealer) < 2
        return "dealing" if first_deal or due.what == "turn_hole" or "seat" not in due.fields else "deciding"

    def winner(self) -> str:
        """Blackjack is said if the dealer has one."""
        return "blackjack" if is_blackjack(self.dealer) else "dealer_result"

    def lying(self) -> list[tuple[str, int, str]]:
        """The cards in the order dealt; an unturned hole is ??."""
        found = {}
        for seat, boxes in self.seats.items():
            for hand, box in enumerate(boxes, 1):
                for card, number in enumerate(box.dealt, 1):
                    found[number] = (f"{seat}.{hand}", card, self.faces[number])
        for card, number in enumerate(self.dealers, 1):
            hidden = card == 2 and not self.turned
            found[number] = ("dealer", card, "??" if hidden else self.faces[number])
        return [found[number] for number in sorted(found)]

    def place(self, hand: str, card: int) -> int | None:
        """Where in the script a card lies."""
        if hand == "dealer":
            numbers = self.dealers
        else:
            seat, _, which = hand.partition(".")
            boxes = self.seats.get(int(seat), [])
            numbers = boxes[int(which) - 1].dealt if int(which) <= len(boxes) else []
        return numbers[card - 1] if card <= len(numbers) else None

    def states(self, *, betting: bool) -> dict[int, list[str]]:
        """Each hand's state; from the result on what it won."""
        due = self.due()
        told: dict[int, list[str]] = {}
        for seat, boxes in self.seats.items():
            told[seat] = []
            for hand, box in enumerate(boxes, 1):
                state = box.state()
                acting = due.fields.get("seat") == seat and due.fields.get("hand") == hand
                if due.what == "insurance":
                    acting = seat in due.fields["seats"]
                if acting and not betting and state != "blackjack":
                    state = "acting"
                if due.what == "over" and not box.out:
                    state = self.result(box)
                told[seat].append(state)
        return told

    def result(self, box: Box) -> str:
        """BJ-2.1.1 and BJ-2.2."""
        mine, its = total(box.cards)[0], total(self.dealer)[0]
        if mine > 21:
            return "lost"
        natural, dealers = box.blackjack(), is_blackjack(self.dealer)
        if natural or dealers:
            return "push" if natural and dealers else "won" if natural else "lost"
        if its > 21 or mine > its:
            return "won"
        return "push" if mine == its else "lost"

    def shown(self, states: dict[int, list[str]]) -> Shown:
        """The round's part of the view; the hole card unturned is ?? and in no total."""
        up = self.dealer if self.turned else self.dealer[:1] + self.dealer[2:]
        hidden = len(self.dealer) >= 2 and not self.turned
        dealer_total, dealer_soft = total(up)
        return {
            "seats": {
                str(seat): [
                    {
                        "cards": list(box.cards),
                        "total": total(box.cards)[0],
                        "soft": total(box.cards)[1],
                        "state": states[seat][hand - 1],
                        "bet": box.bet,
                        "insurance": self.insured(seat) if hand == 1 else None,
                        "side": self.side(seat) if self.lt and hand == 1 else None,
                    }
                    for hand, box in enumerate(boxes, 1)
                ]
                for seat, boxes in self.seats.items()
            },
            "dealer": {
                "cards": [up[0], "??"] if hidden else list(self.dealer),
                "total": dealer_total,
                "soft": dealer_soft,
            },
        }

    def side(self, seat: int) -> Shown:
        """The side bets' results: by the first two cards, as they came, and the dealer's up card."""
        two = [self.faces[number] for number in self.firsts[seat]]
        return {
            "perfect_pairs": perfect_pairs(two) if len(two) == 2 else None,
            "21+3": twenty_one_and_three([*two, self.dealer[0]]) if len(two) == 2 and self.dealer else None,
        }


RED_NUMBERS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def number_shown(number: int | None) -> Shown:
    """The properties of a winning number; a zero is green and in no other bet."""
    if not number:
        colour = None if number is None else "green"
        return {"number": number, "colour": colour, **dict.fromkeys(("parity", "half", "dozen", "column"))}
    return {
        "number": number,
        "colour": "red" if number in RED_NUMBERS else "black",
        "parity": "odd" if number % 2 else "even",
        "half": "low" if number <= 18 else "high",
        "dozen": (number + 11) // 12,
        "column": (number - 1) % 3 + 1,
    }
