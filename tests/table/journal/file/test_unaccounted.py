"""Whatever else lies in a file: no name, no quotation mark and no row keeps it from being found."""

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from console.table.core import NotRecorded, Unwritable
from console.table.journal import DamagedJournal, chain, review, verify
from console.table.journal.file import store
from console.table.journal.file.errors import StrangeSchema
from console.table.journal.file.heading import SCHEMA
from console.table.journal.file.place import sibling
from console.table.journal.older import forget_older
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.succession import journals_in
from tests.sources import ROOT
from tests.table.journal.entries import drawn, of_1_2_0, opened, without_triggers, written

HANDBOOK = ROOT / "resources/handbook/journal.md"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 3, checkpoints=(2,))


def master(path: Path, *statements: str) -> None:
    """Change the schema's own rows, as SQLite lets its owner do."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)


SWALLOWS = "AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE number = NEW.number; END"
TRIGGER = "sqlite_autoindex_entry_1"
PLANTED = f"""
    INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)
    VALUES ('trigger', '{TRIGGER}', 'entry', 0, 'CREATE TRIGGER {TRIGGER} {SWALLOWS}')
"""


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        (TRIGGER, PLANTED),
        (
            "sqlite_autoindex_more",
            "INSERT INTO sqlite_master VALUES ('view', 'sqlite_autoindex_more', 'sqlite_autoindex_more', 0, "
            "'CREATE VIEW sqlite_autoindex_more AS SELECT 1')",
        ),
        (
            "refusals",
            "UPDATE sqlite_master SET sql = replace(sql, 'WHERE refused IS NOT NULL', "
            "'WHERE \"refused IS NOT NULL\"') WHERE name = 'refusals'",
        ),
        (
            "entry_no_delete",
            "UPDATE sqlite_master SET sql = replace(sql, 'RAISE(ABORT, ''the journal is append-only'')', "
            "'\"RAISE(ABORT, ''the journal is append-only'')\"') WHERE name = 'entry_no_delete'",
        ),
        ("rounds", "UPDATE sqlite_master SET sql = replace(sql, 'SELECT', 'SELECT ') WHERE name = 'rounds'"),
    ],
)  # fmt: skip
def test_each_row_of_the_schema_is_compared_to_the_byte_whatever_it_is_called(
    path: Path, name: str, statement: str
) -> None:
    master(path, statement)
    verdict = verify(path)
    assert (verdict.flaw, verdict.name) == (Flaw.SCHEMA, name)
    with pytest.raises(StrangeSchema), review(path):
        pass
    with pytest.raises(StrangeSchema):
        opened(path)


@pytest.mark.parametrize(
    "change",
    [
        "tbl_name = 'seal' WHERE name = 'entry_no_update'",
        "type = 'trigger' WHERE name = 'refusals'",
        "sql = 'CREATE' WHERE name = 'refusals'",
        "sql = CAST(x'ff' AS TEXT) WHERE name = 'refusals'",
        "sql = NULL WHERE name = 'entry'",
        "rootpage = 4000 WHERE name = 'seal'",
    ],
)
def test_a_row_that_sqlite_itself_calls_malformed_is_a_flaw_of_the_file(path: Path, change: str) -> None:
    master(path, f"UPDATE sqlite_master SET {change}")
    assert verify(path).flaw in (Flaw.SCHEMA, Flaw.FILE)
    with pytest.raises(DamagedJournal):
        opened(path)


def test_an_entry_that_a_commit_did_not_leave_in_the_file_is_not_acknowledged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the schema's comparison ever miss something, the entry that a trigger swallows is missed."""
    monkeypatch.setattr(store.SqliteJournal, "_check_untouched", lambda *_: None)
    with opened(path) as journal:
        journal.append([drawn(4)])
        with closing(sqlite3.connect(path)) as other:
            other.execute("DROP TRIGGER entry_no_delete")
            other.execute(f"CREATE TRIGGER more {SWALLOWS}")
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(5)])
        assert (refused.value.reason, journal.last) == (Unwritable.DAMAGED, 4)


@pytest.mark.parametrize("by", ["sqlite", "bytes", "time alone"])
def test_a_file_that_is_changed_under_a_table_at_play_takes_no_further_entry(path: Path, by: str) -> None:
    with opened(path) as journal:
        journal.append([drawn(place) for place in range(4, 60)])
    with opened(path) as journal:
        journal.append([drawn(60)])
        if by == "sqlite":
            with without_triggers(path) as other:
                other.execute("UPDATE entry SET event = replace(event, '9H', '2H') WHERE number = 1")
        elif by == "bytes":
            held = path.read_bytes().replace(b'"card":"9H","place":1', b'"card":"2H","place":1')
            assert held != path.read_bytes()
            path.write_bytes(held)
        else:
            path.touch()
            assert journal.append([drawn(61)]) == 61, "its bytes are what they were"
            return
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(61)])
        assert (refused.value.reason, journal.last) == (Unwritable.DAMAGED, 60)


