"""A floor is run by words: studios, tables, windows and tokens, added, moved, ended and listed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from console import __version__
from console.base.system import put_whole
from console.cli import main
from console.floor import operation
from console.floor.configuration import load_floor
from console.floor.embedded import SUPERUSER, Server
from console.floor.host.server_files import witness_units
from console.floor.self_report import SelfReport, TableStanding
from console.table.journal import Batch
from tests.floor.conftest import Command
from tests.floor.studio_server import BEGUN, EMPTY, JONAS, FloorServer, new_floor, send_report

OF = ("--game", "roulette", "--rules", "lt")


@pytest.fixture(scope="module")
def operated(server: Server) -> Iterator[FloorServer]:
    """A floor of its own: what there is on it changes."""
    with new_floor(server, "operated") as found:
        yield found


@pytest.fixture
def house(operated: FloorServer) -> Iterator[FloorServer]:
    """It, with nothing open."""
    yield operated
    operated.disconnect()


@pytest.fixture
def command(house: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """A command by the administrator's account; its exit status, and all that it said."""

    def run(*given: str, account: str = SUPERUSER) -> tuple[int, str]:
        file = house.file(tmp_path, account)
        status = main(["floor", *given, "--config", str(file), "--lang", "en"])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def entries_of(text: str, relation: str) -> list[tuple[object, object]]:
    """The diary's entries on a list: what was done, and the row as it is now."""
    return [(each["done"], each["row"]) for each in objects(text) if each["relation"] == relation]


def test_two_studios_have_a_table_of_one_name_each_with_its_own_history(
    command: Command, house: FloorServer, tmp_path: Path
) -> None:
    first, second = (command("add-table", "R4", "--studio", studio, *OF)[1] for studio in ("Riga", "Vilnius"))
    assert "\ntable = " not in first
    section = second.partition("file:\n")[2].partition("\nThe token")[0]
    lines = tomllib.loads(section)["floor"]
    assert lines["table"] == "Vilnius/R4"
    assert lines["password_file"] == "R4.token"
    riga, vilnius = (operation.table_of_name(house.admin, "R4", studio) for studio in ("Riga", "Vilnius"))
    house.accounts.update({riga.table: riga.account, vilnius.table: vilnius.account})
    house.door("R4").ship(1, EMPTY, Batch(1, EMPTY.digest))
    assert [held.part for held in house.door("R4").hello()] == [1]
    assert house.door("Vilnius/R4").hello() == []
    status, output = command("retire-table", "R4")
    assert status == 2
    assert "several studios have a table R4: Riga, Vilnius" in output


def test_an_unknown_studio_is_refused_with_the_known_ones(command: Command) -> None:
    for given in (
        ("add-table", "B1", "--studio", "Rgia", *OF),
        ("add-window", "pit", "--studio", "Rgia"),
        ("move-table", "T1", "--to", "Rgia"),
    ):
        status, output = command(*given)
        assert status == 2, given
        assert "knows no studio Rgia, only: Riga, Vilnius" in output
    assert command("add-studio", "Tallinn") == (0, "Studio Tallinn is now known to the floor server.\n")
    assert command("add-studio", "Tallinn")[1] == "Studio Tallinn was known already.\n"


def test_a_table_is_moved_and_renamed_with_all_that_it_sent(command: Command, house: FloorServer) -> None:
    known = operation.add_table(house.admin, "M1", studio="Riga", game="baccarat", rules="sv")
    house.accounts["M1"] = known.account
    house.door("M1").ship(1, EMPTY, Batch(1, EMPTY.digest))
    after = len(objects(command("diary")[1]))
    assert "M1 now belongs to studio Vilnius" in command("move-table", "M1", "--to", "Vilnius")[1]
    status, output = command("rename-table", "M1", "M2", "--studio", "Vilnius")
    assert (status, 'needs the line table = "M1"' in output) == (0, True)
    assert len(house.door("M1").hello()) == 1, "its id is what it was"
    assert command("move-table", "M1", "--to", "Riga")[0] == 2, "nothing is called so any more"
    operation.add_table(house.admin, "M2", studio="Riga", game="baccarat", rules="sv")
    status, output = command("move-table", "M2", "--studio", "Vilnius", "--to", "Riga")
    assert (status, "studio Riga already has a table M2" in output) == (2, True)
    moved = entries_of(command("diary", "--after", str(after))[1], "tables")
    assert [done for done, _ in moved] == ["update", "update", "insert"]
    assert [row["studio"] for _, row in moved if isinstance(row, dict)] == ["Vilnius", "Vilnius", "Riga"]


