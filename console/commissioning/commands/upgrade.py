"""``dealer-console upgrade BUNDLE``: sets the next version up beside the present one, and switches by one
rename.

It checks a bundle by the maker's signature, sets it up without a network in its own folder, and tries it
before a start runs it: on copies of the tables' journals, and at the floor of a wall, a witness or a server.
``--back`` returns to the version before. Nothing is switched while a round is open. If the upgrade is
interrupted at any moment, one of the two versions starts.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Protocol
from zipfile import ZipFile

from console.base.command_line import BAD_ARGUMENTS, HIDDEN, PROGRAM, Arg, Lang, of_file, print_refusal, wrong
from console.base.errors import WordedError
from console.base.setup import (
    CURRENT,
    InstalledVersion,
    PipFailure,
    PipFailureCause,
    Versions,
    base_python,
    by_link,
    failure,
    parts_for,
)
from console.base.software import KEY, LOCK, NoManifest
from console.base.system import UNIT, Run, ran, shown_by
from console.base.words import Words
from console.commissioning.commands.bundle import for_everybody
from console.commissioning.commands.kiosk import as_its_user
from console.commissioning.software.integrity import WHEELS, Verification, verify
from console.commissioning.software.signature import VerifiedSignature
from console.commissioning.software.site_packages import verify_all
from console.supervisor.reports import health
from console.table.config import ConfigError, load_config
from console.table.core import SystemClock
from console.table.game import RulebookError
from console.table.journal import SCHEMA, PublicKey, backup, copy_for, public_key, schema_of

_COMMAND: Final = f"{PROGRAM} upgrade"
PREFIX: Final = Path("/opt/dealer-console")
"""The default folder of the versions."""
EXTRAS: Final = {"monitoring": "prometheus_client-*.whl", "floor": "psycopg-*.whl"}
"""The extras of a bundle besides what every console needs, each with its identifying wheel."""
_UNITS: Final = "etc/systemd/system"
FAILED: Final = 1


class UpgradeError(WordedError[object]):
    """The reason why an upgrade can't be made: a phrase and its slots."""


class Upgrade(NamedTuple):
    """The request: versions, journals and permissions of an upgrade."""

    versions: Versions
    tables: tuple[Path, ...]
    """The journals of the tables that this machine runs."""
    run: Run
    words: Words
    floors: tuple[Path, ...] = ()
    """The files by which this machine is a floor's server, a wall, a witness or an indexer."""
    one_way: bool = False
    """Whether a change of the journals without a way back is accepted."""
    downgrade: bool = False
    """Whether an older version may replace the present one."""


class JournalTrial(NamedTuple):
    """A version's reading of a journal: the last entry, the rounds, and the phase of play."""

    entry: int
    rounds: int
    phase: str


class FloorTrial(Protocol):
    """A version's look at a floor by one file: its studio, and its schema's version."""

    @property
    def studio(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def is_server(self) -> bool: ...


class FloorMachines(Protocol):
    @property
    def files(self) -> tuple[Path, ...]:
        """The files that a server, a witness and an indexer have."""

    @property
    def service(self) -> str:
        """The service that is always at work beside the server."""

    @property
    def newest(self) -> int:
        """The newest version of a floor's schema that this console knows."""

    def looked_at(self, file: Path, /) -> FloorTrial:
        """The look at the floor of a file. Raises ConfigError, FloorError."""


def main(
    bundle: Annotated[Path | None, Arg("option.bundle_path", "BUNDLE")] = None,
    *,
    back: Annotated[bool, Arg("option.back")] = False,
    table: Annotated[tuple[Path, ...], Arg("option.table_upgraded", "TOML")] = (),
    config: Annotated[tuple[Path, ...], Arg("option.floor_upgraded", "TOML")] = (),
    key: Annotated[Path | None, Arg("option.maker_key", "PEM")] = None,
    prefix: Annotated[Path | None, Arg("option.prefix", "FOLDER")] = None,
    one_way: Annotated[bool, Arg("option.one_way")] = False,
    downgrade: Annotated[bool, Arg("option.downgrade")] = False,
    tried: Annotated[tuple[Path, ...] | None, Arg(HIDDEN, "COPY", flags=("--try",), nargs="*")] = None,
    lang: Lang,
    floor_machines: Callable[[], FloorMachines] | None = None,
    run: Run = ran,
    root: Path = Path("/"),
) -> int:
    """Upgrade, or go back. Returns 2, with a line, if impossible; 1 if the new version failed its trial."""
    words, of_floor = Words(lang), None if floor_machines is None else floor_machines()
    if config and of_floor is None:
        return print_refusal(_COMMAND, words.text("parts.missing", part="floor"))
    if tried is not None:
        return _print_trial(tried, config, of_floor, words)
    if (bundle is None) != back:
        raise wrong("upgrade")
    try:
        floors = () if of_floor is None else tuple(_floors(config, of_floor, root))
        tables = tuple(_journals(table, root, alone=not floors))
        versions = Versions(prefix or own_prefix())
        if os.pathsep in str(versions.prefix.absolute()):  # Python makes no environment there.
            raise UpgradeError("upgrade.colon", folder=versions.prefix)
        asked = Upgrade(versions, tables, run, words, floors, one_way, downgrade)
        with for_everybody(), asked.versions.lock() as alone:
            if not alone:
                raise UpgradeError("upgrade.busy")
            before = asked.versions.current
            seen = [] if of_floor is None else [of_floor.looked_at(floor) for floor in floors]
            maker = _key(key, before)
            now = went_back(asked, maker, seen) if bundle is None else upgrade(asked, bundle, maker)
    except WordedError as error:
        print(f"{_COMMAND}: {words.text(error.key, **error.slots)}", file=sys.stderr)
        return FAILED if error.key in ("upgrade.failed", "upgrade.told_otherwise") else BAD_ARGUMENTS
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))
    except OSError as error:
        message = words.text("upgrade.not_written", file=error.filename, reason=error.strerror or error)
        print(f"{_COMMAND}: {message}", file=sys.stderr)
        return FAILED
    units = (UNIT, *(() if of_floor is None else (of_floor.service,)))
    print(_last_message(now, before, asked, [each for each in units if (root / _UNITS / each).exists()]))
    due = [floor for floor in seen if bundle is not None and floor.is_server and floor.version < now.floor]
    for floor in due:
        print(words.text("upgrade.floor_schema", version=floor.version, newest=now.floor))
    return 0


