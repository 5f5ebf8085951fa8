"""A LIVE table that plays for weeks keeps no library that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from console.base.setup import ROOT

AT_PLAY = (
    "console.app.start console.app.console_at_table console.table.devices.port "
    "console.table.journal.proof.seals console.commissioning.table_as_it_stands"
)


@pytest.mark.parametrize("library", ["numpy", "sqlite_utils", "importlib.metadata"])
def test_a_table_that_goes_on_loads_no_library_that_it_does_not_need(library: str) -> None:
    """The modules that are loaded after its first paint; those would stay for weeks: 15, 8 and 5 MiB."""
    code = f"import sys, {', '.join(AT_PLAY.split())}; assert {library!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
