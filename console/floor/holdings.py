"""The tables' journals as the floor stores them: parts, entries and kept states, read by an allowed account.
Entries come as the bytes that were shipped, unchecked: the reader follows the chain.
"""

from __future__ import annotations

import zlib
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from console.base.plain_text import stripped
from console.floor.alarms.alarm_figures import CALLS_OF_TABLE, KeptCall
from console.floor.blocks import Held, LargeEntry, LoneDigest, digest_of, time_of, unpack
from console.table.journal import BLOCK, chain, fold, heading_of, is_heading, values_of

if TYPE_CHECKING:
    import psycopg

AT_ONCE: Final = 2_000
"""Entries that are fetched at once."""

KEPT: Final = 1 << 27
"""Bytes of unpacked blocks that are kept, some three hundred blocks."""
ROOM: Final = 1 << 24
"""Bytes of rows that are fetched at once: an entry may have 1 MiB, a state 8."""

_BLOCK: Final = b"SELECT entries FROM floor.block WHERE table_id = %s AND part = %s AND block = %s"
_BLOCKS: Final = b"""
    SELECT b.table_id, b.part, b.block, b.entries FROM floor.block AS b
    JOIN unnest(%s::text[], %s::integer[], %s::bigint[]) AS w (table_id, part, block)
        USING (table_id, part, block)
"""
_ONE_BY_ONE: Final = 2
"""Up to so many blocks are read faster one by one: sending lists takes longer than asking again."""
_PARTS: Final = b"""
    SELECT t.table_id, t.name, t.room, j.part, j.begins, j.heading, j.number, j.chain, j.heard, j.disputed,
        j.forks_of, j.forks_after, j.forks_chain, t.studio
    FROM floor.journal AS j JOIN floor.tables AS t USING (table_id)
    WHERE (
        %(tables)s::text[] IS NULL OR t.name = ANY (%(names)s) OR t.studio || '/' || t.name = ANY (%(names)s)
        OR t.table_id = ANY (%(tables)s) AND (t.table_id <> ALL (%(names)s) OR NOT EXISTS (
            SELECT FROM floor.tables AS o WHERE t.table_id IN (o.name, o.studio || '/' || o.name)
        ))
    ) AND (%(rooms)s::text[] IS NULL OR t.room = ANY (%(rooms)s))
    ORDER BY t.room, t.name, t.table_id, j.part
"""
_NAMES: Final = b"SELECT table_id, studio, name FROM floor.tables"
_CALLS: Final = b"""
    SELECT table_id, call, kind, heard, taken_at, arrived_at, ended, coalesce(arrived, taken_by, '')
    FROM floor.call WHERE table_id = %s AND heard BETWEEN %s AND %s LIMIT %s
"""
_FORKS: Final = b"SELECT forks_of, forks_after FROM floor.journal WHERE table_id = %s AND part = %s"
_ROWS: Final = b"""
    SELECT number, packed, digest, kind, at, day FROM (
        SELECT *, sum(coalesce(octet_length(packed), 0)) OVER (ORDER BY number) AS room FROM floor.entry
        WHERE table_id = %s AND part = %s AND number > %s AND number <= %s
    ) AS of_part
    WHERE room - coalesce(octet_length(packed), 0) < %s ORDER BY number
"""
_LARGE: Final = b"SELECT packed FROM floor.large_entry WHERE table_id = %s AND part = %s AND number = %s"
_DIGESTS: Final = b"""
    SELECT digests, first_at, last_at FROM floor.block WHERE table_id = %s AND part = %s AND block = %s
"""
_NEWEST_STATES: Final = b"""
    SELECT number, state FROM floor.checkpoint
    WHERE table_id = %s AND part = %s AND number <= %s ORDER BY number DESC LIMIT 5
"""
_STATES: Final = b"""
    SELECT number, state FROM (
        SELECT *, sum(octet_length(state)) OVER (ORDER BY number) AS room FROM floor.checkpoint
        WHERE table_id = %s AND part = %s AND number >= %s AND number <= %s
    ) AS of_part
    WHERE room - octet_length(state) < %s ORDER BY number
"""


class TableId(str):
    """The id of one table: as a text it may name another one, in another studio or after a renaming."""

    __slots__ = ()


