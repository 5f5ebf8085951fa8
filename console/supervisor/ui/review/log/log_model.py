"""The log as a model of lines: the number of rows, and some pages of them around the lines in view. A missing
row is empty until its reader gives its page. Beneath an unfolded row are the rows from which it was made.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from console.base.words import Words
from console.supervisor.review.log.entry_words import Named
from console.supervisor.review.log.search_words import found_by
from console.supervisor.ui.review.log.entry_signs import LogRowText, row_text
from console.table.journal import Filter, LogRow, Word, fold
from console.table.ui.kit import Index

PAGE: Final = 60
"""Rows that are read at once: some screens of them."""
KEPT: Final = 5
"""How many pages are kept; the one unseen for longest is dropped first."""
LISTED: Final = 1_000_000
"""The most rows listed at a time: Qt keeps eight bytes of each, and a studio has some hundred million."""
COLUMNS: Final = {
    "time": "review.head.time",
    "table": "record.table",
    "round": "record.round",
    "what": "review.head.what",
    "clause": "review.head.clause",
    "by": "review.head.by",
}
"""The phrase of each column's name, by its row's text."""
TIME, WHAT, LAST = 0, 3, len(COLUMNS) - 1
_TEXTS: Final = tuple(COLUMNS)
_MOST_TEXTS: Final = 60
"""The most rows whose texts are kept."""
_NOWHERE: Final = QModelIndex()


class LogModel(QAbstractTableModel):
    """Rows by their lines, from 0."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found = 0
        """The number of rows, without those beneath others."""
        self.folds = True
        """Whether rows have bytes to unfold."""
        self.searched: tuple[Word, ...] = ()
        self._begins = 0
        """The number of the row in the first line."""
        self._pages: OrderedDict[int, Sequence[LogRow]] = OrderedDict()
        self._beneath: dict[int, Sequence[LogRow]] = {}
        """The rows beneath each unfolded row, by its number."""
        self._texts: OrderedDict[LogRow, LogRowText] = OrderedDict()
        self._words = words
        self._named: Named = str

    # --- which rows -------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        return self._listed_of(self.found) + sum(map(len, self._beneath.values()))

    def _listed_of(self, found: int) -> int:
        return min(LISTED, found - self._begins)

    def begin(self, wanted: Filter) -> None:
        """Begin with other rows, all unknown."""
        self.beginResetModel()
        self.found = self._begins = 0
        self.searched, self.folds = wanted.words, not wanted.bytes
        for kept in (self._pages, self._beneath, self._texts):
            kept.clear()
        self.endResetModel()

    def set_found(self, found: int) -> None:
        """Take the number of rows found so far."""
        lines, more = self.count, self._listed_of(found) - self._listed_of(self.found)
        if more > 0:
            self.beginInsertRows(_NOWHERE, lines, lines + more - 1)
            self.found = found
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(_NOWHERE, lines + more, lines - 1)
            self.found = found
            self.endRemoveRows()
        self.found = found

    def forget(self) -> None:
        """Drop the rows that were read: the journals may know more now."""
        self._pages.clear()

    def place_of(self, line: int) -> tuple[int, int]:
        """The number of a line's row, and the line's distance beneath it; 0 for the row itself."""
        for number in sorted(self._beneath):
            at, many = number - self._begins, len(self._beneath[number])
            if line <= at:
                break
            if line <= at + many:
                return number, line - at
            line -= many
        return self._begins + line, 0

    def line_of(self, number: int) -> int:
        return number - self._begins + sum(len(rows) for at, rows in self._beneath.items() if at < number)

    def reach(self, number: int) -> int:
        """The line of a row, which is now listed with the rows around it."""
        number = max(0, min(number, self.found - 1))
        if not self._begins <= number < self._begins + LISTED:
            self.beginResetModel()
            self._begins = max(0, min(number - LISTED // 2, self.found - LISTED))
            self._beneath.clear()
            self.endResetModel()
        return self.line_of(number)

    def unfold(self, number: int, rows: Sequence[LogRow]) -> None:
        line = self.line_of(number)
        self.beginInsertRows(_NOWHERE, line + 1, line + len(rows))
        self._beneath[number] = rows
        self.endInsertRows()

    def fold(self, number: int) -> None:
        line = self.line_of(number)
        self.beginRemoveRows(_NOWHERE, line + 1, line + len(self._beneath[number]))
        del self._beneath[number]
        self.endRemoveRows()

    def is_unfolded(self, number: int) -> bool:
        return number in self._beneath

    def bytes_of(self, line: int) -> str:
        """The state of the bytes from which a line's row came: ``hidden``, ``shown``, or empty."""
        (number, beneath), row = self.place_of(line), self.row(line)
        if not self.folds or beneath or row is None or row.device is None:
            return ""
        return "shown" if self.is_unfolded(number) else "hidden"

    # --- what was read of them --------------------------------------------------------------------

    def row(self, line: int) -> LogRow | None:
        """The row in this line; None while its page is unread, or too short."""
        at, beneath = self.place_of(line)
        if beneath:
            return self._beneath[at][beneath - 1]
        page = self._pages.get(at // PAGE)
        if page is None:
            return None
        self._pages.move_to_end(at // PAGE)
        return page[at % PAGE] if at % PAGE < len(page) else None

    def lacking(self, first: int, last: int) -> Iterable[int]:
        """The pages of these lines that are missing, or grew since they were read."""
        (first, _), (last, _) = self.place_of(first), self.place_of(last)
        for page in range(first // PAGE, min(last, max(0, self.found - 1)) // PAGE + 1):
            known = self._pages.get(page)
            if known is None or len(known) < min(PAGE, self.found - page * PAGE):
                yield page

    def add_page(self, page: int, rows: Sequence[LogRow]) -> None:
        self._pages[page] = rows
        self._pages.move_to_end(page)
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        self._changed(self.line_of(page * PAGE), self.line_of(page * PAGE + len(rows)))

    def _changed(self, first: int, last: int) -> None:
        """These lines have other texts; the line after a row shows whether the row is of another day."""
        first, last = max(0, first), min(last, self.count - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, TIME), self.index(last, LAST))

    # --- in words ---------------------------------------------------------------------------------

    def set_words(self, words: Words, name_of: Named) -> None:
        self._words, self._named = words, name_of
        self._texts.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, TIME, LAST)
        self._changed(0, self.count - 1)

    def text_of(self, row: LogRow) -> LogRowText:
        """The row in words, kept while it is in view."""
        text = self._texts.get(row)
        if text is None:
            text = row_text(row, self._words, self._named)
            text = self._texts[row] = replace(text, beneath=self._found_by(row, text, self._words))
            if len(self._texts) > _MOST_TEXTS:
                self._texts.popitem(last=False)
        return text

    def _found_by(self, row: LogRow, text: LogRowText, words: Words) -> str:
        """Why the search found a row whose own texts do not show the word."""
        shown = fold(" ".join((text.round, text.what, text.clause, text.by)))
        for word in self.searched:
            if fold(word.text) not in shown:
                return found_by(row, word, words) or words.text("review.match.line")
        return ""

    def cells(self, line: int) -> Sequence[str]:
        """The texts of a read line, a column each; else empty."""
        row = self.row(line)
        return () if row is None else self.cells_of(row, beneath=self.place_of(line)[1] > 0)

    def cells_of(self, row: LogRow, *, beneath: bool) -> Sequence[str]:
        """The texts of a row; for one ``beneath`` another only its time and its bytes."""
        text = self.text_of(row)
        return [getattr(text, name) if not beneath or name in ("time", "what") else "" for name in COLUMNS]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text; for assistive tools also whether the row's bytes are shown."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        cells, column = self.cells(index.row()), index.column()
        if not cells:
            return None
        state = self.bytes_of(index.row()) if column == WHAT else ""
        if role == Qt.ItemDataRole.DisplayRole or not state:
            return cells[column]
        return ". ".join((cells[column], self._words.text(f"review.bytes.{state}")))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """A column's name; for assistive tools a row's number in its journal."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Horizontal:
            return self._words.text(COLUMNS[_TEXTS[section]])
        row = self.row(section)
        return None if row is None else str(row.number)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self.count

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)
