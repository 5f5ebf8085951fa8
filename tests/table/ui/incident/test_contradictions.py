"""A press against another word asks for a reason at the window, which shows both sides of a contradiction."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Person, Role, SetClock
from console.table.core.protocol import lines
from console.table.core.showing.open_matters import open_matters
from console.table.people import people
from console.table.ui.dealer.open_strip import matter_text
from console.table.ui.incident.incident_words import withdrawal_reasons
from console.table.ui.incident.outcome_words import doubtful_rows
from console.table.ui.incident.stage import Stage
from console.table.ui.pit.pit_window import PitDesk
from tests.base.words.catalogues import words
from tests.table.core.tables import card_frame, device
from tests.table.core.wheel_at_random import status, wheel_bytes
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.harness.painted import bare, painted
from tests.table.ui.harness.straight import Straight, straight

EN = words("en")
FEW = {"do": "spin", "turns": 1, "direction": "against", "by": "D1"}


def bets(table: Straight, *states: str) -> None:
    for state in states:
        table.take({"do": "bets", "state": state})


def pit_boss(table: Straight) -> None:
    table.key(Qt.Key.Key_F4)
    table.pin()


def test_no_spin_is_lifted_with_one_of_its_reasons(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", game="roulette") as table:
        bets(table, "open", "closed")
        table.take(FEW)
        pit_boss(table)
        assert withdrawal_reasons(table.view) == ("false_alarm", "spin_valid", "test")
        table.touch(table.window.dealer.bar.second)
        menu = table.window.dealer.presses.confirmation
        table.touch(menu_row(menu, EN.text("reason.spin_valid")))
        assert table.view.view.prompt.action == "spin"
        (one,) = table.session.table.contradictions.open
        assert (one.kind, one.second.reason) == ("no_spin", EN.text("reason.spin_valid"))


def test_an_object_out_in_time_against_a_number_is_confirmed_with_a_reason(qtbot: QtBot) -> None:
    """LT-ROU-32a."""
    answered = {"do": "answer", "by": "D1", "facts": {"ball_removed_in_time": True}}
    with straight(qtbot, "lt", game="roulette") as table:
        bets(table, "open", "closed")
        table.take({**FEW, "turns": 5})
        table.take({"do": "incident", "by": "D1", "kind": "foreign_object"})
        table.take(answered)
        table.take({"do": "number", "number": 9, "source": "reader"})
        table.take(answered)
        pit_boss(table)
        screen = table.window.dealer
        assert screen.incident_stage is Stage.OUTCOME
        deciding = screen.incident.zone.deciding
        assert deciding.field.isVisible() and not deciding.is_whole(Stage.OUTCOME)
        table.touch(deciding.reasons[0])
        assert deciding.reason == EN.text("reason.video")
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.action == "remove_ball"


@pytest.mark.parametrize("in_time", [True, False])
def test_a_number_since_contradicts_that_the_ball_was_out_in_time_alone(qtbot: QtBot, in_time: bool) -> None:
    """LT-ROU-32b: a ball that fell beside the object has a number."""
    with straight(qtbot, "lt", game="roulette") as table:
        bets(table, "open", "closed")
        table.take({**FEW, "turns": 5})
        table.take({"do": "incident", "by": "D1", "kind": "foreign_object"})
        table.take({"do": "answer", "by": "D1", "facts": {"ball_removed_in_time": True}})
        table.take({"do": "number", "number": 9, "source": "reader"})
        table.take({"do": "answer", "by": "D1", "facts": {"ball_removed_in_time": in_time}})
        incident = table.view.view.incident
        assert incident is not None and incident.state == "awaiting"
        marked = ("fact.name.came", "fact.name.ball_removed_in_time") if in_time else ()
        assert doubtful_rows(incident, EN, table.view) == tuple(map(EN.text, marked))


def test_a_count_is_taken_back_by_the_pit_boss_with_a_reason(qtbot: QtBot) -> None:
    with straight(qtbot, "sv") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take({"do": "close", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        table.take({"do": "done", "by": "D1", "counted": 415})
        bar = table.window.dealer.incident.bar
        assert bar.withdraw.isHidden(), "the dealer who counted takes nothing back"
        pit_boss(table)
        table.touch(bar.withdraw)
        assert table.window.dealer.incident_stage is Stage.WITHDRAW
        assert table.window.dealer.incident.zone.deciding.field.isVisible()


def test_the_cards_that_came_in_a_halt_are_told_to_its_pit_boss(qtbot: QtBot) -> None:
    """BAC-2.1.6: withdraw and void are of all of them, and the felt shows the first."""
    with straight(qtbot, "sv") as table:
        bets(table, "open")
        for seq, face in enumerate(("KD", "9D", "2C"), 1):
            table.take(device(card_frame(str(seq), "player", seq, face)))
        told = EN.count("incident.came.cards", 2)
        assert told not in table.window.dealer.prompt.accessibleName()
        pit_boss(table)
        assert told in table.window.dealer.prompt.accessibleName()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strip_shows_bets_open_at_the_wheels_end_of_bets(qtbot: QtBot, language: str) -> None:
    with straight(qtbot, "de", game="roulette") as table:
        bets(table, "open")
        for state in (2, 3, 4):
            table.take(wheel_bytes(status(state, 5, 0)))
        own = words(language)
        (line,) = open_matters(table.view).lines
        text = matter_text(line, table.view, own)
        assert own.text("contradiction.bets_open") in text
        bets(table, "closed")
        assert not open_matters(table.view).lines, "the dealer can close them no more"


@pytest.mark.parametrize("is_corrected", [True, False])
def test_under_the_shoes_card_and_the_typed_one_stand_their_keys(qtbot: QtBot, is_corrected: bool) -> None:
    with straight(qtbot, "sv") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        bets(table, "open", "closed")
        table.take({"do": "manual", "on": True, "by": "P1"})
        table.take(device(card_frame("1", "player", 1, "KD")))
        table.take({"do": "card", "card": "9D", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        strip = table.window.dealer.strip
        typed, read = strip.sides
        assert "king of diamonds" in read and "9 of diamonds" in typed
        assert all(key.isHidden() for key in strip.keys), "the dealer decides neither"
        pit_boss(table)
        bar = table.window.dealer.bar
        assert [key.text() for key in strip.keys] == [bar.second.text(), bar.primary.text()]
        assert "king of diamonds" in bar.primary.text()
        assert bar.primary.isHidden() and bar.second.isHidden(), "each key stands there once"
        first, second = strip.keys
        assert (first.size(), first.y()) == (second.size(), second.y()), "the rules leave the choice open"
        table.key(Qt.Key.Key_Return)
        assert table.session.table.halted, "Enter chooses neither"
        table.touch(strip.keys[1 if is_corrected else 0])
        if not is_corrected:
            menu = table.window.dealer.presses.confirmation
            table.touch(menu_row(menu, EN.text("reason.card_seen")))
        assert not table.session.table.halted
        (lies,) = table.session.table.play.cards
        still = table.session.table.contradictions.open
        assert (str(lies), len(still)) == (("KD", 0) if is_corrected else ("9D", 1))


@pytest.mark.parametrize("is_corrected", [True, False])
def test_the_pit_boss_decides_a_contradiction_from_the_own_windows_page(
    qtbot: QtBot, is_corrected: bool
) -> None:
    sent: list[lines.AnyLine] = []
    with straight(qtbot, "sv") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        bets(table, "open", "closed")
        table.take({"do": "manual", "on": True, "by": "P1"})
        table.take(device(card_frame("1", "player", 1, "KD")))
        table.take({"do": "card", "card": "9D", "by": "P1"})
        view = table.view
    time = SetClock()
    window = PitDesk(people(), EN, EN, time, give=sent.append, sign_out=lambda _: None)
    qtbot.addWidget(window)
    window.show()
    pit_boss_here = Person("P1", "Jonas P.", Role.PIT_BOSS, "en")
    window.show_view(replace(view, pit_boss=None))
    strip = window.page.strip
    assert strip.head is not None and all(key.isHidden() for key in strip.keys), "nobody is there to decide"
    window.sign_in.verified.emit(pit_boss_here)
    window.show_view(replace(view, pit_boss=pit_boss_here))
    assert [key.text() for key in strip.keys] == [key.text() for key in window.table.strip.keys]
    painted()
    time.advance(1)
    QTest.mouseClick(strip.keys[1 if is_corrected else 0], Qt.MouseButton.LeftButton)
    if not is_corrected:
        assert window.table.isVisible() and len(sent) == 1, "the reason is asked there"
        painted()
        time.advance(1)
        reason = menu_row(window.table.presses.confirmation, EN.text("reason.card_seen"))
        QTest.mouseClick(reason, Qt.MouseButton.LeftButton)
    [_, line] = sent
    assert isinstance(bare(line), lines.Correct if is_corrected else lines.Withdraw)
    window.hide()


def test_the_head_has_both_sides_of_a_ball_that_was_out_and_fell(qtbot: QtBot) -> None:
    """Under each side stands the key that follows from it."""
    with straight(qtbot, "lt", game="roulette") as table:
        bets(table, "open")
        for state in (2, 3):
            table.take(wheel_bytes(status(state, 5, 0)))
        assert table.view.view.prompt.action == "remove_ball"
        table.take({"do": "done", "by": "D1"})
        table.take(wheel_bytes(status(4, 5, 0), status(5, 5, 14)))
        dealer = table.window.dealer
        assert dealer.strip.head is not None and dealer.strip.head.kind == "ball_out"
        said, read = dealer.strip.sides
        assert EN.text("claim.ball_out") in said and "14" in read
        assert all(key.isHidden() for key in dealer.strip.keys), "the dealer decides neither"
        pit_boss(table)
        first, second = dealer.strip.keys
        assert (first.text(), second.text()) == (dealer.bar.second.text(), dealer.bar.primary.text())
        table.touch(second)
        asked = dealer.incident_stage
        assert asked is Stage.KIND
        assert dealer.strip.head is not None, "it is the page's head, too"
        table.key(Qt.Key.Key_Return)
        assert dealer.incident_stage is Stage.OUTCOME
        assert dealer.strip.sides == (said, read), "who confirms it reads both sides on that page"


def test_no_winner_is_framed_while_two_results_differ(qtbot: QtBot) -> None:
    with straight(qtbot, "sv") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        bets(table, "open", "closed")
        table.take({"do": "manual", "on": True, "by": "P1"})
        typed = ("9D", "2S", "KC", "4C")
        for face in typed[:3]:
            table.take({"do": "card", "card": face, "by": "P1"})
        places = (("player", 1), ("banker", 1), ("player", 2))
        for number, ((hand, card), face) in enumerate(zip(places, typed, strict=False), 1):
            table.take(device(card_frame(str(number), hand, card, face)))
        table.take(device(card_frame("4", "banker", 2, "7H")))
        table.take({"do": "card", "card": "4C", "by": "P1"})
        wins = EN.text("result.wins")
        assert table.view.view.prompt.reason == "card_differs"
        assert wins not in table.window.dealer.felt.accessibleName()
        table.take({"do": "withdraw", "by": "P1", "reason": "card looked at"})
        assert wins in table.window.dealer.felt.accessibleName()
