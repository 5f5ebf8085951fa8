"""The lines above the log's rows: how many rows there are, of what time, and which journals were changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.base.words import Words
from console.supervisor.review.questions import SearchProgress
from console.supervisor.ui.review.log.filters import is_unfiltered
from console.supervisor.ui.review.log.log_query import LogQuery
from console.table.journal import Filter
from console.table.ui.kit import (
    BG1,
    DESK_LEAST,
    MARGIN,
    RED,
    STATUS_HEIGHT,
    T0,
    T1,
    at_most,
    break_lines,
    clock_time,
    fill,
    font,
    set_in_box,
    shrunk,
    write,
    write_lines,
)
from console.table.ui.signs import Sign
from console.table.words import whole

_HEAD: Final = 80.0
_LEADING: Final = 1.3
"""The distance between two lines beside the headline, as a multiple of their letters' size."""
_BAND: Final = 64.0
"""The height of the band for changed journals."""


def row_count_text(progress: SearchProgress, log_filter: Filter, words: Words) -> str:
    """The text beside the headline: the number of all rows, of those that match, or the progress."""
    if progress.prepared < 1:
        return words.text("review.indexing", share=int(progress.prepared * 100))
    if progress.done and is_unfiltered(log_filter):
        every, folded = words.count("review.count", progress.count), progress.all - progress.count
        if log_filter.bytes or folded <= 0:
            return every
        return words.text("access.list").join(
            (every, words.text("review.folded", count=whole(folded, words)))
        )
    if progress.narrowed:
        return words.text("review.narrowed")
    key = "review.found" if progress.done else "review.counting"
    return words.text(key, found=whole(progress.count, words), all=whole(progress.all, words))


class ListHeading:
    def __init__(self, query: LogQuery, words: Words) -> None:
        self._query, self.words = query, words
        self.result = ""
        """The result of a press, in the count's place, until the next search."""
        self.failed = False
        """Whether the result is that the press could not do what it is for."""

    @property
    def high(self) -> float:
        return _HEAD + (_BAND if self._query.found.flaws else 0)

    @property
    def flaws(self) -> str:
        """The changed places of the journals; empty if nothing was changed."""
        return " ".join(flaw.text(self.words) for flaw in self._query.found.flaws)

    @property
    def text(self) -> str:
        count = row_count_text(self._query.found, self._query.wanted, self.words)
        return self.result or self.words.side_by_side((count, self._age_text))

    @property
    def _age_text(self) -> str:
        """The age of the list and the number of later entries, for a journal that another computer writes."""
        found, words = self._query.found, self.words
        if found.as_of is None or not found.done:
            return ""
        time = clock_time(found.as_of, words)
        if not found.since:
            return words.text("review.as_of", time=time)
        return words.count("review.came", found.since, time=time, key=words.text("review.newest"))

    def paint(self, painter: QPainter, width: float, left: float) -> None:
        """The name with the count, at the ``left`` of the fields; changed places across the whole width."""
        title = self.words.text("review.log")
        middle = STATUS_HEIGHT + 42
        end = write(painter, title, MARGIN, middle, font(40, bold=True), T0)
        room = left - 24 - end - 28
        box = QRectF(end + 28, middle - 34, room, 68)
        one = shrunk(self.text, room, (20, 18, 17, 16, 15, 14)).pixelSize()
        lines, face = set_in_box(self.text, box, (one, 14, DESK_LEAST), leading=_LEADING)
        ink = T1 if not self.result else RED if self.failed else T0
        write_lines(painter, lines, box, face, ink, leading=_LEADING)
        if self._query.found.flaws:
            self._paint_flaws(painter, QRectF(0, STATUS_HEIGHT + _HEAD - 8, width, _BAND - 4))

    def _paint_flaws(self, painter: QPainter, band: QRectF) -> None:
        """Paint where journals were changed, over the whole width: nobody reads the log without it."""
        fill(painter, band, BG1)
        fill(painter, QRectF(band.left(), band.top(), 6, band.height()), RED)
        Sign("states.caution")(painter, QRectF(MARGIN, band.center().y() - 16, 32, 32), RED)
        box = band.adjusted(MARGIN + 48, 4, -MARGIN, -4)
        face = font(17)
        write_lines(
            painter, at_most(2, break_lines(self.flaws, box.width(), face)), box, face, T0, leading=1.3
        )
