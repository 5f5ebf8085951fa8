"""A press that is being saved: its key steps back at once, and none is taken until its answer is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import lines
from console.table.journal import SqliteJournal, review
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import Button, theme
from console.table.ui.sign_in import Purpose
from tests.base.words.catalogues import words
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.harness.painting import stand_still
from tests.table.ui.harness.straight import Straight, straight


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        yield made


def waiting(table: Straight) -> list[dict[str, Any]]:
    """The lines that the window has said and the table has not taken yet."""
    return [msgspec.json.decode(line) for line, _ in table.line.waiting]


def tapped(table: Straight, key: Button) -> None:
    """Touched, long after the prompt was painted; the table takes nothing meanwhile."""
    table.clock.advance(0.9)
    assert key.isVisible()
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)


def press_enter(table: Straight) -> None:
    table.clock.advance(0.9)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)


def at_the_announcement(table: Straight) -> None:
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    for card in ("9H", "2S", "KD", "4C"):
        table.take({"do": "card", "card": card})


# --- the large key -------------------------------------------------------------------------------


def test_enter_twice_within_a_slow_commit_confirms_one_prompt(table: Straight) -> None:
    """LT-BAC-22, LT-BAC-23: announced is not collected."""
    at_the_announcement(table)
    for _ in range(4):
        press_enter(table)
    assert [line["do"] for line in waiting(table)] == ["done"]
    table.settle()
    assert table.view.view.prompt.action == "collect"
    press_enter(table)
    table.settle()
    assert table.view.view.prompt.action == "await_bets", "what is asked next takes its press as ever"


def test_press_again_is_not_said_any_more_once_a_press_was_sent(table: Straight) -> None:
    """The note stands for three seconds; beside the next prompt's key it would ask for a press of that."""
    at_the_announcement(table)
    table.settle()
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    note = table.window.dealer.press_note
    assert note is not None and note.text == words("en").text("press.too_new")
    press_enter(table)
    assert note.isHidden()
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    assert not note.isHidden(), "a press while that one is saved is answered in its turn"
    table.settle()
    assert not note.isHidden()


