"""The folder of a simulated cable's port."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from console.table.devices.simulation.wire import PtyWire

ROOT = Path(__file__).parents[4]

BEGINS = """
import time
from console.table.devices.simulation.wire import PtyWire
wire = PtyWire()
print(wire.url, flush=True)
time.sleep(60)
"""


def test_the_next_cable_removes_what_a_killed_table_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `kill -9`; a cable that is in use stays."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", BEGINS]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        left = Path(table.stdout.readline().strip())
        PtyWire().close()
        assert left.is_symlink()
        table.kill()
    assert left.is_symlink(), "nobody could take it away"
    PtyWire().close()
    assert not list(tmp_path.iterdir())


def test_a_port_whose_reader_gives_no_sign_is_ready_after_five_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = PtyWire()
    reader = os.open(wire.url, os.O_RDWR | os.O_NOCTTY)
    try:
        for seconds, is_ready in ((900.0, False), (904.9, False), (905.0, True)):
            monkeypatch.setattr("time.monotonic", lambda now=seconds: now)
            assert wire.ready is is_ready
    finally:
        os.close(reader)
        wire.close()
