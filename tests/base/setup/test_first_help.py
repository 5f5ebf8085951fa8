"""Somebody who asks a fresh checkout how it is used, before anything is set up."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from console.base.setup.environment import base_python
from tests.sources import PROGRAM, copied


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_a_checkout_without_its_words_says_how_it_is_set_up(tmp_path: Path, asked: str) -> None:
    fresh = copied(tmp_path, *PROGRAM)
    (fresh / "pyproject.toml").touch()
    for built in (fresh / "translations").glob("*.mo"):
        built.unlink()
    done = subprocess.run(
        [base_python(), "-m", "console", asked], cwd=fresh, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "`python3 -m console` makes a virtual environment" in done.stdout
    assert not (fresh / ".venv").exists(), "a question installs nothing"
