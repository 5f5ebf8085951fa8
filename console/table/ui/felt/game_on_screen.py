"""A game as the screen shows it: the form of its row, and the drawing of its small pictures. It knows no
game; each game has its row in :mod:`console.table.ui.felt.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.game.cards import Card
from console.table.ui.felt.card_faces import draw_back, draw_face, draw_fanned, draw_place
from console.table.ui.felt.scene import FeltGame, FeltScene
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign

MARK: Final = QRectF(1, 1, 26, 26)
"""A result's mark in the rail."""
_CARD: Final = QRectF(0, 0, 52, 72.8)
HAND_WIDTH: Final = 356.0
"""The width of two frozen hands."""
_HAND: Final = 168.0
"""The width of a frozen hand with its points: the second one begins a little beyond it."""


class RoundPicture(msgspec.Struct, frozen=True):
    """A game's small picture of its round, and the same in words."""

    draw: Callable[[QPainter, DealerView, Words, str | None], None]
    """Draws it, with the hand of this name if the table has several; None is the one that is played."""
    spoken: Callable[[DealerView, Words], list[str]]
    wide: float = HAND_WIDTH


class GameOnScreen(msgspec.Struct, frozen=True):
    lay: Callable[[Surface, DealerView, Words, FeltScene], FeltGame]
    """Lays the round of a table's first view on a felt."""
    draw_result: Callable[[QPainter, str, Words], None]
    """The end of a round, in the rail."""
    result_name: Callable[[str, Words], str]
    frozen: RoundPicture
    """The round as it lay when something went wrong."""
    by_hand: str
    """The phrase under the table while cards are entered by hand."""
    kinds: tuple[str, ...]
    """The kinds of the game's incidents in the order of their tiles: those that happen most, first.

    Hands learn the places, so a new kind comes last. If no rule is written, a reason and a choice come after
    the answer: such kinds stand on the first page.
    """
    tile_sign: Sign
    """The sign of the game on the tile of a table, where many tables are shown."""
    small: float | None = None
    """The scale of the table beside a pad, if nobody looks at its cards."""
    heading: str = "rail.last_results"
    """The phrase above the last results."""
    result_width: float = 28
    most_results: int = 14
    newest_first: bool = False
    """Whether the newest result stands first, beside the heading; else it stands last in the row."""
    board: Callable[[QPainter, QRectF, Sequence[str], Words, float], None] | None = None
    """Draws the results on a board in a box, with ``u`` pixels a unit; None for a game without boards."""


def draw_mark(painter: QPainter, letter: str, *, ring: bool, disc: bool) -> None:
    """A result's letter in a ring, on a disc, or otherwise in a bar."""
    colour = theme.T0
    if disc:
        fill(painter, MARK, theme.T1, 13)
        colour = theme.BG0
    elif ring:
        outline(painter, MARK, pen(theme.T1, 2), 13)
    else:
        outline(painter, MARK.adjusted(0, 5, 0, -5), pen(theme.T1, 2), 3)
    write(painter, letter, 14, 14, theme.font(theme.LEAST, bold=True), colour, align=0.5)


def draw_hand(
    painter: QPainter, name: str, cards: Sequence[Card | str], total: str, left: float, *, places: int = 2
) -> None:
    """A hand of a frozen round, with its name and points; ``places`` are shown empty if cards are missing."""
    write(painter, name, left, 12, shrunk(name, 170, (theme.LEAST, 17, 16), bold=True), theme.T1)
    count = max(places, len(cards))
    step = 58.0 if count <= 2 else 36.0 if count == 3 else 72.0 / (count - 1)
    lines = total.split(" ")
    sizes = (42, 36, 30, 24, 20, 16) if len(lines) == 1 else (22, 20, 18, 16)
    face = shrunk(max(lines, key=len), 44, sizes, bold=True)
    wide = 28.0 if len(total) == 1 else max(advance(line, face) for line in lines)
    if count > 1:  # a long word moves the cards together
        step = min(step, (_HAND - _CARD.width() - 8 - wide) / (count - 1))
    for at in range(count):
        place = QRectF(left + at * step, 25, _CARD.width(), _CARD.height())
        match cards[at] if at < len(cards) else None:
            case None:
                draw_place(painter, place, theme.PRINT, 1.5, dashed=True)
            case Card() as card if at < count - 1 and step < place.width():
                draw_fanned(painter, place, card, step / place.width())  # the next card covers the rest
            case Card() as card:
                draw_face(painter, place, card)
            case _:
                draw_back(painter, place)
    end = left + (count - 1) * step + _CARD.width()
    apart = face.pixelSize() * 1.15
    for number, line in enumerate(lines):
        y = 62 + (number - (len(lines) - 1) / 2) * apart
        write(painter, line, end + 8 + wide / 2, y, face, theme.T0, align=0.5)
