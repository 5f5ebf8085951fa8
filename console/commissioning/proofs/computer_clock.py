"""Whether the computer's clock follows a time server, and how far it is off: what chrony or systemd say."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

Run: TypeAlias = Callable[[Sequence[str]], str | None]
"""Runs a program and gives what it prints; None where there is none, or it fails."""

SYSTEM: Final = "/usr/sbin:/usr/bin:/bin"
"""Where the system's own programs lie: one that lies before them in somebody's path says nothing here."""
_UNITS: Final = {"us": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(us|μs|ms|min|h|s)\b")


class Disciplined(msgspec.Struct, frozen=True):
    """What says so, whether it follows a server, and the offset in seconds where it is told."""

    by: str
    synchronised: bool
    offset: float | None = None


def run(command: Sequence[str]) -> str | None:
    """Run a program of the system, in its own words."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=10,
            env={"LC_ALL": "C", "PATH": SYSTEM},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def disciplined(run: Run = run) -> Disciplined | None:
    """What disciplines the clock; None where neither chrony nor systemd-timesyncd answers."""
    if (said := run(("chronyc", "-n", "tracking"))) is not None:
        offset = re.search(r"System time\s*:\s*([\d.]+) seconds", said)
        normal = re.search(r"Leap status\s*:\s*Normal", said) is not None
        return Disciplined("chrony", normal, float(offset[1]) if offset else None)
    if (said := run(("timedatectl", "timesync-status"))) is not None:
        offset = re.search(r"Offset:\s*[+-]?(\S.*)", said)
        follows = run(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
        return Disciplined(
            "systemd-timesyncd", (follows or "").strip() == "yes", _seconds(offset and offset[1])
        )
    return None


def _seconds(said: str | None) -> float | None:
    """A span as systemd writes it: ``1min 30.5s``, ``412us``."""
    parts = _PART.findall(said or "")
    return sum(float(number) * _UNITS[unit] for number, unit in parts) if parts else None
