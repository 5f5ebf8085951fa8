"""Who is who at a table."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person is signed in as; one role at a time."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SUPERVISOR = "supervisor"


class Actor(StrEnum):
    """Whose turn it is: a person's role, or the system's (a wait)."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SYSTEM = "system"
