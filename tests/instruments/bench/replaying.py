"""A table replayed from its journal, beside a fold of the same rows by the standard library's json.

The plain fold has no types and checks nothing, but comes to the same shoe, hands, results and people; that
it does is looked at before anything is timed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from console.table.core import Table, of_cards
from console.table.core.judging.checkpoints import table_after
from console.table.core.play.preparation import reshuffle_steps
from console.table.game import Card
from console.table.game.baccarat import Coup
from console.table.journal.file.store import EVERY
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import GAME, lines_and_entries, opened, written

ENTRIES = 20_000
VALUE = {**{str(pips): pips for pips in range(2, 10)}, "A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}
SELECT = "SELECT number, event, refused, at, monotonic FROM entry WHERE number > 0 ORDER BY number"
STEPS = len(reshuffle_steps(of_cards(GAME), new_decks=False))
Fold = dict[str, Any]


def measure(folder: Path, pairs: int, entries: int = ENTRIES) -> list[Measured]:
    """Ours beside the plain fold, and with its digests checked beside itself."""
    path = written(folder / "journal.db", entries)
    count = len(lines_and_entries(entries)[1][:entries])
    with opened(path) as journal, closing(sqlite3.connect(path)) as connection:

        def told(*, checked: bool) -> Table:
            found = journal.recover() if checked else journal.restart_point(EVERY)
            assert found is not None, "not the very beginning is asked for"
            return table_after(GAME, found.checkpoint, found.entries)

        def plain() -> Fold:
            return folded(connection)

        _agree(plain(), told(checked=False))
        once, sure, theirs = (
            _turn(lambda: told(checked=False)),
            _turn(lambda: told(checked=True)),
            _turn(plain),
        )
        beside, checked = compared(once, theirs, pairs), compared(sure, once, pairs)
    how = f"{count:,} entries a turn; theirs: "
    a_fold = "sqlite3 rows, json.loads, a fold into dicts"
    unchecked = "the same without looking at the digests"
    return [
        Measured.rate("replay", beside, count, "entries", 1.0, how + a_fold),
        Measured.span("replay, digests checked", checked, "ms", 1.8, how + unchecked),
    ]


def _turn(work: Callable[[], object]) -> Callable[[], float]:
    return lambda: timed(work)


def folded(connection: sqlite3.Connection) -> Fold:
    """The rows' events into one dictionary, each by a json.loads of its own."""
    table: Fold = {"phase": "betting", "hands": {"player": [], "banker": []}, "rounds": 0, "results": []}
    table |= {"seen": {"AC": 1}, "bets": "closed", "shoes": 1, "cut_card": False, "bytes": {}, "steps": 0}
    for _, event, refused, at, _ in connection.execute(SELECT):
        if refused is None:
            apply(table, json.loads(event), at)
    return table


def apply(table: Fold, event: Fold, at: str) -> None:
    """One event into the dictionary."""
    match event["event"]:
        case "bytes_received":
            table["bytes"][event["device"]] = event["received"]
        case "card_drawn":
            card = event["card"]
            table["seen"][card] = table["seen"].get(card, 0) + 1
            table["hands"][event["target"][0]].append(card)
        case "bets_opened":
            table.update(round=event["round"], opened=at, rounds=table["rounds"] + 1, bets="open")
            table["hands"] = {"player": [], "banker": []}
        case "bets_closed":
            table.update(phase="dealing", bets="closed")
        case "cut_card_drawn":
            table["cut_card"] = True
        case "step_done":
            _stepped(table)


def _stepped(table: Fold) -> None:
    match table["phase"]:
        case "dealing":
            player, banker = (sum(VALUE[card[0]] for card in hand) % 10 for hand in table["hands"].values())
            table["results"].append("player" if player > banker else "banker" if banker > player else "tie")
            table.update(phase="collecting", bets="settled")
        case "collecting" if table["cut_card"]:
            table.update(phase="shoe", seen={}, results=[], shoes=table["shoes"] + 1, cut_card=False, steps=0)
        case "collecting":
            table["phase"] = "betting"
        case "shoe":
            table["steps"] += 1
            if table["steps"] == STEPS:
                table["phase"] = "betting"


def _agree(plain: Fold, table: Table) -> None:
    assert isinstance(table.play, Coup)
    hands = {"player": table.play.player, "banker": table.play.banker}
    assert {hand: list(cards) for hand, cards in hands.items()} == plain["hands"]
    assert [plain["seen"].get(card, 0) for card in Card] == list(table.shoe.seen), "cards seen"
    assert plain["results"] == [result.split()[0] for result in table.results]
    assert plain["rounds"] == table.round_number
    assert plain["shoes"] == table.shoe_in_play.number
