"""A server's backups: a verified copy of its files each night, and every finished file of its log.

The folder of backups has ``base``, with a folder for each copy named by its time in UTC, and ``wal``, with
the log's compressed files. A server made from them lacks what came after the log's last file, which the
tables send again. It has its own timeline, so nobody takes it for the copied server.
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.base.system import read_json, true_place
from console.floor.errors import FloorError

BASE: Final = "base"
LOG: Final = "wal"
_NAME: Final = "%Y%m%dT%H%M%SZ"
_UNFINISHED: Final = ".unfinished"
_DEBIAN: Final = "/usr/lib/postgresql/{major}/bin"
_MANIFEST: Final = "backup_manifest"
_OWN_DIGEST: Final = b'"Manifest-Checksum"'
"""The digest covers everything before this field."""
_LONGEST_OUTPUT: Final = 400
"""The most characters of a program's output."""
_STARTS: Final = re.compile(r"^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$", re.MULTILINE)
_LOG_FILE: Final = re.compile(r"([0-9A-F]{24})(?:\.partial|\.[0-9A-F]{8}\.backup)?\.gz")

Run = Callable[[Sequence[str], Mapping[str, str]], "tuple[int, str]"]
"""Runs a program with more environment variables: its exit status and its output."""


class NoBackup(FloorError):
    """There is no backup, or it can't be made or used."""


class Backup(NamedTuple):
    folder: Path
    at: datetime


class Restored(NamedTuple):
    """The copy that was put back, and the end of the log that its server will read."""

    backup: Backup
    file: str
    """The log's last file; empty if none was archived since the copy."""
    end: datetime | None
    """The time of its last transaction; None if that can't be read."""


class RemovalCount(NamedTuple):
    """How many copies and files of the log were removed."""

    backups: int
    files: int


def ran(command: Sequence[str], more: Mapping[str, str]) -> tuple[int, str]:
    """Run a program. PostgreSQL's variables in the user's environment count for nothing."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", env={**clean, **more}, check=False
    )
    return done.returncode, (done.stderr or done.stdout).strip()


# --- the log's files: the two commands that the server runs -----------------------------------------


def archive_command(folder: Path) -> str:
    """The command that the server runs for each finished file of its log. An existing file with the same
    content is accepted; one with other content is never replaced. A new file gets its name once it is on
    disk.
    """
    there = _in_shell(folder / LOG) + "/%f.gz"
    part = _in_shell(folder / LOG) + "/.%f.part"
    return (
        f"if test -f {there}; then gzip -cd {there} | cmp -s - %p; "
        f"else gzip -1c %p > {part} && sync {part} && mv {part} {there}; fi"
    )


def restore_command(folder: Path) -> str:
    """The command that a server made from a backup runs for each file of the log."""
    there = _in_shell(folder / LOG) + "/%f.gz"
    return f"test -f {there} && gzip -cd {there} > %p"


def _in_shell(path: Path) -> str:
    """A path for the server's commands, in which a per cent sign has its own meaning."""
    return shlex.quote(str(path)).replace("%", "%%")


# --- what there is -----------------------------------------------------------------------------------


def backups_in(folder: Path) -> list[Backup]:
    """Every complete copy, the oldest first. Raises OSError if the folder can't be read."""
    found = list[Backup]()
    base = folder / BASE
    if not base.is_dir():
        next(folder.iterdir(), None)
        return []
    for each in sorted(base.iterdir()):
        at = _time_of(each.name)
        if at is not None:
            found.append(Backup(each, at))
    return found


def _time_of(name: str) -> datetime | None:
    """The time of the copy with this name, if it is one."""
    try:
        return datetime.strptime(name, _NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def newest_backup(folder: Path) -> Backup | None:
    """The newest copy, or None. Raises OSError if the folder can't be read."""
    return next(reversed(backups_in(folder)), None)


def lacks_log(folder: Path, file: str, newest: Backup | None) -> bool:
    """Whether a file of the log, which the server says is archived, is not where a restore looks for it. The
    files from before the newest copy are not needed. Raises OSError.
    """
    is_needed = newest is None or file[8:] >= _first_file(newest)
    return is_needed and bool(file) and not (folder / LOG / f"{file}.gz").exists()


def _last_file(names: Iterable[str]) -> str:
    """The log's last file among these names, whatever its timeline; empty without one."""
    return max((each for each in names if _SEGMENT.fullmatch(each)), key=lambda each: each[8:], default="")


def programs_of(major: int) -> Path | None:
    """Debian's folder of a version of PostgreSQL's programs, if it exists."""
    place = Path(_DEBIAN.format(major=major))
    return place if place.is_dir() else None


# --- made, and removed -------------------------------------------------------------------------------


def back_up(
    dsn: str, password: str | None, folder: Path, programs: Path, now: datetime, run: Run = ran
) -> Backup:
    """Copy a server's files while it works, verify the copy by its manifest, and name it. An unfinished
    earlier copy is removed. Raises NoBackup, OSError.
    """
    base = folder / BASE
    base.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / LOG).mkdir(exist_ok=True, mode=0o700)
    for left in base.glob(f"*{_UNFINISHED}"):
        if _time_of(left.name.removesuffix(_UNFINISHED)) is not None:
            shutil.rmtree(left)
    name = now.astimezone(UTC).strftime(_NAME)
    if (base / name).exists():
        raise NoBackup("floor.backup.twice", folder=str(base / name))
    made = base / f"{name}{_UNFINISHED}"
    secret = {} if password is None else {"PGPASSWORD": password}
    how = ["--checkpoint=fast", "--wal-method=stream", "--no-password", "--label=dealer-console"]
    how += ["--manifest-checksums=SHA256"]
    _run_program(run, (str(programs / "pg_basebackup"), "-d", dsn, "-D", str(made), *how), secret)
    check(made)
    made.rename(base / name)
    return Backup(base / name, now)


