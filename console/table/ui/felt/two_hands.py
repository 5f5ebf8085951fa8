"""Two hands against one another on the felt: what baccarat and the house's example have in common.

That is the names with the winner's chip, the tie's place between them, the countdown, and the words on a card
in no hand. The places of the cards and the counts are each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPen

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.reasons import HaltReason
from console.table.core.state.views import CoupView, DuelView
from console.table.ui.felt.bet_time import BLOCKS_HEIGHT, draw_blocks, draw_figure
from console.table.ui.felt.card_faces import MarkedFor
from console.table.ui.felt.condition import marked_for
from console.table.ui.felt.scene import FeltScene
from console.table.ui.kit import advance, balance, sentence, shrunk, theme, write
from console.table.ui.kit.surface import Surface, corners, fill, outline, pen
from console.table.words.speech import halt_note, no_hand_text

TIE: Final = "tie"
"""The winner's name if neither hand wins, in both games."""

_APART: Final = 14.0
"""The gap between a hand's name, or its chip, and the tie's place."""


class TwoHands:
    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._felt = felt
        self._view, self._words, self._scene = view, words, scene

    # --- what lies there --------------------------------------------------------------------------

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        raise NotImplementedError

    def _box(self, hand: str, at: int) -> QRectF:
        """The place of a hand's card."""
        raise NotImplementedError

    def at(self, point: QPointF) -> tuple[str, int] | None:
        return next((each for each in self.cards if self._box(*each).contains(point)), None)

    @property
    def _round(self) -> CoupView | DuelView | None:
        raise NotImplementedError

    @property
    def _winner(self) -> str | None:
        """The winner; none while a pit boss has to say which of two cards, or results, is right."""
        lying = self._round
        if self._view.view.prompt.reason == HaltReason.CARD_DIFFERS:
            return None
        return None if lying is None or lying.outcome is None else lying.outcome.winner

    def _has_lost(self, hand: str) -> bool:
        return self._winner not in (None, TIE, hand)

    def _mark_of(self, place: tuple[str, int]) -> MarkedFor:
        """The mark of a card's place: for a card to be laid out again, or for a chosen one."""
        return MarkedFor.PIT_BOSS if self._scene.chosen == place else marked_for(self._view)

    # --- where things lie -------------------------------------------------------------------------

    @property
    def crown(self) -> float:
        """The felt's upper edge, under a band and the countdown's blocks."""
        scene = self._scene
        return (theme.BAND_HEIGHT - 7 if scene.band else 0) + (BLOCKS_HEIGHT if scene.counting else 0) + 10

    def _apart_box(self, card: QRectF) -> QRectF:
        """The place of the cards in no hand, between the hands, around that of one ``card``."""
        held = self._view.halt.held
        others = 0 if held is None else held.cards - 1
        spread = min(others * 24.0, 96.0) / 2
        return card.adjusted(-spread, 0, spread, 0)

    @property
    def cut_card(self) -> QRectF:
        """The cut card lies at the lower right."""
        return QRectF(self._scene.wide - 90, self._scene.high - 84, 44, 61.6)

    @property
    def _chip_face(self) -> QFont:
        """The letters of a chip, and of the tie's place: legible on a small table too."""
        return theme.font(max(20, self._scene.size(theme.LEAST)), bold=True)

    def _tie_box(self, place: QPointF) -> QRectF:
        wide = advance(self._words.text("result.tie").upper(), self._chip_face) + 24
        return QRectF(place.x() - wide / 2, place.y() - 16, wide, 32)

    # --- painting ---------------------------------------------------------------------------------

    def _paint_name(
        self, painter: QPainter, hand: str, name: str, place: QPointF, middle: float, size: int = 28
    ) -> None:
        """A hand's name over its cards, with the chip of a hand that has won; both beside the tie's place,
        which is in the ``middle``.
        """
        chip = self._words.text("result.wins").upper() if self._winner == hand else None
        face, small = theme.font(max(size, self._scene.size(20)), bold=True, track=108), self._chip_face
        wide = 0.0 if chip is None else 15 + 24 + advance(chip, small)
        half, tie = (advance(name, face) + wide) / 2, self._tie_box(QPointF(middle, place.y()))
        if place.x() < middle:
            x = min(place.x(), tie.left() - _APART - half)
        else:
            x = max(place.x(), tie.right() + _APART + half)
        ink = theme.T1 if self._has_lost(hand) else theme.T0
        end = write(painter, name, x - wide / 2, place.y(), face, ink, align=0.5)
        if chip is not None:
            box = QRectF(end + 13, place.y() - 16, wide - 15, 32)
            fill(painter, box, theme.T0, 5)
            write(painter, chip, box.center().x(), place.y(), small, theme.BG0, align=0.5)

    def _paint_counts(
        self,
        painter: QPainter,
        middle: QPointF,
        counts: Iterable[tuple[str, str, float]],
        sizes: tuple[int, ...],
    ) -> None:
        """Paint each hand's count beside the middle: the hand, its text, its distance from it."""
        painter.setPen(pen(theme.PRINT, 1.5))
        painter.drawLine(middle - QPointF(0, 53), middle + QPointF(0, 53))
        for hand, text, aside in counts:
            face = shrunk(text, 100, sizes, bold=True)
            ink = theme.mix(theme.T0, theme.FELT, 0.6) if self._has_lost(hand) else theme.T0
            write(painter, text, middle.x() + aside, middle.y(), face, ink, align=0.5)

    def _paint_tie(self, painter: QPainter, place: QPointF) -> None:
        """The third betting area, between those of the two hands, and the chip of a tie on it (BAC-1.2.1)."""
        won = self._winner == TIE
        if not won and self._scene.scale < 1:
            return  # nothing lies there, and beside a list its name has no room
        text, box = self._words.text("result.tie").upper(), self._tie_box(place)
        if won:
            fill(painter, box, theme.T0, 5)
        else:
            outline(painter, box, pen(theme.PRINT, 1.5), 5)
        ink = theme.BG0 if won else theme.T2
        write(painter, text, place.x(), place.y(), self._chip_face, ink, align=0.5)

    def _paint_countdown(self, painter: QPainter, place: QPointF) -> bool:
        """The time in which bets are open: its blocks at the felt's upper edge, its figure between the hands;
        False if none runs down.
        """
        left = self._view.countdown.seconds_left
        if not self._scene.counting or left is None:
            return False
        colour = theme.RED if self._scene.alarm else theme.T0
        blocks = QRectF(24, self.crown - BLOCKS_HEIGHT - 2, self._scene.wide - 48, 30)
        draw_blocks(painter, blocks, self._view, colour)
        draw_figure(painter, place.x(), place.y(), left, self._words, colour)
        return True

    def _paint_held(self, painter: QPainter, place: QPointF, room: float) -> bool:
        """The words under a card in no hand: what it is and why, as far as it has room; the prompt says both.
        False if there is none.
        """
        held, words, scene = self._view.halt.held, self._words, self._scene
        if held is None:
            return False
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
        return True

    def _paint_cut_card_name(self, painter: QPainter) -> None:
        """The name of the cut card once it has come."""
        if self._view.cards.cut_card_out:
            name, face = sentence(self._words.text("felt.cut_card")), theme.font(theme.LEAST)
            wide = self._scene.wide
            middle = min(wide - 68, wide - 36 - advance(name, face) / 2)
            write(painter, name, middle, self._scene.high - 12, face, theme.T1, align=0.5)


def paint_corners(painter: QPainter, box: QRectF) -> None:
    corners(painter, box, QPen(theme.T0, 5), 34)
