"""The bytes of a device beneath the row that was made from them; read when a person unfolds the row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from console.journal.log.rows import LogRow
from console.ui.review.log.log_list import LogList
from console.ui.review.log.log_query import LogQuery


class UnfoldedBytes:
    """Unfolds and folds the rows of one query in its list."""

    def __init__(self, query: LogQuery, on: LogList, *, none: Callable[[], None]) -> None:
        """``none`` says that a row has no bytes."""
        self._query, self._list, self._none = query, on, none

    def turn(self, number: int) -> None:
        """Show the bytes beneath the row of an entry, or hide them."""
        rows = self._query.rows
        if rows.is_unfolded(number):
            rows.fold(number)
            self._list.rows_changed()
            return
        row = rows.row(rows.line_of(number))
        if row is not None:
            self._query.ask_bytes(row.place, partial(self._unfold, number))

    def _unfold(self, number: int, found: tuple[LogRow, ...]) -> None:
        if not found:
            self._none()
            return
        rows, shown = self._query.rows, self._list
        chosen, beneath = rows.place_of(shown.at)
        rows.unfold(number, found)
        shown.at = rows.line_of(chosen) + beneath
        shown.rows_changed()
        shown.have_in_view(rows.line_of(number), len(found))
