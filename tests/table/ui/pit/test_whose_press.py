"""Every press on a page that only a pit boss opens is recorded as the pit boss's, none as the dealer's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Phase
from console.table.ui.incident.stage import Stage
from console.table.ui.sign_in import Purpose
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import sampled
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.incident.test_queued_reports import TO_WORKSHEET

OPEN, CLOSED = ({"do": "bets", "state": state} for state in ("open", "closed"))
COUP: Final = (OPEN, CLOSED, {"do": "card", "card": "9H"}, {"do": "card", "card": "2S"})
"""A coup with two cards out."""
FAULT: Final = {"do": "incident", "kind": "technical_fault", "by": "D1"}
FELL: Final = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"}
DISPUTED: Final = {"do": "incident", "kind": "early_deal", "facts": {"seen": True}, "by": "D1"}


def played(table: Straight, *taken: dict[str, Any]) -> None:
    for line in (*COUP, *taken):
        table.take(line)


def signed_in(table: Straight) -> None:
    """P1 comes to the screen, for what it shows or, where it asks for nothing, to the page."""
    table.window.sign_in.ask(Purpose.PIT_BOSS)
    table.pin()


def page(table: Straight) -> None:
    played(table)
    signed_in(table)
    assert table.window.pit.page.is_there


def languages_of_the_page(table: Straight) -> None:
    page(table)
    table.key(Qt.Key.Key_F10)


def a_badge_over_the_page(table: Straight) -> None:
    """The sign-in lies over the page; an alarm closes it."""
    page(table)
    table.window.sign_in.ask(Purpose.BADGE)


def card_to_correct(table: Straight) -> None:
    page(table)
    table.window.pit.correct()
    table.settle()
    assert table.window.dealer.incident_stage is Stage.CORRECT


def card_corrected_to(table: Straight) -> None:
    """The card and its right face are chosen; the press that corrects it is due."""
    card_to_correct(table)
    for key in (Qt.Key.Key_1, Qt.Key.Key_S, Qt.Key.Key_8):
        table.key(key)


def card_by_hand(table: Straight) -> None:
    page(table)
    table.key(Qt.Key.Key_3)
    table.window.arrivals.pit_boss_pressed()
    table.window.pit.page.hide()
    table.settle()
    assert table.window.dealer.incident_stage is Stage.MANUAL


def skipped_step(table: Straight) -> None:
    played(table, {"do": "sign_in", "who": "P1", "role": "pit_boss"}, FELL)
    table.take({"do": "authorise", "by": "P1"})
    signed_in(table)
    table.window.dealer.incident.dialog.skip()
    table.settle()
    assert table.window.dealer.incident_stage is Stage.SKIP


def outcome(table: Straight) -> None:
    played(table, FAULT)
    signed_in(table)


def withdrawn_report(table: Straight) -> None:
    outcome(table)
    table.window.dealer.incident.dialog.withdraw()
    table.settle()
    assert table.window.dealer.incident_stage is Stage.WITHDRAW


def question(table: Straight) -> None:
    played(table, {"do": "incident", "kind": "card_fell", "by": "D1"})
    signed_in(table)
    assert table.window.dealer.incident_stage is Stage.FACT


def decision(table: Straight) -> None:
    """Play goes on, or the round is void: by a press, after a reason."""
    table.take(OPEN)
    table.take(DISPUTED)
    signed_in(table)


def halt(table: Straight) -> None:
    table.take(OPEN)
    table.take({"do": "card", "card": "9H"})
    assert table.view.view.phase == Phase.HALTED
    signed_in(table)


def void_to_confirm(table: Straight) -> None:
    halt(table)
    table.touch(table.window.dealer.bar.second)
    assert table.window.dealer.presses.confirmation.isVisible()


def way_out(table: Straight) -> None:
    played(table)
    table.window.way_out.ask_for_system()
    table.pin()
    assert table.window.menu.isVisible()


def worksheet(table: Straight) -> None:
    """LT-ROU-33: the number was wrong, and the bets are settled by hand."""
    for line in TO_WORKSHEET:
        table.take(line)
    signed_in(table)
    table.touch(table.window.dealer.incident.bar.primary)
    assert table.window.dealer.incident.zone.is_settling


PAGES: Final = (
    page, languages_of_the_page, a_badge_over_the_page, card_to_correct, card_corrected_to, card_by_hand,
    skipped_step, outcome, withdrawn_report, question, decision, halt, void_to_confirm, worksheet, way_out,
)  # fmt: skip
KEYS: Final = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in ("Return", "1", "2", "3", "4", "S", "Escape", "F4", "F8", "F9", "F10")
)


ALWAYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Escape)


def keys_on(open_page: Callable[[Straight], None]) -> list[Qt.Key]:
    """The keys to press on a page: those that every page has, and a third of the others by turns; each of
    them on a third of the pages.
    """
    others = [key for key in KEYS if key not in ALWAYS]
    return sampled(KEYS, (*ALWAYS, *others[PAGES.index(open_page) % 3 :: 3]))


def press(table: Straight, key: Qt.Key) -> list[tuple[str, str | None]]:
    """Press a key on the part in front; returns the entries that come of it, each with its person."""
    since, window = len(table.kept.entries), table.window
    table.clock.advance(0.5)
    page_there = window.pit.page.screen if window.pit.page.is_there else None
    QTest.keyClick(window.front.cover or page_there or window.dealer, key)
    window.sign_in.badges.typed.release()
    table.settle()
    return [(each.kind, each.person) for each in table.kept.entries[since:]]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("open_page", PAGES, ids=lambda each: each.__name__)
def test_no_key_on_a_pit_bosss_page_is_recorded_as_the_dealers(
    qtbot: QtBot, open_page: Callable[[Straight], None]
) -> None:
    for key in keys_on(open_page):
        with straight(qtbot, "lt", game_on(open_page)) as table:
            open_page(table)
            assert table.window.people_here.pit_boss_here() == "P1"
            assert "D1" not in {who for _, who in press(table, key)}, key


@pytest.mark.sweep(4)
@pytest.mark.parametrize("open_page", PAGES, ids=lambda each: each.__name__)
def test_a_report_from_a_pit_bosss_page_is_the_pit_bosss(
    qtbot: QtBot, open_page: Callable[[Straight], None]
) -> None:
    """It ends no authority. Behind an open report it says nothing before its kind is chosen."""
    with straight(qtbot, "lt", game_on(open_page)) as table:
        open_page(table)
        waits = table.view.view.incident is not None and table.view.view.incident.open
        given = press(table, Qt.Key.Key_F2)
        assert table.window.dealer.incident_stage is Stage.KIND
        if waits:
            assert given == []
            tiles = table.window.dealer.incident.zone.kinds.tiles
            first = next(tile.key for tile in tiles if tile.isVisible() and tile.isEnabled())
            given = press(table, Qt.Key(ord(first))) or press(table, Qt.Key.Key_Return)
        assert given == [("incident_reported", "P1")]
        assert table.window.people_here.pit_boss_here() == "P1"


@pytest.mark.sweep(4)
@pytest.mark.parametrize("open_page", PAGES, ids=lambda each: each.__name__)
def test_a_call_from_a_pit_bosss_page_is_the_pit_bosss(
    qtbot: QtBot, open_page: Callable[[Straight], None]
) -> None:
    """The way out alone ends with it, and the authority that was given for it. A halt has no call."""
    with straight(qtbot, "lt", game_on(open_page)) as table:
        open_page(table)
        calls = not table.window.dealer.bar.call.isHidden()
        given = press(table, Qt.Key.Key_F3)
        if not calls:
            assert given == []
        else:
            left = [("signed_out", "P1")] if open_page is way_out else []
            assert given == [("pit_boss_called", "P1"), *left]


@pytest.mark.parametrize(
    ("key", "kind"), [(Qt.Key.Key_F2, "incident_reported"), (Qt.Key.Key_F3, "pit_boss_called")]
)
def test_until_a_pit_boss_has_come_to_close_the_window_alarms_are_the_dealers(
    qtbot: QtBot, key: Qt.Key, kind: str
) -> None:
    """The system asked to close it: the sign-in stands there, and nobody has signed in."""
    with straight(qtbot, "lt") as table:
        played(table)
        table.window.way_out.ask_for_system()
        assert table.window.sign_in.screen.isVisible()
        assert press(table, key) == [(kind, "D1")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sign_in_before_the_window_closes_says_what_it_is_for(qtbot: QtBot, language: str) -> None:
    """Somebody pressed the window's cross, or the system shuts down."""
    words = Words(language)
    with straight(qtbot, "lt") as table:
        played(table)
        table.window.speak(language)
        table.window.way_out.ask_for_system()
        screen = table.window.sign_in.screen
        said = "".join(text.text for text in texts_of(screen)).replace(" ", "")
        for key in ("menu.quit", "sign_in.step_up"):
            assert words.text(key).replace(" ", "") in said
        assert flaws(screen) == []


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_f1_of_page_and_card_to_correct_names_report_and_call(qtbot: QtBot, language: str) -> None:
    words = Words(language)
    with straight(qtbot) as table:
        page(table)
        table.window.speak(language)
        screen = table.window.pit.page.screen
        assert screen is not None
        named = dict(screen.key_rows(words))
        assert named["F2"] == words.text("button.wrong")
        assert named["F3"] == words.text("button.call.another")
        press(table, Qt.Key.Key_F3)
        assert dict(screen.key_rows(words))["F3"] == words.text("button.come")
        press(table, Qt.Key.Key_F3)
        table.window.pit.correct()
        table.settle()
        named = dict(table.window.dealer.keys.rows(words))
        assert named["F2"] == words.text("button.wrong")
        assert named["F3"] == words.text("button.call.another")


