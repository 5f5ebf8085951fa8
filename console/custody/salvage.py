"""A damaged journal and its table: set aside and gone on with, at a start or while the table plays."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from console.journal import Damaged, Identity, JournalError, NotAJournal, Row, SqliteJournal, salvage
from console.journal.proof.statement import is_of_a_terminal
from console.journal.rescue.recovery import Salvage, recover_damaged
from console.table.games.game import Game
from console.table.judging.checkpoints import kept, retold
from console.table.running.clock import Clock
from console.table.running.fold import follows


def salvaged(
    path: Path, identity: Identity, game: Game, clock: Clock
) -> tuple[Salvage, datetime | None] | None:
    """What became of a damaged journal, and when its table's own last readable entry was made.

    None where nothing can be told from it; it stays as it is then. Raises another JournalError.
    """
    times: list[datetime] = []

    def told(checkpoint: bytes | None, rows: Iterable[Row]) -> bytes:
        read = list(rows)
        times[:] = [row.at for row in read if not is_of_a_terminal(row.event)]
        if not follows(game, checkpoint, read):
            raise Damaged(path, 1)
        return kept(retold(game, checkpoint, read))

    try:
        return salvage(path, identity, told, clock.utc()), times[-1] if times else None
    except (Damaged, NotAJournal):
        return None


def mended(journal: SqliteJournal, state: bytes, clock: Clock) -> str | None:
    """Set a playing table's journal aside, and go on with its state; what is said of it, None if not."""

    def swap(path: Path, last: int, head: bytes) -> Salvage:
        return recover_damaged(path, lambda *_: state, clock.utc(), state, journal.heading)

    try:
        return journal.renew(swap).said
    except JournalError:
        return None
