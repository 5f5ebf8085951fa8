"""Every object, row and kind of bytes of a journal, planted, changed, taken away and doubled, a case each.

Each must end in one of two ways: verify finds and names it; or review, report, restart and verify give the
same output, to the byte. Of entries put after the last seal the verdict says that they are under none. The
attacker has the files and a week, and no key: digests, chain, kept states and the heading's are recomputed
wherever they can be.

The subjects are a played, sealed journal of every kept version and game, and of today's. What a journal's
tables hold stands in :data:`ACCOUNTED`: a table or column that nobody put there makes the census fail.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.table.core import SetClock
from console.table.custody import open_session
from console.table.custody.verdict import replayer
from console.table.game import load_rulebook
from console.table.journal import JournalError, PublicKey, chain, public_key, review, sibling, verify
from console.table.journal.proof.statement import Seal, seal_file
from tests.instruments.harm.attacks import GAMES, night
from tests.instruments.harm.report import Harm
from tests.instruments.harm.reviewed import Asked, review_of, reviewed
from tests.instruments.harm.shifts import timeless
from tests.journals_of.__main__ import HERE
from tests.table.journal.sealing import digested, owner

AGAIN: Final = "digests recomputed"
"""Said of a change after which the file's own digests, marks or checksums were made again."""
ACCOUNTED: Final = {
    "_sqlite_migrations": ("id", "migration_set", "name", "applied_at"),
    "meta": ("id", "table_name", "game", "rules", "created", "version", "digest", "state"),
    "entry": (*chain.FIELDS[:-1], "digest", "chain", "state"),
    "checkpoint": ("number", "state", "digest"),
    "seal": ("number", "entries", "statement", "signature", "public_key"),
    "subtree": ("number", "root"),
    "predecessor": ("id", "file", "entries", "head"),
    "stretch": ("number", "shift", "at", "before"),
}
"""Each table's columns, for which the census knows what to do."""
TODAY: Final = "today"
LONG: Final = ("long", "baccarat", "lt", 800)
"""One of today's with a whole block of the tree: of it only what the others have none of is tried."""
OF_A_LONG_ONE: Final = ("rows of seal", "rows of subtree", "rows planted")
UPHOLDS: Final = "A file that `verify` calls good gives the same review, byte for byte"


class Subject(NamedTuple):
    """A sealed journal, what is kept elsewhere of it, and its content."""

    name: str
    path: Path
    key: PublicKey
    head: Seal
    stands: bytes
    asked: Asked


Change = Callable[[Path], None]


class CensusCase(NamedTuple):
    """A change that is made to a copy, and the kind of thing that it changes."""

    of: str
    name: str
    change: Change


def names() -> list[str]:
    """The subjects' names: those of the kept versions, then today's."""
    packed = sorted(HERE.glob("*/*.journal.gz"))
    kept = [f"{each.parent.name} {each.name.removesuffix('.journal.gz')}" for each in packed]
    return [*kept, *(f"{TODAY} {game}" for game, _ in GAMES), f"{LONG[0]} {LONG[1]}"]


def group_of(name: str) -> str | None:
    """The version whose journal a subject is; None if it is no journal's name."""
    return name.split()[0] if name in names() else None


def subjects(folder: Path, *, only: str | None = None) -> Iterator[Subject]:
    """Those whose name begins so, or all."""
    for name in names():
        if only is None or name.startswith(only):
            yield _subject(folder, *name.split())


def _subject(folder: Path, version: str, name: str) -> Subject:
    for of, game, rules, lines in (*((TODAY, *each, 60) for each in GAMES), LONG):
        if (of, game) == (version, name):
            made = night(folder / of / game, game, rules, lines)
            key, head = made.key.public, made.head
            return Subject(f"{of} {game}", made.path, key, head, stands(made.path), review_of(made.path))
    packed = HERE / version / f"{name}.journal.gz"
    path = folder / version / f"{name}.journal"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    key, head = public_key(packed.parent / "public.pem"), seal_file(packed.with_name(f"{name}.seal.json"))
    return Subject(f"{version} {name}", path, key, head, stands(path), review_of(path))


def stands(path: Path) -> bytes:
    """The table after a restart on a copy."""
    folder = path.parent / "restart"
    copy = _copied(path, folder)
    try:
        with review(copy) as found:
            whose = found.identity
        with ExitStack() as stack:
            rulebook = load_rulebook(whose.rules)
            opened = open_session(copy, whose, rulebook, SetClock(), stack, is_ready=True)
            said = "recovered" if opened.salvage is not None else ""
            return timeless(opened.session.table) + said.encode()
    finally:
        shutil.rmtree(folder)


