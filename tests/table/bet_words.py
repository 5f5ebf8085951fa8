"""How transcripts speak of a worksheet: ``settle P1 player 100 + tie 50`` asks, and of it is seen
``worksheet player 100 back 200 + tie 50 back 0 = 200``.

A bet on a hand begins with its seat and hand: ``3.1 main 100``. What is null is ``null``; a limit stands
behind its row and a restriction at the end, where there is one.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.table.tables import Seen


def bets_of(words: list[str]) -> list[dict[str, Any]]:
    """The bets that are asked about."""
    rows = [list(row) for is_plus, row in groupby(words, lambda word: word == "+") if not is_plus]
    return [_bet(row) for row in rows]


def _bet(row: list[str]) -> dict[str, Any]:
    *place, on, stake = row
    if not place:
        return {"on": on, "stake": int(stake)}
    seat, _, hand = place[0].partition(".")
    return {"on": on, "seat": int(seat), "hand": int(hand), "stake": int(stake)}


def worksheet_in_words(sheet: Seen | None) -> str | None:
    """A worksheet in words; None if there is none."""
    if sheet is None:
        return None
    assert list(sheet) == ["bets", "back", "restriction"]
    rows = " + ".join(map(_row, sheet["bets"]))
    words = [rows, "=", _known(sheet["back"]), sheet["restriction"] or ""]
    return " ".join(word for word in words if word)


def _row(row: Seen) -> str:
    place = ["seat", "hand"] if "seat" in row else []
    assert list(row) == ["on", *place, "stake", "back", "recorded_back", "limit"]
    assert row["recorded_back"] is None
    where = f"{row['seat']}.{row['hand']} " if place else ""
    limit = f" {row['limit']}" if row["limit"] else ""
    return f"{where}{row['on']} {row['stake']} back {_known(row['back'])}{limit}"


def _known(money: int | None) -> str:
    return "null" if money is None else str(money)
