"""A few of the numbers that nobody sends by mistake, without times: `python3 -m tests harm numbers`."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.instruments.harm import numbers
from tests.instruments.harm.attacks import GAMES
from tests.instruments.harm.numbers import NUMBERS, UPHOLDS, TableScreens, before, hostile, restarts, tables
from tests.table.core.tables import Driven
from tests.test_readme import PROMISES


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "rules"), GAMES, ids=[game for game, _ in GAMES])
def test_any_number_of_a_line_or_an_old_entry_is_painted_and_replayed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, rules: str
) -> None:
    """Each is painted once: how long it takes is nothing that is judged here."""
    monkeypatch.setattr(TableScreens, "painted", TableScreens._painted)
    monkeypatch.setattr(numbers, "_TRIES", 1)
    monkeypatch.setattr(numbers, "TOO_LONG", inf)
    screen = TableScreens(Driven(rules, game=game))
    for each in screen.screens:
        qtbot.addWidget(each)
    lines, usual = tables(game, rules, 12, 9, screen)
    told = before(game, rules, 12, screen, usual)
    assert lines.times > 100 and lines.checked and told.checked >= len(NUMBERS) - 1
    assert restarts(tmp_path, game, rules, 12, times=1).times


def test_each_number_of_a_line_is_replaced_by_each() -> None:
    said = [*hostile({"do": "settle", "on": True, "bets": [{"numbers": [8, 11], "stake": 100}]})]
    assert len(said) == len(set(said)) == 3 * len(NUMBERS)
    assert UPHOLDS in " ".join(PROMISES.split())
