"""Tiles that answer a question: one for a kind, a large choice with its picture, a row for a reason.

A tile's press counts when the guard lets it through; a tile does not know its press's effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.hands.guard import PressGuard
from console.ui.kit.buttons import PressArea
from console.ui.kit.lettering import SOFT, advance, at_most, balance, hyphenate, shrunk, write, write_lines
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import (
    AMBER,
    AMBER_FILL,
    BG0,
    BG2,
    EDGE,
    LEAST,
    RADIUS,
    T0,
    T1,
    T2,
    font,
    mix,
)
from console.ui.signs.sign import Sign

Picture: TypeAlias = Callable[[QPainter, QRectF], None]
"""Draws the meaning of an answer into a box."""

_BESIDE: Final = 120.0
"""From this height on a choice has its picture beside its words."""
_NARROW: Final = 200.0
"""The width below which a choice shows no key, which would cover its words."""
_WIDE: Final = 470.0
"""The width that a picture of full size needs."""
_SPARE: Final = 340.0
"""From this width on a picture beside words has room to spare."""
_ANSWERS: Final = (44, 40, 36, 32, 28, 26, 24, 22, 20, LEAST)
_LEADING: Final = 1.2
"""The distance between lines on a kind's tile, in letter sizes."""


class KindTile(PressArea):
    """A kind of incident: its sign, its name, a few words; one that was noticed has an edge in amber."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(guard, parent)
        self.quiet, self.noticed = False, False

    def show_kind(
        self,
        label: str,
        hint: str,
        sign: Sign,
        *,
        quiet: bool = False,
        noticed: str = "",
        chosen: bool = False,
        key: str = "",
    ) -> None:
        """Show a kind; ``noticed``: the words by which the console offers it; ``chosen``: it was reported."""
        self.quiet, self.noticed, self.sign = quiet, bool(noticed), sign
        self.show_answer(label, noticed or hint, key, chosen=chosen)
        self.update()

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """Paint the surface: a noticed kind in amber, a tile that leads to others only as an edge."""
        if self.noticed:
            fill(painter, body, AMBER_FILL, RADIUS)
            outline(painter, body, pen(AMBER, 3), RADIUS)
            return
        if self.chosen:
            super().ground(painter, body)
            return
        surface = BG0 if self.quiet else BG2
        fill(painter, body, mix(surface, T0, 0.85) if self.isDown() else surface, RADIUS)
        outline(painter, body, pen(EDGE, 2), RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The key in the corner, the sign at the left, the words beside it."""
        write(painter, self.key, body.left() + 12, body.top() + 16, font(LEAST, bold=True), T2)
        left, room = body.left() + 100, body.width() - 100 - 10
        side = min(60.0, body.height() - 20)
        self.sign(
            painter,
            QRectF(body.left() + 50 - side / 2, body.center().y() - side / 2, side, side),
            AMBER if self.noticed else T1 if self.quiet else T0,
        )
        ink = T1 if self.quiet else T0
        plain, face = self.text().replace(SOFT, ""), font(23, bold=True)
        if advance(plain, face) <= room and advance(self.hint, font(LEAST)) <= room + 4:
            write(painter, plain, left, body.center().y() - 15, face, ink)
            quiet = AMBER if self.noticed else T2
            write(painter, self.hint, left, body.center().y() + 17, font(LEAST), quiet)
            return
        lines, size, hints = self._lines(room, body.height() - 10)
        high, below = len(lines) * size * _LEADING, len(hints) * LEAST * _LEADING
        top = body.center().y() - (high + below) / 2
        face = font(size, bold=True)
        write_lines(painter, lines, QRectF(left, top, room, high), face, ink, leading=_LEADING)
        box, quiet = QRectF(left, top + high, room, below), AMBER if self.noticed else T2
        write_lines(painter, hints, box, font(LEAST), quiet, leading=_LEADING)

    def _lines(self, room: float, height: float) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
        """Name and hint in lines, at most two each, with the largest name beside which the hint fits; a hint
        without room is left out, and a screen reader says it.
        """
        small = font(LEAST)
        for hint in (balance(self.hint, room, small) if self.hint else (), ()):
            for size in (21, 20, 19, LEAST):
                lines = hyphenate(self.text(), room, font(size, bold=True))
                fits = all(advance(line, font(size, bold=True)) <= room for line in lines)
                fits = fits and all(advance(line, small) <= room for line in hint)
                tall = (len(lines) * size + len(hint) * LEAST) * _LEADING
                if fits and len(lines) <= 2 and len(hint) <= 2 and tall <= height:
                    return lines, size, hint
        return lines, size, ()


