"""The errors for which a floor can't be used, each with the key of its phrase."""

from console.base.errors import WordedError


class FloorError(WordedError[str | int | tuple[str, ...]]):
    """The floor can't be used: ``key`` is the phrase for the reason, ``slots`` its slots' values."""


class NoServer(FloorError):
    """PostgreSQL's programs are missing, or the server does not start."""


class StrangeFloor(FloorError):
    """A newer console made the database's schema, or somebody changed it."""