class HeldPart(msgspec.Struct, frozen=True):
    """A file of a table's journal: how far the floor has it, and the chain there by the floor's own head."""

    table: str
    name: str
    room: str
    part: int
    begins: bytes
    heading: str
    """The journal's heading, as JSON."""
    number: int
    chain: bytes
    heard: Any
    disputed: bool
    forks_of: int | None = None
    """The part with the entries up to ``forks_after``; None for a part that has all of its own."""
    forks_after: int = 0
    forks_chain: bytes | None = None
    """The chain at ``forks_after``."""
    studio: str = ""
    is_misnamed: bool = False
    """Whether it claims to be another table's of the studio: nobody may read it as that one's."""

    @property
    def own_begin(self) -> bytes:
        return self.begins if self.forks_chain is None else self.forks_chain


def labels_of(parts: Iterable[HeldPart]) -> dict[str, str]:
    """For each table's id the text that selects only it: its name unless another table here has it."""
    tables = {part.table: part for part in parts}
    many = Counter(part.name for part in tables.values())
    return {
        table: part.name if many[part.name] == 1 else f"{part.studio}/{part.name}"
        for table, part in tables.items()
    }


def _table_said(part: HeldPart) -> str:
    """The table's name in a part's heading, as people read it; empty if unreadable."""
    try:
        return fold(stripped(heading_of(part.heading, part.begins, None).table))
    except msgspec.DecodeError:
        return ""


_Flaw: TypeAlias = Literal["heading", "missing", "changed", "labelled", "block"]


class ChainWalk(NamedTuple):
    """The result of following a part's chain through all of its entries on the floor."""

    number: int
    """The last entry, or the first that differs from what was shipped."""
    alone: tuple[int, ...] = ()
    """The entries of which only the digest is stored."""
    unread: tuple[int, ...] = ()
    """The entries whose bytes are as they were shipped, but are no entry's."""
    is_unshown: bool = False
    """Whether the file's first state has not come yet: without it nobody can check the heading."""
    flaw: _Flaw | None = None
    """``labelled``: an entry's kind, time or day differ from its bytes; ``block``: a block does not have what
    was packed.
    """


class _Stretch(NamedTuple):
    """Consecutive entries of a part, as they were walked once."""

    number: int
    """The last of them."""
    head: bytes
    """The chain there."""
    alone: list[int]
    unread: list[int]


Walked: TypeAlias = dict[tuple[str, int], list[_Stretch]]
"""The entries that walks have followed, by table and part; a branch's walk skips them."""


class _Otherwise(Exception):
    """An entry differs from what was shipped or packed."""

    def __init__(self, flaw: _Flaw, number: int) -> None:
        super().__init__(f"{flaw} at {number}")
        self.flaw, self.number = flaw, number


def _is_labelled(packed: bytes, kind: str, at: datetime) -> bool:
    """Whether a row's kind and time are those of its bytes; bytes that are no entry have none."""
    values = values_of(packed)
    if values is None:
        return True  # The chain's own check reports the fault.
    fields = dict(zip(chain.FIELDS, values, strict=True))
    try:
        return fields["kind"] == kind and datetime.fromisoformat(str(fields["at"])) == at
    except (TypeError, ValueError):
        return False


def _room_of(entries: Iterable[Held]) -> int:
    return sum(len(each) if isinstance(each, bytes) else len(each.digest) for each in entries)


