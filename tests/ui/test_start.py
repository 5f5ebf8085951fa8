"""A start loads and makes what its first paint shows, and leaves the rest for when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from console.ui.dealer import DealerScreen
from console.ui.pit.zone import IncidentZone
from tests.ui.incident_samples import INCIDENT_SAMPLES
from tests.ui.samples import SAMPLES, clock
from tests.words.catalogues import words

CHECKOUT = Path(__file__).parents[2]
LATER = (
    "argon2 filelock serial sqlite_utils console.devices.simulated console.ui.practice console.ui.sign_in "
    "console.ui.pit.overview console.ui.pit.zone"
)


def test_what_a_live_table_does_not_show_at_its_start_is_loaded_later() -> None:
    code = (
        "import sys, console.ui, console.app;"
        f"loaded = sys.modules.keys() & set({LATER!r}.split()); assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


def test_qt_s_own_import_reads_no_source_of_ours() -> None:
    code = (
        "import console.ui, builtins; assert builtins.__import__ is not builtins.__feature_import__;"
        "import inspect; inspect.getsource = None; import console.app"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


def test_the_parts_of_an_incident_are_made_for_the_first_one_and_fill_their_place(qtbot: QtBot) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock())
    qtbot.addWidget(screen)
    screen.resize(1600, 1000)
    screen.show()
    screen.show_view(SAMPLES["result"])
    assert screen.findChildren(IncidentZone) == []
    screen.show_view(INCIDENT_SAMPLES["p4-put-back"])
    (zone,) = screen.findChildren(IncidentZone)
    assert zone.isVisible() and zone.u == screen.u == 1.25
    assert zone.geometry() == QRect(0, zone.y(), 1600, 1000 - 140 - zone.y())


def test_the_prompt_is_painted_first_and_the_rest_follows_by_itself(qtbot: QtBot) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock())
    qtbot.addWidget(screen)
    painted: list[bool] = []
    screen.prompt.painted.connect(lambda: painted.append(screen.felt.updatesEnabled()))
    screen.show_view(SAMPLES["result"])
    screen.paint_prompt_first()
    screen.show()
    qtbot.waitUntil(lambda: screen.felt.updatesEnabled() and screen.bar.updatesEnabled())
    assert painted[0] is False


def test_a_prompt_that_comes_again_is_copied_and_not_drawn_again(qtbot: QtBot) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    drawn = []
    for name in ("dealing", "result", "dealing"):
        screen.show_view(SAMPLES[name])
        drawn.append(screen.prompt.grab().toImage())
    assert drawn[0] == drawn[2] != drawn[1]
    assert len(screen.prompt._kept) == 2
