"""``dealer-console kiosk``: a machine that starts a table's console by itself and shows nothing else.

``install`` writes a unit of systemd and has it start with the machine, ``remove`` ends that, ``status`` says
how it stands. ``--dry-run`` only prints what would be written and run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

from console.arguments import BAD_ARGUMENTS, PROGRAM, OneLine, system_language
from console.config import ConfigError, load_config
from console.setup.environment import ROOT
from console.setup.kiosk_unit import NEEDED, UNIT, USER, Kiosk, Step, installed, removed
from console.words import Words
from console.words.locales import LANGUAGES

_COMMAND: Final = f"{PROGRAM} kiosk"
FAILED: Final = 1

Run = Callable[[Sequence[str]], "tuple[int, str]"]
"""Runs a command: its exit status and what it said."""


class KioskError(Exception):
    """What keeps a machine from being made a kiosk: a phrase and its slots."""

    def __init__(self, key: str, **slots: object) -> None:
        """Name the phrase."""
        super().__init__(key)
        self.key, self.slots = key, slots


def ran(command: Sequence[str]) -> tuple[int, str]:
    """Run a command of the system."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def main(argv: Sequence[str], run: Run = ran, root: Path = Path("/")) -> int:
    """Install, remove, or say how it stands; 2 with one line for what can't be, 1 where a command failed."""
    parser = OneLine(_COMMAND, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    asked = commands.add_parser("install", help="start a table's console with this machine")
    asked.add_argument("--table", type=Path, required=True, metavar="TOML", help="the table's file")
    asked.add_argument("--dry-run", action="store_true", help="only print what would be done")
    ended = commands.add_parser("remove", help="start it no more; all that it wrote stays")
    ended.add_argument("--dry-run", action="store_true", help="only print what would be done")
    commands.add_parser("status", help="whether it is installed, and runs")
    for each in commands.choices.values():
        each.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of what is said")
    given = parser.parse_args(argv)
    words = Words(given.lang)
    try:
        if given.command == "status":
            return _status(words, run, root)
        steps = removed(root) if given.command == "remove" else _installed(given.table, run, root)
        if given.dry_run:
            _print(steps, words)
            return 0
        _check()
        _take(steps, run)
    except KioskError as error:
        print(f"{_COMMAND}: {words.text(error.key, **error.slots)}", file=sys.stderr)
        return FAILED if error.key == "kiosk.failed" else BAD_ARGUMENTS
    except ConfigError as error:
        print(f"{_COMMAND}: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    print(words.text(f"kiosk.{given.command}", unit=UNIT, user=USER))
    return 0


def _installed(table: Path, run: Run, root: Path) -> Sequence[Step]:
    """Raises ConfigError where the table's file can't be used."""
    config = load_config(table)
    checkout = (ROOT / "pyproject.toml").exists()
    command = (sys.executable, "-m", "console", "--table", str(table.absolute()))
    kept = (file.absolute().parent for file in (config.journal, config.people, config.pepper) if file)
    own = (user_data_path(PROGRAM, appauthor=False), user_config_path(PROGRAM, appauthor=False))
    beside = sorted({folder for folder in kept if not any(map(folder.is_relative_to, own))})
    kiosk = Kiosk(table.absolute(), command, ROOT if checkout else Path("/"), tuple(beside))
    has_user, _ = run(("id", "-u", USER))
    return installed(kiosk, has_user=has_user == 0, root=root)


def _check() -> None:
    """Raises KioskError where it can't be installed here, or not by this user."""
    if sys.platform != "linux":
        raise KioskError("kiosk.not_linux")
    for program, package in NEEDED.items():
        if shutil.which(program) is None:
            raise KioskError("kiosk.missing", program=program, package=package)
    if os.geteuid() != 0:
        raise KioskError("kiosk.not_root")


def _take(steps: Sequence[Step], run: Run) -> None:
    """Take the steps in their order. Raises KioskError with what the first said that failed."""
    for step in steps:
        try:
            if step.file is not None and step.text:
                step.file.parent.mkdir(parents=True, exist_ok=True)
                step.file.write_text(step.text, "utf-8")
                step.file.chmod(0o644)
            elif step.file is not None:
                step.file.unlink(missing_ok=True)
        except OSError as error:
            raise KioskError("kiosk.failed", program=step.file, said=error.strerror or error) from error
        status, said = run(step.run) if step.run else (0, "")
        if status:
            raise KioskError("kiosk.failed", program=" ".join(step.run), said=said)


def _print(steps: Sequence[Step], words: Words) -> None:
    for step in steps:
        if step.run:
            print(words.text("kiosk.would_run", line=" ".join(step.run)))
        else:
            print(words.text("kiosk.would_write" if step.text else "kiosk.would_delete", file=step.file))
            print(step.text)


def _status(words: Words, run: Run, root: Path) -> int:
    """0 where it is installed and runs."""
    is_there = (root / "etc/systemd/system" / UNIT).exists()
    enabled, active = (run(("systemctl", asked, UNIT))[1] or "–" for asked in ("is-enabled", "is-active"))
    if not is_there:
        print(words.text("kiosk.none", unit=UNIT))
        return FAILED
    print(words.text("kiosk.status", unit=UNIT, enabled=enabled, active=active))
    return 0 if active == "active" else FAILED
