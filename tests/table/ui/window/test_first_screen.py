"""A newcomer at a simulated table: the first card in three presses, or a shift's beginning as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Prompt, Role, lines
from console.table.devices import SimulatedWheel
from console.table.link import StandIn
from console.table.ui.felt import cards_out
from console.table.ui.kit import ChoiceKey
from console.table.ui.signs import Sign
from console.table.ui.window.first_screen import PREPARING, FirstScreen, ask_first
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painting import stand_still

OF_SERVER = ("await_bets", "wait")
"""The prompts of a table that waits until its game server has opened, or closed, the bets."""


def first_screen(work: AtWork) -> FirstScreen:
    """The first screen, which lies over the sign-in."""
    screen = ask_first(work.window, work.console.bridge, work.console.line.send_line)
    assert screen is not None and screen.isVisible()
    return screen


def let_the_shoe_burn(work: AtWork) -> None:
    """Wait until the decks or the wheel are ready, and do what the shoe or the wheel does by itself."""
    work.pass_opening()
    if isinstance(work.device, SimulatedWheel):
        work.until(lambda: work.view.prompt.action == "check_run")
        work.until(lambda: work.wheel.step() and work.wheel.wheel.is_ready)
    work.until(lambda: work.view.phase not in PREPARING or work.view.prompt.action == "burn_card")
    if work.due == "burn_card":
        work.draw()
    work.until(lambda: work.view.phase not in PREPARING)


def test_a_missing_font_is_told_in_letters_that_every_font_has(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In English before the screen's language."""
    monkeypatch.setattr("console.table.ui.kit.theme.has_japanese", lambda: False)
    screen = FirstScreen(words("ja"))
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.ask()
    screen._look_for_fonts()
    told = " ".join(text.text for text in texts_of(screen))
    assert words("en").text("font.missing", fonts="fonts-noto-core, fonts-noto-cjk") in told


@pytest.fixture(params=[("baccarat", "lt"), ("baccarat", "sv"), ("blackjack", "ja"), ("roulette", "de")])
def work(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    game, rules = request.param
    with at_work(qtbot, tmp_path, rules, game=game) as table:
        yield table


@pytest.mark.sweep(2)
def test_one_press_makes_the_table_ready(work: AtWork) -> None:
    pressed = list[Prompt]()

    def say(line: lines.AnyLine) -> None:
        if isinstance(line, lines.Done):
            pressed.append(work.view.prompt)
        work.console.line.send_line(line)

    screen = ask_first(work.window, work.console.bridge, say)
    assert screen is not None
    QTest.keyClick(screen, Qt.Key.Key_Return)
    let_the_shoe_burn(work)
    assert work.view.phase not in PREPARING
    assert pressed and not any(prompt.ends_by_card_alone for prompt in pressed)
    work.until(lambda: [one.role for one in work.shown.table.people] == [Role.DEALER])
    assert work.view.accepted and work.view.phase == "betting"
    assert not work.window.sign_in.screen.isVisible()


class Counted(QObject):
    """Every key and touch that comes to the application from outside."""

    presses = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Counted at the widget it is for; it goes on as ever."""
        kinds = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin)
        if event.type() in kinds and event.spontaneous() and isinstance(watched, QWidget):
            self.presses += 1
        return False


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("game", "rules"), [("baccarat", "lt"), ("baccarat", "sv"), ("blackjack", "ja"), ("dragon_tiger", "sv")]
)
def test_a_newcomer_reaches_the_first_card_in_three_presses(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, rules: str
) -> None:
    """The acts of the device, the game server and time are nobody's press."""
    monkeypatch.setattr("console.table.link.stand_in.StandIn", partial(StandIn, pace=0))  # a real clock
    counted, application = Counted(), QApplication.instance()
    assert application is not None
    with at_work(qtbot, tmp_path, rules, game=game) as work:
        application.installEventFilter(counted)
        QTest.keyClick(first_screen(work), Qt.Key.Key_Return)
        let_the_shoe_burn(work)
        work.until(
            lambda: (
                work.view.prompt.action in (*OF_SERVER, "await_seats")
                and not work.window.sign_in.screen.isVisible()
            )
        )
        server = work.console.link is not None
        while not (view := work.window.people_here.view) or not cards_out(view):
            if work.due == "await_seats":
                work.after(lambda: work.console.station.offer(b'{"do":"seats","seats":[1,3]}'))
            elif server and work.due in OF_SERVER:
                work.until(lambda: work.view.prompt.action not in OF_SERVER)
            else:
                work.follow()
        application.removeEventFilter(counted)
        assert 0 < counted.presses <= 3


def test_as_on_a_shift_the_sign_in_is_as_ever(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        screen = first_screen(work)
        QTest.mouseClick(screen.open, Qt.MouseButton.LeftButton)
        assert not screen.isVisible() and work.window.sign_in.screen.isVisible()
        work.sign_in("P1")
        assert [one.role for one in work.shown.table.people] == [Role.PIT_BOSS]
        assert ask_first(work.window, work.console.bridge, work.console.line.send_line) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_speaks_the_language_that_is_touched(qtbot: QtBot, language: str) -> None:
    screen = FirstScreen(words("en"))
    qtbot.addWidget(screen)
    screen.language_chosen.connect(lambda code: screen.set_words(words(code)))
    screen.show()
    next(choice for choice in screen.languages if choice.code == language).click()
    assert screen.deal.text() == words(language).text("first.ready")
    assert screen.open.text() == words(language).text("first.shift")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("game", "sign"),
    [
        ("baccarat", Sign("play.deal")),
        ("blackjack", Sign("play.deal")),
        ("roulette", Sign("urgency.roulette")),
    ],
)
def test_the_key_that_begins_to_play_shows_a_card_or_a_wheel(
    qtbot: QtBot, tmp_path: Path, game: str, sign: Sign
) -> None:
    with at_work(qtbot, tmp_path, game=game) as work:
        assert first_screen(work).deal.sign == sign


def test_a_badge_at_the_first_screen_opens_no_table(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        screen = first_screen(work)
        before = work.view.prompt
        work.clock.advance(1)
        for sign in "0012345617":
            QTest.keyClicks(screen, sign)
            stand_still(work.clock, 0.01)
        QTest.keyClick(screen, Qt.Key.Key_Return)
        assert screen.isVisible() and work.view.prompt == before, "its Enter is nobody's press"
        assert not work.shown.table.people
        stand_still(work.clock, 1.0)
        QTest.keyClick(screen, Qt.Key.Key_Return)
        assert not screen.isVisible(), "a finger's Enter begins as ever"


@pytest.mark.sweep(1)
def test_enter_on_a_language_chooses_it_and_deals_nothing(work: AtWork) -> None:
    screen = first_screen(work)
    key = next(each for each in screen.findChildren(ChoiceKey) if each.code != work.window.words.language)
    key.setFocus()
    QTest.keyClick(key, Qt.Key.Key_Return)
    assert work.window.words.language == key.code and screen.isVisible()
    assert not work.shown.table.people


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_keys_of_the_first_screen_show_their_digits(
    qtbot: QtBot, language: str, size: tuple[int, int]
) -> None:
    """1, 2 and 3 pressed them, and stood on F1's card alone."""
    screen = FirstScreen(words(language))
    qtbot.addWidget(screen)
    screen.resize(*size)
    screen.show()
    digits = {each.text: each.box for each in texts_of(screen) if each.text.isdecimal()}
    for digit, key in (("1", screen.deal), ("2", screen.open), ("3", screen.demonstrate)):
        assert key.geometry().contains(digits[digit].toRect())
    assert flaws(screen) == []
