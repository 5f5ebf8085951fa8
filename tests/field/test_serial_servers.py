"""Serial servers that lose power: no packet says farewell, and the console only reads."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from tests.field.power_loss import PORTS
from tests.field.pressed_window import ROOT

WITHIN = 30.0
"""Seconds from the power's return in which a device must be heard again."""


NAMESPACES: Final = ("unshare", "--map-root-user", "--net")


def can_part_networks() -> bool:
    """Whether a user of this machine may make a network of one's own: a container's may not."""
    return subprocess.run((*NAMESPACES, "true"), capture_output=True).returncode == 0


@pytest.mark.skipif(not can_part_networks(), reason="this machine lets its user part no network")
def test_each_device_is_heard_again_after_its_serial_server_lost_power() -> None:
    """A wheel is never quiet; a shoe may say nothing for an hour, and its connection dies all the same."""
    words = (*NAMESPACES, sys.executable, "-m", "tests.field.power_loss")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=150, check=True)
    after = {name: float(seconds) for name, seconds in map(str.split, done.stdout.splitlines())}
    assert after.keys() == PORTS.keys()
    assert max(after.values()) < WITHIN, after
