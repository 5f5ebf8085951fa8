"""Tiles that answer a question: one for a kind, a large choice with its picture, a row for a reason. A tile's
press counts when the guard lets it through; a tile does not know its press's effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import write, write_in
from console.table.ui.kit.surface import fill, outline, pen
from console.table.ui.signs.sign import Sign

Picture: TypeAlias = Callable[[QPainter, QRectF], None]
"""Draws the meaning of an answer into a box."""

_ABOVE: Final = 200.0
"""From this height on a choice has its picture above its words."""
_BESIDE: Final = 120.0
"""From this height on a choice has its picture beside its words."""
_NARROW: Final = 200.0
"""The width below which a choice shows no key, which would cover its words."""
_WIDE: Final = 470.0
"""The width that a picture of full size needs."""
_SPARE: Final = 340.0
"""From this width on a picture beside words has room to spare."""


class KindTile(PressArea):
    """A kind of incident: its sign, its name, a few words; one that was noticed has an edge in amber."""

    quiet, noticed = False, False

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
        """Paint the surface: a noticed kind in amber, one that can't be now only as an edge."""
        if self.noticed:
            fill(painter, body, theme.AMBER_FILL, theme.RADIUS)
            outline(painter, body, pen(theme.AMBER, 3), theme.RADIUS)
            return
        if self.chosen:
            super().ground(painter, body)
            return
        surface = theme.BG0 if self.quiet else theme.BG2
        fill(painter, body, theme.mix(surface, theme.T0, 0.85) if self.isDown() else surface, theme.RADIUS)
        outline(painter, body, pen(theme.EDGE, 2), theme.RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The key in the corner, the sign at the left, the words beside it."""
        face = theme.font(theme.LEAST, bold=True)
        write(painter, self.key, body.left() + 12, body.top() + 16, face, theme.T2)
        side = min(52.0, body.height() - 20)
        self.sign(
            painter,
            QRectF(body.left() + 62 - side / 2, body.center().y() - side / 2, side, side),
            theme.AMBER if self.noticed else theme.T1 if self.quiet else theme.T0,
        )
        name = Row(self.text(), 23, theme.T1 if self.quiet else theme.T0, bold=True)
        hint = Row(self.hint, theme.LEAST, theme.AMBER if self.noticed else theme.T2, gap=0, spare=1)
        rows = (name, hint) if self.hint else (name,)
        Column(rows, body.width() - 110, body.height() - 6).paint_in(painter, body.adjusted(100, 0, 0, 0))


class AnswerTile(PressArea):
    """A large answer: its picture, its words, a line beneath, its key in the corner."""

    picture: Picture | None = None
    notes: tuple[str, ...] = ()
    """The known facts beneath the answer's line, the latest last."""
    most = 1.0
    """The largest factor at which the words of all answers beside it fit."""

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Paint the picture above the words or at their left, and the key in the corner."""
        words, key = self._place_words(body), 34.0
        if self.picture is not None and body.height() >= _ABOVE:
            self._paint_picture(painter, body.adjusted(0, body.height() * 0.13, 0, -body.height() * 0.43))
        elif self.picture is not None and body.height() >= _BESIDE:
            side, key = min(words.left() - body.left() - 52, body.height() - 40), 26.0
            self.picture(painter, QRectF(body.left() + 38, body.center().y() - side / 2, side, side))
        self.words(body).paint_in(painter, words)
        if self.key and body.width() >= _NARROW:
            box = QRectF(body.left() + 10, body.top() + 10, key, key)
            fill(painter, box, theme.BG2, 4)
            outline(painter, box, pen(theme.T2, 1.5), 4)
            write_in(painter, self.key, box, theme.font(theme.LEAST, bold=True), theme.T1)

    def words(self, body: QRectF) -> Column:
        """The answer, its line and its notes, the earliest of which go first, as a body has room for them."""
        beside = self.picture is not None and _BESIDE <= body.height() < _ABOVE
        size, align = (30, 0.0) if beside else (44, 0.5)
        rows, spare = [Row(self.text(), size, bold=True)], len(self.notes)
        if self.hint and not beside:
            rows.append(Row(self.hint, 22, theme.T1))
        rows += [Row(note, theme.LEAST, spare=spare - at) for at, note in enumerate(self.notes)]
        place = self._place_words(body)
        return Column(rows, place.width(), place.height(), align=align, most=self.most)

    def _place_words(self, body: QRectF) -> QRectF:
        """The words' place: beneath the picture, at its right, or beside the key."""
        if self.picture is not None and body.height() >= _ABOVE:
            return body.adjusted(30, body.height() * 0.57, -30, -8)
        if self.picture is not None and body.height() >= _BESIDE:
            return body.adjusted(164 if body.width() >= _SPARE else 132, 8, -10, -8)
        beside = 8 if body.width() < _NARROW else 30 if body.height() > 220 else 56
        return body.adjusted(beside, 8, -beside, -8)

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


class ReasonTile(PressArea):
    """A reason that is often given, or a choice if no rule is written."""

    letters = 21
    heavy = False
    beside: float = 8
    """The free width at each side of the words, in units."""

    def draw(self, painter: QPainter, body: QRectF) -> None:
        beside = self.beside
        if self.key:
            beside = 22
            write(
                painter,
                self.key,
                body.left() + 10,
                body.top() + 16,
                theme.font(theme.LEAST, bold=True),
                theme.T2,
            )
        ink = theme.T2 if not self.isEnabled() else theme.AMBER if self.chosen else theme.T0
        row = Row(self.text(), self.letters, ink, bold=self.chosen or self.heavy)
        place = body.adjusted(beside, 2, -beside, -2)
        Column([row], place.width(), place.height(), align=0.5).paint_in(painter, place)
