"""The measure finds what it is for: each fault is planted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from console.table.ui.kit import Surface, theme, write
from tests.instruments.pictures.text_measure import flaws

INK = QColor("white")


class Sheet(Surface):
    """A part with texts, and perhaps a line, a cover or a key."""

    def __init__(
        self, *texts: tuple[str, float, float, int], line: tuple[QPointF, QPointF] | None = None
    ) -> None:
        super().__init__()
        self.texts, self.line = texts, line
        self.resize(1280, 800)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(INK)
        if self.line is not None:
            painter.drawLine(*self.line)
        for text, x, y, size in self.texts:
            write(painter, text, x, y, theme.font(size), INK)
        painter.end()


def found(qtbot: QtBot, sheet: Sheet) -> list[str]:
    qtbot.addWidget(sheet)
    return [flaw.partition(":")[0] for flaw in flaws(sheet)]


def test_a_faultless_sheet_has_no_findings(qtbot: QtBot) -> None:
    assert found(qtbot, Sheet(("Table", 40, 40, 20), ("Round", 40, 80, 16))) == []


def test_a_caption_that_runs_into_another_things_text_is_found(qtbot: QtBot) -> None:
    assert found(qtbot, Sheet(("Notices of the house", 40, 60, 13), ("stand", 90, 46, 15))) == ["too near"]


def test_a_figure_has_no_tails_that_could_touch_what_stands_beneath(qtbot: QtBot) -> None:
    assert found(qtbot, Sheet(("27", 40, 60, 60), ("red", 45, 99, 15))) == []
    assert found(qtbot, Sheet(("27", 40, 60, 60), ("red", 45, 88, 15))) == ["too near"]


def test_tails_that_a_parts_own_edge_cuts_off_are_found(qtbot: QtBot) -> None:
    assert found(qtbot, Sheet(("jpgqy", 40, 785, 20))) == []
    assert found(qtbot, Sheet(("jpgqy", 40, 795, 20))) == ["cut off"]


def test_a_text_over_a_line_or_along_it_is_found(qtbot: QtBot) -> None:
    for x in (80.0, 41.0):
        line = QPointF(x, 10), QPointF(x, 90)
        assert found(qtbot, Sheet(("set aside", 40, 40, 16), line=line)) == ["over a line"]


def test_a_line_that_begins_with_a_dot_or_a_small_kana_is_found(qtbot: QtBot) -> None:
    assert found(qtbot, Sheet(("·  Baccarat", 40, 40, 16))) == ["begins a line"]
    assert found(qtbot, Sheet(("ーの落下", 40, 40, 16))) == ["begins a line"]
    for sign in ("”Placera era insatser”", ".pdf  .json", ".,!?"):
        assert found(qtbot, Sheet((sign, 40, 40, 16))) == []


def test_a_text_that_touches_a_key_is_found(qtbot: QtBot) -> None:
    sheet = Sheet(("all of them", 40, 40, 16))
    key = QPushButton("Begin", sheet)
    key.setGeometry(30, 47, 200, 40)
    assert "touches a key" in found(qtbot, sheet)


def test_tails_that_another_part_cuts_off_are_found(qtbot: QtBot) -> None:
    sheet = Sheet(("jpgqy", 40, 40, 20))
    cover = Surface(sheet)
    cover.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    cover.setGeometry(QRectF(30, 47, 200, 40).toRect())
    assert "half covered" in found(qtbot, sheet)
