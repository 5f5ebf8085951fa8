"""The error that has words for a person: the key of a phrase, and the values of its slots."""

from __future__ import annotations

from typing import Generic, TypeVar

V = TypeVar("V")
"""The type of the values in an error's slots."""


class WordedError(Exception, Generic[V]):
    """Something can't be done: ``key`` is the phrase for the reason and the way out, ``slots`` its values."""

    key: str
    slots: dict[str, V]

    def __init__(self, key: str, for_log: str | None = None, /, **slots: V) -> None:
        """``for_log`` is plain English, which ``str`` returns; the default is the key with its slots."""
        super().__init__(f"{key}: {slots}" if for_log is None else for_log)
        self.key, self.slots = key, slots
