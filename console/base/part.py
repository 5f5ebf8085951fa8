"""A part of the console as a value: its commands, and the slots of the parts below that it fills.

It imports nothing of ours but the form of a command, so that the set-up can read it before any package is
installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from console.command_line.table import Command

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """The facts of a part that ``app`` needs; each has one in its ``part.py``, named ``PART``."""

    commands: tuple[Command, ...] = ()
    fills: Mapping[str, str] = _NOTHING
    """By slot, the function that fills it, as ``module:function``; it is imported when it is first needed."""
