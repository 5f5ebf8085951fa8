"""``dealer-console floor install``: makes a Debian machine a floor's server; every step is printed first.
``--dry-run`` prints each file and command and changes nothing. :mod:`console.floor.host.server_files` knows
the files' contents.
"""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from console.base.command_line import Arg, whole_number, within
from console.base.setup import FINISH, ROOT, by_link
from console.base.system import HIDDEN, Run, ran
from console.base.words import Words
from console.floor.commands.server_session import before_server, floor_name
from console.floor.errors import FloorError

if TYPE_CHECKING:
    from console.floor.host.server_files import Plan

_PROGRAMS: Final = Path("/usr/lib/postgresql")
_DEBIAN_12: Final = 15
"""The PostgreSQL version of Debian 12, if none is installed."""
_MB: Final = 1 << 20
_LONGEST_HOST: Final = 253
_HOST_NAME: Final = re.compile(r"(?:(?!-)[A-Za-z0-9-]{1,63}(?<!-)\.)*(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_MOST_TABLES: Final = 2_000
_MOST_MEMORY: Final = 1 << 30
"""MB; more than any machine has, but a number that PostgreSQL can hold."""
_BACKUPS: Final = Path("/var/backups/dealer-console-floor")


def _network(text: str) -> str:
    return str(ipaddress.ip_network(text))


def _host(text: str) -> str:
    """A name or an address that a certificate can serve. Raises ValueError."""
    if len(text) > _LONGEST_HOST or not _HOST_NAME.fullmatch(text):
        ipaddress.ip_address(text)
    return text


class InstallStep(NamedTuple):
    """A command to run, or a file with its contents; for a key, only that it is made."""

    run: tuple[str, ...] = ()
    file: Path | None = None
    text: str = ""
    owner: str = "root"
    mode: int = 0o644
    is_secret: bool = False


class Installation(NamedTuple):
    studio: Annotated[str, Arg("option.studio", read=floor_name)]
    tables: Annotated[int, Arg("option.sized", "N", whole_number(1, _MOST_TABLES))]
    network: Annotated[tuple[str, ...], Arg("option.network", "NET", _network)]
    host: Annotated[tuple[str, ...], Arg("option.host", "NAME", _host)] = ()
    backups: Annotated[Path, Arg("option.backups_install", "FOLDER")] = _BACKUPS
    memory: Annotated[int | None, Arg("option.memory", "MB", whole_number(1, _MOST_MEMORY))] = None
    ca: Annotated[Path | None, Arg("option.own_certificate", "PEM")] = None
    certificate: Annotated[Path | None, Arg("option.own_certificate", "PEM")] = None
    key: Annotated[Path | None, Arg("option.own_certificate", "PEM")] = None
    dry_run: Annotated[bool, Arg("option.dry_run")] = False


@within(before_server)
def install_server(words: Words, given: Installation) -> int:
    return install(given, words, ran)


def install(given: Installation, words: Words, run: Run, root: Path = Path("/")) -> int:
    """Print the steps, or carry them out. Raises FloorError, OSError."""
    from console.floor.configuration import ADMINISTRATOR

    house = (given.ca, given.certificate, given.key)
    if any(house) and not all(house):
        raise FloorError("floor.install.three")
    plan = _plan(given)
    steps = list(_steps(plan, given, root))
    if given.dry_run:
        _print(steps, words, root)
        return 0
    if not _is_debian():
        raise FloorError("floor.install.not_debian")
    if os.geteuid() != 0:
        raise FloorError("kiosk.not_root")
    for word in plan.program:
        if word.startswith("/"):
            _check_seen(word)
    for step in steps:
        _take(step, run, root)
    line = " ".join((*plan.program, "floor", "doctor", "--config", str(ADMINISTRATOR)))
    print(words.text("floor.install.done", tables=plan.tables, file=str(ADMINISTRATOR), line=line))
    return 0


def _check_seen(program: str) -> None:
    """Raises FloorError if a service could not start the program."""
    for folder in map(Path, HIDDEN):
        if folder in Path(program).parents or folder in Path(program).resolve().parents:
            raise FloorError("floor.install.hidden", program=program, folder=str(folder))


def _is_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("systemctl") is not None


def _plan(given: Installation) -> Plan:
    from console.floor.host.server_files import Plan
    from console.floor.host.sizes import sizes

    found = [int(each.name) for each in _PROGRAMS.glob("*") if each.name.isdigit()]
    memory = given.memory or os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MB
    program = by_link(Path(sys.executable))
    checkout = ("/usr/bin/env", "-C", str(ROOT)) if (ROOT / "pyproject.toml").exists() else ()
    return Plan(
        version=max(found, default=_DEBIAN_12),
        tables=given.tables,
        sizes=sizes(given.tables, memory),
        networks=given.network,
        backups=given.backups.absolute(),
        studio=given.studio,
        program=(*checkout, sys.executable, "-m", "console") if program is None else (str(program),),
    )


def _steps(plan: Plan, given: Installation, root: Path) -> Iterator[InstallStep]:
    """The steps in order: nothing is started before all of its files exist."""
    from console.floor.configuration import ADMINISTRATOR
    from console.floor.host import server_files as files

    owner = files.USER
    if not (_PROGRAMS / str(plan.version)).is_dir():
        yield InstallStep(FINISH)
        yield InstallStep(
            ("apt-get", "install", "-y", "--no-install-recommends", f"postgresql-{plan.version}")
        )
    made = ("install", "-d", "-m", "0700", "-o", owner, "-g", owner)
    yield InstallStep((*made, *(str(plan.backups / each) for each in ("", "base", "wal"))))
    yield InstallStep(("install", "-d", "-m", "0755", str(files.FOLDER)))
    yield from _certified(given, root)
    rules = plan.configuration / "pg_hba.conf"
    yield InstallStep(("cp", "--no-clobber", "--preserve", str(rules), f"{rules}.before"))
    yield InstallStep(file=rules, text=files.access_rules(plan), owner=owner, mode=0o640)
    added = plan.configuration / "conf.d" / "dealer-console-floor.conf"
    yield InstallStep(file=added, text=files.settings(plan), owner=owner)
    yield InstallStep(file=ADMINISTRATOR, text=files.administrator_file(plan), owner=owner, mode=0o600)
    for name, text in files.units(plan).items():
        yield InstallStep(file=files.UNITS / name, text=text)
    limit, text = files.memory_limit(plan)
    yield InstallStep(file=limit, text=text)
    yield InstallStep(("systemctl", "daemon-reload"))
    yield InstallStep(("systemctl", "restart", plan.service))
    asked = "psql -tAc \"SELECT 1 FROM pg_database WHERE datname = 'floor'\" | grep -q 1"
    # In C order no upgrade of the system changes the order of an index.
    created = "createdb --encoding=UTF8 --locale=C --template=template0 floor"
    yield InstallStep(("runuser", "-u", owner, "--", "sh", "-c", f"{asked} || {created}"))
    as_owner = ("runuser", "-u", owner, "--", *plan.program, "floor")
    yield InstallStep((*as_owner, "schema", "--config", str(ADMINISTRATOR)))
    yield InstallStep((*as_owner, "add-studio", plan.studio, "--config", str(ADMINISTRATOR)))
    yield InstallStep(("systemctl", "enable", "--now", *files.started_units(plan)))


def _certified(given: Installation, root: Path) -> Iterator[InstallStep]:
    """The house's own certificate, else one by the floor's own authority, which is made once."""
    from console.floor.host import certificates
    from console.floor.host.server_files import FOLDER, USER

    if given.ca is not None and given.certificate is not None and given.key is not None:
        for name, file in (("ca.pem", given.ca), ("server.pem", given.certificate)):
            yield InstallStep(("install", "-m", "0644", str(file.absolute()), str(FOLDER / name)))
        owned = ("install", "-m", "0600", "-o", USER, "-g", USER)
        yield InstallStep((*owned, str(given.key.absolute()), str(FOLDER / "server.key")))
        return
    now = datetime.now(UTC)
    there = [_under(root, FOLDER / name) for name in ("ca.pem", "ca.key")]
    if all(each.exists() for each in there) and not given.dry_run:
        by = certificates.Pair(there[0].read_bytes(), there[1].read_bytes())
    else:
        by = certificates.authority(f"{given.studio} floor", now)
    if not all(each.exists() for each in there):
        yield InstallStep(file=FOLDER / "ca.key", text=by.key.decode(), mode=0o600, is_secret=True)
        yield InstallStep(file=FOLDER / "ca.pem", text=by.certificate.decode())
    own = certificates.server(by, given.host or [socket.getfqdn()], now)
    yield InstallStep(
        file=FOLDER / "server.key", text=own.key.decode(), owner=USER, mode=0o600, is_secret=True
    )
    yield InstallStep(file=FOLDER / "server.pem", text=own.certificate.decode())


def _under(root: Path, file: Path) -> Path:
    return root / file.relative_to("/")


def _print(steps: Sequence[InstallStep], words: Words, root: Path) -> None:
    import shlex

    for step in steps:
        if step.file is None:
            print(words.text("kiosk.would_run", line=shlex.join(step.run)))
        elif step.is_secret:
            print(words.text("floor.install.secret", file=str(step.file)))
        elif _is_there(step, root):
            print(words.text("floor.install.kept", file=str(step.file)))
        else:
            print(words.text("kiosk.would_write", file=str(step.file)))
            print(step.text)


def _is_there(step: InstallStep, root: Path) -> bool:
    assert step.file is not None, "only of a file"
    try:
        return _under(root, step.file).read_text("utf-8") == step.text
    except (OSError, UnicodeError):
        return False


def _take(step: InstallStep, run: Run, root: Path) -> None:
    """Carry out one step. Raises FloorError with its message, OSError. Nobody else can ever read a key."""
    if step.file is None:
        status, output = run(step.run)
        if status:
            raise FloorError("floor.program.failed", program=step.run[0], said=output[-400:])
        return
    file = _under(root, step.file)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(made, "w", encoding="utf-8") as opened:
        opened.write(step.text)
    if step.owner != "root":
        shutil.chown(part, step.owner, step.owner)
    part.chmod(step.mode)
    part.replace(file)
