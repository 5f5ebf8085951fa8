"""The errors for which a floor can't be used, each with the key of its phrase."""

from console.base.errors import WordedError


class FloorError(WordedError[str | int | tuple[str, ...]]):
    """The floor can't be used: ``key`` is the phrase that says why, ``slots`` the values of its slots."""


class NoServer(FloorError):
    """PostgreSQL's programs are not there, or the server does not start."""


class StrangeFloor(FloorError):
    """The database's schema was made by a newer console, or somebody changed it."""
