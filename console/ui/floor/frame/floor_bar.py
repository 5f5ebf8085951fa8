"""The bar above the wall: the studio, counts of tables by state, the age of the last reading, the person.

The bar also says when the window itself gets no readings.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.floor.alarms.watch import TileState
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.top_bar import MIDDLE, TopBar, paint_mode
from console.ui.floor.appearance.floor_words import span
from console.ui.floor.readings.heard_alarms import HeardAlarms
from console.ui.kit.lettering import advance, shrunk, write
from console.ui.kit.surface import fill
from console.ui.kit.theme import AMBER, BG0, BG1, T0, T1, T2, font
from console.ui.kit.times import clock_time
from console.ui.signs.sign import Sign
from console.words import Words

_COUNTED: Final = (
    TileState.PLAYING,
    TileState.WAITS,
    TileState.HALTED,
    TileState.CANT_RECORD,
    TileState.DISPUTED,
    TileState.SILENT,
    TileState.REFUSED,
    TileState.NEVER,
    TileState.BEHIND,
    TileState.PREPARING,
    TileState.CLOSED,
)
"""The order of the counts; a count of none is not shown."""
_CALM: Final = (TileState.PLAYING, TileState.PREPARING, TileState.CLOSED)
_LESS: Final = (TileState.CLOSED, TileState.PREPARING, None, TileState.PLAYING, TileState.BEHIND)
"""The order in which counts are left out when room is short; None is the count of all tables."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The values that the bar shows."""

    studio: str
    training: bool
    tables: int
    counts: tuple[tuple[TileState, int], ...]
    shelved: int
    age: float | None
    """Seconds since the last reading of the floor; None before the first one: no table is known then."""
    deaf_since: datetime | None
    """Since when no readings come, if so; before the first reading the time at which the window opened."""


def summary_of(studio: str, alarms: HeardAlarms) -> Summary:
    """The values of a bar; a table that was never heard does not count as closed."""
    watch, looks = alarms.watch, alarms.moment.counts
    reports = [seen.report for seen in alarms.tables.values() if seen.report is not None]
    return Summary(
        studio=studio,
        training=bool(reports) and all(each.mode == "training" for each in reports),
        tables=looks.total(),
        counts=() if alarms.deaf_since else tuple((look, looks[look]) for look in _COUNTED if looks[look]),
        shelved=len(alarms.moment.shelved),
        age=None if watch.reading is None else float(int(watch.silence_seconds(alarms.now))),
        deaf_since=alarms.deaf_since,
    )


class FloorBar(TopBar):
    """One line; the name and the language can be pressed."""

    def __init__(self, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(clock, parent)
        self._summary: Summary | None = None
        self._person: Person | None = None
        self.start()

    def show_summary(self, summary: Summary, person: Person | None, words: Words) -> None:
        """Show the state of the floor."""
        shown = (summary, person, words.language)
        if self._words is not None and shown == (self._summary, self._person, self._words.language):
            return
        before = self._spoken()
        self._summary, self._person = summary, person
        self.show_person(person, words)
        if self._spoken() != before:
            self.setAccessibleName(self._spoken())
        self.tick()
        self.arrange()
        self.update()

    def _spoken(self) -> str:
        """The bar for assistive tools, without an age that grows each second."""
        summary, words = self._summary, self._words
        if summary is None or words is None:
            return ""
        parts = [summary.studio]
        if summary.age is not None:
            parts.append(words.count("floor.tables", summary.tables))
        parts += [words.count(f"floor.count.{look}", count) for look, count in summary.counts]
        if summary.shelved:
            parts.append(words.count("floor.shelved", summary.shelved))
        if summary.deaf_since is not None:
            parts.append(words.text("floor.nothing_heard", time=clock_time(summary.deaf_since, words)))
        return words.text("access.list").join(parts)

    def paint(self, painter: QPainter) -> None:
        """Mode, studio, counts, age, language, clock."""
        deaf = self._summary is not None and self._summary.deaf_since is not None
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        summary, words = self._summary, self._words
        if summary is None or words is None:
            return
        x = 16.0
        if summary.training:
            x = paint_mode(painter, Mode.TRAINING, self.high, words) + 16
        x = write(painter, summary.studio, x, MIDDLE + 1, font(22, bold=True), T0) + 18
        self.paint_code(painter)
        self.paint_clock(painter)
        right = self.room_ends
        if deaf and summary.deaf_since is not None:
            self._paint_deaf(painter, QRectF(x, 6, right - x, self.high - 12), summary, words)
            return
        if summary.age is None:
            return
        age = words.text("floor.heard", age=span(words, summary.age))
        face = font(16)
        write(painter, age, right, MIDDLE + 1, face, T2, align=1)
        self._paint_counts(painter, x, right - advance(age, face) - 20, summary, words)

    def _paint_deaf(self, painter: QPainter, box: QRectF, summary: Summary, words: Words) -> None:
        """Amber over the whole line: the wall's values are old."""
        assert summary.deaf_since is not None
        fill(painter, box, AMBER, 6)
        Sign("urgency.unheard")(painter, QRectF(box.left() + 12, box.center().y() - 13, 26, 26), BG0)
        text = words.text("floor.nothing_heard", time=clock_time(summary.deaf_since, words))
        face = shrunk(text, box.width() - 60, (26, 24, 22, 20, 18, 16, 15), bold=True)
        write(painter, text, box.left() + 50, box.center().y(), face, BG0)

    def _paint_counts(
        self, painter: QPainter, x: float, right: float, summary: Summary, words: Words
    ) -> None:
        """Paint as many counts as fit, in their order; the count of shelved alarms is never left out."""
        last = words.count("floor.shelved", summary.shelved) if summary.shelved else ""
        for size, less in (
            (18, 0),
            (17, 0),
            (16, 0),
            (15, 0),
            *((14, less) for less in range(len(_LESS) + 1)),
        ):
            texts = self._texts(summary, words, _LESS[:less])
            if last:
                texts.append((last, T0))
            reach = sum(advance(text, font(size, bold=ink is T0)) + 14 for text, ink in texts)
            if x + reach <= right:
                break
        for text, ink in texts:
            x = write(painter, text, x, MIDDLE + 1, font(size, bold=ink is T0), ink) + 14

    def _texts(
        self, summary: Summary, words: Words, less: tuple[TileState | None, ...]
    ) -> list[tuple[str, QColor]]:
        """The counts in their order, without those in ``less``; None is the count of all tables."""
        texts = [] if None in less else [(words.count("floor.tables", summary.tables), T2)]
        for look, count in summary.counts:
            if look not in less:
                text = words.count(f"floor.count.{look}", count)
                texts.append((text, T1 if look in _CALM else T0))
        return texts