def test_a_retired_table_is_on_no_wall_and_cannot_connect_until_it_is_added_again(
    command: Command, house: FloorServer
) -> None:
    known = operation.add_table(house.admin, "Q1", studio="Riga", game="baccarat", rules="sv")
    house.accounts["Q1"] = known.account
    house.door("Q1").ship(1, EMPTY, Batch(1, EMPTY.digest))
    desk = house.desk()
    assert "Q1" in {seen.table for seen in desk.read().tables}
    assert "its account can no longer connect" in command("retire-table", "Q1")[1]
    assert "Q1" not in {seen.table for seen in desk.read().tables}
    with pytest.raises(psycopg.OperationalError), house.account(known.account):
        pass
    status, output = command("new-token", "Q1")
    assert (status, "table Q1 is retired" in output) == (2, True)
    (line,) = [each for each in objects(command("tables", "--json")[1]) if each["name"] == "Q1"]
    assert line["retired"] is not None
    again = command("add-table", "Q1", "--studio", "Riga", *OF)[1]
    assert "was retired and is in use again, with its entries" in again
    assert len(house.door("Q1").hello()) == 1


def test_the_lists_show_when_a_table_was_heard_what_it_sent_and_its_tokens_age(
    command: Command, house: FloorServer
) -> None:
    send_report(house, SelfReport(standing=TableStanding.PLAYING, since=BEGUN, version="0.3.9"))
    command("new-token", "T1")
    house.admin.execute("UPDATE floor.token SET since = since - interval '40 days'")
    (line,) = [each for each in objects(command("tables", "--json")[1]) if each["name"] == "T1"]
    assert (line["studio"], line["entries"], line["version"]) == ("Riga", 0, "0.3.9")
    assert line["heard"] is not None
    text = command("tables", "--studio", "Riga")[1]
    (heads, *rows) = text.splitlines()
    assert heads.split()[:3] == ["Studio", "Table", "Room"]
    (row,) = [each for each in rows if each.split()[1] == "T1"]
    assert row.split()[-4:] == ["0.3.9", "40", "d", "–"]
    house.desk().prepare()
    (line,) = [
        each for each in objects(command("windows", "--json")[1]) if each["account"] == house.windows["boss"]
    ]
    assert (line["name"], line["role"], line["studios"]) == ("operated", "boss", ["Riga"])
    assert str(line["program"]).startswith(f"dealer-console {__version__}")
    lines = objects(command("accounts", "--json")[1])
    (line,) = [each for each in lines if each["account"] == house.windows["boss"]]
    assert line["connected"] == 1
    assert command("accounts")[0] == command("windows")[0] == 0


def test_a_window_is_removed_with_its_account_and_its_entries_stay(
    command: Command, house: FloorServer
) -> None:
    command("add-window", "old pit", "--studio", "Riga")
    account = operation.account_of_window(house.admin, "old pit", "boss")
    with house.account(account) as window:
        window.execute("SELECT floor.shelve('T1', 'clock', 'P1', 'Jonas', 'why', 60)")
        status, output = command("remove-window", "old pit")
        assert (status, f"old pit can no longer connect (account {account})" in output) == (0, True)
        with pytest.raises(psycopg.OperationalError):
            window.execute("SELECT 1")
    assert command("remove-window", "old pit")[0] == 2
    assert account not in command("accounts")[1]
    assert account in command("diary")[1]


