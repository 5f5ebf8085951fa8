"""The keys of a menu or a strip as a person finds them: in their order, and by what is written on them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from console.table.ui.kit import Button


def menu_rows(part: QWidget) -> list[Button]:
    """The keys that the part shows, in their order."""
    its_own = part.findChildren(Button, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [key for key in its_own if key.isVisibleTo(part)]


def menu_row(part: QWidget, label: str) -> Button:
    """The one key with this label."""
    labels = [key.text() for key in menu_rows(part)]
    assert labels.count(label) == 1, f"{label!r} among {labels}"
    return menu_rows(part)[labels.index(label)]
