"""`dealer-console floor` without a window, as an administrator uses it on a house's own server."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import psycopg
import pytest

from console.base.words import Words
from console.cli import main
from console.floor import operation
from console.floor.blocks import open_days, unpack
from console.floor.blocks import pack as packed_block
from console.floor.commands.server_session import database_message, table_name
from console.floor.embedded import DATABASE, SUPERUSER, Server
from console.floor.errors import NoServer
from console.floor.shipper import Shipper
from console.floor.table_side.account import account_of
from console.table.journal import Batch
from tests.floor.conftest import QUICK, Command
from tests.floor.studio_server import EMPTY, T1, FloorServer, journal, new_floor
from tests.floor.test_blocks import is_yesterdays
from tests.floor.test_copies import ship_all
from tests.floor.test_troubles import full_disk
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.sources import ROOT

ADD = ("add-table", "T9", "--studio", "Riga", "--game", "roulette", "--rules", "lt", "--room", "Blue")


def test_an_account_without_the_right_is_sent_to_an_administrators_file() -> None:
    refused = psycopg.errors.InsufficientPrivilege("permission denied for table diary_chain")
    assert database_message(refused, Words("de")) == Words("de").text("floor.database.rights")


@pytest.mark.parametrize("name", ["Ratas\u200b9", "T\u0430ble 7"])
def test_a_table_whose_name_looks_like_anothers_joins_no_floor(name: str) -> None:
    with pytest.raises(ValueError, match="^" + name):
        table_name(name)
    assert table_name(" VIPテーブル ") == "VIPテーブル"


def test_a_missing_backup_is_refused_in_the_persons_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    assert main(["floor", "restore", str(gone), "--to", str(tmp_path / "to"), "--lang", "is"]) == 2
    said = capsys.readouterr().err
    assert Words("is").text("journal.not_there", file=gone) in said and "Errno" not in said


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A socket's path is short, and a test's own folder may not be."""
    with TemporaryDirectory(prefix="f-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # a server that root starts runs as nobody
        yield Path(folder)


@pytest.mark.sweep
@pytest.mark.skipif(os.geteuid() != 0, reason="only root's server runs from a copy of the programs")
def test_a_copy_of_the_programs_that_lacks_a_file_is_made_again(short_folder: Path) -> None:
    server = Server(short_folder / "floor", QUICK)
    server._own(server.folder)
    server._copy_programs()
    template = server._programs / "share/postgresql/postgres.bki"
    size = template.stat().st_size
    shutil.rmtree(template.parent)
    server._copy_programs()
    assert template.stat().st_size == size
    template.write_bytes(b"cut")
    server._copy_programs()
    assert template.stat().st_size == size
    server._copy_programs()
    assert not server._lacks_programs(), "a whole copy stays"


@pytest.mark.sweep
def test_a_program_that_fails_before_its_log_exists_names_no_log(short_folder: Path) -> None:
    server = Server(short_folder / "floor", QUICK)
    server._own(server.folder)
    if os.geteuid() == 0:
        server._copy_programs()
    with pytest.raises(NoServer) as failed:
        server._run("initdb", "--no-such-option")
    assert failed.value.key == "floor.server.failed_early" and "\n" not in str(failed.value.slots["said"])
    (server.folder / "server.log").touch()
    with pytest.raises(NoServer) as failed:
        server._run("initdb", "--no-such-option")
    assert failed.value.key == "floor.server.failed"


@pytest.mark.sweep
@pytest.mark.parametrize("reader", [["head", "-1"], ["cat"]])
def test_a_reader_of_one_line_alone_makes_no_table_and_loses_no_token(
    command: Command, floor: FloorServer, tmp_path: Path, reader: list[str]
) -> None:
    command("tables")  # this run writes the file
    line = [sys.executable, "-m", "console", "floor", *ADD, "--config", str(tmp_path / "floor.toml")]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as adding:
        assert adding.stdout is not None and adding.stderr is not None
        with subprocess.Popen(reader, stdin=adding.stdout, stdout=subprocess.PIPE, text=True) as reads:
            adding.stdout.close()
            read = reads.communicate()[0]
        told = adding.stderr.read().decode()
    made = floor.admin.execute("SELECT FROM pg_roles WHERE rolname = %s", (account_of("T9"),)).fetchone()
    if reader == ["cat"]:
        assert (adding.returncode, len(read.splitlines()[-1]), made) == (0, 43, ())
    else:
        assert len(read.splitlines()) == 1 and made is None
        assert adding.returncode != 0 and "nothing was changed" in told


def hashed_token(floor: FloorServer, account: str) -> str:
    row = floor.admin.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (account,)).fetchone()
    assert row is not None
    return str(row[0])


