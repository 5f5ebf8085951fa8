"""Code that Python loads from outside what was verified: by a variable, by a person's packages, by where it
was started.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from console.base.software import ConsoleFolder, running_console
from console.commissioning.software import site_packages
from console.commissioning.software.integrity import FileFinding, FileFlaw
from console.commissioning.software.site_packages import foreign_code, verify_all
from tests.commissioning.software.releases import environment_at, installed, script_at

OWN = [each for each in sys.path[1:] if "/lib/python" in each]
"""Where this Python loads from, but for the folder that it was started in."""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The console that runs, in an environment of its own."""
    folder = installed(environment_at(tmp_path / "env"))
    script_at(tmp_path / "env")
    monkeypatch.setattr(site_packages, "running_console", lambda: ConsoleFolder(folder))
    return folder


def foreign_names(site: Path, path: list[str], **environ: str) -> list[str]:
    found = list(foreign_code(site, path, environ))
    assert {each.kind for each in found} <= {FileFlaw.MORE}
    return [each.name for each in found]


def test_a_start_in_an_environment_of_its_own_loads_nothing_else(site: Path) -> None:
    assert foreign_names(site, [str(site), *OWN, str(site)]) == []


def test_each_folder_of_pythonpath_is_named_with_it(site: Path, tmp_path: Path) -> None:
    two = os.pathsep.join((str(tmp_path / "a"), "", str(tmp_path / "b"), str(site)))
    path = [str(site), str(tmp_path / "a"), str(tmp_path / "b"), str(site), *OWN]
    assert foreign_names(site, path, PYTHONPATH=two) == [
        f"PYTHONPATH={tmp_path}/a",
        f"PYTHONPATH={tmp_path}/b",
    ]


def test_the_persons_own_packages_and_what_a_pth_adds_are_named(site: Path, tmp_path: Path) -> None:
    own, added = tmp_path / "home/.local/lib/python3/site-packages", tmp_path / "added"
    assert foreign_names(site, [str(site), *OWN, str(own), str(added)]) == [str(own), str(added)]


@pytest.mark.parametrize("variable", ["PYTHONHOME", "PYTHONPYCACHEPREFIX"])
def test_a_variable_that_takes_the_library_or_compiled_code_from_elsewhere_is_named(
    site: Path, variable: str
) -> None:
    assert foreign_names(site, [str(site)], **{variable: "/elsewhere"}) == [f"{variable}=/elsewhere"]


def test_only_a_file_that_hides_a_module_is_named_in_the_start_folder(site: Path, tmp_path: Path) -> None:
    for name in ("table7.toml", "notes.py", "json.py", "sitecustomize.py"):
        (tmp_path / name).touch()
    for name in ("journals", "console", "xml"):
        (tmp_path / name).mkdir()
    (tmp_path / "console/__init__.py").touch()
    found = foreign_names(site, [str(tmp_path), *OWN])
    assert found == [f"{tmp_path}/{name}" for name in ("console", "json.py", "sitecustomize.py")]


def test_a_folder_that_does_not_run_has_no_foreign_code(site: Path, tmp_path: Path) -> None:
    other = installed(tmp_path / "other")
    assert list(foreign_code(other, ["/evil"], {"PYTHONPATH": "/evil"})) == []


def test_the_verification_of_the_running_console_is_not_good_then(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(site), *OWN])
    for variable in ("PYTHONPATH", "PYTHONPYCACHEPREFIX"):
        monkeypatch.delenv(variable, raising=False)
    assert verify_all(site).good
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = verify_all(site)
    assert found.findings == (FileFinding(FileFlaw.MORE, f"PYTHONPATH={tmp_path}"),) and not found.good


def test_a_module_beside_the_program_is_named(site: Path, tmp_path: Path) -> None:
    """A program's own folder is the first that Python loads from."""
    programs = tmp_path / "env/bin"
    (programs / "shlex.py").touch()
    (programs / "msgspec").mkdir()
    (programs / "__pycache__").mkdir()
    found = [each for each in verify_all(site).findings if each.name.startswith("bin/")]
    assert found == [FileFinding(FileFlaw.MORE, name) for name in ("bin/msgspec", "bin/shlex.py")]


def test_a_module_that_runs_at_every_start_is_named_also_if_it_hides_its_folder(tmp_path: Path) -> None:
    """It takes its folder off the path and the variable out of the environment before anybody looks."""
    evil = tmp_path / "sitecustomize.py"
    evil.write_text(
        "import os, sys\nsys.path.remove(os.path.dirname(__file__))\ndel os.environ['PYTHONPATH']\n"
    )
    looks = (
        "from console.commissioning.software.site_packages import foreign_code\n"
        "from console.base.software.manifest import running_console\n"
        "print(*(each.name for each in foreign_code(running_console().folder)), sep='\\n')\n"
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    shown = [
        subprocess.run(
            (sys.executable, "-c", looks),
            cwd=running_console().folder,
            env={**environ, **more},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\n")[:-1]
        for more in ({}, {"PYTHONPATH": str(tmp_path)})
    ]
    assert [each for each in shown[1] if each not in shown[0]] == [str(evil)]
    assert not any(str(tmp_path) in each for each in shown[0])
