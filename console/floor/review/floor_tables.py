"""One table of a floor, reconstructed from the floor's entries, for the wall's opened table. Entries held
back at the table have not reached the floor, so nothing unseen there is shown. The table comes from a copy in
the user's own folder, whose chain is checked up to the floor's head.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.floor.holdings import HeldPart, Holdings, MissingEntry
from console.floor.reported_names import TableNames, read_names
from console.floor.review.floor_names import named_persons
from console.floor.texts import NOTE, one_line
from console.floor.wall import CallEvent, Cosignature, FloorTable
from console.floor.witness.cosigner import note_name
from console.supervisor.review import JournalReads
from console.table.core import EventKind, NoteKind, Person
from console.table.game import load_rulebook
from console.table.journal import (
    Heading,
    JournalError,
    LogRow,
    Replica,
    Shipment,
    Unreachable,
    checkpoint,
    heading_of,
    is_heading,
)

if TYPE_CHECKING:
    import psycopg

    from console.table.journal import PublicKey

Connect = Callable[[], "psycopg.Connection[tuple[Any, ...]]"]

_LOOKED: Final = 80
"""How many of the newest entries are searched for recent events."""
_MOST_EVENTS: Final = 6
"""How many of these events are shown."""
_DECISIONS: Final = b"""
    SELECT at, what, name, CASE what WHEN 'counted' THEN about ELSE reason END FROM floor.diary
    WHERE table_id = %s AND what IN ('settled', 'counted') ORDER BY at DESC LIMIT %s
"""
_KINDS: Final = {
    EventKind.PIT_BOSS_CALLED.value: "called",
    EventKind.HALT_WITHDRAWN.value: "resumed",
    EventKind.ROUND_VOIDED.value: "resumed",
}
_NOTES: Final[dict[str, str]] = {NoteKind.COMING: "coming", NoteKind.ARRIVED: "arrived"}


class Notes(NamedTuple):
    """The folder with a witness machine's signed notes of heads, and the signing key."""

    folder: Path
    key: PublicKey


