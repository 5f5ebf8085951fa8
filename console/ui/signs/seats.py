"""Signs of blackjack's seats: what a player chose, and what the dealer does with the hole card."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


@sign
def hit(nib: Nib) -> None:
    """One more card."""
    nib.box(12, 16, 44, 62, 7)
    nib.line((78, 32), (78, 64), width=nib.stroke * 1.3)
    nib.line((62, 48), (94, 48), width=nib.stroke * 1.3)


@sign
def double(nib: Nib) -> None:
    """Twice the bet: two chips."""
    nib.ring(48, 26, 36, 0.42)
    nib.ring(48, 62, 36, 0.42)
    nib.line((12, 62), (12, 72))
    nib.line((84, 62), (84, 72))
    nib.curve((12, 72), (12, 92, 84, 92, 84, 72))


@sign
def split(nib: Nib) -> None:
    """One way becomes two."""
    nib.line((48, 88), (48, 58))
    nib.arrow((48, 58), (16, 16), 18)
    nib.arrow((48, 58), (80, 16), 18)


@sign
def no_answer(nib: Nib) -> None:
    """The time for an answer ran out: a clock that is struck through."""
    nib.ring(48, 48, 36)
    nib.line((48, 26), (48, 50), (62, 58))
    nib.line((10, 86), (86, 10), width=nib.stroke * 1.3)


@sign
def equal(nib: Nib) -> None:
    """A push."""
    nib.line((14, 34), (82, 34), width=nib.stroke * 1.5)
    nib.line((14, 62), (82, 62), width=nib.stroke * 1.5)


@sign
def flag(nib: Nib) -> None:
    """Given up."""
    nib.line((20, 8), (20, 90))
    nib.line((20, 12), (82, 22), (62, 38), (78, 56), (20, 54))


@sign
def shield(nib: Nib) -> None:
    """Insured."""
    nib.line((48, 8), (82, 20))
    nib.line((48, 8), (14, 20))
    nib.curve((14, 20), (14, 60, 26, 78, 48, 90))
    nib.curve((82, 20), (82, 60, 70, 78, 48, 90))


@sign
def star(nib: Nib) -> None:
    """A blackjack."""
    nib.line((48, 8), (60, 36), (90, 38), (67, 58), (75, 88), (48, 71), (21, 88), (29, 58), (6, 38),
             (36, 36), close=True)  # fmt: skip


@sign
def peek(nib: Nib) -> None:
    """A corner lifted, and an eye on it."""
    nib.line((20, 44), (20, 88), (58, 88), (76, 70), (76, 44))
    nib.line((58, 88), (58, 70), (76, 70))
    nib.curve((12, 24), (28, 4, 68, 4, 84, 24), (68, 44, 28, 44, 12, 24))
    nib.dot(48, 24, 8)


@sign
def turn_hole(nib: Nib) -> None:
    """A card turned over."""
    nib.box(12, 30, 32, 50, 6)
    nib.box(56, 30, 32, 50, 6)
    nib.curve((28, 20), (36, 2, 62, 2, 70, 18))
    nib.line((58, 14), (71, 20), (76, 6))
