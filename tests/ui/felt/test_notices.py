"""What bets are limited to stands at every table whose rules name limits."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.ui.felt.notices import baccarat_limits, notices, roulette_limits
from console.words import LANGUAGES
from tests.table.tables import CODES
from tests.ui.stands.driven import Dealt
from tests.words.catalogues import words


def test_a_table_names_lowest_highest_and_top_win_where_the_rules_do() -> None:
    """LT-BAC-10, LT-BJ-14: 0.50 to 5,000 and 12,500; 5 to 10,000 and 100,000."""
    en = words("en")
    assert baccarat_limits(en, "lt") == "Bets 0.50 to 5,000 EUR, top win 12,500"
    assert "Bets 5 to 10,000 EUR, top win 100,000" in notices("lt", en)
    for code in CODES:
        assert (baccarat_limits(en, code) is None) == (code != "lt")
        assert bool(roulette_limits(en, code)) == (code == "lt")


def test_roulette_names_each_kind_of_bet() -> None:
    """LT-ROU-04."""
    assert roulette_limits(words("de"), "lt") == (
        *("Plein 0,10–150", "Cheval 0,10–300", "Transversale Plein 0,10–400", "Carré 0,10–600"),
        *("Transversale Simple 0,10–900", "Kolonne 1–1.800", "Dutzend 1–1.800", "Einfache Chancen 1–3.000"),
        "EUR",
    )


@pytest.mark.parametrize("game", ["baccarat", "roulette"])
def test_they_are_seen_on_the_felt_in_every_language(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """LT-BAC-10, LT-ROU-04: written on the table of lt, and in no other place."""
    written: list[str] = []
    where = f"console.ui.felt.{'coup_on_felt' if game == 'baccarat' else 'wheel.wheel_on_felt'}.write"

    def noted(painter: object, text: str, *place: object, **more: object) -> float:
        written.append(text)
        return 0.0

    monkeypatch.setattr(where, noted)
    table = Dealt(qtbot, "lt", game)
    for language in LANGUAGES:
        written.clear()
        table.screen.set_words(words(language), words("lt"))
        table.screen.felt.grab()
        told = " ".join(written)
        assert ("12" if game == "baccarat" else "EUR") in told, language
        assert "EUR" in told
