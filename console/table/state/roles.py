"""Who is who at a table."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person is signed in as; one role at a time."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SUPERVISOR = "supervisor"


class Trade(StrEnum):
    """What a person on the list is who has no role at a table, and never signs in there."""

    TECHNICIAN = "technician"
    """Signs the certificate of a commissioning."""


def role_or_trade(named: str) -> Role | Trade:
    """What somebody on the list is, by its name there. Raises ValueError."""
    return Trade(named) if named in tuple(Trade) else Role(named)


class Actor(StrEnum):
    """Whose turn it is: a person's role, or the system's (a wait)."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SYSTEM = "system"
