"""The table of who rehearsed what: a page of kinds at a time, beside the people's names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.base.words import LANGUAGES
from console.rehearsals.ui.matrix_page import _COLUMNS, MatrixPage
from tests.rehearsals.ui.samples import SCREENS
from tests.table.ui.harness.drawn import Drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_right_shows_each_kind_once_and_never_hides_the_names(drawn: Drawn, language: str) -> None:
    page = drawn(SCREENS["rehearsal-matrix"], language)
    assert isinstance(page, MatrixPage) and page.table is not None
    page.show()
    table, seen = page.table, list[int]()
    for _ in range(-(-len(table.kinds) // _COLUMNS)):
        shown = [at for at in range(len(table.kinds) + 1) if not table.isColumnHidden(at)]
        assert shown[0] == 0 and table.horizontalScrollBar().maximum() == 0
        seen += shown[1:]
        QTest.keyClick(table, Qt.Key.Key_Right)
    assert sorted(seen) == list(range(1, len(table.kinds) + 1))
    assert not table.isColumnHidden(1), "after the last the first"
    high, top = table.viewport().height(), table.rowViewportPosition(5)
    # A row ends with the margin beneath its last line; of the next one no letter may be seen.
    assert top + table.rowHeight(5) - 4 <= high < top + table.rowHeight(5) + 6, "its last row is cut"
    assert page.more.x() > max(key.geometry().right() for key in page.games.values())
