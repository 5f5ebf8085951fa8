"""A process of its own that starts a desktop program, and ends when its first window can be used.

``MODULE:FUNCTION [arguments]``: what the program's own script calls. It runs in that program's environment,
so it knows the standard library alone, and whichever Qt for Python is there.

Usable means the same for all: a window of the program's own (no splash, no menu) is shown and exposed, so its
first paint is done, and the event loop has nothing left to do: Qt says that it is about to wait.
"""

import os
import sys
import time
from importlib import import_module
from typing import Any

BINDINGS = ("PySide6", "PyQt6", "PyQt5")
SAID = "usable at "
"""The beginning of the line that says when, by the monotonic clock of all processes."""


class ApplicationWatch:
    """Waits for the program's first application object; Qt itself is imported when the program does it.

    The binding's last module that every program with a window has is QtWidgets: from the next import on its
    class is there.
    """

    def find_spec(self, fullname: str, path: object, target: object = None, /) -> None:
        """Find nothing; once QtWidgets is imported, have its application watched."""
        for binding in BINDINGS:
            widgets: Any = sys.modules.get(f"{binding}.QtWidgets")
            if widgets is not None and hasattr(widgets, "QApplication"):
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                watch(sys.modules[f"{binding}.QtCore"], widgets)
                return


def watch(core: Any, widgets: Any) -> None:
    """Say the time and end once a window of the application can be used."""
    begin = widgets.QApplication.__init__

    def begun(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        core.QAbstractEventDispatcher.instance().aboutToBlock.connect(idle)

    def idle() -> None:
        for each in widgets.QApplication.topLevelWidgets():
            handle = each.windowHandle()
            own = each.windowType() in (core.Qt.WindowType.Window, core.Qt.WindowType.Dialog)
            if own and each.isVisible() and handle and handle.isExposed():
                print(f"\n{SAID}{time.monotonic()} {type(each).__name__}", flush=True)
                os._exit(0)

    widgets.QApplication.__init__ = begun


def main(argv: list[str]) -> None:
    """Start it as its script does."""
    module, _, function = argv[0].partition(":")
    sys.meta_path.insert(0, ApplicationWatch())
    sys.argv = [module, *argv[1:]]
    called = getattr(import_module(module), function)
    sys.exit(called(argv[1:]) if module == "console.cli" else called())


if __name__ == "__main__":
    sys.path.pop(0)  # this file's own folder, where modules are called as the standard library's
    main(sys.argv[1:])
