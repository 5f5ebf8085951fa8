"""The account of a table as its felt says it in English, painted and as an accessible name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Final

from console.table.game import Card
from console.table.words import card_name
from tests.instruments.account.printed import compared, said_so, total
from tests.instruments.account.table_account import RoundAccount, Sent
from tests.instruments.differ.cards import is_blackjack
from tests.instruments.differ.rounds import number_shown
from tests.table.core.tables import words

Shown = dict[str, Any]
WINNERS: Final = ("player", "banker", "tie")
DECIDED: Final = ("won", "lost", "push", "bust")


class FeltAccount:
    """The felt after one line."""

    def __init__(self, sent: Sent, round_: RoundAccount) -> None:
        self.view, self.prompt = sent.view, sent.view["prompt"]
        self.stage, self.results, self.due = sent.stage, sent.results, sent.due
        self.lies_unread = sent.lies_unread
        self.round: Shown = sent.view["round"]
        self.lies = lies_on_table(sent)
        self.answers = [each for each in round_.answers if each["at"] <= sent.at and each["missed"] is None]

    @property
    def is_told(self) -> bool:
        """Whether it is worked out here: not while cards are laid out again, nor for a wheel in a halt."""
        return not self.prompt.get("places") and ("number" not in self.round or not self._halted)

    @property
    def _halted(self) -> bool:
        return bool(self.view["phase"] == "halted")

    @property
    def _deals(self) -> bool:
        """Whether the next card's place is marked; cards that came too early are laid out first."""
        cards = [each for hand in self._hands() for each in hand]
        first = self.view["say"] == "no_more_bets" and cards
        return self.prompt["action"] in ("deal", "rescan") and not first

    def _hands(self) -> Iterator[Sequence[str]]:
        yield from (self.round[hand] for hand in ("player", "banker") if hand in self.round)
        for hands in self.round.get("seats", {}).values():
            yield from (hand["cards"] for hand in hands)
        yield self.round.get("dealer", {"cards": ()})["cards"]

    # --- the cards ---

    def cards(self) -> list[str]:
        """Each card on the felt by its place, and the place of the next one."""
        return sorted(self._cards()) if self.lies else []

    def _cards(self) -> Iterator[str]:
        for hand in ("player", "banker"):
            for at, card in enumerate(self.round.get(hand, ()), 1):
                key = "access.card.crosswise" if at == 3 else "access.card"
                yield said_so(key, hand=said_so(f"hand.{hand}"), position=at, card=named(card))
            yield from self._unread(None, hand, said_so(f"hand.{hand}"), self.round.get(hand, ()))
        for seat, hands in self.round.get("seats", {}).items():
            for number, hand in enumerate(hands, 1):
                whose = said_so("hand.seat", seat=seat, hand=number)
                whose = whose if len(hands) > 1 else said_so("seat.number", seat=seat)
                for at, card in enumerate(hand["cards"], 1):
                    yield said_so("access.card", hand=whose, position=at, card=named(card))
                yield from self._unread(int(seat), number, whose, hand["cards"])
        dealer = self.round.get("dealer", {"cards": ()})["cards"]
        yield from self._unread(None, "dealer", said_so("hand.dealer"), dealer)
        for at, card in enumerate(dealer, 1):
            hole = said_so("access.hole")
            place = said_so("access.card", hand=said_so("hand.dealer"), position=at, card=named(card))
            yield hole if card == "??" else place

    def _unread(self, seat: int | None, hand: int | str, whose: str, cards: Sequence[str]) -> Iterator[str]:
        if self._lies_unread(seat, hand):
            unread = said_so("record.said.card_unread")
            yield said_so("access.card", hand=whose, position=len(cards) + 1, card=unread)

    # --- what is said of them ---

    def said(self) -> list[str]:
        """The sentences about hands and totals, or about the number."""
        if "number" in self.round:
            return [*self._of_wheel()]
        if not self.lies:
            return []
        return [*(self._of_coup() if "player" in self.round else self._of_seats())]

    def totals(self) -> list[str]:
        """The texts that have to be painted of them: each hand's total."""
        if not self.lies or "number" in self.round:
            return []
        if "player" in self.round:
            return [str(points) for points in self.round["points"].values()] if self.round["player"] else []
        hands = [hand for hands in self.round["seats"].values() for hand in hands if hand["cards"]]
        split = [len(hands) > 1 for hands in self.round["seats"].values() for _ in hands]
        painted = [
            total(hand, natural=natural(hand, split=parted))
            for hand, parted in zip(hands, split, strict=False)
        ]
        return painted

    def _of_coup(self) -> Iterator[str]:
        if self.results and self.view["phase"] == "betting" and not self.round["player"]:
            yield said_so("access.roads", **{each: self.results.count(each) for each in WINNERS})
            return
        outcome = self.round["outcome"]
        for hand in ("player", "banker"):
            name = said_so(f"hand.{hand}")
            if self.round[hand]:
                yield words("en").count("access.points", self.round["points"][hand], hand=name)
            if outcome and compared(hand, outcome) and outcome["winner"] == hand:
                yield said_so("access.wins", hand=name)

    def _of_seats(self) -> Iterator[str]:
        for seat, hands in self.round["seats"].items():
            void = self.round["status"] == "void"
            name = said_so("seat.number", seat=seat)
            parts = [self._of_hand(int(seat), at, hands, void=void) for at in range(1, len(hands) + 1)]
            parts = [part for part in (*parts, *self._bets(int(seat), hands, void=void)) if part]
            text = (
                reduce(lambda one, more: said_so("access.more", said=one, more=more), parts) if parts else ""
            )
            yield said_so("access.told", name=name, said=text) if text else name
        dealer = self.round["dealer"]
        over = self.stage in ("result", "collecting") and self.round["status"] != "void"
        is_natural = over and is_blackjack(dealer["cards"])
        parts = [total(dealer, natural=is_natural) if dealer["total"] else ""]
        parts.append(said_so("access.hole") if "??" in dealer["cards"] else "")
        parts.append(said_so("access.next") if self._deals and self.prompt["hand"] == "dealer" else "")
        parts.append(said_so("record.said.card_unread") if self._lies_unread(None, "dealer") else "")
        text = ", ".join(filter(None, parts))
        yield (
            said_so("access.told", name=said_so("hand.dealer"), said=text) if text else said_so("hand.dealer")
        )

    def _of_hand(self, seat: int, at: int, hands: Sequence[Shown], *, void: bool) -> str:
        hand = hands[at - 1]
        takes = self._deals and (self.prompt.get("seat"), self.prompt["hand"]) == (seat, at)
        parts = [said_so("seat.hand", hand=at) if len(hands) > 1 else ""]
        if hand["cards"]:
            parts.append(total(hand, natural=natural(hand, split=len(hands) > 1)) if hand["total"] else "")
        place = (self.due.fields.get("seat"), self.due.fields.get("hand"))
        dealt = self.due.what == "deal" and place == (seat, at)
        parts.append(self._state(seat, at, hand, dealt=dealt, split=len(hands) > 1, void=void))
        parts.append(said_so("access.next") if takes else "")
        parts.append(said_so("record.said.card_unread") if self._lies_unread(seat, at) else "")
        return ", ".join(filter(None, parts))

    def _lies_unread(self, seat: int | None, at: int | str) -> bool:
        """Whether a card lies unread at a hand while no scan of it is asked for."""
        due = (self.due.what, self.due.fields.get("seat"), self.due.fields.get("hand"))
        takes = self._deals and (self.prompt.get("seat"), self.prompt["hand"]) == (seat, at)
        return self.lies_unread and due == ("deal", seat, at) and not takes

    def _state(self, seat: int, at: int, hand: Shown, *, dealt: bool, split: bool, void: bool) -> str:
        """A hand that acts waits for its answer or for its card, in a halt too: for a card it has chosen."""
        if void:
            return said_so("seat.void") if hand["cards"] else ""
        if dealt and hand["cards"]:
            if hand["bet"] == 2:
                return said_so("seat.doubled")
            if len(hand["cards"]) > 1:
                return said_so("seat.hit")
            if split:
                return said_so("seat.split")
        state = hand["state"]
        if self.prompt.get("stage") == "insurance":
            if seat in self.prompt["seats"]:
                return said_so("seat.acting") if state != "refunded" else said_so("seat.refunded")
            if self._is_silent(seat, 1, insurance=True):
                return said_so("seat.timeout")
            if state != "surrendered":
                return said_so("seat.insured" if hand["insurance"] else "seat.declined")
        if not hand["cards"] or (state == "acting" and dealt):
            return ""
        silent = state == "stood" and self._is_silent(seat, at, insurance=False)
        return said_so("seat.timeout" if silent else f"seat.{state}")

    def _is_silent(self, seat: int, hand: int, *, insurance: bool) -> bool:
        asked = (seat, hand, insurance)
        own = [each for each in self.answers if (each["seat"], each["hand"], each["insurance"]) == asked]
        return bool(own) and own[-1]["choice"] == "timeout"

    def _bets(self, seat: int, hands: Sequence[Shown], *, void: bool) -> Iterator[str]:
        if void or any(hand["state"] == "refunded" for hand in hands):
            return
        numbered = [*enumerate(hands, 1)]
        if any(
            hand["state"] != "stood" and self._is_silent(seat, at, insurance=False) for at, hand in numbered
        ):
            yield said_so("seat.timeout")
        doubled = [at for at, hand in numbered if hand["bet"] == 2 and hand["state"] in DECIDED]
        if doubled:
            which = [said_so("seat.hand", hand=at) for at in doubled if len(hands) > 1]
            yield " · ".join((*which, said_so("seat.doubled")))
        is_asked = self.prompt.get("stage") == "insurance"
        if (insured := hands[0]["insurance"]) and (not is_asked or seat in self.prompt["seats"]):
            yield said_so("seat.insured" if insured == "open" else f"seat.insured.{insured}")
        for name, won in (hands[0]["side"] or {}).items():
            if won is not None:
                yield said_so(f"side.{name}.{won}")

    def _of_wheel(self) -> Iterator[str]:
        number, is_open = self.round["number"], self.round["status"] == "open"
        if self.view["bets"] != "open":
            if self.round["status"] == "void":
                yield said_so("wheel.void")
            elif number is not None and self.view["phase"] == "betting" and not is_open:
                yield said_so("access.told", name=said_so("wheel.last"), said=pocket(number))
            elif number is not None or self.prompt["action"] == "confirm_number":
                yield ", ".join(fields(self.prompt.get("number") if number is None else number))
            elif isinstance(self.prompt.get("from"), int):
                yield said_so(
                    "access.told", name=said_so("wheel.again_from"), said=pocket(self.prompt["from"])
                )
        if is_open and self.round["recorded"] is not None and number is None:
            yield said_so("wheel.waits")


