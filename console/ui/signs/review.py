"""Signs of the review: play and step, search, a document, a chart, a filter."""

from __future__ import annotations

from console.ui.signs.nib import Nib, sign


@sign
def playing(nib: Nib) -> None:
    """Let it run."""
    nib.solid((26, 14), (82, 48), (26, 82))


@sign
def paused(nib: Nib) -> None:
    """Let it stand."""
    nib.slab(24, 16, 17, 64, 4)
    nib.slab(55, 16, 17, 64, 4)


@sign
def previous(nib: Nib) -> None:
    """A step back."""
    nib.solid((74, 18), (30, 48), (74, 78))
    nib.slab(18, 18, 8, 60, 3)


@sign
def following(nib: Nib) -> None:
    """A step on."""
    nib.solid((22, 18), (66, 48), (22, 78))
    nib.slab(70, 18, 8, 60, 3)


@sign
def search(nib: Nib) -> None:
    """Look for something."""
    nib.ring(41, 41, 25)
    nib.line((60, 60), (83, 83), width=nib.stroke + 2)


@sign
def document(nib: Nib) -> None:
    """A file with everything in it."""
    nib.line((58, 10), (20, 10), (20, 86), (76, 86), (76, 28), (58, 10), (58, 28), (76, 28))
    for y in (46, 59, 72):
        nib.line((34, y), (62, y))


@sign
def chart(nib: Nib) -> None:
    """Figures."""
    nib.line((14, 84), (82, 84))
    for x, top in ((20, 54), (41, 30), (62, 42)):
        nib.slab(x, top, 14, 84 - top, 2)


@sign
def only(nib: Nib) -> None:
    """Only these."""
    nib.line((12, 18), (84, 18), (56, 50), (56, 80), (40, 70), (40, 50), close=True)


@sign
def seal(nib: Nib) -> None:
    """A seal with its ribbons."""
    nib.ring(48, 36, 25)
    nib.line((35, 37), (45, 47), (62, 27))
    nib.line((34, 59), (28, 88), (48, 76), (68, 88), (62, 59))


@sign
def newest(nib: Nib) -> None:
    """To the top of the list."""
    nib.line((18, 14), (78, 14))
    nib.arrow((48, 86), (48, 30), 22)


@sign
def folded(nib: Nib) -> None:
    """More stands beneath it."""
    nib.solid((34, 20), (70, 48), (34, 76))


@sign
def unfolded(nib: Nib) -> None:
    """An open fold: the rows beneath it are shown."""
    nib.solid((20, 34), (76, 34), (48, 70))


@sign
def save(nib: Nib) -> None:
    """Write a file."""
    nib.arrow((48, 12), (48, 60), 20)
    nib.line((16, 62), (16, 84), (80, 84), (80, 62))


@sign
def pencil(nib: Nib) -> None:
    """Write here."""
    nib.line((14, 84), (20, 60), (66, 14), (84, 32), (38, 78), close=True)
    nib.line((54, 26), (72, 44))


@sign
def repeat(nib: Nib) -> None:
    """The same once more."""
    nib.arc(48, 50, 34, 20, 300)
    nib.line((58, 38), (81, 38), (81, 15))


@sign
def handover(nib: Nib) -> None:
    """Two arrows: from one shift to the next, and back."""
    nib.arrow((14, 34), (80, 34), 16)
    nib.arrow((82, 64), (16, 64), 16)
