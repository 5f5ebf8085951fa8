"""A part of the console as a value: its commands, and the slots of the parts below that it fills. It imports
nothing of ours, so that the set-up can read it before any package is installed: a part is loaded with its
command.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple


class Command(NamedTuple):
    """A command of the console's command line."""

    name: str
    """The command's words: ``drive``, ``journal verify``."""
    starts: str = ""
    """The function that does it, whose parameters are its arguments; empty for a group's first word."""
    window: bool = False
    pages: bool = False
    """Whether it draws pages for a PDF, which takes the same libraries of the system as a window."""
    note: str = ""
    """The key of the sentence at the end of its help."""
    listed: bool = True
    """Whether it is in the list of commands, not only in the help of its first word."""
    first: bool = False
    """Whether the program's help shows it before all others."""
    is_own: bool = False
    """Whether only the console itself starts it, as a separate process."""

    def start(self) -> Any:
        """The function that the command starts; its module is imported now."""
        return imported(self.starts)


def imported(place: str) -> Any:
    """The function that ``module:function`` names; its module is imported now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


_NOTHING: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """The facts of a part that ``app`` needs; each part has one in its ``part.py``, named ``PART``."""

    commands: tuple[Command, ...] = ()
    fills: Mapping[str, str] = _NOTHING
    """For each slot the function that fills it, as ``module:function``; imported when first needed."""