def _copied(path: Path, folder: Path) -> Path:
    """The file with all that lies beside it under its name."""
    folder.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        if file.is_symlink():
            (folder / file.name).symlink_to(os.readlink(file))
        elif file.is_file():
            shutil.copyfile(file, folder / file.name)
    return folder / path.name


# --- what there is -----------------------------------------------------------------------------------------


def unaccounted(path: Path) -> list[str]:
    """Tables and columns that the census does not know."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        columns = {
            table: [row[1] for row in connection.execute(f"PRAGMA table_xinfo({table})")] for table in tables
        }
    return [
        f"{table}.{column}"
        for table, found in columns.items()
        for column in found
        if column not in ACCOUNTED.get(table, ())
    ]


def cases(path: Path) -> Iterator[CensusCase]:
    """Every case of a journal."""
    yield from _schema(path)
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
    for table in tables:
        yield from _rows(path, table)
    yield from _planted_rows(path)
    yield from _bytes(path)
    yield from _beside(path)


def _ran(statement: str, *values: Any) -> Change:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            for each in statement.split(";;"):
                connection.execute(each, values if "?" in each else ())

    return change


_OBJECT: Final = {
    "taken away": "DELETE FROM sqlite_master WHERE name = ?",
    "doubled": "INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE name = ?",
    "doubled as SQLite's own": "INSERT INTO sqlite_master SELECT type, 'sqlite_autoindex_' || name || '_1', "
    "tbl_name, rootpage, sql FROM sqlite_master WHERE name = ?",
    "with a blank more": "UPDATE sqlite_master SET sql = replace(sql, ' ', '  ') WHERE name = ?",
    "with a comment": "UPDATE sqlite_master SET sql = sql || ' --' WHERE name = ?",
    "in other marks": "UPDATE sqlite_master SET sql = replace(sql, 'number', '[number]') WHERE name = ?",
    "in capitals": "UPDATE sqlite_master SET sql = upper(sql) WHERE name = ?",
    "of another type": "UPDATE sqlite_master SET type = iif(type = 'view', 'table', 'view') WHERE name = ?",
    "of another table": "UPDATE sqlite_master SET tbl_name = 'seal' || tbl_name WHERE name = ?",
    "without a text": "UPDATE sqlite_master SET sql = NULL WHERE name = ?",
    "on another page": "UPDATE sqlite_master AS moved SET rootpage = (SELECT rootpage FROM sqlite_master "
    "WHERE rootpage > 0 AND name <> moved.name LIMIT 1) WHERE name = ?",
    "under another name": "UPDATE sqlite_master SET name = 'more_' || name WHERE name = ?",
}
_SWALLOW: Final = "AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE number = NEW.number; END"
_PLANTED: Final = {
    "a table": "CREATE TABLE more (a)",
    "a table without rowid": "CREATE TABLE more (a PRIMARY KEY) WITHOUT ROWID",
    "a table with an index of SQLite's own": "CREATE TABLE more (a UNIQUE)",
    "a table with a generated column": "CREATE TABLE more (a, b AS (a || 'x'))",
    "a counter of SQLite's own": "CREATE TABLE more (a INTEGER PRIMARY KEY AUTOINCREMENT)",
    "a foreign key": "CREATE TABLE more (a REFERENCES entry (number) ON DELETE CASCADE)",
    "a virtual table with its shadows": "CREATE VIRTUAL TABLE more USING fts5(a)",
    "a column": "ALTER TABLE entry ADD COLUMN more",
    "a generated column": "ALTER TABLE entry ADD COLUMN more AS (kind || 'x')",
    "an index": "CREATE INDEX more ON entry (kind)",
    "a partial index": "CREATE INDEX more ON entry (kind) WHERE refused IS NULL",
    "an index of an expression": "CREATE INDEX more ON entry (json_extract(event, '$.card'))",
    "an index of another collation": "CREATE INDEX more ON entry (kind COLLATE NOCASE)",
    "a trigger": f"CREATE TRIGGER more {_SWALLOW}",
    "a trigger on a view": "CREATE TRIGGER more INSTEAD OF INSERT ON entries BEGIN SELECT 1; END",
    "a trigger named as SQLite's own": "INSERT INTO sqlite_master VALUES ('trigger', "
    f"'sqlite_autoindex_entry_1', 'entry', 0, 'CREATE TRIGGER sqlite_autoindex_entry_1 {_SWALLOW}')",
    "a view": "CREATE VIEW more AS SELECT 1",
    "a trigger for one connection": f"CREATE TEMP TRIGGER more {_SWALLOW}",
    "a table for one connection in another's place": "CREATE TEMP TABLE entry (number)",
    "an attached database": "ATTACH ':memory:' AS more;;CREATE TABLE more.entry (number)",
    "a view in a table's place": "ALTER TABLE seal RENAME TO more;;"
    "CREATE VIEW seal AS SELECT * FROM more WHERE 0",
}  # fmt: skip


def _schema(path: Path) -> Iterator[CensusCase]:
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    for name in names:
        for how, statement in _OBJECT.items():
            yield CensusCase("objects of the schema", f"{name} {how}", _ran(statement, name))
    for what, statement in _PLANTED.items():
        yield CensusCase("objects planted", what, _ran(statement))


_VALUES: Final[tuple[Any, ...]] = (None, 0, -1, 2**53, "", "9H", b"", b"\0" * 32)


def _rows(path: Path, table: str) -> Iterator[CensusCase]:
    """The first row, one in the middle and the last: each value others, the row away, the row twice."""
    with closing(sqlite3.connect(path)) as connection:
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    for row in sorted({*rows[:1], *rows[len(rows) // 2 :][:1], *rows[-1:]}):
        for column in columns:
            for value in _VALUES:
                for is_digested in (False, True):
                    said = f"{column} of row {row} is {value!r}" + f", {AGAIN}" * is_digested
                    yield CensusCase(f"rows of {table}", said, _set(table, row, column, value, is_digested))
            for other in rows[1:2]:
                taken = _taken(table, row, column, other)
                yield CensusCase(f"rows of {table}", f"{column} of row {row} is that of row {other}", taken)
        for is_digested in (False, True):
            said = f", {AGAIN}" * is_digested
            yield CensusCase(f"rows of {table}", f"row {row} removed{said}", _away(table, row, is_digested))
            for number in (rows[-1] + 1, rows[-1] + 900, 0, -1):
                doubled = _doubled(table, row, columns[0], number, is_digested)
                yield CensusCase(f"rows of {table}", f"row {row} again as {number}{said}", doubled)


def _set(table: str, row: int, column: str, value: Any, is_digested: bool) -> Change:
    def change(path: Path) -> None:
        with owner(path) as connection:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
            if is_digested:
                digested(connection)

    return change


def _taken(table: str, row: int, column: str, other: int) -> Change:
    def change(path: Path) -> None:
        with owner(path) as connection:
            taken = f"(SELECT {column} FROM {table} WHERE rowid = ?)"
            connection.execute(f"UPDATE {table} SET {column} = {taken} WHERE rowid = ?", (other, row))
            digested(connection)

    return change


def _away(table: str, row: int, is_digested: bool) -> Change:
    def change(path: Path) -> None:
        with owner(path) as connection:
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
            if is_digested and table == "entry":
                for (later,) in connection.execute(
                    "SELECT number FROM entry WHERE number > ?", (row,)
                ).fetchall():
                    connection.execute("UPDATE entry SET number = number - 1 WHERE number = ?", (later,))
            if is_digested:
                digested(connection)

    return change


def _doubled(table: str, row: int, key: str, number: int, is_digested: bool) -> Change:
    def change(path: Path) -> None:
        with owner(path) as connection:
            columns = [each[1] for each in connection.execute(f"PRAGMA table_info({table})")]
            rest = ", ".join(columns[1:])
            taken = f"SELECT ?, {rest} FROM {table} WHERE rowid = ?"
            connection.execute(f"INSERT OR REPLACE INTO {table} ({key}, {rest}) {taken}", (number, row))
            if is_digested:
                digested(connection)

    return change


def _planted_rows(path: Path) -> Iterator[CensusCase]:
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
        (state,) = connection.execute("SELECT state FROM checkpoint ORDER BY number LIMIT 1").fetchone()
    for number in (-5, 1, last // 2, last, last + 1, 1_000, 10**9):
        for what in (state, b'{"layout":3}', b""):
            insert = "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, x'00')"

            def change(path: Path, insert: str = insert, number: int = number, what: bytes = what) -> None:
                with owner(path) as connection:
                    connection.execute(insert, (number, what))
                    digested(connection)

            yield CensusCase("rows planted", f"a state at {number}, {len(what)} bytes", change)
    for number in (1, 2, 900):
        planted = _ran("INSERT OR REPLACE INTO subtree VALUES (?, zeroblob(32))", number)
        yield CensusCase("rows planted", f"block {number} of the tree", planted)
        planted = _ran("INSERT OR REPLACE INTO stretch VALUES (?, '2030-01-01 06:00', '', NULL)", number)
        yield CensusCase("rows planted", f"a stretch at {number}", planted)
        planted = _ran(
            "INSERT INTO _sqlite_migrations VALUES (?, 'console.journal', '6000', '')", 90 + number
        )
        yield CensusCase("rows planted", f"migration {90 + number}", planted)
    planted = _ran("INSERT INTO predecessor VALUES (1, 'T1-1.db', 3, zeroblob(32))")
    yield CensusCase("rows planted", "a file before it", planted)


# --- bytes -------------------------------------------------------------------------------------------------


def _written(at: int, what: bytes) -> Change:
    def change(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(what)

    return change


SETTINGS: Final = {
    "another encoding": "PRAGMA encoding = 'UTF-16le'",
    "pages of another size": "PRAGMA page_size = 1024",
    "pages that are given back": "PRAGMA auto_vacuum = FULL",
}


def rewritten(setting: str) -> Change:
    """The same in a new file of SQLite, with another setting."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            dump = list(connection.iterdump())
            said = {
                name: connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("user_version", "application_id")
            }
        path.unlink()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(setting)
            for statement in dump:
                connection.execute(statement)
            for name, value in said.items():
                connection.execute(f"PRAGMA {name} = {value}")

    return change


