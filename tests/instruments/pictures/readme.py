"""The README's pictures, drawn again: ``python3 -m tests readme``."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from msgspec.structs import replace
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from console.supervisor.guide.edition import House
from console.supervisor.ui.paper.document import page_images
from console.table.core import Role
from console.table.ui.dealer import DealerScreen
from tests.base.words.catalogues import CHECKOUT, words
from tests.floor.ui.samples import SCREENS as WALL
from tests.table.ui.harness.drawn import SIZE, let_go
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import SAMPLES, clock, dealer_view

FOLDER: Final = CHECKOUT / "resources" / "screens"
_RULES: Final = "lt"
_LANGUAGE: Final = "de"
_CARD: Final = ("roulette", "ball_out")


def dealer() -> QImage:
    """A coup by Lithuanian rules, the dealer reading German."""
    screen = DealerScreen(words(_LANGUAGE), words(_RULES), clock(), IncidentCalls())
    screen.resize(*SIZE)
    screen.show_view(dealer_view(SAMPLES["training"].view, rules=_RULES, can_report=True))
    return _grabbed(screen)


def card() -> QImage:
    """The first page of an incident card."""
    game, kind = _CARD
    paper = House.installed(_RULES).edition(Role.PIT_BOSS, _LANGUAGE, game).paper
    (title,) = (part.about for part in paper.parts if part.place == f"{game}.{kind}")
    parts = tuple(part for part in paper.parts if part.about == title)
    return page_images(replace(paper, parts=parts), 1)[0]


def wall() -> QImage:
    """Twelve tables on the overview."""
    return _grabbed(WALL["floor-12"]("en", *SIZE))


def _grabbed(screen: QWidget) -> QImage:
    image = screen.grab().toImage()
    let_go(screen)
    return image


PICTURES: Final[dict[str, Callable[[], QImage]]] = {"dealer": dealer, "card": card, "wall": wall}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests readme", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", choices=PICTURES, help="one of the pictures")
    asked = parser.parse_args(argv)
    os.environ["TZ"] = "UTC"
    time.tzset()
    _ = QApplication.instance() or QApplication([])
    for name, drawn in PICTURES.items():
        if asked.only in (None, name):
            drawn().save(str(asked.folder / f"{name}.png"))
    return 0
