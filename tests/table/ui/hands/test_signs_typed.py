"""A badge reader types: its signs are a badge wherever they come, and nobody's prompt, tile or number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from console.table.core import Person
from console.table.people import Known
from console.table.people.answers import Unknown, is_badge
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.incident import open_incident
from console.table.ui.kit.keys import ENTER
from console.table.ui.people.people_list import BADGE, PersonsBadgeForm
from console.table.ui.sign_in import Purpose
from console.table.ui.sign_in.credentials import Field
from tests.table.ui.harness.straight import PERSONS, Straight, straight
from tests.table.ui.incident.test_authority import a_card_in_bet_time, step_up, to_a_coup

BADGES = {"0012345617": PERSONS["P1"], "0012345625": PERSONS["D1"], "0012345633": PERSONS["D2"]}


@pytest.fixture
def table(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Straight]:
    with straight(qtbot) as made:
        know_badges(made, monkeypatch)
        yield made


def know_badges(table: Straight, monkeypatch: pytest.MonkeyPatch) -> None:
    people = type(table.window.sign_in.people)
    monkeypatch.setattr(
        people,
        "verify_badge",
        lambda _, number: Known(BADGES[number]) if number in BADGES else Unknown(),
    )


def hold_badge(table: Straight, to: QWidget, number: str, *, enter: bool = True) -> None:
    """A badge is held to the reader long after the prompt was painted: a sign every ten milliseconds."""
    table.clock.advance(1)
    for sign in number:
        QTest.keyClicks(to, sign)
        table.clock.advance(0.01)
    if enter:
        QTest.keyClick(to, Qt.Key.Key_Return)
    table.settle()


def type_by_finger(table: Straight, to: QWidget, number: str) -> None:
    """By a finger, a sign every two hundred milliseconds."""
    for sign in number:
        table.clock.advance(0.2)
        QTest.keyClicks(to, sign)
    table.window.sign_in.badges.typed.release()
    table.settle()


def test_a_badge_at_the_dealers_prompt_confirms_nothing_and_asks_for_that_person(
    table: Straight, qtbot: QtBot
) -> None:
    to_a_coup(table, 4)
    before, prompt = len(table.kept.entries), table.view.view.prompt
    hold_badge(table, table.window.dealer, "0012345617")
    qtbot.waitUntil(lambda: table.window.sign_in.screen.state.id == "P1")
    assert table.window.sign_in.screen.isVisible() and table.window.sign_in.screen.state.field is Field.PIN
    assert (len(table.kept.entries), table.view.view.prompt) == (before, prompt)


def test_a_badge_without_enter_is_read_and_a_late_enter_presses_no_key(table: Straight, qtbot: QtBot) -> None:
    to_a_coup(table, 4)
    before = len(table.kept.entries)
    hold_badge(table, table.window.dealer, "0012345617", enter=False)
    table.window.sign_in.badges.typed.release()
    table.clock.advance(0.2)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    table.settle()
    qtbot.waitUntil(lambda: table.window.sign_in.screen.state.id == "P1")
    assert len(table.kept.entries) == before


def test_a_badge_on_what_went_wrong_reports_no_kind(table: Straight) -> None:
    to_a_coup(table, 3)
    table.touch(table.window.dealer.bar.wrong)
    before = len(table.kept.entries)
    hold_badge(table, table.window.dealer, "4512345617")
    incident = open_incident(table.view)
    assert incident is not None and incident.kind is None and len(table.kept.entries) == before


def test_a_readers_characters_that_are_no_badge_are_dropped_with_a_note(table: Straight) -> None:
    to_a_coup(table, 4)
    table.touch(table.window.dealer.bar.wrong)
    before = len(table.kept.entries)
    hold_badge(table, table.window.dealer, "12345")
    assert len(table.kept.entries) == before
    assert not table.window.sign_in.is_asking
    note = table.window.dealer.press_note
    assert note is not None and note.isVisible() and note.text == table.window.words.text("press.signs")


@pytest.mark.parametrize("card", ["9H", "TS", "10D"])
def test_a_card_scanner_in_its_keyboard_mode_confirms_nothing(table: Straight, card: str) -> None:
    """Most scanners come so from the factory: two signs and an Enter, four milliseconds apart."""
    to_a_coup(table, 4)
    before, prompt = len(table.kept.entries), table.view.view.prompt
    hold_badge(table, table.window.dealer, card)
    assert (len(table.kept.entries), table.view.view.prompt) == (before, prompt)
    note = table.window.dealer.press_note
    assert note is not None and note.isVisible() and note.text == table.window.words.text("press.signs")


def test_a_badge_in_roulettes_number_entry_types_no_number(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ROU-3.1.2: 0012345617 is not 17."""
    with straight(qtbot, "sv", "roulette", devices=False) as table:
        know_badges(table, monkeypatch)
        for line in (
            {"do": "bets", "state": "open"},
            {"do": "bets", "state": "closed"},
            {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
        ):
            table.take(line)
        before = len(table.kept.entries)
        hold_badge(table, table.window.dealer, "0012345617")
        assert len(table.kept.entries) == before and table.window.dealer.bar.number is None
        table.window.sign_in.screen.cancel()
        type_by_finger(table, table.window.dealer, "17")
        assert table.window.dealer.bar.number == 17, "a finger types a number as ever"
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.action == "confirm_number"


def closing_page(table: Straight) -> QWidget:
    """A page over the table that its first key is going to close."""
    page = QWidget(table.window)
    page.show()
    return page


def test_enter_at_the_sign_in_after_a_digit_that_closed_its_own_page(table: Straight) -> None:
    page = closing_page(table)
    type_by_finger(table, page, "2")
    delete(page)
    table.window.sign_in.ask(Purpose.PIT_BOSS)
    QTest.keyClick(table.window.sign_in.screen, Qt.Key.Key_Return)
    assert table.window.sign_in.is_asking


@pytest.mark.parametrize("typed", ["2", "0012345617"])
def test_signs_that_wait_for_a_page_that_is_gone_press_nothing(
    table: Straight, qtbot: QtBot, typed: str
) -> None:
    page = closing_page(table)
    hold_badge(table, page, typed, enter=False)
    delete(page)
    table.window.sign_in.badges.typed.release()
    if is_badge(typed):
        qtbot.waitUntil(lambda: table.window.sign_in.screen.state.id == "P1")
    else:
        assert not table.window.sign_in.is_asking


def test_a_badge_while_a_pin_is_asked_is_a_badge(table: Straight, qtbot: QtBot) -> None:
    a_card_in_bet_time(table)
    table.key(Qt.Key.Key_F4)
    form = table.window.sign_in.screen
    form.type("D")
    form.type("9")
    form.type("\r")
    assert form.state.field is Field.PIN
    hold_badge(table, form, "0012345617")
    qtbot.waitUntil(lambda: form.state.id == "P1")
    assert form.state.digits == 0 and form.state.field is Field.PIN


def test_a_badge_over_a_reason_leaves_the_reason_as_it_was(table: Straight, qtbot: QtBot) -> None:
    to_a_coup(table, 1)
    table.touch(table.window.dealer.bar.wrong)
    step_up(table)
    table.touch(table.window.dealer.incident.bar.withdraw)
    field = table.window.dealer.incident.zone.deciding.field
    field.setText("seen on video")
    before = len(table.kept.entries)
    hold_badge(table, field, "0012345633")
    assert field.text() == "seen on video" and len(table.kept.entries) == before


def test_a_badge_at_the_form_for_badges_is_read_there_and_stored_by_a_press(
    table: Straight,
) -> None:
    stored = list[str | None]()

    def store(person: Person, number: str | None) -> Person:
        stored.append(number)
        return person

    form = PersonsBadgeForm(store, table.window.words, table.window)
    form.resize(1280, 800)
    form.begin(PERSONS["D1"])
    form.show()
    hold_badge(table, form.input(BADGE), "0012345633")
    assert form.input(BADGE).text() == "0012345633"
    assert not table.window.sign_in.is_asking and not stored


def test_letters_of_a_reason_keep_their_order_whoever_takes_each(table: Straight) -> None:
    """TB-7: the second letter waited for a reader while the third went straight into the field."""
    to_a_coup(table, 1)
    table.touch(table.window.dealer.bar.wrong)
    step_up(table)
    table.touch(table.window.dealer.incident.bar.withdraw)
    dealer, field = table.window.dealer, table.window.dealer.incident.zone.deciding.field
    for apart in (0.02, 0.1, 0.15, 0.3):
        field.clear()
        for at, sign in enumerate("doppelt"):
            table.clock.advance(0.5 if at == 0 else apart)
            QTest.keyClicks(field if at % 3 == 2 else dealer, sign)
            if apart < 0.05 and at % 3 == 0:
                table.window.sign_in.badges.typed.release()
        table.window.sign_in.badges.typed.release()
        table.settle()
        assert field.text() == "doppelt", apart


# --- digits that choose --------------------------------------------------------------------------


def test_a_digit_acts_a_moment_after_it_was_pressed(table: Straight, qtbot: QtBot) -> None:
    to_a_coup(table, 3)
    table.touch(table.window.dealer.bar.wrong)
    table.clock.advance(0.5)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_1)
    assert not table.line.waiting, "another sign may follow"
    qtbot.waitUntil(lambda: bool(table.line.waiting))
    table.settle()
    incident = open_incident(table.view)
    assert incident is not None and incident.kind is not None


