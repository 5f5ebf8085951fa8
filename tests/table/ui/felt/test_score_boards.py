"""The score boards: each mark on them can be recognised, and nothing lies over them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from console.base.words import LANGUAGES
from console.table.game.baccarat.roads import ROWS
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt import score_boards
from console.table.ui.felt.coup_on_felt import CoupOnFelt
from console.table.ui.kit import theme
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import texts_of
from tests.sweep import by_turns
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.samples.screens import SCREENS


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "picture", "marks"),
    [
        (language, *rest)
        for language, rest in by_turns(
            LANGUAGES,
            [
                ("recovered-bets", ("roads.pair", "result.natural", "result.tie")),
                ("bets-open", ("roads.pair", "result.natural", "result.tie")),
                ("p0-nothing", ("roads.pair", "result.natural", "result.tie")),
                ("bets-open-roads", ("roads.pair", "result.natural", "roads.red", "roads.blue")),
            ],
        )
    ],
)
def test_the_meaning_of_each_mark_stands_beside_the_boards_heading(
    drawn: Drawn, language: str, picture: str, marks: tuple[str, ...]
) -> None:
    screen = drawn(SCREENS[picture], language)
    texts = [each.text for each in texts_of(screen)]
    assert [words(language).text(mark) for mark in marks if words(language).text(mark) not in texts] == []


def test_the_cut_card_lies_beside_the_boards(drawn: Drawn) -> None:
    screen = drawn(SCREENS["cut-card-in-the-last-seconds"], "de")
    assert isinstance(screen, DealerScreen)
    screen.grab()  # it is laid out now
    game = screen.felt.on
    assert isinstance(game, CoupOnFelt) and game.boards is not None
    assert not any(board.intersects(game.cut_card) for board in game.boards)


def _written(drawn: Drawn, picture: str) -> list[str]:
    return [each.text for each in texts_of(drawn(SCREENS[picture], "en"))]


def test_the_derived_roads_and_each_sides_wins_are_there_if_the_table_asks_for_them(drawn: Drawn) -> None:
    shown = ["Big Eye Boy", "Small Road", "Cockroach Pig", "Player", "7", "Banker", "8", "Tie", "2"]
    without, asked = (_written(drawn, picture) for picture in ("bets-open", "bets-open-roads"))
    assert [text for text in shown if text not in asked] == []
    assert [text for text in ("Big Eye Boy", "Small Road", "Cockroach Pig") if text in without] == []
    assert ("Bead Plate" in without, "Bead Plate" in asked) == (True, False)


def test_the_big_road_is_where_it_is_without_the_derived_roads(drawn: Drawn) -> None:
    boards = []
    for picture in ("bets-open", "bets-open-roads"):
        screen = drawn(SCREENS[picture], "en")
        assert isinstance(screen, DealerScreen)
        screen.grab()  # it is laid out now
        assert isinstance(screen.felt.on, CoupOnFelt)
        assert screen.felt.on.boards is not None
        boards.append(screen.felt.on.boards[1])
    assert boards[0] == boards[1]


@pytest.mark.parametrize("form", [1, 2, 3])
def test_a_mark_of_a_derived_road_is_twelve_pixels_high_in_its_roads_form(
    qapp: QApplication, form: int
) -> None:
    """Eight pixels in one colour: nobody told them apart, and the legend named colours that they lacked."""
    high = score_boards.LINES * theme.LEAST
    cell = ((high - score_boards._GAP) / 2 - score_boards.heading_height(theme.LEAST)) / ROWS
    marks = []
    for red in (True, False):
        picture = QImage(32, 32, QImage.Format.Format_RGB32)
        picture.fill(theme.FELT)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        score_boards._draw_change(painter, QRectF(8, 8, cell, cell), form, red=red)
        painter.end()
        lines = [y for y in range(32) if any(picture.pixelColor(x, y) != theme.FELT for x in range(32))]
        assert len(lines) >= 12
        middle = QRectF(8, 8, cell, cell).center().toPoint()
        marks.append((picture.pixelColor(middle), picture.pixelColor(middle.x(), lines[1])))
    ink = {colour.rgb() for colour in marks[0]} ^ {colour.rgb() for colour in marks[1]}
    assert ink, "red and blue"
    assert (marks[0][0] == theme.FELT) == (form == 1), "only the ring is hollow"
