"""The translation of a filter into index terms: an entry must have one term of each group."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from console.table.journal.file.place import Identity
from console.table.journal.log import index
from console.table.journal.log.rows import FOLDED, Facet, Filter, Word, fold, kind_term

MOST: Final = 1_000
"""Texts that one word is looked for in; of more, the newest."""

_TERM: Final = "SELECT id FROM log.term WHERE facet = ? AND value = ?"
_LONG: Final = f"SELECT rowid FROM log.text WHERE text MATCH ? ORDER BY rowid DESC LIMIT {MOST + 1}"
_SHORT: Final = f"""
    SELECT id FROM log.term WHERE facet IN ({", ".join("?" * len(index.SHORT))}) AND instr(folded, ?) > 0
    ORDER BY id DESC LIMIT {MOST + 1}
"""
_LINES: Final = (
    f"{_LONG[: _LONG.index(' ORDER')]} AND rowid IN (SELECT id FROM log.term WHERE facet = 'line')"
)
_TRIGRAM: Final = 3
_HEX: Final = re.compile(r"[0-9a-f]{3,}")
_NAMED: Final = f"log.{FOLDED}"
"""The phrase of a row of bytes."""

Group = frozenset[int]


class IndexQuery(msgspec.Struct, frozen=True):
    """``match`` is the question for the index, None for any entry; ``nothing`` is True if none can fit.

    ``beneath`` is the question for a device's bytes that nobody refused; None if none of them is listed.
    ``folds``: any entry but these bytes.
    """

    match: str | None = None
    beneath: str | None = None
    nothing: bool = False
    narrowed: bool = False
    folds: bool = False


NOTHING: Final = IndexQuery(nothing=True)


def needs_index(filter: Filter) -> bool:
    """Whether the filter asks more than the journal's own order can answer."""
    return any(values for _, values in term_groups(filter)) or bool(filter.words)


def fits(filter: Filter, identity: Identity) -> bool:
    """Whether anything in a table's journal can fit."""
    return not (
        (filter.tables and identity.table not in filter.tables)
        or (filter.games and identity.game not in filter.games)
    )


def question_of(log: sqlite3.Connection, filter: Filter, identity: Identity) -> IndexQuery:
    """The question to the index that is attached as ``log``."""
    groups = [_numbers(log, terms) for _, terms in term_groups(filter) if terms]
    narrowed = False
    for word in filter.words:
        found = _texts(log, word.text)
        narrowed |= len(found) > MOST
        groups.append(frozenset(found[:MOST]) | _numbers(log, terms_of(word, identity.table)))
    if not all(groups):
        return NOTHING
    if not groups:
        return IndexQuery(folds=filter.folds)
    match = " AND ".join(map(_any, groups))
    return IndexQuery(match, _beneath(log, filter, match), narrowed=narrowed)


def _any(group: Group) -> str:
    return f"({' OR '.join(map(str, sorted(group)))})"


def _beneath(log: sqlite3.Connection, filter: Filter, match: str) -> str | None:
    """The question for a device's bytes that nobody refused: all, or only those that a word looks for."""
    if filter.kinds and FOLDED not in _kinds(filter):
        return None  # none of them is of these kinds
    if not filter.folds:
        return match
    listed = set(_numbers(log, shown_bytes(filter.words)))
    for word in filter.words:
        folded = fold(word.text)
        if is_hex(folded):
            listed.update(number for (number,) in log.execute(_LINES, (f'"{folded}"',)).fetchmany(MOST))
    return f"({match}) AND {_any(frozenset(listed))}" if listed else None


def shown_bytes(words: Iterable[Word]) -> Iterator[index.Term]:
    """The terms with which a search also lists unrefused bytes, because a word of the query names them."""
    if any(_NAMED in word.means.get(Facet.PHRASE, ()) for word in words):
        yield Facet.PHRASE, _NAMED


def is_hex(casefolded: str) -> bool:
    """Whether a word may stand in a device's bytes, which are searched in hex; it needs three digits."""
    return _HEX.fullmatch(casefolded) is not None


def _numbers(log: sqlite3.Connection, terms: Iterable[index.Term]) -> Group:
    rows = (log.execute(_TERM, term).fetchone() for term in terms)
    return frozenset(row[0] for row in rows if row)


def term_groups(filter: Filter) -> Iterator[tuple[str, list[index.Term]]]:
    """Groups of terms; an entry needs one term of each. Empty if every entry fits."""
    several = (
        (Facet.SHIFT, filter.shifts),
        (Facet.DEALER, filter.dealers),
        (Facet.PIT_BOSS, filter.pit_bosses),
        (Facet.CLAUSE, filter.clauses),
        (Facet.OUTCOME, filter.outcomes),
        (Facet.RESULT, filter.results),
        (Facet.INCIDENT_KIND, filter.incident_kinds),
    )
    for facet, values in several:
        yield facet, [(facet, value) for value in values]
    yield Facet.KIND, [kind_term(kind) for kind in _kinds(filter)]
    roles = (Facet.PERSON, Facet.DEALER, Facet.PIT_BOSS)
    yield "people", [(role, who) for who in filter.people for role in roles]
    single = ((Facet.ROUND, filter.round), (Facet.SHOE, filter.shoe), (Facet.INCIDENT, filter.incident))
    for facet, one in single:
        yield facet, [] if one is None else [(facet, str(one))]
    yield Facet.REFUSED, _refused(filter.refused)


def _kinds(filter: Filter) -> frozenset[str]:
    return filter.kinds | {FOLDED} if filter.kinds and filter.bytes else filter.kinds


def _refused(refused: bool | None) -> list[index.Term]:
    if refused is None:
        return []
    return [(Facet.REFUSED, "")] if refused else [(index.TAKEN, "")]


def terms_of(word: Word, table: str) -> Iterator[index.Term]:
    """The terms that a word names as a whole: a round by its id or its number, a text that is nothing else
    (of those that hold a short one, only some are looked for), and the keys whose words hold it.
    """
    yield Facet.ROUND, word.text
    yield Facet.ROUND, f"{table}-{word.text}"
    yield from ((facet, fold(word.text)) for facet in index.SHORT)
    for facet, keys in word.means.items():
        yield from ((facet, key) for key in keys)


def _texts(log: sqlite3.Connection, text: str) -> list[int]:
    """The numbers of texts that hold this one, the newest first; cut to one more than the limit."""
    folded = fold(text)
    if len(folded) < _TRIGRAM:
        rows = log.execute(_SHORT, (*index.SHORT, folded))
    else:
        rows = log.execute(_LONG, ('"' + folded.replace('"', '""') + '"',))
    return [number for (number,) in rows]
