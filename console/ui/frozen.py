"""The cards of a round as they lay when something went wrong: small, beside the question what it was.

Knows how few cards fit; it never knows what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.game.baccarat import Hand
from console.game.blackjack_hand import State
from console.game.cards import Card
from console.table.views import DealerView, HandsView
from console.ui.card_faces import draw_back, draw_face, draw_place
from console.ui.lettering import advance, shrunk, write
from console.ui.on_felt import Scene
from console.ui.seats.shown import DEALER, HandShown, dealer_shown, seats_shown
from console.ui.seats.wording import dealer_heard, hand_label, seat_heard, seat_name, total_text
from console.ui.theme import PRINT, T0, T1
from console.words import Words
from console.words.names import card_name, hand_name, said_of

_CARD: Final = QRectF(0, 0, 52, 72.8)
_SECOND: Final = 184.0
"""Where the second of two hands begins."""
_LYING: Final = Scene(0, 0, lies=True)


class Frozen(msgspec.Struct, frozen=True):
    """A game's small picture of its round, and the same in words."""

    draw: Callable[[QPainter, DealerView, Words], None]
    heard: Callable[[DealerView, Words], list[str]]


def _draw_coup(painter: QPainter, view: DealerView, words: Words) -> None:
    """Banker and player at their sides."""
    lying = view.view.coup
    if lying is None:
        return
    sides = (Hand.BANKER, Hand.PLAYER) if view.banker_left else (Hand.PLAYER, Hand.BANKER)
    for hand, left in zip(sides, (0.0, _SECOND), strict=True):
        cards = lying.banker if hand is Hand.BANKER else lying.player
        name, points = hand_name(words, hand).upper(), str(lying.points[hand])
        _draw_hand(painter, name, cards, points if cards else "", left)


def _coup_heard(view: DealerView, words: Words) -> list[str]:
    lying = view.view.coup
    heard = []
    for hand in (Hand.BANKER, Hand.PLAYER):
        cards = () if lying is None else lying.banker if hand is Hand.BANKER else lying.player
        named = words.text("access.list").join(card_name(words, card) for card in cards)
        heard.append(said_of(words, hand_name(words, hand), named or words.text("access.empty")))
    return heard


def _draw_seats(painter: QPainter, view: DealerView, words: Words) -> None:
    """The dealer's hand, and the hand that is being played."""
    dealer = dealer_shown(view, _LYING)
    total = total_text(words, dealer.total, soft=dealer.soft) if dealer.total else ""
    _draw_hand(painter, hand_name(words, DEALER).upper(), dealer.cards, total, 0)
    hand = _played(view)
    if hand is not None:
        seat = int(hand.name.partition(".")[0])
        total = total_text(words, hand.total, soft=hand.soft) if hand.total else ""
        name = seat_name(words, seat)
        if _is_split(view, seat):
            name = words.text("access.list").join((name, hand_label(words, hand)))
        _draw_hand(painter, name.upper(), hand.cards, total, _SECOND)


def _is_split(view: DealerView, seat: int) -> bool:
    lying = view.view.round
    return isinstance(lying, HandsView) and len(lying.seats.get(str(seat), ())) > 1


def _played(view: DealerView) -> HandShown | None:
    """The hand whose card or answer is due."""
    hands = [hand for seat in seats_shown(view, _LYING) for hand in seat.hands]
    return next((hand for hand in hands if hand.state is State.ACTING), None)


def _seats_heard(view: DealerView, words: Words) -> list[str]:
    taken = (seat for seat in seats_shown(view, _LYING) if not seat.free)
    return [*(seat_heard(words, seat) for seat in taken), dealer_heard(words, dealer_shown(view, _LYING))]


def _draw_hand(painter: QPainter, name: str, cards: Sequence[Card | str], total: str, left: float) -> None:
    write(painter, name, left, 8, shrunk(name, 170, (15, 14), bold=True), T1)
    count = max(2, len(cards))
    step = 58.0 if count == 2 else 36.0 if count == 3 else 72.0 / (count - 1)
    for at in range(count):
        place = QRectF(left + at * step, 22, _CARD.width(), _CARD.height())
        match cards[at] if at < len(cards) else None:
            case None:
                draw_place(painter, place, PRINT, 1.5, dashed=True)
            case Card() as card:
                draw_face(painter, place, card)
            case _:
                draw_back(painter, place)
    end = left + (count - 1) * step + _CARD.width()
    if total:
        face = shrunk(total, 44, (42, 36, 30, 24, 20, 16), bold=True)
        half = 14 if len(total) == 1 else advance(total, face) / 2
        write(painter, total, end + 8 + half, 60, face, T0, align=0.5)


FROZEN_COUP: Final = Frozen(_draw_coup, _coup_heard)
FROZEN_SEATS: Final = Frozen(_draw_seats, _seats_heard)
