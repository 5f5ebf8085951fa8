"""A wheel brings an entry for a desktop's menu, a manual page, and the completion of commands."""

from __future__ import annotations

import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from console.app.parts import commands
from hatch_build import NAME, build_desktop
from tests.sources import ROOT


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {file.suffix: file for file in build_desktop(ROOT, tmp_path_factory.mktemp("desktop"))}


def test_the_manual_page_has_every_listed_command(made: dict[str, Path]) -> None:
    lines = made[".1"].read_text("utf-8").splitlines()
    listed = [line.removeprefix(".B ").replace("\\-", "-") for line in lines if line.startswith(".B ")]
    assert listed[2:] == list(commands().listed)
    assert all(lines[at + 1].strip() for at, line in enumerate(lines) if line.startswith(".B "))


def test_the_menu_speaks_six_languages(made: dict[str, Path]) -> None:
    entry = ConfigParser(interpolation=None)
    entry.read_string(made[".desktop"].read_text("utf-8"))
    said = {key: text for key, text in entry["Desktop Entry"].items() if key.startswith("comment")}
    assert len(said) == len(set(said.values())) == 6
    assert (ROOT / "resources" / "desktop" / f"{entry['Desktop Entry']['Icon']}.svg").is_file()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [(["jo"], ["journal"]), (["journal", "ver"], ["verify"]), (["floor", "--l"], ["--lang"])],
)
def test_bash_completes_commands(made: dict[str, Path], typed: list[str], offered: list[str]) -> None:
    line = f'. "$1"; shift; COMP_WORDS=({NAME} "$@") COMP_CWORD=$#; _dealer_console; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", line, "bash", str(made[".bash"]), *typed], capture_output=True, text=True
    )
    assert (done.stdout.split(), done.stderr) == (offered, "")
