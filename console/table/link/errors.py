"""The errors of a requested link, each with its phrase's key and slots; apart, so that no start loads TLS."""

from __future__ import annotations

from console.base.errors import WordedError


class LinkError(WordedError[str]):
    """A fault of the link that the studio has to correct; its text never contains the token."""

    def __init__(self, key: str, **slots: str) -> None:
        """``key`` names the words."""
        super().__init__(key, " ".join((key, *slots.values())), **slots)
