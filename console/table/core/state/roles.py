"""The roles and trades of people at a table, and the actors of prompts."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Self


class Who(str):
    """A person at an act, by id, all that a file has of it; of a trainee also the dealer beside."""

    __slots__ = ("beside",)
    beside: str | None

    def __new__(cls, id: str, beside: str | None = None) -> Self:
        """``beside`` is the dealer's id; None beside anybody but a trainee."""
        who = super().__new__(cls, id)
        who.beside = beside
        return who


@lru_cache(maxsize=256)
def person_of(id: str, beside: str | None) -> Who:
    """The person of an act. A report keeps thousands, of a few people."""
    return Who(id, beside)


class Role(StrEnum):
    """The role of a signed-in person; one at a time."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SUPERVISOR = "supervisor"


class Trade(StrEnum):
    """The trade of a person on the list who has no role at a table, and never signs in there."""

    TECHNICIAN = "technician"
    """Signs the certificate of a commissioning."""
    SHUFFLER = "shuffler"
    """Prepares card sets."""


def role_or_trade(name: str) -> Role | Trade:
    """The role or trade with this name in the list. Raises ValueError."""
    return Trade(name) if name in tuple(Trade) else Role(name)


class Actor(StrEnum):
    """The actor of a prompt: a person's role, or the system (a wait)."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SYSTEM = "system"
