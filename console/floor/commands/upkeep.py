"""``dealer-console floor``: creates its database, and proves, packs and indexes what it holds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

from console.base.command_line import Arg, print_refusal, whole_number, within
from console.base.errors import Trouble, trouble_of
from console.base.words import Words
from console.floor.commands.server_session import (
    FLOOR_COMMAND,
    UNFIT,
    FloorServer,
    connection_of,
    database_message,
    on_bare_server,
    on_server,
)
from console.floor.texts import plain
from console.table.words import whole

if TYPE_CHECKING:
    import psycopg

    from console.floor.holdings import ChainWalk, HeldPart, Walked

    Connection = psycopg.Connection[tuple[Any, ...]]

_AWAY: Final = 5.0
"""Seconds between two tries to reach a server that is away."""
_NAMED: Final = 20
"""The most entries of a part that are named."""


@within(on_bare_server)
def schema(at: FloorServer, *, before_upgrade: Annotated[bool, Arg("option.before_upgrade")] = False) -> int:
    """Make the floor, or bring it up to date; or give the server the rights back that pg_upgrade expects."""
    from console.floor.schema import migrate, open_for_upgrade

    if before_upgrade:
        open_for_upgrade(at.connection)
        print(at.words.text("floor.schema.open", command="dealer-console floor schema"))
        return 0
    print(at.words.text("floor.schema.ready", version=str(migrate(at.connection))))
    return 0


@within(on_server)
def verify(
    at: FloorServer, tables: Annotated[tuple[str, ...], Arg("option.tables_verified", "TABLE")] = ()
) -> int:
    """Print whether all that the floor holds fits together. Returns 0, else 1."""
    from console.floor.holdings import Holdings

    holdings, fits = Holdings(at.connection), True
    known = {name for (name,) in at.connection.execute(b"SELECT name FROM floor.tables")}
    for table in tables:
        if table not in known:
            return print_refusal(FLOOR_COMMAND, at.words.text("floor.table.unknown", table=plain(table)))
    for (table,) in at.connection.execute(b"SELECT floor.unlisted()"):
        fits = False
        print(at.words.text("floor.held.unlisted", table=plain(table)))
    walked: Walked = {}
    for part in holdings.parts(tables or None):
        flaw, line = _flaw_and_line(holdings.walk(part, walked), part, at.words)
        fits &= flaw is None
        print(line)
    for line in _disputes(tables, at.words, at.connection):
        fits = False
        print(line)
    if not tables:
        for is_flaw, line in _diary(at.words, at.connection):
            fits &= not is_flaw
            print(line)
    row = at.connection.execute("SELECT floor.prepare_days()").fetchone()
    if row is not None and row[0]:
        print(at.words.text("floor.held.outside"))
    print(at.words.text("floor.held.fits" if fits else "floor.held.unfit"))
    return 0 if fits else UNFIT


def _flaw_and_line(walked: ChainWalk, part: HeldPart, words: Words) -> tuple[str | None, str]:
    """A part's flaw, if any, and the line to print."""
    slots = {"table": plain(part.name), "part": str(part.part)}
    if walked.flaw is not None:
        return walked.flaw, words.text(f"floor.held.{walked.flaw}", entry=str(walked.number), **slots)
    line = words.text("floor.held.whole", entry=str(walked.number), **slots)
    if walked.alone:
        slots = {"many": str(len(walked.alone)), "entries": _named(walked.alone, words)}
        line += " " + words.text("floor.held.digests", **slots)
    if walked.is_unshown:
        line += " " + words.text("floor.held.unshown")
    if walked.unread:
        slots = {"many": str(len(walked.unread)), "entries": _named(walked.unread, words)}
        return "unread", line + " " + words.text("floor.held.unread", **slots)
    return None, line


def _named(numbers: Sequence[int], words: Words) -> str:
    """The first of these entries."""
    return words.list_of((*map(str, numbers[:_NAMED]), *(("…",) if len(numbers) > _NAMED else ())))


_DISPUTES: Final = b"""
    SELECT t.name, d.part, d.said, d.number, d.at
    FROM floor.dispute AS d JOIN floor.tables AS t USING (table_id)
    WHERE %(tables)s::text[] IS NULL OR t.name = ANY (%(tables)s) ORDER BY t.name, d.at
"""

_MANY_DISPUTES: Final = b"""
    SELECT t.name, m.many FROM floor.more_disputes() AS m JOIN floor.tables AS t ON t.table_id = m.table_id
    WHERE %(tables)s::text[] IS NULL OR t.name = ANY (%(tables)s) ORDER BY t.name
"""
"""Tables with more disputes than are kept until they are settled."""


def _disputes(tables: Sequence[str], words: Words, connection: Connection) -> Iterator[str]:
    from console.floor.desk import DISPUTES

    named = {"tables": list(tables) or None}
    for name, part, status, number, at in connection.execute(_DISPUTES, named):
        slots = {
            "table": plain(name),
            "part": str(part),
            "entry": str(number),
            "at": f"{at:%Y-%m-%d %H:%M:%S}",
        }
        yield words.text(f"floor.dispute.{DISPUTES.get(status, status)}", **slots)
    for name, many in connection.execute(_MANY_DISPUTES, named):
        yield words.text("floor.dispute.many", table=plain(name), count=whole(many, words))


