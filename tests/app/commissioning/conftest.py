from __future__ import annotations

from tests.commissioning.ui.conftest import *  # noqa: F403
