"""A damaged journal: it is set aside, and its table goes on, at a start or during play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from console.table.core.games.game import Game
from console.table.core.judging.checkpoints import encode_table, table_after, table_of
from console.table.core.running.clock import Clock
from console.table.core.running.fold import follows
from console.table.core.running.table_journal import in_next_file
from console.table.journal import (
    DamagedJournal,
    Identity,
    JournalError,
    NotAJournal,
    Row,
    SqliteJournal,
    salvage,
)
from console.table.journal.file.heading import Heading
from console.table.journal.proof.statement import is_of_a_terminal
from console.table.journal.rescue.recovery import FirstState, Salvage, recover


def salvage_note(
    path: Path,
    identity: Identity,
    game: Game,
    clock: Clock,
    *,
    begins: FirstState | None = None,
    may_lose: bool = True,
) -> tuple[Salvage, datetime | None] | None:
    """The record of a damaged journal's recovery, and its last readable entry's time; None if it has none,
    and the file stays as it is. Raises LosesEntries unless it ``may_lose`` entries, or another JournalError.
    """
    times: list[datetime] = []

    def state_of(checkpoint: bytes | None, rows: Iterable[Row]) -> bytes:
        read = list(rows)
        times[:] = [row.at for row in read if not is_of_a_terminal(row.event)]
        return _state_of(path, game, checkpoint, read)

    try:
        done = salvage(
            path, identity, state_of, clock.utc(), begins=begins, next_state=_next_state, may_lose=may_lose
        )
    except (DamagedJournal, NotAJournal):
        return None
    return done, times[-1] if times else None


def _next_state(state: bytes, last: int, heading: Heading) -> bytes:
    table = table_of(state)
    return encode_table(in_next_file(table, table.journal, last, is_first=heading.predecessor is None))


def _state_of(path: Path, game: Game, checkpoint: bytes | None, rows: Sequence[Row]) -> bytes:
    if not follows(game, checkpoint, rows):
        raise DamagedJournal(path, 1)
    return encode_table(table_after(game, checkpoint, rows))


def mend_journal(
    journal: SqliteJournal, game: Game, state: bytes, clock: Clock, begins: FirstState | None = None
) -> Salvage | None:
    """Set the journal of a running table aside and go on from the table's state; returns what was read of it,
    None if it failed. ``begins`` is the state that it may have begun with, if the file has lost it.
    """

    def swap(path: Path, last: int, head: bytes) -> Salvage:
        def state_of(checkpoint: bytes | None, rows: Iterable[Row]) -> bytes:
            return _state_of(path, game, checkpoint, [*rows])

        return recover(path, state_of, clock.utc(), state, journal.heading, begins=begins)

    try:
        return journal.renew(swap)
    except JournalError:
        return None
