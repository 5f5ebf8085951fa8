"""The table of assumptions: its rows, and the handbook's table that is made from it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from packaging.requirements import Requirement

from console.base.setup import ROOT, lock_file
from tests.handbook.pages import table

BESIDE = ("floor", "monitoring")
"""The extras of which something is assumed."""


class Assumption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A behaviour of something that is not ours; ``of`` names that."""

    of: str
    what: str
    where: str
    """The module that relies on it, below ``console/``."""
    test: str
    """The test that fails if it changes, below ``tests/``."""
    finding: str = ""
    """The script in ``findings/`` that shows it without the console."""
    dear: bool = False
    """Whether it takes long, and other programs."""


class AssumptionTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tried: dict[str, str]
    """The versions of what pip does not install."""
    row: tuple[Assumption, ...]


@cache
def assumptions() -> AssumptionTable:
    return msgspec.toml.decode(Path(__file__).with_name("rows.toml").read_bytes(), type=AssumptionTable)


@cache
def requirements(*extras: str) -> dict[str, Requirement]:
    """The packages that the console, or only these extras, ask for, by their names."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    of_extras = [each for extra in extras for each in project["optional-dependencies"][extra]]
    return {each.name: each for each in map(Requirement, of_extras or project["dependencies"])}


def oldest(requirement: Requirement) -> str:
    """The least version that a requirement allows."""
    return next(each.version for each in requirement.specifier if each.operator == ">=")


def versions(of: str) -> str:
    """The versions to which an assumption applies: for a package the least one and the locked one."""
    if of in assumptions().tried:
        return assumptions().tried[of]
    locked = re.search(rf"^{re.escape(of)}==(\S+)", lock_file(ROOT).read_text("utf-8"), re.M | re.I)
    assert locked is not None, f"{of} is locked in no version"
    first = oldest((requirements() | requirements("dev", *BESIDE))[of])
    return locked[1] if locked[1].removesuffix(".0") == first else f"{first} to {locked[1]}"


def assumption_table() -> str:
    """The handbook's table of them."""
    rows = [
        (
            row.of,
            versions(row.of),
            row.what + (f" (`findings/{row.finding}`)" if row.finding else ""),
            f"`{row.where}`",
            f"`{row.test}`",
        )
        for row in assumptions().row
    ]
    return table(("of", "version", "what", "relied on in `console/`", "test in `tests/`"), rows)
