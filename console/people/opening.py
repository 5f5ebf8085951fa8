"""Whom a table asks: the people of a file at a LIVE one, given people at a simulated one."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from console.people import training
from console.people.answers import People


class Configured(Protocol):
    """What of a table's configuration says who its people are."""

    @property
    def people(self) -> Path | None:
        """The people's file; None where they are given."""

    @property
    def language(self) -> str:
        """Of the screen, and of the given people."""


def open_people(config: Configured) -> People:
    """The people of a table. Nothing is read yet."""
    if config.people is None:
        return training.people(config.language)
    from console.people.file import PeopleFile  # its hashes take time to load, and training has none

    return PeopleFile(config.people)
