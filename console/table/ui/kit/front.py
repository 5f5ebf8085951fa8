"""The part in front: the page, the menu or the sign-in that covers a window's own screen has all its keys.

Qt knows no such part. When a focused key disappears, Qt focuses the next one in the window, even if a page
covers it: the next Enter would press a key that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QRect, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from console.table.ui.kit.surface import Surface, room_in


class FrontPart(QObject):
    """Keeps the focus of one window in the part in front."""

    def __init__(self, window: QWidget, own: tuple[QWidget, ...]) -> None:
        """``own`` are the window's own screens, which place the focus on themselves."""
        super().__init__(window)
        self._window, self._own = window, own
        application = QApplication.instance()
        assert isinstance(application, QApplication), "a window is made by an application"
        application.focusChanged.connect(self._keep)

    @property
    def cover(self) -> QWidget | None:
        """The part over the window's own screens; None if one of them is in front."""
        first = next(_covers(self._window), None)
        return None if first in self._own else first

    # A window that goes as garbage moves the focus once more: by then PySide has lost the name of a method
    # that is no Slot, and Python may have cleared this object.
    @Slot(QWidget, QWidget)
    def _keep(self, before: QWidget | None, now: QWidget | None) -> None:
        """Give the focus back to the part in front, if it went elsewhere or its key has gone."""
        window: QWidget | None = getattr(self, "_window", None)
        at = QApplication.activeWindow() if now is None else now.window()
        if window is None or not isValid(window) or at is not window:
            return
        covers = tuple(_covers(window))
        if not covers or covers[0] in self._own:
            return
        gone = before is not None and not (isValid(before) and before.isVisible() and before.isEnabled())
        if now is None or gone or not _has(covers, now):
            front = covers[-1]
            if now is not front:
                front.setFocus(Qt.FocusReason.OtherFocusReason)


def _covers(part: QWidget) -> Iterator[QWidget]:
    """The part that lies over a part's other children, then the one over its children, and so on."""
    room = room_in(part) if part.isWindow() else part.rect()
    for child in reversed(part.children()):
        if isinstance(child, Surface) and child.isVisible() and _takes_keys(child, part, room):
            yield child
            yield from _covers(child)
            return


def _takes_keys(child: Surface, part: QWidget, room: QRect) -> bool:
    """Whether a part over another one takes its keys: it fills the other, or the other says so."""
    if isinstance(part, Surface) and part.key_part is not None:
        return child is part.key_part
    has_keys = child.focusPolicy() is not Qt.FocusPolicy.NoFocus or child.key_part is not None
    return has_keys and not child.keeps_place and child.geometry().contains(room)


def _has(covers: tuple[QWidget, ...], focused: QWidget) -> bool:
    """Whether a part with the focus lies in the part in front, or beside it."""
    for over, beneath in zip(covers[1:], covers, strict=False):
        if not over.isAncestorOf(focused) and over is not focused:
            beside = isinstance(beneath, Surface) and beneath.key_part is over
            return beside and beneath.isAncestorOf(focused)
    return covers[-1] is focused or covers[-1].isAncestorOf(focused)
