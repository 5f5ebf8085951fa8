"""The parts of the console: which of them this installation has, and who fills a slot.

A part that is not there costs nothing: its ``part.py`` is not found, and its slots stay empty.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from console.base.part import Part

NAMES: Final = ("table", "supervisor", "floor", "commissioning", "rehearsals")
"""From below; the last three don't know one another."""


@cache
def parts() -> dict[str, Part]:
    """The parts that are installed, by name."""
    return {name: import_module(f"console.{name}.part").PART for name in NAMES if _is_there(name)}


def _is_there(name: str) -> bool:
    return find_spec(f"console.{name}") is not None and find_spec(f"console.{name}.part") is not None


def filler(slot: str) -> Callable[..., Any] | None:
    """The function that fills a slot, imported now; None if no installed part does."""
    for part in parts().values():
        if place := part.fills.get(slot):
            module, _, name = place.partition(":")
            function: Callable[..., Any] = getattr(import_module(module), name)
            return function
    return None
