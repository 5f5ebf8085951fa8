"""A report that is made while another incident's steps are done: it waits, and what is due stays in view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.table.core import Person, Role
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import clock_time
from console.table.ui.kit.text_field import ReasonField
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.straight import Straight, straight

EN = Words("en")
TO_WORKSHEET: tuple[dict[str, Any], ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "number", "number": 17, "source": "reader"},
    {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 20}, "by": "D1"},
)


@pytest.fixture
def at_worksheet(qtbot: QtBot) -> Iterator[Straight]:
    """LT-ROU-33: the number was wrong, and the pit boss who authorised it settles the bets by hand."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in TO_WORKSHEET:
            table.take(line)
        table.touch(table.window.dealer.incident.bar.primary)
        table.pin()
        table.touch(table.window.dealer.incident.bar.primary)
        assert table.window.dealer.incident.zone.is_settling
        yield table


def said(table: Straight) -> str | None:
    text: str | None = table.window.dealer.prompt.text.say
    return text


@pytest.mark.sweep
def test_f2_on_the_worksheet_opens_its_page_and_records_nothing(at_worksheet: Straight) -> None:
    table = at_worksheet
    words, entries = said(table), len(table.kept.entries)
    assert words is not None and "20" in words
    for _ in range(3):
        table.key(Qt.Key.Key_F2)
        assert table.window.dealer.incident_stage is Stage.KIND
    assert len(table.kept.entries) == entries
    table.key(Qt.Key.Key_Escape)
    assert table.window.dealer.incident.zone.is_settling
    assert said(table) == words


def choose(table: Straight, kind: str) -> None:
    kinds = table.window.dealer.incident.zone.kinds
    table.touch(kinds.tiles[kinds.page_kinds(table.view).index(kind)])


def test_a_kind_that_is_chosen_there_waits_in_view_and_the_words_to_say_stay(
    at_worksheet: Straight,
) -> None:
    table, dealer = at_worksheet, at_worksheet.window.dealer
    words = said(table)
    table.key(Qt.Key.Key_F2)
    choose(table, "wrong_number_recorded")
    assert [each.kind for each in table.view.incident.queue] == ["wrong_number_recorded"]
    assert dealer.incident.zone.is_settling
    assert said(table) == words
    assert EN.text("incident.wrong_number_recorded") in dealer.strip.texts[0]
    table.clock.advance(30)
    table.touch(dealer.bar.primary)
    table.touch(menu_rows(dealer.presses.confirmation)[1])
    assert table.view.view.incident is not None and table.view.view.incident.id.endswith("2")
    assert dealer.incident_stage is Stage.KIND
    assert dealer.open_parts.meant is not None and dealer.open_parts.meant.kind == "wrong_number_recorded"
    assert table.view.wheel is not None and table.view.incident.reported is not None
    ran, note = table.view.wheel.ran, dealer.prompt.text.note
    assert ran is not None and ran < table.view.incident.reported.at, (
        "a report that waits is of an earlier spin"
    )
    assert note is not None and EN.text("incident.spin_at", time=clock_time(ran, EN)) in note


def cannot_continue(table: Straight) -> None:
    """A dealer's report whose question a pit boss is asked."""
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "incident", "kind": "cannot_continue", "by": "D1"})
    table.key(Qt.Key.Key_F4)
    table.pin()


def headline(table: Straight) -> str:
    text: str = table.window.dealer.prompt.text.headline
    return text


def lit_kinds(table: Straight) -> list[str]:
    kinds = table.window.dealer.incident.zone.kinds
    shown = zip(kinds.tiles, kinds.page_kinds(table.view), strict=False)
    return [kind for tile, kind in shown if tile.chosen]


def test_f2_over_an_asked_report_looks_unlike_a_change_of_its_kind(qtbot: QtBot) -> None:
    with straight(qtbot, "is") as table:
        cannot_continue(table)
        bar = table.window.dealer.incident.bar
        table.touch(bar.back)
        assert (headline(table), lit_kinds(table)) == (EN.text("fact.kind"), ["cannot_continue"])
        assert not bar.withdraw.isHidden()
        for _ in range(2):  # its kind is on the second page
            table.key(Qt.Key.Key_Escape)
        table.key(Qt.Key.Key_F2)
        assert (headline(table), lit_kinds(table)) == (EN.text("fact.kind.further"), [])
        assert table.window.dealer.prompt.text.note == EN.text("incident.further")
        assert bar.withdraw.isHidden()