def test_a_removed_window_keeps_no_account_of_another_role(command: Command, house: FloorServer) -> None:
    for role in ("boss", "supervisor"):
        command("add-window", "old pit", "--studio", "Riga", "--role", role)
    accounts = [operation.window_account("old pit", role) for role in ("boss", "supervisor")]
    status, output = command("remove-window", "old pit")
    assert (status, [account in output for account in accounts]) == (0, [True, True])
    assert not [each.name for each in operation.windows(house.admin) if each.name == "old pit"]
    status, output = command("remove-window", "old pit")
    assert (status, "no window old pit" in output) == (2, True)


def test_a_removed_role_leaves_the_windows_other_account(command: Command, house: FloorServer) -> None:
    for role in ("boss", "supervisor"):
        command("add-window", "old pit", "--studio", "Riga", "--role", role)
    assert command("remove-window", "old pit", "--role", "supervisor")[0] == 0
    assert [each.role for each in operation.windows(house.admin) if each.name == "old pit"] == ["boss"]
    command("remove-window", "old pit")


def test_a_table_that_is_known_already_is_not_said_to_keep_a_token_that_is_exchanged(
    command: Command,
) -> None:
    given = ("add-table", "Q8", "--studio", "Riga", *OF)
    assert "Account:" in command(*given)[1]
    assert "Its account and its token are kept" in command(*given)[1]
    status, output = command(*given, "--new-token")
    assert (status, "the previous token no longer works" in output, "are kept" in output) == (0, True, False)
    command("retire-table", "Q8")


def test_a_windows_new_token_is_asked_for_by_its_role(command: Command) -> None:
    for role in ("boss", "supervisor"):
        command("add-window", "pit 3", "--studio", "Riga", "--role", role)
    status, output = command("new-token", "pit 3")
    assert (status, "pit 3 is a window. Name its role with --role: boss / supervisor" in output) == (2, True)
    command("remove-window", "pit 3")


def test_an_exchanged_token_ends_the_one_before(command: Command, house: FloorServer) -> None:
    def checked() -> str:
        asked = "SELECT rolpassword FROM pg_authid WHERE rolname = %s"
        return str((house.admin.execute(asked, (house.windows["boss"],)).fetchone() or ("",))[0])

    before = checked()
    status, output = command("new-token", "operated", "--role", "boss")
    assert status == 0 and 43 in map(len, output.splitlines())
    assert checked() != before
    assert command("new-token", "nobody", "--role", "boss")[0] == 2


def test_a_windows_folder_has_all_that_its_machine_needs(
    command: Command, house: FloorServer, tmp_path: Path
) -> None:
    folder = tmp_path / "wall 1"
    people = tmp_path / "people.json"
    people.write_text("{}", "utf-8")
    given = ("add-window", "wall 1", "--studio", "Riga", "--address", str(house.server.sockets))
    status, output = command(*given, "--folder", str(folder))
    assert status == 0
    assert "Nobody can sign in at this window yet" in output
    found = load_floor(folder / "floor.toml")
    assert (found.studio, found.floor.database) == ("Riga", "operated")
    password = found.password()
    assert password is not None
    assert len(password) == 43
    assert password not in output
    with psycopg.connect(found.dsn) as connection:
        assert connection.info.user == operation.window_account("wall 1", "boss")
    assert {each.stat().st_mode & 0o077 for each in (folder, *folder.iterdir())} == {0}
    assert command(*given, "--folder", str(folder))[0] == 2
    assert found.password() == password, "a folder that is not written changes no token"
    again = tmp_path / "again"
    again.mkdir(mode=0o755)
    again.chmod(0o755)
    status, output = command(*given, "--folder", str(again))
    assert again.stat().st_mode & 0o777 == 0o755, "an empty folder, as a stick's, keeps its rights"
    assert {each.stat().st_mode & 0o077 for each in again.iterdir()} == {0}
    assert "it has a new token" in output and load_floor(again / "floor.toml").password() != password
    assert "Its account and its token are kept" in command(*given)[1]


