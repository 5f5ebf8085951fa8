"""Signs of what can go wrong, one for each kind."""

from __future__ import annotations

from typing import Final

from console.game.cards import Suit
from console.ui.signs import states, wheel
from console.ui.signs.nib import Nib, Sign, sign


@sign
def card_fell(nib: Nib) -> None:
    """A card beneath the table's edge."""
    nib.line((6, 22), (64, 22), (64, 42))
    nib.arrow((28, 32), (28, 66), 11)
    nib.line((8, 82), (56, 82))
    nib.rotated(24, 74, 66, lambda n: n.box(61, 48, 26, 36, 5))


@sign
def card_turned(nib: Nib) -> None:
    """A card of the shuffle with its face up."""
    for y in (62, 72, 82):
        nib.line((10, y), (86, y))
    nib.box(34, 8, 30, 42, 5)
    nib.suit(Suit.HEARTS, 49, 29, 16)
    nib.arc(49, 30, 34, 20, -50)


@sign
def too_many(nib: Nib) -> None:
    """A burned card and one more."""
    nib.box(8, 22, 36, 52, 5)
    nib.suit(Suit.SPADES, 26, 48, 18)
    nib.line((58, 48), (88, 48))
    nib.line((73, 33), (73, 63))


@sign
def too_few(nib: Nib) -> None:
    """A burned card and one too few."""
    nib.box(8, 22, 36, 52, 5)
    nib.suit(Suit.SPADES, 26, 48, 18)
    nib.line((58, 48), (88, 48))


@sign
def none_burned(nib: Nib) -> None:
    """A flame struck out."""
    nib.curve((48, 12), (52, 30, 74, 38, 74, 62), (74, 78, 62, 86, 48, 86), (34, 86, 22, 78, 22, 62))
    nib.curve((22, 62), (22, 46, 40, 36, 48, 12))
    nib.line((12, 84), (84, 16))


@sign
def card_seen(nib: Nib) -> None:
    """A card that an eye sees."""
    nib.box(30, 40, 34, 48, 5)
    nib.suit(Suit.HEARTS, 47, 64, 18)
    nib.curve((20, 20), (32, 4, 62, 4, 74, 20), (62, 34, 32, 34, 20, 20))
    nib.dot(47, 20, 7)


@sign
def face_up(nib: Nib) -> None:
    """A card leaves the shoe with its face up."""
    nib.line((92, 84), (92, 44), (72, 44), (52, 62), (52, 84), close=True)
    nib.box(8, 34, 32, 46, 5)
    nib.suit(Suit.DIAMONDS, 24, 57, 18)
    nib.arrow((24, 26), (24, 8), 9)


@sign
def fault(nib: Nib) -> None:
    """A screen that shows a cross."""
    nib.box(8, 14, 80, 54, 5)
    nib.line((48, 70), (48, 86))
    nib.line((28, 87), (68, 87))
    nib.line((38, 31), (58, 51))
    nib.line((58, 31), (38, 51))


@sign
def cut_card_missed(nib: Nib) -> None:
    """The cut card is passed over."""
    nib.line((18, 26), (18, 88), width=nib.stroke * 1.6)
    for x in (40, 54, 68, 82):
        nib.line((x, 44), (x, 88), width=nib.stroke)
    nib.arrow((14, 14), (72, 14), 11)


@sign
def cut_card_unread(nib: Nib) -> None:
    """The cut card in the scanner's frame, struck out."""
    nib.line((8, 26), (8, 8), (26, 8))
    nib.line((70, 8), (88, 8), (88, 26))
    nib.line((8, 70), (8, 88), (26, 88))
    nib.line((70, 88), (88, 88), (88, 70))
    nib.line((48, 22), (48, 74), width=nib.stroke * 2)
    nib.line((28, 64), (68, 32))


@sign
def extra_card(nib: Nib) -> None:
    """One card more behind the last one."""
    nib.box(6, 30, 30, 38, 5)
    nib.line((48, 20), (48, 78))
    nib.box(60, 30, 30, 38, 5)
    nib.line((68, 49), (82, 49))
    nib.line((75, 42), (75, 56))


@sign
def early(nib: Nib) -> None:
    """A card while the clock still runs."""
    nib.ring(34, 38, 28)
    nib.line((34, 22), (34, 39), (46, 46))
    nib.box(56, 44, 32, 44, 5)
    nib.suit(Suit.SPADES, 72, 66, 17)


