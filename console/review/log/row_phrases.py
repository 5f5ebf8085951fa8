"""The keys of the phrases in a row of the log, and the parts of the row that are no phrases.

The row's words are made once in a language that records the keys instead of reading the phrases. So every
word of a row of any kind is found in every language, without a list of kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from console.journal.log.rows import Facet
from console.review.log.entry_words import LoggedEntry, event_line, source_key
from console.words import LANGUAGES, Words

_MARK = "\0"
"""Stands for a phrase; the text between two of them is a figure."""


class _Noting(Words):
    """Phrases that are noted by their keys; only the values of a phrase's slots are left of its text."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES[0])
        self.keys: set[str] = set()

    def text(self, key: str, /, **slots: object) -> str:
        self.keys.add(key)
        return f"{_MARK}{_MARK.join(map(str, slots.values()))}{_MARK}"

    def count(self, key: str, n: int, /, **slots: object) -> str:
        return self.text(key, **{"count": n, **slots})

    def find(self, key: str, /, **slots: object) -> str | None:
        return None if super().find(key, **slots) is None else self.text(key, **slots)

    def quote(self, text: str) -> str:
        return text


def shown_in(entry: LoggedEntry, person: str | None) -> Iterator[tuple[Facet, str]]:
    """The phrases, the figures and the people in an entry's row; ``person`` is the one who did it."""
    noting, people = _Noting(), set[str]()

    def named(who: str) -> str:
        people.add(who)
        return _MARK

    text = event_line(noting, entry, named)
    if person is None:
        noting.keys.add(source_key(entry.kind, entry.figures))
    yield from ((Facet.PHRASE, key) for key in noting.keys)
    yield from ((Facet.NAMED, who) for who in people - {person})
    yield from ((Facet.FIGURE, figure) for piece in text.split(_MARK) if (figure := piece.strip()))
