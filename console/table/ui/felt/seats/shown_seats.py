"""The content of a seat, as plain values and in words: the round as everybody may see it, and the prompt.

Pure functions. The dealer's hole card is a back in the view, and so it is here: its only words say that it
lies face down, and nothing here could reveal it.
"""

from __future__ import annotations

from functools import reduce
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.player_answers import PlayerAnswer
from console.table.core.state.views import HandsView, HandView
from console.table.game.blackjack.hands import Choice, State
from console.table.game.blackjack.layout import BACK, Insurance
from console.table.game.blackjack.side_bets import Sides
from console.table.game.cards import Card
from console.table.ui.felt.condition import laid_aside
from console.table.ui.felt.scene import FeltScene
from console.table.words.names import card_name, hand_name, total_text

SEATS: Final = range(1, 8)
"""Seats of a table, from the dealer's left (BJ-3.4)."""
DEALER: Final = "dealer"
_MORE: Final = 0.25
"""The share of a further card in a row."""
_OVER: Final = frozenset((State.LOST, State.BUST, State.SURRENDERED, State.REFUNDED))
_DECIDED: Final = frozenset((State.WON, State.LOST, State.PUSH, State.BUST))
_ENDED: Final = frozenset((State.BLACKJACK, State.WON, State.LOST, State.PUSH))


class ShownHand(msgspec.Struct, frozen=True):
    """A player's hand on the felt; a blackjack is ``natural``, not soft.

    ``state`` is None if there is nothing to say; ``chose`` is the player's last choice in the table's state;
    ``next``: the next card goes here, ``dealt``: it will once play goes on.
    """

    name: str
    """``3.1``: seat and hand, as a correction names them."""
    cards: tuple[Card, ...] = ()
    total: int = 0
    soft: bool = False
    state: State | None = None
    chose: Choice | None = None
    natural: bool = False
    next: bool = False
    unread: bool = False
    """Whether the next card lies there, and was not read."""
    dealt: bool = False
    acts: bool = False
    dimmed: bool = False
    doubled: bool = False
    """Whether its bet was doubled and its result is known; before, its state says so."""
    timed_out: bool = False
    """Whether the hand stands because no answer came in time; the player did not choose to stand."""
    order: tuple[int, ...] = ()
    """The places of its cards in the order dealt, if they are to be laid out again; else empty."""


class ShownSeat(msgspec.Struct, frozen=True):
    """A seat on the felt: free without hands; ``acts`` alone, or ``asked`` among others."""

    number: int
    hands: tuple[ShownHand, ...] = ()
    acts: bool = False
    asked: bool = False
    answered: Choice | None = None
    """The answer to insurance, while others still owe theirs."""
    insurance: Insurance | None = None
    side: Sides | None = None
    void: bool = False
    """Whether the round is void, so that no hand's result counts."""

    @property
    def free(self) -> bool:
        return not self.hands


class ShownDealer(msgspec.Struct, frozen=True):
    """The dealer's hand: its cards, the total that shows, the next place, whether the back is looked at."""

    cards: tuple[Card | Literal["??"], ...] = ()
    total: int = 0
    soft: bool = False
    next: bool = False
    unread: bool = False
    """As :attr:`ShownHand.unread`."""
    touched: bool = False
    natural: bool = False
    order: tuple[int, ...] = ()
    """As :attr:`ShownHand.order`."""


def shown_round(view: DealerView, scene: FeltScene) -> HandsView | None:
    """The round that lies on the table, or whose bets are being placed."""
    lying = view.view.round
    return lying if isinstance(lying, HandsView) and scene.lies else None


def shown_seats(view: DealerView, scene: FeltScene) -> tuple[ShownSeat, ...]:
    if view.view.prompt.places:
        return tuple(_laid_again(number, view) for number in SEATS)
    lying = shown_round(view, scene)
    hands = {} if lying is None else lying.seats
    return tuple(_seat(number, hands.get(str(number), ()), view, scene) for number in SEATS)