class FloorTables:
    """Reconstructs a table; any thread may ask, and one request is answered at a time."""

    def __init__(
        self,
        connect: Connect,
        folder: Path,
        persons: dict[str, Person] | None = None,
        notes: Notes | None = None,
    ) -> None:
        """``connect`` connects an account that may read entries; ``notes`` are a witness machine's."""
        self._notes = notes
        self._connect, self._folder, self._persons = connect, folder, persons if persons is not None else {}
        self._named: dict[str, Person] = {}
        """The people, as the opened table names them."""
        self._one = threading.Lock()

    def open(self, table: str) -> FloorTable:
        """The table by its entries. Raises LookupError without it, psycopg.Error, OSError, JournalError."""
        with self._one:
            part, path, settled, good = self._copied(table)
            if path is None or not part.number:
                details = {"table": table, "at": part.heard, "number": part.number, "good": good}
                return FloorTable(**details, market="", view=None, events=settled)
            with closing(JournalReads([path], self._named)) as reads:
                opened = self._opened(table, reads, part.number)
        events = sorted((*opened.events, *settled), key=lambda event: event.at, reverse=True)
        return replace(opened, events=tuple(events[:_MOST_EVENTS]), cosigned=self._cosigned(part, path))

    def _cosigned(self, part: HeldPart, path: Path) -> Cosignature | None:
        """The witness's signed head of the part, compared with the part's copy."""
        notes = self._notes
        if notes is None:
            return None
        file = notes.folder / note_name(part.table, part.part)
        if not file.exists():
            return None
        try:
            note = checkpoint.note_file(file, (notes.key,))
        except JournalError:
            return Cosignature(0, 0.0, fits=False)
        head = note.content
        chain = Shipment(path).chain_at(head.entries) if head.entries <= part.number else None
        own = (head.table, head.journal) == (part.table, part.begins.hex())
        fits = own and chain is not None and chain.hex() == head.chain
        return Cosignature(head.entries, max(0.0, part.heard.timestamp() - note.at), fits)

    def _opened(self, table: str, reads: JournalReads, number: int) -> FloorTable:
        rows = reads.log.newest(limit=_LOOKED)
        story = reads.story(rows[0].place) if rows else None
        if story is None:
            raise LookupError(table)
        moment = story.moments[-1]
        return FloorTable(
            table=table,
            at=moment.at,
            number=number,
            good=True,
            market=load_rulebook(story.situation.rulebook.id).market,
            view=story.view(len(story.moments) - 1),
            events=tuple(_events(rows, self._named)),
        )

    def _copied(self, table: str) -> tuple[HeldPart, Path | None, tuple[CallEvent, ...], bool]:
        """The file whose end is the table's present, and its copy, up to the floor's head; None if the
        floor's entries do not lead there, or have not begun to come. Also the part's settled disputes, and
        whether all is as shipped.
        """
        with closing(self._connect()) as connection:
            holdings = Holdings(connection)
            parts = [part for part in holdings.parts() if part.table == table]
            if not parts:
                raise LookupError(table)
            part = _with_entries(parts)
            self._named = named_persons(self._persons, TableNames(read_names(connection)).newest(table))
            settled = tuple(
                CallEvent(at=at, what=what, name=one_line(name), reason=one_line(reason, NOTE))
                for at, what, name, reason in connection.execute(_DECISIONS, (table, _MOST_EVENTS)).fetchall()
            )
            begun = dict(holdings.states(table, part.part, 0, 0)).get(0)
            if begun is None and not is_heading(part.heading, part.begins, None):
                # The state that it begins with has not come or been shown yet: nothing is wrong.
                return part, None, settled, True
            if not is_heading(part.heading, part.begins, begun):
                return part, None, settled, False
            heading = heading_of(part.heading, part.begins, begun)
            path = self._folder / sha256(table.encode()).hexdigest()[:16] / f"{part.part}.db"
            try:
                leads = _leads(holdings, part, path, heading, begun)
                return part, path if leads else None, settled, leads
            except Unreachable:
                raise  # This computer's disk failed, and the floor's entries may be complete.
            except (JournalError, MissingEntry):
                pass
            # The earlier copy may be the part that does not fit: the next try copies all of it.
            for old in path.parent.glob(f"{path.name}*"):
                old.unlink()
            return part, None, settled, False


def _with_entries(parts: Sequence[HeldPart]) -> HeldPart:
    """The newest part; until its entries come, the one before it, whose end is the table's state. A restart's
    entries come once the last card was shown.
    """
    newest, follows = parts[-1], None
    if newest.number == 0:
        with suppress(msgspec.DecodeError):
            follows = heading_of(newest.heading, newest.begins, None).predecessor
    if follows is None:
        return newest
    ended = follows.entries, follows.head
    return next((part for part in parts if (part.number, part.chain.hex()) == ended), newest)


def _events(rows: Sequence[LogRow], persons: dict[str, Person]) -> Iterator[CallEvent]:
    listed = 0
    for row in rows:
        what = _KINDS.get(row.kind) or _NOTES.get(str(row.figures.get("what", "")))
        if what is None or listed == _MOST_EVENTS:
            continue
        listed += 1
        who = str(row.figures.get("who") or row.person or row.figures.get("by") or "")
        known = persons.get(who)
        yield CallEvent(at=row.at, what=what, name=one_line(known.name if known is not None else who))


def _leads(
    holdings: Holdings, part: HeldPart, path: Path, heading: Heading, start_state: bytes | None
) -> bool:
    """Copy the new entries; returns whether they lead to the floor's head. Raises JournalError, Missing."""
    with Replica(path, heading, start_state) as replica:
        for whole in holdings.entries(part.table, part.part, replica.last, part.number):
            replica.append_entries(whole)
        replica.keep(holdings.states(part.table, part.part, replica.last_state + 1, replica.last))
        return (replica.last, replica.head) == (part.number, part.chain)
