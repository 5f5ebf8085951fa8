"""The number counted at an inspection: typed or touched, asked about once if it differs, then reported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import Lamp, LampFault, SetClock, events
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.dealer.preparation.count_pad import CountPad
from tests.base.words.catalogues import words
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.samples.tables import SAMPLES, changed

EN = words("en")


@pytest.fixture
def time() -> SetClock:
    return SetClock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> DealerScreen:
    return shown_screen(qtbot, time)


@pytest.fixture
def closing(qtbot: QtBot) -> Iterator[Straight]:
    """A table that is being closed: its cards are inspected, and D1 is signed in."""
    with straight(qtbot, "sv") as table:
        to_inspection(table)
        yield table


def to_inspection(table: Straight) -> None:
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "close", "by": "P1"})
    assert table.view.view.prompt.action == "inspect"


def pad(table: Straight) -> CountPad:
    found = table.window.dealer.preparation.count
    assert found is not None and found.isVisible()
    return found


def counted(table: Straight) -> list[object]:
    """The counts of every inspection so far, those that reported a wrong set too."""
    kept = (events.DECODER.decode(each.event) for each in table.kept.entries)
    return [each.counted for each in kept if isinstance(each, events.StepDone)]


def test_digits_and_enter_count_the_set(closing: Straight) -> None:
    primary = closing.window.dealer.bar.primary
    assert primary.isHidden(), "nothing is confirmed blindly"
    closing.type("416")
    assert primary.text() == EN.count("count.counted", 416)
    closing.key(Qt.Key.Key_Return)
    assert (closing.view.view.phase, counted(closing)) == ("closed", [416])


def test_the_mouse_counts_the_set_and_takes_a_figure_back(closing: Straight) -> None:
    keys = pad(closing)
    for key in (keys.keys["4"], keys.keys["1"], keys.keys["7"], keys.erase, keys.keys["6"]):
        closing.touch(key)
    closing.touch(closing.window.dealer.bar.primary)
    assert (closing.view.view.phase, counted(closing)) == ("closed", [416])


def count_again(closing: Straight, number: str) -> None:
    """The question names no figure, and asks for another count."""
    menu = closing.window.dealer.presses.confirmation
    asked = EN.text("confirm.count_again")
    assert menu.isVisible() and not any(sign.isdigit() for sign in asked) and counted(closing) == []
    closing.touch(menu_row(menu, EN.text("button.count_again")))
    closing.type(number)
    closing.key(Qt.Key.Key_Return)


def test_a_count_that_differs_is_asked_for_again_and_then_reports_a_wrong_set(closing: Straight) -> None:
    """BAC-3.1.1: 431 is no set."""
    closing.type("431")
    closing.key(Qt.Key.Key_Return)
    count_again(closing, "430")
    kept = (events.DECODER.decode(each.event) for each in closing.kept.entries)
    assert [each.before for each in kept if isinstance(each, events.StepDone) and each.counted] == [(431,)]
    incident = closing.view.view.incident
    assert incident is not None and counted(closing) == [430]
    assert (incident.kind, incident.facts) == ("wrong_card_set", {"cause": "count"})


def test_a_slip_of_the_fingers_is_typed_again_and_stays_on_record(closing: Straight) -> None:
    """413 for 416: the next figure begins another number."""
    closing.type("413")
    closing.key(Qt.Key.Key_Return)
    count_again(closing, "416")
    (one,) = closing.session.table.contradictions.open
    assert [each.value for each in (one.first, one.second)] == ["413", "416"]
    assert (closing.view.view.phase, counted(closing)) == ("closed", [416])


def test_no_number_is_taken_that_no_count_can_have(closing: Straight) -> None:
    closing.type("4160")
    assert pad(closing).number == 416, "the fourth figure would make more than a thousand"


def test_a_count_waits_while_it_cannot_be_recorded(closing: Straight) -> None:
    closing.type("416")
    closing.kept.broken = True
    closing.key(Qt.Key.Key_Return)
    assert closing.view.view.phase == "shoe" and pad(closing).number == 416
    closing.kept.broken = False
    closing.take({"do": "view"})
    closing.key(Qt.Key.Key_Return)
    assert closing.view.view.phase == "closed"


def test_each_deck_is_counted_where_the_rulebook_has_it_so(screen: DealerScreen, time: SetClock) -> None:
    """Eight times 52; one that differs is asked about at its own Enter, and the deck before can be counted
    again.
    """
    sent = list[object]()
    screen.presses.counted.connect(lambda counted, before: sent.append((counted, before)))
    screen.show_view(SAMPLES["closing-decks"])

    def enter(number: int) -> None:
        time.advance(1)
        QTest.keyClicks(screen, str(number))
        QTest.keyClick(screen, Qt.Key.Key_Return)

    enter(53)
    menu = screen.presses.confirmation
    assert menu.isVisible() and sent == []
    time.advance(1)
    QTest.mouseClick(menu_row(menu, EN.text("button.count_again")), Qt.MouseButton.LeftButton)
    enter(52)
    enter(52)
    QTest.keyClick(screen, Qt.Key.Key_Backspace)
    counter = screen.preparation.count
    assert counter is not None and (counter.decks, counter.number) == ([52], 52)
    QTest.keyClick(screen, Qt.Key.Key_Return)
    for _ in range(6):
        enter(52)
    assert sent == [([52] * 8, [53])]


def test_a_count_is_taken_while_the_game_servers_link_is_down(screen: DealerScreen, time: SetClock) -> None:
    sent = list[object]()
    screen.presses.counted.connect(lambda counted, _: sent.append(counted))
    down = (Lamp("link", LampFault.LOST), Lamp("shoe", LampFault.LOST), Lamp("journal"))
    screen.show_view(changed(SAMPLES["closing"], lamps=down))
    time.advance(1)
    QTest.keyClicks(screen, "416")
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert sent == [416]


def test_a_withdrawn_report_asks_for_the_count_again(closing: Straight) -> None:
    closing.type("415")
    closing.key(Qt.Key.Key_Return)
    count_again(closing, "415")
    closing.take({"do": "withdraw", "by": "P1", "reason": "two stuck together"})
    assert pad(closing).number is None and closing.window.dealer.bar.primary.isHidden()
