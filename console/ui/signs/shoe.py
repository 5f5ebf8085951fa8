"""Signs of the shoe's preparation: decks, shuffle, cut, load, burn."""

from __future__ import annotations

from console.game.cards import Suit
from console.ui.signs.nib import Nib, sign


def _shoe(nib: Nib) -> None:
    nib.line((8, 80), (8, 54), (50, 24), (88, 24), (88, 80), close=True)
    nib.line((8, 62), (38, 62))


@sign
def shoe(nib: Nib) -> None:
    """The dealing shoe from the side, its mouth at the left."""
    _shoe(nib)


@sign
def check_shoe(nib: Nib) -> None:
    """The shoe, looked over."""
    nib.line((6, 74), (6, 52), (40, 28), (74, 28), (74, 40))
    nib.line((6, 74), (40, 74))
    nib.line((6, 58), (28, 58))
    nib.ring(66, 62, 17)
    nib.line((79, 75), (91, 88))


@sign
def replace_shoe(nib: Nib) -> None:
    """One shoe goes, another comes."""
    nib.line((26, 84), (26, 62), (54, 42), (80, 42), (80, 84), close=True)
    nib.line((26, 68), (46, 68))
    nib.arc(48, 40, 33, 150, -112)
    nib.line((66, 0), (72, 12), (59, 18))


@sign
def decks(nib: Nib) -> None:
    """Decks in their boxes, handed over."""
    nib.box(8, 12, 26, 36)
    nib.box(42, 12, 26, 36)
    nib.suit(Suit.SPADES, 21, 30, 14)
    nib.suit(Suit.HEARTS, 55, 30, 14)
    nib.curve((8, 74), (24, 60, 34, 62, 46, 68), (56, 66, 70, 66, 70, 74), (70, 80, 58, 80, 48, 80))
    nib.curve((70, 70), (80, 62, 90, 60, 90, 68), (86, 78, 74, 90, 60, 90), (40, 90, 24, 88, 8, 88))


@sign
def inspect(nib: Nib) -> None:
    """A card under the glass."""
    nib.box(10, 10, 42, 60, 7)
    nib.suit(Suit.SPADES, 31, 34, 22)
    nib.painter.save()
    nib.ring(63, 60, 19)
    nib.painter.restore()
    nib.line((77, 75), (90, 89))


@sign
def present(nib: Nib) -> None:
    """Cards spread out, face up."""
    for degrees in (-29, 0, 29):
        nib.rotated(degrees, 48, 100, lambda n: n.box(35, 20, 26, 40, 5))
    nib.suit(Suit.HEARTS, 48, 40, 13)
    nib.line((20, 86), (76, 86))


@sign
def wash(nib: Nib) -> None:
    """Cards swirled flat on the table."""
    nib.rotated(-24, 26, 34, lambda n: n.box(12, 16, 26, 36, 4))
    nib.rotated(18, 68, 36, lambda n: n.box(56, 14, 26, 36, 4))
    nib.rotated(70, 48, 70, lambda n: n.box(36, 54, 24, 32, 4))
    nib.arc(48, 48, 44, 215, 40)
    nib.arc(48, 48, 44, 285, 40)
    nib.line((80, 66), (84, 78), (72, 82))


@sign
def shuffle(nib: Nib) -> None:
    """Two ways that cross."""
    nib.curve((8, 28), (40, 28, 48, 70, 84, 70))
    nib.curve((8, 70), (40, 70, 48, 28, 84, 28))
    nib.line((72, 14), (87, 28), (72, 42))
    nib.line((72, 56), (87, 70), (72, 84))


@sign
def split_piles(nib: Nib) -> None:
    """Two equal piles."""
    for y in (40, 52, 64, 76):
        nib.line((8, y), (38, y))
        nib.line((58, y), (88, y))
    nib.arrow((42, 18), (22, 28), 9)
    nib.arrow((54, 18), (74, 28), 9)


@sign
def riffle(nib: Nib) -> None:
    """Two halves falling into each other."""
    for rise in (0, 14, 28):
        nib.curve((6, 70 - rise), (24, 66 - rise, 40, 72 - rise / 2, 54, 78 - rise / 2))
        nib.curve((90, 70 - rise), (72, 66 - rise, 56, 72 - rise / 2, 42, 78 - rise / 2))
    nib.line((16, 88), (80, 88))


def _stages(nib: Nib, stage: int) -> None:
    nib.curve((10, 14), (40, 14, 50, 50, 82, 50))
    nib.curve((10, 50), (40, 50, 50, 14, 82, 14))
    nib.line((73, 5), (84, 14), (73, 23))
    nib.line((73, 41), (84, 50), (73, 59))
    for block in range(3):
        x = 10 + block * 27
        nib.slab(x, 72, 21, 16, 3) if block < stage else nib.box(x + 3, 75, 15, 10, 2)


@sign
def shuffle_1(nib: Nib) -> None:
    """The shuffle's first stage of three."""
    _stages(nib, 1)


@sign
def shuffle_2(nib: Nib) -> None:
    """The shuffle's second stage of three."""
    _stages(nib, 2)


@sign
def shuffle_3(nib: Nib) -> None:
    """The shuffle's third stage of three."""
    _stages(nib, 3)


@sign
def stack(nib: Nib) -> None:
    """Cards put on one stack."""
    for y in (50, 60, 70, 80):
        nib.line((20, y), (76, y))
    nib.arrow((48, 8), (48, 36), 11)


@sign
def cut_stack(nib: Nib) -> None:
    """The upper part of the stack lifted off."""
    for y in (62, 72, 82):
        nib.line((10, y), (52, y))
    for y in (20, 30, 40):
        nib.line((34, y), (76, y))
    nib.curve((84, 30), (96, 44, 92, 64, 72, 72))
    nib.line((79, 60), (70, 73), (84, 80))


@sign
def cut_card(nib: Nib) -> None:
    """A card between the cards of a stack on its edge."""
    for x in (13, 24, 35, 68, 78, 88):
        nib.line((x, 27), (x, 78), width=nib.stroke)
    nib.line((51, 8), (51, 78), width=nib.stroke * 1.6)
    nib.line((6, 90), (92, 90))


@sign
def load(nib: Nib) -> None:
    """A stack going into the shoe."""
    nib.line((8, 88), (8, 66), (46, 44), (88, 44), (88, 88), close=True)
    nib.line((8, 74), (34, 74))
    nib.box(54, 6, 30, 12, 3)
    nib.arrow((69, 24), (69, 66), 10)


@sign
def burn_card(nib: Nib) -> None:
    """The first card drawn from the shoe and shown."""
    nib.line((92, 82), (92, 40), (70, 40), (48, 58), (48, 82), close=True)
    nib.box(8, 12, 32, 46, 6)
    nib.suit(Suit.SPADES, 24, 35, 18)
    nib.curve((44, 70), (30, 76, 24, 74, 22, 66))


@sign
def burn(nib: Nib) -> None:
    """A flame: cards laid off unplayed."""
    nib.curve((48, 6), (52, 26, 80, 36, 80, 62), (80, 80, 66, 90, 48, 90), (30, 90, 16, 80, 16, 62))
    nib.curve((16, 62), (16, 48, 26, 42, 28, 30), (38, 34, 40, 42, 40, 46), (48, 38, 50, 22, 48, 6))
    nib.curve((48, 90), (38, 86, 36, 76, 48, 62), (60, 76, 58, 86, 48, 90))
