"""The name that somebody meant: the nearest existing name to one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LIKE: Final = 0.7
"""The share of two names, of 1, that must agree for one to be the other mistyped."""
BEGINNING: Final = 4
"""Letters of a name's beginning that are enough to stand for it."""


def nearest(value: str, names: Iterable[str]) -> str | None:
    """The name for which ``value`` is likely meant, if one is near. Capitals, and hyphens for underscores,
    make no difference. Of a name of two words the last is enough: ``verify`` is near ``journal verify``. So
    is a name's beginning of :data:`BEGINNING` letters or more.
    """
    from difflib import get_close_matches  # Only after a typing mistake: it takes 4 ms.

    written = {_plain(name): name for name in names}
    wanted = _plain(value[:100])
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
