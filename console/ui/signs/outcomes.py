"""Signs of the questions about an incident, of its outcomes, and of the steps that carry them out."""

from __future__ import annotations

from typing import Final

from console.game.cards import Suit
from console.ui.signs import incidents, places, play, seats, shoe, states, wheel
from console.ui.signs.nib import Nib, Sign, sign


@sign
def eye(nib: Nib) -> None:
    """Seen."""
    nib.curve((4, 48), (24, 16, 72, 16, 92, 48), (72, 80, 24, 80, 4, 48))
    nib.dot(48, 48, 17)


@sign
def struck_eye(nib: Nib) -> None:
    """An eye with a stroke: not seen."""
    nib.curve((4, 48), (24, 16, 72, 16, 92, 48), (72, 80, 24, 80, 4, 48))
    nib.ring(48, 48, 15)
    nib.line((18, 84), (78, 12))


@sign
def cross(nib: Nib) -> None:
    """No."""
    nib.line((20, 20), (76, 76), width=nib.stroke * 1.5)
    nib.line((76, 20), (20, 76), width=nib.stroke * 1.5)


@sign
def crossed_ring(nib: Nib) -> None:
    """The round is void."""
    nib.ring(48, 48, 40)
    nib.line((31, 31), (65, 65))
    nib.line((65, 31), (31, 65))


@sign
def goes_on(nib: Nib) -> None:
    """Play goes on."""
    nib.ring(48, 48, 40)
    nib.line((38, 28), (68, 48), (38, 68), close=True)


@sign
def question(nib: Nib) -> None:
    """Something is asked."""
    nib.curve((28, 32), (28, 4, 72, 4, 70, 34), (68, 52, 48, 48, 48, 66))
    nib.dot(48, 84, 6)


@sign
def back(nib: Nib) -> None:
    """Back to what was asked before."""
    nib.arrow((86, 48), (10, 48), 22)


@sign
def skip(nib: Nib) -> None:
    """Passed over."""
    nib.line((16, 20), (48, 48), (16, 76))
    nib.line((48, 20), (80, 48), (48, 76))


@sign
def bets_back(nib: Nib) -> None:
    """Chips that go back."""
    nib.ring(38, 26, 28, 0.42)
    nib.line((10, 26), (10, 44))
    nib.line((66, 26), (66, 40))
    nib.curve((10, 44), (10, 60, 40, 60, 46, 56))
    nib.arrow((90, 72), (40, 72), 13)


@sign
def bets_stand(nib: Nib) -> None:
    """Chips that stay where they lie."""
    nib.ring(48, 26, 34, 0.42)
    for y in (26, 46, 66):
        nib.curve((14, y), (14, y + 20, 82, y + 20, 82, y))
    nib.line((14, 26), (14, 66))
    nib.line((82, 26), (82, 66))


@sign
def book(nib: Nib) -> None:
    """The rules."""
    nib.curve((48, 22), (36, 10, 18, 12, 8, 14))
    nib.line((8, 14), (8, 80))
    nib.curve((8, 80), (20, 76, 36, 76, 48, 88))
    nib.curve((48, 22), (60, 10, 78, 12, 88, 14))
    nib.line((88, 14), (88, 80))
    nib.curve((88, 80), (76, 76, 60, 76, 48, 88))
    nib.line((48, 22), (48, 88))


@sign
def video(nib: Nib) -> None:
    """The recording."""
    nib.box(6, 20, 84, 56, 4)
    nib.line((24, 20), (24, 76))
    nib.line((72, 20), (72, 76))
    nib.solid((40, 36), (60, 48), (40, 60))


@sign
def clock(nib: Nib) -> None:
    """A clock: a time, or a length of time."""
    nib.ring(48, 48, 38)
    nib.line((48, 24), (48, 50), (64, 58))


@sign
def put_back(nib: Nib) -> None:
    """A card goes back onto the table."""
    nib.box(16, 8, 24, 14, 3)
    nib.line((6, 32), (90, 32))
    nib.box(56, 50, 28, 40, 4)
    nib.curve((46, 84), (28, 80, 24, 66, 26, 46))
    nib.line((12, 58), (26, 44), (38, 58))


@sign
def turn_down(nib: Nib) -> None:
    """A card is turned over."""
    nib.box(52, 30, 34, 48, 5)
    nib.line((60, 46), (78, 62))
    nib.line((78, 46), (60, 62))
    nib.curve((40, 74), (10, 70, 8, 32, 44, 18))
    nib.line((30, 8), (46, 17), (37, 33))


