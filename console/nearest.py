"""The name that somebody meant: the nearest of those that there are to one that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LIKE: Final = 0.7
"""How much of two names has to agree, of 1, for one to be taken for the other mistyped."""
BEGINNING: Final = 4
"""How many letters of a name's beginning stand for it."""


def nearest(given: str, there: Iterable[str]) -> str | None:
    """The name that ``given`` is likely to stand for; None where none is near.

    Capitals, and hyphens for underscores, make no other name. Of a name of two words the last is enough:
    ``verify`` is near ``journal verify``. So is a name's beginning, from :data:`BEGINNING` letters on.
    """
    from difflib import get_close_matches  # only who mistypes needs it, and it takes 4 ms

    written = {_plain(name): name for name in there}
    wanted = _plain(given[:100])
    if wanted in written:
        return written[wanted]
    for name in written.values():
        begins = len(wanted) >= BEGINNING and _plain(name).startswith(wanted)
        if begins or _plain(name.rpartition(" ")[2]) == wanted:
            return name
    found = get_close_matches(wanted, written, n=1, cutoff=LIKE)
    return written[found[0]] if found else None


def _plain(name: str) -> str:
    return name.casefold().replace("-", "_")