def listed(table: Straight, language: str) -> dict[str, str]:
    """The keys of F1's card, each with its effect."""
    return dict(table.window.dealer.keys.rows(Words(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_enter_a_bet_are_listed_with_what_they_do(qtbot: QtBot, language: str) -> None:
    """Enter belongs to the bet that is being entered; the large key has it before and after."""
    words = Words(language)
    with straight(qtbot, "lt", "roulette") as table:
        worksheet(table)
        table.window.speak(language)
        table.settle()
        settling, bar = table.window.dealer.incident.zone.settling, table.window.dealer.bar
        assert listed(table, language)["Enter"] == bar.primary.text()
        assert listed(table, language)["0 – 9"] == words.text("round.file.result")
        table.type("17")
        assert listed(table, language)["Enter"] == settling.pick.tiles[0].text() != ""
        table.key(Qt.Key.Key_Return)
        assert not settling.pad.isHidden()
        table.type("50")
        assert listed(table, language)["Enter"] == words.text("sheet.add")
        assert listed(table, language)["0 – 9"] == words.text("sheet.stake")
        table.key(Qt.Key.Key_Return)
        assert [bet.stake for bet in settling.wagers] == [50]
        assert listed(table, language)["Enter"] == bar.primary.text()


def test_the_digits_of_a_number_are_listed(qtbot: QtBot) -> None:
    """Asked for as a fact, and where the dealer enters it without a reader."""
    spin = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    asked = {"do": "incident", "kind": "wrong_number_recorded", "by": "D1"}
    with straight(qtbot, "sv", "roulette") as table:
        for line in (OPEN, CLOSED):
            table.take(line)
        assert "0 – 9" not in listed(table, "sv")
        table.take(spin)
        assert listed(table, "sv")["0 – 9"] == Words("sv").text("step.enter_number")
        table.take({"do": "number", "number": 5, "source": "reader"})
        table.take(asked)
        assert table.window.dealer.incident_stage is Stage.FACT
        assert listed(table, "sv")["0 – 9"] == Words("sv").text("step.enter_number")


def game_on(open_page: Callable[[Straight], None]) -> str:
    return "roulette" if open_page is worksheet else "baccarat"
