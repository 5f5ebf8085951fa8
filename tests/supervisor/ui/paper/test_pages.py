"""Strips on pages: headings stand with what they head, heads are repeated, and no page is empty."""

from __future__ import annotations

import pytest

from console.supervisor.ui.paper.pages import Strip, paginate


def paint(painter: object) -> None:
    raise AssertionError("nothing is painted while pages are made")


def strip(high: float = 10.0, *, gap: float = 0.0, keeps: bool = False, turns: bool = False) -> Strip:
    return Strip(paint, high, gap, keeps, turns)


def test_a_page_holds_what_fits() -> None:
    pages = paginate([strip() for _ in range(10)], 35)
    assert [len(page) for page in pages] == [3, 3, 3, 1]
    assert [top for _, top in pages[1]] == [0, 10, 20]


@pytest.mark.parametrize("before", range(12))
def test_a_heading_is_on_the_page_of_what_it_heads(before: int) -> None:
    heading, head, row = strip(keeps=True), strip(keeps=True), strip(11)
    pages = paginate([*(strip() for _ in range(before)), heading, head, row, strip()], 60)
    (page,) = [page for page in pages if any(each.strip is heading for each in page)]
    assert [each.strip for each in page if each.strip in (heading, head, row)] == [heading, head, row]


def test_a_tables_heads_are_repeated_where_it_begins_a_page() -> None:
    head = strip(5, keeps=True)
    rows = [strip()._replace(over=(head,)) for _ in range(6)]
    pages = paginate([head, *rows], 30)
    assert [page[0].strip is head for page in pages] == [True, True, True]
    assert [[top for _, top in page] for page in pages] == [[0, 5, 15]] * 3


def test_a_row_that_begins_a_page_can_have_another_form() -> None:
    named, row = strip(15), strip()
    pages = paginate([strip(), row._replace(at_top=named), row._replace(at_top=named)], 20)
    assert [each.strip.high for each in pages[0]] == [10, 10]
    assert [each.strip for each in pages[1]] == [named]


def test_a_gap_is_left_out_at_the_top_of_a_page() -> None:
    pages = paginate([strip(gap=8), strip(gap=8), strip(gap=8)], 30)
    assert [[top for _, top in page] for page in pages] == [[0, 18], [0]]


def test_a_part_that_begins_a_page_leaves_no_page_empty() -> None:
    pages = paginate([strip(turns=True), strip(), strip(turns=True), strip(20, turns=True)], 20)
    assert [len(page) for page in pages] == [2, 1, 1]


def test_strips_kept_together_that_no_page_holds_are_parted() -> None:
    pages = paginate([strip(), *(strip(keeps=True) for _ in range(7)), strip()], 30)
    assert [len(page) for page in pages] == [1, 3, 3, 2]
