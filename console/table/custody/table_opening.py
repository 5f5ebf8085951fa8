"""A table is opened on its journal: a new one begins, an older one goes on. For `drive` and window."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from console.base.system import true_place
from console.table.core.games.game import Game
from console.table.core.games.registry import game_of
from console.table.core.judging.checkpoints import encode_table, ready, table_after, table_of
from console.table.core.running.clock import Clock
from console.table.core.running.last_changes import Stretch
from console.table.core.running.session import Resumption, Session
from console.table.core.running.table_journal import in_next_file
from console.table.core.state import events
from console.table.core.state.entries import JournalEntry
from console.table.core.state.event_kinds import EventKind
from console.table.core.state.note_kinds import JournalOrigin, NoteKind, SealTrouble
from console.table.core.state.table import ConsoleAtTable, Table
from console.table.game.rulebook import Rulebook
from console.table.journal import (
    DamagedJournal,
    Identity,
    JournalError,
    NotAJournal,
    SqliteJournal,
    open_journal,
)
from console.table.journal.file.errors import LosesEntries, Unreachable
from console.table.journal.file.heading import Heading
from console.table.journal.file.store import RestartPoint, Row
from console.table.journal.proof.keys import default_folder
from console.table.journal.proof.newest_seal import LostSeal, NewestSeals
from console.table.journal.proof.statement import is_of_a_terminal

if TYPE_CHECKING:
    from console.table.journal.archives import Closing
    from console.table.journal.rescue.recovery import Salvage

log = logging.getLogger(__name__)


class OpenedSession(msgspec.Struct, frozen=True):
    """A session, and when its table stopped before; None for a new table.

    The table stopped with its own last entry, even if a terminal wrote later ones. The journal belongs to the
    session: everything else that is done with it, sealing too, is done in the session's thread.
    """

    session: Session
    stopped: datetime | None
    journal: SqliteJournal
    salvage: Salvage | None = None
    """The recovery of its journal, if that was damaged."""


def make_folder(journal: Path) -> None:
    """Make the folder of a journal, if new for this user only. Raises JournalError if it can't be made."""
    try:
        journal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Unreachable(journal, error.strerror or str(error)) from error


UNNAMED: Final = "T1"
"""The name of a table that no file names: of a driven or a simulated one."""


class LiveTables(JournalError):
    """The journal belongs to a LIVE table: it may be changed only at that table."""

    key = "journal.live"
    message = "is a LIVE table's journal; name another file"


def refuse_live(path: Path) -> None:
    """Refuse a LIVE table's journal, even damaged or lost; any named table counts as LIVE. Raises LiveTables,
    or DamagedJournal if the beginning is lost and it may be LIVE. Changes nothing.
    """
    from console.table.journal.file.high_water_mark import marked_heading
    from console.table.journal.file.place import sibling
    from console.table.journal.reader import review  # no window comes here, so no start waits for it

    with suppress(Unreachable):
        try:
            with review(path) as found:
                _, state = found.begin(sys.maxsize)
                noted = (entry.event for entry in found.of_a_kind("noted", "what"))
                live = _is_live(found.heading, state, noted)
        except (DamagedJournal, NotAJournal):
            marked = marked_heading(sibling(path, ".lock"))
            is_marked_live = marked is not None and marked.table != UNNAMED
            live = is_marked_live or (path.is_file() and _was_live(path))
        if live:
            raise LiveTables(path)


class TerminalsJournal(JournalError):
    """The journal was begun by another table than a LIVE one: nobody in it has entered a PIN of a list."""

    key = "journal.terminals"
    message = "is no LIVE table's journal; move it away, or name another file"


def refuse_terminals(path: Path) -> None:
    """Raises TerminalsJournal if the journal has entries and no LIVE table has ever had it. Changes nothing.
    A journal that can't be read is reported elsewhere.
    """
    from console.table.journal.reader import review  # only if no LIVE table has noted itself yet

    with suppress(DamagedJournal, NotAJournal, Unreachable):
        if not path.is_file():
            return
        with review(path) as found:
            if found.bounds(None, None, None) is None:
                return
            _, state = found.begin(sys.maxsize)
            noted = (entry.event for entry in found.of_a_kind("noted", "what"))
            if not _is_live(found.heading, state, noted):
                raise TerminalsJournal(path)


