"""Filling the log's index with the entries that it does not hold yet, in slices.

Facts beside an entry's columns (who was at the table, the incident, its outcome) come from a
:class:`FactSource`, which knows the game; here they are only kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from console.journal.file import sql
from console.journal.file.place import Identity
from console.journal.file.store import newest_vouched_state
from console.journal.log import index
from console.journal.log.rows import FOLDED, Facet, Progress

AT_ONCE: Final = 2_000
"""Entries to a transaction, and between two chances to stop."""
MUCH: Final = 20_000
"""Entries after which what was posted is put in order, so that old ones are found as fast as new ones."""


class EntryFacts(msgspec.Struct, frozen=True):
    """The facts that an entry adds to those of the entries before it."""

    dealer: str | None = None
    pit_boss: str | None = None
    incident: str | None = None
    """The incident that is open, or that the entry reported or ended."""
    terms: tuple[tuple[Facet, str], ...] = ()
    """The terms by which the entry is found, beside these and its columns."""
    incidents: tuple[tuple[str, str | None, str | None, str | None], ...] = ()
    """The id, kind, outcome and clause of each incident that the entry has new facts of."""
    in_preparation: bool = False
    """Whether it came while cards were brought into play or the wheel was checked."""


class FactSource(Protocol):
    """Gives the facts of one entry after the other."""

    def facts_of_next(self, event: bytes, refused: str | None, at: str) -> EntryFacts:
        """The facts of the next entry; ``at`` is ISO 8601, UTC."""
        ...


Standing = tuple[int | None, int | None, int | None, int]
"""The numbers of the dealer, the pit boss and the incident among the terms; 1 in a preparation."""

FactSources = Callable[[Identity, bytes | None], FactSource]
"""A source for a journal, going on from a state as it was kept; None for the very beginning."""

_TO_FILL: Final = """
    SELECT number, kind, event, refused, at, person, shift, shoe, round, prompt, clauses, line, raw, chain
    FROM entry WHERE number > ? ORDER BY number LIMIT ?
"""
_TO_TELL: Final = "SELECT CAST(event AS BLOB), refused, at FROM entry WHERE number > ? AND number <= ?"


def fill(
    journal: sqlite3.Connection, path: Path, identity: Identity, sources: FactSources
) -> Iterator[Progress]:
    """Bring the index at ``path`` up to the journal's end, a slice with each step; the caller stops by asking
    for no more steps.

    Raises sqlite3.Error or OSError where it can't be written; the index is whole up to a slice's end then.
    """
    with closing(_opened(journal, path)) as kept:
        yield from _slices(journal, kept, identity, sources)


def _opened(journal: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The index, emptied where it belongs to another journal or has entries that this one has not."""
    whose = journal.execute(sql.BEGINNING).fetchone()[1]
    kept = index.begin(path, whose)
    if _goes_on(journal, kept):
        return kept
    kept.close()
    index.clear(path)
    return index.begin(path, whose)


def _goes_on(journal: sqlite3.Connection, kept: sqlite3.Connection) -> bool:
    """Whether the last entry in the index is also in the journal, with the same chain."""
    number, chain = kept.execute("SELECT number, chain FROM filled").fetchone()
    beginning = journal.execute(sql.BEGINNING).fetchone()
    row = journal.execute("SELECT number, chain FROM entry WHERE number = ?", (number,)).fetchone()
    return (number, chain) in (row, beginning)


def _slices(
    journal: sqlite3.Connection, kept: sqlite3.Connection, identity: Identity, sources: FactSources
) -> Iterator[Progress]:
    filled: int = kept.execute("SELECT number FROM filled").fetchone()[0]
    last: int = journal.execute(sql.COUNT).fetchone()[0]
    yield Progress(filled, last)
    if filled == last:
        return
    source, terms, grown = _source(journal, identity, sources, filled), index.Terms(kept), 0
    while rows := journal.execute(_TO_FILL, (filled, AT_ONCE)).fetchall():
        if not _filled(kept, terms, source, filled, rows):
            return
        filled = rows[-1][0]
        grown += len(rows)
        yield Progress(filled, max(last, filled) + (grown >= MUCH))
    if grown >= MUCH:
        while index.merge_step(kept):
            yield Progress(filled, filled + 1)
        yield Progress(filled, filled)


