"""Signs of people, devices and ways through the screens."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


@sign
def person(nib: Nib) -> None:
    """Somebody."""
    nib.ring(48, 30, 20)
    nib.curve((12, 86), (12, 48, 84, 48, 84, 86))
    nib.line((12, 86), (84, 86))


@sign
def sign_in(nib: Nib) -> None:
    """Somebody comes to the table."""
    nib.ring(60, 28, 18)
    nib.curve((30, 86), (30, 50, 90, 50, 90, 86))
    nib.line((30, 86), (90, 86))
    nib.arrow((4, 48), (34, 48), 11)


@sign
def pit_boss(nib: Nib) -> None:
    """Somebody with a shield."""
    nib.ring(38, 26, 18)
    nib.curve((6, 82), (6, 50, 30, 48, 44, 52))
    nib.line((6, 82), (44, 82))
    nib.curve((70, 46), (78, 52, 84, 53, 90, 53), (90, 72, 84, 84, 70, 90), (56, 84, 50, 72, 50, 53))
    nib.curve((50, 53), (56, 53, 62, 52, 70, 46))
    nib.line((61, 68), (68, 75), (80, 61))


@sign
def bell(nib: Nib) -> None:
    """A call."""
    nib.curve((14, 72), (24, 62, 22, 54, 24, 40), (26, 14, 70, 14, 72, 40), (74, 54, 72, 62, 82, 72))
    nib.line((14, 72), (82, 72))
    nib.line((48, 8), (48, 18))
    nib.arc(48, 74, 11, 190, 160)


@sign
def table(nib: Nib) -> None:
    """The half-round table, opened."""
    nib.curve((6, 76), (6, 20, 90, 20, 90, 76))
    nib.line((6, 76), (90, 76))
    nib.box(27, 48, 14, 20, 3)
    nib.box(55, 48, 14, 20, 3)


@sign
def link(nib: Nib) -> None:
    """A connection."""
    nib.box(4, 32, 40, 32, 16)
    nib.box(52, 32, 40, 32, 16)
    nib.line((32, 48), (64, 48))


@sign
def clock(nib: Nib) -> None:
    """The time."""
    nib.ring(48, 48, 40)
    nib.line((48, 24), (48, 50), (64, 62))


@sign
def journal(nib: Nib) -> None:
    """A drum, as databases are drawn: the recorded entries."""
    nib.ring(48, 22, 34, 0.36)
    nib.line((14, 22), (14, 76))
    nib.line((82, 22), (82, 76))
    for y in (40, 58, 76):
        nib.curve((14, y), (14, y + 16, 82, y + 16, 82, y))


@sign
def reader(nib: Nib) -> None:
    """The card scanner."""
    nib.line((6, 26), (6, 10), (22, 10))
    nib.line((74, 10), (90, 10), (90, 26))
    nib.line((6, 70), (6, 86), (22, 86))
    nib.line((74, 86), (90, 86), (90, 70))
    nib.line((20, 48), (76, 48))


@sign
def wheel(nib: Nib) -> None:
    """The wheel."""
    nib.ring(48, 48, 40)
    nib.ring(48, 48, 16)
    nib.line((48, 8), (48, 32))
    nib.line((48, 64), (48, 88))
    nib.line((8, 48), (32, 48))
    nib.line((64, 48), (88, 48))


@sign
def backspace(nib: Nib) -> None:
    """Take the last figure back."""
    nib.line((30, 16), (90, 16), (90, 80), (30, 80), (4, 48), close=True)
    nib.line((46, 36), (70, 60))
    nib.line((70, 36), (46, 60))


@sign
def close_keyboard(nib: Nib) -> None:
    """Put a keyboard away: keys, and down."""
    nib.line((8, 12), (88, 12), (88, 54), (8, 54), close=True)
    nib.line((24, 28), (72, 28))
    nib.line((34, 42), (62, 42))
    nib.line((30, 70), (48, 88), (66, 70))


@sign
def globe(nib: Nib) -> None:
    """Language."""
    nib.ring(48, 48, 40)
    nib.line((8, 48), (88, 48))
    nib.curve((48, 8), (24, 30, 24, 66, 48, 88))
    nib.curve((48, 8), (72, 30, 72, 66, 48, 88))


@sign
def leave(nib: Nib) -> None:
    """Signing out."""
    nib.line((56, 12), (14, 12), (14, 84), (56, 84))
    nib.arrow((38, 48), (88, 48), 18)
