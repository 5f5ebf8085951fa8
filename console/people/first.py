"""The first run of a LIVE table: somebody has to be its supervisor before anybody can be added."""

from __future__ import annotations

from pathlib import Path

from console.people.file import PeopleFile


def needs_first_supervisor(path: Path) -> bool:
    """Whether nobody in the file may sign in as supervisor; Unreadable, NotPrivate."""
    return PeopleFile(path).needs_first_supervisor