@sign
def unreadable(nib: Nib) -> None:
    """A card that the scanner's frame does not read."""
    nib.line((8, 26), (8, 10), (24, 10))
    nib.line((72, 10), (88, 10), (88, 26))
    nib.line((8, 70), (8, 86), (24, 86))
    nib.line((72, 86), (88, 86), (88, 70))
    nib.box(30, 22, 36, 52, 5)
    nib.line((40, 40), (56, 56))
    nib.line((56, 40), (40, 56))


@sign
def wrong_place(nib: Nib) -> None:
    """A card that belongs beside where it lies."""
    for points in (((10, 40), (10, 34), (18, 34)), ((32, 34), (40, 34), (40, 40)), ((10, 52), (10, 64))):
        nib.line(*points)
    nib.line((40, 52), (40, 64))
    nib.line((10, 76), (10, 82), (18, 82))
    nib.line((32, 82), (40, 82), (40, 76))
    nib.box(56, 34, 30, 46, 5)
    nib.curve((72, 22), (60, 8, 40, 8, 26, 18))
    nib.line((38, 8), (24, 19), (40, 26))


@sign
def left_behind(nib: Nib) -> None:
    """Cards still on the table."""
    nib.curve((6, 70), (6, 22, 90, 22, 90, 70))
    nib.line((6, 70), (90, 70))
    nib.rotated(-12, 34, 52, lambda n: n.box(24, 40, 18, 24, 3))
    nib.rotated(14, 62, 52, lambda n: n.box(54, 40, 18, 24, 3))
    nib.line((34, 86), (62, 86))


@sign
def damaged(nib: Nib) -> None:
    """A card with a torn corner."""
    nib.line(
        (22, 12), (48, 12), (54, 28), (46, 36), (62, 44), (58, 56), (70, 64), (70, 86), (22, 86), close=True
    )
    nib.line((64, 14), (74, 8))
    nib.line((72, 28), (84, 24))
    nib.line((76, 42), (86, 46))


@sign
def misread(nib: Nib) -> None:
    """One card is taken for another."""
    nib.box(6, 26, 30, 42, 5)
    nib.suit(Suit.HEARTS, 21, 47, 17)
    nib.box(60, 26, 30, 42, 5)
    nib.suit(Suit.SPADES, 75, 47, 17)
    nib.line((40, 12), (56, 84))


@sign
def twice(nib: Nib) -> None:
    """One card, read two times."""
    nib.box(8, 26, 32, 46, 5)
    nib.suit(Suit.SPADES, 24, 49, 17)
    nib.arc(68, 48, 23, 150, -290)
    nib.line((44, 44), (48, 34), (58, 42))
    nib.curve((60, 44), (60, 34, 78, 34, 76, 46), (74, 52, 62, 56, 60, 62))
    nib.line((60, 62), (78, 62))


@sign
def stuck(nib: Nib) -> None:
    """Two cards that came as one."""
    nib.box(16, 14, 36, 52, 5)
    nib.box(30, 28, 36, 54, 5)
    nib.line((66, 20), (72, 8))
    nib.line((76, 28), (88, 18))
    nib.line((80, 40), (92, 38))


@sign
def cleared(nib: Nib) -> None:
    """Cards taken off the table too early."""
    nib.box(54, 36, 32, 44, 5)
    nib.line((44, 44), (44, 88), (70, 88))
    nib.curve((66, 20), (50, 4, 26, 8, 12, 28))
    nib.line((9, 10), (11, 30), (31, 27))


@sign
def forbidden(nib: Nib) -> None:
    """A hand that must not."""
    nib.ring(48, 48, 38)
    nib.box(34, 28, 28, 40, 5)
    nib.line((21, 21), (75, 75))


@sign
def stopped(nib: Nib) -> None:
    """Play stands still."""
    nib.ring(48, 48, 38)
    nib.line((38, 32), (38, 64), width=nib.stroke * 1.5)
    nib.line((58, 32), (58, 64), width=nib.stroke * 1.5)


@sign
def more(nib: Nib) -> None:
    """There is more."""
    for x in (20, 48, 76):
        nib.dot(x, 48, 8)


@sign
def seat_missed(nib: Nib) -> None:
    """Two seats with a card, and one between them without."""
    for x in (6, 66):
        nib.box(x, 20, 24, 34, 4)
    nib.line((40, 22), (56, 22))
    nib.line((40, 52), (56, 52))
    for x in (18, 48, 78):
        nib.arc(x, 84, 11, 0, 180)


@sign
def card_too_many(nib: Nib) -> None:
    """Two seats, and three cards for them."""
    for x in (6, 36):
        nib.box(x, 20, 24, 34, 4)
    nib.rotated(14, 78, 36, lambda n: n.box(66, 19, 24, 34, 4))
    for x in (18, 48):
        nib.arc(x, 84, 11, 0, 180)