def test_a_state_ahead_of_the_last_entry_is_a_flaw_and_no_start_goes_on_with_it(path: Path) -> None:
    for number in (5, 999, -1):
        file = path.with_name(f"{number}.journal")
        shutil.copyfile(path, file)
        state = b'{"planted":true}'
        with closing(sqlite3.connect(file)) as connection:
            row = (number, state, chain.pack(("checkpoint", number, None, state)))
            seal = sha256(row[2]).digest()
            connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?)", (number, state, seal))
            connection.commit()
        verdict = verify(file)
        assert (verdict.flaw, verdict.entry) == (Flaw.CHECKPOINT, number)
        with pytest.raises(DamagedJournal):
            opened(file)


def test_a_state_that_no_entry_vouches_for_is_a_flaw_in_a_journal_of_today(path: Path) -> None:
    state = b'{"after":1}'
    with closing(sqlite3.connect(path)) as connection:
        (head,) = connection.execute("SELECT chain FROM entry WHERE number = 1").fetchone()
        connection.execute("INSERT INTO checkpoint VALUES (1, ?, ?)", (state, chain.seal(1, head, state)))
        connection.commit()
    assert (verify(path).flaw, verify(path).entry) == (Flaw.CHECKPOINT, 1)


def test_an_entry_is_kept_though_the_state_beside_it_can_not_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should somebody's state ever be overlooked, it is the state that is not kept, and never the entry."""
    monkeypatch.setattr(store.SqliteJournal, "_check_untouched", lambda *_: None)
    with opened(path) as journal:
        journal.append([drawn(4)])
        with closing(sqlite3.connect(path)) as other:
            other.execute("INSERT INTO checkpoint VALUES (5, x'00', x'00')")
            other.commit()
        assert journal.append([drawn(5)], b'{"after":5}') == 5
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT state FROM entry WHERE number = 5").fetchone() == (None,)


def test_planted_rows_of_migrations_are_found_by_verify_and_by_the_start(tmp_path: Path) -> None:
    for old in (of_1_2_0(tmp_path / "old.journal"), written(tmp_path / "new.journal", 1)):
        with closing(sqlite3.connect(old)) as connection:
            for number in range(11, SCHEMA + 2):
                connection.execute(
                    "INSERT OR IGNORE INTO _sqlite_migrations VALUES (?, 'console.journal', ?, 'now')",
                    (number, str(number)),
                )
            connection.commit()
        verdict = verify(old)
        assert (verdict.flaw, verdict.name) == (Flaw.SCHEMA, "_sqlite_migrations")
        with pytest.raises(StrangeSchema):
            opened(old)


@pytest.mark.parametrize("name", ["t.journal", "t [5].journal"])
def test_a_copy_of_an_older_file_stays_beside_it_until_it_has_served(tmp_path: Path, name: str) -> None:
    old = of_1_2_0(tmp_path / name)
    before = old.read_bytes()
    opened(old).close()
    copy = old.with_name(f"{name}.schema-10")
    assert verify(copy).flaw is None
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (10,)
    assert len(copy.read_bytes()) == len(before)
    assert journals_in(tmp_path) == [old], "it is no second journal of its table"
    forget_older(old)
    assert not copy.exists()


@pytest.mark.parametrize("number", [SCHEMA + 1, 99, 2**31 - 1])
def test_a_changed_number_of_the_schema_is_named_and_blames_no_entry(tmp_path: Path, number: int) -> None:
    path = written(tmp_path / "t.journal", 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")
    verdict = verify(path)
    assert (verdict.flaw, verdict.name, verdict.entry) == (Flaw.SCHEMA, "user_version", 0)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGKILL])
def test_the_way_back_to_an_older_schema_leads_back_as_the_handbook_says(tmp_path: Path, ended: int) -> None:
    """Whatever an ended console left beside the journal: a log, its index, a lock with a mark."""
    old, elsewhere = of_1_2_0(tmp_path / "t.journal"), tmp_path / "elsewhere"
    plays = (
        "import os, sys; from pathlib import Path; from tests.table.journal.entries import drawn, opened\n"
        "journal = opened(Path(sys.argv[1])); journal.append([drawn(1)])\n"
        "os.kill(os.getpid(), int(sys.argv[2]))"
    )
    done = subprocess.run([sys.executable, "-c", plays, old, str(ended)], cwd=ROOT, check=False)
    assert done.returncode == -ended and sibling(old, "-wal").stat().st_size
    lines = HANDBOOK.read_text("utf-8").splitlines()
    row = next(line for line in lines if line.startswith("| `NAME.schema-N`"))
    order = row.partition("To go back")[2]
    moved, _, renamed = order.partition("then rename")
    elsewhere.mkdir()
    for name in re.findall(r"`NAME([^`]*)`", moved):
        sibling(old, name).rename(elsewhere / f"{old.name}{name}")
    first, to = re.findall(r"`NAME([^`]*)`", renamed)
    sibling(old, first.replace("N", "10")).rename(sibling(old, to))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["elsewhere", old.name]
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (10,)
    assert verify(old).flaw is None and verify(elsewhere / old.name).entries == 1


def test_a_migration_that_does_not_come_to_its_schema_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from console.table.journal.file import schema

    old = of_1_2_0(tmp_path / "t.journal")
    monkeypatch.setattr(schema, "VIEWS", dict.fromkeys(("corrections", "shown"), " SELECT 1"))
    before = old.read_bytes()
    with pytest.raises(Exception, match=f"schema {SCHEMA}"):
        opened(old)
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (10,)
    assert verify(old).flaw is None
    assert old.read_bytes()[100:] == before[100:]
