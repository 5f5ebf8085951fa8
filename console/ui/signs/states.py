"""Signs of states: halt, caution, waiting, what is seen and what is locked."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


@sign
def halt(nib: Nib) -> None:
    """A stop sign."""
    nib.line((33, 8), (63, 8), (87, 32), (87, 64), (63, 88), (33, 88), (9, 64), (9, 32), close=True)
    nib.line((48, 29), (48, 54))
    nib.dot(48, 68, 5)


@sign
def decide(nib: Nib) -> None:
    """Scales: something is to be decided."""
    nib.line((48, 10), (48, 84))
    nib.line((28, 86), (68, 86))
    nib.line((16, 24), (80, 24))
    for x in (20, 76):
        nib.line((x, 26), (x - 14, 56))
        nib.line((x, 26), (x + 14, 56))
        nib.curve((x - 16, 57), (x - 12, 72, x + 12, 72, x + 16, 57))
        nib.line((x - 16, 57), (x + 16, 57))


@sign
def caution(nib: Nib) -> None:
    """A triangle."""
    nib.line((48, 12), (90, 84), (6, 84), close=True)
    nib.line((48, 38), (48, 58))
    nib.dot(48, 70, 5)


@sign
def triangle(nib: Nib) -> None:
    """An empty triangle: TRAINING."""
    nib.line((48, 16), (86, 80), (10, 80), close=True)


@sign
def clapper(nib: Nib) -> None:
    """A clapperboard, open: REHEARSAL."""
    nib.box(8, 42, 80, 44, 4)
    nib.rotated(-14, 10, 38, _clapper_stick)


def _clapper_stick(nib: Nib) -> None:
    nib.slab(8, 22, 80, 14)


@sign
def void(nib: Nib) -> None:
    """A crossed ring."""
    nib.ring(48, 48, 38)
    nib.line((22, 22), (74, 74))


@sign
def withdraw(nib: Nib) -> None:
    """Back to what was before."""
    nib.curve((16, 36), (40, 36, 84, 30, 84, 58), (84, 80, 60, 80, 40, 80))
    nib.line((34, 16), (14, 36), (34, 56))


@sign
def eye(nib: Nib) -> None:
    """Look and compare."""
    nib.curve((6, 48), (26, 14, 70, 14, 90, 48), (70, 82, 26, 82, 6, 48))
    nib.dot(48, 48, 14)


@sign
def lock(nib: Nib) -> None:
    """Locked."""
    nib.box(16, 42, 64, 44, 8)
    nib.curve((30, 42), (30, 4, 66, 4, 66, 42))


@sign
def tick(nib: Nib) -> None:
    """Done."""
    nib.line((12, 50), (38, 76), (84, 22), width=nib.stroke * 1.7)


@sign
def arrow_right(nib: Nib) -> None:
    """Here we are."""
    nib.arrow((10, 48), (86, 48), 22)


@sign
def saving(nib: Nib) -> None:
    """Going to the disk."""
    nib.ring(48, 20, 34, 0.36)
    nib.line((14, 20), (14, 52))
    nib.line((82, 20), (82, 40))
    nib.curve((14, 52), (14, 60, 26, 64, 40, 64))
    nib.arrow((66, 50), (66, 90), 14)


@sign
def hourglass(nib: Nib) -> None:
    """Waiting."""
    nib.line((20, 8), (76, 8))
    nib.line((20, 88), (76, 88))
    nib.curve((26, 8), (26, 44, 44, 40, 44, 48), (44, 56, 26, 52, 26, 88))
    nib.curve((70, 8), (70, 44, 52, 40, 52, 48), (52, 56, 70, 52, 70, 88))
    nib.solid((48, 62), (62, 84), (34, 84))
