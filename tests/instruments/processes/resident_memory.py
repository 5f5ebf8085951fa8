"""The memory that this process has held; a Linux figure."""

from __future__ import annotations

from pathlib import Path


def most_resident() -> int:
    """The most resident memory that this process has had, in KiB."""
    with Path("/proc/self/status").open() as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
