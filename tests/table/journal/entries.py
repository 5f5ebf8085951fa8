"""Entries to write into journals, and other programs that get in the way."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import msgspec
from hypothesis import strategies as st

from console.table.core import Entry
from console.table.core.judging.checkpoints import LAYOUT
from console.table.journal import SCHEMA, Identity, SqliteJournal, open_journal
from console.table.journal.file import chain
from console.table.journal.log.intake import EntryFacts

SV = Identity("Baccarat 1", "baccarat", "sv")
START = datetime(2026, 3, 1, 5, 59, 30, tzinfo=UTC)
_begun = count(1)
_KEPT = Path(__file__).parents[2] / "journals_of" / "1.2.0" / "baccarat-lt.journal.gz"

text = st.text(max_size=20)
"""Any text, with NUL and every script, but no lone surrogates."""


def drawn(place: int = 1, **other: object) -> Entry:
    """A card that came; ``place`` tells one from the next."""
    usual: dict[str, object] = {
        "kind": "card_drawn",
        "event": f'{{"event":"noted","what":"card_drawn","card":"9H","place":{place}}}'.encode(),
        "refused": None,
        "at": START + timedelta(milliseconds=731 * place),
        "monotonic": 731_000_000 * place,
        "person": "D1",
        "shift": "2026-03-01T06",
        "shoe": 1,
        "round": "1-1",
        "prompt": b'{"action":"deal","actor":"dealer","hand":"banker","card":1}',
        "clauses": ("BAC-3.4.3",),
        "line": '{"do":"card","card":"9H"}',
        "raw": b"\x02D9H\xff\x03",
    }
    return Entry(**(usual | other))  # type: ignore[arg-type]


any_entry = st.builds(
    Entry,
    kind=text,
    event=st.dictionaries(text, text, max_size=2).map(lambda found: repr(found).encode()),
    refused=st.none() | text,
    at=st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=st.just(UTC)),
    monotonic=st.integers(0, 2**63 - 1),
    person=st.none() | text,
    shift=st.none() | text,
    shoe=st.integers(0, 10_000),
    round=st.none() | text,
    prompt=text.map(str.encode),
    clauses=st.lists(text, max_size=3).map(tuple),
    line=st.none() | text,
    raw=st.none() | st.binary(max_size=30),
)


def opened(path: Path, begin: bytes | None = None) -> SqliteJournal:
    """The journal of a table in the Swedish market; ``begin`` is the state that a new one begins with."""
    begun = None if begin is None else lambda: begin
    return open_journal(path, SV, now=_a_moment_later, busy_timeout_ms=0, begin=begun)


def counting(earlier: int) -> bytes:
    """A first state that counts so many entries before its file."""
    return msgspec.json.encode({"layout": LAYOUT, "table": {"earlier": earlier}})


def _a_moment_later() -> datetime:
    """No two journals of one table were begun at the same time."""
    return START + timedelta(microseconds=next(_begun))


def of_1_2_0(path: Path) -> Path:
    """An empty journal as version 1.2.0 made it."""
    path.write_bytes(gzip.decompress(_KEPT.read_bytes()))
    row = (SV.table, SV.game, SV.rules, "2026-11-26T05:00:00.000000+00:00", "1.2.0")
    with without_triggers(path) as connection:
        for table in ("meta", "entry", "checkpoint", "seal", "subtree", "stretch"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("INSERT INTO meta VALUES (1, ?, ?, ?, ?, ?, ?, NULL)", (*row, chain.head(*row)))
    by_another_program(path, "VACUUM")
    return path


def written(path: Path, entries: int, *, checkpoints: tuple[int, ...] = ()) -> Path:
    """A closed journal with ``entries`` entries, and a checkpoint at each of ``checkpoints``."""
    with opened(path) as journal:
        for place in range(1, entries + 1):
            journal.append([drawn(place)], f'{{"after":{place}}}'.encode() if place in checkpoints else None)
    return path


@contextmanager
def without_triggers(path: Path) -> Iterator[sqlite3.Connection]:
    """A journal for somebody with SQLite and no scruples: its triggers are off, and back afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")  # each trigger is a transaction of its own
        triggers = connection.execute(
            "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for trigger, _, _ in triggers:
            connection.execute(f"DROP TRIGGER {trigger}")
        yield connection
        left = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for _, table, text in triggers:
            if table in left:
                connection.execute(text)


def by_newer_console(path: Path) -> None:
    """Number a journal's schema, and its last migration, as the next version of the console would."""
    row = f"({SCHEMA + 1}, 'console.journal', '{SCHEMA + 1}', '2027-01-01 00:00:00+00:00')"
    by_another_program(
        path, f"PRAGMA user_version = {SCHEMA + 1}", f"INSERT INTO _sqlite_migrations VALUES {row}"
    )


def by_another_program(path: Path, *statements: str) -> None:
    """Change a journal as somebody with SQLite and no scruples would, and leave no trace in its schema."""
    with without_triggers(path) as connection:
        for statement in statements:
            connection.execute(statement)


class _Nothing:
    def facts_of_next(self, event: bytes, refused: str | None, at: str) -> EntryFacts:
        return EntryFacts()


def nothing(*_: object) -> _Nothing:
    """A fact_source for entries that no table has played."""
    return _Nothing()


def many(path: Path, entries: int = 1_000) -> Path:
    """Cards, one after the other: each tenth is refused, each hundredth is a remark."""
    with opened(path) as journal:
        for number in range(1, entries + 1):
            kind = "remarked" if number % 100 == 0 else "card_drawn"
            event = b'{"event":"remarked","by":"P1","text":"number %d"}' % number
            usual = b'{"event":"card_drawn","card":"9H"}'
            about = {"kind": kind, "event": event if kind == "remarked" else usual}
            journal.append([drawn(number, **about, refused="halted" if number % 10 == 0 else None)])
    return path