@sign
def discard(nib: Nib) -> None:
    """A card goes into the discard rack."""
    nib.line((14, 50), (14, 88), (82, 88), (82, 50))
    nib.line((26, 76), (70, 76))
    nib.arrow((48, 8), (48, 60), 15)


@sign
def move(nib: Nib) -> None:
    """A card moves to another place."""
    nib.box(6, 30, 28, 42, 5)
    nib.arrow((40, 51), (60, 51), 9)
    nib.box(64, 30, 28, 42, 5)
    nib.suit(Suit.SPADES, 78, 51, 14)


@sign
def lay_out(nib: Nib) -> None:
    """Cards are laid out again."""
    for x in (6, 30, 68):
        nib.box(x, 40, 20, 30, 4)
    nib.curve((82, 30), (70, 8, 34, 6, 18, 24))
    nib.line((14, 8), (16, 27), (34, 24))
    nib.line((6, 86), (88, 86))


@sign
def service(nib: Nib) -> None:
    """Technical service."""
    nib.curve((60, 36), (50, 20, 60, 6, 76, 8))
    nib.line((76, 8), (66, 22), (76, 32), (90, 22))
    nib.curve((90, 22), (92, 36, 78, 48, 62, 42))
    nib.line((60, 36), (12, 80), (20, 88), (62, 42))


@sign
def correct(nib: Nib) -> None:
    """A card is put right."""
    nib.box(8, 18, 40, 58, 6)
    nib.suit(Suit.HEARTS, 28, 46, 20)
    nib.line((58, 88), (60, 74), (82, 40), (92, 47), (70, 82), close=True)


@sign
def enter(nib: Nib) -> None:
    """A card is entered by hand."""
    nib.box(38, 10, 44, 60, 6)
    nib.suit(Suit.SPADES, 60, 40, 22)
    nib.arrow((18, 32), (18, 70), 12)
    nib.line((8, 86), (88, 86))


_OUTCOMES: Final[dict[str, Sign]] = {
    "void": crossed_ring,
    "replace_card": incidents.damaged,
    "replace_decks": shoe.decks,
    "shuffle_on": shoe.shuffle,
    "shuffle_again": shoe.wash,
    "change_shoe": shoe.replace_shoe,
    "change_shoe_after": shoe.replace_shoe,
    "carry_card": play.next_card,
    "burn_card": shoe.burn,
    "replace_reader": places.reader,
    "move_card": move,
    "move_cards": move,
    "remove_last": discard,
    "restore_hands": lay_out,
    "pit_boss_decides": states.decide,
    "respin": wheel.spin,
    "settle_by_hand": wheel.settle,
    "finish": wheel.number,
}

_STEPS: Final[dict[str, Sign]] = {
    "put_back": put_back,
    "turn_card": seats.turn_hole,
    "turn_down": turn_down,
    "discard": discard,
    "leave_in_view": eye,
    "scan_card": play.rescan,
    "scan_cut_card": incidents.cut_card_unread,
    "change_shoe": shoe.replace_shoe,
    "replace_decks": shoe.decks,
    "set_aside": move,
    "burn": shoe.burn,
    "check_reader": places.reader,
    "call_service": service,
    "replace_reader": places.reader,
    "move_card": move,
    "move_cards": move,
    "restore": lay_out,
    "replace_card": incidents.damaged,
    "return_decks": shoe.decks,
    "remove_cards": discard,
    "remove_ball": wheel.remove_ball,
    "pick_up_ball": wheel.pick_up_ball,
    "check_ball": wheel.check_ball,
    "replace_ball": wheel.replace_ball,
    "enter_number": wheel.number,
    "settle": wheel.settle,
    "confirm_mended": service,
}

_FACTS: Final[dict[str, Sign]] = {
    "seen": eye,
    "shown": eye,
    "cards": incidents.stuck,
    "cards_to_remove": discard,
    "cards_to_move": move,
    "first_card": play.deal,
    "pit_boss_read": places.reader,
    "stage": shoe.shuffle,
    "noticed": clock,
    "where": clock,
    "cause": wheel.no_spin,
    "ball": wheel.on_track,
    "ball_damaged": wheel.damaged_ball,
    "ball_removed_in_time": wheel.remove_ball,
    "recorded": places.wheel,
    "result_known": video,
    "actual": wheel.number,
}


def outcome_sign(outcome: str | None) -> Sign:
    """The sign of what an incident comes to."""
    return _OUTCOMES.get(outcome or "", goes_on)


def step_sign(action: str) -> Sign:
    """The sign of a step."""
    return _STEPS.get(action, states.tick)


def fact_sign(fact: str | None) -> Sign:
    """The sign of what is asked."""
    return _FACTS.get(fact or "", question)
