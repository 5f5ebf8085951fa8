"""Disks to harm: a small one of its own, where the system lets it be mounted."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoDisk(Exception):
    """The system lets no disk be mounted here."""


@contextmanager
def small_disk(folder: Path, kibibytes: int) -> Iterator[Path]:
    """A disk of this size at ``folder`` for as long as it is needed; NoDisk."""
    folder.mkdir()
    if not _ran("mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", str(folder)):
        raise NoDisk
    try:
        yield folder
    finally:
        _ran("umount", "-l", str(folder))


def _ran(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
