"""Versions of the console side by side: each in a folder of its own, and a link to the version that runs.

``versions/1.1.0-1f0c…/`` is an environment with a console, named by its version and the digest of its
manifest, so that no two builds share a folder. It counts once its record is in it, which is written last.
``current`` is a link to one of them, and changes by a single rename: at any moment it leads to a complete
version. A running console keeps running from its own folder, which its script names instead of the link. It
uses only the standard library.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from console.base.system.lock import take
from console.base.system.whole_file import let_read, put_whole, settle

VERSIONS: Final = "versions"
CURRENT: Final = "current"
RECORD: Final = "whole.json"
"""The file in which an installed version describes itself; a folder without it is incomplete."""
SCRATCH: Final = f".{VERSIONS}.scratch"
"""The folder for what an upgrade makes on the way: a pip, copies of the journals."""
PROGRAM: Final = Path("bin/dealer-console")


class InstalledVersion(NamedTuple):
    """A complete version."""

    folder: Path
    version: str
    manifest: str
    """The digest of its manifest, in hex."""
    schema: int
    """The newest journal schema that it can read."""
    floor: int
    """The newest schema of a floor that it knows."""
    before: str = ""
    """The folder of the version that was in use when this one was installed."""

    @classmethod
    def at(cls, folder: Path) -> Self | None:
        """The version in a folder, if it is complete."""
        try:
            fields: dict[str, Any] = json.loads((folder / RECORD).read_text("utf-8"))
            return cls(folder, *(fields[name] for name in cls._fields[1:]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @property
    def program(self) -> Path:
        """The script that starts this version; it names its own folder, not the link."""
        return self.folder / PROGRAM

    def record(self) -> None:
        """Write the version's record: from now on it is complete and can be started. Raises OSError."""
        fields = self._asdict()
        del fields["folder"]
        put_whole(self.folder / RECORD, json.dumps(fields).encode())
        let_read(self.folder / RECORD)  # One user may install the console and another run it.


class Versions:
    """The versions under a folder."""

    def __init__(self, prefix: Path) -> None:
        """``prefix`` is the folder; nothing is made yet."""
        self.prefix = prefix
        self.link = prefix / CURRENT

    @property
    def current(self) -> InstalledVersion | None:
        return InstalledVersion.at(self.link.resolve()) if self.link.is_symlink() else None

    @property
    def previous(self) -> InstalledVersion | None:
        """The version that was in use before the present one, if it still exists."""
        now = self.current
        return (
            None
            if now is None or not now.before
            else InstalledVersion.at(self.prefix / VERSIONS / now.before)
        )

    def place(self, version: str, manifest: str) -> Path:
        return self.prefix / VERSIONS / f"{version}-{manifest[:12]}"

    @contextmanager
    def lock(self) -> Iterator[bool]:
        """Hold a lock, so that no two upgrades run at once; False if another one runs. The folder of a killed
        upgrade is removed first. Raises OSError.
        """
        (self.prefix / VERSIONS).mkdir(parents=True, exist_ok=True, mode=0o755)
        with (self.prefix / f".{VERSIONS}.lock").open("a") as lock:
            alone = take(lock.fileno(), wait=False)
            if alone:
                shutil.rmtree(self.prefix / SCRATCH, ignore_errors=True)
            yield alone

    def scratch(self) -> Path:
        """The folder for what an upgrade makes on the way, whose lock it holds. Raises OSError."""
        folder = self.prefix / SCRATCH
        folder.mkdir(exist_ok=True, mode=0o700)
        return folder

    def clear(self, folder: Path) -> None:
        """Empty the folder of a version whose installation was interrupted. Raises OSError."""
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(mode=0o755)

    def switch(self, to: InstalledVersion) -> None:
        """Let the next start run another version, by a single rename. Raises OSError."""
        now = self.current
        if now is not None and now.folder == to.folder:
            return
        to._replace(before="" if now is None else now.folder.name).record()
        new = self.prefix / f".{CURRENT}.new"
        with suppress(FileNotFoundError):
            new.unlink()
        new.symlink_to(Path(VERSIONS, to.folder.name))
        os.replace(new, self.link)
        settle(self.prefix)

    def prune(self) -> list[str]:
        """Delete incomplete versions, and those that are neither in use, nor running, nor the one before;
        returns their names.
        """
        kept = {each.folder for each in (self.current, self.previous) if each is not None}
        gone = []
        for folder in sorted((self.prefix / VERSIONS).iterdir()):
            if folder not in kept and not _runs(folder):
                (folder / RECORD).unlink(missing_ok=True)  # From here on the version counts as broken.
                shutil.rmtree(folder, ignore_errors=True)
                gone.append(folder.name)
        return gone


def by_link(python: Path) -> Path | None:
    """The program at the link, now in use; None if this Python belongs to no version beside others."""
    for folder in (python.parent.parent, python.parent.parent.resolve()):
        if folder.parent.name == VERSIONS and (folder.parent.parent / CURRENT).is_symlink():
            return folder.parent.parent / CURRENT / PROGRAM
        if folder.name == CURRENT and folder.is_symlink():
            return folder / PROGRAM
    return None


def _runs(folder: Path) -> bool:
    """Whether a program of this folder runs, which only Linux shows."""
    if sys.platform != "linux":
        return False
    sign = f"{folder}/".encode()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if sign in process.read_bytes():
                return True
    return False
