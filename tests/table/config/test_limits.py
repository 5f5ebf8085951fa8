"""The stakes that a table's file allows: in every game and market, and never more than its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from console.table.config import ConfigError
from console.table.game import Stakes
from tests.table.config.table_files import PLAIN, loaded


@pytest.mark.parametrize("rules", ["sv", "ja", "lt", "is", "de"])
@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("baccarat", {"banker": {"lowest": 1000, "highest": 2000}}),
        ("blackjack", None),
        ("roulette", {"straight": {"lowest": 1000, "highest": 2000}}),
    ],
)
def test_every_game_takes_limits_in_every_market(
    tmp_path: Path, rules: str, game: str, bets: dict[str, Any] | None
) -> None:
    """BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04."""
    role = "wheel" if game == "roulette" else "reader"
    limits = {"currency": "EUR", "lowest": 600, "highest": 9_000, **({} if bets is None else {"bets": bets})}
    if rules == "lt" and game != "roulette":
        limits["top_win"] = 90_000
    file = {**PLAIN, "rules": rules, "game": game, "device": [{"role": role, "url": "/dev/ttyUSB0"}]}
    config = loaded(tmp_path, {**file, "limits": limits})
    assert config.limits is not None
    own = {} if bets is None else {bet: Stakes(1000, 2000) for bet in bets}
    assert (config.limits.lowest, config.limits.highest, config.limits.bets) == (600, 9_000, own)
    assert loaded(tmp_path, file).limits is None


@pytest.mark.parametrize(
    ("game", "limits", "text"),
    [
        ("roulette", {"top_win": 5}, "limits.top_win: no win is limited at roulette; leave the key out"),
        (
            "blackjack",
            {"bets": {"21+3": {"lowest": 1, "highest": 2}}},
            "limits.bets: no stakes of its own for '21+3' at blackjack by the rules sv; leave bets out",
        ),
    ],
)
def test_a_limit_that_the_game_does_not_have_is_refused(
    tmp_path: Path, game: str, limits: dict[str, Any], text: str
) -> None:
    role = "wheel" if game == "roulette" else "reader"
    file = {**PLAIN, "rules": "sv", "game": game, "device": [{"role": role, "url": "/dev/ttyUSB0"}]}
    whole = {"currency": "SEK", "lowest": 500, "highest": 90_000, **limits}
    with pytest.raises(ConfigError) as refused:
        loaded(tmp_path, {**file, "limits": whole})
    assert str(refused.value) == f"table.toml: {text}"
