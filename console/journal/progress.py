"""How far long work has come, and that somebody may stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

GoingOn: TypeAlias = Callable[[int, int], bool]
"""Told how much is done and of how much, some hundred times a second; False stops the work."""


class Stopped(Exception):
    """Somebody stopped the work: it has no result, and nothing was changed."""


def go_on(done: int, whole: int) -> bool:
    """Nobody looks and nobody stops it."""
    return True
