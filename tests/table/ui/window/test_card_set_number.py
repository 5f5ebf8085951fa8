"""The number of a card set at the dealer's screen: typed or scanned as its decks are received."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core.state.events import StepDone
from console.table.people import BadgeForm
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.ui.harness.straight import Straight, straight

EN = words("en")
TO_DECKS: tuple[Seen, ...] = (
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "reshuffle", "by": "P1", "new": True},
)


def receiving(table: Straight) -> QLineEdit:
    """The field, once its prompt has stood long enough for a press."""
    for line in TO_DECKS:
        table.take(line)
    assert table.view.view.prompt.action == "receive_decks"
    shown = table.window.dealer.preparation.set_number
    assert shown is not None and shown.isVisible()
    table.clock.advance(1)
    return shown.field


def press_twice(table: Straight) -> None:
    """Press as a shaking hand does: the second press comes before anybody can read the first one's answer."""
    primary = table.window.dealer.bar.primary
    table.touch(primary)
    QTest.mouseClick(primary, Qt.MouseButton.LeftButton)
    table.settle()


def last_step(table: Straight) -> StepDone:
    kept = [each.event for each in table.kept.entries if each.kind == "step_done"]
    return msgspec.json.decode(kept[-1], type=StepDone)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_typed_number_goes_with_the_press(qtbot: QtBot, game: str) -> None:
    with straight(qtbot, "sv", game) as table:
        field = receiving(table)
        QTest.keyClicks(field, "A-17")
        table.touch(table.window.dealer.bar.primary)
        assert last_step(table).set == "A-17"
        assert table.session.table.sets.in_play == "A-17"
        assert table.view.view.prompt.action == "inspect"