def journal_origin(table: str, console: ConsoleAtTable) -> JournalOrigin:
    """The origin of the journal of a table with this name, by what its console noted. A console before 1.2
    noted none: a name of its own is then a LIVE table's.
    """
    if console.live or (not console.origin and table != UNNAMED):
        return JournalOrigin.LIVE
    return JournalOrigin(console.origin) if console.origin in [*JournalOrigin] else JournalOrigin.UNKNOWN


def console_after(state: bytes | None, noted: Iterable[bytes]) -> ConsoleAtTable:
    """The console after these entries, as far as its notes say whose the journal is."""
    console = table_of(state).console
    for each in map(events.DECODER.decode, noted):
        match each:
            case events.Noted(what=NoteKind.LIVE_TABLE):
                console = replace(console, live=True)
            case events.Noted(what=NoteKind.ORIGIN, text=text):
                console = replace(console, origin=text or "")
            case events.Noted(what=NoteKind.CASINO, text=text):
                console = replace(console, casino=text or "")
    return console


def console_in(path: Path) -> ConsoleAtTable:
    """The console as a journal knows it last. Raises JournalError, msgspec.MsgspecError, RecursionError."""
    from console.table.journal.reader import review  # no start needs it

    with review(path) as found:
        number, state = found.begin(sys.maxsize)
        return console_after(
            state, (each.event for each in found.entries(number) if each.kind == EventKind.NOTED)
        )


def origin_of(path: Path) -> JournalOrigin:
    """The origin of the journal at ``path``. Raises JournalError."""
    from console.table.journal.reader import review

    with review(path) as found:
        return journal_origin(found.heading.table, console_in(path))


def _is_live(heading: Heading, state: bytes | None, noted: Iterable[bytes]) -> bool:
    return journal_origin(heading.table, console_after(state, noted)) is JournalOrigin.LIVE


def _was_live(path: Path) -> bool:
    """Whether a damaged journal's rest is a LIVE table's. Raises DamagedJournal if its beginning is lost."""
    from console.table.journal.file.high_water_mark import marked_heading
    from console.table.journal.file.place import sibling
    from console.table.journal.rescue.readable_journal import readable_journal
    from console.table.journal.rescue.recovery import log_of

    live = is_lost = False
    with (
        suppress(DamagedJournal, OSError),  # an unreadable file is neither continued nor rescued
        readable_journal(path, log_of(path), marked_heading(sibling(path, ".lock"))) as readable,
    ):
        start = readable.start()
        is_lost = start is None or (not readable.beginning.last and bool(readable.rest))
        rows = (row for each in (readable.beginning, *readable.rest) for row in readable.rows(each))
        noted = (str(row[2]).encode() for row in rows if row[1] == "noted")
        live = _is_live(readable.heading, None if start is None else start[2], noted)
    if is_lost and not live:
        raise DamagedJournal(path, 1)
    return live


def beyond_rescue(path: Path, identity: Identity, rulebook: Rulebook, clock: Clock) -> JournalError | None:
    """Why no start can use this journal or rescue it whole, tried on a copy; or None. Raises JournalError."""
    import tempfile

    path = true_place(path)
    with ExitStack() as stack:
        try:
            beside = tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.")
            copy = Path(stack.enter_context(beside)) / path.name
            _copy_files(path, copy)
        except OSError as error:
            raise Unreachable(path, error.strerror or str(error)) from error
        try:
            open_session(copy, identity, rulebook, clock, stack, may_lose=False)
        except (DamagedJournal, LosesEntries, NotAJournal) as error:
            return error
        return None


def _copy_files(path: Path, copy: Path) -> None:
    """Copy a journal with its log and its lock, while nobody writes to it. Raises JournalError, OSError."""
    import shutil

    from console.table.journal.file.links import whole_file_of
    from console.table.journal.file.place import sibling
    from console.table.journal.opening import hold_found
    from console.table.journal.rescue.recovery import log_of

    with hold_found(path):
        for source, ending in ((path, ""), (log_of(path), "-wal"), (sibling(path, ".lock"), ".lock")):
            if source.exists():
                with whole_file_of(source) as whole, sibling(copy, ending).open("xb") as file:
                    shutil.copyfileobj(whole, file)


