"""An upgrade of the floor's own machines: its server, a wall, a witness; they have no table's file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from console.floor.commands.upgraded_machines import floor_machines, looked_at
from console.floor.configuration import ADMINISTRATOR
from console.floor.embedded import SUPERUSER, Server
from console.floor.host.server_files import STAYS, UNITS, WITNESS
from console.floor.operation import WATCHING
from console.floor.schema import digest, newest_version
from tests.command_lines import run
from tests.commissioning.commands.test_upgrade import UpgradedMachine
from tests.commissioning.software import releases
from tests.floor.studio_server import FloorServer
from tests.floor.test_schema import with_next_step

main = partial(run, "upgrade", floor_machines=floor_machines)


class FloorMachine(UpgradedMachine):
    """A machine with a floor's file in the place of a table."""

    def __init__(self, folder: Path, server: Server, database: str) -> None:
        super().__init__(folder, releases.key_at(folder))
        self.pem = str(releases.pem(folder, self.key.public))
        self.server, self.database = server, database
        self.floor = newest_version()
        self.named: tuple[str, ...] = ()

    def file(self, account: str, file: Path | None = None) -> Path:
        """The file of an account, named to the command or, of a service, where the service has it."""
        made = file or self.folder / "floor.toml"
        made.parent.mkdir(parents=True, exist_ok=True)
        settings = f'address = "{self.server.sockets}"\ndatabase = "{self.database}"\naccount = "{account}"'
        made.write_text(f'studio = "Riga"\n[floor]\n{settings}\n')
        self.named = () if file else ("--config", str(made))
        return made

    def run(self, line: Sequence[str]) -> tuple[int, str]:
        argv = [*line]
        if argv[1:2] != ["upgrade"] or self.says(argv) is not None:
            return super().run(argv)
        named = argv[2:-1]
        self.ran.append(" ".join(("try", *named)))
        looked = [looked_at(Path(each))._asdict() for each in named[1::2]]
        return 0, json.dumps({"schema": self.schema, "floor": self.floor, "tables": [], "floors": looked})

    def does(self, *argv: str) -> int:
        given = (*self.named, "--prefix", str(self.prefix), "--lang", "en")
        return main([*argv, *given], run=self.run, root=self.folder)

    def was_older(self) -> None:
        """Let the version at work be one that knows the schema before this one's at most."""
        now = self.versions.current
        assert now is not None
        now._replace(floor=self.floor - 1).record()


@pytest.fixture
def machine(floor: FloorServer, tmp_path: Path) -> FloorMachine:
    return FloorMachine(tmp_path, floor.server, floor.admin.info.dbname)


@pytest.fixture
def old(floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FloorMachine:
    """A machine of the next version, whose floor is still of this one."""
    with_next_step(monkeypatch)
    return FloorMachine(tmp_path, floor.server, floor.admin.info.dbname)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("role", WATCHING)
def test_a_machine_of_a_window_is_upgraded_and_goes_back(
    machine: FloorMachine, floor: FloorServer, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.file(floor.windows[role])
    assert machine.does(str(machine.bundle("one")), "--key", machine.pem) == 0
    machine.was_older()
    assert machine.does(str(machine.bundle("two"))) == 0 and machine.runs() == "two"
    assert "floor schema" not in capsys.readouterr().out
    assert machine.ran[-1] == f"try --config {machine.folder / 'floor.toml'}"
    assert machine.does("--back") == 0 and machine.runs() == "one", "an older wall goes on at a newer floor"


def test_a_window_waits_for_its_server_and_nothing_is_changed(
    old: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    old.file(floor.windows["boss"])
    assert old.does(str(old.bundle("one")), "--key", old.pem) == 2
    assert "Upgrade the floor server first" in capsys.readouterr().err
    assert old.runs() == "" and not [*old.prefix.glob("versions/*")]


def test_a_server_is_upgraded_by_its_own_file_and_names_what_its_floor_needs(
    old: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """`floor install` made it: no file is named, and the service that stays is to be started again."""
    (there,) = floor.admin.execute("SELECT floor.version()").fetchone() or ()
    old.file(SUPERUSER, old.folder / ADMINISTRATOR.relative_to("/"))
    unit = old.folder / UNITS.relative_to("/") / STAYS
    unit.parent.mkdir(parents=True)
    unit.touch()
    assert old.does(str(old.bundle("one")), "--key", old.pem) == 0
    printed = capsys.readouterr().out
    assert f"systemctl restart {STAYS}" in printed
    assert f"version {there}" in printed and "floor schema" in printed
    assert f"version {newest_version()}" in printed


def test_a_server_goes_back_until_its_database_is_converted(
    old: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    old.file(SUPERUSER)
    assert old.does(str(old.bundle("one")), "--key", old.pem) == 0
    old.was_older()
    assert old.does(str(old.bundle("two"))) == 0
    assert old.does("--back") == 0 and old.does("--back") == 0 and old.runs() == "two"
    floor.admin.execute("INSERT INTO public.floor_version VALUES (%s, %s)", (newest_version(), digest()))
    capsys.readouterr()
    try:
        assert old.does("--back") == 2 and old.runs() == "two"
    finally:
        floor.admin.execute("DELETE FROM public.floor_version WHERE version = %s", (newest_version(),))
    assert "floor restore" in capsys.readouterr().err


def test_a_witness_is_found_by_the_folder_of_its_service(machine: FloorMachine, floor: FloorServer) -> None:
    file = machine.file(floor.windows["witness"], machine.folder / WITNESS.relative_to("/") / "floor.toml")
    assert machine.does(str(machine.bundle("one")), "--key", machine.pem) == 0
    assert machine.ran[-1] == f"try --config {file}"


def test_a_server_that_is_away_and_a_newer_floor_are_named_at_once(
    machine: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = str(machine.bundle("one"))
    machine.database = "nowhere"
    machine.file(SUPERUSER)
    assert machine.does(bundle, "--key", machine.pem) == 2
    assert "nowhere" in capsys.readouterr().err
    machine.database = floor.admin.info.dbname
    machine.file(SUPERUSER)
    floor.admin.execute("INSERT INTO public.floor_version VALUES (999, %s)", (bytes(32),))
    try:
        assert machine.does(bundle, "--key", machine.pem) == 2
    finally:
        floor.admin.execute("DELETE FROM public.floor_version WHERE version = 999")
    assert "999" in capsys.readouterr().err and machine.ran == []


def test_what_the_new_version_says_at_the_floor_ends_the_upgrade(
    machine: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.file(floor.windows["boss"])
    assert machine.does(str(machine.bundle("one")), "--key", machine.pem) == 0
    machine.says = lambda argv: "its database is older" if argv[1:3] == ["upgrade", "--config"] else None
    assert machine.does(str(machine.bundle("two"))) == 1 and machine.runs() == "one"
    assert "its database is older" in capsys.readouterr().err


def test_the_trial_says_which_floor_it_found(
    machine: FloorMachine, floor: FloorServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for account, is_server in ((floor.windows["boss"], False), (SUPERUSER, True)):
        assert main(["--config", str(machine.file(account)), "--try", "--lang", "en"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["floor"], told["tables"]) == (newest_version(), [])
        assert told["floors"] == [{"studio": "Riga", "version": newest_version(), "is_server": is_server}]