def shown_dealer(view: DealerView, scene: FeltScene) -> ShownDealer:
    prompt = view.view.prompt
    if prompt.places:
        faces = (place.face for place in prompt.places if place.hand == DEALER)
        shown = ShownDealer(tuple(BACK if face == BACK else Card(face) for face in faces))
        return replace(shown, order=_order(DEALER, view))
    lying = shown_round(view, scene)
    due = prompt.hand == DEALER and _is_card_due(view)
    unread = not due and _lies_unread(view, DEALER)
    if lying is None:
        return ShownDealer(next=due or unread, unread=unread)
    hand, natural = lying.dealer, lying.outcome is not None and lying.outcome.blackjack
    return ShownDealer(
        cards=hand.cards,
        total=hand.total,
        soft=hand.soft and not natural,
        next=due or unread,
        unread=unread,
        touched=prompt.action in (Action.PEEK, Action.TURN_HOLE),
        natural=natural,
        order=_order(DEALER, view),
    )


def _lies_unread(view: DealerView, hand: str) -> bool:
    """Whether the last card dealt lies unread at a hand's next place."""
    return view.cards.unread and view.cards.due_to == hand


def _is_card_due(view: DealerView) -> bool:
    """Whether a card is dealt next; a card that was set aside earlier is laid out first (LT-BJ-2.3.10a)."""
    return view.view.prompt.awaits_card and not laid_aside(view)


def _seat(number: int, hands: tuple[HandView, ...], view: DealerView, scene: FeltScene) -> ShownSeat:
    prompt = view.view.prompt
    acts = prompt.seat == number and (_is_card_due(view) or prompt.action == Action.AWAIT_DECISION)
    insuring = prompt.stage is not None and prompt.seats is not None
    asked = insuring and number in (prompt.seats or ())
    first = hands[0] if hands else None
    return ShownSeat(
        number=number,
        hands=tuple(_hand(number, at, hands, view, scene) for at in range(1, len(hands) + 1)),
        acts=acts,
        asked=asked,
        answered=_answered(number, first, view) if insuring and not asked else None,
        insurance=first.insurance if first else None,
        side=first.side if first else None,
        void=bool(hands) and view.view.round is not None and view.view.round.status == RoundStatus.VOID,
    )


def _hand(number: int, at: int, hands: tuple[HandView, ...], view: DealerView, scene: FeltScene) -> ShownHand:
    hand, prompt = hands[at - 1], view.view.prompt
    due = prompt.seat == number and (prompt.hand == at or prompt.hand is None)
    takes = due and _is_card_due(view)
    unread = not takes and _lies_unread(view, f"{number}.{at}")
    dealt = takes or view.cards.due_to == f"{number}.{at}"
    natural = _is_natural(hand, split=len(hands) > 1)
    return ShownHand(
        name=f"{number}.{at}",
        cards=hand.cards,
        total=hand.total if hand.cards else 0,
        soft=hand.soft and not natural,
        state=hand.state if hand.cards else None,
        chose=_chose(hand, split=len(hands) > 1) if dealt and hand.cards else None,
        natural=natural,
        next=takes or unread,
        unread=unread,
        dealt=dealt,
        acts=due and (takes or prompt.action == Action.AWAIT_DECISION),
        dimmed=scene.dimmed or (hand.state in _OVER and not view.cards.put_back),
        doubled=hand.bet == 2 and hand.state in _DECIDED,
        timed_out=hand.timed_out is True,
        order=_order(f"{number}.{at}", view),
    )


def _chose(hand: HandView, *, split: bool) -> Choice | None:
    """The choice that the next card is for: a double, a split, a hit; None in the deal."""
    if hand.bet == 2:
        return Choice.DOUBLE
    if len(hand.cards) == 1:
        return Choice.SPLIT if split else None
    return Choice.HIT


def _answered(number: int, first: HandView | None, view: DealerView) -> Choice | None:
    """A seat's answer to insurance, or the lack of one; None without a bet."""
    answers = view.server.answers
    given = [each for each in answers if each.seat == number and each.insurance and each.is_counted]
    if given and given[-1].choice is Choice.TIMEOUT:
        return Choice.TIMEOUT
    match first:
        case None:
            return None
        case HandView(insurance=Insurance()):
            return Choice.INSURE
        case HandView(state=State.SURRENDERED):
            return None
        case _:
            return Choice.DECLINE


def _is_natural(hand: HandView, *, split: bool) -> bool:
    """Whether a hand is a blackjack, also once it is decided (BJ-1.1-blackjack)."""
    return hand.state in _ENDED and not split and len(hand.cards) == 2 and hand.total == 21