def test_who_prepared_the_set_goes_with_the_press(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        QTest.keyClicks(field, "A-17")
        shown = table.window.dealer.set_field
        assert shown is not None and shown.prepared.field.isVisible()
        assert shown.prepared.field.accessibleName() == "Prepared by"
        shown.prepared.field.setFocus()
        QTest.keyClicks(shown.prepared.field, "MD3 4/1177")
        table.clock.advance(0.5)
        QTest.keyClick(shown.prepared.field, Qt.Key.Key_Return)
        table.settle()
        assert (last_step(table).set, last_step(table).prepared) == ("A-17", "MD3 4/1177")
        assert shown.prepared.field.text() == "", "the next set is another's work"


def test_the_field_has_the_keys_first_and_enter_in_it_is_the_press(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        qtbot.waitUntil(lambda: table.window.focusWidget() is field)
        QTest.keyClicks(field, "B-2")
        table.clock.advance(0.5)
        QTest.keyClick(field, Qt.Key.Key_Return)
        table.settle()
        assert table.session.table.sets.in_play == "B-2"


def test_decks_are_received_without_a_number(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        receiving(table)
        table.touch(table.window.dealer.bar.primary)
        assert last_step(table).set is None
        assert table.view.view.prompt.action == "inspect"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("signs", ["\u200b\u2060", "\u3164"])
def test_a_number_of_invisible_signs_is_asked_again_and_nothing_is_lost(qtbot: QtBot, signs: str) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field, before = receiving(table), table.kept.last
        field.setText(signs)
        press_twice(table)
        assert table.kept.last == before
        assert table.view.view.prompt.action == "receive_decks"
        assert field.accessibleName() == EN.text("refusal.set_number")
        shown = table.window.dealer.set_field
        assert shown is not None and not shown.prepared.isVisible(), "the sentence has the whole width"
        QTest.keyClicks(field, "A-17")
        assert field.accessibleName() == EN.text("picture.set")
        table.touch(table.window.dealer.bar.primary)
        assert table.session.table.sets.in_play == "A-17"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_differs_by_capitals_or_spaces_alone_is_asked_about_once(
    qtbot: QtBot, language: str
) -> None:
    """TB-32: labels are retyped by people; the set keeps the number under which it is known."""
    with straight(qtbot, "sv", "baccarat") as table:
        table.window.dealer.set_words(words(language), words("sv"))
        field = receiving(table)
        QTest.keyClicks(field, "Nord 7A")
        table.touch(table.window.dealer.bar.primary)
        assert table.session.table.sets.in_play == "Nord 7A"
        table.take({"do": "done", "by": "D1", "counted": 416})
        while table.view.view.prompt.action != "await_bets":
            by = "P1" if table.view.view.prompt.actor == "pit_boss" else "D1"
            table.take({"do": "done", "by": by})
        table.take(WRONG)
        shown, before = table.window.dealer.set_field, table.kept.last
        assert shown is not None and shown.isVisible()
        QTest.keyClicks(shown.field, "nord7a")
        press_twice(table)
        assert (table.kept.last, shown.field.text()) == (before, "Nord 7A")
        assert shown.field.accessibleName() == words(language).text("picture.set.alike")
        table.touch(table.window.dealer.bar.primary)
        assert last_step(table).set == "Nord 7A"


def test_a_set_that_was_put_aside_is_refused_in_words_that_name_it(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        table.session.bar_sets({"A-17": "BJ 3"})
        table.take({"do": "view"})
        QTest.keyClicks(field, "A-17")
        table.touch(table.window.dealer.bar.primary)
        assert table.view.view.prompt.action == "receive_decks"
        said = table.window.dealer.band.accessibleName()
        assert EN.text("refusal.set_put_aside.elsewhere", set="A-17", table="BJ 3") in said
        assert field.text() == "A-17", "it can be corrected"


def test_a_number_stays_with_its_step(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        QTest.keyClicks(field, "A-17")
        table.touch(table.window.dealer.bar.primary)
        assert not field.isVisible()
        assert field.text() == ""
        assert not table.window.dealer.step_typed.get("set")


def test_the_field_speaks_the_language_of_the_screen(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        table.window.dealer.set_words(words("de"), words("sv"))
        assert field.accessibleName() == words("de").text("picture.set")


def scan(table: Straight, field: QLineEdit, number: str) -> None:
    """A scanner types the label: a sign every ten milliseconds, and Enter."""
    for sign in number:
        QTest.keyClicks(field, sign)
        table.clock.advance(0.01)
    QTest.keyClick(field, Qt.Key.Key_Return)
    table.settle()


def test_a_scanned_label_is_the_sets_number(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        scan(table, receiving(table), "SET-0042/7")
        assert table.session.table.sets.in_play == "SET-0042/7"
        assert not table.window.sign_in.is_asking


def test_a_label_of_digits_is_no_badge_if_the_house_measured_its_badges(qtbot: QtBot) -> None:
    form = BadgeForm(digits=10, pace=10)
    with straight(qtbot, "sv", "baccarat", badges=form) as table:
        scan(table, receiving(table), "7310350123456")
        assert table.session.table.sets.in_play == "7310350123456"
        assert not table.window.sign_in.is_asking


@pytest.mark.sweep(1)
@pytest.mark.parametrize("form", [None, BadgeForm(digits=10, pace=10)])
def test_a_badge_that_is_held_to_the_reader_is_no_sets_number(qtbot: QtBot, form: BadgeForm | None) -> None:
    with straight(qtbot, "sv", "baccarat", badges=form) as table:
        field, before = receiving(table), table.kept.last
        scan(table, field, "0012345617")
        assert table.kept.last == before
        assert field.text() == "", "a badge is nobody's to read in a journal"
        assert table.window.sign_in.is_asking


WRONG: Seen = {"do": "incident", "by": "P1", "kind": "wrong_card_set", "facts": {"cause": "copies"}}


def test_the_set_of_a_changed_shoe_has_its_number_and_the_one_without_is_asked_for(qtbot: QtBot) -> None:
    """The set that was in play has none: its label is read as it is put aside."""
    with straight(qtbot, "sv", "baccarat") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take(WRONG)
        assert table.view.view.prompt.action == "change_shoe"
        field = table.window.dealer.set_field
        assert field is not None and field.isVisible()
        QTest.keyClicks(field.field, "B-2")
        table.touch(table.window.dealer.bar.primary)
        assert (last_step(table).set, table.session.table.sets.in_play) == ("B-2", "B-2")
        assert table.view.incident.wrong_set is None
        table.key(Qt.Key.Key_F4)
        table.pin()
        assert field.isVisible() and field.field.text() == ""
        QTest.keyClicks(field.field, "OLD-1")
        table.touch(table.window.dealer.bar.primary)
        assert table.session.table.sets.put_aside == ("OLD-1",)
        assert not field.isVisible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hint_in_a_field_is_whole_or_not_there(qtbot: QtBot, language: str) -> None:
    """Qt ends a longer one in three dots; beside the steps of an incident the field is narrow."""
    hint = words(language).text("picture.set.hint")
    with straight(qtbot, "sv", "baccarat") as table:
        table.window.speak(language)
        assert receiving(table).placeholderText() == hint
    with straight(qtbot, "sv", "baccarat") as table:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        table.take(WRONG)
        table.window.speak(language)
        table.settle()
        shown = table.window.dealer.set_field
        assert shown is not None
        field = shown.field
        assert field.placeholderText() in ("", hint)
        room = field.width() - (field.before + field.after) * field.u
        assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < room
        assert field.accessibleDescription() == hint


def test_a_known_number_is_said_and_not_asked_again(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "baccarat") as table:
        field = receiving(table)
        QTest.keyClicks(field, "A-17")
        table.touch(table.window.dealer.bar.primary)
        table.take({"do": "done", "by": "D1", "counted": 416})
        while table.view.view.prompt.action != "await_bets":
            by = "P1" if table.view.view.prompt.actor == "pit_boss" else "D1"
            table.take({"do": "done", "by": by})
        table.take(WRONG)
        table.take({"do": "done", "by": "D1", "set": "B-2"})
        assert table.view.incident.wrong_set == "A-17"
        assert table.window.dealer.set_field is None
        note = EN.text("step.quarantine_set.note", set="A-17")
        assert note in table.window.dealer.prompt.accessibleName()