def remove_old(folder: Path, keep: int) -> RemovalCount:
    """Remove all but the newest ``keep`` copies, and the log's unneeded files. Raises OSError."""
    found = backups_in(folder)
    old, kept = found[:-keep], found[-keep:]
    for each in old:
        shutil.rmtree(each.folder)
    first = min((_first_file(each) for each in kept), default="")
    files = 0
    for file in (folder / LOG).glob("*.gz"):
        named = _LOG_FILE.fullmatch(file.name)
        if named is not None and named[1][8:] < first:
            file.unlink()
            files += 1
    return RemovalCount(len(old), files)


def _first_file(backup: Backup) -> str:
    """The first file of the log that a copy needs, without its timeline; all of them if unknown."""
    line = _STARTS.search((backup.folder / "backup_label").read_text("utf-8"))
    return line[1][8:] if line else ""


def check(copy: Path) -> None:
    """Compare each file of a copy with its manifest, which has a digest of its own. It lacks the log's files:
    the server checks each of their records as it reads it. Raises NoBackup, naming the first file that
    differs, and OSError.
    """
    raw = (copy / _MANIFEST).read_bytes()
    content, _, _ = raw.rpartition(_OWN_DIGEST)
    try:
        manifest = read_json(raw, type=_Manifest)
    except msgspec.DecodeError as error:
        raise NoBackup("floor.backup.changed", file=str(copy / _MANIFEST)) from error
    if sha256(content).hexdigest() != manifest.digest:
        raise NoBackup("floor.backup.changed", file=str(copy / _MANIFEST))
    for each in manifest.files:
        file = copy / each.path if each.path is not None else copy / os.fsdecode(bytes.fromhex(each.encoded))
        try:
            with file.open("rb") as opened:
                is_whole = file_digest(opened, "sha256").hexdigest() == each.digest
        except FileNotFoundError:
            is_whole = False
        if not is_whole:
            raise NoBackup("floor.backup.changed", file=str(file))


class _File(msgspec.Struct, frozen=True):
    digest: str = msgspec.field(name="Checksum")
    path: str | None = msgspec.field(name="Path", default=None)
    encoded: str = msgspec.field(name="Encoded-Path", default="")
    """In hex, if the name is no text."""


class _Manifest(msgspec.Struct, frozen=True):
    files: list[_File] = msgspec.field(name="Files")
    digest: str = msgspec.field(name="Manifest-Checksum")


# --- put back ----------------------------------------------------------------------------------------


