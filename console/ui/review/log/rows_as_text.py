"""Chosen rows of the log as text, a row a line and a tab between cells.

They are read part by part, and need not be listed. A text from outside can begin no line, no cell and no
formula of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from console.journal.log.rows import LogRow
from console.records.documents.cells import tab_separated
from console.ui.review.log.log_query import LogQuery

_CHUNK: Final = 600
"""The most rows that are read and put into words at once: a tenth of a second."""


class RowsAsText(QObject):
    """Reads chosen lines of one query; another query ends it."""

    progressed = Signal(float)
    """The share of the lines that are read."""
    read = Signal(str, int)
    """The text, and the number of its rows."""

    def __init__(self, query: LogQuery) -> None:
        super().__init__(query)
        self._query = query
        self._left: list[range] = []
        self._texts: list[str] = []
        self._asked: object = None
        query.begun.connect(self.stop)

    @property
    def busy(self) -> bool:
        """Whether lines are still to be read."""
        return self._asked is not None

    def begin(self, spans: Iterable[range]) -> None:
        """Read these lines."""
        self._texts, self._asked = [], object()
        self._left = [
            span[at : at + _CHUNK] for span in sorted(spans, key=min) for at in range(0, len(span), _CHUNK)
        ]
        self._all = len(self._left)
        self._go_on()

    def stop(self) -> None:
        """Read no more, and give no text."""
        self._left, self._asked = [], None

    def _go_on(self) -> None:
        if not self._left:
            self._asked = None
            self.read.emit("\n".join(self._texts), len(self._texts))
            return
        lines, rows = self._left.pop(0), self._query.rows
        first, last = (rows.place_of(line)[0] for line in (lines[0], lines[-1]))
        self._query.ask_rows(range(first, last + 1), partial(self._take, self._asked, lines, first))

    def _take(self, asked: object, lines: range, first: int, read: Sequence[LogRow]) -> None:
        if asked is not self._asked:
            return
        rows = self._query.rows
        for line in lines:
            number, beneath = rows.place_of(line)
            row = rows.row(line) if beneath else read[number - first] if number - first < len(read) else None
            if row is not None:
                day = row.at.astimezone().date().isoformat()
                self._texts.append(tab_separated((day, *rows.cells_of(row, beneath=beneath > 0))))
        self.progressed.emit(1 - len(self._left) / self._all)
        self._go_on()