def test_a_digit_counts_only_once_its_page_has_been_painted_for_a_while(table: Straight) -> None:
    to_a_coup(table, 3)
    table.touch(table.window.dealer.bar.wrong)
    table.clock.advance(0.3)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_1)
    table.clock.advance(0.2)
    table.window.sign_in.badges.typed.release()
    assert not table.line.waiting, "pressed too soon, though it acts later"


def test_a_pin_typed_at_the_incident_page_answers_no_questions(table: Straight) -> None:
    to_a_coup(table, 3)
    table.touch(table.window.dealer.bar.wrong)
    before = len(table.kept.entries)
    table.clock.advance(1)
    for sign in "3333":
        table.clock.advance(0.25)
        QTest.keyClicks(table.window.dealer, sign)
        table.window.sign_in.badges.typed.release()
        table.settle()
    assert len(table.kept.entries) <= before + 1


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "rules"), [("baccarat", "lt"), ("blackjack", "is"), ("roulette", "sv")])
def test_enter_straight_after_f2_reports_nothing(qtbot: QtBot, game: str, rules: str) -> None:
    """Whatever had the focus: no tile is chosen before its ring was to be seen."""
    with straight(qtbot, rules, game) as table:
        table.take({"do": "bets", "state": "open"})
        if game == "blackjack":
            table.take({"do": "seats", "seats": [1]})
        screen = table.window.dealer
        for focused in (screen, screen.bar.wrong, screen.bar.call, screen.status.name):
            table.take({"do": "bets", "state": "closed"})
            focused.setFocus()
            table.clock.advance(1)
            QTest.keyClick(focused, Qt.Key.Key_F2)
            table.settle()
            before = len(table.kept.entries)
            for seconds in (0.0, 0.5, 1.0):
                table.clock.advance(seconds)
                QTest.keyClick(QApplication.focusWidget() or screen, Qt.Key.Key_Return)
                table.settle()
            incident = open_incident(table.view)
            assert incident is not None and incident.kind is None and len(table.kept.entries) == before
            table.take({"do": "withdraw", "by": "D1"})


