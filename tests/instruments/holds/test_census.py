"""A little of the census, and a table at play under which its file is changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import patch

import pytest

from console.custody.belongings import Files
from console.custody.table_opening import Opened, open_session
from console.journal import Identity
from console.journal.archives import volumes
from console.journal.file import schema
from console.journal.file.errors import Unreachable
from console.journal.file.tidemark import marked, reached, told
from console.journal.proof.verification import verify
from console.records.documents.verdict import retelling
from console.table.running.clock import SetClock
from console.table.running.session import RECOVERED
from tests.instruments.holds.census import ACCOUNTED, cases, census, ended, owner, subjects, unaccounted
from tests.instruments.holds.census_beside import FIELDS, KINDS, File, of_closed_file, of_kind
from tests.instruments.holds.census_beside import unaccounted as unaccounted_beside
from tests.table.tables import book


def test_each_case_is_found_or_changes_nothing(tmp_path: Path) -> None:
    harms = list(census(tmp_path, 61, "0.3.0 blackjack"))
    assert sum(harm.times for harm in harms) > 30
    assert [each for harm in harms for each in harm.lost] == []


def test_no_table_is_left_out(tmp_path: Path) -> None:
    (of,) = subjects(tmp_path, only="0.2.0 roulette")
    assert unaccounted(of.path) == []
    counted = {case.of for case in cases(of.path)}
    assert counted >= {f"rows of {table}" for table in ("entry", "checkpoint", "seal", "meta")}
    with owner(of.path) as connection:
        connection.execute("CREATE TABLE more (a)")
        connection.execute("ALTER TABLE seal ADD COLUMN b TEXT")
    assert unaccounted(of.path) == ["seal.b", "more.a"]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.migrate(connection)
        made = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert made == {*ACCOUNTED}, "the census has to say what is done to a new table"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_each_case_of_a_file_beside_it_is_found_or_changes_nothing(kind: File, tmp_path: Path) -> None:
    harm = of_kind(kind, tmp_path, 53)
    assert harm.times > 0 and harm.lost == []


def test_each_case_of_the_closed_file_before_it_is_found_or_changes_nothing(tmp_path: Path) -> None:
    harm = of_closed_file(tmp_path, 601)
    assert harm.times >= 9 and harm.lost == []


def test_no_field_of_a_file_beside_it_is_left_out() -> None:
    assert unaccounted_beside() == []
    with patch.dict(FIELDS, {Files: ("journal",)}):
        assert "Files.people" in unaccounted_beside()


def test_a_pipe_in_the_place_of_the_lock_is_refused_and_nobody_waits(tmp_path: Path) -> None:
    path = tmp_path / "T1.db"
    named = (path, Identity("T1", "baccarat", "sv"), book("sv"), SetClock())
    with ExitStack() as stack:
        open_session(*named, stack, made_ready=True)
    lock = path.with_name("T1.db.lock")
    lock.unlink()
    os.mkfifo(lock)
    with ExitStack() as stack, pytest.raises(Unreachable, match="no file"):
        open_session(*named, stack, made_ready=True)
    assert marked(lock) is None and told(lock) is None and reached(lock, b"") == 0


def test_what_is_told_otherwise_would_be_a_third(tmp_path: Path) -> None:
    (of,) = subjects(tmp_path, only="0.3.0 roulette")
    assert ended(of, of.path).end == "the same"
    assert ended(of._replace(told=b""), of.path).end == "third"
    assert ended(of._replace(stands=b""), of.path).end == "third"


@pytest.fixture
def at_play(tmp_path: Path) -> Iterator[Opened]:
    with ExitStack() as stack:
        named = (tmp_path / "T1.db", Identity("T1", "baccarat", "sv"), book("sv"), SetClock(), stack)
        opened = open_session(*named, made_ready=True)
        for line in (b'{"do":"bets","state":"open"}', b'{"do":"call","by":"D1","on":true}'):
            assert opened.session.take(line).accepted
        yield opened


CHANGES = {
    "a trigger that swallows": "CREATE TRIGGER sqlite_x AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
    "an entry changed": "UPDATE entry SET line = 'another' WHERE number = 1",
    "the last entry gone": "DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)",
    "an entry more": "INSERT INTO entry SELECT number + 1, kind, event, refused, at, monotonic, person, "
    "shift, shoe, "
    "round, prompt, clauses, line, raw, digest, chain, state FROM entry ORDER BY number DESC LIMIT 1",
    "a state ahead": "INSERT INTO checkpoint VALUES (1000, x'00', x'00')",
    "whose it is": "UPDATE meta SET table_name = 'T2'",
}


def _log_cut(path: Path) -> None:
    """Half of the log gone, and its time put back: a kill would lose what is written after the hole."""
    log = path.with_name(f"{path.name}-wal")
    was = log.stat()
    os.truncate(log, was.st_size // 2)
    os.utime(log, ns=(was.st_atime_ns, was.st_mtime_ns))


def _no_journal(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(68)
        file.write(b"XXXX")


def _ran(*statements: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for each in statements:
                connection.execute(each)

    return change


FROM_OUTSIDE: Mapping[str, Callable[[Path], None]] = {
    "half of the log gone, its time put back": _log_cut,
    "the file's first bytes": _no_journal,
    "another application's": _ran("PRAGMA application_id = 7"),
    "another schema's number": _ran("PRAGMA user_version = 99"),
    "a view": _ran("CREATE VIEW more AS SELECT 1"),
    "an index of another collation": _ran("CREATE INDEX more ON entry (kind COLLATE NOCASE)"),
    "a blank in the schema": _ran(
        "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = sql || ' ' WHERE name = 'entry'"
    ),
    "a trigger that takes nothing": _ran(
        "CREATE TRIGGER more BEFORE INSERT ON entry BEGIN SELECT RAISE(IGNORE); END"
    ),
    "a view in the table's place": _ran(
        "PRAGMA legacy_alter_table = ON",
        "ALTER TABLE entry RENAME TO more",
        "CREATE VIEW entry AS SELECT * FROM more",
        "CREATE TRIGGER swallow INSTEAD OF INSERT ON entry BEGIN SELECT 1; END",
    ),
    "a block of the tree": _ran("INSERT INTO subtree VALUES (1, zeroblob(32))"),
    "statistics": _ran("ANALYZE"),
}


@pytest.mark.parametrize("what", FROM_OUTSIDE)
def test_whatever_another_program_does_to_the_file_nothing_is_acknowledged_on_top(
    at_play: Opened, what: str
) -> None:
    path, session = at_play.journal.path, at_play.session
    FROM_OUTSIDE[what](path)
    assert session.take(b'{"do":"say","by":"D1","text":"on top no. 7"}').accepted, "in the file that follows"
    damaged = next(path.parent.glob("T1-damaged-*.db"))
    with closing(sqlite3.connect(path)) as connection:
        (told,) = connection.execute("SELECT group_concat(event) FROM entry").fetchone()
    assert RECOVERED in told and "on top no. 7" in told
    assert b"on top no. 7" not in damaged.read_bytes()


def test_while_another_program_holds_the_file_nothing_is_acknowledged(at_play: Opened) -> None:
    path, session = at_play.journal.path, at_play.session
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE more (a)")
        view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
        assert (view.accepted, view.refused) == (False, "not_recorded")
    assert session.take(b'{"do":"say","by":"D1","text":"after it"}').accepted
    assert verify(path, retelling=retelling).flaw is None


def test_another_file_in_its_place_takes_nothing(at_play: Opened) -> None:
    path, session = at_play.journal.path, at_play.session
    shutil.copyfile(path, path.with_name("other"))
    os.replace(path.with_name("other"), path)
    view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
    assert (view.accepted, view.refused) == (False, "not_recorded")


@pytest.mark.parametrize("what", CHANGES)
def test_a_file_changed_under_a_table_is_seen_at_the_next_commit_and_said(at_play: Opened, what: str) -> None:
    path, session = at_play.journal.path, at_play.session
    statement = CHANGES[what].replace("sqlite_x", "more")
    with owner(path) as connection:
        connection.execute(statement)
    view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
    assert view.accepted, "it is acknowledged in the file that follows, and in no other"
    files = volumes(path)
    assert len(files) == 2 and [verify(each, retelling=retelling).flaw for each in files[1:]] == [None]
    with closing(sqlite3.connect(path)) as connection:
        told = connection.execute("SELECT event FROM entry ORDER BY number").fetchall()
    assert RECOVERED in told[0][0] and "after it" in told[1][0]
    damaged = next(path.parent.glob("T1-damaged-*.db"))
    with closing(sqlite3.connect(damaged)) as connection:
        assert "after it" not in str(connection.execute("SELECT event FROM entry").fetchall())
