"""The list of those who may sign in, as a supervisor uses it in the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import PeopleChange, Person, Role, SetClock
from console.table.people import DealingRights, Known, PeopleFile
from console.table.people.answers import Unknown
from console.table.ui.kit import ChoiceKey, Label
from console.table.ui.people.people_list import BADGE, REASON, PeopleScreen
from console.table.ui.people.person_form import DAY, NUMBER, PeopleForm
from console.table.ui.sign_in import Purpose, SignInScreen
from tests.base.words.catalogues import words
from tests.table.people.kept import ANNA, JONAS, OTHER, PIN, RASA, people_in, studio


def people_screen(bot: QtBot, people: PeopleFile) -> PeopleScreen:
    screen = PeopleScreen(people, words("en"), SetClock())
    bot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    screen.begin(ANNA, "Table 7")
    return screen


def entered(id: str, name: str = "Eva") -> dict[str, str]:
    """The answers in the form of a dealer without a licence, beside the PIN."""
    return {"people.ask.id": id, "people.ask.name": name, NUMBER: "", DAY: ""}


def says(form: PeopleForm, text: str) -> bool:
    """Whether the form shows a refusal with this text."""
    return any(text in each.text() for each in form.findChildren(Label))


def test_a_new_pin_lets_in_and_the_old_one_no_longer(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    assert screen.selection is not None and screen.selection.person == JONAS
    screen.pin.click()
    for key in ("people.ask.pin", "people.ask.pin_again"):
        QTest.keyClicks(screen.form.input(key), OTHER)
    with qtbot.waitSignal(screen.changed) as changed:
        QTest.keyClick(screen.form.input("people.ask.pin_again"), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not screen.form.isVisible())
    assert changed.args == ["reset", JONAS, screen.person]
    assert people.verify(JONAS.id, OTHER) == Known(JONAS)
    assert people.verify(JONAS.id, PIN) != Known(JONAS)


def test_a_lost_badge_is_taken_away_and_another_one_is_given(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    people.set_badge(JONAS.id, "11112222")
    screen = people_screen(qtbot, people)
    form, field = screen.badge_form, screen.badge_form.input(BADGE)
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    for number, change in (("", "badge_taken"), ("33334444", "badge_given"), ("55556666", "badge_given")):
        screen.badge.click()
        assert form.isVisible() and not field.text()
        QTest.keyClicks(field, number)
        assert form.primary.text() == ("Give this badge" if number else "Take the badge away")
        with qtbot.waitSignal(screen.changed) as changed:
            QTest.keyClick(field, Qt.Key.Key_Return)
            qtbot.waitUntil(lambda: not form.isVisible())
        assert changed.args == [change, JONAS, screen.person]
    for lost in ("11112222", "33334444"):
        assert isinstance(people.verify_badge(lost), Unknown)
    assert people.verify_badge("55556666") == Known(JONAS)
    screen.badge.click()
    QTest.keyClicks(field, "123")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: says(form, "8 to 20 digits"))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("new", [False, True], ids=["new PIN", "new person"])
@pytest.mark.parametrize("opens", [False, True], ids=["left", "opened again"])
def test_a_change_that_ends_after_its_form_was_left_is_still_reported(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, new: bool, opens: bool
) -> None:
    """The people's file has it: an alarm that took the form away left the journal without its entry."""
    people, goes_on = studio(tmp_path), threading.Event()
    for name in ("add", "reset"):
        store = getattr(people, name)
        monkeypatch.setattr(people, name, partial(_late, store, goes_on))
    screen = people_screen(qtbot, people)
    changed: list[tuple[str, Person, Person]] = []
    screen.changed.connect(lambda *what: changed.append(what))
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    screen.press() if new else screen.ask_pin()
    for key in screen.form.fields:
        screen.form.input(key).setText(entered("D7").get(key, OTHER))
    screen.form.enter()
    screen.form.begin()
    screen.close_form()
    if opens:
        screen.ask_pin()
        screen.form.input("people.ask.pin").setText("47")
    goes_on.set()
    qtbot.waitUntil(lambda: bool(changed), timeout=5_000)
    told = ("added", "D7") if new else ("reset", JONAS.id)
    assert [(what, person.id) for what, person, _ in changed] == [told]
    assert screen.form.isVisible() is opens
    assert screen.form.input("people.ask.pin").text() == ("47" if opens else "")