def _bytes(path: Path) -> Iterator[CensusCase]:
    size, chance = path.stat().st_size, random.Random(path.name)
    held = path.read_bytes()[:100]
    for at in range(100):
        yield CensusCase("the heading of the file", f"byte {at}", _written(at, bytes([held[at] ^ 0x41])))
    for page in range(0, size, 4096):
        for at in (0, 1, 3, 5, 8, *(chance.randrange(9, 4096) for _ in range(12))):
            changed = _written(page + at, chance.randbytes(chance.choice([1, 1, 4, 32])))
            yield CensusCase("bytes of pages", f"page {page // 4096 + 1}, byte {at}", changed)
        yield CensusCase("bytes of pages", f"page {page // 4096 + 1} is zeros", _written(page, bytes(4096)))
    free = "CREATE TABLE more (a);;INSERT INTO more VALUES (zeroblob(20000));;DROP TABLE more"
    yield CensusCase("free pages", "left by a table that was dropped", _ran(free))
    yield CensusCase("free pages", "a page at the end", _written(size, b"planted " * 512))
    for what, setting in SETTINGS.items():
        yield CensusCase("settings of the file", what, rewritten(setting))
    yield CensusCase("settings of the file", "user_version 99", _ran("PRAGMA user_version = 99"))
    yield CensusCase("settings of the file", "user_version 5", _ran("PRAGMA user_version = 5"))
    yield CensusCase("settings of the file", "user_version -1", _ran("PRAGMA user_version = -1"))
    yield CensusCase("settings of the file", "another application", _ran("PRAGMA application_id = 1"))


