"""The base of every test: Qt without a display, one seed, a user folder that is removed."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG
from pytestqt.qtbot import QtBot

from console.base.command_line import speak
from console.table.people import pins
from tests import sources
from tests.examples import AT_NIGHT, BY_DAY
from tests.hand_overs import Sleeps, shuffled
from tests.sweep import one_turn

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

pytest_plugins = ("tests.file_scheduling", "tests.time_limit")

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["COLUMNS"] = "80"  # lines of a command's help are as long in every terminal
os.environ["TZ"] = "UTC"  # what nights and shifts are counted by, wherever the suite runs
if hasattr(time, "tzset"):
    time.tzset()


def have_own_folder() -> None:
    """Make a folder for what a console keeps for a person, which is removed when this process ends.

    Nothing is made in the home folder of the person who runs the tests.
    """
    own, maker = tempfile.mkdtemp(prefix="console-tests-"), os.getpid()

    def remove() -> None:
        if os.getpid() == maker:  # a process that is forked from this one has its own
            shutil.rmtree(own, ignore_errors=True)

    atexit.register(remove)
    os.environ |= {"XDG_DATA_HOME": own, "XDG_CONFIG_HOME": f"{own}/config", "XDG_CACHE_HOME": f"{own}/cache"}


have_own_folder()

# ``python3 -m tests --hypothesis-profile nightly`` tries other values each time and says how to repeat them.
# A busy machine draws its values slowly: that is no fault of a test's.
SLOW = (HealthCheck.too_slow,)
settings.register_profile(
    "house", max_examples=BY_DAY, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile(
    "nightly",
    max_examples=AT_NIGHT,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=SLOW,
)
# ``python3 -m tests mutants rooms`` asks whether a test fails, not by which least example.
settings.register_profile("mutants", settings.get_profile("house"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("house")
# It takes values from the modules that are loaded, too; which are loaded depends on the tests before.
providers._get_local_constants = lambda: providers._local_constants

# A PIN is hashed some thousand times; that a try at one is dear is shown where ``dear`` is asked for.
_DEAR, pins.COSTS = pins.COSTS, pins.Costs(1, 8, 1)

# A late event, on a machine with other work, is no failure: the limit is for one that never comes.
for wait in (QtBot.waitSignal, QtBot.waitActive, QtBot.waitExposed):
    wait.__kwdefaults__ = {**(wait.__kwdefaults__ or {}), "timeout": 60_000}

CRASHED, FRAMES = "crashed-", 20
"""How the files' names begin in which crashed processes leave their stacks, and the lines that are shown of
the thread that crashed.
"""

TURN = 10
"""Milliseconds of one turn of a wait."""

# A window that a test has let go of is taken away by the search for garbage; if that runs while the window is
# being painted the process ends. So it runs between tests alone.
gc.disable()
_EVERY, _ALL = 60, 600
_ended = count(1)

# The files that take longest: begun last, one of them keeps a process busy while the others have ended.
LONGEST = (
    "house/test_rooms.py",
    "field/test_keyboards.py",
    "field/test_badge_readers.py",
    "instruments/harm/test_harm.py",
    "instruments/harm/test_soak.py",
    "table/core/test_transcripts.py",
    "commissioning/devices/test_device_proofs.py",
    "field/test_serial_servers.py",
    "test_drive.py",
    "supervisor/protocol/test_conformance.py",
    "floor/test_limits.py",
    "rehearsals/test_score.py",
    "supervisor/protocol/test_schema.py",
    "table/devices/test_port.py",
    "floor/test_own_machinery.py",
    "supervisor/ui/review/report/test_report_screen.py",
    "supervisor/review/log/test_search.py",
    "table/ui/incident/test_incident_screens.py",
    "table/ui/window/test_files_belong.py",
    "table/ui/window/test_simulated_roulette.py",
    "table/ui/window/test_bugs.py",
    "handbook/test_pages.py",
    "supervisor/records/accounts/test_across_files.py",
    "floor/test_shipping.py",
    "app/test_texts.py",
)


@pytest.fixture
def in_vilnius(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Vilnius")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(autouse=True, scope="session")
def one_application(qapp: QApplication) -> QApplication:
    """Windows need an application of their kind: made first, or a page that is drawn first makes a lesser
    one.
    """
    return qapp


class PatientBot(QtBot):
    """Counts the turns of the loop, where pytest-qt's own compares times of the wall clock: a machine that
    was stopped meanwhile, or whose clock was set, has waited for nothing.
    """

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 60_000) -> None:
        """Turn the loop until the callback returns True, or None without an AssertionError; milliseconds."""
        for _ in range(max(1, timeout // TURN)):
            if is_so(callback):
                return
            self.wait(TURN)
        try:
            super().waitUntil(callback, timeout=0)  # raises what a wait in vain does
        except Exception as late:
            late.add_note(f"waited for {timeout} milliseconds, by turns")
            raise


def is_so(callback: Callable[[], bool | None]) -> bool:
    """Whether a wait's callback has what it waits for."""
    try:
        return callback() in (None, True)
    except AssertionError:
        return False


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """In the place of pytest-qt's."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def no_language_is_left() -> Iterator[None]:
    """The language that a test's command line asked for is not the next test's."""
    yield
    speak(())


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options that find a test, or a window, that is right only on a quiet machine or in one order."""
    parser.addoption("--sleeps", metavar="SEED", help="threads sleep 0 to 40 ms before what they hand over")
    parser.addoption("--shuffled", metavar="SEED", help="files, and tests within each, in another order")
    parser.addoption("--by-turns", action="store_true", help="each test in one language alone")


