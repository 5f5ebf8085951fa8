"""The results of an earlier set-up: the checkout's environment, its stamp, and the lock on both. It uses only
the standard library. Every start of the program reads all of it but the lock, so it costs a few reads of
files.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from console.base.setup.locked_versions import lock_file
from console.base.system.lock import NO_LOCKS, take

Stamp = dict[str, Any]
"""The record of the last set-up; empty before the first. ``whole``: no set-up was interrupted; ``base``: the
Python beneath the environment; ``packages``: by extra, the digest of the installed lock file; ``system``: the
packages' fingerprint when the window lacked nothing.
"""

PACKAGE_RECORDS = ("/var/lib/dpkg/status", "/etc/ld.so.cache")


def read_stamp(root: Path) -> Stamp:
    """The stamp of the checkout's environment; an unreadable one counts as that of an interrupted set-up."""
    try:
        stamp = json.loads(_stamp_file(root).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        return {"whole": False}
    return stamp if isinstance(stamp, dict) else {"whole": False}


def write_stamp(root: Path, stamp: Stamp) -> None:
    """Write the stamp, so that a reader sees the old one or the new one, never a part."""
    file = _stamp_file(root)
    file.parent.mkdir(exist_ok=True)
    half = file.with_suffix(f".{os.getpid()}")
    try:
        half.write_text(json.dumps(stamp), "utf-8")
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


def is_complete(root: Path, stamp: Stamp) -> bool:
    """Whether the environment is complete, and the Python that it was made with still exists."""
    return bool(stamp.get("whole")) and python_of(root).exists() and stamp["base"] == beneath(root)


def is_installed(root: Path, stamp: Stamp, extras: Sequence[str]) -> bool:
    """Whether the console's parts and those of the extras are installed as now locked."""
    return all(stamp["packages"].get(extra) == digest(root) for extra in ("", *extras))


def stale_words(root: Path) -> bool:
    """Whether a ``.mo`` is missing or older than its ``.po``, and may be written."""
    folder = root / "translations"
    return os.access(folder, os.W_OK) and any(
        _change_time(po) > _change_time(po.with_suffix(".mo")) for po in folder.glob("*.po")
    )


def fingerprint() -> list[int]:
    """A value that changes whenever the system's packages do; empty without a known record of them."""
    return [_change_time(Path(record)) for record in PACKAGE_RECORDS]


def digest(root: Path) -> str:
    """The digest of the lock file, or of no file if it is missing, which the set-up then reports."""
    file = lock_file(root)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def python_of(root: Path) -> Path:
    return root / ".venv" / "bin/python"


def beneath(root: Path) -> str:
    """The Python from which the environment was made: the target of its links."""
    return os.path.realpath(python_of(root))


def inside(root: Path) -> bool:
    """Whether this process runs in the checkout's environment."""
    return os.path.realpath(sys.prefix) == os.path.realpath(root / ".venv")


@contextmanager
def only_run(root: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the environment's lock; the system releases it however the process ends. It lies beside the
    environment itself, which several checkouts may share by links. A command that is still running then, such
    as pip, keeps it until its own end. A user who may not write to the checkout changes nothing, and needs no
    lock; on a medium without locks nobody waits.
    """
    try:
        lock = (root / ".venv").resolve().with_name(".venv.lock").open("a")
    except PermissionError:
        yield
        return
    with lock:
        os.set_inheritable(lock.fileno(), True)
        try:
            if not take(lock.fileno(), wait=False):
                on_wait()
                take(lock.fileno(), wait=True)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield


def _change_time(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _stamp_file(root: Path) -> Path:
    return root / ".venv" / "set-up.json"
