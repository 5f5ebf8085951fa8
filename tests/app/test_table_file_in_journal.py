"""The changes of rules in a table's file are in its journal, which verifies without that file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec.structs import fields, replace

from console.app.console_at_table import opened_table
from console.table.config import TableConfig
from console.table.config.sections import ConfigSection, TableFile
from console.table.core import SetClock
from console.table.custody.verdict import replayer
from console.table.journal import verify
from console.table.words import encode
from tests.instruments.harm.shifts import line_asked
from tests.table.config.table_files import WHOLE, loaded
from tests.table.core.tables import book, words

SIDE: Final = {"perfect_pairs": {"lowest": 500, "highest": 5_000}}
BLACKJACK: Final[dict[str, Any]] = {
    **WHOLE,
    "name": "T1",
    "game": "blackjack",
    "device": [
        {
            "role": "reader",
            "url": "socket://192.0.2.7:4001",
            "baud": 9600,
            "model": "text_cards",
            "serial": "R-7",
            "silent_after": 5,
            "pattern": "(?P<card>[0-9A-Za-z]{2})",
            "ranks": {"X": "T"},
            "suits": {"p": "S"},
        }
    ],
    "table": {**WHOLE["table"], "seat_1_side": "right", "procedures_off": ["BJ-4.1"]},
    "floor": {**WHOLE["floor"], "place": "1,2", "notes": "kept/notes", "witness": "kept/witness.pem"},
    "limits": {"currency": "EUR", "lowest": 500, "highest": 100_000, "top_win": 1_000_000, "bets": SIDE},
    "monitoring": {"textfile": "kept/health.prom", "every": 60},
    "software": {"changed": "refuse", "key": "kept/release.pem"},
}


def played(config: TableConfig, lines: int) -> None:
    """A night of ``lines`` lines at the file's table, and its restart."""
    rulebook, clock, chance = book(config.rules), SetClock(), random.Random(7)
    language = words("en")
    for _ in range(2):
        with ExitStack() as stack:
            session = opened_table(config, rulebook, clock, stack)[0].session
            for who, role in (("D1", "dealer"), ("P1", "pit_boss")):
                session.take(msgspec.json.encode({"do": "sign_in", "who": who, "role": role}))
            for _ in range(lines // 2):
                clock.advance(1)
                seen = msgspec.json.decode(encode(session.view(), language, language))
                session.take(msgspec.json.encode(line_asked(session, seen, chance)))


GAMES: Final[dict[str, dict[str, Any]]] = {
    "blackjack": BLACKJACK,
    "baccarat": {
        **BLACKJACK,
        "game": "baccarat",
        "limits": WHOLE["limits"],
        "table": {**BLACKJACK["table"], "procedures_off": ["BAC-4.1"]},
    },
    "roulette": {
        **BLACKJACK,
        "game": "roulette",
        "device": [{"role": "wheel", "url": "socket://192.0.2.7:4001", "model": "cammegh", "serial": "W-7"}],
        "table": {**BLACKJACK["table"], "procedures_off": ["LT-BAC-31"]},
        "limits": {"currency": "EUR", "lowest": 500, "highest": 15_000},
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_a_night_under_every_key_of_a_tables_file_verifies(game: str, tmp_path: Path) -> None:
    config = loaded(tmp_path, GAMES[game])
    played(config, 400)
    verdict = verify(config.journal, replayers=replayer)
    assert verdict.good, verdict


def test_players_have_the_time_of_the_file_and_a_changed_one_after_a_restart(tmp_path: Path) -> None:
    for seconds in (20, 40, None):
        config = loaded(tmp_path, BLACKJACK)
        config = replace(config, decision_time=seconds)
        played(config, 200)
        assert b'"seconds":%d' % (seconds or 13) in config.journal.read_bytes()
    verdict = verify(config.journal, replayers=replayer)
    assert verdict.good, verdict


def test_the_file_of_these_nights_has_every_key_of_a_tables_file() -> None:
    assert not set(_lacking(TableFile, BLACKJACK)) - {"device.name"}, "the name of role in older files"


def _lacking(section: Any, given: dict[str, Any], place: str = "") -> Iterator[str]:
    """The keys of a section and of those below it that are not given."""
    for field in fields(section):
        value = given.get(field.name)
        inner = next((each for each in _parts(field.type) if issubclass(each, ConfigSection)), None)
        if value is None:
            yield place + field.name
        elif inner is not None:
            yield from _lacking(inner, value[0] if isinstance(value, list) else value, f"{field.name}.")


def _parts(of: Any) -> Iterator[type]:
    """The classes within an annotation."""
    if isinstance(of, type) and not get_args(of):
        yield of
    for each in get_args(of):
        yield from _parts(each)
