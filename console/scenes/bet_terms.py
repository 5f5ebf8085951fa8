"""The words of scenes about a worksheet.

A scene asks for it by ``settle P1 player 100 + tie 50``, and of it is seen ``worksheet player 100 back 200 +
tie 50 back 0 = 200``.

A bet on a hand begins with its seat and hand: ``3.1 main 100``; one on numbers names them before its stake:
``split 8 11 100``, ``neighbours 17 2 100`` (two at each side). What is null is ``null``; what a wrong number
brought stands behind ``back`` as ``recorded 100``, a limit behind its row and a restriction at the end, where
there is one.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from console.scenes.scene_file import hold
from console.scenes.table_in_memory import Seen


def bets_of(words: list[str]) -> list[dict[str, Any]]:
    """The bets of a line that asks for a worksheet."""
    rows = [list(row) for is_plus, row in groupby(words, lambda word: word == "+") if not is_plus]
    return [_bet(row) for row in rows]


def _bet(row: list[str]) -> dict[str, Any]:
    if row[0][0].isalpha() and len(row) > 2:
        return _on_numbers(row)
    *place, on, stake = row
    if not place:
        return {"on": on, "stake": int(stake)}
    seat, _, hand = place[0].partition(".")
    return {"on": on, "seat": int(seat), "hand": int(hand), "stake": int(stake)}


def _on_numbers(row: list[str]) -> dict[str, Any]:
    on, *numbers, stake = row
    if on == "neighbours":
        number, each = numbers
        return {"on": on, "number": int(number), "each": int(each), "stake": int(stake)}
    return {"on": on, "numbers": list(map(int, numbers)), "stake": int(stake)}


def worksheet_in_words(sheet: Seen | None) -> str | None:
    """A worksheet in words; None if there is none."""
    if sheet is None:
        return None
    hold(list(sheet) == ["bets", "back", "restriction"], f"a worksheet of {list(sheet)}")
    rows = " + ".join(map(_row, sheet["bets"]))
    words = [rows, "=", _known(sheet["back"]), sheet["restriction"] or ""]
    return " ".join(word for word in words if word)


def _row(row: Seen) -> str:
    place = [name for name in ("seat", "hand", "numbers", "number", "each") if name in row]
    paid = ["paid"] if "paid" in row else []  # what a bet was paid before: test_settlement reckons it
    hold(
        list(row) == ["on", *place, "stake", "back", "recorded_back", "limit", *paid], f"a bet of {list(row)}"
    )
    where = f"{row['seat']}.{row['hand']} " if "seat" in row else ""
    numbers = row.get("numbers", [row[name] for name in ("number", "each") if name in row])
    on = " ".join(map(str, [row["on"], *numbers]))
    recorded = "" if row["recorded_back"] is None else f" recorded {row['recorded_back']}"
    limit = f" {row['limit']}" if row["limit"] else ""
    return f"{where}{on} {row['stake']} back {_known(row['back'])}{recorded}{limit}"


def _known(money: int | None) -> str:
    return "null" if money is None else str(money)
