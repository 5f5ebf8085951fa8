"""Where a paper's pages break: a table's heads never stand at a page's foot without their first row.

It knows how a part is set (a heading of one cell, then the rows); it never knows what is told.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QFont, QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextTable


def keep_heads(document: QTextDocument) -> None:
    """Begin a page before each part whose first row would stand on another page than its heads."""
    # All of it is laid out first: what is broken while that is under way loses the height of its charts.
    document.pageCount()
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    for before, table in pairwise((None, *tables)):
        assert table is not None
        if _is_heading(table):
            continue
        heading = before if before is not None and _is_heading(before) and _adjoin(before, table) else None
        start = _start(_first(heading or table).previous())
        row = min(1, table.rows() - 1)
        if _page(document, start) != _page(document, _first(table, row)):
            _break_before(start)


def _is_heading(table: QTextTable) -> bool:
    return (table.rows(), table.columns()) == (1, 1)


def _adjoin(heading: QTextTable, table: QTextTable) -> bool:
    """Whether nothing but an empty line lies between them."""
    return table.firstPosition() - heading.lastPosition() <= 2


def _first(table: QTextTable, row: int = 0) -> QTextBlock:
    return table.cellAt(row, 0).firstCursorPosition().block()


def _page(document: QTextDocument, block: QTextBlock) -> int:
    """The page on which a block's first line stands: of one that does not fit the block begins on a page, and
    its line is on the next; a break before it would leave a page empty.
    """
    top = document.documentLayout().blockBoundingRect(block).top()
    return int((top + block.layout().lineAt(0).y()) / document.pageSize().height())


def _start(blank: QTextBlock) -> QTextBlock:
    """Where a part begins: at the blank line over it, or at a title that stands right above."""
    above = blank.previous()
    if not above.isValid() or not above.text().strip():
        return blank
    cursor = QTextCursor(above)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    return above if cursor.charFormat().fontWeight() >= QFont.Weight.DemiBold else blank


def _break_before(block: QTextBlock) -> None:
    set_ = block.blockFormat()
    set_.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(block).setBlockFormat(set_)
