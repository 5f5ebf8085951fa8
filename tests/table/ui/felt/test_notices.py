"""The limits of bets stand at every table that has limits: its own, or its rulebook's."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.game import Stakes, TableLimits, load_rulebook
from console.table.game.rule_values import AnyLimits
from console.table.ui.felt.notices import hand_limits, notices, roulette_limits
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, listened
from tests.sweep import by_turns, sampled
from tests.table.core.tables import CODES
from tests.table.ui.harness.driven import Dealt


def limits_of(game: str, code: str, own: TableLimits | None = None) -> AnyLimits | None:
    return load_rulebook(code).rules_of(game).with_limits(own).limits


def test_a_table_names_lowest_highest_and_top_win_where_the_rules_do() -> None:
    """LT-BAC-10, LT-BJ-14: 0.50 to 5,000 and 12,500; 5 to 10,000 and 100,000."""
    en = words("en")
    assert hand_limits(en, limits_of("baccarat", "lt")) == ("Bets 0.50 to 5,000\u00a0EUR, top win 12,500",)
    assert "Bets 5 to 10,000\u00a0EUR, top win 100,000" in notices("lt", en, limits_of("blackjack", "lt"))
    for code in CODES:
        assert bool(hand_limits(en, limits_of("baccarat", code))) == (code == "lt")
        assert bool(roulette_limits(en, limits_of("roulette", code))) == (code == "lt")
        assert len(notices(code, en, limits_of("blackjack", code))) == (5 if code == "lt" else 4)


def test_roulette_names_each_kind_of_bet() -> None:
    """LT-ROU-04."""
    assert roulette_limits(words("de"), limits_of("roulette", "lt")) == (
        *("Plein 0,10–150", "Cheval 0,10–300", "Transversale Plein 0,10–400", "Carré 0,10–600"),
        *("Transversale Simple 0,10–900", "Kolonne 1–1.800", "Dutzend 1–1.800", "Einfache Chancen 1–3.000"),
        "EUR",
    )


@pytest.mark.parametrize(
    ("currency", "shown"),
    [
        ("SEK", "Bets 50 to 20,000\u00a0SEK"),
        ("JPY", "Bets 5,000 to 2,000,000\u00a0JPY"),
        ("KWD", "Bets 5 to 2,000\u00a0KWD"),
    ],
)
def test_an_amount_is_in_the_smallest_unit_that_its_currency_has(currency: str, shown: str) -> None:
    """A krona has 100 öre, a yen nothing smaller, a Kuwaiti dinar 1,000 fils (ISO 4217)."""
    own = TableLimits(currency, 5_000, 2_000_000)
    assert hand_limits(words("en"), limits_of("baccarat", "sv", own)) == (shown,)


OWN = TableLimits("EUR", 700, 91_300, 1_100_000, {"tie": Stakes(300, 40_000)})
OF_WHEEL = TableLimits("EUR", 700, 91_300, None, {"straight": Stakes(300, 40_000)})


@pytest.mark.parametrize(("game", "code"), by_turns(["baccarat", "blackjack", "roulette"], CODES))
def test_a_tables_own_limits_are_seen_on_its_felt_in_every_market_and_language(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, code: str, game: str
) -> None:
    """BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04: not the document's; without them sv ja is de show none."""
    written: list[str] = []
    room = {"baccarat": "coup_on_felt", "blackjack": "seats.seats_on_felt", "roulette": "wheel.wheel_on_felt"}

    def noted(painter: object, text: str, *place: object, **more: object) -> float:
        written.append(text)
        return 0.0

    monkeypatch.setattr(f"console.table.ui.felt.{room[game]}.write", noted)
    table = Dealt(qtbot, code, game)
    for own in (None, OF_WHEEL if game == "roulette" else OWN):
        table.table.session.set_limits(own)
        table.show()
        first = (CODES.index(code) + len(game)) % 3
        for language in sampled(LANGUAGES, LANGUAGES[first::3]):
            written.clear()
            table.screen.set_words(words(language), words(code))
            table.screen.felt.grab()
            text = " ".join(written)
            assert ("EUR" in text) == (own is not None or code == "lt"), language
            assert ("–913" in text or " 913" in text or "～913" in text) == (own is not None), language
            if own is not None and game != "blackjack":
                assert "3–400" in text, language
            if own is not None and game != "roulette":
                assert "11" in text, language


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1280, 1024)])
def test_limits_at_roulette_are_read_like_any_line(qtbot: QtBot, size: tuple[int, int]) -> None:
    """LT-ROU-04."""
    table = Dealt(qtbot, "lt", "roulette")
    table.screen.resize(*size)
    for language in LANGUAGES:
        table.screen.set_words(words(language), words("lt"))
        with listened() as heard:
            table.screen.felt.grab()
        (last,) = (told for _, told in heard if "EUR" in told.text)
        assert last.size >= 16 * table.screen.u, language
        assert flaws(table.screen) == [], language
