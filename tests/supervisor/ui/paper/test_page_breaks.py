"""A table's heads and its first row stand on one page, wherever the page ends."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from console.supervisor.records import Paper, Part, ToSign
from console.supervisor.records.documents.paper import Overleaf
from console.supervisor.reports.charts import ChartedPart, KindBar, Kinds
from console.supervisor.ui.paper.document import paint_page
from tests.supervisor.ui.paper.printed import pages, pages_of_size
from tests.sweep import sampled

pytestmark = pytest.mark.usefixtures("qapp")


def page_of(pages: list[list[str]], text: str) -> int:
    """The page on which a text stands as a line of its own."""
    (page,) = [at for at, lines in enumerate(pages) if text in lines]
    return page


@pytest.mark.sweep
def test_no_heads_stand_alone_at_a_pages_foot() -> None:
    for length in sampled(range(30, 90), range(30, 90, 4)):
        filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(length)))
        part = Part("Table 7", "Heading", ("Dealer", "Rounds"), (("Rasa K.", 1), ("Jonas P.", 2)))
        made = pages_of_size(Paper("en", "Title", (), (filler, part), ()), 2000, 2000)
        heads = {page_of(made, text) for text in ("Table 7", "Heading", "Rasa K.")}
        assert len(heads) == 1 and "Dealer" in made[min(heads)], length
        assert all(made), length
        assert all(lines[:2] == ["a", "b"] for lines in made[1:] if lines[2].startswith("row")), length


@pytest.mark.sweep
def test_a_row_of_few_lines_stands_on_one_page_and_one_of_many_may_go_on() -> None:
    """Pages of every height; the heads stand above each page's first row."""
    rows = tuple((f"row {at}", ("name " * 300 if at == 12 else "cell " * 50).strip()) for at in range(24))
    paper, gone_on = Paper("en", "Title", (), (Part("", "Heading", ("Name", "What"), rows),), ()), 0
    for height in sampled(range(1200, 2000, 40), range(1200, 2000, 80)):
        made = pages_of_size(paper, 2000, height)
        written = [" ".join(page).split() for page in made]
        assert [page.count("What") for page in written] == [1] * len(made), height
        assert {page.count("cell") % 50 for page in written} == {0}, height
        assert sum(page.count("cell") for page in written) == 23 * 50, height
        assert sum(page.count("name") for page in written) == 300, height
        gone_on += sum("name" in page for page in written) > 1
    assert gone_on


def test_no_line_of_a_long_text_stands_alone_at_a_pages_end_or_top() -> None:
    text = " ".join(f"word{at}" for at in range(400))
    for height in sampled(range(400, 900, 20), range(400, 900, 60)):
        made = pages_of_size(Paper("en", "Title", (), (Part("", "Heading", note=text),), ()), 1000, height)
        counts = [sum(line.startswith("word") for line in lines) for lines in made]
        assert min(count for count in counts if count) >= 2, height
        assert " ".join(line.strip() for lines in made for line in lines).count("word") == 400


@pytest.mark.sweep
def test_the_lines_to_sign_on_stand_on_one_page() -> None:
    for length in sampled(range(40, 70), range(40, 70, 3)):
        filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(length)))
        signed = ToSign("", "Signatures", ("side", "by hand"), (("from", ""), ("to", "")))
        made = pages_of_size(Paper("en", "Title", (), (filler, signed), ()), 2000, 2000)
        assert len({page_of(made, text) for text in ("Signatures", "side", "from", "to")}) == 1, length


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", [Part, Overleaf])
@pytest.mark.parametrize("about", ["", "Table 7"])
def test_no_page_is_empty_where_a_part_begins_at_a_pages_very_edge(kind: type[Part], about: str) -> None:
    """The page's edge moves over the last rows of one part and the heading of the next."""
    turned = set[bool]()
    filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(25)))
    part = kind(about, "Heading", ("Dealer", "Rounds"), tuple((f"line {at}", at) for at in range(9)))
    for height in sampled(range(1200, 1880, 8), range(1200, 1880, 24)):
        made = pages_of_size(Paper("en", "Title", (), (filler, part), ()), 2000, height)
        assert all(made), height
        assert page_of(made, "Heading") == page_of(made, "line 0"), height
        turned.add(page_of(made, "row 24") == page_of(made, "Heading"))
    assert (True in turned) == (kind is Part), "and a part that asks for a page of its own has one"


@pytest.mark.sweep
def test_a_chart_that_begins_a_page_leaves_no_rule_at_the_foot_of_the_one_before() -> None:
    filler = Part("", "Filler", ("a",), tuple((f"row {at}",) for at in range(75)))
    chart = ChartedPart("", "Kinds", ("a",), (("x",),), chart=Kinds((KindBar("card_fell", 3),)))
    first, second = pages(Paper("en", "Title", (), (filler, chart), ()))
    end = first[-1].top + first[-1].strip.high
    page = QImage(2200, 3300, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    painter = QPainter(page)
    paint_page(painter, first)
    painter.end()
    foot = {
        page.pixelColor(x, y).lightness() for x in range(0, 2200, 7) for y in range(round(end) + 2, 3300, 3)
    }
    assert foot == {255}
    assert second
