"""The console's dependencies: few packages, in ranges that stay compatible, each with a licence that fits."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from console import __main__
from console.base.setup import OWN, parts_for
from console.base.setup.locked_versions import is_of
from console.commissioning.commands.support import PACKAGES

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUNS_ON = [Requirement(each) for each in PROJECT["dependencies"]]
ALL = [
    *RUNS_ON,
    *(Requirement(each) for extra in PROJECT["optional-dependencies"].values() for each in extra),
]

LICENCES = {
    "PySide6-Essentials": "LGPL",
    "argon2-cffi": "MIT",
    "cryptography": "Apache-2.0 OR BSD-3-Clause",
    "fsrs": "MIT",
    "msgspec": "BSD",
    "platformdirs": "MIT",
    "pyserial": "BSD",
    "qasync": "BSD",
    "sqlite-utils": "Apache",
    "XlsxWriter": "BSD",
}
"""None of them asks that a program be given away which only uses it (LGPL: as a library)."""


def said_licence(package: str) -> str:
    """The licence that the installed package states, wherever it states it."""
    found = metadata(package).json
    classifiers = [str(each) for each in found.get("classifier", ()) if str(each).startswith("License")]
    return " | ".join([str(found.get("license_expression") or found.get("license") or ""), *classifiers])


def test_every_required_package_is_on_the_list() -> None:
    assert {each.name for each in RUNS_ON} == set(LICENCES) == set(PACKAGES)
    assert len(RUNS_ON) <= 11, "few"


@pytest.mark.parametrize("requirement", ALL, ids=lambda each: each.name)
def test_a_range_has_a_least_and_an_end(requirement: Requirement) -> None:
    signs = sorted(each.operator for each in requirement.specifier)
    assert signs == ["<", ">="], requirement
    assert requirement.url is None


@pytest.mark.parametrize("requirement", RUNS_ON, ids=lambda each: each.name)
def test_each_installed_package_is_in_its_range(requirement: Requirement) -> None:
    assert requirement.specifier.contains(version(requirement.name), prereleases=True)


@pytest.mark.parametrize("package", LICENCES)
def test_each_licence_is_the_one_that_was_looked_at(package: str) -> None:
    licence = said_licence(package)
    assert re.search(LICENCES[package], licence), f"{package}: {licence[:200]}"
    assert not re.search(r"(?<!L)GPL-?\d?(?! \d or)|AGPL", licence) or "LGPL" in licence, licence[:200]


def test_the_pages_name_the_pythons_that_were_tried() -> None:
    """The classifiers are those that the page names; it says with which the whole suite was run."""
    named = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    *others, newest = (each[1] for each in map(named.fullmatch, PROJECT["classifiers"]) if each is not None)
    oldest = ".".join(map(str, __main__.OLDEST))
    assert (others[0], PROJECT["requires-python"]) == (oldest, f">={oldest},<3.{int(newest[2:]) + 1}")
    stated = f"It was tried with Python {', '.join(others)} and {newest}."
    assert stated in " ".join((ROOT / "resources/handbook/operating.md").read_text("utf-8").split())
    assert f"\nPython {oldest} to {newest} is all they need" in (ROOT / "README.md").read_text("utf-8")


def locked(*extras: str) -> dict[str, set[str]]:
    """The versions of each part that the lock file has for the console and these extras."""
    found: dict[str, set[str]] = {}
    for line in parts_for(LOCK, extras).splitlines():
        if not line.startswith(" "):
            each = Requirement(line.removesuffix(" \\"))
            if each.marker is not None and not each.marker.evaluate():
                continue  # a part of other systems
            (exact,) = each.specifier
            assert exact.operator == "=="
            found.setdefault(canonicalize_name(each.name), set()).add(exact.version)
    return found


def test_the_lock_is_of_what_is_asked_for_now() -> None:
    assert is_of(ROOT, LOCK), "pyproject.toml asks for other parts: `python3 -m tests lock`"


@pytest.mark.parametrize("extra", [OWN, *PROJECT["optional-dependencies"]])
def test_all_that_is_asked_for_is_locked_within_its_range(extra: str) -> None:
    asked = PROJECT["dependencies"] if extra == OWN else PROJECT["optional-dependencies"][extra]
    for each in map(Requirement, asked):
        versions = locked(extra)[canonicalize_name(each.name)]
        assert all(each.specifier.contains(version) for version in versions), each


def test_every_part_has_the_digests_of_its_files_and_no_address() -> None:
    blocks = [block.splitlines() for block in LOCK.split("\n\n")[1:]]
    assert len(blocks) > 50
    for named, part, *digests in blocks:
        assert named.startswith("# for: ") and part.endswith(" \\")
        assert digests and all(
            re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", each) for each in digests
        )
    assert "://" not in LOCK


def test_the_installed_versions_are_the_locked_ones() -> None:
    for name, versions in locked("dev").items():
        assert version(name) in versions, name
