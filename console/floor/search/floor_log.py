"""The log of all tables as PostgreSQL finds it: pages by their neighbour, counts by the hour, day after day.
It answers as a journal's own log does, by the same terms. A page shows the floor's rows and blocks; whether
they lead to the head, a copy and verifying prove. For one thread at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.floor.blocks import Held, LoneDigest, digest_of
from console.floor.copies import current, found_in
from console.floor.holdings import HeldPart, Holdings, labels_of
from console.floor.reported_names import TableNames, read_names
from console.floor.search.proved_digests import ProvedDigests
from console.floor.search.vocabulary import grams, is_bytes, looked_in, number_of, storable
from console.table.core import EventKind, NoteKind
from console.table.journal import (
    ABOUT_PROMPT,
    BLOCK,
    STOOD,
    Beginning,
    Facet,
    Filter,
    Heading,
    Identity,
    LogPlace,
    LogRow,
    RepeatedTimes,
    Word,
    chain,
    fold,
    heading_of,
    note_of_kind,
    query,
    values_of,
)

if TYPE_CHECKING:
    import psycopg

LOOK: Final = 62
"""The most days that one question looks through: the search can stop between two questions."""

_FOLDED: Final = '[{"unfolded":[]}]'
"""The groups of a question for every entry but a device's bytes."""

_PAGE: Final = b"""
    SELECT * FROM floor.page(%s::text[], %s::jsonb, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_DAYS: Final = b"SELECT day, many FROM floor.days(%s::text[])"
_COUNTED: Final = b"SELECT hour, many FROM floor.counted(%s::text[], %s::jsonb, %s, %s, %s, %s)"
_TEXTS: Final = b"SELECT term FROM floor.texts(%s::text[], %s, %s::text[], %s::integer[], %s, %s)"
_MET: Final = b"""
    SELECT met.value FROM unnest(%s::text[]) AS mine (table_id), LATERAL (
        SELECT * FROM floor.met(ARRAY[mine.table_id], %s, %s) WITH ORDINALITY AS its (value, place)
    ) AS met GROUP BY met.value ORDER BY min(met.place), met.value LIMIT %s
"""
_FILLED: Final = b"SELECT table_id, part, number, chain FROM floor.indexed"


_OLDEST: Final = b"""
    SELECT bool_or(e.at IS NULL OR e.at < %s)
    FROM unnest(%s::text[], %s::integer[], %s::bigint[]) AS wanted (table_id, part, number)
    LEFT JOIN floor.entry AS e
        ON e.table_id = wanted.table_id AND e.part = wanted.part AND e.number = wanted.number
"""
_BEFORE: Final = b"""
    SELECT e.table_id, e.part, e.number, e.packed
    FROM unnest(%s::text[], %s::integer[], %s::bigint[]) AS wanted (table_id, part, number)
    JOIN floor.entry AS e
        ON e.table_id = wanted.table_id AND e.part = wanted.part AND e.number = wanted.number
"""
_SETTINGS: Final = 1000
"""How many of the newest changes of a clock are asked for: no working table has as many."""
_ONCE: Final = RepeatedTimes()
"""Every time came once."""
LARGEST: Final = 100_000
"""The most characters of an event shown in a row: no line of a table has that many."""
_DIGEST: Final = b"""
    SELECT coalesce(digest, sha256(packed)) FROM floor.entry
    WHERE table_id = %s AND part = %s AND number = %s
"""
_ONE: Final = b"SELECT packed FROM floor.entry WHERE table_id = %s AND part = %s AND number = %s"


class RowPlace(NamedTuple):
    moment: datetime
    table: str
    part: int
    number: int


class Question(msgspec.Struct, frozen=True):
    """A filter as the floor is asked it: the tables, the groups of terms as JSON, a span of time. A group
    ``{"unfolded": terms}`` omits bytes that nobody refused and that have none of these terms.
    """

    tables: list[str]
    groups: str = "[]"
    since: datetime | None = None
    until: datetime | None = None
    narrowed: bool = False

    @property
    def is_of_all(self) -> bool:
        """Whether every entry of the tables, or all but a device's bytes, match: their number is known."""
        return self.groups in ("[]", _FOLDED) and self.since is None and self.until is None

    def slots(self) -> tuple[object, ...]:
        """The values with which each of the floor's functions begins."""
        return self.tables, self.groups, self.since, self.until


