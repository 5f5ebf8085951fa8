"""A simulated table of roulette in its real window: its wheel on a pty, presses, and a ball that gets out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.views import SpinView, View
from console.ui.pit.stage import Stage
from console.ui.wheel.shown import Middle
from console.ui.wheel.wheel_on_felt import WheelOnFelt
from console.words import LANGUAGES
from tests.ui.at_work import AtWork, at_work
from tests.words.catalogues import words


def felt(work: AtWork) -> WheelOnFelt:
    """Roulette's part of the dealer's felt."""
    on = work.window.dealer.felt.on
    assert isinstance(on, WheelOnFelt)
    return on


def spin(view: View) -> SpinView:
    """The round."""
    assert isinstance(view.round, SpinView)
    return view.round


def half_second(work: AtWork) -> View:
    """The wheel sends its next line, which comes over the pty."""
    return work.after(lambda: work.until(work.wheel.step))


def until_ready(work: AtWork) -> None:
    """The rotor turns, and waits for the ball."""
    while not work.wheel.wheel.is_ready:
        half_second(work)


def until_state(work: AtWork, state: int) -> None:
    """The reader tells this state."""
    while work.window.view is None or work.window.view.wheel is None or work.window.view.wheel.state != state:
        half_second(work)


def to_spin(work: AtWork) -> View:
    """Go on until the ball is to be sent, and send it."""
    while work.view.prompt.action != "spin":
        work.follow()
    until_ready(work)
    work.wheel.wheel.send_ball(running=2)
    until_state(work, 3)
    return work.view


def key(work: AtWork, *keys: Qt.Key) -> View:
    """Press keys that count, one after the other."""
    for each in keys:
        work.clock.advance(0.5)
        QTest.keyClick(work.window.dealer, each)
    return work.view


def to_result(work: AtWork) -> int:
    """The ball runs as it must, the dealer says so, and the reader tells the number."""
    to_spin(work)
    assert work.enter().prompt.action == "await_number"
    until_state(work, 5)
    work.until(lambda: work.view.phase == "result")
    number = spin(work.view).number
    assert number is not None
    return number


def choose_kind(work: AtWork, kind: str) -> None:
    """Something went wrong: the tile of this kind."""
    screen = work.window.dealer
    work.clock.advance(0.5)
    work.after(lambda: QTest.keyClick(screen, Qt.Key.Key_F2))
    work.until(lambda: screen.incident.talk.stage is Stage.KIND)
    tiles = screen.incident.zone.kinds
    assert work.window.view is not None
    at = tiles.shown(work.window.view).index(kind)
    key(work, Qt.Key(Qt.Key.Key_1 + at))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ball_out_is_spun_again_from_the_last_number_with_the_bets_standing(
    qtbot: QtBot, tmp_path: Path, language: str
) -> None:
    """LT-ROU-29, ROU-3.1.1: picked up, checked and replaced; in the words of every language."""
    said, rules = words(language), "lt" if language == "en" else language
    with at_work(qtbot, tmp_path, rules, language, game="roulette") as work:
        first = to_result(work)
        assert felt(work).shown.middle is Middle.NUMBER and felt(work).shown.lit == first
        work.enter()
        to_spin(work)
        choose_kind(work, "ball_out")
        work.until(lambda: work.view.prompt.fact == "ball_damaged")
        headline = said.text("fact.ball_damaged")
        assert work.window.dealer.prompt.told.headline == headline
        until_ready(work)
        work.after(lambda: key(work, Qt.Key.Key_1))
        while work.view.incident is not None and work.view.incident.open:
            work.follow()
        view = work.view
        assert (view.prompt.action, view.prompt.from_, view.bets) == ("spin", first, "stand")
        told = work.window.dealer.prompt.told
        assert told.headline == said.text("prompt.spin.again", number=first)
        assert felt(work).shown.middle is Middle.AGAIN and felt(work).shown.top == first
        assert said.text("wheel.again_from") in work.window.dealer.felt.accessibleName()
        again = to_result(work)
        assert str(again) in work.window.dealer.prompt.told.headline
        assert work.enter().phase == "betting" and spin(work.view).status == "finished"
        assert work.shown.table.results == (str(first), str(again))
