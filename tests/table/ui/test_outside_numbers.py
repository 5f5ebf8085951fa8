"""The work of painting never grows with a number from outside: no line has such a number now, older journals
may.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from console.table.core import Entry, encode_table, ready
from console.table.core.judging.checkpoints import table_after
from console.table.core.state.table import LONGEST_BETS
from console.table.ui.felt import bet_time
from console.table.ui.incident.panels import question
from console.table.ui.kit import theme
from tests.table.core.tables import Driven
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.samples.tables import SAMPLES, changed

NUMBERS = (0, 1, -1, 2**31, 2**53, 10**400)
GAMES = (("baccarat", "lt"), ("blackjack", "sv"), ("roulette", "de"))


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, *names: str) -> list[str]:
    """The calls that a module makes of its painting's parts."""
    calls: list[str] = []
    for name in names:
        monkeypatch.setattr(module, name, lambda *_, name=name, **__: calls.append(name))
    return calls


def test_bet_time_is_no_more_blocks_than_a_row_shows_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    calls = counted(monkeypatch, bet_time, "fill")
    for number in NUMBERS:
        for view in (
            changed(SAMPLES["bets-open"], bet_seconds=number),
            changed(SAMPLES["bets-open"], seconds_left=number),
        ):
            calls.clear()
            bet_time.draw_blocks(painter, QRectF(0, 0, 1232, 30), view, theme.T0)
            assert 1 <= len(calls) <= bet_time.MOST_BLOCKS, number
    painter.end()


def test_each_second_is_a_block_up_to_two_minutes_and_then_several_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lit = list[bool]()
    monkeypatch.setattr(bet_time, "fill", lambda _, __, colour: lit.append(colour is theme.T0))
    for seconds, left, blocks, on in (
        (18, 12, 18, 12),
        (120, 1, 120, 1),
        (121, 121, 61, 61),
        (3600, 31, 120, 2),
    ):
        lit.clear()
        view = changed(SAMPLES["bets-open"], bet_seconds=seconds, seconds_left=left)
        bet_time.draw_blocks(None, QRectF(0, 0, 1232, 30), view, theme.T0)  # type: ignore[arg-type]
        assert (len(lit), sum(lit)) == (blocks, on), seconds
        assert lit == sorted(lit), "they go out from the left"


def test_a_picture_of_cards_shows_at_most_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    calls = counted(monkeypatch, question, "draw_back", "draw_place")
    for fact in ("cards", "cards_to_remove", "cards_to_move"):
        for number in NUMBERS:
            calls.clear()
            picture = question.picture_of(fact, number)
            assert picture is not None
            picture(painter, QRectF(0, 0, 400, 200))
            assert 1 <= len(calls) <= 50, (fact, number)
    painter.end()


@pytest.mark.parametrize(("kind", "backs"), [("card_turned_in_shuffle", 0), ("cards_fell", 3)])
def test_cards_that_were_turned_up_are_pictured_with_their_faces(
    monkeypatch: pytest.MonkeyPatch, kind: str, backs: int
) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    calls = counted(monkeypatch, question, "draw_back")
    picture = question.picture_of("cards", 3, kind)
    assert picture is not None
    picture(painter, QRectF(0, 0, 400, 200))
    assert len(calls) == backs
    painter.end()


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "rules"), GAMES, ids=[game for game, _ in GAMES])
def test_a_bet_time_of_an_old_journal_is_replayed_and_lasts_at_most_an_hour(
    qtbot: QtBot, game: str, rules: str
) -> None:
    """A line could once open the bets for any number of seconds."""
    screen = Dealt(qtbot, rules, game)
    blank = Driven(rules, game=game)
    blank.take({"do": "bets", "state": "open"})
    (opened,) = blank.kept.entries
    for number in NUMBERS:
        event = opened.event.replace(b'"seconds":', b'"seconds":%d,"was":' % number)
        entry: Entry = replace(opened, event=event)
        table = table_after(blank.game, encode_table(ready(blank.game)), [entry])
        assert table.round is not None and table.round.seconds == number
        screen.table.session.table = table
        screen.seconds_left = min(max(1, number), LONGEST_BETS)
        view = screen.show()
        assert view.countdown.bet_seconds == view.view.prompt.seconds == screen.seconds_left
        screen.screen.grab()
