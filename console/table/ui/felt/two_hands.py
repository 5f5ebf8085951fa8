"""Two hands against one another on the felt: shared by baccarat and the house's example.

The module has the names with the winner's chip, the tie's place between them, the countdown, and the words on
a card in no hand. The places of the cards and the counts are each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPen

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, HeldCard
from console.table.ui.felt.bet_time import BLOCKS_HEIGHT, draw_blocks, draw_figure
from console.table.ui.felt.card_faces import MarkedFor
from console.table.ui.felt.condition import marked_for
from console.table.ui.felt.scene import FeltScene
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, balance, sentence, shrunk, write
from console.table.ui.kit.surface import corners, fill, outline, pen
from console.table.words.speech import halt_note, no_hand_text

TIE: Final = "tie"
"""The winner's name if neither hand wins, in both games."""

_APART: Final = 14.0
"""The gap between a hand's name, or its chip, and the tie's place."""


def has_lost(winner: str | None, hand: str) -> bool:
    return winner not in (None, TIE, hand)


def mark_of(view: DealerView, scene: FeltScene, place: tuple[str, int]) -> MarkedFor:
    """The mark of a card's place: for a card to be laid out again, or for a chosen one."""
    return MarkedFor.PIT_BOSS if scene.chosen == place else marked_for(view)


def crown_of(scene: FeltScene) -> float:
    """The felt's upper edge, under a band and the countdown's blocks."""
    taken = (theme.BAND_HEIGHT if scene.band else 0) + (BLOCKS_HEIGHT if scene.counting else 0)
    return taken + 10


def apart_box(card: QRectF, held: HeldCard | None) -> QRectF:
    """The place of the cards in no hand, between the hands, around that of one ``card``."""
    others = 0 if held is None else held.cards - 1
    spread = min(others * 24.0, 96.0) / 2
    return card.adjusted(-spread, 0, spread, 0)


def cut_card_box(scene: FeltScene) -> QRectF:
    """The place of the cut card once it has come: at the lower right."""
    return QRectF(scene.wide - 90, scene.high - 84, 44, 61.6)


# --- painting -------------------------------------------------------------------------------------


def _chip_face(scene: FeltScene) -> QFont:
    """The letters of a chip, and of the tie's place: legible on a small table too."""
    return theme.font(max(20, scene.size(theme.LEAST)), bold=True)


def tie_box(place: QPointF, scene: FeltScene, words: Words) -> QRectF:
    wide = advance(words.text("result.tie").upper(), _chip_face(scene)) + 24
    return QRectF(place.x() - wide / 2, place.y() - 16, wide, 32)


def paint_name(
    painter: QPainter,
    name: str,
    place: QPointF,
    scene: FeltScene,
    chip: str | None,
    *,
    lost: bool,
    tie: QRectF,
) -> None:
    """A hand's name over its cards, with the chip of a hand that has won; both beside the tie's place."""
    face, small = theme.font(max(28, scene.size(20)), bold=True, track=108), _chip_face(scene)
    wide = 0.0 if chip is None else 15 + 24 + advance(chip, small)
    half = (advance(name, face) + wide) / 2
    if place.x() < tie.center().x():
        middle = min(place.x(), tie.left() - _APART - half)
    else:
        middle = max(place.x(), tie.right() + _APART + half)
    end = write(painter, name, middle - wide / 2, place.y(), face, theme.T1 if lost else theme.T0, align=0.5)
    if chip is not None:
        box = QRectF(end + 13, place.y() - 16, wide - 15, 32)
        fill(painter, box, theme.T0, 5)
        write(painter, chip, box.center().x(), place.y(), small, theme.BG0, align=0.5)


def paint_corners(painter: QPainter, box: QRectF) -> None:
    corners(painter, box, QPen(theme.T0, 5), 34)


def paint_counts(
    painter: QPainter, middle: QPointF, counts: Iterable[tuple[str, float, bool]], sizes: tuple[int, ...]
) -> None:
    """Paint each hand's count beside the middle: its text, its distance from it, whether the hand lost."""
    painter.setPen(pen(theme.PRINT, 1.5))
    painter.drawLine(middle - QPointF(0, 53), middle + QPointF(0, 53))
    for text, aside, lost in counts:
        face, ink = (
            shrunk(text, 100, sizes, bold=True),
            theme.mix(theme.T0, theme.FELT, 0.6) if lost else theme.T0,
        )
        write(painter, text, middle.x() + aside, middle.y(), face, ink, align=0.5)


def paint_tie(painter: QPainter, place: QPointF, scene: FeltScene, words: Words, *, won: bool) -> None:
    """The third betting area, between those of the two hands, and the chip of a tie on it (BAC-1.2.1)."""
    if not won and scene.scale < 1:
        return  # nothing lies there, and beside a list its name has no room
    text, face, box = words.text("result.tie").upper(), _chip_face(scene), tie_box(place, scene, words)
    if won:
        fill(painter, box, theme.T0, 5)
    else:
        outline(painter, box, pen(theme.PRINT, 1.5), 5)
    write(painter, text, place.x(), place.y(), face, theme.BG0 if won else theme.T2, align=0.5)


def paint_countdown(
    painter: QPainter, view: DealerView, scene: FeltScene, place: QPointF, words: Words
) -> None:
    """The time in which bets are open: its blocks at the felt's upper edge, its figure between the hands."""
    if view.countdown.seconds_left is None:
        return
    colour = theme.RED if scene.alarm else theme.T0
    draw_blocks(painter, QRectF(24, crown_of(scene) - BLOCKS_HEIGHT - 2, scene.wide - 48, 30), view, colour)
    draw_figure(painter, place.x(), place.y(), view.countdown.seconds_left, words, colour)


def paint_held(
    painter: QPainter, held: HeldCard, place: QPointF, room: float, scene: FeltScene, words: Words
) -> None:
    """The words under a card in no hand: what it is and why, as far as it has room; the prompt says both."""
    size, y = scene.size(theme.LEAST), place.y()
    face = theme.font(size, bold=True)
    lines = balance(no_hand_text(words, held.cards), room, face)
    # Under a sign-in half a line would show.
    has_room = scene.is_seen(y + size * (1.3 * len(lines) - 0.8))
    for line in lines if has_room and all(advance(line, face) <= room for line in lines) else ():
        write(painter, line, place.x(), y, face, theme.T0, align=0.5)
        y += size * 1.3
    why = halt_note(words, held.reason, unread=held.unread)
    if scene.scale == 1 and advance(why, theme.font(size)) <= room and scene.is_seen(y + 3 + size / 2):
        write(painter, why, place.x(), y + 3, theme.font(size), theme.T1, align=0.5)


def paint_cut_card_name(painter: QPainter, scene: FeltScene, words: Words) -> None:
    name, face = sentence(words.text("felt.cut_card")), theme.font(theme.LEAST)
    middle = min(scene.wide - 68, scene.wide - 36 - advance(name, face) / 2)
    write(painter, name, middle, scene.high - 12, face, theme.T1, align=0.5)
