"""A table's own limits of bets: the worksheet goes by them, and a replay by those that stood then."""

from __future__ import annotations

from typing import Any

import pytest

from console.table.game import Stakes, TableLimits
from tests.table.core.tables import CODES, Driven

OWN = TableLimits("EUR", 700, 90_000, 1_100_000, {"tie": Stakes(300, 40_000)})
"""Bets from 7 to 900 EUR, a win of at most 11,000, a tie from 3 to 400."""
OF_WHEEL = TableLimits("EUR", 700, 90_000, None, {"straight": Stakes(300, 40_000)})

BETS: dict[str, list[tuple[dict[str, Any], str | None]]] = {
    "baccarat": [
        ({"on": "player", "stake": 699}, "below"),
        ({"on": "player", "stake": 700}, None),
        ({"on": "player", "stake": 90_000}, None),
        ({"on": "player", "stake": 90_001}, "above"),
        ({"on": "tie", "stake": 300}, None),
        ({"on": "tie", "stake": 299}, "below"),
        ({"on": "tie", "stake": 40_001}, "above"),
    ],
    "blackjack": [
        ({"on": "main", "seat": 1, "hand": 1, "stake": 699}, "below"),
        ({"on": "main", "seat": 1, "hand": 1, "stake": 700}, None),
        ({"on": "insurance", "seat": 1, "hand": 1, "stake": 350}, None),
        ({"on": "main", "seat": 1, "hand": 1, "stake": 90_001}, "above"),
    ],
    "roulette": [
        ({"on": "straight", "numbers": [17], "stake": 300}, None),
        ({"on": "straight", "numbers": [17], "stake": 299}, "below"),
        ({"on": "straight", "numbers": [17], "stake": 40_001}, "above"),
        ({"on": "red", "stake": 699}, "below"),
        ({"on": "red", "stake": 90_000}, None),
        ({"on": "red", "stake": 90_001}, "above"),
    ],
}


def at_table(code: str, game: str) -> Driven:
    """A table in a round, with a card of seat 1 out at blackjack."""
    driven = Driven(code, game=game)
    driven.take({"do": "bets", "state": "open"})
    if game == "blackjack":
        driven.take({"do": "seats", "seats": [1]})
    driven.take({"do": "bets", "state": "closed"})
    if game == "blackjack":
        driven.take({"do": "card", "card": "9H"})
    return driven


def broken(driven: Driven, game: str) -> list[str | None]:
    seen = driven.take({"do": "settle", "by": "P1", "bets": [bet for bet, _ in BETS[game]]})
    assert seen["accepted"], seen["why"]
    return [row["limit"] for row in seen["worksheet"]["bets"]]


@pytest.mark.parametrize("game", BETS)
@pytest.mark.parametrize("code", CODES)
def test_the_worksheet_says_which_of_the_tables_own_limits_a_bet_breaks(code: str, game: str) -> None:
    """BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04: without limits of its own only lt's document says any."""
    driven, of_document = at_table(code, game), code == "lt" and game == "roulette"
    assert any(broken(driven, game)) == of_document
    driven.session.set_limits(OF_WHEEL if game == "roulette" else OWN)
    assert broken(driven, game) == [limit for _, limit in BETS[game]]
    driven.session.set_limits(None)
    assert any(broken(driven, game)) == of_document


def test_a_win_above_the_tables_own_top_win_is_marked() -> None:
    driven = at_table("sv", "baccarat")
    driven.session.set_limits(TableLimits("SEK", 1, 10**9, 800))
    asked = [{"on": "tie", "stake": 100}, {"on": "tie", "stake": 101}]
    sheet = driven.take({"do": "settle", "by": "P1", "bets": asked})["worksheet"]
    assert [row["limit"] for row in sheet["bets"]] == [None, "top_win"]


def test_limits_are_journalled_once_and_stand_after_a_restart() -> None:
    """A replay reckons with the limits that stood then, whatever the table's file says now."""
    driven = at_table("sv", "baccarat")
    driven.session.set_limits(OWN)
    entry = driven.kept.last
    driven.session.set_limits(OWN)
    assert driven.kept.last == entry
    driven.restart()
    assert driven.table.limits == OWN
    assert broken(driven, "baccarat")[0] == "below"
    driven.session.set_limits(TableLimits("EUR", 1, 10**9))
    assert not any(broken(driven, "baccarat"))
    assert driven.from_the_start() == driven.table
