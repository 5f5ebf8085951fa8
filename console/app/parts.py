"""The parts of the console: which of them this installation has, their commands, and who fills a slot. A
missing part costs nothing: its ``part.py`` is not found, its commands are refused in one sentence, and its
slots stay empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from console.base import Part, imported
from console.base.command_line import Commands

PARTS: Final = {
    "table": {"drive", "people", "accept", "journal", "key", "listen", "handbook"},
    "supervisor": {
        "journal facts", "review", "report", "incident", "round", "card-sets", "shoe", "wheel", "rulebook",
        "guide", "status", "protocol",
    },
    "floor": {"floor"},
    "commissioning": {
        "rulebook dossier", "commissioning", "kiosk", "upgrade", "software", "bundle", "support", "licences",
    },
    "rehearsals": {"rehearsal"},
}  # fmt: skip
"""From below, each with the first words of its commands, which name the part if it is missing. The last three
don't know one another.
"""


@cache
def parts() -> dict[str, Part]:
    return {name: import_module(f"console.{name}.part").PART for name in PARTS if _is_there(name)}


def _is_there(name: str) -> bool:
    return find_spec(f"console.{name}") is not None and find_spec(f"console.{name}.part") is not None


@cache
def commands() -> Commands:
    return Commands(row for part in parts().values() for row in part.commands)


def part_that_lacks(words: Sequence[str]) -> str | None:
    """The missing part that would have the command with which a line begins."""
    begins = {*words[:1], " ".join(words[:2])}
    return next((name for name, of in PARTS.items() if begins & of and name not in parts()), None)


def filler(slot: str) -> Callable[..., Any] | None:
    """The function that fills a slot, if an installed part has one, imported now."""
    place = _fillers().get(slot)
    return None if place is None else imported(place)


def fillers(slot: str) -> list[Callable[..., Any]]:
    """The functions of all parts that fill a slot, imported now, from the lowest part."""
    return [imported(part.fills[slot]) for part in parts().values() if slot in part.fills]


def slots() -> dict[str, Callable[..., Any]]:
    """For each filled slot a function that, on its first call, imports the function that fills it."""
    return {slot: partial(_call, place) for slot, place in _fillers().items()}


def _call(place: str, *given: Any, **named: Any) -> Any:
    return imported(place)(*given, **named)


def _fillers() -> dict[str, str]:
    return {slot: place for part in parts().values() for slot, place in part.fills.items()}
