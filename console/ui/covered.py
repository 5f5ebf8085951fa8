"""Whether something lies over a part of a window, so that nobody can see or press it.

Qt calls a part visible as long as nobody has hidden it; what lies over it is no concern of Qt's.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def is_covered(part: QWidget) -> bool:
    """Whether a press on the middle of a part, which is in view, would reach something else."""
    window, middle = part.window(), part.rect().center()
    upper = window.childAt(part.mapTo(window, middle))
    return upper is not None and upper is not part and not part.isAncestorOf(upper)
