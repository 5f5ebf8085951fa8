"""Chosen rows of the log, each as the texts of its cells: read part by part, and not kept in the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from console.supervisor.ui.review.log.log_query import LogQuery
from console.table.journal import LogRow

_CHUNK: Final = 600
"""The most rows that are read and put into words at once: a tenth of a second."""


class ChosenRows(QObject):
    """Reads chosen lines of one query; another query ends it."""

    progressed = Signal(float)
    """The share of the lines that are read."""

    def __init__(self, query: LogQuery) -> None:
        super().__init__(query)
        self._query = query
        self._left: list[range] = []
        self._read: list[tuple[str, ...]] = []
        self._then: Callable[[list[tuple[str, ...]]], object] | None = None
        query.begun.connect(self.stop)

    @property
    def busy(self) -> bool:
        """Whether lines are still to be read."""
        return self._then is not None

    def begin(self, spans: Iterable[range], then: Callable[[list[tuple[str, ...]]], object]) -> None:
        """Read these lines, and call ``then`` with their cells, the day first."""
        ordered = sorted(spans, key=min)
        self._read, self._then = [], then
        self._left = [span[at : at + _CHUNK] for span in ordered for at in range(0, len(span), _CHUNK)]
        self._all = len(self._left)
        self._go_on()

    def stop(self) -> None:
        self._left, self._then = [], None

    def _go_on(self) -> None:
        then = self._then
        if not self._left and then is not None:
            self._then = None
            then(self._read)
        elif self._left:
            lines, rows = self._left.pop(0), self._query.rows
            first, last = (rows.place_of(line)[0] for line in (lines[0], lines[-1]))
            self._query.ask_rows(range(first, last + 1), partial(self._take, then, lines, first))

    def _take(self, asked_by: object, lines: range, first: int, read: Sequence[LogRow]) -> None:
        if asked_by is not self._then:
            return
        rows = self._query.rows
        for line in lines:
            number, beneath = rows.place_of(line)
            row = rows.row(line) if beneath else read[number - first] if number - first < len(read) else None
            if row is not None:
                day = row.at.astimezone().date().isoformat()
                self._read.append((day, *rows.cells_of(row, beneath=beneath > 0)))
        self.progressed.emit(1 - len(self._left) / self._all)
        self._go_on()