def test_bets_that_close_while_winnings_are_credited_leave_the_correction(qtbot: QtBot) -> None:
    """LT-ROU-33, ROU-2.1.1: both are said, the end of bets by the dealer."""
    with straight(qtbot, "sv", "roulette") as table:
        for line in (*TO_WORKSHEET[:-1], {"do": "done", "by": "D1"}, TO_WORKSHEET[0], TO_WORKSHEET[-1]):
            table.take(line)
        table.touch(table.window.dealer.incident.bar.primary)
        table.pin()
        table.touch(table.window.dealer.incident.bar.primary)
        corrected, prompt = said(table), table.window.dealer.prompt
        assert corrected is not None and "20" in corrected
        by_pit_boss = prompt.text.gloss
        table.take({"do": "bets", "state": "closed"})
        market = Words("sv")
        ended = market.quote(market.text("say.no_more_bets"))
        assert said(table) == market.locale.gap.join((ended, corrected))
        assert prompt.text.gloss == by_pit_boss


def stage(table: Straight) -> Stage:
    at: Stage = table.window.dealer.incident_stage
    return at


def to_a_reason(table: Straight) -> ReasonField:
    """The pit boss decides what no rule decides, and has to give a reason; nothing has the focus."""
    cannot_continue(table)
    table.take({"do": "answer", "facts": {"reason": "other"}, "by": "P1"})
    assert table.window.dealer.incident_stage is Stage.OUTCOME
    field: ReasonField = table.window.dealer.incident.zone.deciding.field
    assert field.isVisible() and not field.hasFocus()
    table.clock.advance(1)
    return field


_PACES = (0.055, 0.07, 0.079, 0.081, 0.1, 0.12, 0.15, 0.3)
_CHANCE = random.Random(7)


@pytest.mark.parametrize(
    "gaps",
    [
        *([pace] * 12 for pace in _PACES),
        *([_CHANCE.choice((0.01, *_PACES)) if at % 3 else 0.1 for at in range(12)] for _ in range(8)),
    ],
    ids=str,
)
def test_the_letters_of_a_reason_stay_in_order_at_any_pace(qtbot: QtBot, gaps: list[float]) -> None:
    """TB-7: 'kort' became 'krot' in the record, at 100 to 150 milliseconds a sign."""
    with straight(qtbot, "lt", "baccarat") as table:
        field, typed = to_a_reason(table), table.window.sign_in.badges.typed
        for gap, sign in zip(gaps, "doppelt kort", strict=True):
            table.clock.advance(gap)
            if gap > 0.08:
                typed.release()  # its timer does the same after 80 milliseconds
            QTest.keyClicks(QApplication.focusWidget() or table.window.dealer, sign)
        table.clock.advance(1)
        typed.release()
        assert field.text() == "doppelt kort"


def test_a_typed_reason_outlives_a_look_at_take_back(qtbot: QtBot) -> None:
    """TB-31: it was gone after 'Take back' and Esc. It is nobody else's, and of no other report."""
    with straight(qtbot, "lt", "baccarat") as table:
        field, incident = to_a_reason(table), table.window.dealer.incident
        table.type("fire")
        assert field.text() == "fire"
        table.touch(incident.bar.withdraw)
        assert (stage(table), field.text()) == (Stage.WITHDRAW, "")
        table.type("no")
        table.key(Qt.Key.Key_Escape)
        assert (stage(table), field.text()) == (Stage.OUTCOME, "fire")
        table.touch(incident.bar.withdraw)
        assert field.text() == "no", "each of the two keeps its own"
        other = replace(table.view, pit_boss=Person("P2", "Jonas P.", Role.PIT_BOSS, "en"))
        incident.zone.deciding.show_view(other, Stage.OUTCOME, EN)
        assert field.text() == ""
        incident.zone.deciding.show_view(table.view, Stage.OUTCOME, EN)
        assert field.text() == ""
