"""The score boards: each mark on them can be recognised, and nothing lies over them."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt.coup_on_felt import CoupOnFelt
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
        boards.append(screen.felt.on.boards)
    assert boards[0] == boards[1]
