"""The counts of the whole census, as it was kept: no figure of it is written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.handbook.pages import table
from tests.instruments.harm.census_counts import Count, kept

_ENDS: Final = {
    "SQLite refused it": "SQLite refused",
    "found": "found",
    "the same": "same output",
    "said to be under no seal": "under no seal",
    "said to be a change": "a change",
    "said to be signed by nobody": "signed by nobody",
}
"""The ends of a case, and the column that counts each."""


def journals() -> str:
    """The table of journals, a row for each version."""
    return _told("journals of", [each for each in kept() if not each.beside])


def files() -> str:
    """The table of the files around a journal."""
    return _told("file", [each for each in kept() if each.beside])


def _told(what: str, counts: Sequence[Count]) -> str:
    ends = [end for end in _ENDS if any(end in each.ends for each in counts)]
    assert {*ends} == {end for each in counts for end in each.ends}, "an end of a case has no column"
    heads = (what, "cases", *(_ENDS[end] for end in ends), "neither")
    rows = [
        (
            each.group if each.every == 1 else f"{each.group}, one case in {each.every}",
            f"{each.cases:,}",
            *(f"{each.ends.get(end, 0):,}" for end in ends),
            f"{each.lost:,}",
        )
        for each in sorted(counts, key=_place)
    ]
    counted = " and ".join(sorted({f"{each.on} at commit {each.commit}" for each in counts}))
    return f"{table(heads, rows)}\n\nCounted on {counted}."


def _place(count: Count) -> tuple[list[int], int]:
    """Today's before those of kept versions, the newest of them first; of files what has most cases first."""
    version = [-int(each) for each in count.group.split(".") if each.isdigit()]
    return version and [1, *version], -count.cases