# --- at the sign-in ------------------------------------------------------------------------------


def test_a_double_tap_on_the_way_back_reaches_no_alarm(table: Straight, qtbot: QtBot) -> None:
    a_card_in_bet_time(table)
    table.take({"do": "withdraw", "by": "D1"})
    table.key(Qt.Key.Key_F4)
    form = table.window.sign_in.screen
    place = form.back.mapTo(table.window, form.back.rect().center())
    before = len(table.kept.entries)
    for _ in range(2):
        tap(table.window, place)
    assert not form.isVisible() and len(table.kept.entries) == before and not table.line.waiting
    assert table.window.dealer.incident_stage.value == "play" or table.view.view.phase == "halted"
    qtbot.wait(450)
    bar = table.window.dealer.bar.wrong
    tap(table.window, bar.mapTo(table.window, bar.rect().center()))
    assert table.window.dealer.open_parts.picking or table.line.waiting, "it could be seen"


def tap(window: QWidget, place: QPoint) -> None:
    """A finger on a place of the window: whatever lies there has it."""
    upper = window.childAt(place)
    assert upper is not None
    QTest.mouseClick(upper, Qt.MouseButton.LeftButton, pos=upper.mapFrom(window, place))


def test_a_digit_that_is_held_down_is_typed_once(table: Straight) -> None:
    a_card_in_bet_time(table)
    table.key(Qt.Key.Key_F4)
    form = table.window.sign_in.screen
    for sign in "P1\r":
        form.type(sign)
    for again in (False, True, True, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_3, Qt.KeyboardModifier.NoModifier, "3", again)
        QApplication.sendEvent(form, event)
    enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    QApplication.sendEvent(form, enter)
    assert form.state.digits == 1 and not form.is_verifying


