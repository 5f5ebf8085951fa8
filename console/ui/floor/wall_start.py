"""A studio's wall in an application of its own, from its start until it is closed."""

from __future__ import annotations

import signal
import sys

from PySide6.QtWidgets import QApplication

from console.floor.wall import FloorDesk
from console.people.answers import People
from console.table.running.clock import SystemClock
from console.ui.floor.floor_window import FloorWindow, WallOptions, application
from console.ui.hands.held_keys import HeldKeys
from console.ui.kit.work import end, run
from console.words import Words


def shown(window: FloorWindow) -> int:
    """Show the window until it is closed or the process gets a signal to end; returns how the application
    ended.
    """
    running = application()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: running.quit())
    window.show_where_it_was()
    window.start()
    done = run(running)
    window.close()
    end()
    return done


def run_wall(desk: FloorDesk, people: People, words: Words, studio: str, options: WallOptions) -> int:
    """Run a studio's wall in an application of its own; returns how the application ended."""
    if QApplication.instance() is None:
        HeldKeys(QApplication(sys.argv[:1]))
    return shown(FloorWindow(desk, people, words, studio, clock=SystemClock(), options=options))
