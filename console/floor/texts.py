"""Texts that a table or a person gave, made fit to show: cut at a stated length, on one line, isolated. Such
a text may turn the direction of what follows, or begin another line. The original is kept; only what is shown
changes.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from console.base.plain_text import cut, visible
from console.base.words import isolate

NAME: Final = 64
"""Characters of a name, of a table, a room, a person."""
NOTE: Final = 2_000
"""Characters of a person's note."""


def plain(text: str, limit: int = NAME) -> str:
    return cut(visible(text[: limit + 1]), limit)


def one_line(text: str, limit: int = NAME) -> str:
    """A text on one line of a screen: nothing in it turns the direction of its neighbours."""
    return _on_one_line(text[: limit + 1], limit)


@lru_cache(maxsize=4_096)  # Each reading has the same few names.
def _on_one_line(text: str, limit: int) -> str:
    one_line = "".join(" " if unicodedata.category(each) in _BREAKS else each for each in text)
    return isolate(cut(one_line, limit))


_BREAKS: Final = frozenset({"Cc", "Zl", "Zp"})
