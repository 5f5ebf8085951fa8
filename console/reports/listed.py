"""A list of which so many are kept, however many come: a report over years is as small as one of a night."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

Row = TypeVar("Row")

MOST: Final = 1000
"""Rows that are kept of a list; the others are counted."""


class Listed(Generic[Row]):
    """Rows in the order in which they came."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self.more = 0
        """How many came that are not kept."""

    def add(self, row: Row) -> None:
        """One more."""
        if len(self._rows) < MOST:
            self._rows.append(row)
        else:
            self.more += 1

    @property
    def rows(self) -> tuple[Row, ...]:
        """Those that are kept."""
        return tuple(self._rows)
