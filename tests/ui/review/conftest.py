from __future__ import annotations

from tests.ui.harness.painting import *  # noqa: F403
