"""The cut card if the reader reads cards only: a press at the gauge, at its step, and at a halt."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, Mode, Person, Role, SetClock, Situation, dealer_view
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.kit import Button
from tests.base.words.catalogues import words
from tests.table.core.play.test_answer_times import CARDS, Timed, dealt
from tests.table.core.tables import Seen, book
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import SAMPLES, changed, clock

UNREAD: Seen = {"do": "unread"}
PIT_BOSS = Person("P1", "Greta", Role.PIT_BOSS, "en")


def pit_boss_view(table: Timed, *, sees: bool = False) -> DealerView:
    situation = Situation(
        mode=Mode.LIVE, name="7", game="blackjack", rulebook=book(table.code), persons={}, sees_cut_card=sees
    )
    return replace(dealer_view(table.session.view(), table.table, situation), pit_boss=PIT_BOSS)


@pytest.fixture
def time() -> SetClock:
    return clock()


def screen_of(qtbot: QtBot, time: SetClock, view: DealerView, lang: str = "en") -> DealerScreen:
    screen = shown_screen(qtbot, time, "lt", language=lang)
    screen.show_view(view)
    time.advance(1)
    return screen


def presses_of(screen: DealerScreen, button: Button) -> list[bool]:
    presses: list[bool] = []
    screen.presses.cut_card_pressed.connect(presses.append)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return presses


@pytest.mark.sweep(2)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_press_stands_at_the_gauge_until_the_cut_card_has_come(
    qtbot: QtBot, time: SetClock, lang: str
) -> None:
    table = dealt(*CARDS)
    screen = screen_of(qtbot, time, pit_boss_view(table), lang)
    assert screen.rail.cut_card.isVisible()
    assert screen.rail.cut_card.geometry().right() < screen.rail.width()
    table.take({"do": "cut_card"})
    screen.show_view(pit_boss_view(table))
    assert not screen.rail.cut_card.isVisible()


def test_the_question_opens_beside_the_key_that_asks_it(qtbot: QtBot, time: SetClock) -> None:
    """It opened at the upper right, farthest from the finger at the lower left."""
    screen = screen_of(qtbot, time, pit_boss_view(dealt(*CARDS)))
    key = screen.rail.cut_card
    presses_of(screen, key)
    at = key.mapTo(screen, key.rect().topLeft())
    answers = [each for each in screen.presses.confirmation.findChildren(Button) if each.isVisible()]
    boxes = [each.rect().translated(each.mapTo(screen, QPoint())) for each in answers]
    assert len(boxes) == 2 and all(abs(box.left() - at.x()) < key.width() for box in boxes)
    assert 0 < at.y() - max(box.bottom() for box in boxes) < key.height() * 2


def test_the_call_takes_the_corner_while_there_is_nothing_to_report(qtbot: QtBot, time: SetClock) -> None:
    """It stood alone in the middle of the bar."""
    screen = shown_screen(qtbot, time)
    lefts = []
    for can_report in (True, False):
        screen.show_view(changed(SAMPLES["dealing"], can_report=can_report))
        bar = screen.bar
        assert bar.wrong.isVisible() is can_report
        lefts.append((bar.wrong if can_report else bar.call).x())
    assert lefts[0] == lefts[1]


def test_a_shoe_that_sees_the_cut_card_needs_no_press_for_it(qtbot: QtBot, time: SetClock) -> None:
    assert not screen_of(qtbot, time, pit_boss_view(dealt(*CARDS), sees=True)).rail.cut_card.isVisible()


def test_the_cut_card_is_pressed_twice_since_it_makes_the_hand_the_last(qtbot: QtBot, time: SetClock) -> None:
    screen = screen_of(qtbot, time, pit_boss_view(dealt(*CARDS)))
    assert presses_of(screen, screen.rail.cut_card) == []
    time.advance(1)
    assert presses_of(screen, screen.presses.confirmation.findChildren(Button)[1]) == [False]


def test_the_step_has_its_own_large_key(qtbot: QtBot, time: SetClock) -> None:
    """LT-BJ-2.3.13a: the pit boss scans the cut card, which this reader can't."""
    table = dealt(*CARDS)
    table.take({"do": "incident", "kind": "played_past_cut_card", "by": "D1"})
    table.take({"do": "authorise", "by": "P1", "reason": "the rack was counted"})
    assert table.session.view().prompt.action == "scan_cut_card"
    screen = screen_of(qtbot, time, pit_boss_view(table))
    assert screen.primary is Primary.CUT_CARD and screen.bar.primary.text() == "The cut card is out"
    assert presses_of(screen, screen.bar.primary) == [False]


def test_an_unread_card_is_first_offered_as_the_cut_card(qtbot: QtBot, time: SetClock) -> None:
    table = dealt(*CARDS)
    table.take(UNREAD)
    screen = screen_of(qtbot, time, pit_boss_view(table))
    assert screen.bar.primary.text() == "It was the cut card"
    assert screen.bar.second.text() == "Withdraw: card not drawn" and screen.bar.third.isVisible()
    assert presses_of(screen, screen.bar.primary) == [True]


def test_after_the_cut_card_play_goes_on_as_before_with_the_last_hand() -> None:
    """BJ-3.2.2."""
    table = dealt(*CARDS)
    before = table.session.view()
    table.take(UNREAD)
    table.take({"do": "cut_card"})
    seen = table.take({"do": "withdraw", "by": "P1"})
    assert seen["prompt"]["action"] == before.prompt.action
    assert before.shoe is not None
    assert seen["shoe"] == {"left": before.shoe.left, "last_hand": True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_after_three_failed_scans_the_large_key_leads_to_what_the_rules_ask(
    qtbot: QtBot, time: SetClock, lang: str
) -> None:
    """LT-BJ-2.3.12: did the pit boss's own scan work? Before, it made the hand the last with one press."""
    table = dealt("TH", "9H")
    for _ in range(3):
        table.take(UNREAD)
    screen = screen_of(qtbot, time, pit_boss_view(table), lang)
    assert "LT-BJ-2.3.12" in screen.bar.primary.text()
    assert isinstance(screen.commands, IncidentCalls)
    assert presses_of(screen, screen.bar.primary) == []
    meant = screen.open_parts.meant
    assert (
        screen.commands.all == [("report", None, {})] and meant is not None and meant.kind == "reader_failed"
    )


def test_after_three_failed_scans_every_way_out_is_there(qtbot: QtBot, time: SetClock) -> None:
    """LT-BJ-2.3.12."""
    table = dealt("TH", "9H")
    for _ in range(3):
        table.take(UNREAD)
    screen = screen_of(qtbot, time, pit_boss_view(table))
    assert screen.bar.second.text() == "It was the cut card"
    assert presses_of(screen, screen.bar.second) == [True]
    QTest.mouseClick(screen.bar.third, Qt.MouseButton.LeftButton)
    rows = [each.text() for each in screen.presses.confirmation.findChildren(Button) if not each.isHidden()]
    assert words("en").text("button.void") in rows