def _late(store: Callable[..., Person], goes_on: threading.Event, *args: object, **named: Any) -> Person:
    """Store on a slow disk."""
    assert goes_on.wait(10)
    return store(*args, **named)


def test_a_refusal_after_its_form_was_left_does_not_show_in_another(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, goes_on = studio(tmp_path), threading.Event()
    monkeypatch.setattr(people, "add", partial(_late, people.add, goes_on))
    screen = people_screen(qtbot, people)
    screen.press()
    for key in screen.form.fields:
        screen.form.input(key).setText(entered(JONAS.id).get(key, OTHER))
    screen.form.enter()
    screen.close_form()
    screen.ask_pin()
    screen.form.input("people.ask.pin").setText("47")
    goes_on.set()
    qtbot.waitUntil(lambda: not screen.form.work.busy)
    assert screen.form.note == "" and screen.form.input("people.ask.pin").text() == "47"


def test_a_second_person_of_a_name_is_added_once_it_was_asked(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    screen.press()

    def enters(id: str, name: str) -> None:
        for key in screen.form.fields:
            screen.form.input(key).setText(entered(id, name).get(key, OTHER))
        screen.form.enter()
        qtbot.waitUntil(lambda: not screen.form.work.busy)

    asks = words("en").text("people.name.same", name=RASA.name, id=RASA.id)
    enters("D-115", RASA.name.upper())
    assert screen.form.note == asks and len(people.people) == 3
    enters("D-116", RASA.name)
    assert screen.form.note == asks and len(people.people) == 3, "it was asked about another"
    enters("D-116", RASA.name)
    assert [each.name for each in people.people].count(RASA.name) == 2


def test_a_supervisor_who_was_disabled_elsewhere_changes_nothing_more(qtbot: QtBot, tmp_path: Path) -> None:
    """Least of all her own right: the open page blocked others, and let its supervisor in again."""
    people = studio(tmp_path)
    people.add(Person("S-2", "Ona", Role.SUPERVISOR, "lt"), PIN)
    screen = people_screen(qtbot, people)
    changed: list[object] = []
    screen.changed.connect(lambda *what: changed.append(what))
    people_in(people.path).disable(ANNA.id)
    for chosen in (JONAS, ANNA):
        screen.table.choose_key(chosen.id)
        assert screen.message == ""
        screen.block.click()
        qtbot.waitUntil(lambda: bool(screen.message))
        assert screen.message == words("en").text("people.disabled", name=ANNA.name, id=ANNA.id)
    for asks in (screen.press, screen.ask_pin):
        asks()
        for key in screen.form.fields:
            screen.form.input(key).setText(entered("D7").get(key, OTHER))
        screen.form.enter()
        qtbot.waitUntil(lambda: bool(screen.form.note))
        screen.close_form()
    states = {each.person.id: each.state for each in people.listed}
    assert states == {RASA.id: "active", JONAS.id: "active", ANNA.id: "disabled", "S-2": "active"}
    assert changed == [] and people.verify(JONAS.id, PIN) == Known(JONAS)


def test_the_list_follows_what_another_changes(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    people_in(people.path).disable(RASA.id)
    assert [each.state for each in screen.table.of.given] == ["active", "active", "active"]
    screen.look()
    assert [each.state for each in screen.table.of.given] == ["disabled", "active", "active"]
    assert screen.block.text() == words("en").text("people.enable")


def test_a_press_to_disable_does_not_enable_a_person_who_was_disabled_meanwhile(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The key's word turns as the list follows: a press that began before was on the other word."""
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    people_in(people.path).disable(RASA.id)
    screen.look()
    screen.block.click()
    assert not screen.work.busy and people.is_disabled(RASA.id)


def test_a_change_elsewhere_that_leaves_the_keys_word_refuses_no_press(qtbot: QtBot, tmp_path: Path) -> None:
    """A form's own change comes to the list by a look, too, if that is quicker."""
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    chosen = screen.selection
    assert chosen is not None
    people_in(people.path).add(Person("D-9", "Jonas", Role.DEALER, "lt"), PIN)
    screen.look()
    screen.block.click()
    assert screen.work.busy
    qtbot.waitUntil(lambda: not screen.work.busy)


def test_a_refused_change_is_explained_and_changes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    changed: list[object] = []
    screen.changed.connect(lambda *what: changed.append(what))
    screen.table.choose(2)
    screen.block.click()
    qtbot.waitUntil(lambda: bool(screen.message))
    assert screen.message == words("en").text("people.last_supervisor", name=ANNA.name)
    screen.press()
    for key, text in (("people.ask.id", RASA.id), ("people.ask.name", "Other")):
        screen.form.input(key).setText(text)
    for key in ("people.ask.pin", "people.ask.pin_again"):
        screen.form.input(key).setText(OTHER)
    screen.form.enter()
    qtbot.waitUntil(lambda: bool(screen.form.note))
    assert RASA.id in screen.form.note and screen.form.isVisible()
    QTest.keyClick(screen.form, Qt.Key.Key_Escape)
    assert not screen.form.isVisible() and changed == []
    assert len(people.people) == 3


def test_everybody_of_a_long_list_comes_into_view_and_is_copied(qtbot: QtBot, tmp_path: Path) -> None:
    people = people_in(tmp_path / "kept" / "people.json")
    for at in range(20):
        people.add(Person(f"D-{at + 1}", f"Person {at + 1}", Role.DEALER, "en"), PIN)
    screen = people_screen(qtbot, people)
    table = screen.table
    assert table.geometry().bottom() < screen.primary.y()
    QTest.keyClick(table, Qt.Key.Key_End)
    assert screen.selection is not None and screen.selection.person.id == "D-20"
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())
    QTest.keyClick(table, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [f"D-{at}\tPerson {at}\tDealer\t\tactive" for at in (19, 20)]
    assert QGuiApplication.clipboard().text().splitlines() == lines
    QTest.keyClicks(table, "p")
    assert screen.selection.person.id == "D-20", "the next name that begins so"


def test_names_are_sorted_as_the_language_of_the_screen_sorts_them(qtbot: QtBot, tmp_path: Path) -> None:
    people = people_in(tmp_path / "kept" / "people.json")
    for at, name in enumerate(("Zoe", "Öberg", "Åsa", "Ola", "Čiurlionis")):
        people.add(Person(f"D-{at + 1}", name, Role.DEALER, "en"), PIN)
    screen = people_screen(qtbot, people)
    for language, names in (
        ("sv", ["Čiurlionis", "Ola", "Zoe", "Åsa", "Öberg"]),
        ("de", ["Åsa", "Čiurlionis", "Öberg", "Ola", "Zoe"]),
    ):
        screen.set_words(words(language))
        screen.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
        assert [each.person.name for each in screen.table.of.rows] == names


def test_an_unreadable_people_file_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    (tmp_path / "kept" / "people.json").write_text("{}", "utf-8")
    screen.reload()
    assert "people.json" in screen.message and screen.selection is None


@pytest.mark.parametrize(("who", "may"), [(RASA, False), (JONAS, False), (ANNA, True)])
def test_only_a_supervisor_comes_to_it(qtbot: QtBot, tmp_path: Path, who: Person, may: bool) -> None:
    form = SignInScreen(studio(tmp_path), words("en"))
    qtbot.addWidget(form)
    form.ask(Purpose.PEOPLE)
    let_in: list[Person] = []
    form.verified.connect(let_in.append)
    for text in (who.id, PIN):
        QTest.keyClicks(form, text)
        QTest.keyClick(form, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not form.is_verifying)
    assert (let_in == [who]) is may


def test_a_dealer_is_added_with_licence_games_and_as_a_trainee(qtbot: QtBot, tmp_path: Path) -> None:
    """A wrong day keeps what was typed, the PIN too; other roles are asked for no licence."""
    people = studio(tmp_path)
    screen = people_screen(qtbot, people)
    screen.press()
    form = screen.form
    typed = entered("D-115") | {NUMBER: "SE 4711", DAY: "31.13.2027"}
    for key in form.fields:
        QTest.keyClicks(form.input(key), typed.get(key, OTHER))
    for code in ("roulette", "trainee"):
        next(each for each in form.findChildren(ChoiceKey) if each.code == code).click()
    QTest.keyClick(form.input("people.ask.pin_again"), Qt.Key.Key_Return)
    assert says(form, "is not a date") and len(people.people) == 3
    form.input(DAY).selectAll()
    QTest.keyClicks(form.input(DAY), "2027-01-31")
    with qtbot.waitSignal(screen.licensed) as licensed:
        QTest.keyClick(form.input("people.ask.pin_again"), Qt.Key.Key_Return)
    rights = DealingRights("SE 4711", date(2027, 1, 31), ("roulette",), trainee=True)
    assert people.rights("D-115") == rights
    change, by, what = licensed.args
    assert (change, by, what) == (PeopleChange("D-115", "dealer", rights=rights.text), screen.person, "added")
    screen.press()
    assert not form.games.games and not form.games.trainee, "the next person's form is empty"
    form.choose_role("pit_boss")
    assert not {NUMBER, DAY} & {*form.fields} and not form.games.isVisible()


def test_a_licence_that_another_table_changed_meanwhile_is_not_overwritten(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The form has the licence as it was; the person who opens it again sees what it is now."""
    people, elsewhere = (
        studio(tmp_path),
        DealingRights("4712", date(2028, 12, 31), ("baccarat",), trainee=True),
    )
    people.set_rights(RASA.id, DealingRights("4711", date(2025, 12, 31), ("baccarat",)), "new")
    screen = people_screen(qtbot, people)
    screen.licence.click()
    form = screen.licence_form
    people.set_rights(RASA.id, elsewhere, "as the office has it")
    screen.look()
    next(each for each in form.findChildren(ChoiceKey) if each.code == "roulette").click()
    QTest.keyClicks(form.input(REASON), "one more game")
    form.enter()
    qtbot.waitUntil(partial(says, form, words("en").text("people.rights.changed", name=RASA.name)))
    assert people.rights(RASA.id) == elsewhere
    screen.close_form()
    screen.licence.click()
    assert [form.input(key).text() for key in (NUMBER, DAY)] == ["4712", "31/12/2028"]
    assert form.games.trainee
    QTest.keyClicks(form.input(REASON), "one more game")
    form.enter()
    qtbot.waitUntil(lambda: not form.isVisible())


def test_a_supervisor_mends_a_wrong_date_at_once_with_a_reason(qtbot: QtBot, tmp_path: Path) -> None:
    """The journal gets what a dealer may deal from now on, and why: with the date, the games, the rest."""
    people = studio(tmp_path)
    people.set_rights(RASA.id, DealingRights("4711", date(2025, 12, 31), ("baccarat",)), "new")
    screen = people_screen(qtbot, people)
    screen.licence.click()
    form = screen.licence_form
    assert [form.input(key).text() for key in (NUMBER, DAY, REASON)] == ["4711", "31/12/2025", ""]
    for typed, refused in (("31.13.2026", "is not a date"), ("31.12.2026", "Give the reason")):
        form.input(DAY).selectAll()
        QTest.keyClicks(form.input(DAY), typed)
        form.enter()
        qtbot.waitUntil(partial(says, form, refused))
    next(each for each in form.findChildren(ChoiceKey) if each.code == "roulette").click()
    form.input(REASON).setFocus()
    QTest.keyClicks(form.input(REASON), "the year was wrong")
    with qtbot.waitSignal(screen.licensed) as licensed:
        QTest.keyClick(form.input(REASON), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not form.isVisible())
    change, author, _ = licensed.args
    assert (change.id, change.role, change.reason, author) == (RASA.id, "dealer", "the year was wrong", ANNA)
    assert PeopleChange.of(change.text) == change
    assert change.rights == "4711 2026-12-31 baccarat,roulette -"
    assert people.rights(RASA.id) == DealingRights("4711", date(2026, 12, 31), ("baccarat", "roulette"))
