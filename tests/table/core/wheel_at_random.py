"""Lines that a roulette table may be sent: what its prompt asks for, and a wheel that sends its own games.

The wheel's lines are written from its published format, not by the console's own encoder.
"""

from __future__ import annotations

from console.table.core import Table
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import Seen, device


def line_at_wheel(table: Table, seen: Seen, number: int) -> Seen:
    """The line that a view's prompt asks for; ``number`` is the pocket, and picks answers and choices."""
    prompt = seen["prompt"]
    match prompt["action"]:
        case "spin":
            return spin_line(5, "against", dealer_of(table))
        case "await_number":
            return number_read(number % 37)
        case "confirm_number":
            return dealers_number(prompt["number"], dealer_of(table))
        case "enter_number":
            return dealers_number(number % 37, dealer_of(table))
        case "answer" if prompt["fact"] == "actual":
            by = dealer_of(table) if prompt["actor"] == "dealer" else "P1"
            return {"do": "answer", "by": by, "facts": {"actual": number % 37}}
        case _:
            return obeyed(table, seen, "", number)


def dealer_of(table: Table) -> str:
    return next((person.who for person in table.people if person.role == "dealer"), "D1")


def spin_line(turns: int, direction: str = "against", by: str = "D1") -> Seen:
    return {"do": "spin", "turns": turns, "direction": direction, "by": by}


def number_read(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "reader"}


def dealers_number(number: int, by: str = "D1") -> Seen:
    return {"do": "number", "number": number, "source": "dealer", "by": by}


def status(state: int, game: int, number: int, bits: int = 0) -> bytes:
    return f"*X;{state};{game:03};{number:2};{bits:X};140;{game % 2}\r\n".encode()


def wheel_bytes(*lines: bytes) -> Seen:
    return device(b"".join(lines), "wheel")
