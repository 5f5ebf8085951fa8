"""The charts of a report on its pages: all of them are there, dark on light, and can be distinguished without
colour.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from console.base.words import LANGUAGES, sort_by_name
from console.supervisor.records import Paper, Part
from console.supervisor.records.documents.paper import plain
from console.supervisor.reports.charts import ChartedPart, KindBar, Kinds, Pace, Slow
from console.supervisor.reports.figures import Hour
from console.supervisor.reports.finding_rows import DealerRate, Dealers
from console.supervisor.ui.paper.document import pdf_of
from console.supervisor.ui.paper.shift_charts import PAPER, ChartPlace, Inks, in_order, paint
from tests.base.words.catalogues import words
from tests.supervisor.ui.paper.printed import lines_on, pages

NIGHT = datetime(2026, 11, 19, 22, tzinfo=UTC)
HOURS = tuple(
    Hour(start=NIGHT + timedelta(hours=at), rounds=rounds, open_seconds=3600)
    for at, rounds in enumerate((60, 30, 60))
)
SLOW = Pace(HOURS, 60.0, (Slow(HOURS[1].start, "halts", 1, 900),))
PACE = ChartedPart("", "Pace", ("a",), (("x",),), "why", chart=SLOW, said=("22", "23", "00"))
KINDS = ChartedPart("", "Kinds", ("a",), (("x",),), chart=Kinds((KindBar("card_fell", 3), KindBar("", 1))))
DEALERS = ChartedPart(
    "",
    "Dealers",
    ("a",),
    (("x",),),
    chart=Dealers(None, 10.0, 5_100, (
        DealerRate("D1", 5_000, 50, 10.0, 8.0, 12.0, "no_difference"),
        DealerRate("D2", 100, 1, None, None, None, "too_few"),
    )),
    said=("Ada", "Bo"),
)  # fmt: skip
CHARTS = (PACE, KINDS, DEALERS)

pytestmark = pytest.mark.usefixtures("qapp")


def paper(*parts: Part, lang: str = "en") -> Paper:
    return Paper(lang, "Report", (), parts, ())


def painted(part: ChartedPart, lang: str = "en", inks: Inks = PAPER) -> QImage:
    picture = QImage(1000, 300, QImage.Format.Format_Grayscale8)
    picture.fill(128)
    painter = QPainter(picture)
    paint(painter, part, ChartPlace(1000, 300, inks, words(lang)))
    painter.end()
    return picture


def grey(picture: QImage, x: int, y: int) -> int:
    return QColor(picture.pixel(x, y)).lightness()


def luminance(colour: QColor) -> float:
    def linear(share: float) -> float:
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: QColor, ground: QColor) -> float:
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_each_chart_of_a_paper_stands_once_among_its_parts_in_their_order() -> None:
    (page,) = pages(paper(PACE, Part("", "Rows", ("n",), (("chart",),)), KINDS, DEALERS))
    written = [bool(lines_on([each])) for each in page]
    assert written == [True, False, *[True] * 2, *[True] * 3, False, *[True] * 2, False, *[True] * 2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chart_is_drawn_in_every_language(lang: str) -> None:
    for part in CHARTS:
        bare = Part(part.about, part.heading, part.columns, part.rows, part.note)
        assert len(pdf_of(paper(part, lang=lang))) > len(pdf_of(paper(bare, lang=lang))) + 500


def test_every_text_on_paper_has_the_contrast_of_printed_text() -> None:
    for ink in (PAPER.text, PAPER.more, PAPER.quiet, PAPER.reason):
        assert contrast(ink, PAPER.ground) >= 4.5
    assert contrast(PAPER.on_bar, PAPER.bar) >= 4.5 and contrast(PAPER.on_marked, PAPER.marked) >= 4.5


def test_the_slow_hour_differs_from_the_others_without_colour() -> None:
    picture = painted(PACE)
    usual, slow, paper_itself = grey(picture, 100, 240), grey(picture, 500, 240), grey(picture, 333, 100)
    assert paper_itself > 250 and 180 < usual < 240 and slow < 100


def test_a_kinds_blocks_can_be_counted() -> None:
    picture, blocks, before = painted(KINDS), 0, 255
    for x in range(380, 800):
        now = grey(picture, x, 46)
        blocks += before > 250 and now < 240
        before = now
    assert blocks == 3


def test_the_houses_line_crosses_no_words() -> None:
    """A dealer with too few rounds has a sentence where the others have their interval."""
    alone = Dealers(None, 10.0, 100, (DEALERS.chart.dealers[1],))  # type: ignore[union-attr]
    both, at = painted(DEALERS), 48 + 34 + 17
    one = painted(ChartedPart("", "", chart=alone, said=("Bo",)))
    greys = [grey(both, x, y) for y in range(at - 12, at + 12) for x in range(306, 420)]
    assert greys == [grey(one, x, y - 34) for y in range(at - 12, at + 12) for x in range(306, 420)]


def test_a_terminal_and_a_workbook_have_the_rows_alone() -> None:
    rows_alone = plain(paper(*CHARTS))
    assert [type(part) for part in rows_alone.parts] == [Part, Part, Part]


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_of_one_count_stand_by_their_names_in_a_chart(language: str) -> None:
    own, ids = words(language), ("card_fell", "misread", "double_scan", "early_deal")
    bars = in_order([KindBar(each, 2) for each in ids] + [KindBar("not_read", 5)], own)
    assert bars[0] == KindBar("not_read", 5)
    names = [own.text(f"incident.{bar.kind}") for bar in bars[1:]]
    assert names == sort_by_name(own, names, str)
