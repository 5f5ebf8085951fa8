"""A limit on the time of each test: one that stands still ends its process, with the stacks of all threads.

Python's own thread for this needs no lock of the interpreter, which a test that stands still may hold. Of
processes side by side the others go on, the test is not tried again, and the run ends with its name.
"""

from __future__ import annotations

import faulthandler
import sys
from time import monotonic
from typing import Final

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

LIMIT: Final = 300.0
"""The most seconds of one test: far more than any takes while others have most of the computer."""
OF_MANY: Final = 12 * LIMIT
"""The most seconds of one test at night or in a sweep, where it tries up to twenty times as many cases."""
SLACK: Final = 0.1
"""The part of its limit that a test may lack.

A clock for each test would take a millisecond of each, on a busy computer, to end its thread.
"""


class TimeLimit:
    """The clock that one run of tests has its limit from."""

    def __init__(self, config: pytest.Config, seconds: float) -> None:
        self._seconds, self._begun = seconds, -seconds
        # pytest captures a test's output, and keeps the real error output here.
        self._shown = config.stash.get(fault_handler_stderr_fd_key, None) or sys.__stderr__

    def begin(self) -> None:
        """Count from now on."""
        assert self._shown is not None
        self._begun = monotonic()
        faulthandler.dump_traceback_later(self._seconds, file=self._shown, exit=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Another test begins."""
        if monotonic() - self._begun > self._seconds * SLACK:
            self.begin()

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self, node: pytest.Item | pytest.Collector) -> None:
        """Pytest stops each such clock where a test failed, whose fixtures are still to be taken down."""
        if isinstance(node, pytest.Item):
            self.begin()

    def pytest_sessionfinish(self) -> None:
        """No test is left."""
        faulthandler.cancel_dump_traceback_later()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Have another limit for one run."""
    parser.addoption(
        "--limit",
        type=float,
        metavar="SECONDS",
        help=f"of one test, which then ends its process; {LIMIT:.0f}, at night {OF_MANY:.0f}; 0: none",
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have a clock, unless none is wanted."""
    asked: float | None = session.config.getoption("limit")
    if (seconds := usual_limit() if asked is None else asked) > 0:
        session.config.pluginmanager.register(TimeLimit(session.config, seconds))


def usual_limit() -> float:
    """The seconds of a test in this run."""
    from hypothesis import settings

    from tests.sweep import IS_WHOLE

    return OF_MANY if IS_WHOLE or settings.get_current_profile_name() == "nightly" else LIMIT
