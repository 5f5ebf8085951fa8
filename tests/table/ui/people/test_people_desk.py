"""The list of people at the table's own console: under the live prompt, and gone when the table asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Mode, Person, Role, events
from console.table.journal import review
from console.table.people import Known, PeopleFile
from console.table.people.answers import Locked
from console.table.people.waits import LAST
from console.table.ui.people.people_list import PeopleDesk
from console.table.ui.signs import Sign
from tests.table.people.kept import AT_TABLE, JONAS, OTHER, PIN, RASA, people_in
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.painting import stand_still

ANNA = Person("S-30", "Anna Ö.", Role.SUPERVISOR, "sv")


@pytest.fixture
def people(tmp_path: Path) -> PeopleFile:
    kept = people_in(tmp_path / "kept" / "people.json")
    for person in (RASA, JONAS, ANNA, AT_TABLE):
        kept.add(person, PIN)
    return kept


@pytest.fixture
def work(qtbot: QtBot, tmp_path: Path, people: PeopleFile) -> Iterator[AtWork]:
    """A table in play, whose people are kept."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        work.window.overlays.keeps = people
        while work.due != "deal":
            work.follow()
        yield work


def open_desk(work: AtWork) -> PeopleDesk:
    """Choose it in the menu, and enter a supervisor's PIN."""
    window = work.window
    window.open_menu()
    label = window.words.text("menu.people")
    QTest.mouseClick(menu_row(window.menu, label), Qt.MouseButton.LeftButton)
    work.until(window.sign_in.screen.isVisible)
    for text in ("S1", "4444"):
        QTest.keyClicks(window.sign_in.screen, text)
        QTest.keyClick(window.sign_in.screen, Qt.Key.Key_Return)
    work.until(lambda: not window.sign_in.screen.isVisible())
    assert window.overlays.people_desk.is_there
    return window.overlays.people_desk


def test_a_new_pin_is_given_under_the_live_prompt_and_the_dealer_plays_on(
    work: AtWork, people: PeopleFile
) -> None:
    desk = open_desk(work)
    assert work.shown.table.open_round
    assert desk.strip.isVisible() and desk.strip.text == work.window.dealer.prompt.text
    screen = desk.screen
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    assert screen.selection is not None and screen.selection.person == JONAS
    QTest.mouseClick(screen.pin, Qt.MouseButton.LeftButton)
    first = screen.form.input("people.ask.pin")
    QTest.keyClicks(first, OTHER)
    QTest.keyClick(first, Qt.Key.Key_Return)
    work.draw()
    work.until(lambda: desk.strip.text == work.window.dealer.prompt.text)
    assert screen.form.isVisible(), "a card that falls takes nobody away from what is typed"
    again = screen.form.input("people.ask.pin_again")
    QTest.keyClicks(again, OTHER)
    entry = work.view.entry
    QTest.keyClick(again, Qt.Key.Key_Return)
    work.until(lambda: not screen.form.isVisible() and work.view.entry > entry)
    while work.view.prompt.action == "deal":
        work.draw()
    work.until(desk.strip.done.isVisible)
    work.clock.advance(0.5)
    work.after(lambda: QTest.mouseClick(desk.strip.done, Qt.MouseButton.LeftButton))
    assert desk.is_there
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert not desk.is_there and work.window.dealer.isVisible()


def test_a_call_brings_the_table_back_and_forgets_the_pin_that_was_typed(work: AtWork) -> None:
    desk = open_desk(work)
    QTest.mouseClick(desk.screen.pin, Qt.MouseButton.LeftButton)
    typed = desk.screen.form.input("people.ask.pin")
    QTest.keyClicks(typed, OTHER)
    work.after(lambda: QTest.keyClick(desk.screen.form, Qt.Key.Key_F3))
    work.until(lambda: not desk.is_there)
    assert typed.text() == "" and work.view.call is not None


def test_another_supervisor_gives_a_locked_one_a_way_back_and_it_is_recorded(
    work: AtWork, people: PeopleFile
) -> None:
    """After ten wrong tries no waiting helps; another supervisor gives a new PIN."""
    people._store.change(lambda all: all.with_record(replace(all.of(ANNA.id) or all.people[0], wrong=LAST)))
    assert people.verify(ANNA.id, PIN) == Locked(ANNA.id, "tries")
    screen = open_desk(work).screen
    screen.table.choose(2)
    assert screen.selection is not None and (screen.selection.person, screen.selection.state) == (
        ANNA,
        "locked",
    )
    assert "locked" in str(screen.table.of.index(2, 4).data())
    QTest.mouseClick(screen.pin, Qt.MouseButton.LeftButton)
    for key in ("people.ask.pin", "people.ask.pin_again"):
        QTest.keyClicks(screen.form.input(key), OTHER)
        QTest.keyClick(screen.form.input(key), Qt.Key.Key_Return)
    work.until(lambda: not screen.form.isVisible())
    assert screen.selection.state == "active"
    assert people.verify(ANNA.id, OTHER) == Known(ANNA)
    work.until(work.is_settled)
    work.window.close()
    with review(work.console.config.journal) as journal:
        decoded = [events.DECODER.decode(kept.event) for kept in journal.of_a_kind("noted", "people_reset")]
    assert [(each.who, each.text) for each in decoded if isinstance(each, events.Noted)] == [
        ("S1", f"{ANNA.id} supervisor")
    ]


