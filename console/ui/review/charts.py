"""The charts of a shift, painted by hand: bars, blocks that can be counted, points with their intervals.

No legend, no second axis, no colour for itself: amber is the one exception, with its reason in words. Each
says in words what it shows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.records.charts import Against, Dealers, KindBar, Pace
from console.records.figures import HOUR, Hour
from console.ui.lettering import advance, shrunk, write
from console.ui.review.filtering import said_or
from console.ui.review.log_list import cut
from console.ui.signs import incidents
from console.ui.surface import Surface, fill, pen
from console.ui.theme import AMBER, BG0, CHART, INK, LINE, SLATE, T0, T1, T2, font
from console.words import Words

_TITLE: Final = 24.0
_MOST_BLOCKS: Final = 12


def figure(value: float, words: Words, places: int = 1) -> str:
    """A figure as the language writes it: a comma in most."""
    text = f"{value:.{places}f}"
    return text if words.language in ("en", "ja") else text.replace(".", ",")


class Chart(Surface):
    """A heading, at its right a quiet note, and the chart beneath."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: Words | None = None
        self.covers()

    def _head(self, painter: QPainter, title: str, aside: str = "") -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        wide = advance(aside, font(16)) + 16 if aside else 0
        face = shrunk(title, self.wide - wide, (20, 19, 18, 17, 16), bold=True)
        write(painter, cut(title, self.wide - wide, face), 0, 14, face, T0)
        write(painter, aside, self.wide, 14, shrunk(aside, 260, (16, 15, 14)), T2, align=1)


