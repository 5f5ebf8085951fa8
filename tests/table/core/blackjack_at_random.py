"""Lines that a table of blackjack may be sent: what its prompt asks for, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence

from console.table.core import Table
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import Seen

SEATS = ([1], [3], [2, 5], [1, 4, 7], [1, 2, 3, 4, 5, 6, 7])


def line_at_blackjack(table: Table, seen: Seen, face: str, number: int) -> Seen:
    """The line that a view's prompt asks for; ``number`` picks seats, answers and choices."""
    prompt = seen["prompt"]
    match prompt["action"]:
        case "await_seats":
            return seats_line(SEATS[number % len(SEATS)])
        case "await_decision" if "seats" in prompt:
            return answered(prompt["seats"][number % len(prompt["seats"])], 1, prompt["offers"], number)
        case "await_decision":
            return answered(prompt["seat"], prompt["hand"], prompt["offers"], number)
        case "answer" if prompt["fact"] == "seat" and seen["round"] and seen["round"]["seats"]:
            seats = [int(seat) for seat in seen["round"]["seats"]]
            return {"do": "answer", "by": "P1", "facts": {"seat": seats[number % len(seats)]}}
        case _:
            return obeyed(table, seen, face, number)


def seats_line(seats: Sequence[int]) -> Seen:
    return {"do": "seats", "seats": list(seats)}


def answered(seat: int, hand: int, offers: Sequence[str], number: int) -> Seen:
    choices = [*offers, "timeout"]
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choices[number % len(choices)]}
