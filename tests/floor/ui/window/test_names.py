"""People and tables are called by their names on the wall: after they have left, and if a name is hostile."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor import texts
from console.floor.reported_names import ReportedName
from console.floor.wall import CallEvent, FloorTable
from tests.floor.readings import reading, waiting
from tests.floor.ui.wall_at_work import ESC, LANGUAGE, TO_LIST, WallAtWork, WallOf
from tests.table.ui.samples.tables import NOW, SAMPLES


def test_a_person_removed_from_the_people_file_keeps_the_name_a_table_sent(
    floor: WallAtWork,
) -> None:
    floor.hear(1.0, reading(waiting("B1", "call", dealer="Guðrún Æ.", people={"D4": "Guðrún Æ."})))
    without = [waiting(name, "call", dealer=who, people={}) for name, who in (("B1", "D4"), ("B2", "D9"))]
    floor.hear(1.0, reading(*without))
    floor.press(TO_LIST)
    dealers = {line.place: line.dealer for line in floor.lines}
    assert (dealers["B1"], dealers["B2"]) == ("Guðrún Æ.", "D9"), "nobody was told who D9 is"


def test_a_restarted_wall_knows_who_has_left_the_people_file(floor: WallAtWork) -> None:
    """Each table's names are its own: what another table calls D9 changes nothing of them."""
    kept = (
        ReportedName("D4", "Guðrún Æ.", "B1", 1, 1, 60.0),
        ReportedName("D9", "Rasa K.", "B2", 1, 1, 60.0),
        ReportedName("D9", "Rasa K.", "B3", 1, 1, 60.0),
    )
    tables = (
        waiting("B1", "call", dealer="D4"),
        waiting("B2", "call", dealer="Rasa J.", people={"D9": "Rasa J."}),
        waiting("B3", "call", dealer="D9", pit_boss="D4"),
        waiting("B4", "call", dealer="D5"),
    )
    floor.hear(1.0, replace(reading(*tables), names=kept))
    floor.hear(1.0, replace(reading(*tables), names=tuple(kept)))
    floor.press(TO_LIST)
    dealers = {line.place: line.dealer for line in floor.lines}
    assert dealers == {"B1": "Guðrún Æ.", "B2": "Rasa J.", "B3": "Rasa K.", "B4": "D5"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_names_are_texts_on_the_wall_in_the_list_and_in_the_opened_table(
    wall_of: WallOf, qtbot: QtBot, language: str
) -> None:
    """A console's own name is markup nowhere, and turns no text beside it around."""
    view, rooms = SAMPLES["dealing"], ("<b>Salle</b>", "\u202eelles", "S" * 5_000)
    names = [texts.one_line(each) for each in ("<b>B1</b>", "\u202e1B\u2067", "N" * 5_000)]
    tables = [
        waiting(name, "call", dealer=name, room=room, people={"P7": name})
        for name, room in zip(names, rooms, strict=True)
    ]

    def opener(table: str) -> FloorTable:
        event = CallEvent(at=NOW, what="coming", name=texts.one_line("<i>\u202e"))
        return FloorTable(table=table, at=NOW, number=812, good=True, market="sv", view=view, events=(event,))

    floor = wall_of(reading(*tables), opener)
    while floor.window.words.language != language:
        floor.press(LANGUAGE)
    floor.hear()
    for name in names:
        assert floor.name(name).startswith(name)
        assert name in floor.places
        floor.window.presses.open_table(name)
        qtbot.waitUntil(lambda: floor.window.views.opened.felt is not None)
        spoken = floor.window.views.opened.accessibleName()
        assert "\u202e" not in spoken and len(spoken) < 2_000
        floor.window.views.opened.grab()
        floor.press(ESC)
    floor.window.wall_menu.ask_rooms()
    floor.window.grab()
    labels = floor.window.findChildren(QLabel)
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    assert not floor.window.findChildren(QTextEdit)
    every = [part.accessibleName() for part in floor.window.findChildren(QWidget)]
    assert not any("\u202e" in each for each in every)
