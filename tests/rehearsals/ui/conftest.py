from __future__ import annotations

from tests.table.ui.harness.painting import *  # noqa: F403