def lies_on_table(sent: Sent) -> bool:
    """Whether the round's cards lie on the table: until they are collected, or what voided it is over."""
    about, incident = sent.view["round"], sent.view["incident"]
    if about is None:
        return False
    if about["status"] == "open" or sent.stage in ("result", "collecting"):
        return True
    made_void = incident is not None and incident["open"] and incident["outcome"] == "void"
    return bool(made_void and incident["round"] == about["id"])


def natural(hand: Shown, *, split: bool) -> bool:
    """Whether a hand is a blackjack, once that is decided."""
    decided = hand["state"] in ("blackjack", "won", "lost", "push")
    return decided and not split and is_blackjack(hand["cards"])


def named(card: str) -> str:
    """A card in words."""
    return "" if card == "??" else card_name(words("en"), Card(card))


def pocket(number: int) -> str:
    """``27, red``."""
    colour = said_so(f"say.colour.{number_shown(number)['colour']}")
    return said_so("wheel.number", number=number, colour=colour)


def fields(number: int) -> Iterator[str]:
    """The number, and the fields that win with it."""
    won = number_shown(number)
    yield str(number)
    yield said_so(f"say.colour.{won['colour']}")
    if number:
        yield said_so(f"say.parity.{won['parity']}")
        yield said_so(f"say.half.{won['half']}")
        yield said_so(f"wheel.dozen.{won['dozen']}")
        yield said_so(f"wheel.column.{won['column']}")
