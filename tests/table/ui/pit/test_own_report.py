"""A pit boss reports in the own name, from the own page; the outcome is a press of its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from console.base.words import LOCALES
from console.table.core import Phase
from console.table.ui.incident.stage import Stage
from console.table.ui.sign_in import Purpose
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.harness.straight import Straight, straight

OPEN, CLOSED = ({"do": "bets", "state": state} for state in ("open", "closed"))
CARDS: tuple[dict[str, Any], ...] = ({"do": "card", "card": "9H"}, {"do": "card", "card": "2S"})


def at_the_page(table: Straight) -> None:
    """P1 has come to overlook a coup with two cards out."""
    for line in (OPEN, CLOSED, *CARDS):
        table.take(line)
    table.window.sign_in.ask(Purpose.PIT_BOSS)
    table.pin()
    assert table.window.pit.page.is_there


def lines_since(table: Straight, since: int) -> list[dict[str, Any]]:
    """The lines of incidents from an entry on, with whose they are."""
    entries = table.kept.entries[since:]
    decoded = [msgspec.json.decode(each.line) for each in entries if each.line is not None]
    ours = [line for line in decoded if line["do"] in ("incident", "answer", "authorise", "withdraw")]
    return [{field: value for field, value in line.items() if field != "seen"} for line in ours]


@pytest.mark.parametrize(
    ("kind", "facts"), [("card_fell", {"cards": 1, "seen": False}), ("technical_fault", None)]
)
def test_a_pit_bosss_report_carries_their_name_and_its_outcome_waits(
    qtbot: QtBot, kind: str, facts: dict[str, Any] | None
) -> None:
    """Four eyes: nothing of it is the dealer's; and no line of the window authorises an unseen outcome."""
    with straight(qtbot) as table:
        at_the_page(table)
        since, page, dealer = len(table.kept.entries), table.window.pit.page.screen, table.window.dealer
        assert page is not None
        table.touch(page.wrong)
        assert not table.window.pit.page.is_there and dealer.incident_stage is Stage.KIND
        assert table.view.incident.reported is not None and table.view.incident.reported.by.id == "P1"
        dealer.incident.dialog.choose_kind(kind, {})
        table.settle()
        if facts is not None:
            dealer.incident.dialog.answer_all({**facts})
            table.settle()
        assert table.window.people_here.pit_boss_here() == "P1"
        assert table.view.view.incident is not None and table.view.view.incident.state == "awaiting"
        assert {line["by"] for line in lines_since(table, since)} == {"P1"}
        assert all(line["do"] != "authorise" for line in lines_since(table, since))
        whole = [
            line
            for line in lines_since(table, since)
            if line["do"] == "incident" and line["kind"] is not None
        ]
        assert not whole
        table.touch(dealer.incident.bar.primary)
        assert lines_since(table, since)[-1]["do"] == "authorise"


def test_a_second_report_waits_without_its_kind_behind_the_open_one(qtbot: QtBot) -> None:
    """Whole, it would be authorised by itself when it opens: nobody would have seen its outcome."""
    with straight(qtbot) as table:
        for line in (OPEN, CLOSED, *CARDS):
            table.take(line)
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
        fell = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"}
        table.take(fell)
        table.take({"do": "authorise", "by": "P1"})
        table.take({"do": "sign_out", "who": "P1"})
        table.window.sign_in.ask(Purpose.PIT_BOSS)
        table.pin()
        since = len(table.kept.entries)
        table.window.arrivals.show_page()
        table.window.dealer.incident.dialog.begin_own()
        table.settle()
        assert table.window.dealer.incident_stage is Stage.KIND and lines_since(table, since) == []
        table.window.dealer.incident.dialog.choose_kind("technical_fault", {})
        table.settle()
        said = {"do": "incident", "by": "P1", "kind": None, "facts": None, "meant": "technical_fault"}
        assert lines_since(table, since) == [said]
        assert [each.by.id for each in table.view.incident.queue] == ["P1"]


@pytest.mark.parametrize("kind", [None, "no_spin"])
def test_a_pit_bosss_own_question_is_not_asked_of_the_dealer_after_a_restart(
    qtbot: QtBot, kind: str | None
) -> None:
    """The table knows the pit boss still; at the screen nobody has the authority: it waits as after F8."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (OPEN, CLOSED, {"do": "sign_in", "who": "P1", "role": "pit_boss"}):
            table.take(line)
        table.take({"do": "incident", "by": "P1", **({} if kind is None else {"kind": kind})})
        assert table.view.view.prompt.action == "answer"
        table.restart(qtbot)
        dealer, since = table.window.dealer, len(table.kept.entries)
        restarted = (dealer.incident_stage, dealer.prompt.text, dealer.bar.primary.text())
        table.key(Qt.Key.Key_2)
        assert table.named("D1", since) == []
        table.take({"do": "sign_out", "who": "P1"})
        assert restarted == (dealer.incident_stage, dealer.prompt.text, dealer.bar.primary.text())
        table.touch(dealer.bar.primary)
        table.pin()
        assert dealer.incident_stage is (Stage.KIND if kind is None else Stage.FACT)


def test_a_pit_boss_who_withdraws_their_report_returns_to_play_as_it_was(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        at_the_page(table)
        page = table.window.pit.page.screen
        assert page is not None
        table.key(Qt.Key.Key_F2)
        assert table.view.view.phase == Phase.HALTED
        table.take({"do": "withdraw", "by": "P1"})
        assert (table.view.view.phase, table.view.pit_boss) == (Phase.DEALING, None)


def test_a_report_on_the_dealers_screen_after_the_pit_page_stays_the_dealers(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        at_the_page(table)
        page = table.window.pit.page.screen
        assert page is not None
        table.touch(page.primary)  # to the table
        since = len(table.kept.entries)
        table.touch(table.window.dealer.bar.wrong)
        assert {line["by"] for line in lines_since(table, since)} == {"D1"}


@pytest.mark.parametrize("key", [None, Qt.Key.Key_Return])
def test_who_leaves_the_page_by_a_press_is_signed_out_by_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, key: Qt.Key | None
) -> None:
    with straight(qtbot) as table:
        at_the_page(table)
        by_clock: list[str] = []
        monkeypatch.setattr(table.line, "sign_out", by_clock.append)
        page, before = table.window.pit.page.screen, len(table.kept.entries)
        assert page is not None
        if key is None:
            table.touch(page.primary)
        else:
            table.key(key)
        left = [entry.person for entry in table.kept.entries[before:] if entry.kind == "signed_out"]
        assert (left, by_clock) == (["P1"], [])


@pytest.mark.sweep
def test_the_language_that_is_chosen_on_the_page_is_the_windows(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        at_the_page(table)
        page = table.window.pit.page.screen
        assert page is not None
        table.touch(page.status.name)
        table.touch(menu_row(page.menu, LOCALES["lt"].name))
        assert table.window.words.language == "lt"
        assert page.isVisible() and page.primary.text() == table.window.words.text("pit.to_table")
