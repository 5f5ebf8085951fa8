"""A machine is made a kiosk by steps that can be read beforehand, and is one no more by as many."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from console.commands.machine import kiosk as command
from console.commands.machine.kiosk import main
from console.setup.kiosk_unit import GROUPS, HOME, UNIT, USER, Kiosk, unit
from console.words import LANGUAGES, Words

PLACE = Path("etc/systemd/system") / UNIT


class Machine:
    """It runs nothing, and remembers what it was to run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[str] = []
        self.says: dict[str, tuple[int, str]] = {f"id -u {USER}": (1, "no such user")}

    def run(self, line: Sequence[str]) -> tuple[int, str]:
        self.ran.append(" ".join(line))
        return self.says.get(self.ran[-1], (0, ""))

    def does(self, *argv: str) -> int:
        return main([*argv, "--lang", "en"], self.run, self.root)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(command, "_check", lambda: None)
    return Machine(tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table 7.toml"
    where = f'journal = "{tmp_path / "kept" / "t7.db"}"\n[[device]]\nrole = "shoe"\nurl = "/dev/ttyUSB0"\n'
    file.write_text('name = "Table 7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "de"\n' + where, "utf-8")
    return file


def test_a_dry_run_prints_every_step_and_does_none(
    machine: Machine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.does("install", "--table", str(table), "--dry-run") == 0
    said = capsys.readouterr().out
    assert f"useradd --system --create-home --home-dir {HOME}" in said and ",".join(GROUPS) in said
    assert f"systemctl enable {UNIT}" in said and "ExecStart=" in said
    assert machine.ran == [f"id -u {USER}"] and not (machine.root / PLACE).exists()


def test_it_is_installed_once_and_a_user_that_is_there_is_kept(machine: Machine, table: Path) -> None:
    assert machine.does("install", "--table", str(table)) == 0
    assert [line.split()[0] for line in machine.ran] == ["id", "useradd", *["systemctl"] * 3]
    written = (machine.root / PLACE).read_text("utf-8")
    assert f'--table "{table}"' in written and f"User={USER}" in written and "Restart=always" in written
    assert f"ReadWritePaths={HOME} {table.parent / 'kept'}" in written
    machine.says[f"id -u {USER}"] = (0, "997")
    machine.ran.clear()
    assert machine.does("install", "--table", str(table)) == 0
    assert not any("useradd" in line for line in machine.ran)


def test_what_was_installed_is_removed_and_what_the_console_wrote_stays(
    machine: Machine, table: Path
) -> None:
    assert machine.does("install", "--table", str(table)) == 0
    machine.ran.clear()
    assert machine.does("remove") == 0
    assert not (machine.root / PLACE).exists()
    assert machine.ran == [f"systemctl disable --now {UNIT}", "systemctl daemon-reload"]


def test_a_step_that_fails_is_told_with_its_reason_and_the_next_are_not_taken(
    machine: Machine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.says["systemctl daemon-reload"] = (1, "System has not been booted with systemd")
    assert machine.does("install", "--table", str(table)) == 1
    assert "not been booted with systemd" in capsys.readouterr().err
    assert machine.ran[-1] == "systemctl daemon-reload"


def test_a_table_that_cannot_start_makes_no_kiosk(
    machine: Machine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(table.read_text("utf-8").replace('"lt"', '"xx"'), "utf-8")
    assert machine.does("install", "--table", str(table)) == 2
    assert "rules" in capsys.readouterr().err and not (machine.root / PLACE).exists()


def test_how_it_stands_is_said_in_every_language(
    machine: Machine, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        assert main(["status", "--lang", language], machine.run, machine.root) == 1
        assert Words(language).text("kiosk.none", unit=UNIT) in capsys.readouterr().out
    machine.does("install", "--table", str(table))
    machine.says |= {
        f"systemctl is-enabled {UNIT}": (0, "enabled"),
        f"systemctl is-active {UNIT}": (0, "active"),
    }
    capsys.readouterr()
    assert machine.does("status") == 0
    assert capsys.readouterr().out == f"{UNIT}: enabled, active\n"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd checks its own units")
def test_systemd_finds_no_fault_in_the_unit_and_calls_it_safe(tmp_path: Path) -> None:
    command = ("/usr/bin/python3", "-m", "console", "--table", "/srv/a table, 100 % $HOME.toml")
    file = tmp_path / UNIT
    file.write_text(unit(Kiosk(Path("/srv/t.toml"), command, Path("/"), ()), cage="/usr/bin/env"), "utf-8")
    checked = subprocess.run(
        ("systemd-analyze", "verify", str(file)), capture_output=True, text=True, check=False
    )
    ours = [line for line in checked.stderr.splitlines() if UNIT in line and "is not executable" not in line]
    assert ours == []
    line = ("systemd-analyze", "security", "--offline=yes", str(file))
    told = subprocess.run(line, capture_output=True, text=True, check=False).stdout
    exposure = float(told.split("Overall exposure level")[1].split(":")[1].split()[0])
    assert exposure < 4, "a service of a desktop is at 9 without these"
