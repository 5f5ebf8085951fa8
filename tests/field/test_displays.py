"""Displays that are named and are not there: the console ends with a line, never with a core dump."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from console.base.words import Words

NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "named",
    [{"WAYLAND_DISPLAY": "wayland-9"}, {"QT_QPA_PLATFORM": "nosuch"}, {"DISPLAY": ":4711"}],
    ids=lambda named: next(iter(named)),
)
def test_a_stale_display_ends_with_status_4_and_one_line(named: dict[str, str], tmp_path: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name not in NAMES}
    ended = subprocess.run(
        [sys.executable, "-m", "console", "review", "--lang", "en", str(tmp_path / "table.db")],
        env=surroundings | named, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 4, ended.stderr
    assert ended.stderr.splitlines() == [f"dealer-console: {Words('en').text('display.none')}"]
