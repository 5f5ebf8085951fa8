"""A shift as it is played: its lines, and what the table is after each, told by a table that has no disk.

The lines are what prompts ask for, and between them what is not asked: reports, calls, wrong lines, people
who come and go, bytes in pieces. The table in memory takes each line once and never begins again; a console
that was harmed must come to the same.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core import Session, Table, encode_table
from console.table.core.state.player_answers import PlayerAnswers
from tests.table.core import blackjack_at_random, wheel_at_random
from tests.table.core.incident.obedience import obeyed
from tests.table.core.lines_at_random import as_bytes
from tests.table.core.tables import Driven, Seen

TABLES: Final = tuple(
    (game, rules)
    for rules in ("sv", "lt", "de", "is", "ja")
    for game in ("baccarat", "blackjack", "roulette")
)
"""The games that `drive` plays, by every rulebook."""
_TIMES: Final = re.compile(rb'"\d{4}-\d\d-\d\dT[^"]*"')
_FACES: Final = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def without_journal(view: Seen) -> Seen:
    """A view without its journal's id: each file of a shift has one of its own."""
    return {name: value for name, value in view.items() if name != "journal"}


class Shift(msgspec.Struct, frozen=True):
    """Lines, and after the first n of them: the view, the number of entries, the state without its times."""

    game: str
    rules: str
    lines: tuple[bytes, ...]
    views: tuple[Seen, ...]
    entries: tuple[int, ...]
    states: tuple[bytes, ...]


@cache
def shift_of(game: str, rules: str, lines: int, seed: int) -> Shift:
    """A shift of ``lines`` lines; the same seed gives the same shift."""
    driven, chance = Driven(rules, game=game), random.Random(f"{game} {rules} {seed}")
    said, views, entries, states = list[bytes](), [driven.view()], [0], [timeless(driven.table)]
    while len(said) < lines:
        for line in _next(driven, views[-1], chance):
            driven.take(line)
            said.append(line)
            views.append(driven.view())
            entries.append(driven.kept.last)
            states.append(timeless(driven.table))
    return Shift(game, rules, tuple(said), tuple(views), tuple(entries), tuple(states))


def timeless(table: Table) -> bytes:
    """A table's state as a restart keeps it, but for its times, how its journal began, and what the next note
    lets go.
    """
    before = table.last_round
    if before is not None:
        before = replace(before, answers=_untimed(before.answers))
    # An instrument's clock begins again at each start, which a console takes for a clock that was set back.
    console = replace(table.console, set_back_from=None, origin="")
    plain = replace(
        table.without_ended,
        answers=_untimed(table.answers),
        last_round=before,
        console=console,
        journal="",
        earlier=0,
    )
    return _TIMES.sub(b'"then"', encode_table(plain))


def _untimed(answers: PlayerAnswers) -> PlayerAnswers:
    given = tuple(replace(each, left=None, behind=None) for each in answers.given)
    return replace(answers, given=given)


def _next(driven: Driven, seen: Seen, chance: random.Random) -> list[bytes]:
    if chance.random() < 0.15:
        return [_unasked(driven, seen, chance)]
    line = line_asked(driven, seen, chance)
    if line["do"] == "card" and driven.game.name == "baccarat" and "by" not in line and chance.random() < 0.4:
        return _in_pieces(as_bytes("card", line["card"], str(chance.randrange(10)), None), chance)
    return [_encoded(line)]


def line_asked(driven: Driven | Session, seen: Seen, chance: random.Random) -> Seen:
    """The line that the prompt of a view asks for."""
    face, number = chance.choice(_FACES), chance.randrange(1 << 16)
    match driven.game.name:
        case "blackjack":
            return blackjack_at_random.line_at_blackjack(driven.table, seen, face, number)
        case "roulette":
            return wheel_at_random.line_at_wheel(driven.table, seen, number)
        case _:
            return obeyed(driven.table, seen, face, number)


def _unasked(driven: Driven, seen: Seen, chance: random.Random) -> bytes:
    if seen["offer"] and chance.random() < 0.7:
        return _encoded({"do": "incident", "by": "D1"} | seen["offer"])
    if chance.random() < 0.3:
        # Cards that were not mixed need a deck's order, which random cards do not have.
        kind = chance.choice(sorted({*driven.game.rules.incidents.kinds} - {"not_mixed"}))
        return _encoded({"do": "incident", "by": chance.choice(["D1", "P1"]), "kind": kind})
    who = chance.choice(["D1", "D1", "D2", "P1"])
    return chance.choice(
        [
            _encoded({"do": "call", "by": "D1", "on": chance.random() < 0.5}),
            _encoded({"do": "say", "by": who, "text": chance.choice(["so", "žąsis", "ディーラー", "a\nb"])}),
            _encoded({"do": "sign_in", "who": who, "role": "pit_boss" if who == "P1" else "dealer"}),
            _encoded({"do": "sign_out", "who": who}),
            _encoded({"do": "done", "by": who, "reason": "as seen"}),
            _encoded({"do": "withdraw", "by": "P1"}),
            b'{"do":',
            b"\xff\xfe",
        ]
    )


def _in_pieces(line: Seen, chance: random.Random) -> list[bytes]:
    cut = 2 * chance.randrange(len(line["hex"]) // 2)
    pieces = [piece for piece in (line["hex"][:cut], line["hex"][cut:]) if piece]
    return [_encoded(line | {"hex": piece}) for piece in pieces]


def _encoded(line: Seen) -> bytes:
    return msgspec.json.encode(line)
