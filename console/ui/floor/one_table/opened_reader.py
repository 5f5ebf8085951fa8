"""Reads an opened table's entries, and again every two seconds while it stays open."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from console.errors.worded_error import WordedError
from console.floor.wall import FloorTable, Opener, TableUnread
from console.ui.floor.one_table.opened_table import OpenedTable
from console.ui.kit.work import Work
from console.words import Words
from console.words.failures import why

log = logging.getLogger(__name__)

_AGAIN: Final = 2_000
"""Milliseconds after which the entries are read again."""


class OpenedReader(QObject):
    """Gives the panel the state of its table by the table's entries."""

    def __init__(self, panel: OpenedTable, opener: Opener | None, words: Callable[[], Words]) -> None:
        """``opener`` reads a table's entries; None where this machine can't."""
        super().__init__(panel)
        self._panel, self._opener, self._words = panel, opener, words
        self._table = ""
        """The table whose entries are being read."""
        self._unread = ""
        """The table that could not be read at the last try."""
        self._again = QTimer(self, interval=_AGAIN)
        self._again.timeout.connect(self._read_table)
        self._work = Work(self, self._failed)

    def begin(self) -> None:
        """Read the table that is open now."""
        self._read_table()
        self._again.start()

    def pause(self) -> None:
        """Begin no further reading; the reading that is running is shown if the table is still open."""
        self._again.stop()

    def stop(self) -> None:
        """Read no more, and wait for nothing."""
        self._again.stop()
        self._work.stop()

    def _read_table(self) -> None:
        table, opener = self._panel.table, self._opener
        if self._panel.isHidden():
            self._again.stop()
        elif opener is None:
            self._show_unopened()
        elif not self._work.busy or self._table != table:
            self._table = table
            self._work.begin(self._open_table(table, opener))

    async def _open_table(self, table: str, opener: Opener) -> None:
        try:
            opened = await self._work.of(lambda _: opener(table))
        except TableUnread as error:
            if self._unread != table:  # once, and not with each try
                log.warning("the table %s is not read: %s", table, error)
            self._unread = table
            self._failed(error)
        else:
            self._unread = ""
            self.show(opened)

    def show(self, opened: FloorTable) -> None:
        """Show a state that was read, if its table is still the open one."""
        if not self._panel.isHidden() and opened.table == self._panel.table:
            words = self._words()
            why_not = "" if opened.view is not None else words.text("floor.no_entry")
            self._panel.show_opened(opened, words, why_not)

    def _failed(self, error: Exception) -> None:
        if self._panel.opened is None:
            self._show_unopened(error.__cause__)

    def _show_unopened(self, cause: BaseException | None = None) -> None:
        words = self._words()
        reason = why(cause, words) if isinstance(cause, WordedError) else ""
        self._panel.show_opened(None, words, reason or words.text("floor.not_told"))
