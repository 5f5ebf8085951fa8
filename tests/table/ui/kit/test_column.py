"""A column's rows: as large as they fit, never too small to be read, and what goes first."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row, heading
from console.table.ui.kit.surface import Surface, Tint
from tests.instruments.pictures.text_measure import Text, flaws, texts_of

LONG = "Up to two cards fell, the players did not see them: they are put back, the round is void."


class Shown(Surface):
    """A column alone, with its corner at the part's corner."""

    def __init__(self, qtbot: QtBot, *rows: Row, wide: int = 400, high: int = 300, **how: Any) -> None:
        super().__init__()
        qtbot.addWidget(self)
        self.resize(wide, high)
        self.column = Column(rows, wide - 20, high, **how)

    def paint(self, painter: QPainter) -> None:
        self.column.paint(painter, 10, 0)


def texts(shown: Shown) -> dict[str, Text]:
    assert flaws(shown) == []
    return {text.text: text for text in texts_of(shown)}


def test_rows_that_fit_have_their_full_size(qtbot: QtBot) -> None:
    shown = texts(Shown(qtbot, Row("one", 24), Row("two", 20)))
    assert (shown["one"].size, shown["two"].size) == (24, 20)


def test_all_rows_give_way_together_and_none_is_less_than_can_be_read(qtbot: QtBot) -> None:
    shown = texts(Shown(qtbot, Row(LONG, 40), Row("two", 26), Row("three", 19), high=230))
    assert shown["three"].size == theme.LEAST < shown["two"].size < 26
    assert all(text.size >= theme.LEAST for text in shown.values())


def test_spare_rows_go_only_if_the_least_size_has_no_room_the_highest_first(qtbot: QtBot) -> None:
    rows = Row(LONG), Row("soon", spare=1), Row("first", spare=2)
    assert {"soon", "first"} <= set(texts(Shown(qtbot, *rows, high=110)))
    low = texts(Shown(qtbot, *rows, high=90))
    assert "soon" in low and "first" not in low
    assert not {"soon", "first"} & set(texts(Shown(qtbot, *rows, high=60)))


def test_values_stand_one_beneath_the_other_and_a_long_one_beneath_its_name(qtbot: QtBot) -> None:
    shown = texts(Shown(qtbot, Row("1", name="Cards"), Row("yes", name="Seen by players")))
    assert shown["1"].box.left() - shown["yes"].box.left() < 4 < shown["1"].box.left() - 100
    assert shown["yes"].base == shown["Seen by players"].base
    beneath = texts(
        Shown(qtbot, Row("1", name="Cards"), Row(LONG[:32], name="A name as long as this one is"))
    )
    assert beneath[LONG[:32]].box.left() < 14 < beneath["1"].box.left()
    assert beneath[LONG[:32]].base > beneath["A name as long as this one is"].base


def test_who_acts_stands_at_the_right_and_no_text_runs_into_it(qtbot: QtBot) -> None:
    column = Shown(
        qtbot, heading("then"), Row(LONG, number=1, who="Dealer"), Row("next", number=2, who="Dealer")
    )
    shown = texts(column)
    ring = 0.9 * shown["next"].size
    assert shown["THEN"].box.bottom() < shown["1"].box.center().y() - ring
    assert shown["1"].box.center().y() + ring < shown["2"].box.center().y() - ring
    assert shown["Dealer"].box.right() <= 392
    assert all(text.box.right() < shown["Dealer"].box.left() for text in shown.values() if text.text in LONG)


def test_a_word_without_room_ends_with_an_ellipsis(qtbot: QtBot) -> None:
    """Names are written by people."""
    assert flaws(Shown(qtbot, Row("x" * 80)))[0].startswith("elided: ")


def test_no_line_begins_or_ends_with_the_dot_between_two_parts(qtbot: QtBot) -> None:
    shown = texts(Shown(qtbot, Row("  ·  ".join(["reported02:14"] * 4)), wide=160))
    assert set(shown) == {"reported02:14"}


def test_the_texts_of_a_column_stand_in_its_middle(qtbot: QtBot) -> None:
    shown = texts(Shown(qtbot, Row("one", 30), Row("a longer one"), align=0.5))
    assert all(abs(text.box.center().x() - 200) < 3 for text in shown.values())


def test_columns_beside_one_another_can_have_one_size(qtbot: QtBot) -> None:
    long = Shown(qtbot, Row(LONG, 40), high=150)
    short = texts(Shown(qtbot, Row("two", 40), most=long.column.factor))
    assert {text.size for text in texts(long).values()} == {short["two"].size}
    assert short["two"].size < 40


def test_rows_of_two_boxes_stand_in_one_each_and_the_time_is_as_large_as_the_text(qtbot: QtBot) -> None:
    one, other = Tint(theme.T0, theme.BG0), Tint(theme.T0, theme.BG0)
    rows = Row("called", 30, who="0:48", boxed=one), Row("nobody", boxed=one), Row("late", 30, boxed=other)
    shown = texts(Shown(qtbot, *rows))
    assert shown["0:48"].size == 30
    within = shown["nobody"].base - shown["called"].base
    assert shown["late"].base - shown["nobody"].base > within + 15


def test_letters_are_smaller_than_can_be_read_from_afar_only_if_a_column_says_so(qtbot: QtBot) -> None:
    assert not Shown(qtbot, Row(LONG), high=40).column.fits
    assert all(
        13 <= text.size < theme.LEAST for text in texts(Shown(qtbot, Row(LONG), high=40, least=13)).values()
    )


def test_a_word_that_nothing_makes_fit_costs_no_other_row_its_place(qtbot: QtBot) -> None:
    shown = Shown(qtbot, Row("x" * 80), Row("soon", spare=1))
    assert "soon" in {text.text for text in texts_of(shown)} and not shown.column.fits
