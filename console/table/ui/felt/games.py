"""All that the screen knows of each game: its round on the felt, its results, and its small frozen picture.

A game is added here and nowhere else on the felt; no module compares the name of a game. A result is a
mark in the rail; a frozen round is drawn small beside the question what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.views import HandsView
from console.table.game.baccarat.coup import Hand, Winner
from console.table.game.baccarat.roads import result_of
from console.table.game.blackjack.hands import State
from console.table.ui.felt.coup_on_felt import CoupOnFelt
from console.table.ui.felt.game_on_screen import MARK, GameOnScreen, RoundPicture, draw_hand, draw_mark
from console.table.ui.felt.scene import FeltGame, FeltScene
from console.table.ui.felt.score_boards import draw_big_road
from console.table.ui.felt.seats.shown_seats import (
    DEALER,
    ShownHand,
    hand_label,
    seat_name,
    shown_dealer,
    shown_seats,
    spoken_dealer,
    spoken_seat,
)
from console.table.ui.felt.wheel.pockets import draw_hollow_pocket, draw_pocket
from console.table.ui.felt.wheel.shown_wheel import Middle, shown_wheel, spoken_wheel, state_text
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import set_in, shrunk, write, write_lines
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign
from console.table.words.names import card_name, hand_name, number_name, total_text


def coup_name(result: str, words: Words) -> str:
    return words.text(f"result.{result_of(result).winner}")


def draw_coup(painter: QPainter, result: str, words: Words) -> None:
    """A ring for the player, a disc for the banker, a bar for a tie."""
    winner = result_of(result).winner
    letter = "=" if winner is Winner.TIE else words.text(f"result.letter.{winner}")
    draw_mark(painter, letter, ring=winner is Winner.PLAYER, disc=winner is Winner.BANKER)


def dealer_name(result: str, words: Words) -> str:
    text = words.text(f"seat.{result}") if result in ("bust", "blackjack") else result
    return words.text("access.dealer_result", result=text)


def draw_dealer(painter: QPainter, result: str, words: Words) -> None:
    """The dealer's total in a frame; a filled frame for a blackjack, a cross for a bust."""
    box = MARK.adjusted(0, 1, 0, -1)
    if result == "bust":
        outline(painter, box, pen(theme.T1, 2), 4)
        Sign("outcomes.cross")(painter, QRectF(6, 6, 16, 16), theme.T1)
        return
    blackjack = result == "blackjack"
    text = words.text("result.letter.blackjack") if blackjack else result
    if blackjack:
        fill(painter, box, theme.T1, 4)
    else:
        outline(painter, box, pen(theme.T1, 2), 4)
    face = shrunk(text, 22, (theme.LEAST, 17, 16), bold=True)
    write(painter, text, 14, 14, face, theme.BG0 if blackjack else theme.T0, align=0.5)


_SECOND: Final = 184.0
"""The left edge of the second of two hands."""
_LYING: Final = FeltScene(0, 0, lies=True)


def _draw_coup(painter: QPainter, view: DealerView, words: Words, of_hand: str | None) -> None:
    lying = view.view.coup
    if lying is None:
        return
    sides = (Hand.BANKER, Hand.PLAYER) if view.banker_left else (Hand.PLAYER, Hand.BANKER)
    for hand, left in zip(sides, (0.0, _SECOND), strict=True):
        cards = lying.banker if hand is Hand.BANKER else lying.player
        name, points = hand_name(words, hand).upper(), str(lying.points[hand])
        draw_hand(painter, name, cards, points if cards else "", left)


def _spoken_coup(view: DealerView, words: Words) -> list[str]:
    lying = view.view.coup
    spoken = []
    for hand in (Hand.BANKER, Hand.PLAYER):
        cards = () if lying is None else lying.banker if hand is Hand.BANKER else lying.player
        named = words.text("access.list").join(card_name(words, card) for card in cards)
        spoken.append(words.label(hand_name(words, hand), named or words.text("access.empty")))
    return spoken


def _draw_seats(painter: QPainter, view: DealerView, words: Words, of_hand: str | None) -> None:
    """The dealer's hand once it has a card, and the named hand or the one that is being played."""
    dealer = shown_dealer(view, _LYING)
    total = total_text(words, dealer.total, soft=dealer.soft) if dealer.total else ""
    hand = _played(view, of_hand)
    lies = bool(dealer.cards) or hand is None
    if lies:
        draw_hand(painter, hand_name(words, DEALER).upper(), dealer.cards, total, 0)
    if hand is not None:
        seat = int(hand.name.partition(".")[0])
        total = total_text(words, hand.total, soft=hand.soft) if hand.total else ""
        name = seat_name(words, seat)
        if _is_split(view, seat):
            name = words.text("access.list").join((name, hand_label(words, hand)))
        draw_hand(painter, name.upper(), hand.cards, total, _SECOND if lies else 0)


def _is_split(view: DealerView, seat: int) -> bool:
    lying = view.view.round
    return isinstance(lying, HandsView) and len(lying.seats.get(str(seat), ())) > 1


def _played(view: DealerView, name: str | None) -> ShownHand | None:
    hands = [hand for seat in shown_seats(view, _LYING) for hand in seat.hands]
    return next((hand for hand in hands if (hand.name == name if name else hand.state is State.ACTING)), None)


def _spoken_seats(view: DealerView, words: Words) -> list[str]:
    taken = (seat for seat in shown_seats(view, _LYING) if not seat.free)
    return [*(spoken_seat(words, seat) for seat in taken), spoken_dealer(words, shown_dealer(view, _LYING))]


