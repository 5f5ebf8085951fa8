"""A journal's file that is changed under a table at play: seen at the next entry, said, not gone on upon."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer
from typing import Final

import pytest

from console.table.core import NoteKind, SetClock
from console.table.custody import OpenedSession, open_session
from console.table.custody.verdict import replayer
from console.table.journal import Identity, archives, sibling, verify
from tests.instruments.harm.census import SETTINGS, rewritten
from tests.table.core.tables import book
from tests.table.journal.sealing import owner


@pytest.fixture
def at_play(tmp_path: Path) -> Iterator[OpenedSession]:
    folder = tmp_path / "journals"
    folder.mkdir()
    path = folder / "T1.db"
    with ExitStack() as stack:
        named = (path, Identity("T1", "baccarat", "sv"), book("sv"), SetClock(), stack)
        opened = open_session(*named, is_ready=True)
        assert opened.session.take(b'{"do":"bets","state":"open"}').accepted
        for ending in ("", "-wal"):
            shutil.copyfile(sibling(path, ending), path.with_name(f"before{ending}"))
        assert opened.session.take(b'{"do":"call","by":"D1","on":true}').accepted
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


def _in_the_log(*places: int) -> Callable[[Path], None]:
    """Bytes of the log others, on frames that the index leads a reader to."""

    def change(path: Path) -> None:
        with sibling(path, "-wal").open("r+b") as file:
            for at in places:
                file.seek(at)
                (was,) = file.read(1)
                file.seek(at)
                file.write(bytes([was ^ 0x11]))

    return change


def _link_to_it(path: Path) -> None:
    path.rename(path.with_name("other.db"))
    path.symlink_to("other.db")


def _links_to_all(path: Path) -> None:
    folder = path.with_name("elsewhere")
    folder.mkdir()
    for ending in ("", "-wal", "-shm"):
        here = sibling(path, ending)
        here.rename(folder / here.name)
        here.symlink_to(folder / here.name)


def _by_another_name(path: Path) -> None:
    """A hard link, by which SQLite keeps another log and looks at other locks."""
    os.link(path, other := path.with_name("other.db"))
    _ran("PRAGMA journal_mode = WAL", "CREATE TABLE more (a)", "PRAGMA wal_checkpoint(TRUNCATE)")(other)


def _of_earlier(path: Path) -> None:
    """File and log in their places, their bytes those of some entries ago."""
    for ending in ("", "-wal"):
        shutil.copyfile(path.parent / f"before{ending}", sibling(path, ending))


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
    "a byte in the log": _in_the_log(32 + 24 + 4000),
    "the log's own heading": _in_the_log(*range(16, 32)),
    "noise in the log": lambda path: _filled(sibling(path, "-wal"), 9_000),
    "nothing in the log": lambda path: os.truncate(sibling(path, "-wal"), 0),
    "file and log of earlier": _of_earlier,
    "a link in its place": _link_to_it,
    "links in the place of file, log and index": _links_to_all,
    "a rollback journal": lambda path: _filled(sibling(path, "-journal"), 9_000),
    "written to by another name": _by_another_name,
}


def _filled(path: Path, size: int) -> None:
    path.write_bytes(random.Random(size).randbytes(size))


def _away_and_back(path: Path) -> None:
    path.rename(path.with_name("other.db"))
    path.with_name("other.db").rename(path)


def _hard_links(path: Path) -> None:
    """Its only name is one that somebody gave it."""
    os.link(path, other := path.with_name("other.db"))
    path.unlink()
    os.link(other, path)


def _linked(ending: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        sibling(path, ending).rename(path.with_name("other"))
        sibling(path, ending).symlink_to("other")

    return change


def _copied(ending: str) -> Callable[[Path], None]:
    """A copy where the file lay, byte for byte."""

    def change(path: Path) -> None:
        shutil.copyfile(sibling(path, ending), other := path.with_name("other"))
        os.replace(other, sibling(path, ending))

    return change


def _temporary(path: Path) -> None:
    """Make a table in one connection's own schema, and use it there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TEMP TABLE entry (number)")
        connection.execute("INSERT INTO entry VALUES (99)")
        connection.execute("CREATE TEMP TRIGGER more AFTER INSERT ON main.seal BEGIN SELECT 1; END")


