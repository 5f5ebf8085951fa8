"""A table is opened from the wall: its felt of one moment, and the way back."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from console.floor.errors import FloorError
from console.floor.ui.wall_keys import WallAct
from console.floor.wall import FloorTable, TableUnread
from tests.base.words.catalogues import words
from tests.floor.nights import busy_night, small_night
from tests.floor.readings import reading, table
from tests.floor.ui.wall_at_work import DOWN, ENTER, ESC, LANGUAGE, RIGHT, TO_WALL, WallAtWork, WallOf
from tests.table.ui.samples.tables import NOW, SAMPLES


def test_enter_opens_a_table_and_esc_comes_back_to_it(floor: WallAtWork) -> None:
    wall = floor.window.views.wall
    wall.take_focus()
    floor.press(RIGHT)
    floor.press(DOWN)
    assert wall.chosen == "D12"
    floor.press(ENTER)
    assert floor.window.views.opened.table == "D12"
    assert wall.isHidden()
    floor.press(ESC)
    assert floor.window.views.opened.isHidden()
    assert wall.chosen == "D12"


@pytest.mark.parametrize("listed", [True, False])
def test_an_arrow_on_a_calm_wall_chooses_the_first_tile(wall_of: WallOf, listed: bool) -> None:
    floor = wall_of(reading(*(table(f"T{at}") for at in range(1, 10))))
    floor.see()
    if not listed:
        floor.press(TO_WALL)
        floor.window.setFocus()  # the state before the first reading
    assert floor.window.views.list.isHidden() is not listed
    floor.press(RIGHT)
    assert floor.window.views.wall.chosen == "T1"
    assert floor.window.keys.acts[WallAct.OPEN].isEnabled()
    floor.press(RIGHT)
    floor.press(ENTER)
    assert floor.window.views.opened.table == "T2"


def test_an_opened_table_shows_its_felt_read_only_and_of_when_it_is(wall_of: WallOf, qtbot: QtBot) -> None:
    view = SAMPLES["dealing"]

    def opener(table: str) -> FloorTable:
        return FloorTable(table=table, at=NOW, number=812, good=True, market="sv", view=view)

    floor = wall_of(busy_night(), opener)
    floor.window.presses.open_table("B17")
    opened = floor.window.views.opened
    qtbot.waitUntil(lambda: opened.felt is not None)
    assert ("Chain", "unbroken up to entry 812") in opened.facts.named(floor.window.words)
    floor.window.presses.open_table("J81")
    assert "not responding" in opened.accessibleName().lower()


GONE = "R8 is no longer in this overview"


def test_an_opened_table_that_is_retired_or_moved_gives_way_to_the_wall(floor: WallAtWork) -> None:
    """Its last felt would stand there as if it played on."""
    floor.window.presses.open_table("R8")
    floor.hear(1.0)
    assert floor.window.views.open_table == "R8"
    before = floor.desk.reading
    rest = [each for each in before.tables if each.table != "R8"]
    floor.hear(1.0, reading(*rest))
    assert floor.window.views.open_table is None and floor.window.views.chosen_view == "wall"
    note = floor.window.note
    assert note.isVisible() and note.text == GONE
    assert not floor.window.views.opened.isVisible()
    floor.press(LANGUAGE)
    assert note.isVisible() and note.text == floor.window.words.text("floor.said.gone", table="R8") != GONE
    floor.hear(1.0, before)
    assert note.isHidden(), "it is there again"


def test_a_table_whose_entries_cannot_be_read_says_so(wall_of: WallOf, qtbot: QtBot) -> None:
    def opener(table: str) -> FloorTable:
        raise OSError("gone")

    floor = wall_of(small_night(), opener)
    floor.window.presses.open_table("B1")
    opened = floor.window.views.opened
    qtbot.waitUntil(lambda: bool(opened.why_not))
    assert opened.why_not == words("en").text("floor.not_told")


@pytest.mark.sweep
def test_a_table_that_was_moved_while_it_is_open_costs_the_log_one_plain_line(
    wall_of: WallOf, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Its entries are asked for before the next reading lacks the table."""
    tries = list[str]()

    def opener(table: str) -> FloorTable:
        tries.append(table)
        raise TableUnread(f"LookupError: {table}")

    floor = wall_of(busy_night(), opener)
    reader = floor.window.views.reader
    floor.window.presses.open_table("B17")
    for _ in range(3):
        qtbot.waitUntil(lambda: not reader._work.busy)
        reader._read_table()
    qtbot.waitUntil(lambda: not reader._work.busy)
    assert len(tries) > 2
    said = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [each.getMessage() for each in said] == ["the table B17 is not read: LookupError: B17"]
    assert said[0].exc_info is None
    assert floor.window.views.opened.why_not == words("en").text("floor.not_told")


def test_an_opened_table_says_why_its_server_lets_it_read_nothing(wall_of: WallOf, qtbot: QtBot) -> None:
    def opener(table: str) -> FloorTable:
        raise TableUnread("too many") from FloorError("floor.unreached.many")

    floor = wall_of(busy_night(), opener)
    floor.window.presses.open_table("B17")
    opened = floor.window.views.opened
    qtbot.waitUntil(lambda: bool(opened.why_not))
    assert opened.why_not == words("en").text("floor.unreached.many")


def test_held_back_entries_are_mentioned_above_an_older_felt(wall_of: WallOf, qtbot: QtBot) -> None:
    def opener(table: str) -> FloorTable:
        return FloorTable(table=table, at=NOW, number=812, good=True, market="sv", view=SAMPLES["dealing"])

    floor = wall_of(reading(table("B1", entry=815, number=812, held_back=3), table("B2")), opener)
    floor.window.presses.open_table("B2")
    opened = floor.window.views.opened
    qtbot.waitUntil(lambda: opened.felt is not None)
    assert opened.unshown == ""
    top = opened.felt.y()  # type: ignore[union-attr]
    floor.window.presses.open_table("B1")
    qtbot.waitUntil(lambda: opened.felt is not None)
    assert opened.unshown.startswith("Play has gone on: 3 newer entries")
    assert opened.felt.y() > top  # type: ignore[union-attr]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_the_result_of_a_press_covers_no_key_of_an_opened_table(
    wall_of: WallOf, qtbot: QtBot, size: tuple[int, int]
) -> None:
    view = SAMPLES["dealing"]

    def opener(table: str) -> FloorTable:
        return FloorTable(table=table, at=NOW, number=812, good=True, market="sv", view=view)

    floor = wall_of(busy_night(), opener)
    floor.window.resize(*size)
    floor.window.presses.open_table("B17")
    qtbot.waitUntil(lambda: floor.window.views.opened.felt is not None)
    floor.window.note.show_text(lambda _: "R8: sound stopped", words("en"))
    seen = floor.window.note.geometry()
    opened = floor.window.views.opened
    keys = [key for key in opened.findChildren(QAbstractButton) if key.isVisible()]
    assert floor.window.note.isVisible() and len(keys) >= 5
    assert floor.window.rect().contains(seen)
    for key in keys:
        assert not seen.intersects(QRect(key.mapTo(floor.window, QPoint()), key.size()))