def test_characters_typed_while_a_pin_is_checked_begin_the_next_try(table: Straight, qtbot: QtBot) -> None:
    a_card_in_bet_time(table)
    table.key(Qt.Key.Key_F4)
    form = table.window.sign_in.screen
    for sign in "P1\r":
        form.type(sign)
    for sign in "9999\r":
        form.type(sign)
    assert form.is_verifying
    form.type("3")
    form.type("3")
    qtbot.waitUntil(lambda: form.state.digits == 2)
    assert not form.is_verifying


def test_a_key_between_a_try_s_result_and_what_waited_keeps_its_place(table: Straight, qtbot: QtBot) -> None:
    a_card_in_bet_time(table)
    table.key(Qt.Key.Key_F4)
    form = table.window.sign_in.screen
    for sign in "P1\r":
        form.type(sign)
    for sign in "9999\r3333":
        form.type(sign)
    refused = list[object]()
    form.refused.connect(refused.append)
    form.refused.connect(lambda _: call_later(form, partial(form.type, ENTER)))  # before what waits is typed
    with qtbot.waitSignal(form.verified):
        qtbot.waitUntil(lambda: bool(refused))
    assert refused == ["P1"]


def test_one_incident_is_one_sign_in(table: Straight, qtbot: QtBot) -> None:
    """P authorises, a dealer's step, a pit boss's step: the second asks for PIN or badge alone, by name."""
    to_a_coup(table, 3)
    facts = {"cards": 1, "seen": False}
    table.take({"do": "incident", "kind": "card_fell", "facts": facts, "by": "D1"})
    step_up(table)
    table.key(Qt.Key.Key_F8)
    bar, before = table.window.dealer.incident.bar, len(table.kept.entries)
    assert bar.primary.text() == f"{PERSONS['P1'].name}: PIN or badge"
    table.key(Qt.Key.Key_Return)
    table.touch(bar.primary)
    form = table.window.sign_in.screen
    assert form.isVisible() and (form.state.id, form.state.field) == ("P1", Field.PIN)
    assert table.named("P1", before) == [], "nothing is pressed in that name without"
    form.type("P")
    assert (form.state.id, form.state.field) == ("P", Field.ID), "an id may be typed all the same"
    hold_badge(table, form, "0012345617")
    qtbot.waitUntil(lambda: not form.isVisible())
    table.settle()
    assert table.window.people_here.pit_boss_here() == "P1", "the badge alone, for the same incident"
    table.touch(bar.primary)
    assert table.named("P1", before) == ["outcome_authorised"]
