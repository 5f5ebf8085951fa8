"""A LIVE table's window in a process of its own, commissioned by its own keys; what came of it, as JSON.

Which console it is, and what it meets there, is the affair of whoever starts this process. Time passes as it
does: what is waited for are the proofs that the window itself begins.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from PySide6.QtWidgets import QApplication, QWidget

from console.commissioning.proof import Verdict
from console.commissioning.proof_words import told_text
from console.people import table_people
from console.ui.commissioning.proof_list import why
from console.words import LANGUAGES, Words
from tests.instruments.holds.kinds import Loop
from tests.ui.commissioning.test_commissioning_desk import given, opened, press
from tests.ui.stands import at_work as stand
from tests.ui.stands.at_work import AtWork, at_work

PATIENCE: Final = 800_000
"""Milliseconds: a slow disk is to be slow."""


def main(folder: Path) -> dict[str, Any]:
    """Prove this table; what the window says then."""
    application = QApplication.instance() or QApplication([])
    people = (*table_people._GIVEN, given())
    with (
        patch.object(stand, "PATIENCE", PATIENCE),
        patch.object(table_people, "_GIVEN", people),
        at_work(Loop(), folder, "lt", game="roulette", device=False) as work,  # type: ignore[arg-type]
    ):
        told = proved(work, folder)
    application.processEvents()
    return told


def proved(work: AtWork, folder: Path) -> dict[str, Any]:
    """From the menu through all proofs to the end."""
    screen = opened(work).screen
    press(work, screen.primary)
    work.until(lambda: screen._certificate is not None and not screen.work.busy)
    heeded = [each for each in screen.heeded if each.verdict is Verdict.FAILED]
    listed = {
        language: [
            f"{told_text(Words(language), each.what)} · {why(each, Words(language))}" for each in heeded
        ]
        for language in LANGUAGES
    }
    top: QWidget = work.window
    for language in ("en", "ja", "de"):
        screen.set_words(Words(language))
        top.grab().save(str(folder / f"{language}.png"))
    screen.set_words(Words("en"))
    (file,) = folder.glob("commissioning-*.json")
    commissioned = work.shown.table.commissioned
    return {
        "first": screen.heeded[0].name,
        "failed": [each.name for each in heeded],
        "listed": listed,
        "press": screen.primary_label,
        "said": screen.said,
        "file": str(file),
        "commissioned": None if commissioned is None else commissioned.digest,
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))), flush=True)
