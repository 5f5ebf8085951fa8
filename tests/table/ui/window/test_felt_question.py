"""A LIVE table is opened once the felt was read: after a commissioning, another felt, another rulebook.

Case 9 of the published ones: the felt said another rule than the table's for 26 hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console.base.words import Words
from console.table.core import NoteKind, Person, Role, lines
from console.table.game import load_rulebook, rulebook_ids
from console.table.ui.pit.pit_window import PitDesk
from console.table.ui.window.at_table.felt_question import NOTHING, OTHER, said
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.painted import painted
from tests.table.ui.window.test_dealers_licence import LiveTable, live
from tests.table.ui.window.test_live_table import file, shoe

__all__ = ["file", "live", "shoe"]
FELT = (NoteKind.FELT_READ, NoteKind.FELT_DIFFERS, NoteKind.FELT_CHANGED)
_PRINTED = load_rulebook("ja").games["baccarat"].printed


def press_open(work: AtWork) -> None:
    """A pit boss is signed in, another felt lies on the table, and the pit boss opens it."""
    while work.view.prompt.action != "open_table":
        work.follow()
    work.window.felt_question.change()
    work.until(lambda: work.shown.table.console.felt_unread)
    work.window.play.press()


def choose(work: AtWork, *answers: str) -> None:
    """Answer what the felt says, rule after rule."""
    words = work.window.words
    for rule, answer in zip(_PRINTED, answers, strict=False):
        menu = work.window.menu
        assert menu.isVisible() and menu.accessibleName() == words.text(f"felt.{rule.name}")
        work.clock.advance(2)
        menu_row(menu, said(words, rule, answer)).meant.emit()
    work.until(work.is_settled)


def test_the_table_opens_once_the_felt_says_what_the_rulebook_says(live: LiveTable) -> None:
    """None of the choices is set before, and the rulebook's answer is not shown."""
    with live.opened() as work:
        press_open(work)
        menu, (first, *_) = work.window.menu, _PRINTED
        words = work.window.words
        labels = [row.text() for row in menu_rows(menu)]
        choices = [said(words, first, each) for each in (*first.choices, OTHER, NOTHING)]
        assert labels == [words.text("button.back"), *choices]
        assert work.view.phase == "closed"
        choose(work, *(each.right for each in _PRINTED))
        work.until(lambda: work.view.phase != "closed")
        assert not work.shown.table.console.felt_unread
    assert [what for what, _, _ in live.noted(*FELT)] == ["felt_changed", "felt_read"]
    assert live.noted("felt_read") == [("felt_read", "P-7", "banker=commission tie=8:1")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("answer", ["9:1", OTHER])
def test_a_felt_that_says_another_rule_keeps_the_table_closed_and_says_why(
    live: LiveTable, answer: str
) -> None:
    with live.opened() as work:
        press_open(work)
        choose(work, "commission", answer)
        words, (_, tie) = work.window.words, _PRINTED
        told = words.text("felt.differs", felt=said(words, tie, answer), rules="8:1")
        assert work.window.menu.isVisible() and work.window.menu.accessibleName() == told
        assert work.view.phase == "closed" and work.shown.table.console.felt_unread
        work.window.menu.close_menu()
        work.window.play.press()
        choose(work, "commission", NOTHING)
        work.until(lambda: work.view.phase != "closed")
    assert live.noted(*FELT) == [
        ("felt_changed", "P-7", None),
        ("felt_differs", "P-7", f"banker=commission tie={answer}"),
        ("felt_read", "P-7", f"banker=commission tie={NOTHING}"),
    ]


def test_another_line_that_opens_the_table_asks_the_same(live: LiveTable) -> None:
    """The pit boss's page sends it, too."""
    with live.opened() as work:
        press_open(work)
        work.window.menu.close_menu()
        work.window.people_here.give(lines.Open("P-7"))
        assert work.window.menu.isVisible()
        work.until(work.is_settled)
        assert work.view.phase == "closed"


@contextmanager
def at_the_pit_window(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[AtWork, PitDesk]]:
    """The pit boss signed in at a window on a second monitor, as the table waits to be opened; another felt
    lies there.
    """
    monkeypatch.setattr(QApplication, "screens", staticmethod(lambda: [None, None]))
    with live.opened() as work:
        press_open(work)
        work.window.menu.close_menu()
        work.window.arrivals.end_authority()
        work.until(lambda: not work.shown.table.people)
        work.window.pit.open_desk(work.window.sign_in)
        desk = work.window.pit.desk
        assert desk is not None
        desk.resize(1280, 800)
        desk.show()
        desk.sign_in.verified.emit(Person("P-7", "Per", Role.PIT_BOSS, "lt"))
        work.until(lambda: desk.pit_boss_here() == "P-7" and work.shown.table.has(Role.PIT_BOSS))
        yield work, desk


def open_there(work: AtWork, desk: PitDesk) -> None:
    """The pit boss presses the table's key at that window, with the mouse, once the guard has passed."""
    desk.answer()
    work.clock.advance(2)
    work.until(lambda: desk.table.bar.primary.isVisible())
    painted()
    QTest.mouseClick(desk.table.bar.primary, Qt.MouseButton.LeftButton)


def answer_there(work: AtWork, desk: PitDesk, answer: str) -> None:
    """Press an answer there."""
    work.clock.advance(2)
    painted()
    asked = desk.menu.accessibleName()
    (rule,) = [each for each in _PRINTED if desk.words.text(f"felt.{each.name}") == asked]
    row = menu_row(desk.menu, said(desk.words, rule, answer))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    work.until(lambda: not row.isVisible())


@pytest.mark.sweep
def test_the_pit_window_asks_there_in_its_own_language_and_opens_the_table(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_pit_window(live, monkeypatch) as (work, desk):
        open_there(work, desk)
        assert desk.menu.isVisible() and not work.window.menu.isVisible()
        assert desk.menu.accessibleName() == Words("lt").text(f"felt.{_PRINTED[0].name}")
        for rule in _PRINTED:
            answer_there(work, desk, rule.right)
        work.until(lambda: work.view.phase != "closed")
        assert not desk.menu.isVisible()
    assert live.noted("felt_read") == [("felt_read", "P-7", "banker=commission tie=8:1")]


def test_a_felt_that_differs_keeps_the_table_closed_at_the_pit_window(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_pit_window(live, monkeypatch) as (work, desk):
        open_there(work, desk)
        answer_there(work, desk, "commission")
        answer_there(work, desk, "9:1")
        told = Words("lt").text("felt.differs", felt="9:1", rules="8:1")
        assert desk.menu.isVisible() and desk.menu.accessibleName() == told
        assert work.view.phase == "closed" and not work.window.menu.isVisible()
    assert live.noted("felt_differs") == [("felt_differs", "P-7", "banker=commission tie=9:1")]


@pytest.mark.sweep
def test_the_question_goes_once_the_other_window_has_the_answer(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both windows ask; what is answered at one is not asked at the other any more."""
    with at_the_pit_window(live, monkeypatch) as (work, desk):
        open_there(work, desk)
        work.window.people_here.give(lines.Open("P-7"))
        assert desk.menu.isVisible() and work.window.menu.isVisible()
        for rule in _PRINTED:
            answer_there(work, desk, rule.right)
        work.until(lambda: work.view.phase != "closed" and not work.window.menu.isVisible())
    assert len(live.noted("felt_read")) == 1


@pytest.mark.sweep
def test_leaving_the_pit_window_takes_the_question_with_it(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_pit_window(live, monkeypatch) as (work, desk):
        open_there(work, desk)
        desk.leave()
        assert not desk.menu.isVisible()
        work.until(lambda: not work.shown.table.people)
    assert live.noted("felt_read", "felt_differs") == []


def test_each_rulebooks_own_answer_is_among_the_choices_in_every_language() -> None:
    for book in map(load_rulebook, rulebook_ids()):
        for rules in book.games.values():
            assert rules.printed or rules.game == "dragon_tiger"
            for rule in rules.printed:
                assert rule.right in rule.choices and len(rule.choices) > 1
                assert all(said(Words(lang), rule, each) for lang in ("en", "ja") for each in rule.choices)
