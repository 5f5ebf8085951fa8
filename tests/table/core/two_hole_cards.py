"""Tables of blackjack that differ in the dealer's hole card alone, and play until it is turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.table.core.blackjack_at_random import line_at_blackjack
from tests.table.core.tables import CODES, Driven, Seen
from tests.table.incidents.rows import committed

OWN = sorted({row.kind for row in committed() if row.game == "blackjack"})
"""The kinds of incident that only blackjack has."""
LIGHT, TENS = ("2C", "5C", "7C", "9C"), ("TC", "JC", "QC", "KC")
"""Hole cards of one kind: none makes a blackjack that another doesn't."""
AHEAD = "6C"
"""The face of a card that is read before its turn: in manual mode it may be the hole card's."""
OTHERS = ("AH", "AS", "TD", "KH", "8H", "8S", "5D", "6D", "2H", "3S", "9D", "7H")

two_hole_cards: Callable[[Callable[..., None]], Callable[..., None]] = given(
    code=st.sampled_from(CODES),
    holes=st.sampled_from([LIGHT, TENS]).flatmap(
        lambda of: st.lists(st.sampled_from(of), min_size=2, max_size=2, unique=True)
    ),
    faces=st.lists(st.sampled_from(OTHERS), min_size=30, max_size=40),
    numbers=st.lists(st.integers(0, 42), min_size=40, max_size=40),
)
"""A market's code, two hole cards, all other cards as they come, and what is sent line by line."""


def while_it_lies_face_down(
    tables: Sequence[Driven], holes: Sequence[str], faces: Sequence[str], numbers: Iterable[int]
) -> Iterator[list[Seen]]:
    """Send every table the same lines, but each its own hole card; their views after each line.

    It ends as the hole card is turned, or with the numbers.
    """
    seen = [table.view() for table in tables]
    for at, number in enumerate(numbers):
        lines = [line_for(table, view, at, number, faces) for table, view in zip(tables, seen, strict=True)]
        read_ahead = seen[0]["manual"] and lines[0].get("card") == AHEAD
        if lines[0]["do"] == "card" and (read_ahead or asks_for_the_hole_card(seen[0])):
            lines = [line | {"card": hole} for line, hole in zip(lines, holes, strict=True)]
        else:
            assert all(line == lines[0] for line in lines)
        seen = [table.take(line) for table, line in zip(tables, lines, strict=True)]
        round = seen[0]["round"]
        if round and round["dealer"]["cards"][1:2] not in ([], ["??"]):
            return
        yield seen


def asks_for_the_hole_card(seen: Seen) -> bool:
    prompt, round = seen["prompt"], seen["round"]
    lies_down = prompt.get("face") == "down" or prompt.get("hand") == "dealer"
    return lies_down and round is not None and len(round["dealer"]["cards"]) == 1


def line_for(table: Driven, seen: Seen, at: int, number: int, faces: Sequence[str]) -> Seen:
    """Mostly what is asked for; now and then a card too many, a report, a look or a correction."""
    face = faces[at % len(faces)]
    match number:
        case 36:
            return {"do": "card", "card": face}
        case 37:
            return {"do": "incident", "by": "P1", "kind": OWN[at % len(OWN)]}
        case 38:
            return {"do": "correct", "by": "P1", "hand": "dealer", "card": 2, "to": "4C"}
        case 39:
            return {"do": "unread"}
        case 40:
            return {"do": "sign_out", "who": "D1"} if at % 2 else {"do": "view"}
        case 41:
            return {"do": "manual", "by": "P1", "on": not seen["manual"]}
        case 42:
            return {"do": "card", "card": AHEAD}
        case _:
            return line_at_blackjack(table.table, seen, face, number)
