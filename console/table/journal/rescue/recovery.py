"""A damaged journal is set aside as it is; its readable entries go into a file of their own, and a new
journal continues it.

The result is three files, named by the time: the damaged one, its log beside it; the recovered one, as far as
its chain is unbroken, which verifies as any closed journal does; and the journal itself, whose heading names
the recovered one. Readable rows after the first loss are kept as lines of JSON. A console that is killed
meanwhile leaves the damaged journal in its place, and the recovery begins again.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeAlias

import msgspec

from console.base.system import add_name, settle
from console.table.journal.file import chain, sql
from console.table.journal.file.chain import FIELDS
from console.table.journal.file.connection import BROKEN, making, reading
from console.table.journal.file.errors import DamagedJournal, JournalError, LosesEntries, Unreachable
from console.table.journal.file.heading import Heading, Predecessor, heading_in
from console.table.journal.file.high_water_mark import last_entry, marked_heading
from console.table.journal.file.links import whole_file_of
from console.table.journal.file.place import Identity, build, build_as, clear, fresh, put, sibling
from console.table.journal.file.rollback import ROLLBACK
from console.table.journal.file.store import Row
from console.table.journal.file.write_failures import is_of_the_disk
from console.table.journal.proof.keys import default_folder
from console.table.journal.proof.newest_seal import NewestSeals
from console.table.journal.rescue.readable_journal import ReadableJournal, RowRun, readable_journal

StateOf: TypeAlias = Callable[[bytes | None, Iterable[Row]], bytes]
"""The state, as JSON, that a checkpoint and the rows after it come to."""

NextState: TypeAlias = Callable[[bytes, int, Heading], bytes]
"""The state in a new file, from that after so many entries of the one with this heading."""

FirstState: TypeAlias = Callable[[Heading], bytes | None]
"""The state, as JSON, that this heading's journal may have begun with; its digest shows whether it did."""


class Salvage(msgspec.Struct, frozen=True):
    damaged: Path
    recovered: Path
    entries: int
    """The number of entries in the recovered file."""
    beside: int
    """The number of further entries that could be read, but do not follow."""
    lost: int
    """How many entries can't be read, between those and after the last as far as the tidemark shows."""

    @property
    def note(self) -> str:
        return (
            f"{self.damaged.name} set aside; {self.entries} entries in {self.recovered.name}, "
            f"{self.beside} beside it, {self.lost} lost"
        )


def recover(
    path: Path,
    state_of: StateOf,
    now: datetime,
    state: bytes | None = None,
    heading: Heading | None = None,
    *,
    begins: FirstState | None = None,
    next_state: NextState = lambda state, last, heading: state,
    may_lose: bool = True,
) -> Salvage:
    """Set the journal at ``path`` aside and go on in a new one. Raises JournalError if that can't be done.

    ``state_of`` computes a state from the readable entries, to go on with or in place of a lost one;
    ``state`` is the one to go on with if a console still has it, ``heading`` likewise (else the mark may).
    ``begins`` gives a lost first state; ``next_state`` makes the new file's of a computed one. Unless it
    ``may_lose`` entries, LosesEntries is raised before any change if acknowledged ones would be. Only for the
    holder of the journal's lock, with no connection to the journal.
    """
    try:
        known = heading or marked_heading(sibling(path, ".lock"))
        with readable_journal(path, log_of(path), known) as readable:
            # The first state before the others: they are computed from it.
            if begins is not None and readable.heading.state is not None and not readable.vouches_for(0):
                readable.put_back(0, begins(readable.heading) or b"")
            _put_states_back(path, readable, state_of)
            if state is None:
                state, heading = _state(path, readable, state_of, may_lose=may_lose), readable.heading
                state = next_state(state, max(_end(readable), _acknowledged(path, heading)), heading)
            return _replaced(path, readable, state, now)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    except BROKEN as error:
        if is_of_the_disk(error):
            raise Unreachable(path, str(error)) from error
        raise DamagedJournal(path, 1) from error


def _put_states_back(path: Path, readable: ReadableJournal, state_of: StateOf) -> None:
    """Compute the lost states of the beginning from its entries: the file would lack them for ever."""
    at, state = 0, readable.first_state()
    is_known = state is not None or readable.heading.state is None
    for number, kept in readable.named_states():
        if kept is None and is_known:
            rows = map(partial(_row, path), readable.rows(readable.beginning, at))
            with suppress(DamagedJournal):  # it stays lost then, which 'verify' reports
                computed = state_of(state, islice(rows, number - at))
                kept = computed if readable.put_back(number, computed) else None
        if kept is not None:
            at, state, is_known = number, kept, True


def _state(path: Path, readable: ReadableJournal, state_of: StateOf, *, may_lose: bool) -> bytes:
    start = readable.start()
    if start is None:
        raise DamagedJournal(path, readable.beginning.last + 1)
    stretch, number, state = start
    found = state_of(state, (_row(path, fields) for fields in readable.rows(stretch, number)))
    lost = readable.without(stretch, _acknowledged(path, readable.heading))
    if lost and not may_lose:
        raise LosesEntries(path, lost)
    return found


def _end(readable: ReadableJournal) -> int:
    return readable.stretches[-1].last if readable.stretches else 0


def _acknowledged(path: Path, heading: Heading) -> int:
    """The number of entries that the journal had: by its mark, or by its newest seal if that is damaged."""
    marked = last_entry(sibling(path, ".lock"), heading.digest)
    return max(marked, NewestSeals(default_folder()).entries_of(heading))


