"""A name or text from outside, inside a sentence of ours: it keeps its own direction and does not turn ours.
A name may be Hebrew or Arabic, or contain characters that turn the direction of what follows. Alone on a line
that is harmless; beside a time or another name, the two would change places.
"""

from __future__ import annotations

import re
from typing import Final

FIRST_STRONG: Final = "\u2068"
POP: Final = "\u2069"
"""The beginning and end of an isolate, whose direction is that of its first letter (Unicode Annex 9)."""

_TURNS: Final = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters written from the right, and the signs that set a direction."""
_MARKS: Final = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F)))
_ISOLATES: Final = dict.fromkeys(range(0x2066, 0x206A))


def isolate(text: str) -> str:
    """The text, isolated if anything in it turns direction, and without overrides. A text that was already
    isolated in parts keeps them.
    """
    if text.isascii() or not _TURNS.search(text):
        return text
    text = text.translate(_MARKS)
    if not _is_balanced(text):
        text = text.translate(_ISOLATES)
    if text.startswith(FIRST_STRONG) and text.endswith(POP) and POP not in text[:-1]:
        return text
    return f"{FIRST_STRONG}{text}{POP}"


def _is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        if "\u2066" <= letter <= "\u2068":
            depth += 1
        elif letter == POP:
            depth -= 1
            if depth < 0:
                return False
    return depth == 0
