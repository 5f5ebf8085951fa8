"""Temporary folders, each held by the process that uses it, and removed once nobody holds it. A folder is
held by a file in it, which the system releases however its process ends.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from console.base.system import lock

_HELD: Final = "held"
_MADE: Final = 60.0
"""Seconds within which a folder without its file counts as one that is being made."""


def held_folder(stack: ExitStack, prefix: str, within: Path | None = None) -> Path:
    """A new folder whose name begins with ``prefix``, ``within`` another or the system's temporary one; it
    goes with the stack. Raises OSError.
    """
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix, dir=within)))
    made = folder / "new"
    file = os.open(made, os.O_RDWR | os.O_CREAT, 0o600)
    stack.callback(os.close, file)
    lock.take(file, wait=False)
    # The file gets its name once it is locked: a process that clears takes an unlocked one for abandoned.
    made.rename(folder / _HELD)
    return folder


def clear(prefix: str, within: Path | None = None) -> int:
    """Remove the folders with this prefix that killed processes have left; returns how many."""
    found = 0
    for folder in (within or Path(tempfile.gettempdir())).glob(f"{prefix}*"):
        with suppress(OSError):
            if _is_abandoned(folder):
                shutil.rmtree(folder)
                found += 1
    return found


def _is_abandoned(folder: Path) -> bool:
    """Whether a folder is this user's own, and no process holds it."""
    status = folder.lstat()
    if folder.is_symlink() or not folder.is_dir() or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
        return False
    try:
        file = os.open(folder / _HELD, os.O_RDWR)
    except FileNotFoundError:
        return time.time() - status.st_mtime > _MADE
    try:
        return lock.take(file, wait=False)
    finally:
        os.close(file)
