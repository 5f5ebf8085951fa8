"""Filling the log's index with the entries that it does not hold yet, in slices.

A large journal is read from its newest entry back, so that last night's shift is found first: a slice begins
at a state of the table that the journal keeps, and the index always holds one stretch of entries.

Facts beside an entry's columns (who was at the table, the incident, its outcome) come from a
:class:`FactSource`, which knows the game; here they are only kept.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from console.table.journal.file import sql
from console.table.journal.file.place import Identity
from console.table.journal.file.store import newest_vouched_state
from console.table.journal.log import index
from console.table.journal.log.rows import FOLDED, Facet, Progress

AT_ONCE: Final = 2_000
"""Entries to a transaction, and between two chances to stop."""
FAR: Final = 5
"""Slices without a state from which on they could be read alone: so many are read from the beginning."""
MUCH: Final = 20_000
"""Entries after which what was posted is put in order, so that old ones are found as fast as new ones."""


class EntryFacts(msgspec.Struct, frozen=True, gc=False):
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


FactSources = Callable[[Identity, bytes | None], FactSource]
"""A source for a journal, going on from a state as it was kept; None for the very beginning."""

_TO_FILL: Final = """
    SELECT number, kind, CAST(event AS BLOB), refused, at, person, shift, shoe, round, line, raw, chain
    FROM entry WHERE number > ? ORDER BY number LIMIT ?
"""
_TO_TELL: Final = "SELECT CAST(event AS BLOB), refused, at FROM entry WHERE number > ? AND number <= ?"


def fill(
    journal: sqlite3.Connection, path: Path, identity: Identity, sources: FactSources
) -> Iterator[Progress]:
    """Bring the index at ``path`` up to the journal's end, a slice a step; the caller may ask for no more.
    Raises sqlite3.Error or OSError if it can't be written; the index is whole up to a slice's end then.
    """
    with closing(_opened(journal, path)) as kept:
        yield from _slices(journal, kept, identity, sources)


def _opened(journal: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The index, emptied if it belongs to another journal or has entries that this one has not."""
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
    first, filled = kept.execute("SELECT first, number FROM filled").fetchone()
    last: int = journal.execute(sql.COUNT).fetchone()[0]
    yield Progress(filled - first, last)
    if not first and filled == last:
        return
    if not filled:
        first = filled = _begin(journal, kept, last)
    terms, grown = index.Terms(kept), 0

    def progress() -> Progress:
        return Progress(filled - first, max(last, filled) + (grown >= MUCH))

    while first or filled < journal.execute(sql.COUNT).fetchone()[0]:
        if filled < last or not first:
            source = _source(journal, identity, sources, filled)
            while rows := journal.execute(_TO_FILL, (filled, AT_ONCE)).fetchall():
                if not _filled(kept, terms, source, filled, rows):
                    return
                filled = rows[-1][0]
                grown += len(rows)
                yield progress()
        while first:
            begin, told = _told_before(journal, identity, sources, first)
            if not _filled_back(journal, kept, terms, first, begin, told):
                return
            first = begin
            grown += len(told)
            yield progress()
    if grown >= MUCH:
        while index.merge_step(kept):
            yield Progress(filled, filled + 1)
        yield Progress(filled, filled)


def _begin(journal: sqlite3.Connection, kept: sqlite3.Connection, last: int) -> int:
    """The entry at which the filling of an empty index begins: the last one, so that last night is found
    first. Without kept states from which to go on it is 0, and everything is folded from the beginning.
    """
    number, *_ = newest_vouched_state(journal, max(0, last - AT_ONCE))
    if last <= AT_ONCE or last - number > FAR * AT_ONCE:
        return 0
    row = journal.execute("SELECT number, chain, at FROM entry WHERE number = ?", (last,)).fetchone()
    kept.execute(index.BEGUN_AT, (*row, last))
    return last


def _source(journal: sqlite3.Connection, identity: Identity, sources: FactSources, filled: int) -> FactSource:
    number, state, _ = newest_vouched_state(journal, filled)
    source = sources(identity, state)
    for event, refused, at in journal.execute(_TO_TELL, (number, filled)):
        source.facts_of_next(event, refused, at)
    return source


_Told = list[tuple[tuple[Any, ...], EntryFacts]]
"""Entries with their facts, in the order of their numbers."""


def _told_before(
    journal: sqlite3.Connection, identity: Identity, sources: FactSources, first: int
) -> tuple[int, _Told]:
    """The number of the newest entry with a state that is a slice or more before ``first``, and the entries
    from there up to ``first``.
    """
    number, state, _ = newest_vouched_state(journal, max(0, first - AT_ONCE))
    source, rows = sources(identity, state), journal.execute(_TO_FILL, (number, first - number))
    return number, [(row, source.facts_of_next(*row[2:5])) for row in rows]


def _filled(
    kept: sqlite3.Connection, terms: index.Terms, source: FactSource, after: int, rows: list[tuple[Any, ...]]
) -> bool:
    """Keep a slice; False if another console has gone on with the index meanwhile."""
    with _slice(kept, terms):
        number, at, listed = kept.execute("SELECT number, at, listed FROM filled").fetchone()
        if number != after:
            return False
        told = [(row, source.facts_of_next(*row[2:5])) for row in rows]
        listed = _posted(kept, terms, told, at, listed)
        kept.execute(index.FILLED, (rows[-1][0], rows[-1][-1], rows[-1][4], listed))
    return True