FROZEN_COUP: Final = RoundPicture(_draw_coup, _spoken_coup)
FROZEN_SEATS: Final = RoundPicture(_draw_seats, _spoken_seats)


NUMBER_WIDE: Final = 38.0
"""A mark's width; it is 28 high."""
MOST_NUMBERS: Final = 12


def last_number_name(result: str, words: Words) -> str:
    """``27, red``."""
    return number_name(words, int(result))


def draw_last_number(painter: QPainter, result: str, words: Words) -> None:
    draw_pocket(painter, QRectF(0, 0, NUMBER_WIDE, 28), int(result))


_SPIN_WIDE: Final = 196.0


def _draw_frozen_spin(painter: QPainter, view: DealerView, words: Words, of_hand: str | None) -> None:
    shown, wide = shown_wheel(view), _SPIN_WIDE - 10
    if shown.number is None:
        lines, face = set_in(state_text(words, shown), wide, (24, 22, 20, theme.LEAST), limit=3, bold=True)
        write_lines(painter, lines, QRectF(0, 0, wide, 98), face, theme.T1, align=1)
        return
    mark = QRectF(wide - 84, 0, 84, 66)
    if shown.middle is Middle.READ:
        draw_hollow_pocket(painter, mark, theme.T0, shown.number)
    else:
        draw_pocket(painter, mark, shown.number)
    name = number_name(words, shown.number)
    write(painter, name, wide, 84, shrunk(name, wide, (22, 20, theme.LEAST), bold=True), theme.T0, align=1)


def _spoken_spin(view: DealerView, words: Words) -> list[str]:
    return spoken_wheel(words, shown_wheel(view))


FROZEN_SPIN: Final = RoundPicture(_draw_frozen_spin, _spoken_spin, _SPIN_WIDE)


_KINDS_OF_A_COUP: Final = (
    "card_fell", "misread", "wrong_position", "double_scan", "stuck_cards", "extra_card_drawn",
    "early_deal", "reader_failed", "damaged_card", "played_past_cut_card", "prohibited_action",
    "first_card_face_up", "cards_cleared_early", "technical_fault", "cannot_continue",
    "cards_left_on_table", "not_mixed", "wrong_card_set", "card_turned_in_shuffle", "over_burn",
    "under_burn", "no_burn", "burn_card_shown",
)  # fmt: skip
_KINDS_WITH_SEATS: Final = (
    "out_of_order", "card_fell", "misread", "card_mismatch", "double_scan", "early_deal",
    "hole_card_exposed", "hole_card_turned_early", "no_chance_to_act", "wrong_position",
    "prohibited_action", "stuck_cards", "card_face_down", "reader_failed", "too_few_hands",
    "too_many_hands", "damaged_card", "played_past_cut_card", "technical_fault", "cannot_continue",
    "wrong_card_set", "not_mixed", "cards_cleared_early", "cut_card_not_scanned",
)  # fmt: skip
_KINDS_AT_A_WHEEL: Final = (
    "no_spin", "ball_out", "not_read", "spun_in_bet_time", "foreign_object", "wrong_number_recorded",
    "technical_fault", "cannot_continue",
)  # fmt: skip


def _lay_wheel(felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> FeltGame:
    """Wheel and layout; only a table that has them loads them."""
    from console.table.ui.felt.wheel.wheel_on_felt import WheelOnFelt

    return WheelOnFelt(felt, view, words, scene)


def _lay_seats(felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> FeltGame:
    """Seven seats; only a table that has them loads them."""
    from console.table.ui.felt.seats.seats_on_felt import SeatsOnFelt

    return SeatsOnFelt(felt, view, words, scene)


def _draw_numbers(painter: QPainter, box: QRectF, results: Sequence[str], words: Words, u: float) -> None:
    """The last numbers; only a table that has a wheel loads them."""
    from console.table.ui.felt.wheel.wheel_rail import draw_last_numbers

    draw_last_numbers(painter, box, results, words)


def _duel() -> GameOnScreen:
    from console.table.ui.felt.duel_on_felt import ON_SCREEN

    return ON_SCREEN


_GAMES: Final[dict[str, GameOnScreen | Callable[[], GameOnScreen]]] = {
    "baccarat": GameOnScreen(
        CoupOnFelt,
        draw_coup,
        coup_name,
        FROZEN_COUP,
        "manual.points",
        _KINDS_OF_A_COUP,
        Sign("suits.clubs"),
        board=draw_big_road,
    ),
    "blackjack": GameOnScreen(
        _lay_seats,
        draw_dealer,
        dealer_name,
        FROZEN_SEATS,
        "manual.totals",
        _KINDS_WITH_SEATS,
        Sign("suits.spades"),
        small=0.6,
    ),
    "roulette": GameOnScreen(
        _lay_wheel,
        draw_last_number,
        last_number_name,
        FROZEN_SPIN,
        "manual.totals",
        _KINDS_AT_A_WHEEL,
        Sign("urgency.roulette"),
        heading="rail.last_numbers",
        result_width=NUMBER_WIDE,
        most_results=MOST_NUMBERS,
        newest_first=True,
        board=_draw_numbers,
    ),
    "dragon_tiger": _duel,
}


def on_screen(game: str) -> GameOnScreen:
    """A game as the screen shows it."""
    row = _GAMES[game]
    return row if isinstance(row, GameOnScreen) else row()
