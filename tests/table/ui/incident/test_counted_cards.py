"""A pit boss says at the window how many cards several readings were, or were burned wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from console.table.ui.incident.stage import Stage
from tests.base.words.catalogues import words
from tests.table.ui.harness.straight import Straight, straight

EN = words("en")


def pit_boss(table: Straight) -> None:
    table.key(Qt.Key.Key_F4)
    table.pin()


def test_a_pit_boss_says_of_how_many_cards_readings_were(qtbot: QtBot) -> None:
    """LT-BAC-24b."""
    with straight(qtbot, "lt") as table:
        for state in ("open", "closed"):
            table.take({"do": "bets", "state": state})
        for face in ("9H", "2S", "KD", "4C"):
            table.take({"do": "card", "card": face})
        table.take({"do": "unread"})
        table.take({"do": "unread"})
        table.take({"do": "incident", "kind": "extra_card_drawn", "by": "D1", "facts": {"shown": True}})
        pit_boss(table)
        screen = table.window.dealer
        assert screen.incident_stage is Stage.OUTCOME
        back = screen.incident.bar.back
        assert back.text() == EN.text("button.back_to", fact=EN.text("fact.name.drawn"))
        table.touch(back)
        assert screen.incident.zone.facts.values == (1, 2)
        assert EN.text("fact.drawn") in screen.prompt.accessibleName()
        table.touch(screen.incident.zone.facts.answer_tiles[1])
        assert table.view.view.incident is not None
        assert table.view.view.incident.facts == {"shown": True, "drawn": 2}
        table.key(Qt.Key.Key_Return)
        assert (table.view.view.prompt.action, table.session.table.shoe.left) == ("burn", 408)


def test_a_pit_boss_says_how_many_cards_were_burned_too_few(qtbot: QtBot) -> None:
    """LT-BAC-14."""
    with straight(qtbot, "lt") as table:
        table.take({"do": "incident", "kind": "under_burn", "by": "D1"})
        pit_boss(table)
        screen = table.window.dealer
        table.touch(screen.incident.bar.back)
        assert EN.text("fact.cards.under_burn") in screen.prompt.accessibleName()
        assert screen.incident.zone.facts.values == tuple(range(1, 12))
        table.touch(screen.incident.zone.facts.answer_tiles[0])
        table.key(Qt.Key.Key_Return)
        assert table.session.table.shoe.left == 415