class AnswerTile(PressArea):
    """A large answer: its picture, its words, a line beneath, its key in the corner."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(guard, parent)
        self.picture: Picture | None = None
        self.notes: tuple[str, ...] = ()
        """The known facts beneath the answer's line, each in a line of its own."""
        self.most: int | None = None
        """The largest letters that fit all answers beside it; None: only its own words count."""

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Picture above, words below; on a low tile only the words, beside the key."""
        pictured = self.picture is not None and body.height() >= 200
        if pictured and self.picture is not None:
            top = body.height() * 0.13
            self._paint_picture(
                painter, QRectF(body.left(), body.top() + top, body.width(), body.height() * 0.44)
            )
        elif self.picture is not None and body.height() >= _BESIDE:
            self._beside(painter, body, self.picture)
            self._paint_key(painter, body, 34 if body.width() >= _SPARE else 26)
            return
        middle = self._middle(pictured=pictured)
        self._words(painter, body, body.height() * middle)
        if self.notes:
            self._paint_notes(painter, body.adjusted(10, body.height() * middle + 84, -10, -8))
        self._paint_key(painter, body, 34)

    def _paint_key(self, painter: QPainter, body: QRectF, side: float) -> None:
        """Paint the tile's key in its corner."""
        if not self.key or body.width() < _NARROW:
            return
        inset = 12 if side > 30 else 8
        box = QRectF(body.left() + inset, body.top() + inset, side, side)
        fill(painter, box, BG2, 4)
        outline(painter, box, pen(T2, 1.5), 4)
        face = font(LEAST, bold=True)
        write(painter, self.key, box.center().x(), box.center().y(), face, T1, align=0.5)

    def _paint_notes(self, painter: QPainter, box: QRectF) -> None:
        """The notes in lines; only the last ones where not all fit."""
        face, step = font(LEAST), LEAST * 1.3
        lines = [line for note in self.notes for line in hyphenate(note, box.width(), face)]
        for at, line in enumerate(lines[-max(1, int(box.height() / step)) :]):
            write(painter, line, box.center().x(), box.top() + (at + 0.5) * step, face, T0, align=0.5)

    def _paint_picture(self, painter: QPainter, box: QRectF) -> None:
        """The picture, as large as the choice is wide: it is drawn for one of two or three in a row."""
        assert self.picture is not None
        share = min(1.0, box.width() / _WIDE)
        painter.save()
        painter.translate(box.center())
        painter.scale(share, share)
        wide, high = box.width() / share, box.height() / share
        self.picture(painter, QRectF(-wide / 2, -high / 2, wide, high))
        painter.restore()

    def _beside(self, painter: QPainter, body: QRectF, picture: Picture) -> None:
        """The picture at the left, the words at the right of it."""
        spare = body.width() >= _SPARE
        side, before, between = (96.0, 58, 20) if spare else (80.0, 38, 14)
        side = min(side, body.height() - 40)
        picture(painter, QRectF(body.left() + before, body.center().y() - side / 2, side, side))
        left = body.left() + before + side + between
        room = body.right() - left - (14 if spare else 10)
        for size in (30, 28, 26, 24, 22, 20, 18):
            face = font(size, bold=True)
            lines = hyphenate(self.text(), room, face)
            if len(lines) <= 2 and all(advance(line, face) <= room for line in lines):
                break
        write_lines(painter, lines, QRectF(left, body.top(), room, body.height()), face, T0, leading=1.2)

    def _middle(self, *, pictured: bool) -> float:
        """The height of the words' middle, as a share of the tile's."""
        return 0.695 if pictured else 0.24 if self.notes else 0.5

    def letters(self, wide: float, high: float) -> int:
        """The largest letters in which its words fit a body of this size beneath their picture or without."""
        middle = self._middle(pictured=self.picture is not None and high >= 200)
        return self._fitted(QRectF(0, 0, wide, high), high * middle)[1].pixelSize()

    def _fitted(self, body: QRectF, middle: float) -> tuple[tuple[str, ...], QFont, float]:
        """The words in lines, their letters, and the width for them."""
        room = body.width() - 2 * (30 if middle > 110 else 60)
        for size in _ANSWERS:
            face = font(size, bold=True)
            lines = hyphenate(self.text(), room, face)
            most = 2 if size <= (36 if body.height() > 300 else 30) else 1
            fits = len(lines) <= most and all(advance(line, face) <= room for line in lines)
            if fits and (self.most is None or size <= self.most):
                break
        return lines, face, room

    def _words(self, painter: QPainter, body: QRectF, middle: float) -> None:
        x, y = body.center().x(), body.top() + middle
        lines, face, room = self._fitted(body, middle)
        box = QRectF(body.left(), y - 40, body.width(), 80)
        write_lines(painter, at_most(3, lines), box, face, T0, align=0.5, leading=1.2)
        if self.hint:
            hint = shrunk(self.hint, room, (22, 20, LEAST))
            write(painter, self.hint, x, y + 52 + (14 if len(lines) > 1 else 0), hint, T1, align=0.5)


class ReasonTile(PressArea):
    """A reason that is often given, or a choice where no rule is written."""

    letters = 21
    heavy = False

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The words, in two lines if they are long, and the key in the corner."""
        beside = 14
        if self.key:
            beside = 22
            write(painter, self.key, body.left() + 10, body.top() + 16, font(LEAST, bold=True), T2)
        room = body.width() - 2 * beside
        for size in (self.letters, 20, 19, LEAST):
            face = font(size, bold=self.chosen or self.heavy)
            lines = hyphenate(self.text(), room, face)
            fits = all(advance(line, face) <= room for line in lines)
            if fits and len(lines) <= (2 if body.height() >= 60 else 1):
                break
        box = body.adjusted(beside, 0, -beside, 0)
        ink = T2 if not self.isEnabled() else AMBER if self.chosen else T0
        write_lines(painter, lines, box, face, ink, align=0.5, leading=1.25)