class PaceChart(Chart):
    """Rounds an hour: a bar an hour, the usual pace as a dashed line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pace = Pace((), None, None)
        self._note = ""

    def show_pace(self, pace: Pace, note: str, words: Words) -> None:
        """Show these hours; ``note`` is the reason of the slow one."""
        self._pace, self._note, self._words = pace, note, words
        hours = words.text("access.list").join(
            f"{self._hour(each.start)}: {each.rounds}" for each in pace.hours
        )
        self.setAccessibleName(". ".join(part for part in (words.text("night.pace"), hours, note) if part))
        self.update()

    @staticmethod
    def _hour(start: datetime) -> str:
        return f"{start.astimezone():%H}"

    def paint(self, painter: QPainter) -> None:
        """Bars with their figures inside."""
        words, usual = self._words, self._pace.usual
        if words is None:
            return
        aside = "" if usual is None else words.text("night.usual", rate=figure(usual, words, 0))
        self._head(painter, words.text("night.pace"), aside)
        base, hours = self.high - 52, self._pace.hours[-24:]
        fill(painter, QRectF(0, base, self.wide, 2), T2)
        if not hours:
            return
        top = max(max(map(_rate, hours)), usual or 0, 1)
        step = self.wide / len(hours)
        for at, hour in enumerate(hours):
            self._paint_bar(painter, hour, QRectF(at * step, 40, step, base - 40), top)
        if usual is not None:
            y = base - (base - 46) * usual / top
            painter.setPen(pen(T0, 1.5, dashes=[7, 4]))
            painter.drawLine(QPointF(0, y), QPointF(self.wide, y))
        if self._note:
            face = shrunk(self._note, self.wide, (16, 15, 14, 13))
            write(painter, self._note, self.wide / 2, self.high - 9, face, AMBER, align=0.5)

    def _paint_bar(self, painter: QPainter, hour: Hour, lane: QRectF, top: float) -> None:
        slow = self._pace.slow is not None and self._pace.slow.start == hour.start
        gap = min(12.0, lane.width() * 0.18)
        high = (lane.height() - 6) * _rate(hour) / top
        bar = QRectF(lane.left() + gap / 2, lane.bottom() - high, lane.width() - gap, high)
        fill(painter, bar, AMBER if slow else CHART, 2)
        middle, ink = bar.center().x(), INK if slow else T0
        text, face = str(round(_rate(hour))), font(17 if lane.width() > 34 else 13, bold=slow)
        y, ink = (bar.top() + 18, ink) if high > 30 else (bar.top() - 12, T1)
        write(painter, text, middle, y, face, ink, align=0.5)
        write(painter, self._hour(hour.start), middle, lane.bottom() + 17, font(15), T2, align=0.5)


def _rate(hour: Hour) -> float:
    """Rounds an hour, of an hour in which the table was open for some minutes at least."""
    return hour.rounds * HOUR / hour.open_seconds if hour.open_seconds >= 300 else float(hour.rounds)


class KindsChart(Chart):
    """Incidents by kind as blocks that can be counted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[KindBar, ...] = ()

    def show_kinds(self, bars: tuple[KindBar, ...], words: Words) -> None:
        """Show how often each kind came, the most frequent first."""
        self._bars, self._words = bars, words
        said = words.text("access.list").join(f"{self._name(bar)}: {bar.count}" for bar in bars)
        self.setAccessibleName(f"{words.text('night.kinds')}. {said or words.text('night.no_incident')}")
        self.update()

    def _name(self, bar: KindBar) -> str:
        assert self._words is not None
        if not bar.kind:
            return self._words.text("record.kind.none")
        return said_or(self._words, f"incident.{bar.kind}", bar.kind)

    def paint(self, painter: QPainter) -> None:
        """A sign, the name, a block for each, and the count."""
        words = self._words
        if words is None:
            return
        self._head(painter, words.text("night.kinds"))
        if not self._bars:
            write(painter, words.text("night.no_incident"), 0, 60, font(18), T2)
            return
        row, room = 36.0, int((self.high - 34) // 36)
        shown = self._bars if len(self._bars) <= room else self._bars[: room - 1]
        for at, bar in enumerate(shown):
            self._paint_row(painter, bar, 36 + at * row + row / 2)
        rest = len(self._bars) - len(shown)
        if rest:
            y = 36 + len(shown) * row + row / 2
            write(painter, words.text("night.kinds.more", count=rest), 38, y, font(16), T2)

    def _paint_row(self, painter: QPainter, bar: KindBar, y: float) -> None:
        left, name = min(206.0, self.wide * 0.48), self._name(bar)
        incidents.kind_sign(bar.kind or None)(painter, QRectF(0, y - 13, 26, 26), T1)
        face = shrunk(name, left - 50, (17, 16, 15, 14))
        write(painter, cut(name, left - 50, face), 38, y, face, T1)
        room = self.wide - left - 44
        step = min(46.0, room / min(max(bar.count, 1), _MOST_BLOCKS))
        blocks = min(bar.count, _MOST_BLOCKS)
        for at in range(blocks):
            fill(painter, QRectF(left + at * step, y - 11, step - 4, 22), CHART, 2)
        write(painter, str(bar.count), left + blocks * step + 8, y, font(17, bold=True), T0)


class DealersChart(Chart):
    """Dealers against the house: a point and its interval, with the rounds behind them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dealers = Dealers(None, None, 0, ())
        self._names: dict[str, str] = {}

    def show_dealers(self, dealers: Dealers, names: dict[str, str], words: Words) -> None:
        """Show them, by name."""
        self._dealers, self._names, self._words = dealers, names, words
        said = (f"{self._name(each)}, {each.rounds}: {self._verdict(each)}" for each in dealers.dealers)
        self.setAccessibleName(". ".join((words.text("night.against"), *said)))
        self.update()

    def _name(self, each: Against) -> str:
        return self._names.get(each.who, each.who)

    def _verdict(self, each: Against) -> str:
        assert self._words is not None
        return self._words.text(f"night.verdict.{each.verdict}")

    def paint(self, painter: QPainter) -> None:
        """A row a dealer, over all of them the house's line."""
        words, dealers = self._words, self._dealers
        if words is None:
            return
        aside = words.text("night.interval", sure=round(dealers.sure * 100))
        self._head(painter, words.text("night.against"), aside)
        left, right = 306.0, self.wide - 300.0
        write(painter, words.text("night.rounds"), left - 24, 38, font(15), T2, align=1)
        rows = int((self.high - 48) // 34)
        shown = dealers.dealers[:rows]
        top = max([each.high or 0 for each in shown] + [dealers.house or 0, 1])
        for at, each in enumerate(shown):
            self._paint_row(painter, each, 48 + at * 34 + 17, (left, right, top))
        if dealers.house is not None and any(each.rate is not None for each in shown):
            x = left + (right - left) * dealers.house / top
            painter.setPen(pen(T0, 1.5, dashes=[6, 4]))
            painter.drawLine(QPointF(x, 48), QPointF(x, 48 + len(shown) * 34))
            house = words.text("night.house", rate=figure(dealers.house, words))
            write(painter, house, x, 38, font(15), T1, align=0.5)
        if len(dealers.dealers) > rows:
            more = words.text("night.more_dealers", count=len(dealers.dealers) - rows)
            write(painter, more, self.wide, 38, font(15), T2, align=1)

    def _paint_row(
        self, painter: QPainter, each: Against, y: float, scale: tuple[float, float, float]
    ) -> None:
        words, (left, right, top) = self._words, scale
        assert words is not None
        face = shrunk(self._name(each), 190, (18, 17, 16, 15))
        write(painter, cut(self._name(each), 190, face), 0, y, face, T1)
        write(painter, f"{each.rounds:,}", left - 24, y, font(17), T1, align=1)
        fill(painter, QRectF(left, y + 16, self.wide - left, 1), LINE)
        verdict = self._verdict(each)
        if each.rate is None or each.low is None or each.high is None:
            write(painter, verdict, left + 6, y, font(16), T2)
            return

        def x(rate: float) -> float:
            return left + (right - left) * min(rate, top) / top

        fill(painter, QRectF(x(each.low), y - 2.5, max(3.0, x(each.high) - x(each.low)), 5), SLATE, 2)
        fill(painter, QRectF(x(each.rate) - 8, y - 8, 16, 16), T0, 8)
        text = f"{figure(each.rate, words)}   {verdict}"
        ink = AMBER if each.verdict == "above" else T1
        write(painter, text, max(x(each.high) + 14, left + 6), y, shrunk(text, 284, (17, 16, 15, 14)), ink)
