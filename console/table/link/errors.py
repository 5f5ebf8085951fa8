"""The errors of a requested link, each with the key of its phrase and the slots for it.

It is a module of its own, so that a start without a link does not load TLS only to name the error.
"""

from __future__ import annotations

from console.base.errors import WordedError


class LinkError(WordedError[str]):
    """A fault of the link that the studio has to correct; its text never contains the token."""

    def __init__(self, key: str, **slots: str) -> None:
        """``key`` names the words."""
        super().__init__(key, " ".join((key, *slots.values())), **slots)
