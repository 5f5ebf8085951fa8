"""A person leaves something typed or open at the screen: the next one's press confirms none of it."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from console.table.core import Person, Role
from console.table.core.state.events import OutcomeAuthorised, StepDone
from console.table.core.state.typed_facts import SERIAL
from console.table.ui.incident.stage import Stage
from tests.table.core.tables import Seen
from tests.table.ui.harness.straight import Straight, straight

SECOND = Person("P2", "Birna K.", Role.PIT_BOSS, "en")
BETS: tuple[Seen, ...] = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
NO_REASON_FITS: Seen = {"do": "incident", "kind": "cannot_continue", "facts": {"reason": "other"}, "by": "D1"}


def pit_boss_comes(table: Straight, person: Person) -> None:
    table.key(Qt.Key.Key_F4)
    table.window.sign_in.screen.verified.emit(person)
    table.settle()


def another_pit_boss_comes(table: Straight) -> None:
    """The one who is here ends the own authority, and another one signs in."""
    table.key(Qt.Key.Key_F8)
    pit_boss_comes(table, SECOND)


def takes(table: Straight, *lines: Seen) -> None:
    for line in lines:
        table.take(line)


def test_a_pit_boss_authorises_by_no_reason_that_another_one_typed(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        takes(table, *BETS, NO_REASON_FITS)
        pit_boss_comes(table, table.person("P1"))
        deciding = table.window.dealer.incident.zone.deciding
        deciding.field.setText("Smoke at table 4")
        another_pit_boss_comes(table)
        assert deciding.reason is None
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.action == "authorise", "nothing was given"
        deciding.field.setText("Fire alarm")
        table.key(Qt.Key.Key_Return)
    (authorised,) = [each.event for each in table.kept.entries if each.kind == "outcome_authorised"]
    event = msgspec.json.decode(authorised, type=OutcomeAuthorised)
    assert (event.by, event.reason) == ("P2", "Fire alarm")


def test_a_pit_boss_who_comes_back_finds_the_own_reason(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        takes(table, *BETS, NO_REASON_FITS)
        pit_boss_comes(table, table.person("P1"))
        deciding = table.window.dealer.incident.zone.deciding
        deciding.field.setText("Smoke at table 4")
        table.key(Qt.Key.Key_F8)
        pit_boss_comes(table, table.person("P1"))
        assert deciding.reason == "Smoke at table 4"


def test_a_pit_boss_withdraws_by_no_reason_that_another_one_chose(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        takes(table, *BETS, {**NO_REASON_FITS, "facts": {"reason": "health"}})
        pit_boss_comes(table, table.person("P1"))
        dialog, deciding = table.window.dealer.incident.dialog, table.window.dealer.incident.zone.deciding
        dialog.withdraw()
        deciding.pick(0)
        assert deciding.reason is not None
        another_pit_boss_comes(table)
        dialog.withdraw()
        table.settle()
        assert table.window.dealer.incident_stage is Stage.WITHDRAW and deciding.reason is None


def test_a_pit_boss_enters_no_card_that_another_one_keyed_in(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        table.enter_by_hand()
        by_hand = table.window.dealer.incident.zone.by_hand
        table.type("9h")
        assert by_hand.card is not None
        another_pit_boss_comes(table)
        assert by_hand.card is None
        before = table.kept.last
        table.key(Qt.Key.Key_Return)
        assert table.kept.last == before


def test_a_dealer_answers_by_no_number_that_another_one_typed(qtbot: QtBot) -> None:
    with straight(qtbot, "lt", "roulette") as table:
        takes(
            table,
            *BETS,
            {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
            {"do": "number", "number": 17, "source": "reader"},
            {"do": "done", "by": "D1"},
            {"do": "incident", "kind": "wrong_number_recorded", "by": "D1"},
        )
        table.type("15")
        facts = table.window.dealer.incident.zone.facts
        assert facts.number == 15
        table.take({"do": "sign_in", "who": "D2", "role": "dealer"})
        assert facts.number is None


def test_a_dealer_confirms_no_count_and_no_set_that_another_one_typed(qtbot: QtBot) -> None:
    with straight(qtbot, "sv") as table:
        takes(
            table,
            {"do": "sign_in", "who": "P1", "role": "pit_boss"},
            {"do": "reshuffle", "by": "P1", "new": True},
        )
        panel = table.window.dealer.preparation
        assert panel.set_number is not None
        panel.set_number.field.setText("A-17")
        table.take({"do": "sign_in", "who": "D2", "role": "dealer"})
        assert not panel.set_number.field.text()
        table.take({"do": "done", "by": "D2"})
        table.type("416")
        assert panel.count is not None and panel.count.number == 416
        table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
        assert panel.count.number is None
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.action == "inspect", "nobody has counted yet"
        table.type("416")
        table.key(Qt.Key.Key_Return)
    counted = [each.event for each in table.kept.entries if each.kind == "step_done"][-1]
    event = msgspec.json.decode(counted, type=StepDone)
    assert (event.by, event.counted) == ("D1", 416)


def test_a_pit_boss_notes_no_serial_that_another_one_typed(qtbot: QtBot) -> None:
    with straight(qtbot, "sv", "roulette") as table:
        takes(table, {"do": "sign_in", "who": "P1", "role": "pit_boss"}, {"do": "close", "by": "P1"})
        while table.view.view.prompt.action != "open_table":
            table.take({"do": "done", "by": "D1" if table.view.view.prompt.actor == "dealer" else "P1"})
        table.take({"do": "open", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        pit_boss_comes(table, table.person("P1"))
        panel = table.window.dealer.preparation
        assert table.view.view.prompt.action == "check_wheel" and SERIAL in panel.typed
        panel.typed[SERIAL].field.setText("W-2")
        another_pit_boss_comes(table)
        assert panel.typed_texts == {"note": None}


def test_a_correction_that_was_left_open_ends_with_its_round(qtbot: QtBot) -> None:
    """It lay over the next round's prompts, whose presses did nothing until Esc."""
    with straight(qtbot) as table:
        takes(table, *BETS, {"do": "card", "card": "9H"}, {"do": "card", "card": "2S"})
        pit_boss_comes(table, table.person("P1"))
        table.window.pit.correct()
        table.settle()
        stages = [table.window.dealer.incident_stage]
        takes(table, {"do": "card", "card": "KD"}, {"do": "card", "card": "4C"})
        stages.append(table.window.dealer.incident_stage)
        table.take({"do": "done", "by": "D1"})  # the result is announced
        stages.append(table.window.dealer.incident_stage)
    assert stages == [Stage.CORRECT, Stage.CORRECT, Stage.PLAY]
