"""The indexer: it replays each table from the floor's entries, and posts the index. It continues where it
ended, and of two indexers neither posts what the other has. An entry with only its digest on the floor is
found by its kind; the replay continues from the next state that the chain vouches for.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from console.floor.blocks import LoneDigest, digest_of
from console.floor.copies import found_in
from console.floor.holdings import HeldPart, Holdings, MissingEntry
from console.floor.search.vocabulary import KEPT, LAYOUT, kept_grams, number_of, storable
from console.table.journal import (
    BLOCK,
    Facet,
    Identity,
    Progress,
    Term,
    chain,
    fold,
    heading_of,
    intake,
    is_heading,
    values_of,
)

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

AT_ONCE: Final = 2_000
"""Entries that are posted at once, and between two chances to stop."""
TEXT_AT_ONCE: Final = 1 << 22
"""Signs of texts and their pairs in a posting, except those of one more entry: entries may have 1 MiB each,
and the server ends a slow statement.
"""
LONGEST_ID: Final = 200
"""Signs of a person's or an incident's id: a journal may have longer ones, which no index key can hold."""
PATIENCE: Final = 900.0
"""Seconds for which a part is not indexed because its first state has not come."""
PAUSE: Final = 2.0
"""Seconds between two rounds of an indexer that stays."""
REMEMBERED: Final = 50_000
"""The most terms of a table remembered as posted; further ones are posted once more."""
NOBODY: Final = (None, None, None)
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)

_INDEXED: Final = b"SELECT table_id, part, number, chain, moment, layout FROM floor.indexed"
_ARRIVED: Final = b"SELECT number, day FROM floor.arrived WHERE table_id = %s AND part = %s ORDER BY number"
_STANDING: Final = b"""
    SELECT dealer, pit_boss, incident FROM floor.standing
    WHERE table_id = %s AND part = %s ORDER BY number DESC LIMIT 1
"""
_UNREADABLE: Final = b"SELECT floor.note_unreadable(%s, %s, %s)"
_UNPOST: Final = b"SELECT floor.unpost(%s)"
_POST: Final = b"""
    SELECT floor.post(%s, %s, %s, %s, %b,
        %s::timestamptz[], %s::timestamptz[], %s::date[], %s::text[],
        %s::bigint[], %s::text[], %s::text[], %s::text[],
        %s::text[], %s::text[], %s::text[], %s::text[],
        %s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::timestamptz[])
"""


class _Entry(NamedTuple):
    number: int
    held: bytes | LoneDigest
    day: date | None


class _IndexedPart:
    """A part, replayed up to its last indexed entry."""

    def __init__(self, identity: Identity, number: int, head: bytes, moment: datetime) -> None:
        self.identity, self.number, self.head, self.moment = identity, number, head, moment
        self.source: intake.FactSource | None = None
        self.has_begun = False
        self.standing: tuple[str | None, str | None, str | None] | None = None
        self.known: set[int] = set()


class _Batch:
    """The rows that are posted at once, column by column."""

    def __init__(self) -> None:
        self.moments: list[datetime] = []
        self.table_times: list[datetime | None] = []
        self.days: list[date | None] = []
        self.terms: list[str] = []
        self.standing: list[tuple[int, str | None, str | None, str | None]] = []
        self.about: list[tuple[str, str | None, str | None, str | None]] = []
        self.new: list[tuple[int, str, str, str | None, str | None, datetime]] = []
        self.signs = 0
        """The signs of its texts and their pairs."""
        self.unreadable: int | None = None

    def slots(self) -> list[object]:
        """The columns in the order of the door's parameters."""
        columns: list[object] = [self.moments, self.table_times, self.days, self.terms]
        for rows, width in ((self.standing, 4), (self.about, 4), (self.new, 6)):
            columns += [[row[at] for row in rows] for at in range(width)]
        return columns