def _row(path: Path, fields: chain.Fields) -> Row:
    """Raises DamagedJournal if its time is no time: another program wrote it, and its digest."""
    number, _, event, refused, at, monotonic = fields[:6]
    why = None if refused is None else str(refused)
    try:
        when = chain.time_of(str(at))
    except ValueError as error:
        raise DamagedJournal(path, int(number or 0)) from error
    return Row(int(number or 0), str(event).encode(), why, when, int(monotonic or 0))


def _replaced(path: Path, readable: ReadableJournal, state: bytes, now: datetime) -> Salvage:
    at = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    heading, first = readable.heading, readable.beginning
    # Names that a recovery which was cut short has given already: else its files stay beside the new ones.
    damaged = second_name(path) or free_name(path, f"{path.stem}-damaged-{at}")
    recovered = _recovered_before(path, heading, first) or free_name(path, f"{path.stem}-recovered-{at}")
    new, rest = sibling(path, ".new"), sibling(recovered, ".rest.jsonl")
    # All that can be read has files of its own before the damaged one is renamed: a console that is killed
    # at any of these lines leaves the journal, and the next start does the rest.
    try:
        _recover(readable, recovered)
        others = _write_rest(readable, rest)
        before = Predecessor(recovered.name, first.last, first.head.hex())
        build(new, Identity(heading.table, heading.game, heading.rules), now.astimezone(UTC), before, state)
        put_aside(path, damaged)
        put(new, path)
    finally:
        clear(new)
    missing = max(0, _acknowledged(path, heading) - _end(readable))
    return Salvage(damaged, recovered, first.last, others, readable.missing_rows + missing)


def _recovered_before(path: Path, heading: Heading, first: RowRun) -> Path | None:
    """The recovered file that has these very entries already, or None."""
    for file in _named(path, "recovered"):
        with suppress(*BROKEN, JournalError, OSError), closing(reading(file)) as connection:
            last = connection.execute(sql.LAST).fetchone() or (0, heading.digest)
            if heading_in(connection) == heading and tuple(last) == (first.last, first.head):
                return file
    return None


def _recover(readable: ReadableJournal, recovered: Path) -> None:
    """Copy the undamaged beginning of the journal, under its own heading."""
    part, first = sibling(recovered, ".part"), readable.beginning
    try:
        build_as(part, readable.heading)
        with closing(making(part)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(sql.APPEND, readable.rows(first))
            # Play is continued from no state that the chain doesn't vouch for.
            states = (row for row in readable.table("checkpoint") if readable.vouches_for(row[0]))
            connection.executemany(sql.KEEP, states)
            seals = takewhile(lambda seal: seal[0] == seal[1][0], enumerate(readable.table("seal"), 1))
            connection.executemany(sql.SEAL, (row for _, row in seals if row[1] <= first.last))
            connection.execute("COMMIT")
        # Under its name only once it is whole: a recovery that is tried again takes such a file as done.
        os.replace(part, recovered)
        settle(recovered.parent)
    finally:
        clear(part)


def _write_rest(readable: ReadableJournal, rest: Path) -> int:
    """Write the rows after a loss, a row a line, its bytes in base64; returns how many rows."""
    if not readable.rest:
        return 0
    count, encode = 0, msgspec.json.encode
    with open(fresh(rest), "wb") as file:
        for stretch in readable.rest:
            for row in readable.rows(stretch):
                file.write(encode(dict(zip((*FIELDS, "digest", "chain"), row, strict=True))) + b"\n")
                count += 1
        file.flush()
        os.fsync(file.fileno())
    return count


def put_aside(path: Path, damaged: Path) -> None:
    """Rename the damaged file, and its log too; then no log lies beside the journal's own name."""
    log = log_of(path)
    if not damaged.exists():
        add_name(path, damaged, whole_file_of)
    kept = sibling(damaged, "-wal")
    if log.exists() and not (kept.exists() and kept.samefile(log)):
        add_name(log, kept, whole_file_of)
    rollback = sibling(path, ROLLBACK)
    if os.path.lexists(rollback):
        # Under its own name SQLite would apply it to the recovered file.
        os.replace(rollback, sibling(damaged, ".rollback"))
    settle(path.parent)  # first, because a power cut could leave the log without a name
    for ending in ("-wal", "-shm"):
        sibling(path, ending).unlink(missing_ok=True)


def log_of(path: Path) -> Path:
    """The journal's log; after an interrupted recovery it lies beside the file's other name already."""
    own = sibling(path, "-wal")
    other = None if own.exists() else second_name(path)
    return own if other is None else sibling(other, "-wal")


def second_name(path: Path) -> Path | None:
    """The name as a damaged file that an interrupted recovery has given the journal besides its own."""
    for other in _named(path, "damaged"):
        with suppress(OSError):
            if other.samefile(path):
                return other
    return None


def _named(path: Path, what: str) -> list[Path]:
    """The files beside a journal that recoveries have named so, in order."""
    return sorted(path.parent.glob(glob.escape(f"{path.stem}-{what}-") + f"*{glob.escape(path.suffix)}"))


def free_name(path: Path, stem: str) -> Path:
    """An unused name beside a journal. Raises Unreachable."""
    for more in ("", *(f"-{number}" for number in range(2, 1_000))):
        found = path.with_name(f"{stem}{more}{path.suffix}")
        if not found.exists():
            return found
    raise Unreachable(path, f"there are a thousand files {stem} already")