def _print_trial(
    copies: Sequence[Path], floors: Sequence[Path], of_floor: FloorMachines | None, words: Words
) -> int:
    """Print what this version reads from copies of journals and at floors, for the version that sets it up.
    Returns 2, with a line, if it can't.
    """
    try:
        told = [opening_report(copy) for copy in copies]
        looked = [] if of_floor is None else [_as_dict(of_floor.looked_at(floor)) for floor in floors]
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))
    except WordedError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except RulebookError as error:
        return print_refusal(_COMMAND, of_file(words, error))
    except OSError as error:
        reason = error.strerror or error
        return print_refusal(_COMMAND, words.text("upgrade.not_written", file=error.filename, reason=reason))
    newest = 0 if of_floor is None else of_floor.newest
    print(json.dumps({"schema": SCHEMA, "floor": newest, "tables": told, "floors": looked}))
    return 0


def _as_dict(floor: FloorTrial) -> dict[str, object]:
    return {"studio": floor.studio, "version": floor.version, "is_server": floor.is_server}


def upgrade(plan: Upgrade, bundle: Path, key: PublicKey) -> InstalledVersion:
    """Replace the version that runs by a bundle's. Raises UpgradeError, NoManifest, JournalError, OSError."""
    # It is verified against itself: a folder without a manifest is named as no release, not as a checkout.
    found = verify(bundle, key, bundle)
    _check_genuine(found, bundle, plan.words)
    _check_rounds(plan)
    version, digest = found.manifest.version, found.manifest.digest
    before = plan.versions.current
    if before is not None and _ordered(version) < _ordered(before.version) and not plan.downgrade:
        raise UpgradeError("upgrade.older", bundle=bundle, version=version, before=before.version)
    place = plan.versions.place(version, digest)
    new = InstalledVersion.at(place)
    if new is None:
        plan.versions.clear(place)
        _set_up(plan, bundle, place, found)
        _check_installed(plan, place, key, bundle)
        schema, floor = _start_version(plan, place, version)
        new = InstalledVersion(place, version, digest, schema, floor=floor)
        new.record()
    else:
        _check_installed(plan, place, key, bundle)
    _try(plan, new)
    if before is not None and not plan.one_way:
        for journal in plan.tables:
            if schema_of(journal) < new.schema and new.schema > before.schema:
                raise UpgradeError(
                    "upgrade.one_way", version=new.version, journal=journal, before=before.version
                )
    _check_rounds(plan)  # It is checked again: the preparation has taken minutes.
    plan.versions.switch(new)
    plan.versions.prune()
    return new


def _ordered(version: str) -> tuple[int, ...]:
    """A version's numbers, by which versions sort."""
    return tuple(map(int, re.findall(r"\d+", version)))


