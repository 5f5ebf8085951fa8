"""A table on its journal: begun, or gone on with where it ended. `drive` and the window open it alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from console.game.rulebook import Rulebook
from console.journal import (
    Damaged,
    Identity,
    JournalError,
    NotAJournal,
    Row,
    SqliteJournal,
    open_journal,
)
from console.journal.errors import Unreachable
from console.table.checkpoints import kept, table_of
from console.table.clock import Clock
from console.table.games.choosing import game_of
from console.table.games.game import Game
from console.table.resuming import ready, retold
from console.table.session import RECOVERED, TOLD_AGAIN, Session
from console.table.state import Table
from console.table.transition import LIVE

if TYPE_CHECKING:
    from console.journal.archives import Closing
    from console.journal.recovering import Salvage


class Opened(msgspec.Struct, frozen=True):
    """A session, and when its table stopped before; None for a table that has only begun.

    The journal is the session's: whatever else is done with it, sealing too, is done in the session's thread.
    """

    session: Session
    stopped: datetime | None
    journal: SqliteJournal
    salvage: Salvage | None = None
    """What became of its journal, where that was damaged."""


def make_folder(journal: Path) -> None:
    """Have a folder for a journal, the user's alone where it is new; a JournalError if it can't be."""
    try:
        journal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Unreachable(journal, error.strerror or str(error)) from error


class LiveTables(JournalError):
    """It is a LIVE table's journal: what is done there is done at the table."""

    key = "journal.live"

    def __init__(self, path: Path) -> None:
        super().__init__(path, "is a LIVE table's journal; name another file")


def refuse_live(path: Path) -> None:
    """LiveTables where a LIVE table's journal lies there; nothing is changed, whatever lies there."""
    from console.journal.reviewing import review  # a window asks none of this

    with suppress(Damaged, NotAJournal, Unreachable), review(path) as found:
        _, state = found.begin(sys.maxsize)
        if table_of(state).live or any(True for _ in found.of_a_kind("noted", LIVE)):
            raise LiveTables(path)


def open_session(
    path: Path,
    identity: Identity,
    rulebook: Rulebook,
    clock: Clock,
    stack: ExitStack,
    *,
    shift: Callable[[datetime], str] | None = None,
    made_ready: bool = False,
    closing: Closing | None = None,
) -> Opened:
    """The session on the journal at ``path``; ``stack`` closes it. A journal with entries is gone on with.

    ``made_ready`` begins with the bets about to open (the protocol's ``--ready``). ``closing`` says when the
    journal's file is closed and a new one gone on in; where that fails the table plays on in the old one, and
    that is noted. A damaged journal is set aside and gone on with as far as it can be read, noted likewise.
    Raises JournalError where the file is another table's or none, or damaged beyond that; NotRecorded where
    the beginning can't be kept.
    """
    game = game_of(rulebook, identity.game)

    def begun() -> Opened:
        with ExitStack() as inner:
            begin = (lambda: kept(ready(game))) if made_ready else None
            journal = open_journal(path, identity, begin=begin)
            inner.callback(journal.close)
            named = (journal, identity.table, game, clock, shift)
            opened = _begun(*named, made_ready=made_ready, closing=closing)
            stack.push(inner.pop_all())
            return opened

    try:
        return begun()
    except (Damaged, NotAJournal, msgspec.DecodeError) as error:
        from console.salvaging import salvaged  # no start is to wait for it

        done = salvaged(path, identity, game, clock)
        if done is None:
            raise error if isinstance(error, JournalError) else Damaged(path, 0) from error
    opened, (salvage, stopped) = begun(), done
    opened.session.note(RECOVERED, text=salvage.said)
    return replace(opened, stopped=stopped or clock.utc(), salvage=salvage)


def _begun(
    journal: SqliteJournal,
    name: str,
    game: Game,
    clock: Clock,
    shift: Callable[[datetime], str] | None,
    *,
    made_ready: bool,
    closing: Closing | None,
) -> Opened:
    """The session on an open journal."""

    def believed(state: bytes) -> bool:
        return made_ready and table_of(state) == ready(game)

    found = journal.recover(checked=True, believed=believed)
    stopped: list[datetime] = []
    since = found.checkpoint_entry
    table = retold(game, found.checkpoint, _noting_the_last(found.entries, stopped))
    failed = _closed(journal, closing, table, clock) if closing is not None else None
    session = Session(
        game,
        journal,
        clock,
        table=table,
        name=name,
        shift=shift,
        since_checkpoint=max(0, journal.last - since),
        stopped=stopped[-1] if stopped else None,
        mend=lambda state: _mended(journal, state, clock),
    )
    if failed is not None:
        session.note(failed[0], text=failed[1])
    if found.passed_over:
        session.note(TOLD_AGAIN, text=str(found.checkpoint_entry))
    return Opened(session, stopped[-1] if stopped else None, journal)


def _mended(journal: SqliteJournal, state: bytes, clock: Clock) -> str | None:
    from console.salvaging import mended

    return mended(journal, state, clock)


def _closed(journal: SqliteJournal, closing: Closing, table: Table, clock: Clock) -> tuple[str, str] | None:
    """Seal and close the file if that is due, and go on in a new one; what could not be done, and why."""
    from console.journal.archives import created, seal_and_go_on  # most starts close nothing
    from console.journal.statement import NOT_SEALED

    now = clock.utc().astimezone()
    try:
        if journal.last and closing.is_due(journal.path, created(journal.path), now):
            done = seal_and_go_on(journal, kept(table), clock, now, closing.keys)
            if done.unsealed is not None:
                return NOT_SEALED, f"{done.file.name}: {done.unsealed}"
    except JournalError as error:
        return "journal_not_closed", str(error)
    return None


def _noting_the_last(rows: Iterator[Row], stopped: list[datetime]) -> Iterator[Row]:
    row = None
    for row in rows:
        yield row
    if row is not None:
        stopped.append(row.at)