def _first_state(path: Path, game: Game, heading: Heading, first: Table | None = None) -> bytes | None:
    """The state that a journal with this heading began with, as far as other files show: the last one of the
    file before, or the ``first`` table, which an older console began without its origin.
    """
    from console.table.core.running.fold import TableReplayer
    from console.table.journal.file import chain
    from console.table.journal.proof.verification import end_state_of  # only if the journal's own is in doubt

    if heading.predecessor is not None:
        end = end_state_of(path, heading.predecessor, lambda _: TableReplayer(game))
        return None if end is None else _as_begun(path, heading, end)
    if first is None:
        return None
    older = replace(first, console=replace(first.console, origin=""))
    known = {chain.state_digest(each): each for each in map(encode_table, (first, older))}
    return known.get(heading.state or b"", None if older == Table() else encode_table(first))


def _as_begun(path: Path, heading: Heading, end: bytes) -> bytes:
    """The state with which a file with this heading goes on from the ``end`` of the file before: with the
    journal's id, unless the file follows a recovery.
    """
    from console.table.journal.archives import beginnings
    from console.table.journal.file import chain

    assert heading.predecessor is not None, "the file goes on from another"
    table, before = table_of(end), path.parent / Path(heading.predecessor.file).name
    ids = (table.journal, *(each[:_ID_DIGITS] for each in beginnings(before)[:1]))
    last = heading.predecessor.entries
    tables = (in_next_file(table, id, last, is_first=first) for id in ids if id for first in (True, False))
    states = map(encode_table, tables)
    return next((each for each in states if chain.state_digest(each) == heading.state), end)


def open_session(
    path: Path,
    identity: Identity,
    rulebook: Rulebook,
    clock: Clock,
    stack: ExitStack,
    *,
    shift: Callable[[datetime], str] | None = None,
    is_ready: bool = False,
    closing: Closing | None = None,
    may_lose: bool = True,
    is_named: bool = False,
    origin: JournalOrigin | None = None,
) -> OpenedSession:
    """The session on the journal at ``path``; ``stack`` closes it. A journal with entries is continued.

    ``is_ready`` begins with the bets about to open (the protocol's ``--ready``). ``closing`` says when the
    journal's file is closed and continued in a new one; if that fails, the table plays on in the old file,
    and that is noted. A damaged journal is set aside and continued as far as it can be read, which is noted
    too. Unless it ``may_lose`` entries, LosesEntries is raised if the table would go on without any that
    were acknowledged. A table that ``is_named`` has no journal of another name. The ``origin`` of
    a table that is not LIVE is in its journal's first state, else noted.

    Raises JournalError if the file belongs to another table or is no journal, began in another way, or is
    damaged beyond rescue. Raises NotRecorded if the beginning can't be written.
    """
    game = game_of(rulebook, identity.game)
    unopened = replace(Table(), console=replace(Table().console, origin=origin or ""))
    first = replace(ready(game), console=unopened.console) if is_ready else unopened if origin else None

    def begin() -> OpenedSession:
        with ExitStack() as inner:
            begin = None if first is None else partial(encode_table, first)
            closed = encode_table(unopened) if is_ready else None
            journal = open_journal(
                path, identity, now=clock.utc, begin=begin, closed=closed, is_named=is_named
            )
            inner.callback(journal.close)
            named = (journal, identity.table, game, clock, shift)
            opened = _begun(*named, first=first, closing=closing)
            noted = opened.session.table.console
            if origin is not None and noted.origin != origin and not noted.live:
                opened.session.note(NoteKind.ORIGIN, text=origin)
            stack.push(inner.pop_all())
            return opened

    try:
        return begin()
    except (DamagedJournal, NotAJournal, msgspec.DecodeError) as error:
        # Imported here so that a start does not load it.
        from console.table.custody.salvage import salvage_note

        begins = partial(_first_state, path, game, first=first)
        done = salvage_note(path, identity, game, clock, begins=begins, may_lose=may_lose)
        if done is None:
            if isinstance(error, JournalError):
                raise  # raised again with its own cause
            raise DamagedJournal(path, 0) from error
    opened, (salvage, stopped) = begin(), done
    opened.session.note(NoteKind.JOURNAL_RECOVERED, text=salvage.note)
    return replace(opened, stopped=stopped or clock.utc(), salvage=salvage)