def _laid_again(number: int, view: DealerView) -> ShownSeat:
    """A seat whose cards are to be laid out again: they count for nothing until they lie there."""
    hands = []
    for at in (1, 2):
        name = f"{number}.{at}"
        cards = tuple(Card(place.face) for place in view.view.prompt.places or () if place.hand == name)
        hands += [ShownHand(name, cards, order=_order(name, view))] if cards else []
    return ShownSeat(number, tuple(hands))


def _order(hand: str, view: DealerView) -> tuple[int, ...]:
    """The places of a hand's cards among all that are laid out again, in the order dealt, from 1."""
    again = view.view.prompt.places
    every = view.cards.put_back if again is None else [(place.hand, place.card) for place in again]
    return tuple(at for at, (name, _) in enumerate(every, 1) if name == hand)


def share_of(seat: ShownSeat) -> float:
    """A seat's part of the width beside a list: a hand's is 1, and more if its cards lie in one long row."""
    return len(seat.hands) * max(1 + _MORE * max(0, len(hand.order) - 2) for hand in seat.hands)


def last_choice(view: DealerView) -> Choice | None:
    """The choice of the player who gets the next card, for the line over the prompt."""
    prompt, lying = view.view.prompt, view.view.round
    if prompt.action != Action.DEAL or prompt.seat is None or not isinstance(lying, HandsView):
        return None
    if view.view.phase != Phase.DECIDING or not isinstance(prompt.hand, int):
        return None
    hands = lying.seats.get(str(prompt.seat), ())
    hand = hands[prompt.hand - 1] if prompt.hand <= len(hands) else None
    return _chose(hand, split=len(hands) > 1) if hand is not None and hand.cards else None


def last_answer(view: DealerView) -> PlayerAnswer | None:
    """The answer, or its lack, by which a hand stood before play went on; None after another answer.

    A player who does not answer in time stands (BJ-3.5-iii). A halt ends it: the next hand is asked again
    after it, and the hand that stood may be no hand any more (LT-BJ-2.3.8).
    """
    if not isinstance(view.view.round, HandsView):
        return None
    counted = [answer for answer in view.server.answers if answer.is_counted and not answer.insurance]
    if not counted or (view.server.answer_since is not None and view.server.answer_since > counted[-1].at):
        return None
    return counted[-1] if counted[-1].choice in (Choice.STAND, Choice.TIMEOUT) else None


_CHOSE: Final = {Choice.HIT: "hit", Choice.DOUBLE: "doubled", Choice.SPLIT: "split"}
_INSURED: Final = {Insurance.WON: "seat.insured.won", Insurance.LOST: "seat.insured.lost"}
_ANSWERED: Final = {Choice.INSURE: "insured", Choice.DECLINE: "declined", Choice.TIMEOUT: "timeout"}


def seat_name(words: Words, number: int) -> str:
    """``Seat 3``."""
    return words.text("seat.number", seat=number)


def choice_word(words: Words, choice: Choice) -> str:
    """A player's choice: ``hit``."""
    return words.text(f"seat.{_CHOSE[choice]}")


def stood_word(words: Words, answer: PlayerAnswer) -> str:
    """``stands``; if no answer came in time ``no answer, stands``."""
    stands = words.text("seat.stood")
    if answer.choice is not Choice.TIMEOUT:
        return stands
    return words.text("access.list").join((words.text("seat.timeout"), stands))


def state_text(words: Words, seat: ShownSeat, hand: ShownHand) -> str:
    """A hand's state in a word; empty until it has cards."""
    if seat.void:
        return words.text("seat.void") if hand.state is not None else ""
    if hand.chose is not None:
        return choice_word(words, hand.chose)
    if seat.asked and hand.state is not State.REFUNDED:
        return words.text("seat.acting")
    if seat.answered is not None:
        return words.text(f"seat.{_ANSWERED[seat.answered]}")
    if hand.state is None or (hand.state is State.ACTING and hand.dealt):
        return ""
    if hand.timed_out and hand.state is State.STOOD:
        return words.text("seat.timeout")
    return words.text(f"seat.{hand.state}")


