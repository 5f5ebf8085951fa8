"""A start loads and makes what its first paint shows, and leaves the rest for when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from console.table.core import Person, Role
from console.table.people import PeopleFile
from console.table.ui.dealer import DealerScreen
from console.table.ui.dealer.prompt import PromptPanel
from console.table.ui.incident.panels.zone import IncidentZone
from tests.base.words.catalogues import words
from tests.instruments.bench.play import written
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock

CHECKOUT = Path(__file__).parents[4]
LATER = (
    "console.floor psycopg "
    "asyncio qasync argon2 cryptography difflib html serial sqlite_utils "
    "console.table.devices.simulation.card_devices "
    "console.table.ui.window.practice console.table.ui.sign_in.sign_in_screen "
    "console.table.ui.pit.pit_boss_screen "
    "console.table.ui.incident.panels.zone console.table.ui.incident.panels.question"
)


WATCHED = """
import os, sys
class Watch:
    def find_spec(self, name, path, target=None):
        if name == "console.app.start":
            known = ("console.table.core.running.station", "console.table.journal.file.store", "PySide6")
            print(*[each in sys.modules for each in known], flush=True)
            os._exit(0)
sys.meta_path.insert(0, Watch())
from console import cli
cli.main(["--window"])
"""


def test_a_start_imports_table_and_journal_before_qt() -> None:
    command = [sys.executable, "-c", WATCHED]
    found = subprocess.run(command, check=True, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert found.stdout.split() == ["True", "True", "False"]


def test_modules_that_a_live_table_needs_later_are_not_loaded_at_its_start() -> None:
    code = (
        "import sys, console.table.ui, console.app.start;"
        f"loaded = sys.modules.keys() & set({LATER!r}.split()); assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


AHEAD = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QWidget
from console.app import start
application, window = QApplication([]), QWidget()
start.APART = 0
names = start.screens()
def first():
    yield from names
    application.quit()
start.load_ahead(window, first())
application.exec()
files = Path("console/table/ui").rglob("*.py")
modules = {".".join(each.with_suffix("").parts).removesuffix(".__init__") for each in files}
assert modules <= sys.modules.keys(), modules - sys.modules.keys()
assert not {"numpy", "sqlite_utils", "importlib.metadata"} & sys.modules.keys()
"""


def test_what_a_table_needs_in_an_incident_is_loaded_while_it_is_idle() -> None:
    """Files that somebody replaces under a running table harm nothing until it is started again."""
    subprocess.run([sys.executable, "-c", AHEAD], check=True, cwd=CHECKOUT)


def test_the_parts_of_an_incident_are_made_for_the_first_one_and_fill_their_place(qtbot: QtBot) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
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
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    painted: list[bool] = []
    screen.prompt.painted.connect(lambda: painted.append(screen.felt.updatesEnabled()))
    screen.show_view(SAMPLES["result"])
    screen.paint_prompt_first().start(60_000)
    screen.show()
    qtbot.waitUntil(lambda: screen.felt.updatesEnabled() and screen.bar.updatesEnabled())
    assert painted[0] is False


def test_a_prompt_that_comes_again_is_copied_and_not_drawn_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PromptPanel, "_kept", {})
    screen = shown_screen(qtbot, clock())
    drawn = []
    for name in ("dealing", "result", "dealing"):
        screen.show_view(SAMPLES[name])
        drawn.append(screen.prompt.grab().toImage())
    assert drawn[0] == drawn[2] != drawn[1]
    assert len(screen.prompt._kept) == 2


@pytest.mark.parametrize("name", ["dealing", "result", "sign-in-due"])
def test_the_first_prompt_is_drawn_without_a_picture_and_is_the_same(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    screen = shown_screen(qtbot, clock())
    screen.show_view(SAMPLES[name])
    text, sign = screen.prompt.text, screen.prompt.sign
    for width in (1280, 1601):
        monkeypatch.setattr(PromptPanel, "_kept", {})
        panel = PromptPanel()
        qtbot.addWidget(panel)
        panel.resize(width, 216)
        panel.set_unit(width / 1280)
        panel.show_text(text, sign, "")
        first = panel.grab().toImage()
        assert not panel._kept
        assert panel.grab().toImage() == first and len(panel._kept) == 1


AT_FIRST_PROMPT = """
import os, sys
from console.cli import main

later = set(sys.argv[2].split())

def watch():
    from console.table.ui.dealer.prompt import PromptPanel

    paint = PromptPanel.paintEvent

    def watched(panel, event):
        before = later & sys.modules.keys()  # with this paint other threads begin
        paint(panel, event)
        if panel.text.headline:
            print(*before, flush=True)
            os._exit(0)

    PromptPanel.paintEvent = watched

class AtTheStart:
    def find_spec(self, name, path=None, target=None):
        if name == "console.app.start":  # nothing is imported sooner than at any start
            sys.meta_path.remove(self)
            watch()

sys.meta_path.insert(0, AtTheStart())
sys.exit(main(["--table", sys.argv[1], "--window"]))
"""
NOT_BEFORE_THE_PROMPT = (
    "argon2 asyncio cryptography qasync serial sqlite_utils xlsxwriter console.table.journal.proof.seals "
    "console.base.errors.error_log console.table.devices.port "
    "console.table.ui.dealer.preparation.step_pictures"
)


@pytest.mark.sweep
def test_a_table_that_starts_again_does_nothing_before_its_prompt_that_can_wait(
    tmp_path: Path,
) -> None:
    written(tmp_path / "journal.db", 40)  # a shift before is unsealed, the screen comes back locked
    PeopleFile(tmp_path / "people.json").add(Person("S1", "Saga", Role.SUPERVISOR, "sv"), "481592")
    file = tmp_path / "table.toml"
    file.write_text(
        'name = "T1"\ngame = "baccarat"\nrules = "sv"\nlanguage = "sv"\n'
        'journal = "journal.db"\npeople = "people.json"\n'
        f'[[device]]\nrole = "shoe"\nurl = "{tmp_path}/shoe"\n',
        "utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "-c", AT_FIRST_PROMPT, str(file), NOT_BEFORE_THE_PROMPT],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=CHECKOUT,
        timeout=180,
    )
    assert ran.stdout.split() == []
