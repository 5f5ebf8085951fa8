"""A LIVE table's window in a process of its own, commissioned by its own keys; what came of it, as JSON.

The caller of this process chooses the console and its faults. Time passes as it does: the process waits for
the proofs that the window itself begins.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from console.base.words import LANGUAGES, Words
from console.commissioning.proof_words import proof_text
from console.commissioning.ui.proof_list import why
from console.supervisor.records import Proof, Verdict
from console.table.config import DeviceConfig, TableConfig, training_config
from console.table.devices import DeviceRole
from console.table.devices.simulation.wire import PtyWire
from console.table.game import DECK
from tests.commissioning.ui import test_commissioning_desk
from tests.commissioning.ui.test_commissioning_desk import open_desk, press, sign
from tests.commissioning.ui.test_devices_at_window import Shoe, through
from tests.instruments.harm.commissioning import PINS
from tests.instruments.harm.kinds import Loop
from tests.table.ui.harness import at_work as stand
from tests.table.ui.harness.at_work import at_work

PATIENCE: Final = 800_000
"""Milliseconds: a slow disk is to be slow."""


def main(folder: Path, table: Path, how: str) -> dict[str, Any]:
    """Prove a table whose people are those of a table's folder; what the window says then."""
    application = QApplication.instance() or QApplication([])
    usual = training_config

    def with_people(*given: Any) -> TableConfig:
        return replace(usual(*given), people=table / "people.json", pepper=table / "pepper")

    with (
        patch.object(stand, "PATIENCE", PATIENCE),
        patch.object(stand, "training_config", with_people),
        patch.dict(test_commissioning_desk.PINS, PINS),
    ):
        told = {"proved": proved, "signed": signed}[how](folder)
    application.processEvents()
    return told


def proved(folder: Path) -> dict[str, Any]:
    """A wheel's table without devices: from the menu through all proofs to the end."""
    with at_work(Loop(), folder, "lt", game="roulette", device=False) as work:  # type: ignore[arg-type]
        screen = open_desk(work).screen
        press(work, screen.primary)
        work.until(lambda: screen.devices.under_test is not None)
        press(work, screen.primary)  # the wheel is level
        work.until(lambda: screen.course.certificate is not None and not screen.work.busy)
        heeded = [each for each in screen.proofs_to_read if each.verdict is Verdict.FAILED]
        listed = {language: _listed(heeded, Words(language)) for language in LANGUAGES}
        for language in ("ja", "de", "en"):
            screen.set_words(Words(language))
            work.window.grab().save(str(folder / f"{language}.png"))
        commissioned = work.shown.table.commissioned
        return {
            "first": screen.proofs_to_read[0].name,
            "failed": [each.name for each in heeded],
            "listed": listed,
            "press": screen.primary_label,
            "said": screen.message,
            "file": [str(file) for file in folder.glob("commissioning-*.json")],
            "commissioned": None if commissioned is None else commissioned.digest,
        }


def _listed(proofs: Sequence[Proof], words: Words) -> list[str]:
    return [f"{proof_text(words, each.what)} · {why(each, words)}" for each in proofs]


def signed(folder: Path) -> dict[str, Any]:
    """A card table with a shoe at a pty: a test deck card by card, every proof, and two who sign."""
    wire = PtyWire()
    devices = (DeviceConfig.usual(DeviceRole.SHOE, wire.url),)
    with closing(wire), at_work(Loop(), folder, "lt", device=False, devices=devices) as work:  # type: ignore[arg-type]
        work.until(lambda: wire.ready)
        shoe = Shoe(wire, work)
        desk = open_desk(work)
        screen = shoe.screen = desk.screen
        press(work, screen.primary)
        work.until(lambda: screen.devices.under_test is not None and work.shown.table.tested_device == "shoe")
        heard = shoe.tested.findings
        for card in DECK:
            shoe.draw(card)
        shoe.cut()
        through(shoe)
        work.until(lambda: screen.course.certificate is not None and not screen.work.busy)
        for who in ("T1", "S1"):
            sign(work, desk, who)
        work.until(lambda: screen.course.is_entered)
        work.window.grab().save(str(folder / "signed.png"))
        return {
            "painted": sorted(heard.painted),
            "file": [str(file) for file in folder.glob("commissioning-*.json")],
            "pages": [str(file) for file in folder.glob("commissioning-*.pdf")],
            "journal": str(work.console.config.journal),
            "said": screen.message,
        }


def report(folder: str, table: str, how: str) -> None:
    """Print what came of it."""
    print(json.dumps(main(Path(folder), Path(table), how)), flush=True)