class Indexer:
    """Fills the index through one connection of an account that may; for one thread at a time."""

    def __init__(
        self,
        connection: psycopg.Connection[tuple[Any, ...]],
        sources: intake.FactSources,
        tables: Collection[str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """``tables`` are names; None is all that the account sees. ``patience`` is in seconds."""
        self._connection, self._sources, self._tables = connection, sources, tables
        self._holdings = Holdings(connection)
        self._indexed: dict[tuple[str, int], _IndexedPart] = {}
        self._strange: set[tuple[str, bytes, bytes]] = set()
        self._failed: dict[str, tuple[bytes, ...]] = {}
        """The heads of the tables that can't be indexed: each is tried again when it has sent more."""
        self._said = set[tuple[str, str]]()
        """The tables and causes of which the log has a line."""
        self._patience = patience
        self._waits: dict[tuple[str, int], float] = {}
        """Since when, on the monotonic clock, the first state of a part is awaited."""

    def clear(self) -> None:
        """Remove the index of these tables; the next step rebuilds it."""
        for table in {part.table for part in self._holdings.parts(self._tables)}:
            self._clear(table)

    def brought_up(self) -> Iterator[Progress]:
        """Go on to the floor's heads, in slices, until the caller asks no more. Raises psycopg.Error."""
        import psycopg

        every = self._holdings.parts(self._tables)
        parts = found_in([part for part in every if not part.is_misnamed])
        kept = {(row[0], row[1]): row[2:] for row in self._connection.execute(_INDEXED)}
        of, done = sum(part.number - part.forks_after for part in parts), 0
        for table, its in groupby(parts, lambda part: part.table):
            those, indexed = list(its), 0
            heads = tuple(part.chain for part in those)
            if self._failed.get(table) == heads:
                continue
            try:
                for indexed in self._table(table, those, kept):
                    yield Progress(done + indexed, of)
            except (psycopg.OperationalError, psycopg.InterfaceError, GeneratorExit):
                raise
            except Exception:  # Whatever one table sent, the others must be indexed.
                self._say(table, "can't be indexed", trace=True)
                self._failed[table] = heads
            done += indexed
        yield Progress(done, of)

    def _say(self, table: str, cause: str, of: str = "", *, trace: bool = False) -> None:
        """Log a table's trouble once for each cause, however often the table makes it."""
        if (table, cause) not in self._said:
            self._said.add((table, cause))
            log.warning("table %s: %s%s", table, cause, of, exc_info=trace)

    def _table(
        self, table: str, parts: list[HeldPart], kept: dict[tuple[str, int], tuple[Any, ...]]
    ) -> Iterator[int]:
        """Index a table's parts; yields how many of their entries are indexed."""
        own = {key: row for key, row in kept.items() if key[0] == table}
        if not self._goes_on(table, parts, own):
            self._clear(table)
            own = {}
        moment, done = _LONG_AGO, 0
        for part in parts:
            if part.number <= part.forks_after:
                continue  # Such a row has no entry of its own.
            indexed = self._indexed_part(part, own.get((table, part.part)), moment)
            if indexed is None:
                continue
            for number in self._part(part, indexed):
                yield done + number - part.forks_after
            moment, done = indexed.moment, done + indexed.number - part.forks_after
            yield done

    def _goes_on(
        self, table: str, parts: list[HeldPart], kept: dict[tuple[str, int], tuple[Any, ...]]
    ) -> bool:
        """Whether the index of a table was made of these parts, and nothing else. Entries that don't lead to
        the head are indexed once more. If they still don't, somebody changed them on the floor, and the
        reader gets an error about it.
        """
        held = {(part.table, part.part): part for part in parts}
        for key, (number, head, _, layout) in kept.items():
            part = held.get(key)
            if part is None or layout != LAYOUT or number > part.number:
                return False
            strange = (table, part.chain, bytes(head))
            if number == part.number and bytes(head) != part.chain and strange not in self._strange:
                self._strange.add(strange)
                return False
        return True

    def _clear(self, table: str) -> None:
        self._connection.execute(_UNPOST, (table,))
        for key in [key for key in self._indexed if key[0] == table]:
            del self._indexed[key]

    def _indexed_part(
        self, part: HeldPart, row: tuple[Any, ...] | None, moment: datetime
    ) -> _IndexedPart | None:
        """The part with its replay up to where it is indexed; None if no console can read it."""
        key = (part.table, part.part)
        number, head = (int(row[0]), bytes(row[1])) if row is not None else (part.forks_after, part.own_begin)
        known = self._indexed.get(key)
        if known is not None and (known.number, known.head) == (number, head):
            return known
        try:
            heading = heading_of(part.heading, part.begins, None)
        except msgspec.DecodeError:
            self._say(part.table, "a part can't be read", f", first part {part.part}")
            return None
        moment = row[2] if row is not None and row[2] > moment else moment
        found = _IndexedPart(Identity(heading.table, heading.game, heading.rules), number, head, moment)
        self._indexed[key] = found
        return found

    def _begin(self, part: HeldPart, indexed: _IndexedPart) -> bool:
        """Read the part again from the last state up to the last indexed entry. Returns False until the
        part's first state arrives: without it the result would be wrong. If it never comes, the part is
        indexed without a replay.
        """
        begun, state = self._state(part, indexed.number)
        if state is not None or is_heading(part.heading, part.begins, None):
            try:
                indexed.source = self._sources(indexed.identity, state)
            except Exception:  # Whatever a table wrote there, the others must be indexed.
                self._say(
                    part.table, "a part's state can't be read", f", first of part {part.part}", trace=True
                )
        elif not self._has_waited(part):
            return False
        for entry in self._held(part, begun, indexed.number):
            self._index_row(indexed, part, entry)
        row = self._connection.execute(_STANDING, (part.table, part.part)).fetchone()
        indexed.standing = None if row is None else (row[0], row[1], row[2])
        indexed.has_begun = True
        return True

    def _has_waited(self, part: HeldPart) -> bool:
        """Whether the wait for a part's first state was long enough."""
        now = time.monotonic()
        return now - self._waits.setdefault((part.table, part.part), now) >= self._patience

    def _state(self, part: HeldPart, until: int) -> tuple[int, bytes | None]:
        """The last vouched state at an entry or before; (0, None) is a closed table."""
        for number, state in self._holdings.newest_states(part.table, part.part, until):
            if self._is_vouched_for(part, number, state):
                return number, state
        return 0, None

    def _is_vouched_for(self, part: HeldPart, number: int, state: bytes) -> bool:
        if number == 0:
            return is_heading(part.heading, part.begins, state)
        for entry in self._held(part, number - 1, number):
            fields = None if isinstance(entry.held, LoneDigest) else values_of(entry.held)
            return fields is not None and fields[-1] == chain.state_digest(state)
        return False

    def _part(self, part: HeldPart, indexed: _IndexedPart) -> Iterator[int]:
        key = (part.table, part.part)
        if indexed.number < part.number and not indexed.has_begun and not self._begin(part, indexed):
            return
        while indexed.number < part.number:
            known = after = indexed.number
            batch = _Batch()
            # The account of the entries is dropped with it: their posting failed, and they are read again.
            del self._indexed[key]
            for entry in self._held(part, after, min(part.number, after + AT_ONCE)):
                self._post(indexed, part, entry, batch)
                if batch.signs > TEXT_AT_ONCE:
                    if not self._post_batch(part, indexed, after, batch):
                        return
                    after, batch = indexed.number, _Batch()
            # If none is there, verifying reports it.
            if indexed.number == known:
                return
            if batch.moments and not self._post_batch(part, indexed, after, batch):
                return
            self._indexed[key] = indexed
            yield indexed.number

    def _post_batch(self, part: HeldPart, indexed: _IndexedPart, after: int, batch: _Batch) -> bool:
        slots = (part.table, part.part, after, LAYOUT, indexed.head, *batch.slots())
        row = self._connection.execute(_POST, slots).fetchone()
        if batch.unreadable is not None:
            self._note_unreadable(part, batch.unreadable)
        return row is not None and bool(row[0])

    def _note_unreadable(self, part: HeldPart, number: int) -> None:
        """Make an unreadable entry its table's finding."""
        self._say(part.table, "an entry can't be read", f", first entry {number}")
        self._connection.execute(_UNREADABLE, (part.table, part.part, number))

    def _post(self, indexed: _IndexedPart, part: HeldPart, entry: _Entry, batch: _Batch) -> None:
        about, terms, at = self._index_row(indexed, part, entry)
        if not terms and batch.unreadable is None:
            batch.unreadable = entry.number
        moment = max(indexed.moment, _bounded(at, entry.day, indexed.moment))
        if indexed.moment == _LONG_AGO:
            moment = _bounded(at, entry.day, at or _LONG_AGO)
        numbers = {number_of(term): term for term in terms}
        batch.moments.append(moment)
        batch.table_times.append(at if at is not None and at != moment else None)
        batch.days.append(entry.day)
        batch.terms.append("{" + ",".join(map(str, sorted(numbers))) + "}")
        for number, (facet, value) in numbers.items():
            if facet in KEPT and number not in indexed.known:
                batch.new.append(_text(number, facet, value, moment))
                batch.signs += sum(len(each or "") for each in batch.new[-1][2:5])
                indexed.known.add(number)
        if len(indexed.known) > REMEMBERED:
            indexed.known.clear()
        standing = tuple(_id(who) for who in about[:3])
        if standing != indexed.standing:
            batch.standing.append((entry.number, *standing))  # type: ignore[arg-type]
            indexed.standing = standing  # type: ignore[assignment]
        for incident, *known in about[3]:
            of_it = (None if one is None else storable(one) for one in known)
            batch.about.append((_id(incident), *of_it))  # type: ignore[arg-type]
        indexed.number, indexed.moment = entry.number, moment
        indexed.head = chain.link(indexed.head, digest_of(entry.held))

    def _index_row(
        self, indexed: _IndexedPart, part: HeldPart, entry: _Entry
    ) -> tuple[tuple[Any, ...], list[Term], datetime | None]:
        """The index row of an entry (people and incidents), its terms, and its time by the table's clock."""
        nothing = (*(indexed.standing or NOBODY), ())
        if isinstance(entry.held, LoneDigest):
            indexed.source = None
            return nothing, [(Facet.KIND, entry.held.kind)], entry.held.at
        fields = values_of(entry.held)
        if fields is None:
            indexed.source = None
            return nothing, [], None
        _, kind, event, refused, at, *_, state = fields
        row = (*fields[:5], *fields[6:10], *fields[12:14], None)
        facts: intake.EntryFacts | None = None
        if indexed.source is not None:
            try:
                facts = indexed.source.facts_of_next(str(event).encode(), refused, str(at))  # type: ignore[arg-type]
            except Exception:  # A journal may have what no rules know: the others must be indexed.
                self._say(part.table, "an entry does not follow", f", first entry {entry.number}", trace=True)
                indexed.source = None
        elif state is not None:
            self._go_on(indexed, part, entry.number, state)
        try:
            terms = intake.terms_in(row, facts or intake.EntryFacts())
        except (msgspec.DecodeError, AttributeError, TypeError):
            terms = [(Facet.KIND, str(kind))]
        about = nothing if facts is None else (facts.dealer, facts.pit_boss, facts.incident, facts.incidents)
        return about, terms, _moment(str(at))

    def _go_on(self, indexed: _IndexedPart, part: HeldPart, number: int, bound: object) -> None:
        """Continue from the state that was kept at an entry."""
        for _, state in self._holdings.states(part.table, part.part, number, number):
            if chain.state_digest(state) == bound:
                indexed.source = self._sources(indexed.identity, state)

    def _held(self, part: HeldPart, after: int, until: int) -> Iterator[_Entry]:
        """The entries after a number and up to another, up to the first missing one."""
        for own, low, high in self._holdings.stretches(part.table, part.part, after, until):
            for entry in self._held_in(part.table, own, low, high):
                after = entry.number
                yield entry
            if after < high:
                return

    def _held_in(self, table: str, part: int, after: int, until: int) -> Iterator[_Entry]:
        of = (table, part)
        days: list[tuple[int, date]] | None = None
        while after < until:
            try:
                held = self._holdings.block(*of, after // BLOCK)
            except MissingEntry:
                return
            begin = after // BLOCK * BLOCK
            if len(held) <= after - begin:
                break
            if days is None:
                days = self._connection.execute(_ARRIVED, of).fetchall()
            for each in held[after - begin : until - begin]:
                after += 1
                whole = self._holdings.whole(each, *of, after)
                yield _Entry(after, whole, next((day for last, day in days or [] if after <= last), None))
        while after < until and (rows := self._holdings.rows(*of, after, until)):
            for number, packed, digest, kind, at, day in rows:
                if number != after + 1:
                    return
                after = number
                whole = bytes(packed) if packed is not None else LoneDigest(digest, at, kind)
                yield _Entry(number, whole, day)


def _id(said: str | None) -> str | None:
    return None if said is None else storable(said)[:LONGEST_ID]


def _text(
    number: int, facet: str, value: str, met: datetime
) -> tuple[int, str, str, str | None, str | None, datetime]:
    text = storable(value)
    folded = fold(text)
    pairs = kept_grams(facet, folded)
    array = None if pairs is None else "{" + ",".join(map(str, pairs)) + "}"
    return number, str(facet), text, folded if folded != text else None, array, met


def _bounded(at: datetime | None, day: date | None, without: datetime) -> datetime:
    """An entry's time, at most the end of the day on which it arrived."""
    if at is None:
        return without
    if day is None:
        return at
    return min(at, datetime.combine(day, datetime.min.time(), UTC) + timedelta(days=1))


def _moment(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
