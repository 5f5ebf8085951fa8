"""The log's model: of any number of rows it keeps some pages, and lists as many as a view can bear."""

from __future__ import annotations

import pytest

from console.supervisor.ui.review.log import log_model
from console.supervisor.ui.review.log.log_model import KEPT, PAGE, LogModel
from console.table.journal import Filter, LogPlace, LogRow
from tests.base.words.catalogues import words


def _row(number: int) -> LogRow:
    place = LogPlace(0, number, "2026-11-20T09:00:00.000000+00:00")
    return LogRow(place, "T7", "baccarat", "remarked", "{}", None, None, None, 1, None, "", "", "[]")


@pytest.mark.sweep
def test_only_some_pages_of_a_million_rows_are_ever_kept() -> None:
    rows = LogModel(words("en"))
    rows.set_found(1_000_000)
    assert rows.rowCount() == 1_000_000
    for page in range(0, 16_000, 7):
        rows.add_page(page, tuple(map(_row, range(PAGE))))
    assert sum(rows.row(line) is not None for line in range(1_000_000)) == KEPT * PAGE
    assert list(rows.lacking(999_990, 999_999)) == [999_990 // PAGE]
    assert rows.row(999_999) is None
    assert not rows.canFetchMore(rows.index(0, 0))


def test_a_page_that_grew_is_read_again() -> None:
    rows = LogModel(words("en"))
    rows.set_found(3)
    rows.add_page(0, tuple(map(_row, range(3))))
    assert list(rows.lacking(0, 2)) == []
    rows.set_found(5)
    assert list(rows.lacking(0, 4)) == [0]


def test_a_view_hears_of_each_row_that_comes_and_goes() -> None:
    rows, lines = LogModel(words("en")), list[tuple[str, int, int]]()
    rows.rowsInserted.connect(lambda _, first, last: lines.append(("came", first, last)))
    rows.rowsRemoved.connect(lambda _, first, last: lines.append(("went", first, last)))
    rows.set_found(40)
    rows.set_found(100)
    rows.unfold(7, (_row(1), _row(2)))
    rows.set_found(110)
    rows.fold(7)
    rows.set_found(30)
    assert lines == [
        ("came", 0, 39),
        ("came", 40, 99),
        ("came", 8, 9),
        ("came", 102, 111),
        ("went", 8, 9),
        ("went", 30, 109),
    ]
    rows.begin(Filter())
    assert rows.rowCount() == 0


def test_an_endless_log_lists_the_part_around_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_model, "LISTED", 1_000)
    rows = LogModel(words("en"))
    rows.set_found(300_000_000)
    assert rows.rowCount() == 1_000
    line = rows.reach(299_999_999)
    assert rows.place_of(line) == (299_999_999, 0) and line == rows.rowCount() - 1
    line = rows.reach(150_000_000)
    assert rows.place_of(line) == (150_000_000, 0) and 0 < line < rows.rowCount() - 1
    rows.unfold(150_000_000, (_row(1),))
    assert rows.place_of(line + 1) == (150_000_000, 1)
    assert list(rows.lacking(line, line)) == [150_000_000 // PAGE]
    assert rows.reach(0) == 0 and rows.place_of(0) == (0, 0)
