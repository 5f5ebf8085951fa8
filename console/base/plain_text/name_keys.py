"""Whether two names are one: of a card set, a wheel, a receipt, a person, a camera, a table.

A name is typed by hand, scanned, and read from files of other programs; each gives it in its own form. It is
shown and kept as it was given, and compared by its key alone.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from console.base.plain_text.visible_text import is_inkless, is_unseen

_PREFIX: Final = 3
"""The characters of the prefix by which a scanner names the kind of code: ``]C0`` before a Code 128."""
_APART: Final = re.compile(r"(?<=\d)-+(?=\d)")


@lru_cache(1024)
def name_key(name: str) -> str:
    """The key by which a name is compared: without regard to capitals, width, invisible characters, blanks,
    dashes and a scanner's prefix. A run of blanks and dashes between two digits is one dash. Empty if nothing
    else of the name shows.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    signs = "".join("-" if _parts(each) else each for each in folded if not _hides(each)).strip("-")
    bare = signs[_PREFIX:] if signs.startswith("]") and len(signs) >= _PREFIX else signs
    return _APART.sub("\n", bare).replace("-", "").replace("\n", "-")


def _parts(letter: str) -> bool:
    """Whether it is a blank, a dash or a hyphen."""
    return letter.isspace() or unicodedata.category(letter) == "Pd" or letter in "\u2212\u2043"


def _hides(letter: str) -> bool:
    return not letter.isspace() and (is_unseen(letter) or is_inkless(letter))
