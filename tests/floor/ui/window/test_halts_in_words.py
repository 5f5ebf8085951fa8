"""A halt is shown with its reason, in the words of its table's game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from console.base.words import LANGUAGES, Words
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.ui.appearance import detail_text
from console.table.core import HaltReason, Refusal
from tests.floor.readings import reading, waiting
from tests.floor.ui.wall_at_work import WallOf


def test_a_halt_is_described_in_the_words_of_its_game(wall_of: WallOf) -> None:
    halts = [
        waiting(name, "halt", round_open=True, reason=reason, game=game)
        for name, game, reason in (
            ("B1", "baccarat", "bets_open"),
            ("R1", "roulette", "bets_open"),
            ("R2", "roulette", "out_of_turn"),
        )
    ]
    floor = wall_of(reading(*halts))
    details = {line.place: line.detail for line in floor.lines}
    assert "card" in details["B1"].lower()
    assert details["R1"] and details["R2"]
    assert "card" not in (details["R1"] + details["R2"]).lower()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_every_halt_is_described_with_its_reason(game: str, language: str) -> None:
    both = {HaltReason.DEVICE.value, Refusal.BETS_OPEN.value, Refusal.OUT_OF_TURN.value}
    of_cards = {HaltReason.RESCAN.value, Refusal.IMPOSSIBLE_CARD.value, Refusal.NOT_SIGNED_IN.value}
    of_cards |= {HaltReason.CARD_SET.value, HaltReason.CARD_DIFFERS.value}
    of_wheel = {each.value for each in HaltReason} - both - of_cards
    assert of_wheel == {"number_differs", "no_spin"}
    of_wheel.add("spun_in_bet_time")  # a wheel that reports the ball has no fault
    of_cards.add("untimed")  # nor has a reader whose card came late
    for reason in both | (of_wheel if game == "roulette" else of_cards):
        fields: dict[str, Any] = {
            "key": "k",
            "what": AlarmKind.HALTED,
            "priority": Priority.HIGH,
            "tables": ("T1",),
            "wait": 1.0,
        }
        text = detail_text(Words(language), AlarmLine(**fields, detail=reason, game=game))
        assert text and "{" not in text, reason
        assert reason != "untimed" or text != Words(language).text("halt.pit_boss.device")
        if game == "roulette":
            assert not re.search(r"\b(cards?|karten?|kort|korta|spil)\b|カード", text.lower()), reason
