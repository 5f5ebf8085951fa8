"""Each application of the console has what every one needs."""

from __future__ import annotations

from pathlib import Path

import console


def test_every_application_of_the_console_has_it() -> None:
    """Wherever one is made."""
    package = Path(console.__file__).parent
    made = [file for file in package.rglob("*.py") if "QApplication(sys.argv" in file.read_text("utf-8")]
    assert len(made) == 3
    assert [file.name for file in made if "HeldKeys(" not in file.read_text("utf-8")] == []
