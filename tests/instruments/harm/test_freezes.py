"""A thread that stands still is found and the console started again; a slow disk is waited for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.instruments.harm.freezes import frozen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")


@pytest.mark.sweep
def test_whichever_thread_stands_still_the_console_comes_back_to_its_hand(tmp_path: Path) -> None:
    kinds = ("window lock", "table lock")
    harm = frozen(tmp_path, kinds, span=4.0)
    assert harm.lost == [] and harm.times == 1 + len(kinds)
