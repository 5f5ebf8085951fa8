"""The rows of a log as a view may ask for them: how many there are, and the few pages that were looked at.

It never has more than some pages, however many rows there are; a row that is not there is named as wanted,
and the page that it is on is given by who reads it. Pure: no thread, no painter.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final

from console.journal.log_rows import LogRow

PAGE: Final = 60
"""Rows that are read at once: some screens of them."""
KEPT: Final = 5
"""Pages that are kept; the one looked at longest ago goes first."""


class Windowed:
    """Rows by their numbers, 0 the first."""

    def __init__(self) -> None:
        self.count = 0
        self._pages: OrderedDict[int, Sequence[LogRow]] = OrderedDict()

    def begin(self) -> None:
        """Other rows: none of them is known."""
        self.count = 0
        self._pages.clear()

    def forget(self) -> None:
        """The same rows, of which more may be known: none of them has been read."""
        self._pages.clear()

    def row(self, at: int) -> LogRow | None:
        """The row of this number; None where its page has not been read, or is not so long yet."""
        page = self._pages.get(at // PAGE)
        if page is None:
            return None
        self._pages.move_to_end(at // PAGE)
        return page[at % PAGE] if at % PAGE < len(page) else None

    def lacking(self, first: int, last: int) -> Iterable[int]:
        """The pages of these rows that are not there, or grew since they were read."""
        for page in range(first // PAGE, min(last, max(0, self.count - 1)) // PAGE + 1):
            known = self._pages.get(page)
            if known is None or len(known) < min(PAGE, self.count - page * PAGE):
                yield page

    def take(self, page: int, rows: Sequence[LogRow]) -> None:
        """A page has been read."""
        self._pages[page] = rows
        self._pages.move_to_end(page)
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)

    @property
    def held(self) -> int:
        """How many rows are kept."""
        return sum(map(len, self._pages.values()))