class Hits(NamedTuple):
    """Consecutive rows, with their spots. ``go_on`` is the moment from which to look for more; None if these
    are all that were asked for, or all there are.
    """

    rows: tuple[LogRow, ...]
    spots: tuple[RowPlace, ...]
    go_on: datetime | None = None
    missing: tuple[RowPlace, ...] = ()
    """Entries whose bytes the floor no longer has."""


class FloorLog:
    """The entries of a floor's tables, found by one connection of an account that may read them."""

    def __init__(
        self,
        connection: psycopg.Connection[tuple[Any, ...]],
        tables: Collection[str] | None = None,
        rooms: Collection[str] | None = None,
    ) -> None:
        """``tables`` and ``rooms`` are names; None is any. Raises psycopg.Error."""
        self._connection, self._wanted = connection, (tables, rooms)
        self.holdings = Holdings(connection)
        self.led = ProvedDigests(connection)
        self.parts: list[HeldPart] = []
        """In the order of the log: a row's journal is its part's permanent place here."""
        self.left_out: set[str] = set()
        """Tables from which nothing is read, because their entries on the floor were changed."""
        self.misnamed: list[HeldPart] = []
        """Parts that are not read, because they claim to be another table's."""
        self.identities: list[Identity] = []
        """Each part's identity, with the table's name, or the floor's if several tables claim it."""
        self._own_names: set[str] = set()
        """The names of tables in their own files, with which their rounds begin."""
        self.labels: dict[str, str] = {}
        """The text that selects only that table, by id."""
        self.names = TableNames()
        """The names that the tables gave people."""
        self._journals: dict[tuple[str, int], int] = {}
        self._near: dict[tuple[str, int, int], list[Held]] = {}
        """The blocks of the page that was read last; one that is not full may grow until the next."""
        self._own: dict[tuple[str, int, int], bytes | None] = {}
        """The entries of that page that are in no block yet, by table, part and number."""
        self._turns: dict[str, dict[int, tuple[int, RepeatedTimes]]] = {}
        """For each table what :meth:`_repeated` found since the last :meth:`refresh`."""
        self._read: dict[bytes, chain.Fields | None] = {}
        """The fields of that page's entries, by their bytes: one row's entry is another's previous one."""
        self.refresh()

    def refresh(self) -> None:
        """Read what has come since. Raises psycopg.Error."""
        found = {(part.table, part.part): part for part in self._held()}
        kept = [found.pop((part.table, part.part), part) for part in self.parts]
        self.parts = kept + [found[key] for key in sorted(found)]
        own = [_identity(part) for part in self.parts]
        pairs = {(part.table, its.table) for part, its in zip(self.parts, own, strict=True)}
        named = Counter(name for _, name in pairs)
        self._own_names = set(named)
        self.labels = labels_of((*self.parts, *self.misnamed))
        self.identities = [
            replace(its, table=self.labels[part.table]) if named[its.table] > 1 else its
            for part, its in zip(self.parts, own, strict=True)
        ]
        self._journals = {(part.table, part.part): at for at, part in enumerate(self.parts)}
        self._turns = {}
        self.names = TableNames(read_names(self._connection))
        rows = self._connection.execute(_FILLED)
        filled = {(table, part): (number, bytes(head)) for table, part, number, head in rows}
        numbers = (filled.get((part.table, part.part), (0, b""))[0] for part in self.parts)
        known = [*map(min, numbers, (part.number for part in self.parts))]
        of_parts = [*zip(known, self.parts, strict=True)]
        self._next = [
            (part.table, part.part, max(number, part.forks_after) + 1)
            for number, part in of_parts
            if max(number, part.forks_after) < part.number
        ]
        """The first entry of each part that is not indexed."""
        self.filled = sum(max(0, number - part.forks_after) for number, part in of_parts)
        """How many entries are indexed."""
        self.all = sum(part.number - part.forks_after for part in self.parts)
        self.changed = [part for part in self.parts if _is_otherwise(part, filled)]
        """Parts whose entries, as indexed, do not lead to the floor's head."""
        self.left_out |= {part.table for part in self.changed}

    def _held(self) -> list[HeldPart]:
        """The parts that are read; those that name another table are kept in :attr:`misnamed`."""
        every = self.holdings.parts(*self._wanted)
        self.misnamed = [part for part in every if part.is_misnamed]
        return found_in([part for part in every if not part.is_misnamed])

    def lacks_before(self, moment: datetime) -> bool:
        """Whether the index lacked an entry from before a moment at the last :meth:`refresh`: nobody builds
        it, or it is far behind. Packed entries are older. Raises psycopg.Error.
        """
        if not self._next:
            return False
        row = self._connection.execute(
            _OLDEST, (moment, *map(list, zip(*self._next, strict=True)))
        ).fetchone()
        return row is not None and bool(row[0])

    def unindexed(self) -> int:
        """How many entries were not indexed at the last :meth:`refresh`. Raises psycopg.Error."""
        held = self._held()
        lacking: int = sum(part.number - part.forks_after for part in held) - self.filled
        return max(0, lacking)

    @property
    def tables(self) -> list[str]:
        """The ids of the tables that are read, in the order of the log."""
        return list(dict.fromkeys(part.table for part in self.parts if part.table not in self.left_out))

    def continued(self, journal: int) -> list[HeldPart]:
        """The file at this place with those before and after it, the oldest first."""
        table, identity = self.parts[journal].table, self.identities[journal]
        pairs = zip(self.parts, self.identities, strict=True)
        own = [part for part, its in pairs if (part.table, its) == (table, identity)]
        before, after = dict[int, HeldPart](), dict[int, HeldPart]()
        ends = {(part.number, part.chain.hex()): part for part in current(own)}
        for part in own:
            heading = _heading(part)
            follows = None if heading is None else heading.predecessor
            found = None if follows is None else ends.get((follows.entries, follows.head))
            if found is not None:
                before[part.part] = found
                after.setdefault(found.part, part)
        parts = [self.parts[journal]]
        while (earlier := before.get(parts[0].part)) is not None and earlier not in parts:
            parts.insert(0, earlier)
        while (later := after.get(parts[-1].part)) is not None and later not in parts:
            parts.append(later)
        return parts

    # --- what is asked ----------------------------------------------------------------------------

    def question(self, filter: Filter) -> Question | None:
        """A filter as the floor is asked; None if no entry can match. Raises psycopg.Error."""
        pairs = zip(self.parts, self.identities, strict=True)
        fitting = {part.table for part, identity in pairs if query.fits(filter, identity)}
        tables = [table for table in self.tables if table in fitting]
        groups = [{number_of(term) for term in terms} for _, terms in query.term_groups(filter) if terms]
        narrowed = False
        for word in filter.words:
            found = self._texts(tables, word.text)
            narrowed |= len(found) > query.MOST
            groups.append({*found[:query.MOST], *self._meant(tables, word)})
        if not tables or not all(groups):
            return None
        asked: list[object] = [sorted(group) for group in groups]
        if filter.folds:
            asked.append({"unfolded": sorted(self._unfolded(tables, filter.words))})
        text = msgspec.json.encode(asked).decode()
        return Question(tables, text, filter.since, filter.until, narrowed)

    def _unfolded(self, tables: list[str], words: tuple[Word, ...]) -> set[int]:
        """The terms by which a device's bytes are listed, besides refused ones."""
        found = set(map(number_of, query.shown_bytes(words)))
        for word in words:
            if query.is_hex(fold(word.text)):
                found.update(self._texts(tables, word.text, (Facet.LINE,)))
        return found

    def _texts(self, tables: list[str], word: str, facets: tuple[Facet, ...] = ()) -> list[int]:
        folded = storable(fold(word))
        where = facets or looked_in(folded)
        slots = (tables, folded, [*where], grams(folded), is_bytes(folded), query.MOST + 1)
        return [term for (term,) in self._connection.execute(_TEXTS, slots)]

    def _meant(self, tables: list[str], word: Word) -> Iterator[int]:
        for table in self._own_names if tables else ():
            yield from map(number_of, query.terms_of(word, table))

    def facet_values(self, facet: Facet, limit: int = 200) -> tuple[str, ...]:
        """The values of a facet among the listed entries: each table's latest, then each one's next, so that
        no table has them all. Raises psycopg.Error.
        """
        rows = self._connection.execute(_MET, (self.tables, facet, limit, limit))
        return tuple(value for (value,) in rows)

    # --- pages ------------------------------------------------------------------------------------

    def older(
        self,
        question: Question,
        spot: RowPlace | None,
        limit: int,
        *,
        until: datetime | None = None,
        look: int = LOOK,
    ) -> Hits:
        """The newest rows older than ``spot`` (None: the newest of all) and from before ``until``."""
        return self._page(question, spot, limit, newest=True, high=until, look=look)

    def newer(
        self,
        question: Question,
        spot: RowPlace | None,
        limit: int,
        *,
        since: datetime | None = None,
        look: int = LOOK,
    ) -> Hits:
        """The oldest rows that are newer than ``spot`` and not from before ``since``; the oldest first."""
        return self._page(question, spot, limit, newest=False, low=since, look=look)

    def newest_rows(self, question: Question, before: datetime, skip: int, limit: int) -> Hits:
        """The newest rows before a moment, without the first ``skip`` of them; all come from one day."""
        return self._page(question, None, limit, newest=True, high=before, skip=skip)

    def _page(
        self,
        question: Question,
        spot: RowPlace | None,
        limit: int,
        *,
        newest: bool,
        low: datetime | None = None,
        high: datetime | None = None,
        skip: int = 0,
        look: int = LOOK,
    ) -> Hits:
        place = spot or (None, None, None, None)
        slots = (*question.slots(), low, high, *place, newest, skip, limit, look)
        raw = self._connection.execute(_PAGE, slots, binary=True).fetchall()
        go_on: datetime | None = None
        if raw and raw[-1][1] is None:
            go_on = raw.pop()[0]
        raw = [row for row in raw if (row[1], row[2]) in self._journals]
        turns = {table: self._repeated(table) for table in dict.fromkeys(row[1] for row in raw)}
        self._have_blocks(raw)
        rows, missing = [], []
        for row in raw:
            made = self._row(row)
            made_row = made or _unknown(row, self._journals[row[1], row[2]], self._identity_of(row))
            file, times = turns[row[1]].get(row[2], (0, _ONCE))
            turn = times.turn((file, row[3]), made_row.place.time)
            rows.append(replace(made_row, names=self.names.at(*row[1:4]), turn=turn))
            if made is None:
                missing.append(RowPlace(*row[:4]))
        return Hits(tuple(rows), tuple(RowPlace(*row[:4]) for row in raw), go_on, tuple(missing))

    @property
    def repeated(self) -> RepeatedTimes:
        """The times that came again in a log of one table; none in one of several."""
        if not self.parts or len(self.continued(0)) < len(self.parts):
            return _ONCE
        return self._repeated(self.parts[0].table).get(self.parts[0].part, (0, _ONCE))[1]

    def file_of(self, journal: int) -> int:
        """The place of a file among consecutive ones, if a clock was set back there."""
        part = self.parts[journal]
        return self._repeated(part.table).get(part.part, (0, _ONCE))[0]

    def _repeated(self, table: str) -> dict[int, tuple[int, RepeatedTimes]]:
        """For each part of a table its place in the journal, and the times that came again there."""
        if (known := self._turns.get(table)) is not None:
            return known
        turns = self._turns[table] = {}
        asked = self.question(Filter(kinds=frozenset({note_of_kind(NoteKind.CLOCK_SET)})))
        if asked is None:
            return turns
        slots = (*replace(asked, tables=[table]).slots(), *[None] * 6, True, 0, _SETTINGS, 100 * LOOK)
        raw = [row for row in self._connection.execute(_PAGE, slots, binary=True) if row[1] is not None]
        self._have_blocks(raw)
        begun = dict[int, list[Beginning]]()
        for _, _, part, number, *_ in sorted(raw, key=itemgetter(2, 3)):
            if (table, part) in self._journals and (found := self._set_back(table, part, number)) is not None:
                begun.setdefault(part, []).append(found)
        for part in begun:
            files, times = self.continued(self._journals[table, part]), RepeatedTimes()
            for at, file in enumerate(files):
                times.take(at, begun.get(file.part, ()))
            turns |= {file.part: (at, times) for at, file in enumerate(files)}
        return turns

    def _set_back(self, table: str, part: int, number: int) -> Beginning | None:
        """The beginning of a stretch at the note of a set clock; None if it was set forward."""
        own, before = self._fields_of(self._packed(table, part, number)), None
        if number > 1:
            before = self.previous_fields(table, part, number)
        else:
            files = self.continued(self._journals[table, part])
            at = next((at for at, each in enumerate(files) if each.part == part), 0)
            before = self._fields_of(self.entry(files[at - 1], files[at - 1].number)) if at else None
        if own is None or before is None:
            return None
        try:
            now, earlier = (chain.time_of(str(each[4])) for each in (own, before))
        except ValueError:  # No console wrote this text.
            return None
        return (number, now, earlier) if earlier > now else None

    def _packed(self, table: str, part: int, number: int) -> bytes | LoneDigest | None:
        return self._own.get((table, part, number)) or self.block_entry(table, part, number)

    # --- how many ---------------------------------------------------------------------------------

    def days(self, question: Question) -> list[tuple[date, int]]:
        """The days in which an entry may match, the newest first, each with its number of entries."""
        days = self._connection.execute(_DAYS, (question.tables,)).fetchall()
        since = question.since.astimezone(UTC).date() if question.since else date.min
        return [(day, many) for day, many in days if day >= since]

    def hourly_counts(
        self, question: Question, day: date, before: datetime | None = None
    ) -> list[tuple[datetime, int]]:
        """How many of a day's entries match, by hour, the newest hour first; only those before ``before``."""
        return self._connection.execute(_COUNTED, (*question.slots(), day, before)).fetchall()

    # --- single entries ---------------------------------------------------------------------------

    def entry(self, part: HeldPart, number: int) -> bytes | None:
        """An entry's bytes, from its row or its block; None if the floor lacks them."""
        held = self.block_entry(part.table, part.part, number)
        if held is None:
            row = self._connection.execute(_ONE, (part.table, part.part, number)).fetchone()
            held = None if row is None or row[0] is None else bytes(row[0])
        return None if isinstance(held, LoneDigest) else held

    def before_whole(self, part: HeldPart, number: int) -> chain.Fields | None:
        """The fields of the entry before ``number``, from its row or its block."""
        packed = self.entry(part, number - 1) if number > 1 else None
        return None if packed is None else values_of(packed)

    def is_unreadable(self, spot: RowPlace) -> bool:
        """Whether an unreadable entry is as its table sent it: its bytes are not a console's, or they were
        too many and the floor has only the digest.
        """
        part = self.parts[self._journals[spot.table, spot.part]]
        held = self.block_entry(spot.table, spot.part, spot.number)
        digest = None if held is None else digest_of(held)
        if digest is None:
            row = self._connection.execute(_DIGEST, (spot.table, spot.part, spot.number)).fetchone()
            digest = None if row is None or row[0] is None else bytes(row[0])
        return digest is not None and self.led.doubt(part, spot.number, digest) is None

    # --- rows as values ---------------------------------------------------------------------------

    def block_entry(self, table: str, part: int, number: int) -> bytes | LoneDigest | None:
        """An entry of a closed day; None if no block has it."""
        key = (table, part, (number - 1) // BLOCK)
        if key not in self._near:
            self._near |= self.holdings.blocks([key])
        block, at = self._near.get(key, []), (number - 1) % BLOCK
        return self.holdings.whole(block[at], table, part, number) if at < len(block) else None

    def _have_blocks(self, raw: Sequence[tuple[Any, ...]]) -> None:
        """Fetch what a page's rows are read from, and the entries before them."""
        blocks = [(row[1], row[2], (row[3] - 1) // BLOCK) for row in raw if row[5] is None]
        self._near = self.holdings.blocks(blocks)
        self._read = {}
        self._own = {(row[1], row[2], row[3]): row[6] for row in raw if row[6] is not None}
        own = list(self._own)
        self._own |= {(row[1], row[2], row[3] - 1): row[7] for row in raw if row[7] is not None}
        befores = {
            (table, self.holdings.stretches(table, part, number - 2, number - 1)[0][0], number - 1)
            for table, part, number in own
            if number > 1
        }
        if lacking := sorted(befores - self._own.keys()):
            columns = [[each[at] for each in lacking] for at in range(3)]
            rows = self._connection.execute(_BEFORE, columns, binary=True).fetchall()
            self._own |= {(table, part, number): packed for table, part, number, packed in rows}

    def _identity_of(self, row: tuple[Any, ...]) -> Identity:
        return self.identities[self._journals[row[1], row[2]]]

    def _row(self, raw: tuple[Any, ...]) -> LogRow | None:
        _, table, part, number, _, _, packed, _, *found = raw
        held = packed if packed is not None else self.block_entry(table, part, number)
        fields = self._fields_of(held)
        if fields is None:
            return None
        before = self.previous_fields(table, part, number)
        return row_of(fields, self._journals[table, part], self._identity_of(raw), found, before)

    def previous_fields(self, table: str, part: int, number: int) -> chain.Fields | None:
        """The fields of the entry before ``number``, or None if it is missing or unreadable."""
        if number <= 1:
            return None
        ((part, *_),) = self.holdings.stretches(table, part, number - 2, number - 1)
        return self._fields_of(self._packed(table, part, number - 1))

    def _fields_of(self, held: bytes | LoneDigest | None) -> chain.Fields | None:
        if held is None or isinstance(held, LoneDigest):
            return None
        if held not in self._read:
            self._read[held] = values_of(held)
        return self._read[held]


def row_of(
    fields: chain.Fields,
    journal: int,
    identity: Identity,
    row: Sequence[Any] = (),
    before: chain.Fields | None = None,
) -> LogRow:
    """A row made of an entry's own fields, those of the entry before, and what was found about it."""
    number, kind, event, refused, at, _, person, shift, shoe, round_, prompt, *_ = fields
    stood, clauses = "", "[]"
    if before is not None and kind in ABOUT_PROMPT:
        stood, clauses = str(before[10])[:STOOD], str(before[11])
    if len(str(event)) > LARGEST:
        event = _bare_event(str(kind))
    what: Any = (
        kind, event, refused, person, shift, shoe, round_, str(prompt)[:STOOD], stood, clauses
    )  # fmt: skip
    known: Any = tuple(row)
    return LogRow(LogPlace(journal, int(number or 0), str(at)), identity.table, identity.game, *what, *known)


def _unknown(raw: tuple[Any, ...], journal: int, identity: Identity) -> LogRow:
    """A row for an entry whose bytes the floor lacks: its place, and the terms by which it was found."""
    _, _, _, number, at, kind, _, _, *found = raw
    kind = kind or EventKind.NOTED.value
    time = at.astimezone(UTC).isoformat(timespec="microseconds")
    what = (kind, _bare_event(kind), None, None, None, 0, None, "", "", "[]")
    return LogRow(LogPlace(journal, number, time), identity.table, identity.game, *what, *found)


def _bare_event(kind: str) -> str:
    """An event that shows only its kind."""
    return msgspec.json.encode({"event": kind, "what": ""}).decode()


def _is_otherwise(part: HeldPart, filled: dict[tuple[str, int], tuple[int, bytes]]) -> bool:
    number, head = filled.get((part.table, part.part), (0, part.own_begin))
    return number == part.number and head != part.chain


def _heading(part: HeldPart) -> Heading | None:
    try:
        return heading_of(part.heading, part.begins, None)
    except msgspec.DecodeError:
        return None


def _identity(part: HeldPart) -> Identity:
    heading = _heading(part)
    if heading is None:
        return Identity(part.name, "", "")
    return Identity(heading.table, heading.game, heading.rules)
