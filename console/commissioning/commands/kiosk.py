"""``dealer-console kiosk``: a machine that starts only a table's console, or an overview, by itself.
``install`` writes a unit of systemd that starts with the machine, ``remove`` ends that, ``status`` prints the
state. ``--dry-run`` only prints what would be written and run.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import BAD_ARGUMENTS, PROGRAM, Arg, Lang, of_file, print_refusal
from console.base.errors import WordedError
from console.base.setup import ROOT, by_link
from console.base.system import (
    HOME,
    NEEDED,
    UNIT,
    USER,
    Kiosk,
    Run,
    SetupStep,
    first_hidden_file,
    install_steps,
    ran,
    removal_steps,
    shown_by,
)
from console.base.words import Words
from console.table.config import ConfigError, FloorConfig, LinkConfig, load_config

_COMMAND: Final = f"{PROGRAM} kiosk"
FAILED: Final = 1


class KioskError(WordedError[object]):
    """The reason why a machine can't be made a kiosk: a phrase and its slots."""


DryRun = Annotated[bool, Arg("option.dry_run")]


def install(
    *,
    table: Annotated[Path | None, Arg("option.table", "TOML")] = None,
    config: Annotated[Path | None, Arg("option.kiosk_overview", "TOML")] = None,
    dry_run: DryRun = False,
    lang: Lang,
    run: Run = ran,
    root: Path = Path("/"),
) -> int:
    """Install the kiosk. Returns 2, with a line, if that is impossible; 1 if a command failed."""

    def installed(words: Words) -> int:
        if table is not None and config is None:
            kiosk = _of_table(table)
        elif config is not None and table is None:
            kiosk = _of_overview(config)
        else:
            raise KioskError("kiosk.which")
        _check_seen(kiosk)
        has_user, _ = run(("id", "-u", USER))
        steps = install_steps(kiosk, has_user=has_user == 0, root=root)
        return _carried_out("install", steps, words, run, dry_run=dry_run)

    return _said(lang, installed)


def remove(*, dry_run: DryRun = False, lang: Lang, run: Run = ran, root: Path = Path("/")) -> int:
    """Remove it, with the same exit statuses."""
    return _said(lang, lambda words: _carried_out("remove", removal_steps(root), words, run, dry_run=dry_run))


def status(*, lang: Lang, run: Run = ran, root: Path = Path("/")) -> int:
    """Print the state: 0 if it runs, else 1."""
    return _said(lang, lambda words: _status(words, run, root), fails=FAILED)


def _carried_out(command: str, steps: Sequence[SetupStep], words: Words, run: Run, *, dry_run: bool) -> int:
    """Take the steps, or print them."""
    if dry_run:
        _print(steps, words)
        return 0
    _check(NEEDED if command == "install" else {"systemctl": NEEDED["systemctl"]})
    _take(steps, run)
    print(words.text(f"kiosk.{command}", unit=UNIT, user=USER))
    return 0


def _said(lang: str, command: Callable[[Words], int], *, fails: int = BAD_ARGUMENTS) -> int:
    """Carry a command out; ``fails`` is its exit status on failure."""
    words = Words(lang)
    try:
        return command(words)
    except KioskError as error:
        print(f"{_COMMAND}: {words.text(error.key, **error.slots)}", file=sys.stderr)
        return FAILED if error.key in ("kiosk.failed", "kiosk.unreadable", "kiosk.unwritable") else fails
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))


def _of_table(table: Path) -> Kiosk:
    """The kiosk of a table. Raises ConfigError for an unusable file."""
    with as_its_user():
        config = load_config(table)
    own = [each for each in (config.journal, config.people, config.pepper) if each]
    written = {each.absolute().parent for each in own}
    written |= {config.exports.absolute()} if config.exports else set()
    collected = config.monitoring.textfile.absolute().parent if config.monitoring else None
    written |= {collected} if collected else set()
    beside = sorted(folder for folder in written if not folder.is_relative_to(HOME))
    link, floor = config.link or LinkConfig(""), config.floor or FloorConfig("")
    read = (link.ca, link.token_file, floor.password_file, floor.ca)
    named = (each.absolute() for each in read if each and not each.is_relative_to(HOME))
    # Root may have made one of them, even in the home, with `people add`: its user could not read it.
    made = (each.absolute() for each in own if os.path.exists(each))
    existing = (each for each in (*sorted(written), config.journal.absolute()) if os.path.exists(each))
    place, starts = _program()
    command = (*starts, "--table", str(table.absolute()))
    shown = config.keyboard, config.numlock, collected
    needed = tuple(beside), (*named, *made), (*existing,)
    return Kiosk(table.absolute(), command, place, *needed, *shown)


