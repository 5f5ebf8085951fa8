"""Commissioning at a table that is not open, and at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.commissioning.journal_entry import enter_in_file
from console.commissioning.ui.commissioning_screen import CommissioningDesk
from console.table.core import NoteKind, Person, Role, SetClock, events
from console.table.journal import review
from console.table.people import PeopleFile
from tests.commissioning.certificates import certificate
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.window.test_live_table import PIN, Opens, file, opened, shoe, tries

__all__ = ["file", "opened", "shoe"]


@pytest.mark.sweep
def test_commissioning_at_a_terminal_keeps_no_screen_unlocked_and_shortens_no_outage(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """GLI-19: nobody was at the table while its certificate was entered in the closed journal."""
    with at_work(qtbot, tmp_path) as work:
        while work.due != "await_bets":
            work.follow()
        work.after(lambda: work.console.station.note(NoteKind.LIVE_TABLE))
        config, stopped = work.console.config, work.clock.utc()
    clock = SetClock()
    clock.advance((stopped - clock.utc()).total_seconds() + 290)
    enter_in_file(config, certificate(signed=True), clock)
    clock.advance(20)
    with at_work(qtbot, tmp_path, down=(clock.utc() - SetClock().utc()).total_seconds()) as work:
        assert work.window.sign_in.screen.isVisible(), "310 seconds have passed, and nobody was there"
        work.until(lambda: work.shown.table.console.screen_locked)
    with review(config.journal) as found:
        noted = [events.DECODER.decode(each.event) for each in found.of_a_kind("noted", "restarted")]
    assert [each.text for each in noted if isinstance(each, events.Noted)] == [stopped.isoformat()]


def test_a_closed_table_offers_the_commissioning_that_it_advises(opened: Opens, file: Path) -> None:
    """The note names the menu, which had no key there, and a supervisor was refused as no pit boss."""
    people = PeopleFile(file.parent / "people.json")
    people.add(Person("S-1", "Ona K.", Role.SUPERVISOR, "lt"), PIN)
    with opened() as work:
        window = work.window
        view, spoken = window.people_here.view, window.words
        assert view is not None and view.commissioning.uncommissioned and not work.shown.table.people
        key = window.dealer.status.name
        for without in (False, True):  # over the first sign-in, and without it
            if without:
                window.sign_in.cancel()
            work.until(lambda: window.childAt(key.mapTo(window, key.rect().center())) is key)
            QTest.mouseClick(key, Qt.MouseButton.LeftButton)
            assert spoken.text("menu.commission") in [row.text() for row in menu_rows(window.menu)]
            window.menu.close_menu()
        QTest.keyClick(window.dealer, Qt.Key.Key_F10)
        QTest.mouseClick(menu_row(window.menu, spoken.text("menu.commission")), Qt.MouseButton.LeftButton)
        assert window.sign_in.screen.state.title == spoken.text("sign_in.commission")
        tries(window.sign_in.screen, "S-1", PIN)
        work.until(lambda: window.findChild(CommissioningDesk) is not None)
