"""The time server that the computer's clock follows, and the clock's offset, by chrony or systemd."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

Run: TypeAlias = Callable[[Sequence[str]], str | None]
"""Runs a program and gives its output; None if it is missing or fails."""

SYSTEM: Final = "/usr/sbin:/usr/bin:/bin"
"""The folders of the system's own programs: one earlier in somebody's path does not count."""
_UNITS: Final = {"us": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(us|μs|ms|min|h|s)\b")


class ClockDiscipline(msgspec.Struct, frozen=True):
    """The reporting program, whether the clock follows a server, the offset in seconds if known."""

    by: str
    synchronised: bool
    offset: float | None = None


def run(command: Sequence[str]) -> str | None:
    """Run a program of the system, untranslated."""
    env = {"LC_ALL": "C", "PATH": SYSTEM}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, env=env)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def clock_discipline(run: Run = run) -> ClockDiscipline | None:
    """The state of the clock; None if neither chrony nor systemd-timesyncd answers."""
    if (output := run(("chronyc", "-n", "tracking"))) is not None:
        offset = re.search(r"System time\s*:\s*([\d.]+) seconds", output)
        normal = re.search(r"Leap status\s*:\s*(Normal|Insert second|Delete second)", output) is not None
        return ClockDiscipline("chrony", normal, float(offset[1]) if offset else None)
    if (output := run(("timedatectl", "timesync-status"))) is not None:
        offset = re.search(r"Offset:\s*[+-]?(\S.*)", output)
        follows = run(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
        return ClockDiscipline(
            "systemd-timesyncd", (follows or "").strip() == "yes", _seconds(offset and offset[1])
        )
    return None


def _seconds(span: str | None) -> float | None:
    """The seconds of a span as systemd writes it: ``1min 30.5s``, ``412us``."""
    parts = _PART.findall(span or "")
    return sum(float(number) * _UNITS[unit] for number, unit in parts) if parts else None
