"""`python3 -m tests` comes to the same in whatever environment somebody calls it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest

from console.base.setup import base_python
from tests import __main__ as checks
from tests.sweep import of_the_day

ROOT = Path(__file__).parents[1]
PRINTS = "tests/base/system/test_worker_process.py::test_what_a_worker_prints_never_reaches_its_result"
DRAWS = "tests/app/heard/test_trees.py::test_a_screen_is_heard_as_it_was[await-bets]"
REFUSES = "tests/test_arguments.py::test_a_language_may_stand_before_a_command"
SORTS = "tests/base/words/test_collation.py"
UNREADABLE = {"PYTHONHOME", "PYTHONPLATLIBDIR", "PYTHONSAFEPATH"}
"""With these Python finds no standard library, or no checkout: no line of ours runs."""
VALUES = {
    "PYTHON_FROZEN_MODULES": "off",
    "PYTHONHASHSEED": "7",
    "PYTHONINTMAXSTRDIGITS": "640",
    "PYTHONIOENCODING": "ascii",
    "PYTHONMALLOC": "debug",
    "PYTHONOPTIMIZE": "2",
    "PYTHONUTF8": "0",
    "PYTHONWARNINGS": "error",
}
"""The values that turn a variable on if "1" does not."""
TONGUES = ("", "C", "sv_SE.UTF-8", "ja_JP.UTF-8", "lt_LT.UTF-8", "is_IS.UTF-8", "de_DE.UTF-8")
ZONES = ("Europe/Stockholm", "Asia/Tokyo", "Europe/Vilnius", "Atlantic/Reykjavik", "Europe/Berlin")


def pythons() -> dict[str, str]:
    """Each variable that this Python knows, by its own help, with a value that changes what it does."""
    asked = subprocess.run([base_python(), "--help-env"], capture_output=True, text=True, check=True)
    names = {*re.findall(r"^(PYTHON[A-Z0-9_]+)", asked.stdout, re.MULTILINE)} - UNREADABLE
    assert len(names) > 20
    return {name: VALUES.get(name, "1") for name in sorted(names)}


def environments() -> dict[str, dict[str, str]]:
    """By a name: what somebody's shell may have."""
    return {
        "nothing": {},
        **{name: {name: value} for name, value in pythons().items()},
        **{f"TZ={zone}": {"TZ": zone} for zone in ZONES},
        "LC_ALL": {"LC_ALL": "ja_JP.UTF-8", "LANGUAGE": "de"},
        "pytest": {"PYTEST_ADDOPTS": "--exitfirst -k nothing", "TESTS_SWEEP": "whole"},
        "Qt": {"QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "xcb", "QT_STYLE_OVERRIDE": "fusion"},
        "pip": {"PIP_NO_INDEX": "1", "https_proxy": "http://127.0.0.1:9"},
        "git": {"GIT_DIR": "/nowhere", "GIT_AUTHOR_NAME": "Anna"},
        "the house's": {"XDG_DATA_HOME": "/nowhere", "DEALER_CONSOLE_RELEASE_KEY": "/nowhere"},
    }


def handed_on(surroundings: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of what `python3 -m tests` runs, if it is called in this one."""
    found: list[dict[str, str]] = []
    monkeypatch.setattr(checks, "run", lambda tool: found.append(os.environ.copy()))
    monkeypatch.setattr("console.base.setup.environment.enter", lambda window, extras: None)
    monkeypatch.setattr(checks, "have_programs", lambda: None)
    with patch.dict(os.environ, surroundings, clear=True):
        checks.main(["tests"])
    return {name: value for name, value in found[0].items() if name != "TMPDIR"}


def test_what_is_run_has_the_same_environment_in_each_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {"PATH": "/bin", "HOME": "/home/anna", "LANG": "de_DE.UTF-8"}
    every = {name: handed_on(own | more, monkeypatch) for name, more in environments().items()}
    assert {name for name, found in every.items() if found != every["nothing"]} == set()
    assert {*every["nothing"]} == {*own, "QT_QPA_PLATFORM", "PYTHONPYCACHEPREFIX"}
    said = capsys.readouterr().out
    for name in {name for more in environments().values() for name in more}:
        assert re.search(rf"^tests: left out of the environment: .*\b{name}\b", said, re.MULTILINE), name


def test_the_set_up_reaches_its_packages_as_the_shell_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []

    def enter(**_: object) -> None:
        asked.append({**os.environ})

    monkeypatch.setattr("console.base.setup.environment.enter", enter)
    monkeypatch.setattr(checks, "have_programs", lambda: None)
    monkeypatch.setattr(checks, "run", lambda tool: 0)
    ways = {"PIP_INDEX_URL": "http://127.0.0.1:9", "HTTPS_PROXY": "x", "no_proxy": "y", "SSL_CERT_FILE": "z"}
    with patch.dict(os.environ, {**ways, "PYTHONPATH": "/nowhere"}, clear=True):
        checks.main(["tests"])
    assert asked == [{**ways, "PIP_COMPILE": "0"}]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy with blanks in its path and nothing beside it, over the environment of this one and with what
    was compiled of it.
    """
    copy = tmp_path_factory.mktemp("a path") / "with two blanks"
    for name in ("console", "resources", "translations", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "screens"))
    for name in ("pyproject.toml", "requirements.lock", "hatch_build.py", "README.md"):
        shutil.copy2(ROOT / name, copy)
    (copy / ".venv").symlink_to(sys.prefix)
    ours, its = (checks.COMPILED.joinpath(*each.parts[1:]) for each in (ROOT, copy))
    for folder in (ours, its.parent):
        folder.mkdir(parents=True, exist_ok=True)
    its.symlink_to(ours)
    yield copy
    its.unlink()


def ended(folder: Path, surroundings: Mapping[str, str], *asked: str) -> subprocess.CompletedProcess[str]:
    """`python3 -m tests` of these tests, in this environment alone."""
    return subprocess.run(
        [base_python(), "-m", "tests", *asked, "-q", "-p", "no:cacheprovider"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_sample_is_green_with_a_path_alone(checkout: Path) -> None:
    done = ended(checkout, {}, PRINTS, DRAWS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_sample_is_green_with_all_that_a_shell_may_have(checkout: Path) -> None:
    """Every variable at once, and a home that nobody can write to."""
    everything = {name: value for more in environments().values() for name, value in more.items()}
    everything |= {"HOME": os.devnull + "/anna", "LANG": of_the_day(TONGUES)[0]}
    done = ended(checkout, everything, PRINTS, REFUSES, SORTS)
    assert done.returncode == 0, done.stdout + done.stderr
