"""A server that is made of its backup has all that was archived, and the tables send the rest."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from console.cli import main
from console.floor.embedded import SUPERUSER, Server
from console.floor.host.backups import (
    NoBackup,
    archive_command,
    back_up,
    backups_in,
    newest_backup,
    recovery_settings,
    remove_old,
    restore,
    restore_command,
)
from console.floor.shipper import Shipper
from tests.floor.conftest import QUICK
from tests.floor.studio_server import T1, FloorServer, new_floor, packed
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.sources import ROOT
from tests.table.commands.test_ways_by_hand import told

NOW = datetime(2026, 5, 2, 3, tzinfo=UTC)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder whose path is short enough for a socket, and open to whom root lets run the server."""
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def archiving(place: Path) -> Iterator[tuple[FloorServer, Path]]:
    """A floor whose log is archived, and where its backups lie; in the end its server is killed."""
    backups = place / "b b"  # a path with a space
    log = backups / "wal"
    log.mkdir(parents=True)
    for each in (backups, log):
        each.chmod(0o777)
    settings = {"archive_mode": "on", "wal_level": "replica", "max_wal_senders": "4"}
    server = Server(place / "one", QUICK | settings)
    server.start()
    try:
        with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
            for name, value in (
                ("archive_command", archive_command(backups)),
                ("floor.backups", str(backups)),
            ):
                admin.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.SQL(name), value))
            admin.execute(b"SELECT pg_reload_conf()")
        with new_floor(server, "kept") as floor:
            yield floor, backups
    finally:
        server.stop(at_once=True)


def archived(floor: FloorServer, backups: Path) -> None:
    """Have all that the log holds now in the archive."""
    row = floor.admin.execute(b"SELECT pg_walfile_name(pg_switch_wal())").fetchone()
    assert row is not None
    until = time.monotonic() + 60
    while not (backups / "wal" / f"{row[0]}.gz").exists():
        assert time.monotonic() < until, floor.admin.execute(b"TABLE pg_stat_archiver").fetchall()
        time.sleep(0.05)


def ship_all(path: Path, floor: FloorServer) -> None:
    shipper = Shipper(path, floor.door(), None)
    while shipper.step():
        pass