def test_a_folder_that_no_other_computer_could_use_is_not_made(
    command: Command, house: FloorServer, tmp_path: Path
) -> None:
    folder = tmp_path / "wall 2"
    assert command("add-window", "wall 2", "--studio", "Riga", "--folder", str(folder))[0] == 2
    assert not folder.exists() and "wall 2" not in command("windows")[1]


@pytest.mark.parametrize("is_known", [False, True])
def test_an_unreadable_ca_file_changes_no_token_and_leaves_no_folder(
    command: Command, house: FloorServer, tmp_path: Path, is_known: bool
) -> None:
    name, folder = f"wall ca {is_known}", tmp_path / "new" / "wall"
    if is_known:
        command("add-window", name, "--studio", "Riga")
    token = house.admin.execute("SELECT rolname, rolpassword FROM pg_authid ORDER BY 1").fetchall()
    given = ("add-window", name, "--studio", "Riga", "--folder", str(folder), "--address", "db1.example")
    status, output = command(*given, "--ca", str(tmp_path / "nix.pem"))
    assert status == 2 and len(output.splitlines()) == 1 and "nix.pem" in output
    assert not folder.parent.exists()
    assert house.admin.execute("SELECT rolname, rolpassword FROM pg_authid ORDER BY 1").fetchall() == token
    (tmp_path / "ca.pem").write_text("a certificate", "utf-8")
    assert command(*given, "--ca", str(tmp_path / "ca.pem"))[0] == 0
    assert (folder / "ca.pem").read_text("utf-8") == "a certificate"


def test_a_disk_that_takes_no_file_leaves_no_folder_and_no_account(
    command: Command, house: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: Path, content: bytes) -> None:
        if file.name == "floor.toml":
            raise OSError(28, "No space left on device")
        put_whole(file, content)

    monkeypatch.setattr("console.floor.commands.wall_folder.put_whole", refuse)
    given = ("--folder", str(tmp_path / "new"), "--address", "db1.example")
    status, output = command("add-window", "wall full", "--studio", "Riga", *given)
    assert status == 2 and len(output.splitlines()) == 1
    assert not (tmp_path / "new").exists() and "wall full" not in command("windows")[1]


def test_only_a_window_with_sign_in_gets_the_people_file_and_its_pepper(
    command: Command, house: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, place in (("default_path", "people.file"), ("default_pepper", "people.pins")):
        (tmp_path / name).write_text("{}", "utf-8")
        monkeypatch.setattr(f"console.table.{place}.{name}", lambda name=name: tmp_path / name)
    for role, copied in (("boss", {"people.json", "pepper"}), ("witness", set()), ("indexer", set())):
        folder = tmp_path / role
        given = ("--role", role, "--folder", str(folder), "--address", str(house.server.sockets))
        assert command("add-window", "one", "--studio", "Riga", *given)[0] == 0
        assert {each.name for each in folder.iterdir()} & {"people.json", "pepper"} == copied
        command("remove-window", "one", "--role", role)


def test_a_witnesss_folder_has_the_service_and_the_timer_by_which_it_signs(
    command: Command, house: FloorServer, tmp_path: Path
) -> None:
    folder = tmp_path / "notary"
    given = ("--role", "witness", "--folder", str(folder), "--address", str(house.server.sockets))
    status, output = command("add-window", "notary", "--studio", "Riga", *given)
    assert status == 0
    for name, text in witness_units().items():
        assert (folder / name).read_text("utf-8") == text and name in output
    command("remove-window", "notary", "--role", "witness")


def test_two_bosses_actions_at_one_moment_are_two_entries_of_one_chain(house: FloorServer) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from console.floor.witness.diary import check_diary

    before = check_diary(house.admin).number

    def shelve(number: int) -> None:
        with house.account(house.windows["boss"]) as window:
            for each in range(8):
                window.execute(
                    "SELECT floor.shelve('T1', %s, %s, %s, 'why', 60)",
                    (f"alarm {number} {each}", JONAS.id, JONAS.name),
                )

    with ThreadPoolExecutor(4) as four:
        list(four.map(shelve, range(4)))
    found = check_diary(house.admin)
    assert (found.number - before, found.flaws) == (32, ())