# --- beside it ---------------------------------------------------------------------------------------------


_RECEIPT: Final = b'{"entries": 99999, "chain": "' + b"00" * 32 + b'"}'


def _laid(ending: str, what: bytes) -> Change:
    def change(path: Path) -> None:
        sibling(path, ending).write_bytes(what)

    return change


def _log_of_a_change(path: Path) -> None:
    """A log that a program left with a change in it, digests recomputed."""
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("DELETE FROM sqlite_master WHERE name IN ('entry_no_update', 'meta_no_update')")
        log = sibling(copy, "-wal").read_bytes()
    sibling(path, "-wal").write_bytes(log)
    for ending in ("", "-wal", "-shm"):
        sibling(copy, ending).unlink(missing_ok=True)


def _link(path: Path) -> None:
    """A link in its place, to the same file under another name."""
    other = path.with_name("other.db")
    path.rename(other)
    path.symlink_to(other)


def _cut(path: Path) -> None:
    """The file as it was some entries before its end, seal and all traces of it gone."""
    with owner(path) as connection:
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
        for table, number in (("entry", "number"), ("checkpoint", "number"), ("seal", "entries")):
            connection.execute(f"DELETE FROM {table} WHERE {number} > ?", (last // 2,))


def _of_another_table(path: Path) -> None:
    """In its place a journal with the same entries that says it is another table's, digests recomputed."""
    with owner(path) as connection:
        connection.execute("UPDATE meta SET table_name = table_name || '9'")
        digested(connection)


def _attached(path: Path) -> None:
    """Remove one entry and recompute the digests, as a program with the file attached beside its own."""
    with owner(path) as connection, closing(sqlite3.connect(":memory:", isolation_level=None)) as other:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("ATTACH ? AS journal", (str(path),))
        other.execute("DELETE FROM journal.entry WHERE number = 3")
        digested(connection)


def _beside(path: Path) -> Iterator[CensusCase]:
    yield CensusCase("its place", "another table's file", _of_another_table)
    yield CensusCase("its place", "attached and written to", _attached)
    yield CensusCase("beside it", "a file that it does not name", _laid("-1.db", b"no journal"))
    yield CensusCase("beside it", "a receipt of entries that it has not", _laid(".receipt", _RECEIPT))
    yield CensusCase("its log", "of a change", _log_of_a_change)
    yield CensusCase("its log", "empty", _laid("-wal", b""))
    yield CensusCase("its log", "noise", _laid("-wal", random.Random(1).randbytes(9_000)))
    yield CensusCase("its log", "noise in its index", _laid("-shm", random.Random(2).randbytes(32_768)))
    yield CensusCase("beside it", "a rollback journal", _laid("-journal", random.Random(3).randbytes(9_000)))
    yield CensusCase("beside it", "an empty rollback journal", _laid("-journal", b""))
    yield CensusCase("beside it", "noise in the lock", _laid(".lock", random.Random(4).randbytes(200)))
    yield CensusCase("beside it", "a lock without a mark", _laid(".lock", b""))
    yield CensusCase("beside it", "noise in the receipt", _laid(".receipt", random.Random(5).randbytes(200)))
    yield CensusCase(
        "beside it", "noise in the mark of a start", _laid(".start", random.Random(6).randbytes(200))
    )
    yield CensusCase("beside it", "a copy of before", _laid(".schema-5", b"no journal"))
    yield CensusCase("its place", "a link", _link)
    yield CensusCase("its place", "cut to its half", _cut)
    yield CensusCase("its place", "an empty file", _laid("", b""))


# --- what becomes of each ----------------------------------------------------------------------------------


class Told(NamedTuple):
    """The end of a case: how the change was found, that all is the same, or something else."""

    end: str
    third: str | None = None


def ended(of: Subject, path: Path, *, whole: bool = True) -> Told:
    """The end of a file that is given out for a subject's.

    ``whole``: it is reviewed; else only where it has other answers to what a review asks.
    """
    try:
        verdict = verify(path, [of.key], of.head, replayers=replayer)
    except JournalError as error:
        return Told(f"found: {type(error).__name__}")
    if not verdict.good:
        return Told(f"found: {verdict.flaw}")
    if verdict.entries > verdict.sealing.entries:
        return Told("said to be under no seal")  # what anybody adds at the end is chained and no more
    try:
        if (whole or not of.asked.is_answered_so_by(path)) and reviewed(path) != of.asked.told:
            return Told("third", "verify calls it good, and a review shows otherwise")
        now = stands(path)
    except JournalError as error:
        return Told(f"found: {type(error).__name__}")
    return Told("the same") if now == of.stands else Told("third", "a restart stands otherwise")


BESIDE: Final = ("its place", "its log", "beside it", "settings of the file")
"""Where more is changed than what a file has to a question: each of these is reviewed."""
WHOLE: Final = 20
"""One in this number of the other cases is reviewed, too."""


def one(of: Subject, case: CensusCase, folder: Path, number: int = 0) -> Told:
    """Do one case to a copy; ``number`` is the case's among all."""
    path = _copied(of.path, folder / "case")
    try:
        try:
            case.change(path)
        except (sqlite3.Error, OverflowError, UnicodeError):
            return Told("SQLite refused it")
        return ended(of, path, whole=case.of in BESIDE or not number % WHOLE)
    except Exception as error:
        return Told("third", f"{type(error).__name__}: {error}")
    finally:
        shutil.rmtree(path.parent)


def census(folder: Path, every: int = 1, only: str | None = None) -> Iterator[Harm]:
    """Each subject's cases, or each so-manieth of them; a line for each kind of thing over all subjects."""
    harms: dict[str, Harm] = {}

    def harm(name: str) -> Harm:
        return harms.setdefault(name, Harm(name, upholds=UPHOLDS))

    for of in subjects(folder, only=only):
        for table in unaccounted(of.path):
            harm("tables").done(0, [f"nobody accounts for {table}"])
        for number, case in enumerate(cases(of.path)):
            if number % every or (of.name.startswith(LONG[0]) and case.of not in OF_A_LONG_ONE):
                continue
            told = one(of, case, folder, number)
            third = [f"{of.name}: {case.of}: {case.name}: {told.third}"] if told.third else []
            harm(case.of).ended(told.end, third)
    yield from harms.values()
