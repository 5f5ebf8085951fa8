"""The base of a commissioning in a window: known software, a technician, a LIVE table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from console.base.software import Software, identity
from console.commissioning import table_as_it_stands
from console.table.core import Role
from console.table.people import table_people
from tests.commissioning.proving import TECHNICIAN
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painting import *  # noqa: F403


def given() -> tuple[str, str, Role, str]:
    """The technician, as the given people are."""
    person = TECHNICIAN.person
    return person.id, person.name, cast(Role, person.role), TECHNICIAN.pin


@pytest.fixture(autouse=True)
def known_software(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout makes its manifest each time, which takes a while; among the people is a technician."""
    monkeypatch.setattr(table_people, "_GIVEN", (*table_people._GIVEN, given()))
    for module in (table_as_it_stands, identity):
        monkeypatch.setattr(
            module, "at_work", lambda _, configuration: Software("0.4.0", "ab" * 32, "", configuration)
        )


@pytest.fixture
def work(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    """A LIVE table at which nobody is yet."""
    with at_work(qtbot, tmp_path, device=False) as work:
        yield work