def restore(
    folder: Path,
    data: Path,
    until: datetime | None = None,
    programs: Callable[[int], Path | None] = programs_of,
    *,
    without_log: bool = False,
) -> Restored:
    """Make a data folder of the newest copy; the server's first start brings it to the end of the log.

    With ``until`` it is the newest copy from before that moment, brought to that moment. The copy is verified
    first. Raises NoBackup, OSError; a folder with any content does not change. Nothing changes if the log has
    nothing after ``until``: a server that never reaches its target does not start. Nor does it if nothing was
    archived here since the copy, unless ``without_log``: what came later may be archived elsewhere.
    """
    data = true_place(data)  # A link's own folder is filled, and "." has a name.
    made = data.with_name(data.name + _UNFINISHED)
    for place, key in ((data, "floor.restore.full"), (made, "floor.restore.cut_off")):
        if os.path.lexists(place) and (not place.is_dir() or any(place.iterdir())):
            raise NoBackup(key, folder=str(place))
    found = [each for each in backups_in(folder) if until is None or each.at <= until]
    if not found:
        raise NoBackup("floor.restore.none", folder=str(folder))
    check(found[-1].folder)
    file = _last_file(each.name.removesuffix(".gz") for each in (folder / LOG).glob("*.gz"))
    own_end = _last_file(each.name for each in (found[-1].folder / "pg_wal").glob("*"))
    if file[8:] < own_end[8:] or not file:
        if not without_log:
            at = f"{found[-1].at:{_SECONDS}}"
            raise NoBackup("floor.restore.no_log", folder=str(folder / LOG), time=at)
        file = ""
    end = None
    with nullcontext() if until is not None else suppress(NoBackup, OSError):
        end = _end_of_log(folder / LOG, found[-1], programs)
    if until is not None and end is not None and end <= until:
        raise NoBackup("floor.restore.beyond", folder=str(folder), time=f"{end.astimezone(UTC):{_SECONDS}}")
    try:
        shutil.copytree(found[-1].folder, made, symlinks=True, dirs_exist_ok=True)
        own = made / _SETTINGS
        own.touch()
        shutil.copy2(own, made / _OWN_SETTINGS)
        with own.open("a", encoding="utf-8") as settings:
            settings.write(recovery_settings(folder, until))
        (made / "recovery.signal").touch()
        made.chmod(0o700)
        _give_to_owner_of(found[-1].folder, made)
        if data.exists():
            data.rmdir()
        made.rename(data)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)  # It was not there before, or was empty.
        raise
    return Restored(found[-1], file, end)


def _end_of_log(log: Path, backup: Backup, programs: Callable[[int], Path | None]) -> datetime:
    """The time of the last transaction in the log's files, or the copy's own time."""
    version = int((backup.folder / "PG_VERSION").read_text("ascii"))
    program = shutil.which("pg_waldump", path=programs(version))
    if program is None:
        raise NoBackup("floor.program.missing", program=f"pg_waldump {version}")
    files = {file.name: file for file in (backup.folder / "pg_wal").iterdir()}
    files |= {file.name.removesuffix(".gz"): file for file in log.glob("*.gz")}
    first = _first_file(backup)
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(filter(_SEGMENT.fullmatch, files), reverse=True):
            if name[8:] < first:
                break
            part = Path(folder, name)
            with (gzip.open if files[name].suffix == ".gz" else open)(files[name], "rb") as packed:
                part.write_bytes(packed.read())
            asked = (program, "--rmgr=Transaction", str(part))  # Its status is 1 if a file ends early.
            told = subprocess.run(asked, capture_output=True, env={**os.environ, "TZ": "UTC"}, check=False)
            part.unlink()
            if times := _TIMES.findall(told.stdout.decode(errors="replace")):
                return max(datetime.fromisoformat(each).replace(tzinfo=UTC) for each in times)
    return backup.at


_SEGMENT: Final = re.compile(r"[0-9A-F]{24}")
_TIMES: Final = re.compile(r"desc: (?:COMMIT|ABORT)\S* (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}) UTC")
_SECONDS: Final = "%Y-%m-%dT%H:%M:%SZ"


_SETTINGS: Final = "postgresql.auto.conf"
_OWN_SETTINGS: Final = f"{_SETTINGS}.before"
"""The copy's own settings, while the server catches up."""


def recovery_settings(folder: Path, until: datetime | None) -> str:
    """The settings of a server made from a backup, until it has caught up. Nobody reads from it meanwhile:
    otherwise it would not start if a limit, such as ``max_connections``, is below the copied server's. At the
    end it restores its own settings, since a standby would be made with these.
    """
    command = restore_command(folder.absolute()).replace("'", "''")
    lines = [f"restore_command = '{command}'", "recovery_target_timeline = 'latest'"]
    if until is not None:
        lines += [f"recovery_target_time = '{until.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f+00}'"]
    lines += ["recovery_target_action = 'promote'", "hot_standby = off"]
    lines += [f"recovery_end_command = 'mv {_OWN_SETTINGS} {_SETTINGS}'"]
    return "".join(f"{line}\n" for line in lines)


def _give_to_owner_of(copy: Path, folder: Path) -> None:
    """Give files that root made to the copy's owner, the server's user: no server runs as root, or with
    another's files. If root owns the copy too, it is the owner of the folder above.
    """
    if not hasattr(os, "geteuid") or os.geteuid():
        return
    owner = copy.stat() if copy.stat().st_uid else folder.parent.stat()
    for each in (folder, *folder.rglob("*")):
        os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _run_program(run: Run, command: Sequence[str], secret: Mapping[str, str]) -> None:
    program = Path(command[0]).name
    try:
        status, output = run(command, secret)
    except FileNotFoundError as error:
        raise NoBackup("floor.program.missing", program=command[0]) from error
    if status:
        raise NoBackup("floor.program.failed", program=program, said=output[-_LONGEST_OUTPUT:])
