"""At a table, dealer and pit boss compare a printed guide with the one in force."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.supervisor.guide.edition import House
from console.supervisor.records.documents.edition_check import EditionCheck
from console.supervisor.ui.review.edition_screen import EditionScreen
from console.table.core import Role
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.over_table import guide_check_over
from tests.table.core.tables import Driven
from tests.table.ui.harness.instant import Instant
from tests.table.ui.harness.menu_rows import menu_row, menu_rows

CHECK = words("en").text("guide.check")


@pytest.fixture
def at(qtbot: QtBot) -> Instant:
    at = Instant(qtbot, "baccarat", "lt")
    at.put_to(Driven("lt"))
    return at


def opened(at: Instant) -> EditionScreen:
    at.window.open_menu()
    at.press(menu_row(at.window.menu, CHECK))
    page = guide_check_over(at.window).screen
    assert page.isVisible()
    return page


def checked(qtbot: QtBot, page: EditionScreen, typed: str) -> tuple[str, str]:
    """Type it as a scanner does, with Enter at the end; the verdict, and its sentence."""
    page.field.clear()
    QTest.keyClicks(page.field, typed)
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    assert page.progress.isVisible()
    qtbot.waitUntil(lambda: not page.work.busy, timeout=120_000)
    assert page.found is not None
    return page.found.verdict(page.words), page.found.text(page.words)


@pytest.mark.sweep
def test_a_printed_edition_is_in_force_or_of_other_rules_or_older(qtbot: QtBot, at: Instant) -> None:
    page = opened(at)
    cards = House.installed("lt").edition(Role.PIT_BOSS, "ja").digest
    assert checked(qtbot, page, f"{cards[:4]} {cards[4:]}".lower()) == (
        "In force",
        f"Edition {cards} is in force: Pit boss, 日本語.",
    )
    foreign = House.installed("de").edition(Role.PIT_BOSS, "ja").digest
    verdict, sentence = checked(qtbot, page, foreign)
    assert verdict == "Not of this rulebook" and "German rules" in sentence
    page.show_found(EditionCheck("0123ABCD"))  # made of characters that no rulebook's edition has
    assert page.found is not None
    assert page.found.verdict(page.words) == "Not in force" and "0123ABCD" in page.found.text(page.words)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("typed", ["", "1234ABC", "1234ABCX"])
def test_fewer_or_other_characters_are_asked_for_again(at: Instant, typed: str) -> None:
    page = opened(at)
    QTest.keyClicks(page.field, typed)
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    assert page.message == words("en").text("guide.check.incomplete")
    assert page.found is None and not page.work.busy


def test_the_page_of_the_check_has_room_for_spaces_between_the_characters(at: Instant) -> None:
    page = opened(at)
    assert page.title == CHECK and page.beneath.startswith("The eight characters after “Edition”")
    assert (page.primary.text(), page.back.text()) == ("Check", "Back to the table")
    QTest.keyClicks(page.field, "12 34 AB CD 56")
    assert page.field.text() == "12 34 AB CD "


def test_a_table_that_halts_comes_first(at: Instant) -> None:
    """The page closes, and the menu does not offer it."""
    page = opened(at)
    at.session.take(b'{"do":"incident","by":"D1"}')
    at.station.show(at.session.view())
    assert not page.isVisible()
    at.window.open_menu()
    assert CHECK not in [row.text() for row in menu_rows(at.window.menu)]