def _filled_back(
    journal: sqlite3.Connection,
    kept: sqlite3.Connection,
    terms: index.Terms,
    first: int,
    begin: int,
    told: _Told,
) -> bool:
    """Keep a slice before those that are kept; False if another console went on with the index."""
    with _slice(kept, terms):
        number, listed = kept.execute("SELECT first, first_listed FROM filled").fetchone()
        if number != first:
            return False
        before = journal.execute("SELECT at FROM entry WHERE number = ?", (begin,)).fetchone()
        begun = _posted(kept, terms, told, before[0] if before else "", listed, older=True)
        kept.execute(index.FILLED_BACK, (begin, begun))
    return True


@contextmanager
def _slice(kept: sqlite3.Connection, terms: index.Terms) -> Iterator[None]:
    """A transaction; what is not kept to its end is not kept at all."""
    kept.execute("BEGIN IMMEDIATE")
    try:
        yield
        terms.write()
        kept.commit()
    except BaseException:
        kept.rollback()
        terms.forget()
        raise


def _posted(
    kept: sqlite3.Connection,
    terms: index.Terms,
    told: _Told,
    was: str,
    listed: int,
    *,
    older: bool = False,
) -> int:
    """Post these entries; ``was`` is the time of the entry before them, ``listed`` the number of those listed
    up to it, or if they are ``older`` up to their end. Returns the number at their other end.
    """
    terms.older = older
    backwards = -1 if older else 1
    statement = index.OLDER_INCIDENT if older else index.INCIDENT
    posted = list[tuple[int, str]](), list[tuple[int, str]]()
    for row, facts in told[::backwards]:
        is_folded = row[1] == FOLDED and row[3] is None
        posted[is_folded].append((index.TOP - row[0], terms.posting(_groups(row, facts))))
        for incident, *about in facts.incidents[::backwards]:
            kept.execute(statement, (terms.number((Facet.INCIDENT, incident)), *about))
    for post, those in zip((index.POST, index.POST_BENEATH), posted, strict=True):
        those.sort()
        kept.executemany(post, those)
    standing, last = None if older else kept.execute(index.STANDING).fetchone(), None
    for row, facts in told:
        known = facts.dealer, facts.pit_boss, facts.incident, facts.in_preparation
        if known != last:
            named = zip(_KNOWN[-3:], known[:3], strict=True)
            numbers = (None if one is None else terms.number((facet, one)) for facet, one in named)
            current = *numbers, int(facts.in_preparation)
            if current != standing or (older and last is None):
                kept.execute(index.TELL, (row[0], *current))
            last, standing = known, current
        if row[4] < was:
            kept.execute(index.SET_BACK, (row[0],))
        was = row[4]
    (begin, *_), _ = told[0]
    (end, *_), _ = told[-1]
    most = listed if older else listed + len(posted[0])
    marks = range(begin + -begin % index.MARKED, end + 1, index.MARKED)
    later = (bisect_left(posted[0], (index.TOP - number,)) for number in marks)
    kept.executemany(index.MARK, [(number, most - each) for number, each in zip(marks, later, strict=True)])
    return most - len(posted[0]) if older else most


_KNOWN: Final = (*(Facet.SHIFT, Facet.SHOE, Facet.ROUND), *(Facet.DEALER, Facet.PIT_BOSS, Facet.INCIDENT))


def terms_in(row: tuple[Any, ...], facts: EntryFacts) -> list[index.Term]:
    """The terms by which an entry is found; ``row`` is its columns from number to bytes, and one more."""
    return [term for group in _groups(row, facts) for term in group]


def _groups(row: tuple[Any, ...], facts: EntryFacts) -> tuple[tuple[index.Term, ...], ...]:
    """The terms of an entry in groups, most of which come again in other entries."""
    _, kind, _, refused, _, person, shift, shoe, round_, line, raw, _ = row
    known = shift, str(shoe), round_, facts.dealer, facts.pit_boss, facts.incident
    of_row = _of_kind(kind, refused, person), _of_situation(facts.in_preparation, *known), facts.terms
    if line is None and raw is None:
        return of_row
    return *of_row, ((Facet.LINE, str(line) if raw is None else raw.hex()),)


@lru_cache(maxsize=128)
def _of_kind(kind: str, refused: str | None, person: str | None) -> tuple[index.Term, ...]:
    known = ((Facet.REFUSED, refused), (Facet.REFUSED, "")) if refused else ((index.TAKEN, ""),)
    return (Facet.KIND, kind), *known, *(() if person is None else ((Facet.PERSON, person),))


@lru_cache(maxsize=128)
def _of_situation(in_preparation: bool, *known: str | None) -> tuple[index.Term, ...]:
    found: list[index.Term] = [
        (facet, one) for facet, one in zip(_KNOWN, known, strict=True) if one is not None
    ]
    if in_preparation:
        found = [index.PREPARATION, *(term for term in found if term[0] != Facet.ROUND)]
    return tuple(found)
