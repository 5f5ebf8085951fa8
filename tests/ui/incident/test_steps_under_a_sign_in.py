"""The table beside an outcome's steps while somebody signs in over it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.ui.sign_in.purpose import Purpose
from tests.ui.stands.straight import straight

PUT_BACK = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {
        "do": "incident",
        "by": "D1",
        "kind": "card_fell",
        "facts": {"where": "round", "cards": 1, "seen": False},
    },
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "authorise", "by": "P1"},
)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_what_is_said_of_the_cards_stands_above_the_pad(qtbot: QtBot, size: tuple[int, int]) -> None:
    """LT-BAC-18b: 'Not seen by players: the card stays face down' is read while the pit boss types."""
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        for line in PUT_BACK:
            table.take(line)
        assert table.view.view.prompt.action == "put_back"
        steps = table.window.dealer.incident.zone.steps
        assert steps._corner == 0
        table.window.sign_in.ask(Purpose.PIT_BOSS)
        qtbot.waitUntil(lambda: steps._corner > 0)
        on = steps.felt.on
        assert on is not None and on._scene.caption and on._scene.foot > 0  # type: ignore[attr-defined]
        table.window.sign_in.screen.cancel()
        qtbot.waitUntil(lambda: steps._corner == 0)
