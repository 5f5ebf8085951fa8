"""The charts of a shift on the screen: each says in words what it shows.

What they look like is :mod:`console.ui.review.chart_painting`'s.
"""

from __future__ import annotations

from datetime import datetime

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.reports.charts import Against, Dealers, KindBar, Pace
from console.ui.review import chart_painting
from console.ui.review.chart_painting import SCREEN, Place, kind_name
from console.ui.surface import Surface
from console.words import Words
from console.words.names import said_of


class Chart(Surface):
    """A heading, at its right a quiet note, and the chart beneath."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: Words | None = None
        self.covers()

    def paint(self, painter: QPainter) -> None:
        """All of it, once there is a language to say it in."""
        if self._words is not None:
            self._paint_chart(painter, Place(self.wide, self.high, SCREEN, self._words))

    def _paint_chart(self, painter: QPainter, on: Place) -> None:
        """Subclasses paint themselves there."""


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
            said_of(words, self._hour(each.start), str(each.rounds)) for each in pace.hours
        )
        self.setAccessibleName(". ".join(part for part in (words.text("night.pace"), hours, note) if part))
        self.update()

    @staticmethod
    def _hour(start: datetime) -> str:
        return f"{start.astimezone():%H}"

    def _paint_chart(self, painter: QPainter, on: Place) -> None:
        chart_painting.paint_pace(painter, on, self._pace, self._note, self._hour)


class KindsChart(Chart):
    """Incidents by kind as blocks that can be counted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[KindBar, ...] = ()

    def show_kinds(self, bars: tuple[KindBar, ...], words: Words) -> None:
        """Show how often each kind came, the most frequent first."""
        self._bars, self._words = bars, words
        told = (said_of(words, kind_name(bar, words), str(bar.count)) for bar in bars)
        said = words.text("access.list").join(told)
        self.setAccessibleName(f"{words.text('night.kinds')}. {said or words.text('night.no_incident')}")
        self.update()

    def _paint_chart(self, painter: QPainter, on: Place) -> None:
        chart_painting.paint_kinds(painter, on, self._bars)


class DealersChart(Chart):
    """Dealers against the house: a point and its interval, with the rounds behind them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dealers = Dealers(None, None, 0, ())
        self._names: dict[str, str] = {}

    def show_dealers(self, dealers: Dealers, names: dict[str, str], words: Words) -> None:
        """Show them, by name."""
        self._dealers, self._names, self._words = dealers, names, words

        def told(each: Against) -> str:
            verdict = words.text(f"night.verdict.{each.verdict}")
            who = words.text("access.list").join((self._name(each.who), str(each.rounds)))
            return said_of(words, who, verdict)

        self.setAccessibleName(". ".join((words.text("night.against"), *map(told, dealers.dealers))))
        self.update()

    def _name(self, who: str) -> str:
        return self._names.get(who, who)

    def _paint_chart(self, painter: QPainter, on: Place) -> None:
        chart_painting.paint_dealers(painter, on, self._dealers, self._name)