@sign
def differ(nib: Nib) -> None:
    """Two cards that differ: one in the scanner's frame, another below it."""
    nib.line((6, 20), (6, 6), (20, 6))
    nib.line((48, 6), (62, 6), (62, 20))
    nib.box(20, 14, 28, 36, 5)
    nib.suit(Suit.SPADES, 34, 32, 16)
    nib.box(58, 52, 28, 38, 5)
    nib.suit(Suit.DIAMONDS, 72, 71, 16)
    nib.line((12, 66), (42, 66))
    nib.line((12, 80), (42, 80))
    nib.line((36, 58), (18, 88))


@sign
def unasked(nib: Nib) -> None:
    """A card that comes out of the shoe, and a ring that says no."""
    nib.line((92, 62), (92, 28), (74, 28), (58, 44), (58, 62), close=True)
    nib.box(12, 18, 28, 38, 5)
    nib.suit(Suit.SPADES, 26, 37, 15)
    nib.ring(28, 76, 13)
    nib.line((19, 85), (37, 67))


@sign
def stays_down(nib: Nib) -> None:
    """A card with its back up that should be turned."""
    nib.box(30, 36, 36, 52, 5)
    for y in (50, 64, 78):
        nib.line((38, y + 4), (58, y - 6), width=nib.stroke * 0.7)
    nib.curve((18, 40), (18, 10, 62, 6, 74, 22))
    nib.line((76, 8), (75, 24), (60, 24))


@sign
def hole_seen(nib: Nib) -> None:
    """The hole card beside another one, and an eye that sees it."""
    nib.box(12, 44, 30, 42, 5)
    nib.box(52, 44, 30, 42, 5)
    nib.suit(Suit.SPADES, 67, 65, 16)
    nib.curve((42, 20), (52, 6, 80, 6, 92, 20), (80, 34, 52, 34, 42, 20))
    nib.dot(67, 20, 6)


@sign
def turned_early(nib: Nib) -> None:
    """The hole card is turned while the clock still runs."""
    nib.ring(28, 34, 22)
    nib.line((28, 21), (28, 35), (37, 41))
    nib.box(56, 46, 30, 42, 5)
    nib.suit(Suit.HEARTS, 71, 67, 16)
    nib.curve((58, 34), (58, 18, 78, 14, 86, 26))
    nib.line((88, 14), (87, 28), (74, 28))


@sign
def not_asked(nib: Nib) -> None:
    """A player who was not asked."""
    nib.ring(34, 30, 16)
    nib.curve((8, 84), (8, 54, 60, 54, 60, 84))
    nib.line((8, 84), (60, 84))
    nib.curve((68, 24), (68, 8, 92, 8, 90, 24), (88, 34, 79, 36, 79, 46))
    nib.dot(79, 60, 4)


SIGNS: Final[dict[str, Sign]] = {
    "card_fell": card_fell,
    "card_turned_in_shuffle": card_turned,
    "over_burn": too_many,
    "under_burn": too_few,
    "no_burn": none_burned,
    "burn_card_shown": card_seen,
    "first_card_face_up": face_up,
    "technical_fault": fault,
    "played_past_cut_card": cut_card_missed,
    "cut_card_not_scanned": cut_card_unread,
    "extra_card_drawn": extra_card,
    "early_deal": early,
    "reader_failed": unreadable,
    "wrong_position": wrong_place,
    "cards_left_on_table": left_behind,
    "damaged_card": damaged,
    "misread": misread,
    "double_scan": twice,
    "stuck_cards": stuck,
    "cards_cleared_early": cleared,
    "too_few_hands": seat_missed,
    "too_many_hands": card_too_many,
    "card_mismatch": differ,
    "out_of_order": unasked,
    "card_face_down": stays_down,
    "hole_card_exposed": hole_seen,
    "hole_card_turned_early": turned_early,
    "no_chance_to_act": not_asked,
    "prohibited_action": forbidden,
    "cannot_continue": stopped,
    "no_spin": wheel.no_spin,
    "not_read": wheel.not_read,
    "ball_out": wheel.ball_out,
    "spun_in_bet_time": wheel.bet_time,
    "foreign_object": wheel.foreign_object,
    "wrong_number_recorded": wheel.wrong_number,
}


def kind_sign(kind: str | None) -> Sign:
    """The sign of an incident's kind; a triangle where nobody has named the kind, or it has no sign here."""
    return SIGNS.get(kind or "", states.caution)
