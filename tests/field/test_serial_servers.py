"""Serial servers that lose power: no packet says farewell, and the console only reads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.field.pressed_window import ROOT

WITHIN = 30.0
"""Seconds from the power's return in which a device must be heard again."""


@pytest.mark.parametrize("kind", ["wheel", "shoe"])
def test_a_device_is_heard_again_after_its_serial_server_lost_power(kind: str) -> None:
    """A wheel is never quiet; a shoe may say nothing for an hour, and its connection dies all the same."""
    words = ("unshare", "--map-root-user", "--net", sys.executable, "-m", "tests.field.power_loss", kind)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert float(done.stdout) < WITHIN
