"""The tab of a simulated table that says what its dealer should rehearse today."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.rehearsals.commands.rehearsals import RehearsalOptions, everybody_due
from console.rehearsals.proficiency.record_file import RehearsalRecords
from console.rehearsals.ui.due_tab import DueTab
from console.table.core import Person, Role, Trade
from console.table.people import PeopleFile, people
from console.table.ui.kit import advance, theme
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign
from console.table.ui.window import FirstScreen
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, small, texts_of
from tests.table.ui.harness.straight import Straight
from tests.table.ui.samples.seats import SEAT_SAMPLES


def due_tab(qtbot: QtBot, language: str, *texts: str, wide: int = 1280) -> DueTab:
    window = Straight("sv", "blackjack", language=language).window
    qtbot.addWidget(window)
    window.resize(wide, 800)
    window.dealer.show_view(SEAT_SAMPLES["bj-training"])
    return DueTab(window, lambda *_: texts, lambda _: None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_want_of_room_it_says_less_and_no_smaller(qtbot: QtBot, language: str) -> None:
    """In German it stood there in 13 units."""
    short = words(language).text("rehearsal.due.short")
    named = words(language).text("rehearsal.due", what="x" * 60)
    tab = due_tab(qtbot, language, named, short)
    assert tab.isVisible() and tab.text() == short
    assert advance(short, theme.font(theme.LEAST, bold=True)) < tab.width()


def test_with_room_it_names_what_to_practise(qtbot: QtBot) -> None:
    tab = due_tab(qtbot, "en", "Today’s rehearsal: card fell", "Today’s rehearsal", wide=2000)
    assert tab.text() == "Today’s rehearsal: card fell"


def test_without_room_for_any_text_there_is_no_empty_tab(qtbot: QtBot) -> None:
    assert not due_tab(qtbot, "en", "x" * 80, "x" * 60).isVisible()


def test_if_nothing_is_due_it_leads_to_all_rehearsals(qtbot: QtBot) -> None:
    assert due_tab(qtbot, "en").text() == words("en").text("rehearsal.button.all")


@pytest.mark.parametrize("signing_in", [False, True])
def test_beneath_the_first_question_it_is_covered_and_beside_a_sign_in_it_is_in_view(
    qtbot: QtBot, signing_in: bool
) -> None:
    table = Straight("sv", "blackjack")
    window = table.window
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.dealer.show_view(SEAT_SAMPLES["bj-training"])
    if signing_in:
        window.sign_in.ask(Purpose.DEALER)
    else:
        first = FirstScreen(window.words, Sign("play.deal"), window)
        first.setGeometry(window.room)
        first.ask()
    tab = DueTab(window, lambda *_: ("Today’s rehearsal",), lambda _: None)
    window.show()
    assert (window.childAt(tab.geometry().center()) is tab) is signing_in


def test_the_records_are_read_once_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first screen waits for it, and a house has a hundred people and years of records."""
    read, given = list[RehearsalRecords](), RehearsalRecords._read_file

    def noted(records: RehearsalRecords) -> Any:
        read.append(records)
        return given(records)

    monkeypatch.setattr(RehearsalRecords, "_read_file", noted)
    assert everybody_due(RehearsalOptions("lt", "en"), words("en"), game="blackjack")
    assert len(read) == 1


def test_the_first_screen_names_nobody_without_a_role_at_a_table(tmp_path: Path) -> None:
    """Technicians and shufflers sign in to no rehearsal: they would be due for ever."""
    listed = PeopleFile(tmp_path / "people.json")
    for number, role in enumerate((*Role, *Trade)):
        listed.add(Person(f"X{number}", f"the {role}", role, "en"), "583920")
    options = RehearsalOptions("lt", "en", people=tmp_path / "people.json")
    (said,) = everybody_due(options, words("en"), game="blackjack")
    assert all((f"the {role}" in said) is isinstance(role, Role) for role in (*Role, *Trade))


@pytest.mark.parametrize(
    ("language", "whose"),
    [
        ("en", "Rehearsal “Prohibited action” for Ona K."),
        ("sv", "Övningen ”Förbjuden aktion” för Ona K."),
        ("ja", "Ona K.の訓練：「禁止行為」"),
        ("lt", "Pratybas „Draudžiamas veiksmas“ atlieka Ona K."),
        ("is", "Æfingin „Bannhegðun“ fyrir Ona K."),
        ("de", "Fallübung „Verbotene Handlung“ für Ona K."),
    ],
)
def test_the_first_screen_does_not_name_a_rehearsal_as_somebodys_deed(
    tmp_path: Path, language: str, whose: str
) -> None:
    """'Prohibited action: Ona K.' read as what she had done."""
    listed = PeopleFile(tmp_path / "people.json")
    listed.add(Person("D1", "Ona K.", Role.DEALER, "lt"), "583920")
    options = RehearsalOptions("lt", language, people=tmp_path / "people.json")
    (said,) = everybody_due(options, words(language), game="blackjack")
    assert said == whose


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_names_each_person_and_what_to_rehearse_today(qtbot: QtBot, language: str) -> None:
    """Nobody is signed in there: of practice people, who have rehearsed nothing, each has something due."""
    window = Straight("lt", "blackjack", language=language).window
    qtbot.addWidget(window)
    window.resize(1280, 800)
    first = FirstScreen(window.words, Sign("play.deal"), window)
    first.ask()
    assert not flaws(first) and words(language).text("rehearsal.due.short") not in first.accessibleName()
    everybody = partial(everybody_due, RehearsalOptions("lt", language), game="blackjack")
    DueTab(window, lambda *_: (), lambda _: None, everybody)
    said = " ".join(text.text for text in texts_of(first))
    names = [each.person.name for each in people(language).practice_people]
    assert len(names) == 4 and all(name in said for name in names)
    assert words(language).text("rehearsal.due.short") in said
    assert flaws(first) == [] and small(texts_of(first)) == []
    other = words("sv" if language != "sv" else "de")
    first.set_words(other)
    assert other.text("rehearsal.due.short") in first.accessibleName()
