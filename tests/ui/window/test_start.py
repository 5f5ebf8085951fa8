"""A start loads and makes what its first paint shows, and leaves the rest for when it is asked for."""

from __future__ import annotations

import os
import platform
import py_compile
import subprocess
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from console.app.quick_imports import OwnLoader, OwnModules, install, system_name
from console.people.file import PeopleFile
from console.table.showing.screen_values import Person
from console.table.state.roles import Role
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.dealer.prompt import PromptPanel
from console.ui.incident.panels.zone import IncidentZone
from tests.instruments.bench.play import written
from tests.ui.samples.incidents import INCIDENT_SAMPLES
from tests.ui.samples.tables import SAMPLES, clock
from tests.ui.stands.dealer_screen import shown_screen
from tests.ui.stands.incident_calls import IncidentCalls
from tests.words.catalogues import words

CHECKOUT = Path(__file__).parents[3]
LATER = (
    "console.floor psycopg "
    "asyncio qasync argon2 filelock serial sqlite_utils console.devices.simulation.card_devices "
    "console.ui.window.practice console.ui.sign_in.sign_in_screen console.ui.pit.pit_boss_screen "
    "console.ui.incident.panels.zone console.ui.incident.panels.question"
)


def test_what_a_live_table_does_not_show_at_its_start_is_loaded_later() -> None:
    code = (
        "import sys, console.ui, console.app.start;"
        f"loaded = sys.modules.keys() & set({LATER!r}.split()); assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


def test_each_of_our_modules_is_found_as_by_python_s_own_finder() -> None:
    files = list((CHECKOUT / "console").rglob("*.py"))
    assert len(files) > 400
    for file in files:
        place = file.parent if file.name == "__init__.py" else file.with_suffix("")
        name = ".".join(place.relative_to(CHECKOUT).parts)
        found = OwnModules().find_spec(name, [str(place.parent)])
        if name == "console":  # nobody asks for it: it is there before
            assert found is None
        else:
            usual = PathFinder.find_spec(name, [str(place.parent)])
            assert found is not None and usual is not None
            for part in ("name", "origin", "submodule_search_locations", "cached", "has_location", "parent"):
                assert getattr(found, part) == getattr(usual, part)


@pytest.mark.parametrize("prefix", [None, "elsewhere"])
def test_a_compiled_module_is_taken_as_python_s_own_loader_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str | None
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", prefix and str(tmp_path / prefix))
    file = tmp_path / "package" / "each.py"
    file.parent.mkdir()
    name = "console.package.each"

    def loaded() -> object:
        spec = OwnModules().find_spec(name, [str(file.parent)])
        assert spec is not None and isinstance(spec.loader, OwnLoader)
        found, usual = module_from_spec(spec), SourceFileLoader(name, str(file)).get_code(name)
        spec.loader.exec_module(found)
        assert spec.loader.get_code(name) == usual
        return found.value

    def compiled(**how: Any) -> Path:
        return Path(py_compile.compile(str(file), doraise=True, **how) or "")

    def written(value: int, at: float) -> None:
        file.write_text(f"value = {value}\n", "ascii")
        os.utime(file, (at, at))

    written(1, 1_000)
    made = compiled()
    assert loaded() == 1
    made.write_bytes(made.read_bytes().replace(b"value", b"valve"))  # a sign that the compiled file is run
    with pytest.raises(AttributeError):
        loaded()
    written(2, 2_000)  # the source is newer
    assert loaded() == 2
    compiled(dfile=str(tmp_path / "before" / "each.py"))  # compiled somewhere else
    assert loaded() == 2
    compiled(invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    written(3, 2_000)
    assert loaded() == 3
    compiled(invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    written(4, 2_000)
    assert loaded() == 3
    made.write_bytes(b"")
    assert loaded() == 4
    made.unlink()
    assert loaded() == 4


@pytest.mark.parametrize("name", ["console.nothing", "consoles.cli", "cli"])
def test_what_is_none_of_our_modules_in_a_folder_is_left_to_python(name: str) -> None:
    assert OwnModules().find_spec(name, [str(CHECKOUT / "console")]) is None
    assert OwnModules().find_spec(name, [str(CHECKOUT / "console.zip" / "console")]) is None
    assert OwnModules().find_spec(name) is None


def test_who_asks_before_python_s_own_finder_asks_before_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = [each for each in sys.meta_path if not isinstance(each, OwnModules)]
    monkeypatch.setattr(sys, "meta_path", list(theirs))
    install()
    install()
    ours = sys.meta_path.pop(theirs.index(PathFinder))
    assert isinstance(ours, OwnModules) and sys.meta_path == theirs


def test_a_window_s_start_imports_msgspec_without_typing_extensions() -> None:
    code = (
        "import sys\nfrom console.cli import main\n"
        "try: main(['--pace', 'often'])\nexcept SystemExit: pass\n"
        "assert 'msgspec' in sys.modules and 'typing_extensions' not in sys.modules\n"
        "assert 'OwnModules' in {type(each).__name__ for each in sys.meta_path}\n"
        "import typing_extensions"  # which others need later
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


def test_a_module_that_is_named_is_loaded_when_it_is_used(tmp_path: Path) -> None:
    (tmp_path / "used.py").write_text("value = [1]", "ascii")
    library = "import used, known\nfrom taken import value\nfrom called import twice\nfrom whole import *"
    (tmp_path / "library.py").write_text(library, "ascii")
    (tmp_path / "taken.py").write_text("value = [2]", "ascii")
    (tmp_path / "whole.py").write_text("every, all = 4, 5\n__all__ = ['all']", "ascii")
    (tmp_path / "called.py").write_text("def twice(text, *, by=2): return text * by", "ascii")
    code = (
        "import sys\nfrom console.app.quick_imports import LaterModule, loaded_later\n"
        "more = LaterModule('called', 'twice'), LaterModule('known', name='here')\n"
        "with loaded_later(*map(LaterModule, ('used', 'taken', 'whole')), *more):\n"
        "    import library\n"
        "assert 'called' not in sys.modules and library.twice('a', by=3) == 'aaa'\n"
        "assert library.all == 5 and not hasattr(library, 'every')\n"
        "assert library.value == [2] and library.known.name == 'here'\n"
        "assert 'taken' in sys.modules and not {'used', 'known'} & set(sys.modules)\n"
        "assert library.used.value == [1] and not hasattr(library.used, 'nothing')\n"
        "import used\nassert used is not library.used and used.value is library.used.value\n"
        "with loaded_later(LaterModule('used')):\n    import used as loaded\nassert loaded is used\n"
        "used.value = 3\nassert library.used.value == 3"
    )
    path = os.pathsep.join((str(CHECKOUT), str(tmp_path)))
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})


def test_the_system_s_name_is_told_as_by_platform() -> None:
    assert system_name() == platform.system()


def test_qt_s_own_import_reads_no_source_of_ours() -> None:
    code = (
        "import console.ui, builtins; assert builtins.__import__ is not builtins.__feature_import__;"
        "import inspect; inspect.getsource = None; import console.app.start"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)


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


def test_a_prompt_that_comes_again_is_copied_and_not_drawn_again(qtbot: QtBot) -> None:
    screen = shown_screen(qtbot, clock())
    drawn = []
    for name in ("dealing", "result", "dealing"):
        screen.show_view(SAMPLES[name])
        drawn.append(screen.prompt.grab().toImage())
    assert drawn[0] == drawn[2] != drawn[1]
    assert len(screen.prompt._kept) == 2


@pytest.mark.parametrize("name", ["dealing", "result", "sign-in-due"])
def test_the_first_prompt_is_drawn_without_a_picture_and_is_the_same(qtbot: QtBot, name: str) -> None:
    screen = shown_screen(qtbot, clock())
    screen.show_view(SAMPLES[name])
    text, sign = screen.prompt.text, screen.prompt._sign
    for width in (1280, 1601):
        panel = PromptPanel()
        qtbot.addWidget(panel)
        panel.resize(width, 216)
        panel.set_unit(width / 1280)
        panel.show_text(text, sign)
        first = panel.grab().toImage()
        assert not panel._kept
        assert panel.grab().toImage() == first and len(panel._kept) == 1


AT_FIRST_PROMPT = """
import os, sys
from console.cli import main

later = set(sys.argv[2].split())

def watch():
    from console.ui.dealer.prompt import PromptPanel

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
    "argon2 asyncio cryptography ctypes qasync serial sqlite_utils xlsxwriter console.journal.proof.seals "
    "console.errors.error_log console.devices.port getpass ast inspect msgspec.inspect platform traceback "
    "msgspec.toml bz2 lzma textwrap tempfile random secrets copy heapq shlex ipaddress "
    "console.ui.dealer.preparation.step_pictures"
)


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
