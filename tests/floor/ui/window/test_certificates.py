"""A live table without a valid certificate of commissioning is marked, listed and calls nobody."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton

from console.floor.self_report import Certificate
from console.floor.ui.wall_keys import WallView
from console.floor.wall import Reading
from tests.floor.nights import certified_night
from tests.floor.ui.wall_at_work import ENTER, ESC, MENU, WallAtWork, WallOf
from tests.table.ui.samples.tables import NOW


@pytest.fixture
def certified(wall_of: WallOf) -> WallAtWork:
    return wall_of(certified_night())


def test_a_live_table_without_a_valid_certificate_has_a_mark_and_no_alarm(certified: WallAtWork) -> None:
    marked = [at for at in ("B1", "B2", "B3", "J4", "J5", "J6", "R9") if "no valid" in certified.name(at)]
    assert marked == ["B1", "B2", "B3", "J4", "J6", "R9"]
    assert certified.places == ["D10"], "who calls is on the list, and nobody else"
    assert certified.beeps == 1


def painted(floor: WallAtWork, table: str) -> QImage:
    tile = floor.window.views.wall.tile_of(table)
    assert tile is not None
    return tile.grab().toImage()


def test_the_certificates_mark_is_painted_and_a_table_that_calls_shows_no_mark(certified: WallAtWork) -> None:
    valid = Certificate(at=NOW)
    tables = list(certified.desk.reading.tables)
    for at, is_seen in ((0, True), (9, False)):
        before = painted(certified, tables[at].table)
        report = tables[at].report
        assert report is not None
        tables[at] = replace(tables[at], report=replace(report, certificate=valid))
        certified.hear(reading=Reading(tables=tuple(tables)))
        assert (painted(certified, tables[at].table) != before) is is_seen


def test_the_menu_leads_to_the_tables_without_a_valid_certificate_and_esc_back(certified: WallAtWork) -> None:
    certified.press(MENU)
    rows = {row.text(): row for row in certified.window.menu.findChildren(QAbstractButton) if row.isVisible()}
    rows["Tables without a valid certificate (7)"].click()
    lines = certified.lines
    assert [(line.place, line.what, line.detail) for line in lines] == [
        ("B1", "Never commissioned", ""),
        ("B2", "No longer valid", "other software"),
        ("B3", "No longer valid", "other software, a changed rulebook, another device"),
        ("D10", "Never commissioned", ""),
        ("J4", "No longer valid", "a changed rulebook"),
        ("J6", "Not reported by the console", ""),
        ("R9", "No longer valid", "another device"),
    ]
    assert (lines[1].dealer, lines[1].by, lines[1].round) == (
        "Austėja Kazlauskaitė",
        "Guðrún Ægisdóttir",
        "20/11/2026",
    )
    certified.press(ENTER)
    assert certified.window.views.open_table == "B1"
    certified.press(ESC)
    certified.press(ESC)
    assert certified.window.views.chosen_view == "wall"


def test_the_list_says_that_every_live_table_has_a_valid_certificate(floor: WallAtWork) -> None:
    floor.window.presses.show_view(WallView.CERTIFICATES)
    shown = floor.window.views.list
    assert (shown.lines, shown.note) == ((), "Every LIVE table has a valid certificate")
