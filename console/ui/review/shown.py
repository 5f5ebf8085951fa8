"""The prompt as it was shown, in slate: never in a colour in which something is to be done."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.roles import Actor
from console.table.views import DealerView
from console.ui.lettering import shrunk, write
from console.ui.review.beside import sign_shown
from console.ui.signs import states
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill, outline, pen
from console.ui.telling import Mood, Telling, telling
from console.ui.theme import BG0, BG2, LINE, MARGIN, SLATE, T0, T1
from console.ui.times import clock_time
from console.words import Words

_TEXT = 144.0


class ShownPrompt(Surface):
    """Tile, to whom and when, the order, and what was said aloud or why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = Telling(Mood.WAIT, "", "")
        self._sign: Sign = states.hourglass
        self.covers()

    def show_view(self, view: DealerView, at: datetime, words: Words, market: Words) -> None:
        """Show the prompt of this view, which came at ``at``."""
        told, sign = _told(view, words, market), sign_shown(view.view)
        to = "pit_boss" if view.view.prompt.actor is Actor.PIT_BOSS else "dealer"
        shown = words.text(f"replay.shown.{to}", time=clock_time(at, words)).upper()
        told = replace(told, actor=shown)
        if (told, sign) != (self.told, self._sign):
            self.told, self._sign = told, sign
            self.setAccessibleName(". ".join((shown, told.headline, told.say or told.note or "")))
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Tile and words."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        fill(painter, QRectF(0, self.high - 1, self.wide, 1), LINE)
        tile = QRectF(MARGIN, 14, 96, 96)
        fill(painter, tile, BG2, 10)
        outline(painter, tile, pen(SLATE, 3), 10)
        self._sign(painter, tile.adjusted(14, 14, -14, -14), SLATE)
        room, told = self.wide - _TEXT - MARGIN, self.told
        face = shrunk(told.actor, room, (17, 16, 15), bold=True)
        write(painter, told.actor, _TEXT, 25, face, SLATE)
        headline = shrunk(told.headline, room, (40, 38, 36, 34, 32, 30, 28, 26, 24), bold=True)
        write(painter, told.headline, _TEXT - 1, 61, headline, T0)
        below = told.say if told.say is not None else told.note or ""
        end = write(painter, below, _TEXT, 98, shrunk(below, room, (20, 19, 18, 17, 16)), T1)
        if told.gloss and told.say:
            left = self.wide - MARGIN - end - 16
            gloss = shrunk(told.gloss, left, (20, 19, 18, 17, 16))
            if gloss.pixelSize() > 16:
                write(painter, told.gloss, end + 16, 98, gloss, T1)


def _told(view: DealerView, words: Words, market: Words) -> Telling:
    told = telling(view, words, market)
    return replace(told, headline=told.headline.replace("\u00ad", ""))