def went_back(plan: Upgrade, key: PublicKey, floors: Sequence[FloorTrial]) -> InstalledVersion:
    """Go back to the older version, proved again by the maker's key; ``floors`` are the machine's. An older
    wall or witness works at a newer floor. Raises UpgradeError, NoManifest, OSError.
    """
    now, before = plan.versions.current, plan.versions.previous
    if now is None or before is None:
        raise UpgradeError("upgrade.no_back")
    _check_rounds(plan)
    _check_installed(plan, before.folder, key)
    for journal in plan.tables:
        if schema_of(journal) > before.schema:
            slots = {"before": before.version, "journal": journal, "version": now.version}
            if (copy := copy_for(journal, before.schema)) is not None:
                raise UpgradeError("upgrade.back_to_copy", backup=copy, **slots)
            raise UpgradeError("upgrade.back_too_old", **slots)
    if any(floor.is_server and floor.version > before.floor for floor in floors):
        raise UpgradeError("upgrade.back_floor", before=before.version, version=now.version)
    plan.versions.switch(before)
    return before


def opening_report(copy: Path) -> dict[str, Any]:
    """The running version's reading of a journal's copy, which it brings up to date. Raises JournalError."""
    from console.table.custody import open_session
    from console.table.game import load_rulebook
    from console.table.journal import review

    with review(copy) as journal:
        identity = journal.identity
    with ExitStack() as stack:
        done = open_session(copy, identity, load_rulebook(identity.rules), SystemClock(), stack)
        if done.salvage is not None:
            raise UpgradeError("upgrade.failed", program=copy, said=done.salvage.note, version="")
        table = done.session.table
        return JournalTrial(done.journal.last, table.round_number, table.phase.value)._asdict()


def own_prefix() -> Path:
    """The folder of the installed versions, this one among them."""
    program = by_link(Path(sys.executable))
    return PREFIX if program is None else program.parent.parent.parent


def _floors(files: Sequence[Path], of_floor: FloorMachines, root: Path) -> Iterator[Path]:
    own = of_floor.files
    yield from files or (file for each in own if (file := root / each.relative_to("/")).exists())


def _journals(tables: Sequence[Path], root: Path, *, alone: bool) -> Iterator[Path]:
    """The existing journals of the named tables, or of the kiosk's. ``alone``: this machine has no floor's
    file. Raises ConfigError, UpgradeError.
    """
    unit = root / _UNITS / UNIT
    kiosk = shown_by(unit.read_text("utf-8")) if unit.exists() else None
    named = list(tables) or ([kiosk.table] if kiosk is not None and kiosk.is_table else [])
    if not named and alone:
        raise UpgradeError("upgrade.no_table")
    for table in named:
        if kiosk is not None and table.absolute() == kiosk.table:
            with as_its_user():
                journal = load_config(table).journal
        else:
            journal = load_config(table).journal
        if journal.exists():
            yield journal


def _key(key_path: Path | None, current: InstalledVersion | None) -> PublicKey:
    """The deciding public key: the named one, else this version's. Raises UpgradeError, JournalError."""
    if key_path is not None:
        return public_key(key_path)
    there = [] if current is None else list(current.folder.glob(f"lib/*/site-packages/{KEY}"))
    if not there:
        raise UpgradeError("upgrade.no_key")
    return public_key(there[0])


def _check_genuine(verification: Verification, bundle: Path, words: Words) -> None:
    if verification.good:
        return
    flaws = [words.text(f"software.{each.kind}", name=each.name) for each in verification.findings[:3]]
    if verification.signature is not VerifiedSignature.BY_KEY:
        key = "" if verification.key is None else verification.key.fingerprint
        flaws.insert(0, words.text(f"software.signed.{verification.signature}", key=key))
    raise UpgradeError("upgrade.not_genuine", bundle=bundle, said=words.side_by_side(flaws))


def _check_rounds(plan: Upgrade) -> None:
    """Raises UpgradeError while a round is open, JournalError for an unreadable journal."""
    for journal in plan.tables:
        found = health(journal, SystemClock().utc(), 0)
        if found.round_open:
            raise UpgradeError("upgrade.round_open", table=found.table)


def _set_up(plan: Upgrade, bundle: Path, place: Path, verification: Verification) -> None:
    """Make an environment from the bundle alone: each part by its digest in the signed lock file."""
    (wheel,) = bundle.glob(WHEELS)
    with ZipFile(wheel) as archive:
        lock = archive.read(LOCK)
    if sha256(lock).hexdigest() != verification.manifest.files.get(LOCK):
        raise UpgradeError("upgrade.not_genuine", bundle=bundle, said=LOCK)
    version = verification.manifest.version
    extras = [name for name, sign in EXTRAS.items() if any(bundle.glob(sign))]
    wanted = place / "asked.txt"
    wanted.write_text(parts_for(lock.decode(), extras), "utf-8")
    # pip has an environment of its own, so that nothing is installed besides the bundle's wheels.
    _ran(plan, version, base_python(), "-m", "venv", "--without-pip", str(place))
    with tempfile.TemporaryDirectory(dir=plan.versions.scratch(), prefix="pip-") as tools:
        _ran(plan, version, base_python(), "-m", "venv", tools)
        pip = (f"{tools}/bin/python", "-m", "pip", "--python", str(place / "bin/python"), "install")
        quiet = ("--disable-pip-version-check", "--no-input", "-q")
        whence = ("--no-index", "--no-deps", "--find-links", str(bundle.absolute()))
        parts = ("--only-binary", ":all:", "--require-hashes", "-r", str(wanted))
        for wanted_now in (parts, (str(wheel.absolute()),)):
            _install(plan, version, bundle, *pip, *quiet, *whence, *wanted_now)