def test_something_went_wrong_is_asked_at_once_from_there(work: AtWork) -> None:
    desk = open_desk(work)
    QTest.keyClick(desk.screen, Qt.Key.Key_F2)
    assert not desk.is_there
    assert work.window.dealer.open_parts.wants_kinds


def test_without_a_person_signed_in_the_people_list_offers_no_alarm(
    qtbot: QtBot, tmp_path: Path, people: PeopleFile
) -> None:
    with at_work(qtbot, tmp_path / "other") as work:
        work.window.overlays.keeps = people
        work.window.arrivals.open_people(ANNA)
        desk = work.window.overlays.people_desk
        assert desk.is_there and desk.strip.call.isHidden() and desk.strip.wrong.isHidden()
        for key in (Qt.Key.Key_F2, Qt.Key.Key_F3):
            QTest.keyClick(desk.screen, key)
        assert desk.is_there


@pytest.mark.sweep
def test_the_bar_names_the_table_that_plays_and_no_review(work: AtWork) -> None:
    desk = open_desk(work)
    assert desk.screen.bar.accessibleName().startswith(work.window.words.text("mode.training"))
    desk.screen.show_mode(Mode.LIVE)
    assert desk.screen.bar.accessibleName().startswith(work.window.words.text("mode.live"))


@pytest.mark.sweep
def test_the_people_lists_menu_darkens_all_below_it_and_marks_the_language_in_use(work: AtWork) -> None:
    desk = open_desk(work)
    points = [QPoint(30, at) for at in range(64, desk.screen.height(), 16)]
    before = desk.screen.grab().toImage()
    desk.open_menu()
    after = desk.screen.grab().toImage()
    for at in points:
        of = {after.pixel(each) for each in points if before.pixel(each) == before.pixel(at)}
        assert len(of) == 1, "no edge runs across what is dark"
    languages = menu_rows(desk.menu)[: len(LANGUAGES)]
    ticked = [button.text() for button in languages if button.sign == Sign("states.tick")]
    assert ticked == [work.window.words.locale.name]


@pytest.mark.sweep
def test_f9_at_a_persons_form_changes_form_and_strip_and_keeps_what_was_typed(work: AtWork) -> None:
    desk = open_desk(work)
    desk.screen.press()
    field = desk.screen.form.input("people.ask.name")
    field.setText("Eva")
    work.window.speak("ja")
    for language in (Words("ja").next_language, Words(Words("ja").next_language).next_language):
        before = desk.strip.text.headline
        QTest.keyClick(field, Qt.Key.Key_F9)
        assert work.window.words.language == language
        assert desk.screen.form.primary.text() == Words(language).text("people.add.press")
        assert desk.strip.table.text() == Words(language).text("review.back")
        assert desk.strip.text.headline != before
    assert field.text() == "Eva"


@pytest.mark.sweep
def test_enter_turns_a_game_or_a_trainee_on_and_off(work: AtWork) -> None:
    desk = open_desk(work)
    desk.screen.press()
    games = desk.screen.form.games
    for key in (*games.keys, games.training):
        for chosen in (True, False):
            key.setFocus()
            QTest.keyClick(key, Qt.Key.Key_Return)
            assert key.isChecked() is chosen


def test_while_play_waits_it_is_not_offered(work: AtWork) -> None:
    work.after(lambda: QTest.keyClick(work.window.dealer, Qt.Key.Key_F3))
    work.window.open_menu()
    assert work.window.words.text("menu.people") not in [each.text() for each in menu_rows(work.window.menu)]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("place", ["the list", "people.ask.pin"])
def test_a_badge_among_the_people_is_no_pin_and_no_press_and_leads_to_the_table(
    work: AtWork, people: PeopleFile, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(work)
    screen = desk.screen
    if place != "the list":
        QTest.mouseClick(screen.pin, Qt.MouseButton.LeftButton)
        QTest.keyClicks(screen.form.input(place), "47")
    to = screen.table if place == "the list" else screen.form.input(place)
    to.setFocus()
    before, chosen = len(people.listed), screen.selection
    asked = list[str]()
    monkeypatch.setattr(work.window.sign_in.screen, "read_badge", asked.append)
    stand_still(work.clock, 1.0)
    for sign in "0012345617":
        QTest.keyClicks(to, sign)
        stand_still(work.clock, 0.01)
    QTest.keyClick(to, Qt.Key.Key_Return)
    assert asked == ["0012345617"] and work.window.sign_in.screen.isVisible()
    assert len(people.listed) == before and screen.selection == chosen
    assert not desk.is_there, "who comes signs in at the table, and finds no list of a supervisor's open"
    if place != "the list":
        assert not screen.form.input(place).text()
    QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
    assert work.window.focusWidget() is work.window.dealer and work.due == "deal"
