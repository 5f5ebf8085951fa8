"""Versions of the console beside one another: each in a folder of its own, and a link to the one that runs.

``versions/0.3.0-1f0c…/`` is an environment with a console, named by its version and its manifest's digest, so
that no two builds share one. It counts once its record lies in it, which is written last. ``current`` is a
link to one of them and is switched by one rename: at any moment it leads to a whole one. A console that runs
goes on in the folder that it was started from, since its script names that one and not the link.

Knows the standard library alone, and nothing of what a console is.
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

from console.lock import take
from console.whole_file import put_whole, settle

VERSIONS: Final = "versions"
CURRENT: Final = "current"
RECORD: Final = "whole.json"
"""What an installed version says of itself; a folder without one was broken off."""
PROGRAM: Final = Path("bin/dealer-console")


class Installed(NamedTuple):
    """A whole version."""

    folder: Path
    version: str
    manifest: str
    """The digest of its manifest, in hex."""
    schema: int
    """The newest journal that it reads."""
    before: str = ""
    """The folder's name of the version that was at work when this one was put there."""

    @classmethod
    def at(cls, folder: Path) -> Self | None:
        """The version in a folder; None where it is not whole."""
        try:
            said: dict[str, Any] = json.loads((folder / RECORD).read_text("utf-8"))
            return cls(folder, said["version"], said["manifest"], said["schema"], said["before"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @property
    def program(self) -> Path:
        """What starts it: a script that names its own folder, whichever way it was come to."""
        return self.folder / PROGRAM

    def record(self) -> None:
        """Have it count from now on. Raises OSError."""
        said = {
            "version": self.version,
            "manifest": self.manifest,
            "schema": self.schema,
            "before": self.before,
        }
        put_whole(self.folder / RECORD, json.dumps(said).encode())
        (self.folder / RECORD).chmod(0o644)  # whoever runs the console may be another than who installed it


class Versions:
    """The versions under a folder."""

    def __init__(self, prefix: Path) -> None:
        """Nothing is made yet."""
        self.prefix = prefix
        self.link = prefix / CURRENT

    @property
    def current(self) -> Installed | None:
        """The version that a start runs; None where there is none."""
        return Installed.at(self.link.resolve()) if self.link.is_symlink() else None

    @property
    def before(self) -> Installed | None:
        """The version that was at work before it, where it is still there."""
        now = self.current
        return None if now is None or not now.before else Installed.at(self.prefix / VERSIONS / now.before)

    def place(self, version: str, manifest: str) -> Path:
        """Where a version lies, or is to lie."""
        return self.prefix / VERSIONS / f"{version}-{manifest[:12]}"

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold them, so that no two upgrades meet; False where another one does. Raises OSError."""
        (self.prefix / VERSIONS).mkdir(parents=True, exist_ok=True, mode=0o755)
        with (self.prefix / f".{VERSIONS}.lock").open("a") as lock:
            yield take(lock.fileno(), wait=False)

    def clear(self, folder: Path) -> None:
        """Have an empty place for a version, where one was broken off. Raises OSError."""
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(mode=0o755)

    def switch(self, to: Installed) -> None:
        """Have the next start run another version: one rename. Raises OSError."""
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
        """Take away what is neither at work nor was before, runs nowhere, or was broken off; their names."""
        kept = {each.folder for each in (self.current, self.before) if each is not None}
        gone = []
        for folder in sorted((self.prefix / VERSIONS).iterdir()):
            if folder not in kept and not _runs(folder):
                (folder / RECORD).unlink(missing_ok=True)  # from here on it is a broken one
                shutil.rmtree(folder, ignore_errors=True)
                gone.append(folder.name)
        return gone


def by_link(python: Path) -> Path | None:
    """The program by which the version of this Python is started whatever version it is by then.

    None where it is no version beside others.
    """
    for folder in (python.parent.parent, python.parent.parent.resolve()):
        if folder.parent.name == VERSIONS and (folder.parent.parent / CURRENT).is_symlink():
            return folder.parent.parent / CURRENT / PROGRAM
        if folder.name == CURRENT and folder.is_symlink():
            return folder / PROGRAM
    return None


def _runs(folder: Path) -> bool:
    """Whether a program of this folder is at work; only Linux can be asked."""
    if sys.platform != "linux":
        return False
    sign = f"{folder}/".encode()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if sign in process.read_bytes():
                return True
    return False