@pytest.mark.sweep
def test_a_restored_floor_has_its_archived_entries_and_tables_send_the_rest(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The base copy has 100 entries, its archived log 200, the table 300; the server is killed and its disk
    gone. In the end the floor's bytes are the journal's again, each once, and nothing is disputed.
    """
    path, every = tmp_path / "journal.db", lines_and_entries(300)[1]
    with opened(path, T1, FIRST) as kept, archiving(place) as (floor, backups):
        file = floor.file(tmp_path, database="kept")
        kept.append(every[:100])
        ship_all(path, floor)
        assert main(["floor", "backup", "--config", str(file), "--lang", "en"]) == 0
        assert "is complete and verified. Size: " in capsys.readouterr().out
        kept.append(every[100:200])
        ship_all(path, floor)
        archived(floor, backups)
        kept.append(every[200:300])
        ship_all(path, floor)
        assert len(floor.entries()) == 300
        floor.server.stop(at_once=True)
        shutil.rmtree(floor.server.folder / "data")
        again = place / "two"
        again.mkdir(mode=0o711)
        data, own = again / "data", floor.server.folder.stat().st_uid
        for each in (backups / "base").rglob("*"):
            shutil.chown(each, own)  # it is made each night by the server's own user
        assert main(["floor", "restore", str(backups), "--to", str(data), "--lang", "en"]) == 0
        shown = capsys.readouterr().out
        last = max(each.name for each in (backups / "wal").glob("?" * 24 + ".gz"))
        assert "Start the server" in shown and f"goes up to the file {last[:24]}. Its last tran" in shown
        assert {each.stat().st_uid for each in (data, *data.iterdir())} == {own}, "the folder above is root's"
        shutil.chown(again, own)
        # A server of fewer tables, or of a later version's settings: its limits are below the old ones.
        server = Server(again, QUICK | {"max_worker_processes": "0", "max_connections": "20"})
        server.start()
        try:
            dsn = f"host={server.sockets} dbname=kept"
            with psycopg.connect(f"{dsn} user={SUPERUSER}", autocommit=True) as admin:
                stands = floor._replace(server=server, dsn=dsn, admin=admin, doors=[], desks=[])
                until = time.monotonic() + 60
                while admin.execute(b"SELECT pg_is_in_recovery()").fetchone() == (True,):
                    assert time.monotonic() < until
                    time.sleep(0.05)
                assert len(stands.entries()) == 200
                row = admin.execute(
                    b"SELECT pg_is_in_recovery(), pg_walfile_name(pg_current_wal_lsn())"
                ).fetchone()
                assert row is not None
                assert (row[0], row[1][:8]) == (False, "00000002"), "it is on a timeline of its own"
                left = b"SELECT name FROM pg_file_settings WHERE name ~ 'recovery|restore|hot_standby'"
                assert admin.execute(left).fetchall() == [], "a standby made of it would take them over"
                ship_all(path, stands)
                assert stands.entries() == packed(path)
                assert stands.disputes() == []
                for door in stands.doors:
                    door.close()
        finally:
            server.stop(at_once=True)


@pytest.mark.sweep
def test_a_server_is_brought_to_a_moment_and_no_further(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A moment after all that was archived is refused: the server would not start."""
    path, every = tmp_path / "journal.db", lines_and_entries(120)[1]
    with opened(path, T1, FIRST) as kept, archiving(place) as (floor, backups):
        back_up(f"{floor.dsn} user={SUPERUSER}", None, backups, floor.server.programs, datetime.now(UTC))
        kept.append(every[:60])
        ship_all(path, floor)
        row = floor.admin.execute(b"SELECT clock_timestamp()").fetchone()
        assert row is not None
        kept.append(every[60:])
        ship_all(path, floor)
        archived(floor, backups)
        again = place / "two"
        again.mkdir(mode=0o711)
        shutil.chown(again, floor.server.folder.stat().st_uid)
        programs = floor.server.programs
        later = f"{datetime.now(UTC) + timedelta(seconds=1):%Y-%m-%dT%H:%M:%SZ}"
        given = ("floor", "restore", str(backups), "--to", str(place / "later"), "--until", later)
        assert main([*given, "--lang", "en"]) == 2
        assert "has nothing after 2" in capsys.readouterr().err and not (place / "later").exists()
        restore(backups, again / "data", row[0], lambda version: programs)
        server = Server(again, QUICK)
        server.start()
        try:
            dsn = f"host={server.sockets} dbname=kept user={SUPERUSER}"
            with psycopg.connect(dsn, autocommit=True) as admin:
                counted = admin.execute(b"SELECT count(*) FROM floor.entry").fetchone()
                assert counted == (60,)
        finally:
            server.stop(at_once=True)
        with pytest.raises(NoBackup, match=r"floor\.restore\.none"):
            restore(backups, place / "three", datetime.now(UTC) - timedelta(hours=1))
        with pytest.raises(NoBackup, match=r"floor\.restore\.full"):
            restore(backups, again / "data")


@pytest.mark.sweep
def test_a_log_that_is_archived_elsewhere_is_named_before_a_restore_needs_it(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server's own command ends well and puts the files nowhere that a restore looks."""
    with archiving(place) as (floor, backups):
        file = floor.file(tmp_path, database="kept")
        floor.admin.execute(b"ALTER SYSTEM SET archive_command = '/bin/true'")
        floor.admin.execute(b"SELECT pg_reload_conf()")
        floor.admin.execute(b"SELECT pg_switch_wal()")
        asked = b"SELECT last_archived_wal FROM pg_stat_archiver"
        until = time.monotonic() + 60
        while floor.admin.execute(asked).fetchone() == (None,):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert main(["floor", "backup", "--config", str(file), "--lang", "en"]) == 2
        shown = capsys.readouterr()
        assert "is complete and verified" in shown.out and "archived elsewhere" in shown.err
        floor.admin.execute(b"CREATE TABLE floor_later()")
        row = floor.admin.execute(b"SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        while floor.admin.execute(asked).fetchone() != row:
            assert time.monotonic() < until
            time.sleep(0.05)
        main(["floor", "doctor", "--config", str(file), "--lang", "en"])
        assert f"says that {row and row[0]} is archived, but it is not in" in capsys.readouterr().out
        given = ["floor", "restore", str(backups), "--to", str(place / "two"), "--lang", "en"]
        assert main(given) == 2
        assert "no WAL has been archived since" in capsys.readouterr().err and not (place / "two").exists()
        assert main([*given, "--without-log"]) == 0
        assert "The archived WAL goes up to" not in capsys.readouterr().out


@pytest.mark.sweep
def test_a_copy_of_which_a_byte_was_changed_is_not_put_back(place: Path) -> None:
    with archiving(place) as (floor, backups):
        made = back_up(f"{floor.dsn} user={SUPERUSER}", None, backups, floor.server.programs, NOW)
        assert newest_backup(backups) == made
        changed = made.folder / "global" / "pg_control"
        raw = bytearray(changed.read_bytes())
        raw[100] ^= 1
        changed.write_bytes(raw)
        with pytest.raises(NoBackup, match=r"floor\.backup\.changed.*pg_control"):
            restore(backups, place / "two")
        raw[100] ^= 1
        changed.write_bytes(raw)
        manifest = made.folder / "backup_manifest"
        manifest.write_bytes(manifest.read_bytes().replace(b'"Size": 8192', b'"Size": 8193', 1))
        with pytest.raises(NoBackup, match=r"floor\.backup\.changed.*backup_manifest"):
            restore(backups, place / "two")
        assert not (place / "two").exists()


# --- what needs no server ------------------------------------------------------------------------------


def copy_of(folder: Path, at: datetime, first: str) -> Path:
    made = folder / "base" / f"{at:%Y%m%dT%H%M%SZ}"
    made.mkdir(parents=True)
    text = f"START WAL LOCATION: 0/2000028 (file {first})\nCHECKPOINT LOCATION: 0/2000060\n"
    (made / "backup_label").write_text(text, "utf-8")
    return made


def test_old_copies_go_with_the_log_that_only_they_need(tmp_path: Path) -> None:
    log = tmp_path / "wal"
    log.mkdir()
    for night in range(4):
        copy_of(tmp_path, NOW + timedelta(days=night), f"0000000100000000000000{2 * night + 2:02X}")
    files = [f"0000000100000000000000{number:02X}.gz" for number in range(1, 10)]
    for name in (*files, "00000002.history.gz", "000000010000000000000002.00000028.backup.gz", ".part"):
        (log / name).touch()
    assert remove_old(tmp_path, 2) == (2, 6)
    assert [each.at.day for each in backups_in(tmp_path)] == [4, 5]
    assert sorted(each.name for each in log.iterdir()) == [".part", *files[5:], "00000002.history.gz"]
    assert remove_old(tmp_path, 7) == (0, 0)


def test_an_unfinished_backup_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "base" / "20260502T030000Z.unfinished").mkdir(parents=True)
    assert newest_backup(tmp_path) is None
    with pytest.raises(OSError, match="nowhere"):
        newest_backup(tmp_path / "nowhere")


def test_only_unfinished_copies_are_removed(tmp_path: Path) -> None:
    names = ("20260502T030000Z.unfinished", "thesis.unfinished", "thesis")
    for name in names:
        (tmp_path / "base" / name).mkdir(parents=True)
    with pytest.raises(NoBackup) as failed:
        back_up("", None, tmp_path, tmp_path, NOW, lambda *_: (1, "a" + "b" * 400))
    assert failed.value.slots["said"] == "b" * 400, "the end of a program's output has the reason"
    assert {each.name for each in (tmp_path / "base").iterdir()} == {*names[1:]}


def test_files_in_the_place_of_a_restore_are_left_there(tmp_path: Path) -> None:
    folder, letters = tmp_path / "backups", tmp_path / "data.unfinished" / "letters"
    copy_of(folder, NOW, "000000010000000000000002")
    letters.parent.mkdir()
    letters.write_text("dear")
    with pytest.raises(NoBackup, match=r"floor\.restore\.cut_off.*unfinished"):
        restore(folder, tmp_path / "data")
    assert letters.read_text() == "dear"


_CUT_OFF = """
import os, shutil, sys
from pathlib import Path
from console.floor.host.backups import restore
copied = shutil.copytree
def cut_off(*given, **named):
    copied(*given, **named)
    os.kill(os.getpid(), int(sys.argv[3]))
shutil.copytree = cut_off
restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGKILL])
def test_a_restore_that_was_cut_off_is_named_and_given_again(
    tmp_path: Path, ended: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told(
        "floor-operations.md",
        "A restore that was cut off leaves `main.unfinished`: remove it, and give the command again.",
    )
    folder, data = tmp_path / "backups", tmp_path / "main"
    made = copy_of(folder, NOW, "000000010000000000000002")
    archived_by_hand = folder / "wal" / "000000010000000000000003.gz"
    archived_by_hand.parent.mkdir()
    archived_by_hand.touch()
    listed = b'{"Files": [], '
    digest = sha256(listed).hexdigest().encode()
    (made / "backup_manifest").write_bytes(listed + b'"Manifest-Checksum": "' + digest + b'"}')
    cut = subprocess.run([sys.executable, "-c", _CUT_OFF, folder, data, str(ended)], cwd=ROOT, check=False)
    assert cut.returncode == -ended and not data.exists()
    again = ("floor", "restore", str(folder), "--to", str(data), "--lang", "en")
    assert main([*again]) == 2
    assert "main.unfinished" in capsys.readouterr().err
    shutil.rmtree(tmp_path / "main.unfinished")
    assert main([*again]) == 0
    assert (data / "recovery.signal").exists()


def run_as_the_server(command: str, path: Path, name: str) -> int:
    """A command as the server runs it."""
    line = re.sub(r"%(.)", lambda found: {"p": str(path), "f": name, "%": "%"}[found[1]], command)
    return subprocess.run(["sh", "-c", line], check=False, capture_output=True).returncode


Say = Callable[[], str]


def test_a_file_of_the_log_is_archived_once_and_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "100 % 'mine'"
    (folder / "wal").mkdir(parents=True)
    finished, name = tmp_path / "finished", "000000010000000000000001"
    finished.write_bytes(b"what was written" * 1_000)
    archive, back = archive_command(folder), restore_command(folder)
    assert run_as_the_server(archive, finished, name) == 0
    assert run_as_the_server(archive, finished, name) == 0, "a server that was killed asks again"
    assert [each.name for each in (folder / "wal").iterdir()] == [f"{name}.gz"]
    there = tmp_path / "there"
    assert run_as_the_server(back, there, name) == 0
    assert there.read_bytes() == finished.read_bytes()
    finished.write_bytes(b"another one")
    assert run_as_the_server(archive, finished, name) != 0
    assert run_as_the_server(back, there, "000000010000000000000002") == 1
    shutil.rmtree(folder / "wal")
    assert run_as_the_server(archive, finished, "000000010000000000000003") != 0


def test_the_settings_of_a_restored_server_name_the_moment_in_utc(tmp_path: Path) -> None:
    settings = recovery_settings(Path("/it's"), NOW)
    assert "recovery_target_time = '2026-05-02 03:00:00.000000+00'" in settings
    assert "recovery_target_action = 'promote'" in settings
    assert """restore_command = 'test -f ''/it''"''"''s/wal''/%f.gz""" in settings
    assert "recovery_target_time " not in recovery_settings(tmp_path, None)


def test_no_backup_is_made_without_a_folder_for_it(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = floor.file(tmp_path, database="lasting")
    assert main(["floor", "backup", "--config", str(file), "--lang", "en"]) == 2
    assert "name no folder for backups" in capsys.readouterr().err
