"""Why a link can't be made as asked, with the key of its words and the slots they need.

In a module of its own: who only names the error loads no TLS, and no start without a link does.
"""

from __future__ import annotations


class LinkError(Exception):
    """Something about the link that the studio has to put right; no text of it ever holds the token."""

    def __init__(self, key: str, **slots: str) -> None:
        """``key`` names the words."""
        super().__init__(" ".join((key, *slots.values())))
        self.key = key
        self.slots = slots