def pytest_configure(config: pytest.Config) -> None:
    """Have threads sleep, if that is asked for."""
    if (seed := config.getoption("--sleeps")) is not None:
        sleeps = Sleeps(seed)
        sleeps.take_place()
        config.pluginmanager.register(sleeps)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Keep the stacks of a process that crashes beside others for the end of the suite's output."""
    if hasattr(session.config, "workerinput"):
        stacks = Path(tempfile.gettempdir(), f"{CRASHED}{os.getpid()}")
        faulthandler.enable(os.open(stacks, os.O_WRONLY | os.O_CREAT))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say how to have the same again."""
    named = ("--sleeps", "--shuffled")
    return [f"{name} {seed}" for name in named if (seed := config.getoption(name)) is not None]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, or another order, if that is asked for; what shares a fixture may be put
    together.
    """
    if config.getoption("--by-turns"):
        every, items[:] = [*items], one_turn(items)
        config.hook.pytest_deselected(items=[*{*every} - {*items}])
    if (seed := config.getoption("--shuffled")) is not None:
        items[:] = shuffled(items, seed)
    else:
        turn = {str(Path(__file__).parent / file): at for at, file in enumerate(LONGEST)}
        items.sort(key=lambda item: turn.get(str(item.path), len(turn)))


def pytest_collection_finish() -> None:
    """Freeze what was collected, so that the garbage collection does not search it.

    With what garbage there is: to look for it takes each process 0.4 s of its time. Hypothesis makes its
    numbers before: it asks what refers to them, and Python 3.14 finds nothing that is frozen.
    """
    with deterministic_PRNG():
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A process beside others reports a test once: six messages of each take as long as most tests.

    Nobody who reads the end of the suite's output needs what began or ended well; ``--durations`` counts it.
    """
    if not hasattr(item.config, "workerinput") or item.config.getoption("durations") is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    pytest_runtest_logfinish()
    return True


def pytest_runtest_logfinish() -> None:
    """Take away the windows that the test left, and the seals that it kept, as each test's clock begins
    journals at the same moment; and look for garbage now and then, while none is painted.

    Each time among what is new; now and then among what stayed from earlier tests, too. That is what tests
    keep for others, and isn't searched again.
    """
    _take_away()
    shutil.rmtree(Path(os.environ["XDG_DATA_HOME"], "dealer-console", "seal", "newest"), ignore_errors=True)
    if (ended := next(_ended)) % _ALL == 0:
        gc.collect()
        gc.freeze()
    elif ended % _EVERY == 0:
        gc.collect(1)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Forget the trees of all sources after the last of the tests that read them."""
    reads = item.nodeid.startswith(sources.READERS)
    if reads and (nextitem is None or not nextitem.nodeid.startswith(sources.READERS)):
        sources.forget()


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes cost what they cost at a table."""
    monkeypatch.setattr(pins, "COSTS", _DEAR)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A key that no catalogue has is shown as its id at a table; here it fails, unless a test means it.

    No fixture: one that is for every test is made and taken down eleven thousand times.
    """
    from console.base.words import MISSED

    yield
    gc.disable()  # what a test has run may have switched it on, as mypy does
    missed = set(MISSED)
    MISSED.clear()
    assert not missed, f"no phrase in the catalogues: {sorted(missed)}"


def _take_away() -> None:
    """Delete the windows that wait for a loop, which no test runs: hundreds of windows' pixels."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.processEvents()  # what is to be called without an owner is held until then
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)


def second_readings() -> str:
    """The number of phrases that nobody has read a second time, language by language."""
    from hatch_build import unread

    left = unread(Path(__file__).resolve().parent.parent / "translations")
    counts = ", ".join(f"{language} {len(keys)}" for language, keys in left.items())
    return f"phrases that nobody has read a second time: {counts}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say it where somebody looks who is about to release; nobody sees the end of a process beside others."""
    if hasattr(config, "workerinput"):
        return
    for file in Path(tempfile.gettempdir()).glob(f"{CRASHED}*"):
        lines = file.read_text().splitlines()
        crashed = next((at for at, line in enumerate(lines) if line.startswith("Current thread")), 1)
        for line in (*lines[:1], *lines[crashed:][:FRAMES]):
            terminalreporter.write_line(line)
        file.unlink()
    for line in what_ran(terminalreporter):
        terminalreporter.write_line(line)
    terminalreporter.write_line(second_readings())


def what_ran(reporter: pytest.TerminalReporter) -> list[str]:
    """The property ``closing line``, which tests record: which of two ways they went, and why others were
    skipped.
    """
    reports = [each for found in reporter.stats.values() for each in found]
    went = [
        str(text)
        for report in reports
        for name, text in getattr(report, "user_properties", ())
        if name == "closing line"
    ]
    why = Counter(report.longrepr[2] for report in reporter.stats.get("skipped", ()))
    return [
        *dict.fromkeys(went),
        *(f"{count} not tried: {reason.removeprefix('Skipped: ')}" for reason, count in why.items()),
    ]
