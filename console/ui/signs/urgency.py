"""Signs of the floor: how urgent something is, each with a shape of its own, and a table's state."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


@sign
def high(nib: Nib) -> None:
    """A filled diamond: it can't wait."""
    nib.solid((48, 4), (92, 48), (48, 92), (4, 48))


@sign
def medium(nib: Nib) -> None:
    """A filled triangle: somebody waits."""
    nib.solid((48, 8), (92, 86), (4, 86))


@sign
def low(nib: Nib) -> None:
    """A dot: when there is time."""
    nib.dot(48, 48, 30)


@sign
def information(nib: Nib) -> None:
    """A ring: nobody has to do anything."""
    nib.ring(48, 48, 28)


@sign
def unheard(nib: Nib) -> None:
    """An equals sign, crossed out: the last report is no longer true."""
    nib.line((14, 34), (82, 34))
    nib.line((14, 62), (82, 62))
    nib.line((70, 10), (26, 86))


@sign
def backlog(nib: Nib) -> None:
    """Two wedges to the left: what happened there has not arrived yet."""
    nib.line((46, 18), (16, 48), (46, 78))
    nib.line((80, 18), (50, 48), (80, 78))


@sign
def closed(nib: Nib) -> None:
    """A bar: nobody plays here."""
    nib.line((18, 48), (78, 48), width=nib.stroke * 1.6)


@sign
def never(nib: Nib) -> None:
    """A bar in two pieces: the table is awaited, and was not here yet."""
    nib.line((10, 48), (34, 48))
    nib.line((62, 48), (86, 48))
    nib.line((48, 14), (48, 26))
    nib.line((48, 70), (48, 82))


@sign
def refusal(nib: Nib) -> None:
    """A ring, crossed out: the table wants to join, and is refused."""
    nib.ring(48, 48, 34)
    nib.line((24, 24), (72, 72))


@sign
def laid_aside(nib: Nib) -> None:
    """Something on a shelf."""
    nib.box(30, 26, 36, 36)
    nib.line((8, 76), (88, 76), width=nib.stroke * 1.4)


@sign
def uncertified(nib: Nib) -> None:
    """A rosette, crossed out: no certificate speaks for the table."""
    nib.ring(48, 36, 24)
    nib.line((36, 56), (28, 90))
    nib.line((60, 56), (68, 90))
    nib.line((10, 76), (86, 10))


@sign
def quiet(nib: Nib) -> None:
    """A bell, struck through."""
    nib.curve((22, 68), (30, 58, 26, 20, 48, 20), (70, 20, 66, 58, 74, 68))
    nib.line((14, 68), (82, 68))
    nib.line((82, 12), (14, 86))


@sign
def roulette(nib: Nib) -> None:
    """A wheel with its pockets."""
    nib.ring(48, 48, 40)
    nib.ring(48, 48, 17)
    for along, down in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
        nib.line((48 + 20 * along, 48 + 20 * down), (48 + 38 * along, 48 + 38 * down))
        nib.line((48 - 20 * along, 48 - 20 * down), (48 - 38 * along, 48 - 38 * down))
