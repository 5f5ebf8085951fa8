"""What every test stands on: Qt without a display, the same chance in every run, a user folder that goes."""

from __future__ import annotations

import gc
import os
from itertools import count
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis.internal.conjecture import providers

os.environ["QT_QPA_PLATFORM"] = "offscreen"

OWN = TemporaryDirectory(prefix="console-tests-")
os.environ["XDG_DATA_HOME"] = OWN.name  # nothing is made in the folder of whoever runs them
os.environ["XDG_CONFIG_HOME"] = OWN.name + "/config"

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
# It takes values from the modules that are loaded, too; which are loaded depends on the tests before.
providers._get_local_constants = lambda: providers._local_constants

# A window that a test has let go of is taken away by the search for garbage; if that runs while the window is
# being painted the process ends. So it runs between tests alone.
gc.disable()
_EVERY = 60
_ended = count(1)


def pytest_runtest_logfinish() -> None:
    """Look for garbage now and then, when no window is being painted."""
    if next(_ended) % _EVERY == 0:
        gc.collect()
