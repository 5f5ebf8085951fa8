"""The errors for which a floor can't be used, each with the key of its phrase."""

from __future__ import annotations


class FloorError(Exception):
    """The floor can't be used: ``key`` is the phrase that says why, ``slots`` the values of its slots."""

    def __init__(self, key: str, **slots: str | int | tuple[str, ...]) -> None:
        super().__init__(f"{key}: {slots}")
        self.key, self.slots = key, slots


class NoServer(FloorError):
    """PostgreSQL's programs are not there, or the server does not start."""


class StrangeFloor(FloorError):
    """The database's schema is of a newer console, or is not as a console made it."""
