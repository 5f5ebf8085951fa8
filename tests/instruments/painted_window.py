"""``python3 -m tests.instruments.painted_window``: the simulated table's window opens, and is painted or
not.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from PySide6.QtWidgets import QApplication

from console.cli import main
from tests.instruments.pictures.drawn import is_drawn


def look(*_: object) -> int:
    """The exit status where the window would wait for presses: 0 if something is painted on it."""
    QApplication.processEvents()
    return int(not any(is_drawn(each) for each in QApplication.topLevelWidgets() if each.isVisible()))


if __name__ == "__main__":
    with patch.object(QApplication, "exec", look):
        sys.exit(main(["--window"]))
