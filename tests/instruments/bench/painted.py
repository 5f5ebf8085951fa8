"""A process of its own that ends at its first paint, and says when that was and how much memory it took.

``bare``: a main window and a label. ``console FILE``: the console at the table that the file describes, as
its entry point starts it. Both report from the event loop, when the paint has been flushed.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


def report() -> None:
    """Print the time and the most memory up to now, and end at once: what follows is not measured."""
    from PySide6.QtCore import QTimer

    QTimer.singleShot(0, _said)


def _said() -> None:
    print(time.monotonic(), _most_memory(), flush=True)
    os._exit(0)


def _most_memory() -> float:
    """MiB. Linux hands ``ru_maxrss`` down from the parent through exec, and the bench is the larger one."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bare() -> int:
    """The floor."""
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

    class Label(QLabel):
        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            report()

    application = QApplication([])
    window = QMainWindow()
    window.setCentralWidget(Label("Draw the player's first card"))
    window.resize(1280, 800)
    window.show()
    return application.exec()


def console(table: str) -> int:
    """The console; its prompt counts once it says something."""
    from console.cli import main

    sys.meta_path.insert(0, PaintWatch())
    return main(["--table", table, "--window", "--lang", "sv"])


class PaintWatch:
    """Watches the prompt's paint from where the console's start imports it: no import comes sooner for it."""

    def find_spec(self, fullname: str, path: object, target: object = None, /) -> None:
        """Find nothing; with the start's own module the prompt's is patched."""
        if fullname == "console.app.start":
            sys.meta_path.remove(self)
            self._watch()

    def _watch(self) -> None:
        from console.table.ui.dealer.prompt import PromptPanel

        paint = PromptPanel.paintEvent

        def watched(self: PromptPanel, event: QPaintEvent) -> None:
            paint(self, event)
            if self.text.headline:
                report()

        PromptPanel.paintEvent = watched  # type: ignore[method-assign]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare"]:
            sys.exit(bare())
        case ["console", file]:
            sys.exit(console(file))
