"""The programs of the system, such as ``systemctl``: run to their end, with what they print."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

Run = Callable[[Sequence[str]], "tuple[int, str]"]
"""Runs a command: its exit status and its output."""


def ran(command: Sequence[str]) -> tuple[int, str]:
    """Run a command of the system."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode, (done.stdout + done.stderr).strip()