def _of_overview(file: Path) -> Kiosk:
    """The kiosk of an overview, by a file in the folder of `floor add-window`. Raises KioskError."""
    file = file.absolute()
    if not file.is_file():
        raise KioskError("kiosk.gone", file=file)
    place, starts = _program()
    beside = tuple(each for each in sorted(file.parent.iterdir()) if each.is_file() and each != file)
    command = (*starts, "floor", "--config", str(file))
    return Kiosk(file, command, place, (file.parent,), beside, (file.parent,), is_table=False)


def _program() -> tuple[Path, tuple[str, ...]]:
    """The console's folder, and the words that start it."""
    program = by_link(Path(sys.executable))
    if program is not None:
        return program.parent.parent, (str(program),)
    checkout = (ROOT / "pyproject.toml").exists()
    return ROOT if checkout else Path(__file__).parents[3], (sys.executable, "-m", "console")


@contextmanager
def as_its_user() -> Iterator[None]:
    """Read ``~`` and the defaults of the table's file as the kiosk's own user has them."""
    before = {name: os.environ.pop(name, None) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    os.environ["HOME"] = str(HOME)
    try:
        yield
    finally:
        del os.environ["HOME"]
        os.environ.update({name: value for name, value in before.items() if value is not None})


def _check_seen(kiosk: Kiosk) -> None:
    """Raises KioskError if the unit would hide a file that the console needs."""
    found = first_hidden_file(kiosk)
    if found is not None:
        raise KioskError("kiosk.hidden", file=found.file, hidden=found.folder, place=found.place)


def _check(needed: Mapping[str, str]) -> None:
    """Raises KioskError for a missing program (it names the package), or a user who may not install."""
    if sys.platform != "linux":
        raise KioskError("kiosk.not_linux")
    for program, package in needed.items():
        if shutil.which(program) is None:
            raise KioskError("kiosk.missing", program=program, package=package)
    if os.geteuid() != 0:
        raise KioskError("kiosk.not_root")


def _take(steps: Sequence[SetupStep], run: Run) -> None:
    """Take the steps in order. Raises KioskError with the message of the first that failed."""
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
        status, output = run(step.run) if step.run else (0, "")
        if status and step.tries is not None:
            key = "kiosk.unwritable" if "-w" in step.run else "kiosk.unreadable"
            raise KioskError(key, file=step.tries, user=USER)
        if status:
            raise KioskError("kiosk.failed", program=" ".join(step.run), said=output)


def _print(steps: Sequence[SetupStep], words: Words) -> None:
    for step in steps:
        if step.run:
            print(words.text("kiosk.would_run", line=" ".join(step.run)))
        else:
            print(words.text("kiosk.would_write" if step.text else "kiosk.would_delete", file=step.file))
            print(step.text)


def _status(words: Words, run: Run, root: Path) -> int:
    """0 if the kiosk is installed and runs, and its files exist. Raises KioskError if not."""
    file = root / "etc/systemd/system" / UNIT
    if not file.exists():
        print(words.text("kiosk.none", unit=UNIT))
        return FAILED
    enabled, active = (run(("systemctl", asked, UNIT))[1] or "–" for asked in ("is-enabled", "is-active"))
    print(words.text("kiosk.status", unit=UNIT, enabled=enabled, active=active))
    kiosk = shown_by(file.read_text("utf-8"))
    if kiosk is not None:
        _check_seen(kiosk)
        for needed in (kiosk.table, kiosk.place, Path(kiosk.command[0])):
            if not needed.exists():
                raise KioskError("kiosk.gone", file=needed)
    return 0 if active == "active" else FAILED