def _source(journal: sqlite3.Connection, identity: Identity, sources: FactSources, filled: int) -> FactSource:
    number, state, _ = newest_vouched_state(journal, filled)
    source = sources(identity, state)
    for event, refused, at in journal.execute(_TO_TELL, (number, filled)):
        source.facts_of_next(event, refused, at)
    return source


def _filled(
    kept: sqlite3.Connection, terms: index.Terms, source: FactSource, after: int, rows: list[tuple[Any, ...]]
) -> bool:
    """Keep a slice; False where another console has gone on with the index meanwhile."""
    kept.execute("BEGIN IMMEDIATE")
    try:
        number, at, listed = kept.execute("SELECT number, at, listed FROM filled").fetchone()
        if number != after:
            kept.rollback()
            return False
        made = [_index_row(terms, source, row, kept) for row in rows]
        folded = {number for number, kind, _, refused, *_ in rows if kind == FOLDED and refused is None}
        for statement, of_bytes in ((index.POST, False), (index.POST_BENEATH, True)):
            those = ((number, posting) for number, posting, _ in made if (number in folded) is of_bytes)
            kept.executemany(statement, [(index.TOP - number, posting) for number, posting in those][::-1])
        standing = kept.execute(index.STANDING).fetchone()
        for number, _, current in made:
            if current != standing:
                kept.execute(index.TELL, (number, *current))
                standing = current
        for number, *_ in rows:
            listed += number not in folded
            if number % index.MARKED == 0:
                kept.execute(index.MARK, (number, listed))
        times = pairwise(((after, at), *((row[0], row[4]) for row in rows)))
        kept.executemany(index.SET_BACK, [(number,) for (_, was), (number, is_) in times if is_ < was])
        kept.execute(index.FILLED, (rows[-1][0], rows[-1][-1], rows[-1][4], listed))
        kept.commit()
    except BaseException:
        kept.rollback()
        terms.forget()
        raise
    return True


def _index_row(
    terms: index.Terms, source: FactSource, row: tuple[Any, ...], kept: sqlite3.Connection
) -> tuple[int, str, Standing]:
    number, _, event, refused, at, *_ = row
    facts = source.facts_of_next(event.encode(), refused, at)
    found = terms.numbers(terms_of(row, facts))
    for incident, *about in facts.incidents:
        kept.execute(index.INCIDENT, (_one(terms, Facet.INCIDENT, incident), *about))
    dealer = _one(terms, Facet.DEALER, facts.dealer)
    pit_boss = _one(terms, Facet.PIT_BOSS, facts.pit_boss)
    current = dealer, pit_boss, _one(terms, Facet.INCIDENT, facts.incident), int(facts.in_preparation)
    return number, index.posting(found), current


def _one(terms: index.Terms, facet: Facet, value: str | None) -> int | None:
    return None if value is None else terms.numbers([(facet, value)])[0]


def terms_of(row: tuple[Any, ...], facts: EntryFacts) -> Iterator[index.Term]:
    """The terms by which an entry is found; ``row`` is its columns from the number to the raw bytes, and one
    more.
    """
    columns = _columns(row)
    if facts.in_preparation:
        columns = (*(term for term in columns if term[0] != Facet.ROUND), index.PREPARATION)
    yield from columns
    yield from _people(facts)
    yield from facts.terms


def _columns(row: tuple[Any, ...]) -> Iterable[index.Term]:
    """The terms that are in an entry's columns."""
    _, kind, _, refused, _, person, shift, shoe, round_, _, _, line, raw, _ = row
    yield Facet.KIND, kind
    yield Facet.SHOE, str(shoe)
    yield from ((Facet.REFUSED, refused), (Facet.REFUSED, "")) if refused else ((index.TAKEN, ""),)
    for facet, value in ((Facet.PERSON, person), (Facet.SHIFT, shift), (Facet.ROUND, round_)):
        if value is not None:
            yield facet, value
    if line is not None or raw is not None:
        yield Facet.LINE, str(line) if raw is None else raw.hex()


def _people(facts: EntryFacts) -> Iterable[index.Term]:
    named = ((Facet.DEALER, facts.dealer), (Facet.PIT_BOSS, facts.pit_boss), (Facet.INCIDENT, facts.incident))
    return ((facet, value) for facet, value in named if value is not None)
