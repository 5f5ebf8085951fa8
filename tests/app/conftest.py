"""The windows of these tests are painted as :mod:`tests.ui.harness.painting` says."""

from __future__ import annotations

from tests.ui.harness.painting import (
    bare_felt,
    drawn,
    drawn_on_screen,
    painted_before_time_passes,
    pytest_runtest_call,
    unpainted,
)

__all__ = (
    "bare_felt",
    "drawn",
    "drawn_on_screen",
    "painted_before_time_passes",
    "pytest_runtest_call",
    "unpainted",
)
