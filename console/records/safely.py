"""Text of people as it is shown: what can't be seen, or turns a line around, is named instead."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def is_unseen(letter: str) -> bool:
    """Whether a character has no picture of its own: control and format characters, line ends."""
    return unicodedata.category(letter) in _UNSEEN


def visible(text: str) -> str:
    """The text on one line, with ``<U+202E>`` for what can't be seen."""
    return "".join(f"<U+{ord(each):04X}>" if is_unseen(each) else each for each in text)


def escaped(json: str) -> str:
    """JSON in which no string holds such a character as it is; only its line ends stay."""
    return "".join(_escape(each) if each not in "\n" and is_unseen(each) else each for each in json)


def _escape(letter: str) -> str:
    pair = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pair[at]:02x}{pair[at + 1]:02x}" for at in range(0, len(pair), 2))