HARMLESS: Final[Mapping[str, Callable[[Path], None]]] = {
    "a VACUUM": _ran("VACUUM"),
    "another encoding": _ran("PRAGMA encoding = 'UTF-16le'", "VACUUM"),
    "pages of another size": _ran("PRAGMA page_size = 1024", "VACUUM"),
    "pages that are given back": _ran("PRAGMA auto_vacuum = FULL", "VACUUM"),
    "a log that was emptied into it": _ran("PRAGMA wal_checkpoint(TRUNCATE)"),
    "temporary objects": _temporary,
    "hard links": _hard_links,
    "moved away and put back": _away_and_back,
    "a link in the log's place": _linked("-wal"),
    "a copy in the log's place": _copied("-wal"),
    "no log": lambda path: sibling(path, "-wal").unlink(),
    "a link in the index's place": _linked("-shm"),
    "a copy in the index's place": _copied("-shm"),
    "noise in the index": lambda path: _filled(sibling(path, "-shm"), 32_768),
    "no index": lambda path: sibling(path, "-shm").unlink(),
}
"""Acts of SQLite or the system on a file after which each entry is what and where it was."""


@pytest.mark.sweep(4)
@pytest.mark.parametrize("what", HARMLESS)
def test_a_table_plays_on_after_a_change_that_leaves_every_entry(at_play: OpenedSession, what: str) -> None:
    path, session = at_play.journal.path, at_play.session
    HARMLESS[what](path)
    for number in range(3):
        assert session.take(b'{"do":"say","by":"D1","text":"on no. %d"}' % number).accepted
    _killed(path)
    found = verify(path, replayers=replayer)
    assert (found.flaw, found.entries) == (None, at_play.journal.last)
    assert not list(path.parent.glob("T1-damaged-*"))


def _killed(path: Path) -> None:
    """A console that is killed leaves file and log: here in a copy's place, its index gone."""
    for ending in ("", "-wal"):
        shutil.copyfile(sibling(path, ending), path.with_name(f"killed{ending}"))
    assert verify(path.with_name("killed")).entries == verify(path).entries > 0


def _short(path: Path) -> None:
    os.truncate(path, 8192)


def _short_without_log(path: Path) -> None:
    """Nothing of any entry is left."""
    _short(path)
    os.truncate(sibling(path, "-wal"), 0)