def _begun(
    journal: SqliteJournal,
    name: str,
    game: Game,
    clock: Clock,
    shift: Callable[[datetime], str] | None,
    *,
    first: Table | None,
    closing: Closing | None,
) -> OpenedSession:
    found, table = _recovered_table(journal, game)
    since = found.checkpoint_entry
    # Read again: if a state was kept at the last entry, no entry has been replayed.
    last = next((row.at for row in _newest_first(journal)), None)
    # An entry that a terminal made does not show that anybody was at the table.
    stopped = next((row.at for row in _newest_first(journal) if not is_of_a_terminal(row.event)), None)
    # Asked before the file may be closed: afterwards only an archived file has its heading.
    id = journal_id(journal, table)
    heading = journal.heading
    failed = _closed(journal, closing, game, table, id, clock) if closing is not None else None
    if journal.heading != heading and journal.heading is not None:
        closed, is_first = journal.heading.predecessor, heading is not None and heading.predecessor is None
        table = in_next_file(table, id, closed.entries if closed else 0, is_first=is_first)
    session = Session(
        game,
        journal,
        clock,
        Resumption(table, max(0, journal.last - since), last),
        name=name,
        shift=shift,
        care=_FileCare(journal, game, clock, first),
        journal_id=id,
    )
    _note_opening(session, journal)
    if failed is not None:
        session.note(failed[0], text=failed[1])
    if found.passed_over:
        session.note(NoteKind.STATES_TOLD_AGAIN, text=str(found.checkpoint_entry))
    return OpenedSession(session, stopped, journal)


_ID_DIGITS: Final = 8


def journal_id(journal: SqliteJournal, table: Table) -> str:
    """The id of a journal: the beginning of the digest of its first file's heading, unique by time and table.

    A file that goes on in a journal has the id in its first state; after a recovery it has none, and the
    earlier files beside it are read.
    """
    if table.journal:
        return table.journal
    assert journal.heading is not None, "a journal that was opened has a heading"
    first = journal.heading.digest.hex()
    if journal.heading.predecessor is not None:
        from console.table.journal.archives import (
            beginnings,  # loaded with the code that closes files, which most openings don't need
        )

        first = next(iter(beginnings(journal.path)), first)
    return first[:_ID_DIGITS]


def next_file(journal: SqliteJournal, table: Table, journal_id: str) -> Callable[[int], bytes]:
    """The state with which an open journal goes on in its next file, by the number of entries in this one."""
    is_first = journal.heading is not None and journal.heading.predecessor is None
    return lambda last: encode_table(in_next_file(table, journal_id, last, is_first=is_first))


def _note_opening(session: Session, journal: SqliteJournal) -> None:
    """Note what the opening of a journal found and put right."""
    for each in journal.found_at_opening:
        session.note(each)
    journal.found_at_opening = ()


def note_older_files(
    session: Session, journal: Path, *, accepted: bool = False
) -> list[tuple[Path, LostSeal]]:
    """Note which files of a journal lack the newest seal that was made of them here.

    From then on the journal is sealed as it is, if somebody ``accepted`` that or it lies where the sealed
    file lay. A copy in another folder stays without seals: the sealed file must not lose its own.
    """
    # Loaded with the code that closes files, which most openings don't need.
    from console.table.journal.archives import older_files

    older = older_files(journal, default_folder())
    for file, lost in older:
        text = f"{file.name}, seal {lost.text}, {lost.digest}"
        is_noted = session.note(NoteKind.JOURNAL_OLDER, text=text).refused is None
        sealed = Path(lost.file)
        if is_noted and (accepted or not sealed.exists() or sealed.samefile(file)):
            NewestSeals(default_folder()).forget(lost)
    return older


class InPlay(JournalError):
    """A round, an incident or a halt is open at the table: it is finished there first."""

    key = "journal.in_play"
    message = "a round, an incident or a halt is open at its table; finish it there"


