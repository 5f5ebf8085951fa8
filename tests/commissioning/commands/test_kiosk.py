"""A machine is made a kiosk by steps that can be read beforehand, and is one no more by as many."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from console.base.system import HOME, UNIT, USER, Kiosk, first_hidden_file, kiosk_unit, shown_by
from console.base.system.kiosk_unit import GROUPS, unit
from console.base.words import LANGUAGES, Words
from console.commissioning.commands import kiosk as command
from tests.command_lines import run

main = partial(run, "kiosk")

PLACE = Path("etc/systemd/system") / UNIT


class KioskMachine:
    """It runs nothing, and remembers what it was to run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[str] = []
        self.says: dict[str, tuple[int, str]] = {f"id -u {USER}": (1, "no such user")}

    def run(self, line: Sequence[str]) -> tuple[int, str]:
        self.ran.append(" ".join(line))
        return self.says.get(self.ran[-1], (0, ""))

    def does(self, *argv: str) -> int:
        return main([*argv, "--lang", "en"], run=self.run, root=self.root)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KioskMachine:
    monkeypatch.setattr(command, "_check", lambda needed: None)
    return KioskMachine(tmp_path)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table's file where the unit hides nothing, as the tests' own folder mostly is."""
    monkeypatch.setattr(kiosk_unit, "HIDDEN", ("/nowhere",))
    file = tmp_path / "table 7.toml"
    where = f'journal = "{tmp_path / "kept" / "t7.db"}"\n[[device]]\nrole = "shoe"\nurl = "/dev/ttyUSB0"\n'
    file.write_text('name = "Table 7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "de"\n' + where, "utf-8")
    return file


def test_a_dry_run_prints_every_step_and_changes_nothing(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.does("install", "--table", str(table), "--dry-run") == 0
    printed = capsys.readouterr().out
    assert f"useradd --system --create-home --home-dir {HOME}" in printed and ",".join(GROUPS) in printed
    assert f"systemctl enable {UNIT}" in printed and "ExecStart=" in printed
    assert machine.ran == [f"id -u {USER}"] and not (machine.root / PLACE).exists()


def test_whoever_only_prints_the_steps_need_not_see_the_tables_folders(
    machine: KioskMachine, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Any, *args: Any, **known: Any) -> os.stat_result:
        if "kept" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return stat(path, *args, **known)

    stat = os.stat
    monkeypatch.setattr(os, "stat", refused)
    assert machine.does("install", "--table", str(table), "--dry-run") == 0


def test_the_kiosk_is_installed_twice_and_an_existing_user_is_kept(
    machine: KioskMachine, table: Path
) -> None:
    assert machine.does("install", "--table", str(table)) == 0
    assert [line.split()[0] for line in machine.ran] == [
        "id",
        "useradd",
        "install",
        *["runuser"] * 3,
        *["systemctl"] * 3,
    ]
    # systemd starts no service that may write to a folder that does not exist (status 226/NAMESPACE).
    assert machine.ran[2] == f"install -d -m 0700 -o {USER} {table.parent / 'kept'}"
    written = (machine.root / PLACE).read_text("utf-8")
    assert f'--table "{table}"' in written and f"User={USER}" in written and "Restart=always" in written
    assert f"ReadWritePaths={HOME} {table.parent / 'kept'}" in written
    machine.says[f"id -u {USER}"] = (0, "997")
    machine.ran.clear()
    (table.parent / "kept").mkdir()
    assert machine.does("install", "--table", str(table)) == 0
    assert not any(line.startswith(("useradd", "install")) for line in machine.ran)


def test_a_kiosk_of_an_overview_starts_it_by_its_folder_without_a_tables_watchdog(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = table.parent / "pit 1"
    folder.mkdir()
    for name in ("floor.toml", "floor.token", "people.json"):
        (folder / name).touch()
    file = folder / "floor.toml"
    assert machine.does("install", "--config", str(file)) == 0
    written = (machine.root / PLACE).read_text("utf-8")
    assert f'floor --config "{file}"' in written and "Restart=always" in written
    assert "Watchdog" not in written and "Type=notify" not in written
    assert f'ReadWritePaths={HOME} "{folder}"' in written
    assert sum(line.startswith(f"runuser -u {USER} -- test -r {folder}") for line in machine.ran) == 3
    kiosk = shown_by(written)
    assert kiosk is not None and (kiosk.table, kiosk.is_table) == (file, False)
    for wrong in ((), ("--config", str(file), "--table", str(table)), ("--config", str(folder / "no.toml"))):
        capsys.readouterr()
        assert machine.does("install", *wrong) == 2
    assert "no.toml" in capsys.readouterr().err


def test_removing_the_kiosk_keeps_the_consoles_own_files(machine: KioskMachine, table: Path) -> None:
    assert machine.does("install", "--table", str(table)) == 0
    machine.ran.clear()
    assert machine.does("remove") == 0
    assert not (machine.root / PLACE).exists()
    assert machine.ran == [f"systemctl disable --now {UNIT}", "systemctl daemon-reload"]


def test_a_kiosk_is_removed_though_nothing_that_it_needed_is_installed_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = KioskMachine(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda program: program if program == "systemctl" else None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (machine.root / PLACE).parent.mkdir(parents=True)
    (machine.root / PLACE).touch()
    assert machine.does("remove") == 0 and not (machine.root / PLACE).exists()
    capsys.readouterr()


def test_a_failed_step_is_reported_with_its_reason_and_ends_the_installation(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.says["systemctl daemon-reload"] = (1, "System has not been booted with systemd")
    assert machine.does("install", "--table", str(table)) == 1
    assert "not been booted with systemd" in capsys.readouterr().err
    assert machine.ran[-1] == "systemctl daemon-reload"


def test_a_table_that_cannot_start_makes_no_kiosk(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(table.read_text("utf-8").replace('"lt"', '"xx"'), "utf-8")
    assert machine.does("install", "--table", str(table)) == 2
    assert "rules" in capsys.readouterr().err and not (machine.root / PLACE).exists()


@pytest.mark.sweep
def test_kiosk_status_is_printed_in_every_language(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        assert main(["status", "--lang", language], run=machine.run, root=machine.root) == 1
        assert Words(language).text("kiosk.none", unit=UNIT) in capsys.readouterr().out
    machine.does("install", "--table", str(table))
    machine.says |= {
        f"systemctl is-enabled {UNIT}": (0, "enabled"),
        f"systemctl is-active {UNIT}": (0, "active"),
    }
    capsys.readouterr()
    assert machine.does("status") == 0
    assert capsys.readouterr().out == f"{UNIT}: enabled, active\n"


NEEDED = Kiosk(Path("/etc/d/t.toml"), ("/opt/d/bin/python", "--table", "/etc/d/t.toml"), Path("/opt/d"))


@pytest.mark.parametrize("folder", kiosk_unit.HIDDEN)
@pytest.mark.parametrize("what", ["table", "place", "command", "writes", "reads"])
def test_a_file_that_the_unit_hides_is_found_and_another_place_is_named(folder: str, what: str) -> None:
    lies = Path(folder, "ada", "thing")
    changed = {"command": (str(lies), "-m", "console")}.get(
        what, (lies,) if what in ("writes", "reads") else lies
    )
    found = first_hidden_file(NEEDED._replace(**{what: changed}))  # type: ignore[arg-type]
    assert found is not None and (found.file, found.folder) == (lies, folder)
    assert not str(found.place).startswith(kiosk_unit.HIDDEN)
    assert first_hidden_file(NEEDED) is None


def test_a_link_out_of_a_folder_that_is_seen_is_found_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "opt").symlink_to(tmp_path / "ada")
    monkeypatch.setattr(kiosk_unit, "HIDDEN", (str((tmp_path / "ada").resolve()),))
    found = first_hidden_file(NEEDED._replace(place=tmp_path / "opt"))
    assert found is not None and found.file == tmp_path / "opt"


def test_a_table_under_a_home_is_refused_and_nothing_is_written(
    machine: KioskMachine, table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kiosk_unit, "HIDDEN", (str(table.parent),))
    assert machine.does("install", "--table", str(table)) == 2
    printed = capsys.readouterr().err
    assert str(table) in printed and "/etc/dealer-console" in printed
    assert machine.ran == [] and not (machine.root / PLACE).exists()


def test_an_installed_kiosk_that_would_not_find_its_files_says_so(
    machine: KioskMachine, table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.does("install", "--table", str(table)) == 0
    machine.says |= {f"systemctl is-active {UNIT}": (0, "active")}
    assert machine.does("status") == 0
    with monkeypatch.context() as moved:
        moved.setattr(kiosk_unit, "HIDDEN", (str(table.parent),))
        assert machine.does("status") == 1
        assert f"{table} is under" in capsys.readouterr().err
        assert machine.does("remove", "--dry-run") == 0, "what is wrong with it keeps nobody from removing it"
    table.unlink()
    assert machine.does("status") == 1
    assert f"{table} does not exist any more" in capsys.readouterr().err


def test_what_its_user_may_not_read_or_write_is_named(
    machine: KioskMachine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table.parent / "kept").mkdir()
    journal = table.parent / "kept/t7.db"
    journal.touch()
    tried = (("r", table), ("r", journal), ("w", journal), ("w", journal.parent))
    for letter, file in tried:
        asked = f"runuser -u {USER} -- test -{letter} {file}"
        machine.says[asked] = (1, "")
        assert machine.does("install", "--table", str(table)) == 1, asked
        refusal = {"r": f"{USER} can’t read {file}. ", "w": f"{USER} can’t write to {file}. "}[letter]
        assert refusal in capsys.readouterr().err
        assert not (machine.root / PLACE).exists()
        del machine.says[asked]


def test_the_folder_of_a_text_file_that_the_kiosk_makes_is_open_to_its_collector(
    machine: KioskMachine, table: Path
) -> None:
    folder = table.parent / "collected"
    section = f'[monitoring]\ntextfile = "{folder / "t7.prom"}"\n'
    table.write_text(table.read_text("utf-8") + section, "utf-8")
    assert machine.does("install", "--table", str(table)) == 0
    assert machine.ran[2:4] == [
        f"install -d -m 0755 -o {USER} {folder}",
        f"install -d -m 0700 -o {USER} {table.parent / 'kept'}",
    ]


def test_home_is_the_kiosks_own_and_only_what_lies_there_already_is_tried(
    machine: KioskMachine, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "HOME", table.parent)
    people = table.parent / "people.json"
    table.write_text('people = "~/people.json"\n' + table.read_text("utf-8"), "utf-8")
    tried = f"runuser -u {USER} -- test -r {people}"
    assert machine.does("install", "--table", str(table)) == 0 and tried not in machine.ran
    people.touch()
    assert machine.does("install", "--table", str(table)) == 0 and tried in machine.ran


def test_the_home_is_named_once_among_the_folders_that_may_be_written(
    machine: KioskMachine, table: Path
) -> None:
    written = table.read_text("utf-8").replace(f"{table.parent / 'kept'}/t7.db", "~/t7.db")
    table.write_text(written, "utf-8")
    assert machine.does("install", "--table", str(table)) == 0
    assert f"ReadWritePaths={HOME}\n" in (machine.root / PLACE).read_text("utf-8")


def test_a_kiosk_is_read_back_from_its_unit() -> None:
    place = Path("/opt/100 % of $it")
    command = (f"{place}/python", "-m", "console", "--table", "/etc/d/the table.toml")
    kiosk = Kiosk(Path("/etc/d/the table.toml"), command, place, (Path("/srv/a b"),))
    assert shown_by(unit(kiosk)) == kiosk
    lithuanian = kiosk._replace(keyboard="lt(us)", numlock=False)
    assert shown_by(unit(lithuanian)) == lithuanian
    assert " XKB_DEFAULT_LAYOUT=lt XKB_DEFAULT_VARIANT=us\n" in unit(lithuanian)
    assert shown_by("[Service]\nExecStart=/bin/true\n") is None


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd checks its own units")
def test_systemd_finds_no_fault_in_the_unit_and_calls_it_safe(tmp_path: Path) -> None:
    command = ("/usr/bin/python3", "-m", "console", "--table", "/srv/a table, 100 % $HOME.toml")
    file = tmp_path / UNIT
    file.write_text(unit(Kiosk(Path("/srv/t.toml"), command, Path("/"), ()), cage="/usr/bin/env"), "utf-8")
    checked = subprocess.run(
        ("systemd-analyze", "verify", str(file)), capture_output=True, text=True, check=False
    )
    ours = [line for line in checked.stderr.splitlines() if UNIT in line]
    ours = [
        line for line in ours if "is not executable" not in line and "seatd.service not found" not in line
    ]
    assert ours == []
    line = ("systemd-analyze", "security", "--offline=yes", str(file))
    done = subprocess.run(line, capture_output=True, text=True, check=False).stdout
    exposure = float(done.split("Overall exposure level")[1].split(":")[1].split()[0])
    assert exposure < 2.5, "a service of a desktop is at 9 without these"
