"""A name as somebody types it, with or without its accents, on any keyboard."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, normalize

_PLAIN: Final = {"ð": "d", "đ": "d", "þ": "th", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ı": "i"}
"""Letters without a mark, as typed on a keyboard that lacks them."""


def search_form(text: str) -> str:
    return normalize("NFKC", text.strip().casefold())


def contains(name: str, sought: str) -> bool:
    """Whether a name has the sought text, in :func:`search_form`. A plain letter matches any with its base; a
    letter with a mark only itself, since it is another letter in its language.
    """
    letters = _letters(name)
    return any(_goes_on(letters, at, sought) for at in range(len(letters)))


def starts_with(name: str, sought: str) -> bool:
    return _goes_on(_letters(name), 0, sought)


def _goes_on(letters: tuple[tuple[str, str], ...], at: int, sought: str) -> bool:
    for own, plain in letters[at:]:
        if not sought or (len(plain) > 1 and plain.startswith(sought)):
            break
        known = own if sought.startswith(own) else plain
        if not sought.startswith(known):
            return False
        sought = sought[len(known) :]
    else:
        return not sought
    return True


@lru_cache(maxsize=4096)
def _letters(name: str) -> tuple[tuple[str, str], ...]:
    """Each letter as it is, and as typed without marks; kana and other signs have no accents."""
    return tuple((each, _plain(each)) for each in normalize("NFKC", name.casefold()))


def _plain(letter: str) -> str:
    if letter in _PLAIN:
        return _PLAIN[letter]
    if "\u0300" <= letter <= "\u036f":
        return ""  # The mark has no letter before it.
    bare = "".join(each for each in normalize("NFKD", letter) if not combining(each))
    bare = "".join(_PLAIN.get(each, each) for each in bare)
    return bare if bare.isascii() else letter