class CardAside(JournalError):
    """A card that was read begins the next round: until that is over the file may not be shown whole."""

    key = "journal.card_aside"
    message = "a card lies aside at its table for the next round; play that there first"


class FindingWaits(JournalError):
    """A finding on the card set is still to be decided."""

    key = "journal.finding_waits"
    message = "a finding on the card set waits at its table; decide it there first"


def refuse_in_play(path: Path, identity: Identity, rulebook: Rulebook) -> None:
    """Refuse entries unless the table is between rounds. Raises InPlay, or JournalError if none is possible.
    A console may have the journal, or it is damaged, or another table's.
    """
    if not path.exists():
        return
    with open_journal(path, identity, at_terminal=True) as journal:
        _between_rounds(journal, game_of(rulebook, identity.game))


def _between_rounds(journal: SqliteJournal, game: Game) -> Table:
    """A recovered table that is between rounds. Raises InPlay, DamagedJournal."""
    _, table = _recovered_table(journal, game)
    if not table.between_rounds:
        raise InPlay(journal.path)
    return table


@contextmanager
def at_a_terminal(
    path: Path,
    identity: Identity,
    rulebook: Rulebook,
    clock: Clock,
    terminal: str,
    *,
    shift: Callable[[datetime], str] | None = None,
) -> Iterator[Session]:
    """The session of a closed table, for entries from a terminal; ``terminal`` is the system's user. Each
    entry names the terminal. A damaged journal stays as it is. Raises as :func:`refuse_in_play`.
    """
    game = game_of(rulebook, identity.game)
    with open_journal(path, identity, now=clock.utc, at_terminal=True) as journal:
        table = _between_rounds(journal, game)
        last = next((row.at for row in journal.backward()), None)
        session = Session(
            game,
            journal,
            clock,
            Resumption(table, stopped=last),
            name=identity.table,
            shift=shift,
            terminal=terminal,
            journal_id=journal_id(journal, table),
        )
        _note_opening(session, journal)
        yield session


_LOOKED_AT: Final = 100
"""Entries of a closed file among which the table's own last one is looked for: seals come after it."""


def _newest_first(journal: SqliteJournal) -> Iterator[Row | JournalEntry]:
    """The entries of a journal, the newest first; after a file's first one the last of the file before."""
    yield from journal.backward()
    before = None if journal.heading is None else journal.heading.predecessor
    if before is None:
        return
    from console.table.journal.reader import review  # most starts find what they need in their own file

    with suppress(JournalError), review(journal.path.parent / Path(before.file).name) as found:
        bounds = found.bounds(None, None, None)
        yield from reversed([] if bounds is None else [*found.entries(max(0, bounds[1] - _LOOKED_AT))])


def _recovered_table(journal: SqliteJournal, game: Game) -> tuple[RestartPoint, Table]:
    """The state from which a journal is replayed, and the table after them. Raises DamagedJournal."""
    found = journal.recover()
    return found, replayed(journal.path, game, found)


def replayed(journal: Path, game: Game, found: RestartPoint) -> Table:
    """The table as the entries leave it. Raises DamagedJournal at one that no console wrote."""
    number = found.checkpoint_entry

    def rows() -> Iterator[Row]:
        nonlocal number
        for row in found.entries:
            number = row.number
            yield row

    try:
        return table_after(game, found.checkpoint, rows())
    except msgspec.DecodeError as error:
        raise DamagedJournal(journal, number) from error


