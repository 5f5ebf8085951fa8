"""A test that stands still costs its time limit, never the run: the run ends, and names it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import time_limit
from tests.__main__ import SIDE_BY_SIDE

ROOT = Path(__file__).parents[1]
SLEEPS = "import time\ndef test_sleeps():\n    time.sleep(100)\n"
LOCKED = "import ctypes\ndef test_keeps_the_lock():\n    ctypes.PyDLL(None).sleep(100)\n"
FAILED = """
import threading, pytest
@pytest.fixture
def window():
    yield
    threading.Event().wait(100)
def test_fails(window):
    assert False
"""
GOOD = "def test_is_good():\n    pass\n"
ONE_STANDS = f"{GOOD}\n{SLEEPS}\ndef test_after_it():\n    pass\n"


def run(folder: Path, *arguments: str, limit: str = "0.5") -> subprocess.CompletedProcess[str]:
    """Pytest in a process of its own over a folder of tests; more than 60 seconds are the test's failure."""
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n")
    plugins = ("-p", "tests.time_limit", "-p", "xdist.plugin", "-p", "tests.file_scheduling")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(settings), *plugins, "--limit", limit, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("text", "stands"),
    [(SLEEPS, "test_sleeps"), (LOCKED, "test_keeps_the_lock"), (FAILED, "window")],
    ids=["asleep", "with the interpreter's lock", "taken down after a failure"],
)
def test_a_test_that_stands_still_ends_the_run_and_shows_where(
    tmp_path: Path, text: str, stands: str
) -> None:
    (tmp_path / "test_still.py").write_text(text)
    ended = run(tmp_path)
    assert ended.returncode == 1
    assert "Timeout" in ended.stderr
    assert re.search(rf'File ".*test_still\.py", line \d+ in {stands}\b', ended.stderr), ended.stderr


def test_a_process_that_stands_still_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    """Xdist's own scheduler tries such a test again until the run is ended."""
    for name in "abc":
        (tmp_path / f"test_{name}.py").write_text(ONE_STANDS if name == "a" else GOOD)
    ended = run(tmp_path, *SIDE_BY_SIDE, "-n", "2", limit="2")
    assert ended.returncode == 1
    assert re.findall(r"^worker '.*' crashed while running '(.*)'$", ended.stdout, re.MULTILINE) == [
        "test_a.py::test_sleeps"
    ], ended.stdout
    assert "1 failed, 4 passed" in ended.stdout
    assert re.search(r"line \d+ in test_sleeps\b", ended.stderr), ended.stderr


def test_tests_that_stand_still_one_after_the_other_end_the_run(tmp_path: Path) -> None:
    """A fault under all windows would else cost a limit for each test; and one file is enough for no process
    that follows another, which waits until it knows of a second test.
    """
    for name in "abcdef":
        (tmp_path / f"test_{name}.py").write_text(SLEEPS)
    ended = run(tmp_path, *SIDE_BY_SIDE, "-n", "1")
    assert ended.returncode != 0
    assert "maximum crashed workers reached: 2" in ended.stdout
    assert re.search(r"= 3 failed in ", ended.stdout), ended.stdout


def test_the_limit_is_in_force_here(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.has_plugin("tests.time_limit")
    assert time_limit.LIMIT <= 300 < time_limit.OF_MANY