def _replaced(setting: str) -> Callable[[Path], None]:
    """The same entries with another setting, written over it: the bytes of another file."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(other := path.with_name("other.db")),))
        rewritten(setting)(other)
        path.write_bytes(other.read_bytes())

    return change


def _folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def _folder_of_copies(path: Path) -> None:
    shutil.copytree(path.parent, path.parent.with_name("copies"))
    _folder(path)
    path.parent.symlink_to("copies")


OVERWRITTEN: Final[Mapping[str, Callable[[Path], None]]] = {
    "cut to two pages": _short,
    **{f"replaced, {name}": _replaced(setting) for name, setting in SETTINGS.items()},
}
"""Acts after which each entry is still in the log."""
REFUSED: Final[Mapping[str, Callable[[Path], None]]] = {
    "a copy in its place": _copied(""),
    "its folder moved away": _folder,
    "its folder a link to copies": _folder_of_copies,
    "cut to two pages, and its log emptied": _short_without_log,
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_table_that_cannot_record_accepts_no_line(at_play: OpenedSession, what: str) -> None:
    session = at_play.session
    REFUSED[what](at_play.journal.path)
    last = at_play.journal.last
    for _ in range(2):
        view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
        assert (view.accepted, view.refused) == (False, "not_recorded")
    assert at_play.journal.last == last


@pytest.mark.skipif(sys.platform != "linux", reason="the system says otherwise what a process has open")
def test_a_file_that_is_refused_is_let_go_of_at_once(at_play: OpenedSession) -> None:
    """Who keeps it open keeps its locks; a file that was moved stays open, since it may come back."""
    path = at_play.journal.path
    assert _open_in(path.parent) >= {path.name}
    _short_without_log(path)
    assert not at_play.session.take(b'{"do":"say","by":"D1","text":"after it"}').accepted
    assert _open_in(path.parent.parent) == {"T1.db.lock"}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("what", OVERWRITTEN)
def test_pages_that_are_overwritten_are_set_aside_and_no_entry_is_lost(
    at_play: OpenedSession, what: str
) -> None:
    path, last = at_play.journal.path, at_play.journal.last
    OVERWRITTEN[what](path)
    assert at_play.session.take(b'{"do":"say","by":"D1","text":"after it"}').accepted
    recovered, now = archives.volumes(path)
    assert (verify(recovered).entries, verify(recovered).flaw, verify(now).flaw) == (last, None, None)
    assert list(path.parent.glob("T1-damaged-*.db"))


def _open_in(folder: Path) -> set[str]:
    """The names of the files in a folder that this process has open, without a search for garbage."""
    paths = [Path(os.readlink(each)) for each in Path("/proc/self/fd").iterdir() if os.path.lexists(each)]
    return {each.name for each in paths if each.is_relative_to(folder)}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("what", FROM_OUTSIDE)
def test_after_another_programs_change_no_line_is_added_to_the_changed_file(
    at_play: OpenedSession, what: str
) -> None:
    path, session = at_play.journal.path, at_play.session
    FROM_OUTSIDE[what](path)
    assert session.take(b'{"do":"say","by":"D1","text":"on top no. 7"}').accepted, "in the file that follows"
    damaged = next(path.parent.glob("T1-damaged-*.db"))
    with closing(sqlite3.connect(path)) as connection:
        (told,) = connection.execute("SELECT group_concat(event) FROM entry").fetchone()
    assert NoteKind.JOURNAL_RECOVERED in told and "on top no. 7" in told
    assert b"on top no. 7" not in damaged.read_bytes()


def test_while_another_program_holds_the_file_nothing_is_acknowledged(at_play: OpenedSession) -> None:
    path, session = at_play.journal.path, at_play.session
    _waits(at_play, 100)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE more (a)")
        view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
        assert (view.accepted, view.refused) == (False, "not_recorded")
    assert session.take(b'{"do":"say","by":"D1","text":"after it"}').accepted
    assert verify(path, replayers=replayer).flaw is None


def test_an_entry_waits_for_another_program_that_holds_the_file_for_a_while(at_play: OpenedSession) -> None:
    path, session = at_play.journal.path, at_play.session
    _waits(at_play, 5_000)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE more (a)")
        later = Timer(0.1, other.rollback)
        later.start()
        assert session.take(b'{"do":"say","by":"D1","text":"after it"}').accepted
        assert not other.in_transaction
        later.join()
    assert verify(path, replayers=replayer).flaw is None


def _waits(opened: OpenedSession, milliseconds: int) -> None:
    connection = opened.journal._connection
    assert connection is not None
    connection.execute(f"PRAGMA busy_timeout = {milliseconds}")


def test_another_file_in_its_place_takes_nothing(at_play: OpenedSession) -> None:
    path, session = at_play.journal.path, at_play.session
    shutil.copyfile(path, path.with_name("other"))
    os.replace(path.with_name("other"), path)
    view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
    assert (view.accepted, view.refused) == (False, "not_recorded")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("what", CHANGES)
def test_a_file_changed_under_a_table_is_seen_at_the_next_commit_and_said(
    at_play: OpenedSession, what: str
) -> None:
    path, session = at_play.journal.path, at_play.session
    statement = CHANGES[what].replace("sqlite_x", "more")
    with owner(path) as connection:
        connection.execute(statement)
    view = session.take(b'{"do":"say","by":"D1","text":"after it"}')
    assert view.accepted, "it is acknowledged in the file that follows, and in no other"
    files = archives.volumes(path)
    assert len(files) == 2 and [verify(each, replayers=replayer).flaw for each in files[1:]] == [None]
    with closing(sqlite3.connect(path)) as connection:
        told = connection.execute("SELECT event FROM entry ORDER BY number").fetchall()
    assert NoteKind.JOURNAL_RECOVERED in told[0][0] and "after it" in told[1][0]
    damaged = next(path.parent.glob("T1-damaged-*.db"))
    with closing(sqlite3.connect(damaged)) as connection:
        assert "after it" not in str(connection.execute("SELECT event FROM entry").fetchall())