_NAMED_BY: Final = {
    "tables": "name",
    "studio": "studio",
    "window_account": "name",
    "watch": "account",
    "token": "account",
    "duty": "studio",
}
"""The column by which a row of a list is named; in other lists it is the table's id."""


def _diary(words: Words, connection: Connection) -> Iterator[tuple[bool, str]]:
    """A line, and whether it is a flaw, for the diary's state, or each list that differs from it."""
    from console.floor.witness.diary import check_diary

    found = check_diary(connection)
    for flaw in found.flaws:
        row = flaw.row or {}
        slots = {
            "entry": str(flaw.number),
            "table": plain(str(row.get(_NAMED_BY.get(flaw.relation, "table_id")) or "")),
            "at": str(row.get("at", ""))[:19].replace("T", " "),
            "list": flaw.relation,
        }
        key = f"floor.diary.gone.{flaw.relation}" if flaw.what == "gone" else f"floor.diary.{flaw.what}"
        yield True, words.text(key if words.has(key) else "floor.diary.gone.row", **slots)
    if not found.flaws:
        yield False, words.text("floor.diary.whole", entry=str(found.number))


@within(on_server)
def close_days(
    at: FloorServer, *, keep: Annotated[int, Arg("option.keep_days", "DAYS", whole_number(1, 10_000))] = 2
) -> int:
    """Pack the entries of past days. Returns 1 if something can't be packed."""
    from console.floor.blocks import DayClosing, close_days

    def print_day(closed: DayClosing) -> None:
        slots = {"day": str(closed.day), "entries": str(closed.entries), "blocks": str(closed.blocks)}
        print(at.words.text("floor.close.day", **slots))

    asked = "SELECT (now() AT TIME ZONE 'UTC')::date, floor.prepare_days()"
    (today, outside) = at.connection.execute(asked).fetchone() or (None, False)
    assert today is not None, "a server knows its day"
    if outside:
        print(at.words.text("floor.said.outside"))
    days = close_days(at.connection, today - timedelta(days=keep - 1), print_day)
    if not days:
        print(at.words.text("floor.close.none"))
    reasons = [reason for day in days for reason in day.left.values()]
    for reason in reasons:
        print(at.words.text(reason.key, **reason.slots))
    return 1 if reasons else 0


@within(on_server)
def index(
    at: FloorServer,
    tables: Annotated[tuple[str, ...], Arg("option.tables_all", "TABLE")] = (),
    *,
    rebuild: Annotated[bool, Arg("option.rebuild")] = False,
    stay: Annotated[bool, Arg("option.stay")] = False,
) -> int:
    """Index the entries for the search; with ``stay`` until somebody ends it."""
    import psycopg

    clears = rebuild
    with contextlib.suppress(KeyboardInterrupt), ExitStack() as stack:
        connection = at.connection
        while True:
            try:
                return _indexed(connection, tables, at.words, clears=clears, stays=stay)
            except psycopg.OperationalError as error:
                if not stay or not (connection.closed or trouble_of(error) in _PASSES):
                    raise
                connection.close()
                connection = _connected_again(at, error, stack)
                clears = False
    return 0


_PASSES: Final = frozenset({Trouble.FULL, Trouble.BUSY})
"""Troubles of a server that answers; a command that stays waits until they end."""


def _connected_again(at: FloorServer, error: psycopg.Error, stack: ExitStack) -> Connection:
    """The connection to a server that is back. Standard error has each reason for its absence once."""
    import psycopg

    said = ""
    while True:
        if (message := database_message(error, at.words)) != said:
            print_refusal(FLOOR_COMMAND, said := message)
        time.sleep(_AWAY)
        try:
            return connection_of(at.config, stack)[1]
        except psycopg.Error as again:
            error = again


def _indexed(
    connection: Connection, tables: Sequence[str], words: Words, *, clears: bool, stays: bool
) -> int:
    """Index until all is indexed; if it ``stays``, until somebody ends it; ``clears`` begins again."""
    from console.floor.search.indexer import PAUSE, Indexer
    from console.supervisor.review import fact_source

    indexer, watch = Indexer(connection, fact_source, tables or None), _SessionWatch(connection)
    if clears:
        indexer.clear()
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            for progress in indexer.brought_up():
                done = progress
                if stays:
                    watch.look()
            watch.look()
            if not stays:
                break
            time.sleep(min(PAUSE, watch.seconds_to_check))
    key = "floor.index.done" if done.done >= done.of else "floor.index.some"
    print(words.text(key, entries=whole(done.done, words), all=whole(done.of, words)))
    return 0 if done.done >= done.of else UNFIT


class _SessionWatch:
    """Ends sessions over their limits. The index service does this for a server without a wall."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._due = connection, 0.0

    @property
    def seconds_to_check(self) -> float:
        return max(0.0, self._due - time.monotonic())

    def look(self) -> None:
        """Check at most once in a few seconds, however often this is called."""
        import psycopg

        from console.floor.desk import LOOKS_AT_OVERDUE

        now = time.monotonic()
        if now >= self._due:
            self._due = now + LOOKS_AT_OVERDUE
            refused = psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction
            with contextlib.suppress(*refused):
                self._connection.execute(b"SELECT floor.end_overdue()")