def bets_texts(words: Words, seat: ShownSeat) -> tuple[str, ...]:
    """Small lines about a seat: its other bets; of a decided hand, that it was doubled or not answered. A
    void round's bets won nothing. A refunded hand leaves its seat's insurance and side bets (LT-BJ-2.3.8).
    """
    if seat.void:
        return ()
    texts = []
    played = [hand for hand in seat.hands if hand.state is not State.REFUNDED]
    if any(hand.timed_out and hand.state is not State.STOOD for hand in played):
        texts.append(words.text("seat.timeout"))
    doubled = [hand for hand in played if hand.doubled]
    if doubled:
        which = [hand_label(words, hand) for hand in doubled if len(seat.hands) > 1]
        texts.append(words.side_by_side((*which, words.text("seat.doubled"))))
    texts += insurance_text(words, seat)
    if seat.side is not None and seat.side.perfect_pairs is not None:
        texts.append(words.text(f"side.perfect_pairs.{seat.side.perfect_pairs}"))
    if seat.side is not None and seat.side.plus_three is not None:
        texts.append(words.text(f"side.21+3.{seat.side.plus_three}"))
    return tuple(texts)


def insurance_text(words: Words, seat: ShownSeat) -> tuple[str, ...]:
    """The line about a seat's insurance; empty without one, and while others still answer."""
    if seat.insurance is None or seat.answered is not None:
        return ()
    return (words.text(_INSURED.get(seat.insurance, "seat.insured")),)


def hand_label(words: Words, hand: ShownHand) -> str:
    """``hand 1``: which of a split's two."""
    return words.text("seat.hand", hand=hand.name.partition(".")[2])


def card_text(words: Words, name: str, at: int, lies: Card | Literal["??"], *, split: bool) -> str:
    """A place with the card on it: ``seat 3, card 2, 5 of diamonds``."""
    if lies == BACK:
        return words.text("access.hole")
    return _at_place(words, name, at, card_name(words, lies), split)


def next_text(words: Words, hand: ShownHand | ShownDealer, *, split: bool) -> str:
    """The place of a hand's next card, or of one that lies there unread: ``seat 3, card 2, not read``."""
    name = hand.name if isinstance(hand, ShownHand) else DEALER
    return _at_place(words, name, len(hand.cards) + 1, _due_text(words, hand), split)


def _at_place(words: Words, name: str, at: int, card: str, split: bool) -> str:
    seat, _, _ = name.partition(".")
    whose = hand_name(words, name) if split or not seat.isdigit() else seat_name(words, int(seat))
    return words.text("access.card", hand=whose, position=at, card=card)


def _due_text(words: Words, hand: ShownHand | ShownDealer) -> str:
    """The words of a next card that is due, or lies there unread; empty for neither."""
    if hand.unread:
        return words.text("record.said.card_unread")
    return words.text("access.next") if hand.next else ""


def spoken_seat(words: Words, seat: ShownSeat) -> str:
    name = seat_name(words, seat.number)
    if seat.free:
        return words.label(name, words.text("seat.free"))
    hands = [_spoken_hand(words, seat, hand) for hand in seat.hands]
    parts = [part for part in (*hands, *bets_texts(words, seat)) if part]
    text = (
        reduce(lambda joined, more: words.text("access.more", said=joined, more=more), parts) if parts else ""
    )
    return words.label(name, text) if text else name


def _spoken_hand(words: Words, seat: ShownSeat, hand: ShownHand) -> str:
    total = total_text(words, hand.total, soft=hand.soft) if hand.total else ""
    label = hand_label(words, hand) if len(seat.hands) > 1 else ""
    parts = (label, total, state_text(words, seat, hand), _due_text(words, hand))
    return words.text("access.list").join(part for part in parts if part)


def spoken_dealer(words: Words, dealer: ShownDealer) -> str:
    """The dealer's hand as one sentence: the total that shows, and that a card lies face down."""
    name = hand_name(words, "dealer")
    total = total_text(words, dealer.total, soft=dealer.soft) if dealer.total else ""
    hole = words.text("access.hole") if BACK in dealer.cards else ""
    parts = (total, hole, _due_text(words, dealer))
    text = words.text("access.list").join(part for part in parts if part)
    return words.label(name, text) if text else name
