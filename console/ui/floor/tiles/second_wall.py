"""The places of the wall's two windows: the wall itself, and a second window that shows only tiles.

A start opens them where they were when the last one ended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.floor.alarms.watch import Tile
from console.table.running.clock import Clock
from console.ui.floor.frame.floor_bar import FloorBar, Summary
from console.ui.floor.frame.note import Ground
from console.ui.floor.preferences import StoredPreferences, WindowPlace
from console.ui.floor.tiles.tile_wall import TileWall
from console.ui.kit.surface import fit_frame, show_fitting
from console.ui.kit.theme import STATUS_HEIGHT, unit
from console.words import Words

FIRST, SECOND = "first", "second"
"""The windows' names in the preferences."""
GAP: Final = 10.0
"""Units between the tiles and what lies around them."""
LEAST: Final = QSize(640, 400)
"""The smallest that either window is: beneath that no row can be read, and a window is kept as it stood."""
KEPT_AFTER: Final = 1_000
"""Milliseconds after the last move at which a window's place is kept."""
_MOVED: Final = frozenset(
    (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange, QEvent.Type.Show, QEvent.Type.Hide)
)


class WallWindow(QWidget):
    """The tiles alone, for a screen on the wall: bar and tiles, nothing to press."""

    def __init__(self, clock: Clock, title: str, opened: Callable[[str], None]) -> None:
        super().__init__()
        self.setMinimumSize(LEAST)
        self.setWindowTitle(title)
        self.ground = Ground(self)
        self.bar = FloorBar(clock.utc, self)
        self.wall = TileWall(self)
        self.wall.opened.connect(opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bar above, tiles below."""
        u = unit(self.width(), self.height())
        self.ground.setGeometry(self.rect())
        top = round(STATUS_HEIGHT * u)
        gap = round(GAP * u)
        self.bar.setGeometry(0, 0, self.width(), top)
        self.wall.setGeometry(gap, top + gap, self.width() - 2 * gap, self.height() - top - 2 * gap)
        for part in (self.ground, self.bar, self.wall):
            part.set_unit(u)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it, F11 fills the screen."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_F11:
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case _:
                super().keyPressEvent(event)


class WindowPlaces(QObject):
    """The places of a wall's window and of its second one, which is made when it is first asked for.

    A place is kept after each move: even a wall that was killed opens there again.
    """

    def __init__(
        self, window: QWidget, clock: Clock, chosen: StoredPreferences, opened: Callable[[str], None]
    ) -> None:
        """``opened`` is called with the table whose tile is pressed in the second window."""
        super().__init__(window)
        window.setMinimumSize(LEAST)
        self._window, self._clock, self._chosen, self._opened = window, clock, chosen, opened
        self.second: WallWindow | None = None
        self._moved = QTimer(self, singleShot=True, interval=KEPT_AFTER)
        self._moved.timeout.connect(self._keep)
        window.installEventFilter(self)

    def show_where_it_was(self) -> None:
        """Show the wall as it stood at the last end."""
        kept = self._chosen.now.places.get(FIRST)
        if kept is None or not _restore_place(self._window, kept):
            show_fitting(self._window)

    def open_second(self) -> bool:
        """Show the tiles alone; returns whether they are on another screen than the wall."""
        if self.second is None:
            self.second = WallWindow(self._clock, self._window.windowTitle(), self._opened)
            self.second.installEventFilter(self)
        from console.ui.pit.pit_window import other_screen  # with which much of a table's window is loaded

        wall, screen, kept = self.second, other_screen(self._window), self._chosen.now.places.get(SECOND)
        if kept is None or not _restore_place(wall, kept):
            if screen is not None:
                wall.setGeometry(screen.geometry())
                wall.showFullScreen()
            else:
                show_fitting(wall)
        return wall.screen() is not self._window.screen()

    def show_tiles(self, summary: Summary, tiles: tuple[Tile, ...], words: Words) -> None:
        """Show the tables in the second window too, where it is open."""
        if self.second is not None and self.second.isVisible():
            self.second.bar.show_summary(summary, None, words)
            self.second.wall.show_tiles(tiles, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a window's place after it is moved or shown in another way."""
        if event.type() in _MOVED:
            self._moved.start()
        return False

    def close(self) -> None:
        """Keep the windows' places, and close the second one."""
        for window in (self._window, self.second):
            if window is not None:
                window.removeEventFilter(self)
        self._moved.stop()
        self._keep()
        if self.second is not None:
            self.second.close()

    def _keep(self) -> None:
        if not self._window.isVisible():  # it was not shown yet, or is being closed
            return
        second = self.second if self.second is not None and self.second.isVisible() else None
        kept = self._chosen.now.with_place(FIRST, _place(self._window))
        if second is not None:
            kept = kept.with_place(SECOND, _place(second))
        self._chosen.change(replace(kept, second=second is not None))


def _place(window: QWidget) -> WindowPlace:
    body = window.geometry()
    full = window.isFullScreen()
    return WindowPlace(window.screen().name(), body.left(), body.top(), body.width(), body.height(), full)


def _restore_place(window: QWidget, place: WindowPlace) -> bool:
    """Show a window in its last place; False where that screen is gone, or has moved."""
    screen = next((each for each in QGuiApplication.screens() if each.name() == place.screen), None)
    body = QRect(place.left, place.top, place.wide, place.high)
    if screen is None or not screen.geometry().intersects(body):
        return False
    if place.full:
        window.setGeometry(screen.geometry())
        window.showFullScreen()
    else:
        window.setGeometry(fit_frame(screen.availableGeometry(), body, body))
        window.show()
    return True
