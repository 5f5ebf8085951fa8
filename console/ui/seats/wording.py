"""A seat in words: its state's word, what is said of its bets, and all of it for who hears it.

Pure functions of what is shown; the hole card has no other word than that it lies face down.
"""

from __future__ import annotations

from functools import reduce
from typing import Final, Literal

from console.game.blackjack_hand import Choice, State
from console.game.blackjack_shown import BACK, Insurance
from console.game.cards import Card
from console.ui.seats.shown import DealerShown, HandShown, SeatShown
from console.words import Words
from console.words.names import card_name, hand_name, said_of

_CHOSE: Final = {Choice.HIT: "hit", Choice.DOUBLE: "doubled", Choice.SPLIT: "split"}
_INSURED: Final = {Insurance.WON: "seat.insured.won", Insurance.LOST: "seat.insured.lost"}
_ANSWERED: Final = {Choice.INSURE: "insured", Choice.DECLINE: "declined"}


def seat_name(words: Words, number: int) -> str:
    """``Seat 3``."""
    return words.text("seat.number", seat=number)


def choice_word(words: Words, choice: Choice) -> str:
    """What a player chose: ``hit``."""
    return words.text(f"seat.{_CHOSE[choice]}")


def total_text(words: Words, total: int, *, soft: bool) -> str:
    """``18``, or ``soft 17`` where an ace counts eleven."""
    return words.text("hand.soft", total=total) if soft else str(total)


def state_text(words: Words, seat: SeatShown, hand: HandShown) -> str:
    """A hand's state in a word; nothing before it has cards."""
    if seat.void:
        return words.text("seat.void") if hand.state is not None else ""
    if hand.chose is not None:
        return choice_word(words, hand.chose)
    if seat.asked and hand.state is not State.REFUNDED:
        return words.text("seat.acting")
    if seat.answered is not None:
        return words.text(f"seat.{_ANSWERED[seat.answered]}")
    if hand.state is None or (hand.state is State.ACTING and hand.next):
        return ""
    return words.text(f"seat.{hand.state}")


def bets_texts(words: Words, seat: SeatShown) -> tuple[str, ...]:
    """What is said quietly of a seat's other bets: insurance, and the side bets where there are any."""
    texts = []
    if seat.insurance is not None and seat.answered is None:
        texts.append(words.text(_INSURED.get(seat.insurance, "seat.insured")))
    if seat.side is not None and seat.side.perfect_pairs is not None:
        texts.append(words.text(f"side.perfect_pairs.{seat.side.perfect_pairs}"))
    if seat.side is not None and seat.side.plus_three is not None:
        texts.append(words.text(f"side.21+3.{seat.side.plus_three}"))
    return tuple(texts)


def hand_label(words: Words, hand: HandShown) -> str:
    """``hand 1``: which of a split's two."""
    return words.text("seat.hand", hand=hand.name.partition(".")[2])


def card_text(words: Words, name: str, at: int, lies: Card | Literal["??"] | None, *, split: bool) -> str:
    """A place with what lies there: ``seat 3, card 2, 5 of diamonds``; None is the next card's."""
    if lies == BACK:
        return words.text("access.hole")
    seat, _, _ = name.partition(".")
    whose = hand_name(words, name) if split or not seat.isdigit() else seat_name(words, int(seat))
    card = words.text("access.next") if lies is None else card_name(words, lies)
    return words.text("access.card", hand=whose, position=at, card=card)


def seat_heard(words: Words, seat: SeatShown) -> str:
    """A seat as one sentence."""
    name = seat_name(words, seat.number)
    if seat.free:
        return said_of(words, name, words.text("seat.free"))
    hands = [_hand_heard(words, seat, hand) for hand in seat.hands]
    parts = [part for part in (*hands, *bets_texts(words, seat)) if part]
    told = reduce(lambda said, more: words.text("access.more", said=said, more=more), parts) if parts else ""
    return said_of(words, name, told) if told else name


def _hand_heard(words: Words, seat: SeatShown, hand: HandShown) -> str:
    total = total_text(words, hand.total, soft=hand.soft) if hand.total else ""
    label = hand_label(words, hand) if len(seat.hands) > 1 else ""
    due = words.text("access.next") if hand.next else ""
    parts = (label, total, state_text(words, seat, hand), due)
    return words.text("access.list").join(part for part in parts if part)


def dealer_heard(words: Words, dealer: DealerShown) -> str:
    """The dealer's hand as one sentence: the total that shows, and that a card lies face down."""
    name = hand_name(words, "dealer")
    total = total_text(words, dealer.total, soft=dealer.soft) if dealer.total else ""
    hole = words.text("access.hole") if BACK in dealer.cards else ""
    due = words.text("access.next") if dealer.next else ""
    said = words.text("access.list").join(part for part in (total, hole, due) if part)
    return said_of(words, name, said) if said else name
