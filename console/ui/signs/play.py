"""Signs of play: what the dealer does with cards, bets and words."""

from __future__ import annotations

from console.game.cards import Suit
from console.ui.signs.nib import Nib, sign


@sign
def deal(nib: Nib) -> None:
    """A card flying to its place."""
    nib.line((13, 32), (39, 32))
    nib.line((6, 48), (39, 48))
    nib.line((19, 64), (39, 64))
    nib.box(53, 16, 36, 50, 6)
    nib.suit(Suit.SPADES, 71, 41, 21)
    nib.line((28, 85), (89, 85))


@sign
def deal_crosswise(nib: Nib) -> None:
    """A card flying to lie across two upright ones' side."""
    nib.line((8, 26), (26, 26))
    nib.line((4, 41), (26, 41))
    nib.line((12, 56), (26, 56))
    nib.box(38, 23, 52, 36, 6)
    nib.suit(Suit.SPADES, 64, 41, 20)
    nib.line((28, 85), (89, 85))
    nib.line((64, 68), (64, 74))


@sign
def speak(nib: Nib) -> None:
    """Words in a balloon."""
    nib.line((8, 12), (88, 12), (88, 62), (47, 62), (27, 84), (27, 62), (8, 62), close=True)
    nib.line((24, 31), (72, 31))
    nib.line((24, 45), (58, 45))


@sign
def speech(nib: Nib) -> None:
    """The filled mark in front of words to say."""
    dots = ((27, 41), (48, 41), (69, 41))
    nib.solid((2, 10), (94, 10), (94, 72), (52, 72), (22, 96), (22, 72), (2, 72), holes=dots)


@sign
def bets(nib: Nib) -> None:
    """Chips and a clock: bet time."""
    nib.ring(36, 20, 25, 0.44)
    nib.curve((11, 34), (11, 49, 61, 49, 61, 34))
    for y in (48, 62):
        nib.curve((11, y), (11, y + 15, 38, y + 16, 46, y + 12))
    nib.line((11, 20), (11, 68))
    nib.line((61, 20), (61, 40))
    nib.curve((11, 68), (11, 83, 34, 84, 44, 82))
    nib.ring(71, 66, 20)
    nib.line((71, 55), (71, 67), (79, 71))


@sign
def pick_up_right(nib: Nib) -> None:
    """Cards gathered from the left to the right."""
    nib.box(8, 28, 30, 44, 5)
    nib.line((48, 32), (48, 72), width=nib.stroke)
    nib.box(62, 22, 28, 44, 5)
    nib.arrow((14, 86), (84, 86), 11)


@sign
def pick_up_left(nib: Nib) -> None:
    """Cards gathered from the right to the left."""
    nib.box(58, 28, 30, 44, 5)
    nib.line((48, 32), (48, 72), width=nib.stroke)
    nib.box(6, 22, 28, 44, 5)
    nib.arrow((82, 86), (12, 86), 11)


@sign
def rescan(nib: Nib) -> None:
    """A card read once more."""
    nib.box(31, 24, 34, 48, 6)
    nib.line((18, 48), (78, 48))
    nib.arc(48, 48, 40, 130, -80)
    nib.arc(48, 48, 40, 310, -80)
    nib.line((64, 4), (75, 17), (59, 23))
    nib.line((32, 92), (21, 79), (37, 73))


@sign
def next_card(nib: Nib) -> None:
    """The next card comes by itself."""
    nib.arrow((18, 22), (18, 64), 13)
    nib.box(42, 12, 36, 52, 6)
    nib.suit(Suit.SPADES, 60, 38, 22)
    nib.line((8, 86), (88, 86))


@sign
def arrow_down(nib: Nib) -> None:
    """Here it goes."""
    nib.arrow((48, 10), (48, 62), 20)
    nib.line((16, 84), (80, 84))