class MissingEntry(Exception):
    """An entry is missing, or has only its digest; ``number`` is the entry's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} is not held")
        self.number = number


class Holdings:
    """A floor's entries by one connection, for one thread at a time."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        """``connection`` belongs to an account that may read entries."""
        self._connection = connection
        self._kept: OrderedDict[tuple[str, int, int], list[Held]] = OrderedDict()
        self._room = 0
        """The bytes of the kept blocks."""
        self._forks: dict[tuple[str, int], tuple[int | None, int]] = {}
        """The part from which each one branches off, and the entry after which it does."""

    def stretches(self, table: str, part: int, after: int, until: int) -> list[tuple[int, int, int]]:
        """The parts with the entries between two numbers, in order: a branch has those after its fork."""
        if (table, part) not in self._forks:
            row = self._connection.execute(_FORKS, (table, part)).fetchone()
            self._forks[table, part] = (None, 0) if row is None else (row[0], row[1])
        off, begin = self._forks[table, part]
        before = [] if off is None or after >= begin else self.stretches(table, off, after, min(until, begin))
        return before if until <= begin and before else [*before, (part, max(after, begin), until)]

    def parts(
        self, tables: Collection[str] | None = None, rooms: Collection[str] | None = None
    ) -> list[HeldPart]:
        """The parts of these tables in these rooms, by room, table and part; None means any. A text is a
        table's name, perhaps with its studio's, ``Riga/T1``; or an id if no table has that name. A
        :class:`TableId` is no name.
        """
        wanted = {
            "tables": None if tables is None else [*map(str, tables)],
            "names": [each for each in tables or () if not isinstance(each, TableId)],
            "rooms": None if rooms is None else [*rooms],
        }
        found = [HeldPart(*row) for row in self._connection.execute(_PARTS, wanted)]
        names: defaultdict[str, set[str]] = defaultdict(set)
        own: defaultdict[str, set[str]] = defaultdict(set)
        studios = dict[str, str]()
        for table, studio, name in self._connection.execute(_NAMES):
            studios[table], own[table] = studio, {fold(table), fold(name)}
            names[studio] |= own[table]
        return [
            replace(part, is_misnamed=True)
            if _table_said(part) in names[studios[part.table]] - own[part.table]
            else part
            for part in found
        ]

    def calls(
        self, tables: Collection[str], since: datetime, until: datetime
    ) -> tuple[list[KeptCall], tuple[str, ...]]:
        """The calls and halts of tables, by id, that the floor received in a time, in order, for an account
        that may read them. Its whole record would be years.

        Also the tables with more than :data:`CALLS_OF_TABLE`, which have none here: a token can make
        millions, and each table is asked for alone, since the server sorts so many for nobody.
        """
        found, uncounted = list[KeptCall](), list[str]()
        for table in tables:
            asked = table, since, until, CALLS_OF_TABLE + 1
            rows = self._connection.execute(_CALLS, asked).fetchall()
            if len(rows) <= CALLS_OF_TABLE:
                found += [KeptCall(*row) for row in rows]
            else:
                uncounted.append(table)
        return sorted(found, key=lambda call: (call.heard, call.table, call.number)), tuple(uncounted)

    def entries(self, table: str, part: int, after: int, until: int) -> Iterator[list[bytes]]:
        """The bytes of the entries after a number and up to another, in slices. Raises Missing at the first
        incomplete one, after all before it.
        """
        for own, low, high in self.stretches(table, part, after, until):
            yield from self._entries(table, own, low, high)

    def _entries(self, table: str, part: int, after: int, until: int) -> Iterator[list[bytes]]:
        for held in self._blocks(table, part, after, until):
            some = list[bytes]()
            for each in held:
                after += 1
                whole = self.whole(each, table, part, after)
                if not isinstance(whole, bytes):
                    if some:
                        yield some
                    raise MissingEntry(after)
                some.append(whole)
                if whole is not each:  # Large entries are sent one by one.
                    yield some
                    some = []
            if some:
                yield some
        while after < until:
            found = list[bytes]()
            for number, packed, *_ in (rows := self.rows(table, part, after, until)):
                if number != after + len(found) + 1 or packed is None:
                    break
                found.append(bytes(packed))
            if found:
                yield found
            after += len(found)
            if len(found) < len(rows) or not rows:
                raise MissingEntry(after + 1)

    def rows(self, table: str, part: int, after: int, until: int) -> list[tuple[Any, ...]]:
        """A part's own entries stored as rows, after a number and at most up to another: number, bytes or
        None, digest, kind, time and day of arrival. One fetch's worth, at least one.
        """
        asked = (table, part, after, min(until, after + AT_ONCE), ROOM)
        return self._connection.execute(_ROWS, asked).fetchall()

    def whole(self, held: Held, table: str, part: int, number: int) -> bytes | LoneDigest:
        """An entry as shipped, if the block's ``held`` allows; if its bytes are missing beside the block,
        only its digest.
        """
        if not isinstance(held, LargeEntry):
            return held
        row = self._connection.execute(_LARGE, (table, part, number), binary=True).fetchone()
        if row is None or chain.digest_of(row[0]) != held.digest:
            return LoneDigest(*held)
        return bytes(row[0])

    def _blocks(self, table: str, part: int, after: int, until: int) -> Iterator[list[Held]]:
        """The entries between two numbers that are in blocks, a block at a time."""
        for block in range(after // BLOCK, (until - 1) // BLOCK + 1):
            held = self.block(table, part, block)
            begin = block * BLOCK
            if len(held) <= after - begin:
                return
            yield held[max(0, after - begin) : until - begin]

    def block(self, table: str, part: int, block: int) -> list[Held]:
        """The entries of a block, perhaps not full yet; none if they are rows. Raises Missing for other
        bytes. The last blocks are kept: a page reads several entries of one.
        """
        key = (table, part, block)
        if key not in self._kept:
            row = self._connection.execute(_BLOCK, key, binary=True).fetchone()
            try:
                found = [] if row is None else unpack(row[0])
            except (
                zlib.error,
                msgspec.DecodeError,
                RecursionError,
                ValueError,
                LookupError,
                TypeError,
            ) as error:
                raise MissingEntry(block * BLOCK + 1) from error
            if len(found) < BLOCK:  # The last block still grows.
                return found
            self._keep(key, found)
        self._kept.move_to_end(key)
        return self._kept[key]

    def blocks(self, keys: Collection[tuple[str, int, int]]) -> dict[tuple[str, int, int], list[Held]]:
        """These blocks, read together, without invalid ones."""
        found = {key: self._kept[key] for key in dict.fromkeys(keys) if key in self._kept}
        wanted = [key for key in dict.fromkeys(keys) if key not in found]
        for key, packed in self._packed_blocks(wanted):
            with suppress(
                zlib.error, msgspec.DecodeError, RecursionError, ValueError, LookupError, TypeError
            ):
                found[key] = held = unpack(packed)
                if len(held) == BLOCK:
                    self._keep(key, held)
        return found

    def _packed_blocks(
        self, keys: Sequence[tuple[str, int, int]]
    ) -> Iterator[tuple[tuple[str, int, int], bytes]]:
        if len(keys) <= _ONE_BY_ONE:
            for key in keys:
                for (entries,) in self._connection.execute(_BLOCK, key, binary=True):
                    yield key, entries
            return
        columns = [[key[at] for key in keys] for at in range(3)]
        for table, part, block, entries in self._connection.execute(_BLOCKS, columns, binary=True):
            yield (table, part, block), entries

    def _keep(self, key: tuple[str, int, int], entries: list[Held]) -> None:
        self._kept[key] = entries
        self._room += _room_of(entries)
        while self._room > KEPT and len(self._kept) > 1:
            self._room -= _room_of(self._kept.popitem(last=False)[1])

    def walk(self, part: HeldPart, walked: Walked | None = None) -> ChainWalk:
        """Follow a part's chain from its beginning to the floor's head, over rows and blocks. ``walked``
        keeps what the walks of one run have followed: a thousand branches off one part, which a table's token
        can make, take no longer than that part.
        """
        of, number, head, alone = (part.table, part.part), 0, part.begins, list[int]()
        walked = {} if walked is None else walked
        unread = list[int]()
        begun = dict(self.states(*of, 0, 0)).get(0)
        is_unshown = begun is None and not is_heading(part.heading, part.begins, None)
        if begun is not None and not is_heading(part.heading, part.begins, begun):
            return ChainWalk(0, flaw="heading")
        try:
            for own, low, high in self.stretches(*of, 0, part.number):
                known = walked.setdefault((part.table, own), [])
                # A part's own entries are all read at once, since the order of their days is checked.
                for each in known if own != part.part else ():
                    if each.number <= high:
                        low, number, head = each.number, each.number, each.head
                        alone += each.alone
                        unread += each.unread
                for digests, without, strange in self._digests(part.table, own, low, high):
                    for digest in digests:
                        head = chain.link(head, digest)
                    number += len(digests)
                    alone += without
                    unread += strange
                    if not known or number > known[-1].number:
                        known.append(_Stretch(number, head, without, strange))
                if number < high:
                    break
                if own != part.part and high == part.forks_after and head != part.forks_chain:
                    return ChainWalk(number, flaw="changed")
        except _Otherwise as otherwise:
            return ChainWalk(otherwise.number, flaw=otherwise.flaw)
        if number < part.number:
            return ChainWalk(number + 1, flaw="missing")
        flaw: _Flaw | None = None if head == part.chain else "changed"
        return ChainWalk(number, tuple(alone), tuple(unread), is_unshown, flaw)

    def _digests(
        self, table: str, part: int, number: int, until: int
    ) -> Iterator[tuple[list[bytes], list[int], list[int]]]:
        """The digests of a part's own entries after ``number`` up to ``until``, or to the first missing one.
        The second list has the numbers of entries with only their digest stored, the third of unreadable
        ones. Raises _Otherwise.
        """
        while number < until and (held := self._proved(table, part, number // BLOCK)):
            some = held[number % BLOCK :][: until - number]
            if not some:
                break
            alone, unread = list[int](), list[int]()
            for at, each in enumerate(some, number + 1):
                whole = self.whole(each, table, part, at)
                if isinstance(each, LargeEntry) and not isinstance(whole, bytes):
                    raise _Otherwise("block", at)
                if not isinstance(whole, bytes):
                    alone.append(at)
                elif values_of(whole) is None:
                    unread.append(at)
            yield list(map(digest_of, some)), alone, unread
            number += len(some)
        day = date.min
        while number < until:
            rows = self.rows(table, part, number, until)
            if [row[0] for row in rows] != list(range(number + 1, number + 1 + len(rows))) or not rows:
                rows = [row for at, row in enumerate(rows) if row[0] == number + 1 + at]
                until = number + len(rows)
            for at, packed, _, kind, moment, came in rows:
                if came < day or (packed is not None and not _is_labelled(packed, kind, moment)):
                    raise _Otherwise("labelled", at)
                day = came
            yield (
                [chain.digest_of(packed) if packed is not None else digest for _, packed, digest, *_ in rows],
                [at for at, packed, *_ in rows if packed is None],
                [at for at, packed, *_ in rows if packed is not None and values_of(packed) is None],
            )
            number += len(rows)

    def _proved(self, table: str, part: int, block: int) -> list[Held]:
        """A block with the entries that were packed. Raises _Otherwise."""
        try:
            held = self.block(table, part, block)
        except MissingEntry as missing:
            raise _Otherwise("block", missing.number) from missing
        row = self._connection.execute(_DIGESTS, (table, part, block)).fetchone() if held else None
        if row is None:
            return held
        packed = bytes(row[0])
        kept = [packed[at : at + 32] for at in range(0, len(packed), 32)]
        for at, (entry, digest) in enumerate(zip(held, kept, strict=False)):
            if digest_of(entry) != digest:
                raise _Otherwise("block", block * BLOCK + at + 1)
        times = [time_of(entry) for entry in held]
        if len(kept) != len(held) or (min(times), max(times)) != (row[1], row[2]):
            raise _Otherwise("block", block * BLOCK + 1)
        return held

    def close(self) -> None:
        self._connection.close()

    def states(self, table: str, part: int, first: int, until: int) -> Iterator[tuple[int, bytes]]:
        """The states kept from entry ``first`` to ``until``, a few at a time; 0 is the file's first state."""
        for own, low, high in self.stretches(table, part, first - 1, until):
            first = max(low, first)
            while first <= high:
                rows = self._connection.execute(_STATES, (table, own, first, high, ROOM)).fetchall()
                yield from ((int(number), bytes(state)) for number, state in rows)
                if not rows:
                    break
                first = rows[-1][0] + 1

    def newest_states(self, table: str, part: int, until: int) -> list[tuple[int, bytes]]:
        """The last few states kept up to an entry, the newest first; the first is usually enough."""
        found = dict[int, bytes]()
        for own, _, high in self.stretches(table, part, -1, until):
            rows = self._connection.execute(_NEWEST_STATES, (table, own, high)).fetchall()
            found |= {int(number): bytes(state) for number, state in rows}
        return sorted(found.items(), reverse=True)