def test_a_table_is_made_known_and_its_token_is_shown_once_and_kept_nowhere(
    command: Command, floor: FloorServer
) -> None:
    status, output = command(*ADD)
    *_, token, lost = output.splitlines()
    assert (status, len(token)) == (0, 43)
    assert "‘floor new-token’ makes another" in lost, "on standard error: a pipe may take one line alone"
    assert "T9 now belongs to the floor, in studio Riga." in output
    kept = hashed_token(floor, account_of("T9"))
    assert kept.startswith("SCRAM-SHA-256$")
    assert token not in kept
    again = command(*ADD[:-1], "Red")
    assert "known already" in again[1]
    assert len(again[1].splitlines()) == 1
    assert hashed_token(floor, account_of("T9")) == kept
    asked = "SELECT room FROM floor.tables WHERE table_id = 'T9'"
    assert floor.admin.execute(asked.encode()).fetchone() == ("Red",)
    renewed = command(*ADD, "--new-token")[1].splitlines()[-2]
    assert renewed != token
    assert hashed_token(floor, account_of("T9")) != kept


def test_a_windows_account_sees_the_studios_that_it_was_made_for(
    command: Command, floor: FloorServer
) -> None:
    for studio in ("Riga", "Vilnius"):
        status, output = command("add-window", "third", "--studio", studio, "--role", "witness")
        assert status == 0
        assert f"tables of studio {studio}" in output
    (account,) = set(re.findall(r"Account: (\w+)", output))
    asked = "SELECT studio FROM floor.watch WHERE account = %s ORDER BY studio"
    assert floor.admin.execute(asked, (account,)).fetchall() == [("Riga",), ("Vilnius",)]


def test_an_account_that_is_no_administrators_makes_nothing(command: Command, floor: FloorServer) -> None:
    for account in (floor.accounts["T1"], *floor.windows.values()):
        for given in (("schema",), ADD, ("add-window", "x", "--studio", "Riga")):
            status, output = command(*given, account=account)
            assert status == 2, (account, given)
            assert Words("en").text("floor.database.rights") in output
            assert len(output.splitlines()) == 1


