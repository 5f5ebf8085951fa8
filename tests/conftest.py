"""What every test stands on: Qt without a display, the same chance in every run, a user folder that goes."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory

from hypothesis import settings

os.environ["QT_QPA_PLATFORM"] = "offscreen"

OWN = TemporaryDirectory(prefix="console-tests-")
os.environ["XDG_DATA_HOME"] = OWN.name  # nothing is made in the folder of whoever runs them
os.environ["XDG_CONFIG_HOME"] = OWN.name + "/config"

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