class _FileCare:
    """An open journal's care; see :class:`console.table.core.running.table_journal.JournalCare`."""

    def __init__(self, journal: SqliteJournal, game: Game, clock: Clock, first: Table | None = None) -> None:
        self._journal, self._game, self._clock, self._first = journal, game, clock, first

    def stretch_to(self, entry: int) -> Stretch | None:
        """The journal's stretch up to an entry, those of the files before numbered back from 0; None if it
        can't be replayed: then no part counts as unchanged.
        """
        journal = self._journal
        try:
            if entry <= 0:
                return self._stretch_before(entry)
            found = journal.restart_point(entry)
            if found is None:
                return None
            rows = [*takewhile(lambda row: row.number <= entry, found.entries)]
        except JournalError:
            return None
        return Stretch(found.checkpoint_entry, found.checkpoint, rows)

    def _stretch_before(self, entry: int) -> Stretch | None:
        """A stretch of the files before: a salvaged one may end in a halt. Raises JournalError."""
        from console.table.journal.reader import review  # most starts stay in the file

        heading, earlier = self._journal.heading, 0
        while heading is not None and (before := heading.predecessor) is not None:
            earlier += before.entries
            with review(self._journal.path.parent / Path(before.file).name) as found:
                heading = found.heading
                if earlier + entry > 0:
                    begin, state = found.begin(earlier + entry - 1)
                    rows = islice(found.entries(begin), earlier + entry - begin)
                    return Stretch(begin - earlier, state, [*rows])
        return None

    def time_of(self, entry: int) -> datetime | None:
        """The time of an entry of the journal's present file; None if it can't be read."""
        try:
            return self._journal.time_of(entry)
        except JournalError:
            return None

    @property
    def is_first(self) -> bool:
        return self._journal.heading is not None and self._journal.heading.predecessor is None

    def begin_again(self, state: bytes) -> Salvage | None:
        """The damaged file is set aside, and the journal goes on in another one; None if that failed."""
        # Imported here so that a start does not load it.
        from console.table.custody.salvage import mend_journal

        def begins(heading: Heading) -> bytes | None:
            # A table at play does not wait until the file before has been verified.
            is_first = heading.predecessor is None
            path = self._journal.path
            return _first_state(path, self._game, heading, self._first) if is_first else None

        return mend_journal(self._journal, self._game, state, self._clock, begins)


def may_end_file(journal: SqliteJournal, game: Game, table: Table, clock: Clock) -> bool:
    """Whether the file may end now: between rounds, with no hidden card and no set finding that waits. A
    closed file is shown whole. A round over two files has its proof in neither.
    """
    from console.table.core.running.came_in import finding_waits

    if not table.between_rounds or holds_card_back(journal, game, table):
        return False
    care = _FileCare(journal, game, clock)
    return not finding_waits(game, table, journal.last, care.stretch_to)


def holds_card_back(journal: SqliteJournal, game: Game, table: Table) -> bool:
    """Whether a card is hidden, or one may begin the next round, or nobody knows. Raises DamagedJournal."""
    from console.table.core.running.replay import hides_card, unseen_from  # loads what a review needs

    def kept(entry: int) -> RestartPoint:
        found = journal.restart_point(entry + 1)
        assert found is not None, "there is an entry before it"
        return found

    def state_at(entry: int) -> tuple[int, bytes | None]:
        found = kept(entry)
        return found.checkpoint_entry, found.checkpoint

    if hides_card(table):
        return True
    if game.cards is None:
        return False
    try:
        unseen = unseen_from(game, state_at, journal.last)
        for row in kept(unseen.last_entry).entries:
            unseen.follow_entry(row)
    except (msgspec.DecodeError, RuntimeError) as error:  # a start must not fail because of it
        log.warning("%s: its entries can't be replayed", journal.path, exc_info=error)
        return True
    return bool(unseen.numbers)


def _closed(
    journal: SqliteJournal, closing: Closing, game: Game, table: Table, journal_id: str, clock: Clock
) -> tuple[NoteKind, str] | None:
    """Seal and close the file if that is due, and go on in a new one; returns the failure, if any, and its
    reason. The file waits for a start at which it may end.
    """
    from console.table.journal.archives import creation_time, seal_and_go_on  # most starts close nothing

    now = clock.utc().astimezone()
    try:
        is_due = journal.last and closing.is_due(journal.path, creation_time(journal.path), now)
        if is_due and may_end_file(journal, game, table, clock):
            done = seal_and_go_on(journal, next_file(journal, table, journal_id), clock, now, closing.keys)
            if done.unsealed is not None:
                trouble = SealTrouble(done.file.name, str(done.unsealed))
                return NoteKind.JOURNAL_NOT_SEALED, trouble.text
    except JournalError as error:
        return NoteKind.JOURNAL_NOT_CLOSED, str(error)
    return None
