"""Texts from files, people and other computers, made fit for a terminal, a log and a page. A text cleaned
here commands no terminal, hides nothing, turns no direction and begins no line of its own.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
IN_A_LINE: Final = "\u00ad\u200c\u200d\u2060\u2066\u2067\u2068\u2069"
"""The invisible characters that stay in a line composed of such texts: our own marks for breaks and for a
name's direction, and the joiners of some scripts.
"""
IN_A_SENTENCE: Final = f"\n\t{IN_A_LINE}"
"""The invisible characters that stay in a text of several lines."""


def is_unseen(letter: str) -> bool:
    """Whether a character is invisible: control and format characters, line ends."""
    return unicodedata.category(letter) in _UNSEEN


_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Letters and marks without ink, besides those of the category 'format' (Unicode's
Default_Ignorable_Code_Point, and the empty Braille pattern).
"""


def is_inkless(letter: str) -> bool:
    """Whether a letter or mark has no ink, though it is no control or format character."""
    return letter in _FILLERS or any(ord(letter) in each for each in _SELECTORS)


def stripped(text: str) -> str:
    """The text without the spaces around it; empty if it is invisible."""
    shows = any(not (each.isspace() or is_unseen(each) or is_inkless(each)) for each in text)
    return text.strip() if shows else ""


def visible(text: str, kept: str = "") -> str:
    """The text with ``<U+202E>`` for each unseen character, and on one line unless its end is ``kept``."""
    if text.isprintable():
        return text  # Nearly every text is printable, and this check is quick.
    unseen = {each for each in set(text) if is_unseen(each)}.difference(kept)
    return text.translate({ord(each): f"<U+{ord(each):04X}>" for each in unseen})


def escape_json(json: str) -> str:
    """JSON in which such characters are escaped in every string; only the line ends between values stay."""
    unseen = {ord(each): _escape(each) for each in set(json) - {"\n"} if is_unseen(each)}
    return json.translate(unseen) if unseen else json


def _escape(letter: str) -> str:
    pair = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pair[at]:02x}{pair[at + 1]:02x}" for at in range(0, len(pair), 2))


def cut(text: str, most: int) -> str:
    """At most so many characters; the last of a longer text is an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short_names(files: Sequence[Path]) -> list[str]:
    """The names of files, with the folder if another file has the name."""
    there = Counter(each.name for each in files)
    return [each.name if there[each.name] == 1 else f"{each.parent.name}/{each.name}" for each in files]
