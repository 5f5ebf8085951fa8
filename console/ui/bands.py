"""Worded bands over the table: the console was restarted, the journal can't be written, a bug.

A band says why the table is to be looked at; it goes with its reason and has no press of its own.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.views import DealerView
from console.ui.lettering import advance, shrunk, write
from console.ui.signs import states
from console.ui.surface import Surface, fill
from console.ui.theme import AMBER, AMBER_FILL, BG3, HEIGHT, MARGIN, T0, T1, WIDTH
from console.ui.times import clock_time
from console.words import Words

_SIGN: Final = 26.0


class Banner(msgspec.Struct, frozen=True):
    """What a band says: its order, its reason, and whether it is a fault."""

    text: str
    aside: str
    fault: bool = False


def too_small(words: Words) -> Banner:
    """The band on a screen below the least size; prompt and table still show."""
    return Banner(words.text("screen.too_small", width=WIDTH, height=HEIGHT), "", fault=True)


def fonts_missing(words: Words) -> Banner:
    """The band where no font with Japanese is installed."""
    return Banner(words.text("font.missing", fonts="fonts-noto-core, fonts-noto-cjk"), "", fault=True)


def banner_of(view: DealerView, words: Words) -> Banner | None:
    """The band that is due over the table; a fault comes before a restart."""
    if any(lamp.device == "journal" and lamp.fault == "failed" for lamp in view.lamps):
        return Banner(words.text("band.not_recorded"), words.text("band.not_recorded.note"), fault=True)
    if view.bug:
        return Banner(words.text("bug.title"), words.text("bug.note"), fault=True)
    if view.recovered is None or view.view.bets == "open":
        return None
    stopped, back = clock_time(view.recovered.stopped, words), clock_time(view.recovered.back, words)
    times = words.text("mode.recovered.times", stopped=stopped, back=back)
    return Banner(words.text("mode.recovered"), times)


class Band(Surface):
    """A strip over the table zone's upper edge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banner: Banner | None = None

    def show_banner(self, banner: Banner) -> None:
        """Show what it says."""
        if banner != self._banner:
            self._banner = banner
            self.setAccessibleName(f"{banner.text}. {banner.aside}")
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Sign, order, reason."""
        banner = self._banner
        if banner is None:
            return
        ink = AMBER if banner.fault else T0
        fill(painter, QRectF(0, 0, self.wide, self.high), AMBER_FILL if banner.fault else BG3)
        fill(painter, QRectF(0, 0, self.wide, 2), ink)
        sign = states.caution if banner.fault else states.eye
        sign(painter, QRectF(MARGIN, self.high / 2 - _SIGN / 2 + 1, _SIGN, _SIGN), ink)
        room = self.wide - 2 * MARGIN - 38 - 24
        text = shrunk(banner.text, room * 0.62 if banner.aside else room, (20, 19, 18, 17, 16), bold=True)
        end = write(painter, banner.text, MARGIN + 38, self.high / 2 + 1, text, ink)
        rest = self.wide - MARGIN - end - 24
        aside = shrunk(banner.aside, rest, (18, 17, 16, 15))
        if advance(banner.aside, aside) <= rest:
            write(painter, banner.aside, self.wide - MARGIN, self.high / 2 + 1, aside, T1, align=1)