def _install(plan: Upgrade, version: str, bundle: Path, *pip: str) -> None:
    """Run pip on a bundle's wheels. Raises UpgradeError."""
    status, output = plan.run(pip)
    match failure(output) if status else None:
        case PipFailure(PipFailureCause.MISSING, part):
            raise UpgradeError("upgrade.part_missing", bundle=bundle, name=part)
        case _ if status:
            raise _failed(version, pip, output)


def _check_installed(plan: Upgrade, place: Path, key: PublicKey, bundle: Path | None = None) -> None:
    """Check that an installed version is as it was released, without any other file. Raises UpgradeError,
    NoManifest, OSError.
    """
    packages = [*place.glob("lib/*/site-packages")]
    if not packages:
        raise NoManifest(place)
    for each in packages:
        _check_genuine(verify_all(each, key, None), each, plan.words)
        if bundle is not None:
            _check_genuine(verify_all(each, key, bundle), each, plan.words)


def _start_version(plan: Upgrade, place: Path, version: str) -> tuple[int, int]:
    """Start a version once. Returns the newest schemas that it knows, of a journal and of a floor."""
    program = str(place / "bin/dealer-console")
    output = _ran(plan, version, program, "--version")
    if output.split()[-1:] != [version]:
        raise UpgradeError("upgrade.failed", program="--version", said=output, version=version)
    told = _tried_by(plan, version, program, [])
    return int(told["schema"]), int(told.get("floor", 100))


def _try(plan: Upgrade, new: InstalledVersion) -> None:
    """Have the new version open copies of the journals, and read the same in them. It must also reach each
    floor, and know its schema. Raises UpgradeError, JournalError.
    """
    with tempfile.TemporaryDirectory(dir=plan.versions.scratch(), prefix="tried-") as folder:
        copies = [Path(folder, f"{number}.db") for number in range(len(plan.tables))]
        for journal, copy in zip(plan.tables, copies, strict=True):
            backup(journal, copy)
        here = [opened_by_reading(copy) for copy in copies]
        found_there = _tried_by(plan, new.version, str(new.program), copies, plan.floors)["tables"]
    for journal, ours, theirs in zip(plan.tables, here, found_there, strict=True):
        if ours._asdict() != theirs:
            slots = {"there": theirs, "here": ours._asdict(), "journal": journal, "version": new.version}
            raise UpgradeError("upgrade.told_otherwise", **slots)


def opened_by_reading(copy: Path) -> JournalTrial:
    """The running version's reading of a journal, which it leaves unchanged. Raises JournalError."""
    found = health(copy, SystemClock().utc(), 0)
    return JournalTrial(found.entry, found.rounds, found.phase.value)


def _tried_by(
    plan: Upgrade, version: str, program: str, copies: Sequence[Path], floors: Sequence[Path] = ()
) -> dict[str, Any]:
    named = [word for floor in floors for word in ("--config", str(floor.absolute()))]
    output = _ran(plan, version, program, "upgrade", *named, "--try", *map(str, copies))
    try:
        found: dict[str, Any] = json.loads(output.splitlines()[-1])
    except (ValueError, IndexError):
        raise UpgradeError("upgrade.failed", program="upgrade --try", said=output, version=version) from None
    return found


def _ran(plan: Upgrade, version: str, *command: str) -> str:
    status, output = plan.run(command)
    if status:
        raise _failed(version, command, output)
    return output


def _failed(version: str, command: Sequence[str], output: str) -> UpgradeError:
    return UpgradeError("upgrade.failed", program=" ".join(command[:4]), said=output[-600:], version=version)


def _last_message(
    now: InstalledVersion, before: InstalledVersion | None, plan: Upgrade, units: Sequence[str]
) -> str:
    if before is not None and before.folder == now.folder:
        return plan.words.text("upgrade.same", version=now.version)
    start = (
        f"systemctl restart {' '.join(units)}"
        if units
        else str(Path(os.path.normpath(plan.versions.prefix)) / CURRENT / "bin/dealer-console")
    )
    message = plan.words.text("upgrade.done", version=now.version, start=start)
    if before is None:
        return message
    return f"{message} {plan.words.text('upgrade.stays', before=before.version)}"
