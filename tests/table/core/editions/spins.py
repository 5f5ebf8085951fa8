"""Roulette as the scenes play it: a word a line, and what a view shows of it."""

from __future__ import annotations

from typing import Any

from console.table.devices.models.cammegh import status_line
from console.table.devices.wheel_status import WheelStatus
from tests.table.core.tables import Driven, device

OPEN, CLOSED = {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}
DONE = {"do": "done", "by": "D1"}
VIEW = {"do": "view"}


def wheel(*lines: str, bits: int = 0) -> dict[str, Any]:
    """The wheel's lines in one read: ``3/1``, state 3 of game 1, or ``5/1:17``, its number."""
    sent = b""
    for line in lines:
        state, _, rest = line.partition("/")
        game, _, number = rest.partition(":")
        status = WheelStatus(int(state), int(game), int(number or 0), bits, 140, "clockwise")
        sent += status_line(status)
    return device(sent, "wheel")


def spin(turns: int = 5) -> dict[str, Any]:
    return {"do": "spin", "turns": turns, "direction": "against", "by": "D1"}


def read(number: int) -> dict[str, Any]:
    return {"do": "number", "number": number, "source": "reader"}


def says(by: str, kind: str | None, **facts: object) -> dict[str, Any]:
    """A report."""
    return {"do": "incident", "by": by, "facts": facts} | ({} if kind is None else {"kind": kind})


def answers(by: str, **facts: object) -> dict[str, Any]:
    return {"do": "answer", "by": by, "facts": facts}


def authorise(reason: str | None = None) -> dict[str, Any]:
    return {"do": "authorise", "by": "P1"} | ({} if reason is None else {"reason": reason})


def withdraw(reason: str | None = None) -> dict[str, Any]:
    return {"do": "withdraw", "by": "P1"} | ({} if reason is None else {"reason": reason})


def played(table: Driven, *lines: dict[str, Any]) -> dict[str, Any]:
    """The view after these lines."""
    for line in lines:
        shown = table.take(line)
    return shown


def at(code: str, *lines: dict[str, Any]) -> dict[str, Any]:
    """The view after these lines at a table that is ready."""
    return played(Driven(code, game="roulette"), *lines)


def decision(view: dict[str, Any]) -> tuple[object, ...]:
    """The decision and the prompt: the incident's kind and clause, the action, the halt's reason."""
    incident, prompt = view["incident"] or {}, view["prompt"]
    return incident.get("kind"), incident.get("clause"), prompt["action"], prompt.get("reason")
