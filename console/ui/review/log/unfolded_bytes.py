"""The bytes of a device beneath the row that was made from them; read when a person unfolds the row."""

from __future__ import annotations

from collections.abc import Callable

from console.journal.log.rows import Filter, LogRow
from console.ui.review.inquiries import JournalInquiries
from console.ui.review.log.log_list import LogLines, LogList


class UnfoldedBytes:
    """Unfolds and folds the rows of one list."""

    def __init__(
        self,
        rows: LogLines,
        on: LogList,
        inquiries: JournalInquiries,
        *,
        current_filter: Callable[[], Filter],
        none: Callable[[], None],
    ) -> None:
        """``current_filter`` gives the present filter; ``none`` says that a row has no bytes."""
        self._rows, self._list, self._inquiries = rows, on, inquiries
        self._wanted, self._none = current_filter, none

    def turn(self, number: int) -> None:
        """Show the bytes beneath the row of an entry, or hide them."""
        rows, wanted = self._rows, self._wanted()
        if rows.is_unfolded(number):
            rows.fold(number)
            self._list.rows_changed()
            return
        row = rows.row(rows.line(number))
        if row is None:
            return

        def unfolded(found: tuple[LogRow, ...]) -> None:
            if wanted is self._wanted():
                self._unfold(number, found)

        place = row.place
        self._inquiries.ask("bytes", lambda reads: reads.bytes_of(place), unfolded)

    def _unfold(self, number: int, found: tuple[LogRow, ...]) -> None:
        if not found:
            self._none()
            return
        rows, shown = self._rows, self._list
        chosen, beneath = rows.place(shown.at)
        rows.unfold(number, found)
        shown.at = rows.line(chosen) + beneath
        shown.rows_changed()
        shown.have_in_view(rows.line(number), len(found))