def test_enter_twice_on_a_slow_disk_signs_off_one_step(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seconds for a commit: receive_decks is not inspect."""
    disk, append = Event(), SqliteJournal.append

    def slow(self: SqliteJournal, *given: Any, **named: Any) -> int:
        assert disk.wait(60)
        return append(self, *given, **named)

    with at_work(qtbot, tmp_path, "lt") as work:
        while work.due != "receive_decks":
            work.follow()
        work.clock.advance(0.9)
        monkeypatch.setattr(SqliteJournal, "append", slow)
        entry = work.view.entry
        for _ in range(3):
            QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
            stand_still(work.clock, 0.9)
        assert work.window.dealer.bar.primary.steps_back
        disk.set()
        work.until(lambda: work.view.entry > entry)
        work.until(work.is_settled)
        assert work.view.prompt.action == "inspect"
        with review(work.console.config.journal) as journal:
            since = [row for row in journal.entries(entry) if row.person == "D1"]
        assert [(row.kind, row.refused) for row in since] == [("step_done", None)], "a shoe may greet"
        assert not work.window.dealer.bar.primary.steps_back


def test_the_key_steps_back_at_once_and_comes_forward_with_the_answer(table: Straight) -> None:
    at_the_announcement(table)
    key = table.window.dealer.bar.primary

    def ground() -> QColor:
        return key.grab().toImage().pixelColor(24, key.height() // 2)

    assert ground() == theme.NOW
    press_enter(table)
    assert key.steps_back and ground() != theme.NOW, "not only after 0.3 s"
    table.settle()
    assert not key.steps_back and ground() == theme.NOW


def test_a_refused_press_gives_the_key_back(table: Straight) -> None:
    at_the_announcement(table)
    press_enter(table)
    line, pressed = table.line.waiting.popleft()
    table.line.waiting.append((b'{"do":"sign_out","who":"D1"}', False))
    table.settle()
    table.line.waiting.append((line, pressed))
    table.settle()
    assert not table.window.dealer.bar.primary.steps_back


# --- number pad, card pad, tiles, answers, outcome -----------------------------------------------


def test_a_number_touched_twice_while_it_is_saved_counts_once(qtbot: QtBot) -> None:
    """ROU-3.1.2: a number is confirmed by a press of its own, once its prompt is shown."""
    with straight(qtbot, "sv", "roulette", devices=False) as table:
        for line in (
            {"do": "bets", "state": "open"},
            {"do": "bets", "state": "closed"},
            {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
        ):
            table.take(line)
        numbers = table.window.dealer.numbers
        assert numbers.pick is not None
        tapped(table, numbers.pick.keys[17])
        assert numbers.pick.keys[17].steps_back
        tapped(table, numbers.pick.keys[17])
        assert [line["do"] for line in waiting(table)] == ["number"]
        table.settle()
        assert table.view.view.prompt.action == "confirm_number"
        tapped(table, numbers.pick.keys[17])
        table.settle()
        assert table.view.view.phase == "result"


def test_a_card_touched_twice_in_manual_mode_is_one_card(qtbot: QtBot) -> None:
    with straight(qtbot, "sv") as table:
        table.enter_by_hand()
        table.type("h9")
        press_enter(table)
        table.type("h9")
        press_enter(table)
        assert [line["do"] for line in waiting(table)] == ["card"]
        table.settle()
        press_enter(table)
        table.settle()
        lying = table.view.view.coup
        assert lying is not None and (lying.player, lying.banker) == (("9H",), ())


def test_a_kind_an_answer_and_an_outcome_are_each_taken_once(table: Straight) -> None:
    """LT-BAC-18: what opens after a tile was touched is not answered by the same finger."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    table.take({"do": "card", "card": "9H"})
    screen = table.window.dealer
    table.touch(screen.bar.wrong)
    zone = screen.incident.zone
    at = zone.kinds.page_kinds(table.view).index("card_fell")
    once(table, zone.kinds.tiles[at], beside=zone.kinds.tiles[at + 1])
    while screen.incident_stage is Stage.FACT:
        once(table, zone.facts.answer_tiles[0], beside=zone.facts.answer_tiles[1])
    table.key(Qt.Key.Key_F4)
    table.pin()
    assert screen.incident_stage is Stage.OUTCOME
    once(table, screen.incident.bar.primary, beside=screen.incident.bar.back)


def once(table: Straight, key: Button, *, beside: Button) -> None:
    """Touched three times while it is saved, and the key beside it: one line of it goes out."""
    tapped(table, key)
    assert key.steps_back and not beside.steps_back
    for each in (key, beside, key):
        tapped(table, each)
    assert len(waiting(table)) == 1
    table.settle()
    assert not key.steps_back


def test_a_kind_is_not_chosen_before_the_report_itself_is_saved(table: Straight) -> None:
    """A kind chosen before would be a second report, which waits behind the first."""
    at_the_announcement(table)
    screen = table.window.dealer
    tapped(table, screen.bar.wrong)
    tapped(table, screen.incident.zone.kinds.tiles[0])
    assert [line["do"] for line in waiting(table)] == ["incident"]
    table.settle()
    tapped(table, screen.incident.zone.kinds.tiles[0])
    assert [line["do"] for line in waiting(table)] == ["answer"]
    table.settle()
    assert table.view.view.incident is not None and table.view.view.incident.queued == 0


def test_while_a_press_is_saved_the_pit_boss_is_called_once_and_an_alarm_goes_out(
    table: Straight,
) -> None:
    at_the_announcement(table)
    press_enter(table)
    tapped(table, table.window.dealer.bar.call)
    tapped(table, table.window.dealer.bar.call)
    tapped(table, table.window.dealer.bar.wrong)
    assert [line["do"] for line in waiting(table)] == ["done", "call", "incident"]


# --- a sign-in: until the table has taken it, nobody knows in whose name a press is ------------------


def comes(table: Straight, who: str, purpose: Purpose) -> None:
    """Enters a right PIN at this screen; the table takes nothing meanwhile."""
    table.window.sign_in.ask(purpose)
    table.window.sign_in.screen.verified.emit(table.person(who))


def test_a_pit_boss_answers_nothing_in_the_dealers_name_while_the_sign_in_is_saved(table: Straight) -> None:
    """The question is the same before and after: the screen does not show whose press it is."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    table.take({"do": "card", "card": "9H"})
    table.take({"do": "incident", "kind": "card_fell", "by": "D1"})
    choice = table.window.dealer.incident.zone.facts.answer_tiles[0]
    comes(table, "P1", Purpose.PIT_BOSS)
    tapped(table, choice)
    assert [line["do"] for line in waiting(table)] == ["sign_in"]
    table.settle()
    tapped(table, choice)
    assert [(line["do"], line["by"]) for line in waiting(table)] == [("answer", "P1")]


def test_a_relief_dealer_confirms_nothing_in_the_name_of_the_one_before(table: Straight) -> None:
    at_the_announcement(table)
    comes(table, "D2", Purpose.RELIEF)
    press_enter(table)
    assert [line["do"] for line in waiting(table)] == ["sign_in"]
    table.settle()
    press_enter(table)
    assert [(line["do"], line["by"]) for line in waiting(table)] == [("done", "D2")]


def test_an_answer_changed_while_a_pit_boss_signs_in_elsewhere_is_stale(qtbot: QtBot) -> None:
    """BJ-4.1: the dealer saw that a pit boss was asked for; when the answer is taken one has come."""
    with straight(qtbot, "de", "blackjack") as table:
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "seats", "seats": [1]})
        table.take({"do": "bets", "state": "closed"})
        report = {"kind": "prohibited_action", "facts": {"what": "cards_changed"}, "by": "D1"}
        table.take({"do": "incident", **report})
        assert (table.view.view.prompt.action, table.view.view.prompt.actor) == ("sign_in", "pit_boss")
        table.clock.advance(1.0)
        sign_in = {"do": "sign_in", "who": "P1", "role": "pit_boss"}
        table.line.waiting.append((msgspec.json.encode(sign_in), False))
        table.window.people_here.send_line(lines.Answer("D1", {"what": "card_peeked"}))
        table.settle()
        assert [(each.kind, each.refused) for each in table.kept.entries][-1] == (
            "incident_answered",
            "stale",
        )
        incident = table.view.view.incident
        assert incident is not None and incident.facts == {"what": "cards_changed"}
