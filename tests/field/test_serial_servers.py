"""Serial servers that lose power: no packet says farewell, and the console only reads."""

from __future__ import annotations

import subprocess
import sys

from tests.field.power_loss import PORTS
from tests.field.pressed_window import ROOT

WITHIN = 30.0
"""Seconds from the power's return in which a device must be heard again."""


def test_each_device_is_heard_again_after_its_serial_server_lost_power() -> None:
    """A wheel is never quiet; a shoe may say nothing for an hour, and its connection dies all the same."""
    words = ("unshare", "--map-root-user", "--net", sys.executable, "-m", "tests.field.power_loss")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=150, check=True)
    after = {name: float(seconds) for name, seconds in map(str.split, done.stdout.splitlines())}
    assert after.keys() == PORTS.keys()
    assert max(after.values()) < WITHIN, after
