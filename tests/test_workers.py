"""The whole suite's processes are forked from one that has loaded the tests, and are as good as new ones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import SIDE_BY_SIDE
from tests.workers import loading

ROOT = Path(__file__).parents[1]
TELLS = """
import os, tempfile
LOADED_IN = os.getpid()
def test_tells():
    own = os.environ["XDG_DATA_HOME"]
    assert os.path.isdir(own)
    with open({told!r}, "a") as told:
        print(LOADED_IN, os.getpid(), own, file=told)
"""
ENDS = "import os\ndef test_ends():\n    os._exit(3)\n"


def run(folder: Path, count: int) -> tuple[tuple[str, ...], subprocess.CompletedProcess[str]]:
    """Pytest over a folder of tests with processes forked from one; its arguments, and how it ended."""
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n")
    plugins = ("xdist.plugin", "tests.file_scheduling", "no:cacheprovider")
    of_all = ("-c", str(settings), *(word for each in plugins for word in ("-p", each)), str(folder))
    with loading(count, ("--collect-only", *of_all)) as loaded:
        arguments = loaded()
        command = [sys.executable, "-m", "pytest", *SIDE_BY_SIDE, *arguments, *of_all]
        return arguments, subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(autouse=True)
def without_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.chdir(ROOT)


def test_each_has_what_one_has_loaded_and_a_folder_of_its_own_that_goes(tmp_path: Path) -> None:
    told = tmp_path / "told"
    for name in "abcd":
        (tmp_path / f"test_{name}.py").write_text(TELLS.format(told=str(told)))
    arguments, ended = run(tmp_path, 2)
    assert "4 passed" in ended.stdout, ended.stdout + ended.stderr
    assert arguments[0] == "--tx"
    lines = [line.split() for line in told.read_text().splitlines()]
    (loaded_in,) = {line[0] for line in lines}
    forked, folders = {line[1] for line in lines}, {line[2] for line in lines}
    assert len(forked) == len(folders) == 2 and loaded_in not in forked
    assert not [each for each in folders if Path(each).exists()]


def test_a_process_that_dies_in_a_test_is_named_and_another_goes_on(tmp_path: Path) -> None:
    for name, text in {"a": ENDS, "b": TELLS, "c": "def test_fails():\n    assert False\n"}.items():
        (tmp_path / f"test_{name}.py").write_text(text.format(told=str(tmp_path / "told")))
    _, ended = run(tmp_path, 2)
    assert ended.returncode == 1
    assert re.search(r"crashed while running '.*test_ends'", ended.stdout), ended.stdout + ended.stderr
    assert "2 failed, 1 passed" in ended.stdout


@pytest.mark.sweep
def test_without_loadable_tests_new_processes_run_the_suite(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "import os, sys\nif 'tests.workers' in sys.orig_argv: os._exit(3)\n"
    )
    (tmp_path / "test_a.py").write_text(TELLS.format(told=str(tmp_path / "told")))
    arguments, ended = run(tmp_path, 2)
    assert arguments == ("-n", "2")
    assert "1 passed" in ended.stdout, ended.stdout + ended.stderr
