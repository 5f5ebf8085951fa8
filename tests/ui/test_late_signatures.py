"""PySide6's own Python for signatures runs when it is first used, and says then what it always says."""

from __future__ import annotations

import subprocess
import sys

from console.setup.environment import ROOT

CALLED_WRONGLY = """
import sys
import console.ui
from PySide6.QtCore import QObject
print("argparse" in sys.modules)
try:
    QObject().setObjectName(3)
except TypeError as error:
    print(error)
from PySide6.support.signature.lib.enum_sig import ExactEnumerator
from PySide6.support.signature import mapping
print(ExactEnumerator.__name__, hasattr(mapping, "no_such_name"))
"""
SAID = """\
False
'PySide6.QtCore.QObject.setObjectName' called with wrong argument types:
  PySide6.QtCore.QObject.setObjectName(int)
Supported signatures:
  PySide6.QtCore.QObject.setObjectName(name: str, /)
ExactEnumerator False
"""


def test_a_wrong_call_is_told_as_ever_and_until_then_nothing_for_it_has_run() -> None:
    command = [sys.executable, "-W", "error", "-c", CALLED_WRONGLY]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert told.stdout == SAID
