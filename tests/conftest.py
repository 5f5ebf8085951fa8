"""What every test stands on: Qt without a display, and chance that is the same in every run."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["QT_QPA_PLATFORM"] = "offscreen"

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