def test_an_account_that_lifts_its_own_limits_is_locked_within_five_seconds(
    command: Command, floor: FloorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a wall nobody else looks; the service's clock is the test's."""
    command(*ADD)
    account, passed = account_of("T9"), 0.0

    def sleep(seconds: float) -> None:
        nonlocal passed
        if not passed:  # just after a look
            with floor.account(account) as own:
                own.execute(f"ALTER ROLE {account} SET statement_timeout = 0".encode())
        asked = "SELECT rolcanlogin FROM pg_roles WHERE rolname = %s"
        if floor.admin.execute(asked, (account,)).fetchone() == (False,):
            raise KeyboardInterrupt
        assert passed < 60, "nobody looks"
        passed += seconds

    clock = SimpleNamespace(sleep=sleep, monotonic=lambda: passed)
    monkeypatch.setattr("console.floor.commands.upkeep.time", clock)
    assert command("index", "--stay", account=floor.windows["indexer"])[0] == 0
    assert passed == 5.0
    assert command("new-token", "T9")[0] == 0


def test_an_index_that_stays_goes_on_when_a_server_that_was_away_is_back(
    command: Command, floor: FloorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its waits: it is indexed up, away for two tries, indexed up on a connection of its own."""
    account, waits = floor.windows["indexer"], 0

    def sleep(_: float) -> None:
        nonlocal waits
        waits += 1
        if waits == 4:
            raise KeyboardInterrupt
        if waits == 1:
            asked = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s"
            assert floor.admin.execute(asked, (account,)).fetchall() == [(True,)]
        floor.admin.execute(f"ALTER ROLE {account} {'LOGIN' if waits > 2 else 'NOLOGIN'}".encode())

    clock = SimpleNamespace(sleep=sleep, monotonic=time.monotonic)
    monkeypatch.setattr("console.floor.commands.upkeep.time", clock)
    status, output = command("index", "--stay", account=account)
    assert (status, output.count("is not permitted to log in")) == (0, 1)
    assert output.splitlines()[0] == "Every entry is indexed: 0."


def index_while(sleep: Callable[[float], None], file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the index that stays; ``sleep`` is called in place of each of its waits."""
    clock = SimpleNamespace(sleep=sleep, monotonic=time.monotonic)
    monkeypatch.setattr("console.floor.commands.upkeep.time", clock)
    assert main(["floor", "index", "--stay", "--config", str(file), "--lang", "en"]) == 0


@pytest.mark.sweep
def test_an_index_that_stays_goes_on_after_the_death_of_the_server(
    own_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_floor(own_server, "killed") as floor:
        file, waits = indexer_file(floor, tmp_path), itertools.count(1)

        def sleep(_: float) -> None:
            match next(waits):
                case 1:
                    os.kill(own_server.pid, signal.SIGKILL)
                case 3:
                    own_server.start()
                case 5:
                    raise KeyboardInterrupt

        index_while(sleep, file, monkeypatch)
        assert "Every entry is indexed: 0." in capsys.readouterr().out


@pytest.mark.sweep
def test_an_index_that_stays_waits_until_a_full_server_has_room(
    own_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_floor(own_server, "room") as floor, ExitStack() as stack:
        file, waits = indexer_file(floor, tmp_path), itertools.count(1)
        operation.add_studio(floor.admin, "Tallinn")  # the diary has something to write
        stack.enter_context(full_disk(floor))

        def sleep(_: float) -> None:
            match next(waits):
                case 2:
                    stack.close()
                case 4:
                    raise KeyboardInterrupt

        index_while(sleep, file, monkeypatch)
        printed = capsys.readouterr()
        assert "Every entry is indexed: 0." in printed.out and "No space left" in printed.err


def indexer_file(floor: FloorServer, folder: Path) -> Path:
    file = folder / "floor.toml"
    file.write_text(
        f'studio = "Riga"\n[floor]\naddress = "{floor.server.sockets}"\n'
        f'database = "{floor.admin.info.dbname}"\naccount = "{floor.windows["indexer"]}"\n',
        "utf-8",
    )
    file.chmod(0o600)
    return file


def test_the_schema_is_made_once_and_said_by_its_version(command: Command) -> None:
    assert command("schema") == command("schema")
    assert re.fullmatch(r"The floor server’s database is ready, version \d+\.\n", command("schema")[1])


@pytest.mark.sweep
def test_without_a_file_it_is_this_machines_own_floor_which_ends_with_the_command(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that was there before stays."""
    monkeypatch.setattr("console.floor.embedded.own_folder", lambda: server.folder)
    assert main(["floor", "schema", "--lang", "en"]) == 0
    assert server.is_running
    monkeypatch.setattr("console.floor.embedded.own_folder", lambda: tmp_path / ("deep" * 20))
    assert main(["floor", "verify", "--lang", "en"]) == 2
    printed = capsys.readouterr().err
    assert "is too long for the database’s socket" in printed
    (most,) = re.findall(r"at most (\d+) characters", printed)
    Server(Path("/", "a" * (int(most) - 1)))  # the message gives this length as short enough
    with pytest.raises(NoServer):
        Server(Path("/", "a" * int(most)))


def test_a_server_that_was_never_made_is_not_running() -> None:
    with TemporaryDirectory(prefix="f-") as folder:  # a socket's path is short, and a test's own may not be
        assert not Server(Path(folder, "f")).is_running


@pytest.mark.sweep
def test_a_servers_folder_may_have_a_space_and_an_apostrophe_in_its_name() -> None:
    with TemporaryDirectory(prefix="f-") as folder:
        Path(folder).chmod(0o711)  # a server that root starts runs as nobody
        server = Server(Path(folder, "Zoë's floor"), QUICK)
        try:
            server.start()
            with psycopg.connect(f"{server.dsn} user={SUPERUSER}") as connection:
                assert connection.info.dbname == DATABASE
        finally:
            server.stop(at_once=True)


@pytest.mark.sweep
def test_a_server_starts_again_where_its_number_is_another_processs(
    own_server: Server,
) -> None:
    mark = Path(own_server.folder, "data", "postmaster.pid")
    lines = mark.read_text("ascii").splitlines(keepends=True)
    own_server.stop(at_once=True)
    user = "nobody" if os.geteuid() == 0 else None
    with subprocess.Popen(("sleep", "600"), user=user) as other:
        try:
            mark.write_text("".join((f"{other.pid}\n", *lines[1:])), "ascii")
            assert own_server.has_ended and not own_server.is_running
            own_server.start()
            assert own_server.is_running and other.poll() is None
        finally:
            other.kill()


def ship_journal(floor: FloorServer, folder: Path, entries: int) -> None:
    with journal(folder / "journal.db", entries):
        shipper = Shipper(folder / "journal.db", floor.door(), None)
        while shipper.step():
            pass


def test_every_chain_is_recomputed_from_the_floors_entries(
    command: Command, floor: FloorServer, tmp_path: Path
) -> None:
    ship_journal(floor, tmp_path, 60)
    whole = r"T1, part 1: complete up to entry 60.\nThe diary: complete up to entry \d+.\n"
    for account in (SUPERUSER, floor.windows["supervisor"]):
        status, output = command("verify", account=account)
        assert status == 0
        assert re.fullmatch(whole + "Everything that the floor server stores is consistent.\n", output)
    assert command("verify", "T2")[1] == "Everything that the floor server stores is consistent.\n"


@pytest.mark.parametrize(
    ("done", "text"),
    [
        (
            "UPDATE floor.entry SET packed = packed || 'x' WHERE number = 7",
            "do not lead to the last chain value",
        ),
        ("DELETE FROM floor.entry WHERE number = 7", "entry 7 is missing"),
        ("DELETE FROM floor.entry WHERE number > 55", "entry 56 is missing"),
        ("UPDATE floor.journal SET chain = sha256(chain)", "do not lead to the last chain value"),
        ("UPDATE floor.journal SET heading = replace(heading, 'T1', 'T8')", "what the journal says about"),
        ("UPDATE floor.entry SET kind = 'noted' WHERE number = 7", "kind, time or day of entry 7"),
        ("UPDATE floor.entry SET at = at + interval '1 s' WHERE number = 7", "kind, time or day of entry 7"),
        ("UPDATE floor.entry SET day = day + 1 WHERE number = 7", "kind, time or day of entry 8"),
    ],
)
def test_every_change_in_the_database_is_found(
    command: Command, floor: FloorServer, tmp_path: Path, done: str, text: str
) -> None:
    ship_journal(floor, tmp_path, 60)
    floor.admin.execute(done.encode())
    status, output = command("verify")
    assert status == 1
    assert f"T1, part 1: {text}" in output or text in output
    assert "Not everything that the floor server stores is consistent." in output


def test_an_unknown_tables_name_is_an_error(command: Command, floor: FloorServer, tmp_path: Path) -> None:
    ship_journal(floor, tmp_path, 5)
    status, output = command("verify", "T1", "NOSUCH\x1b[2J\u202e")
    assert status == 2
    assert "the floor server knows no table NOSUCH<U+001B>[2J<U+202E>." in output
    assert "\u202e" not in output


def test_a_table_that_was_taken_out_of_the_list_is_found(
    command: Command, floor: FloorServer, tmp_path: Path
) -> None:
    ship_journal(floor, tmp_path, 5)
    floor.admin.execute("UPDATE floor.journal SET table_id = 'T7'; UPDATE floor.entry SET table_id = 'T7'")
    status, output = command("verify")
    assert status == 1
    assert "T7: entries of this table are stored, but it is not in the list of tables." in output


def test_an_entry_whose_bytes_are_gone_is_named(command: Command, floor: FloorServer, tmp_path: Path) -> None:
    ship_journal(floor, tmp_path, 30)
    floor.admin.execute(
        "UPDATE floor.entry SET packed = NULL, digest = sha256(packed) WHERE number IN (7, 20)"
    )
    assert "Entries of which only the digest is stored: 2 (7, 20)." in command("verify")[1]


def test_a_byte_that_was_changed_in_a_block_is_called_that(
    command: Command, floor: FloorServer, tmp_path: Path
) -> None:
    ship_journal(floor, tmp_path, 1_100)
    is_yesterdays(floor, 3)
    command("close-days")
    row = floor.admin.execute(b"SELECT entries FROM floor.block WHERE block = 1").fetchone()
    assert row is not None
    held = unpack(row[0])
    changed = held[5]
    assert isinstance(changed, bytes)
    held[5] = changed[:60] + b"x" + changed[61:]
    floor.admin.execute(b"UPDATE floor.block SET entries = %b WHERE block = 1", (packed_block(held),))
    status, output = command("verify")
    assert status == 1
    assert "T1, part 1: entry 1030 in its packed block is not as it was packed" in output


@pytest.mark.sweep
def test_days_that_are_over_are_packed_and_are_proved_as_before(
    command: Command, floor: FloorServer, tmp_path: Path
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(1_300)[1]
    with opened(path, T1, FIRST) as kept:
        for first, last, back in ((0, 1_100, 3), (1_100, 1_200, 1), (1_200, 1_300, 0)):
            kept.append(every[first:last])
            ship_all(floor, path)
            if back:
                is_yesterdays(floor, back)
    status, output = command("close-days")
    assert status == 0
    assert " is packed. Entries: 1100; blocks: 2." in output
    whole = "T1, part 1: complete up to entry 1300."
    assert whole in command("verify", account=floor.windows["supervisor"])[1]
    assert "Entries: 100; blocks: 1." in command("close-days", "--keep", "1")[1]
    assert command("close-days", "--keep", "1") == (0, "There is no day left to pack.\n")
    assert whole in command("verify")[1]
    other = "(SELECT entries FROM floor.block WHERE block = 0)"
    floor.admin.execute(f"UPDATE floor.block SET entries = {other} WHERE block = 1".encode())
    assert command("verify")[0] == 1


def test_verify_names_the_place_of_each_dispute(command: Command, floor: FloorServer) -> None:
    door = floor.door()
    door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    door.ship(1, EMPTY, Batch(1, bytes(32)))
    status, output = command("verify")
    assert status == 1
    assert re.search(
        r"T1, part 1: the table sent entry 0 again with different content \(20[-0-9]+ [:0-9]+\)\.", output
    )
    last = "T1: a hundred differences of one kind are open, and 2 more were only counted."
    assert last not in output
    floor.admin.execute(
        "INSERT INTO floor.dispute SELECT 'T1', i, clock_timestamp(), 'forked', 0, '', ''"
        " FROM generate_series(2, 102) AS i"
    )
    assert last in command("verify")[1]
    assert last in command("verify", account=floor.windows["supervisor"])[1]


def test_the_index_of_entries_is_built_and_rebuilt(
    command: Command, floor: FloorServer, tmp_path: Path
) -> None:
    ship_journal(floor, tmp_path, 40)
    assert command("index") == (0, "Every entry is indexed: 40.\n")
    assert command("index", "--rebuild", "T1") == (0, "Every entry is indexed: 40.\n")
    floor.admin.execute("DELETE FROM floor.entry WHERE number = 30")
    status, output = command("index", "--rebuild")
    assert (status, output.partition(".")[0]) == (1, "Indexed entries: 29 of 40")
    assert command("index", account=floor.accounts["T1"])[0] == 2


def test_a_floor_without_a_window_has_its_coming_week_made_by_the_daily_timer(
    command: Command, floor: FloorServer
) -> None:
    last = open_days(floor.admin)[-1]
    floor.admin.execute(f"DROP TABLE floor.entry_{last:%Y%m%d}".encode())
    assert command("close-days") == (0, "There is no day left to pack.\n")
    assert open_days(floor.admin)[-1] == last


def test_a_database_without_tables_names_the_command_that_prepares_it(
    floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = floor.file(tmp_path, database="postgres")
    assert main(["floor", "tables", "--config", str(file), "--lang", "en"]) == 2
    assert "make the floor: dealer-console floor schema" in capsys.readouterr().err


def test_on_the_computer_of_floor_install_its_file_is_the_one_that_is_meant(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = floor.file(tmp_path)
    monkeypatch.setattr("console.floor.configuration.ADMINISTRATOR", file)
    assert main(["floor", "tables", "--lang", "en"]) == 0
    assert "T1" in capsys.readouterr().out


def test_a_server_that_knows_another_user_names_that_user() -> None:
    refused = psycopg.OperationalError('FATAL:  Peer authentication failed for user "postgres"')
    assert "su - postgres" in database_message(refused, Words("en"))
    assert "no room" in database_message(psycopg.OperationalError("no room"), Words("en"))


@pytest.mark.parametrize("look", ["doctor", "tables", "windows", "accounts", "diary"])
def test_a_look_at_a_computer_without_a_floor_says_so_and_makes_none(
    look: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bare = tmp_path_factory.mktemp("bare")  # the test's own name would be too long for a socket's path
    monkeypatch.setattr("console.floor.embedded.own_folder", lambda: bare / "floor")
    monkeypatch.setattr("console.floor.configuration.ADMINISTRATOR", bare / "admin.toml")
    assert main(["floor", look, "--lang", "en"]) == 2
    printed = capsys.readouterr()
    assert Words("en").text("floor.server.none") in printed.err and printed.out == ""
    assert not [*bare.iterdir()]
